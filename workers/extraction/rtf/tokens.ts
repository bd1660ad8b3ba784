/** A piece of an RTF file: a control word with its number, a byte in hex, a text, or a brace. */
export interface RtfToken {
  word?: string
  /** The number of a control word; undefined: it has none. */
  number?: number
  /** Characters that each stand for a byte. */
  text?: string
  brace?: '{' | '}'
}

const TOKEN =
  /\\([a-z]{1,40})(-?\d{1,10})?[ ]?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)|[\r\n]+|\\/giy
/** Maps symbols after a backslash to their texts. Other symbols are texts themselves. */
const SYMBOLS: Readonly<Record<string, string>> = { '~': ' ', _: '-', '-': '' }

/** Cuts an RTF file into its tokens, without the binary data in it. */
export function* tokensOf(source: string): Generator<RtfToken> {
  TOKEN.lastIndex = 0
  let at = 0
  while (at < source.length) {
    TOKEN.lastIndex = at
    const match = TOKEN.exec(source)
    if (!match) return
    at = TOKEN.lastIndex
    const [, word, digits, hex, symbol, brace, text] = match
    const number = digits === undefined ? undefined : Number(digits)
    if (word === 'bin') at += Math.max(0, number ?? 0)
    else if (word) yield number === undefined ? { word } : { word, number }
    else if (hex) yield { text: String.fromCharCode(parseInt(hex, 16)) }
    else if (symbol === '*') yield { word: '*' }
    else if (symbol === '\n' || symbol === '\r') yield { word: 'par' }
    else if (symbol !== undefined) yield { text: SYMBOLS[symbol] ?? symbol }
    else if (brace) yield { brace: brace as '{' | '}' }
    else if (text) yield { text }
  }
}
