/** A claim, and the number of the source that the model cites for it. */
export interface Assertion {
  number: number
  claim: string
  /** Where the mark stood in `content`, in characters from its beginning. */
  at: number
}

/** The word `source` as models write it in the languages that they answer in. */
const SOURCE =
  '(?:sources?|quellen?|fuentes?|fontes?|fonti|bron(?:nen)?|kilder?|källa|źródło|источник|来源|來源|出典|ソース|출처|المصدر|references?|refs?\\.?|see|doc(?:ument)?|citations?|cite|kaynak|[sS](?=[\\d:]))'
const BLANKS = '[^\\S\\n]{0,3}'
/** Western, Arabic, Persian and full-width digits. */
const DIGITS = '[\\d٠-٩۰-۹０-９]{1,2}'
const NUMBERS = `${DIGITS}(?:${BLANKS}(?:[,;、，&]|and|und|et|y|e|-|–)${BLANKS}(?:${SOURCE}${BLANKS}:?${BLANKS})?${DIGITS}){0,20}`

/**
 * `[1]`, `[1, 2]`, `[^1]`, `^[1]`, `[[1]]`, `[#1]`, `[Source 1]`, `[citation:1]`, `[1†L10-L20]`,
 * `［１］`
 */
const SQUARE = `\\^?[\\[［]\\[?${BLANKS}(?:[\\^#]|${SOURCE}${BLANKS}:?${BLANKS}#?)?(${NUMBERS})${BLANKS}(?:†[^\\]\\n]{0,40})?\\]?[\\]］]`
/** `(Source 1)`, `【1】`, `【1†source】` */
const OTHER =
  `\\(${BLANKS}(?:see${BLANKS})?${SOURCE}${BLANKS}:?${BLANKS}#?(${NUMBERS})${BLANKS}\\)` +
  `|【${BLANKS}(?:${SOURCE}${BLANKS}:?${BLANKS})?(${NUMBERS})${BLANKS}(?:[†:][^】\\n]{0,40})?】`

const MARK = new RegExp(
  // With an address: `[1](address)`
  `${SQUARE}(?:\\(${BLANKS}[^)\\s]{0,2000}${BLANKS}\\))?|${OTHER}` +
    // A bare number in round brackets is a mark only at the end of a sentence that its source
    // supports. Elsewhere it is a number of the text.
    `|(?<=[\\p{L}\\d”"'%)] ?)\\((\\d{1,2})\\)(?=${BLANKS}(?:[.。!?！？]|\\n|$))`,
  'giu',
)

/** Blocks and spans of code, where brackets mean something else. */
const CODE = /(^ {0,3}```[\s\S]*?(?:^ {0,3}```|(?![\s\S]))|`[^`\n]+`)/gm

/** The most characters before a mark that count as its claim. */
const MAX_CLAIMED = 10_000
/** The most numbers in round brackets that are checked: each takes about a millisecond. */
const MAX_UNSURE = 30
/** The characters before such a number that are searched with it in the prompt. */
const BEFORE_UNSURE = 12

/**
 * Removes the marks from a text, and returns the claims that they stand after. A mark of a number
 * that no source has cites nothing; it goes, too, if it ends a sentence and the sources do not have
 * it themselves, as a footnote.
 * @param given the number of sources that the model was given
 * @param isSupported whether the source of that number supports the claim, and the prompt does not
 *   contain `written`
 * @param isQuoted whether the sources have a mark of these numbers themselves
 * @param earlier the sources' numbers by those that earlier answers had for them
 */
export function marksIn(
  text: string,
  given: number,
  isSupported: (claim: string, number: number, written: string) => boolean,
  isQuoted: (numbers: readonly number[]) => boolean = () => true,
  earlier: ReadonlyMap<number, number> = new Map(),
): { content: string; claims: Assertion[] } {
  const code = [...text.matchAll(CODE)].map(
    ({ 0: found, index }) => [index, index + found.length] as const,
  )
  const claims: Assertion[] = []
  let content = ''
  let claim = ''
  /** The text before stray marks, which the next mark's claim may need. */
  let unclaimed = ''
  let end = 0
  let unsure = 0
  for (const match of text.matchAll(MARK)) {
    const { index } = match
    if (code.some(([from, to]) => index >= from && index < to)) continue
    const all = numbersIn(match.slice(1).find(Boolean)!).map((one) => earlier.get(one) ?? one)
    const numbers = all.filter((number) => number >= 1 && number <= given)
    const before = text.slice(end, index)
    if (!numbers.length) {
      if (!isStray(text, match, isQuoted)) continue
      content += asWritten(before.trimEnd())
      unclaimed += before
      end = index + match[0].length
      continue
    }
    const said = (unclaimed + before).slice(-MAX_CLAIMED).trim() || claim
    const written = text.slice(Math.max(0, index - BEFORE_UNSURE), index + match[0].length)
    if (match[4] && (++unsure > MAX_UNSURE || !isSupported(said, numbers[0]!, written))) continue
    claim = said
    unclaimed = ''
    content += asWritten(before.trimEnd())
    const at = content.length
    const others = all.filter((number) => !numbers.includes(number))
    if (others.length && isQuoted(all)) content += ` [${others.join(', ')}]`
    end = index + match[0].length
    claims.push(...numbers.map((number) => ({ number, claim: asWritten(claim), at })))
  }
  content += asWritten(text.slice(end))
  const indent = content.length - content.trimStart().length
  return {
    content: content.trim(),
    claims: claims.map(({ at, ...claim }) => ({ ...claim, at: Math.max(0, at - indent) })),
  }
}

/** Whether a mark of no source only ends a sentence, and is no list, link or text of a source. */
function isStray(
  text: string,
  { 0: written, 1: square, 2: round, 3: cornered, index }: RegExpExecArray,
  isQuoted: (numbers: readonly number[]) => boolean,
): boolean {
  const list = square ?? round ?? cornered
  if (!list || !SINGLE.test(list) || /\]\(/.test(written)) return false
  const after = text.slice(index + written.length, index + written.length + AROUND_STRAY)
  const before = text.slice(Math.max(0, index - AROUND_STRAY), index)
  const isAfterText = /\S[^\S\n]{0,3}$/u.test(before)
  const isAtEnd = ENDS_BEFORE.test(before) || ENDS_AFTER.test(after)
  return isAfterText && isAtEnd && !isQuoted(numbersIn(list))
}
const SINGLE = /^[\d٠-٩۰-۹０-９]{1,2}$/
/** The most characters around a mark that are read. */
const AROUND_STRAY = 80
const ENDS_BEFORE = /[.!?…。！？:][”"’')»]?[^\S\n]{0,3}$/u
/** The end of a sentence or line, also after further marks. */
const ENDS_AFTER =
  /^(?:[^\S\n]{0,3}(?:\[[^[\]\n]{0,20}\]|【[^【】\n]{0,20}】)){0,3}[^\S\n]{0,3}(?:[.!?…。！？]|\n|$)/u

/** Whether a text, such as a prompt, has a disguised mark of these numbers. */
export const quotesMark = (text: string, numbers: readonly number[]) =>
  text.includes(`⟦${numbers.join(', ')}⟧`) || numbers.some((number) => text.includes(`⟦${number}⟧`))

/** Reads `1, 3` as 1 and 3, and `1-3` as 1, 2 and 3. */
function numbersIn(list: string): number[] {
  const western = list.replace(OTHER_DIGIT, (digit) => String(digitValue(digit)))
  return western.split(/[,;、，&]|and|und|et|[ye]/).flatMap((part) => {
    const [first = 0, last = first] = (part.match(/\d+/g) ?? []).map(Number)
    return Array.from(
      { length: Math.min(Math.max(last - first, 0), 20) + 1 },
      (_, step) => first + step,
    )
  })
}

const OTHER_DIGIT = /[٠-٩۰-۹０-９]/g

/** Each of these alphabets has its ten digits in order, and the first at a multiple of 16. */
const digitValue = (digit: string) => digit.charCodeAt(0) % 16

const DISGUISES: Readonly<Record<string, string>> = {
  '[': '⟦',
  ']': '⟧',
  '(': '⦅',
  ')': '⦆',
  '【': '〘',
  '】': '〙',
  '［': '⦋',
  '］': '⦌',
}
const BRACKETS = Object.fromEntries(
  Object.entries(DISGUISES).map(([bracket, other]) => [other, bracket]),
)
const FORGED = new RegExp(`${SQUARE}|${OTHER}`, 'giu')

/**
 * Disguises marks that a text has itself, such as footnotes: a reply that repeats them must cite
 * nothing. `marksIn` restores them.
 */
export const disguised = (text: string) =>
  OPENING.test(text)
    ? text
        .replace(WORN, `$&${OWN}`)
        .replace(FORGED, (mark) =>
          mark.replace(/[[\]()【】［］]/g, (bracket) => DISGUISES[bracket]!),
        )
    : text

/** The characters that may need a disguise. */
const OPENING = /[[(【［⟦⟧⦅⦆〘〙⦋⦌]/

/**
 * Marks a disguise bracket that the text had itself. It is an invisible character, which no text in
 * a prompt has otherwise.
 */
const OWN = '\u2060'
/** Matches the text's own disguise brackets, but not those that `asTurn` wrote. */
const WORN = /⟦(?!\s*\/?(?:INST|SYSTEM_PROMPT)\s*\])|[⟧⦅⦆〘〙⦋⦌]/g

const asWritten = (text: string) =>
  text.replace(/([⟦⟧⦅⦆〘〙⦋⦌])(\u2060?)/g, (_, other: string, own) =>
    own ? other : BRACKETS[other]!,
  )
