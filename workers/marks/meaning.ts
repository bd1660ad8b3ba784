import type { Span } from '../../shared/lib/text/sentences.ts'
import type { Ahead } from './ahead.ts'
import type { WrittenMark } from './forms.ts'

/** The most characters before and after a number that are read. */
const AROUND = 80

/** Names that programs give to lists, before an index such as `[1]`. */
const LIST_NAMES = new Set(
  `arr array arrays args argv bar buf buffer bytes cell cells chars col cols data dict dp elements
  fields foo grid idx indices items keys lines list lists map matrix memo names nodes nums numbers
  obj params pixels points queue result results row rows scores seq stack str string strings tab
  table tables tbl tokens tuple users val vals value values vec vector words`.split(/\s+/),
)

/** Whether a number directly after a word is the index of a variable: `y[1]`, `a.b[1]`, `rows[1]`. */
export function isIndex(ahead: Ahead, { start, end, form }: WrittenMark): boolean {
  if (form !== 'plain') return false
  const before = ahead.text.slice(Math.max(0, start - AROUND), start)
  const written = before.split(/[^\p{L}\p{N}_$.)[\]]/u).at(-1)!
  // `matrix[1][2]`
  const name = written.replace(/(?:\[\d{1,2}\]){1,9}$/, '')
  if (!/[\p{L}\p{N}]/u.test(name) || /[.!?…]$/.test(name)) return false
  if (/^\p{Ll}$/u.test(name) || LIST_NAMES.has(name.toLowerCase())) return true
  if (/[\p{L}\d]_[\p{L}\d]|\$|\p{Ll}\p{Lu}|[\p{L}\d]\.\p{Ll}/u.test(name)) return true
  return isOperator(ahead, end)
}

/** Whether what follows goes on as a program does: ` = 5`, `.name`, `++`, `;` at the end of a line. */
function isOperator(ahead: Ahead, end: number): boolean {
  const sign = ahead.at(end)
  if (sign === '.') return /[a-z_]/.test(ahead.at(end + 1))
  if (sign === '+' || sign === '-') return ahead.at(end + 1) === sign
  const after = ahead.afterBlanks(end)
  return /[=+*/%]/.test(ahead.at(after)) && ahead.at(after + 1) !== '*'
}

/** Words before a list of numbers that is a value, and no list of sources. */
const VALUES =
  'arrays?|intervals?|vectors?|tuples?|matri(?:x|ces)|sequences?|subsets?|coordinates?|quantiles?|regex|charact?er class|slice|is|are|equals?|ist|sind|est|sont|es|son|são|è|sono|intervall|vektor|menge|folge|matriz|intervalle|vecteur|suite|intervalo|intervallo|vettore|reeks|массив|интервал|вектор|数组|區間|区间|配列|区間|배열'
const SOFT_VALUES =
  'lists?|ranges?|sets?|values?|numbers?|points?|pairs?|output|input|result|returns?|gives|yields|prints?|liste|werte?|zahlen|bereich|tableau|valeurs|nombres|lista|valores|números|valori|numeri|значения|числа|列表|数字'
const isValue = new RegExp(
  `(?:(?:^|[^\\p{L}])(?:${VALUES}|[a-z] (?:in|∈))\\s?[:=]?|[=∈≈<>+]|\\\\in)\\s?$`,
  'iu',
)
const isSoftValue = new RegExp(`(?:^|[^\\p{L}])(?:${SOFT_VALUES})\\s?[:=]?\\s?$`, 'iu')

/** Whether several numbers in brackets are a value, as in `the interval [1, 2]`. */
export function isValueList(
  ahead: Ahead,
  { start, end, form, list, numbers }: WrittenMark,
): boolean {
  if (form !== 'plain') return false
  const before = ahead.text.slice(Math.max(0, start - AROUND), start)
  if (/[=∈≈]\s?$/.test(before)) return true
  if (numbers.length < 2) return false
  // `[0-9]` and `[1-9]+` are no marks either.
  if (numbers.includes(0) || (/^\d-\d$/.test(list) && /[+?{]/.test(ahead.at(end)))) return true
  if (isValue.test(before)) return true
  return (
    isSoftValue.test(before) &&
    (numbers.length > 2 || /\p{L}/u.test(ahead.at(ahead.afterBlanks(end))))
  )
}

/** Words of a sentence that speaks of lists of numbers or of programs. */
const OF_PROGRAMS =
  /\b(?:arrays?|index|indices|indexes|elements?|lists?|vectors?|tuples?|matrix|intervals?|variables?|lua|python|javascript|regex|loops?|strings?|liste|element|variable|tableau|vector|lista|matriz)\b|[=∈{}]|массив|数组|配列/iu
/** Words that need an object, such as `is` in `the result is [8, 9]`. */
const NEEDS_OBJECT =
  /(?:^|[^\p{L}])(?:is|are|was|were|equals?|of|in|from|between|contains?|like|the|a|an|to|with|by|and|or|ist|sind|war|von|zwischen|und|oder|der|die|das|est|sont|de|et|es|son|y|è|sono|e|and|или|и)\s?$/iu
const ENDS_BEFORE = /[.!?…。！？:][”"’')»*_]{0,3}[^\S\n]{0,3}$/u

/**
 * Whether a mark that names no source only ends a sentence, a line or a cell, so that it is no
 * number, list or text.
 * @param span the mark with what is around it
 * @param isGlued whether the text has had marks directly after words
 */
export function isStray(
  ahead: Ahead,
  mark: WrittenMark,
  { start, end }: Span,
  isGlued: boolean,
): boolean {
  const { form, isLink, numbers } = mark
  if (isLink || form === 'unsure' || form === 'raised' || isIndex(ahead, mark)) return false
  const before = ahead.text.slice(Math.max(0, start - AROUND), start)
  if (!/\S[^\S\n]{0,3}$/u.test(before) || /\|[^\S\n]{0,3}$/.test(before)) return false
  const sentence = before.split(/[.!?。！？\n]/).at(-1)!
  if (form === 'plain') {
    if (NEEDS_OBJECT.test(before) || OF_PROGRAMS.test(sentence)) return false
    const isWordBefore = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]$/u.test(before)
    if (isWordBefore && !isGlued && numbers.length > 1) return false
  }
  return ENDS_BEFORE.test(before) || isEnd(ahead, end) || /[*_)]/.test(ahead.at(end))
}

/** Whether a sentence, a line or a cell of a table ends at a place. */
export function isEnd(ahead: Ahead, place: number): boolean {
  return /^[.!?…。！？\n|]?$/u.test(ahead.at(ahead.afterBlanks(place)))
}
