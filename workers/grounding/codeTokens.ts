/** Languages of blocks of code that are commands or settings, in which each word has its effect. */
const COMMANDS = new Set(
  ' sh bash shell zsh fish console terminal cmd bat powershell ps1 dockerfile ini toml yaml yml env conf properties text txt plaintext'.split(
    ' ',
  ),
)
const FENCE = /^\s{0,20}(?:`{3,20}|~{3,20})\s{0,9}([\w+-]{0,20})/
const COMMENT = /^\s*(?:#|\/\/|--\s|;|REM\s)/
/** What a reader is to replace: `<your key>`, `YOUR_KEY`, `{id}`, `...`. */
const PLACEHOLDER =
  /<[^<>\n]{1,60}>|\{\{?[\w ]{1,40}\}?\}|\$\{?[A-Z_]{2,40}\}?|(?<![\w./-])(?:your|my|dein|mein|votre)[\w-]{0,40}|\.{3}|…/giu
/** Options, and words and numbers with the signs that belong to them. */
const TOKEN = /-{1,2}[A-Za-z][\w-]{0,60}|[\p{L}\p{N}][\p{L}\p{N}_.-]{0,80}/gu
/** Words that any command may begin or end with. */
const COMMON = new Set('cd sudo echo true false null then fi do done if else and or'.split(' '))
/** Spans of code within a sentence. */
const SPAN = /`([^`\n]{1,500})`/g
/** The most tokens of code that a reason names. */
const MAX_NAMED = 5

/**
 * Returns the options, numbers and values of a block of code that no text has; of commands and
 * settings, each word.
 * @param block with its fences
 * @param texts all that the code may be taken from
 */
export function unknownTokens(block: string, texts: readonly string[]): string[] {
  const [first = '', ...lines] = block.split('\n')
  const language = FENCE.exec(first)?.[1]?.toLowerCase() ?? ''
  const code = lines.filter((line) => !FENCE.test(line) && !COMMENT.test(line)).join('\n')
  return unknownIn(code, texts, COMMANDS.has(language))
}

/** Returns the options, and the words of paths, in a sentence's spans of code that no text has. */
export const unknownOptions = (sentence: string, texts: readonly string[]): string[] =>
  [...sentence.matchAll(SPAN)].flatMap(([, code]) => {
    const isPath = /\S\/\S|^\//.test(code!)
    return unknownIn(code!, texts, isPath).filter((token) => isPath || token.startsWith('-'))
  })

function unknownIn(code: string, texts: readonly string[], isCommand: boolean): string[] {
  const tokens = new Set(code.replace(PLACEHOLDER, ' ').match(TOKEN) ?? [])
  const telling = [...tokens].filter((token) => isTelling(token, isCommand))
  if (!telling.length) return []
  const known = new Set(texts.flatMap(tokensOf))
  return telling.filter((token) => !isKnown(token, known)).slice(0, MAX_NAMED)
}

const tokensOf = (text: string): string[] =>
  (text.toLowerCase().match(TOKEN) ?? []).flatMap((token) => [token, trimmed(token)])

/** Whether a token decides what the code does. */
const isTelling = (token: string, isCommand: boolean) =>
  token.startsWith('-') ||
  /\d{2}|^\d+$/.test(token) ||
  (isCommand && token.length > 1 && !COMMON.has(token.toLowerCase()))

const isKnown = (token: string, known: ReadonlySet<string>) =>
  known.has(token.toLowerCase()) || known.has(trimmed(token.toLowerCase()))

/** Returns a token without the punctuation at its end. */
const trimmed = (token: string) => token.replace(/[._-]{1,9}$/, '')
