/** A source that the model names, by its number, and what it names it for. */
export interface Claim {
  number: number
  claim: string
}

/** `source` as models write it in the languages that they answer in. */
const SOURCE =
  '(?:sources?|quellen?|fuentes?|fontes?|fonti|bron(?:nen)?|kilder?|källa|źródło|источник|来源|來源|出典|ソース|출처|المصدر|refs?\\.?|see|doc(?:ument)?)'
const NUMBERS = `\\d{1,2}(?:\\s*(?:[,;、，&]|and|und|et|y|e|-|–)\\s*(?:${SOURCE}\\s*)?\\d{1,2})*`

/** `[1]`, `[1, 2]`, `[^1]`, `[[1]]`, `[1](address)`, `[Source 1]`, `(Source 1)`, `【1】`, `【1†source】` */
const MARK = new RegExp(
  `\\[\\[?\\s*(?:\\^|${SOURCE}\\s*:?\\s*#?)?(${NUMBERS})\\s*\\]?\\](?:\\(\\s*[^)\\s]*\\s*\\))?` +
    `|\\(\\s*(?:see\\s+)?${SOURCE}\\s*:?\\s*#?(${NUMBERS})\\s*\\)` +
    `|【\\s*(?:${SOURCE}\\s*:?\\s*)?(${NUMBERS})\\s*(?:[†:][^】\\n]{0,40})?】` +
    // A bare number in round brackets is one at the end of a sentence only, and of one that
    // its source supports: elsewhere it counts something.
    `|(?<=[\\p{L}\\d”"'%)] ?)\\((\\d{1,2})\\)(?=\\s*(?:[.。!?！？]|\\n|$))`,
  'giu',
)

/** Blocks and spans of code, in which brackets are something else. */
const CODE = /(^ {0,3}```[\s\S]*?(?:^ {0,3}```|(?![\s\S]))|`[^`\n]+`)/gm

/** Characters before a mark that it may be for. */
const MOST_CLAIMED = 1_000
/** Numbers in round brackets that are looked at: each takes about a millisecond. */
const MOST_UNSURE = 30

/** The text without its marks, and what they stand after. Marks of sources that were not given are not ours: they stay. */
export function marksIn(
  text: string,
  given: number,
  isSupported: (claim: string, number: number) => boolean,
): { content: string; claims: Claim[] } {
  const code = [...text.matchAll(CODE)].map(({ 0: found, index }) => [index, index + found.length] as const)
  const claims: Claim[] = []
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
    const said = before.slice(-MOST_CLAIMED).trim() || claim
    if (match[4] && (++unsure > MOST_UNSURE || !isSupported(said, numbers[0]!))) continue
    claim = said
    content += before.trimEnd()
    const others = all.filter((number) => !numbers.includes(number))
    if (others.length) content += ` [${others.join(', ')}]`
    end = index + match[0].length
    claims.push(...numbers.map((number) => ({ number, claim })))
  }
  return { content: (content + text.slice(end)).trim(), claims }
}

/** `1, 3` and `1-3` alike, the latter as what lies between. */
function numbersIn(list: string): number[] {
  return list.split(/[,;、，&]|and|und|et|[ye]/).flatMap((part) => {
    const [first = 0, last = first] = (part.match(/\d+/g) ?? []).map(Number)
    return Array.from({ length: Math.min(Math.max(last - first, 0), 20) + 1 }, (_, step) => first + step)
  })
}
