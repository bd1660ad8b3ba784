/** Western, raised, Arabic, Persian and full-width digits. */
export const DIGIT = '[\\d⁰¹²³⁴-⁹٠-٩۰-۹０-９]'
export const RAISED_DIGIT = /^[⁰¹²³⁴-⁹]$/

/** Matches what stands between the numbers of a list or a range. */
export const JOINS =
  '(?:\\s{0,3}[,;،、，；&–—‑-]\\s{0,3}|\\s{0,3}[和与與と및]\\s{0,3}|\\s{1,3}(?:and|und|et|y|e|og|och|en|i|и|і|ve)\\s{1,3})'
/** Matches what stands between the ends of a range, if it has a dash. */
const BETWEEN_ENDS = /^[^\p{L}\d,;]*$/u
const DASH = /[-–—‑]/u

/** The most numbers that a range such as `1-9` stands for. */
const MAX_RANGE = 20

const ANY_DIGITS = new RegExp(`${DIGIT}{1,2}`, 'g')

/** Reads `1, 3` as 1 and 3, and `1-3` as 1, 2 and 3. Words between the numbers do not matter. */
export function numbersIn(list: string): number[] {
  const numbers: number[] = []
  let end = 0
  for (const { 0: digits, index } of list.matchAll(ANY_DIGITS)) {
    const number = Number([...digits].map(digitValue).join(''))
    const first = numbers.at(-1)
    const between = list.slice(end, index)
    if (first !== undefined && BETWEEN_ENDS.test(between) && DASH.test(between))
      for (let next = first + 1; next < number && next - first < MAX_RANGE; next++)
        numbers.push(next)
    numbers.push(number)
    end = index + digits.length
  }
  return numbers
}

const LOW_RAISED: Readonly<Record<string, number>> = { '¹': 1, '²': 2, '³': 3 }

/** The other alphabets have their digits in order, and the first at a multiple of 16. */
const digitValue = (digit: string) => LOW_RAISED[digit] ?? digit.charCodeAt(0) % 16
