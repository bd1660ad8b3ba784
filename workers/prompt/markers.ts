/** A source that the model names, by its number, and what it names it for. */
export interface Assertion {
  number: number
  claim: string
}

/** `source` as models write it in the languages that they answer in. */
const SOURCE =
  '(?:sources?|quellen?|fuentes?|fontes?|fonti|bron(?:nen)?|kilder?|källa|źródło|источник|来源|來源|出典|ソース|출처|المصدر|refs?\\.?|see|doc(?:ument)?)'
const BLANKS = '[^\\S\\n]{0,3}'
const NUMBERS = `\\d{1,2}(?:${BLANKS}(?:[,;、，&]|and|und|et|y|e|-|–)${BLANKS}(?:${SOURCE}${BLANKS})?\\d{1,2}){0,20}`

/** `[1]`, `[1, 2]`, `[^1]`, `[[1]]`, `[Source 1]` */
const SQUARE = `\\[\\[?${BLANKS}(?:\\^|${SOURCE}${BLANKS}:?${BLANKS}#?)?(${NUMBERS})${BLANKS}\\]?\\]`
/** `(Source 1)`, `【1】`, `【1†source】` */
const OTHER =
  `\\(${BLANKS}(?:see${BLANKS})?${SOURCE}${BLANKS}:?${BLANKS}#?(${NUMBERS})${BLANKS}\\)` +
  `|【${BLANKS}(?:${SOURCE}${BLANKS}:?${BLANKS})?(${NUMBERS})${BLANKS}(?:[†:][^】\\n]{0,40})?】`

const MARK = new RegExp(
  // With an address: `[1](address)`
  `${SQUARE}(?:\\(${BLANKS}[^)\\s]{0,2000}${BLANKS}\\))?|${OTHER}` +
    // A bare number in round brackets is one at the end of a sentence only, and of one that
    // its source supports: elsewhere it counts something.
    `|(?<=[\\p{L}\\d”"'%)] ?)\\((\\d{1,2})\\)(?=${BLANKS}(?:[.。!?！？]|\\n|$))`,
  'giu',
)

/** Blocks and spans of code, in which brackets are something else. */
const CODE = /(^ {0,3}```[\s\S]*?(?:^ {0,3}```|(?![\s\S]))|`[^`\n]+`)/gm

/** Characters before a mark that it may be for. */
const MAX_CLAIMED = 10_000
/** Numbers in round brackets that are looked at: each takes about a millisecond. */
const MAX_UNSURE = 30
/** Characters before one that are looked for in the sources with it. */
const BEFORE_UNSURE = 12

/**
 * The text without its marks, and what they stand after. Marks of sources that were not given are not ours: they stay.
 * @param isSupported whether the source of that number says so, and no source has what is written there
 */
export function marksIn(
  text: string,
  given: number,
  isSupported: (claim: string, number: number, written: string) => boolean,
): { content: string; claims: Assertion[] } {
  const code = [...text.matchAll(CODE)].map(({ 0: found, index }) => [index, index + found.length] as const)
  const claims: Assertion[] = []
  let content = ''
  let claim = ''
  let end = 0
  let unsure = 0
  for (const match of text.matchAll(MARK)) {
    const { index } = match
    if (code.some(([from, to]) => index >= from && index < to)) continue
    const all = numbersIn(match.slice(1).find(Boolean)!)
    const numbers = all.filter((number) => number >= 1 && number <= given)
    if (!numbers.length) continue
    const before = text.slice(end, index)
    const said = before.slice(-MAX_CLAIMED).trim() || claim
    const written = text.slice(Math.max(0, index - BEFORE_UNSURE), index + match[0].length)
    if (match[4] && (++unsure > MAX_UNSURE || !isSupported(said, numbers[0]!, written))) continue
    claim = said
    content += before.trimEnd()
    const others = all.filter((number) => !numbers.includes(number))
    if (others.length) content += ` [${others.join(', ')}]`
    end = index + match[0].length
    claims.push(...numbers.map((number) => ({ number, claim: asWritten(claim) })))
  }
  return { content: asWritten(content + text.slice(end)).trim(), claims }
}

/** `1, 3` and `1-3` alike, the latter as what lies between. */
function numbersIn(list: string): number[] {
  return list.split(/[,;、，&]|and|und|et|[ye]/).flatMap((part) => {
    const [first = 0, last = first] = (part.match(/\d+/g) ?? []).map(Number)
    return Array.from({ length: Math.min(Math.max(last - first, 0), 20) + 1 }, (_, step) => first + step)
  })
}

const DISGUISES: Readonly<Record<string, string>> = {
  ...{ '[': '⟦', ']': '⟧', '(': '⦅', ')': '⦆', '【': '〘', '】': '〙' },
}
const BRACKETS = Object.fromEntries(Object.entries(DISGUISES).map(([bracket, other]) => [other, bracket]))
const FORGED = new RegExp(`${SQUARE}|${OTHER}`, 'giu')

/**
 * A text for the prompt whose own marks, such as footnotes, cannot be taken for marks of a source: repeating them cites nothing.
 * `marksIn` gives them back as they were.
 */
export const disguised = (text: string) =>
  OPENING.test(text)
    ? text
        .replace(WORN, `$&${OWN}`)
        .replace(FORGED, (mark) => mark.replace(/[[\]()【】]/g, (bracket) => DISGUISES[bracket]!))
    : text

/** Without any of them, a text has nothing to disguise. */
const OPENING = /[[(【⟦⟧⦅⦆〘〙]/

/** Behind a bracket that is no disguise, but the text's own: a sign that nobody sees, and that texts in prompts do not have. */
const OWN = '\u2060'
/** Not what `asTurn` has put for a bracket. */
const WORN = /⟦(?!\s*\/?(?:INST|SYSTEM_PROMPT)\s*\])|[⟧⦅⦆〘〙]/g

const asWritten = (text: string) =>
  text.replace(/([⟦⟧⦅⦆〘〙])(\u2060?)/g, (_, other: string, own) => (own ? other : BRACKETS[other]!))
