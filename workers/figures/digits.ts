/** Writes the digits of all scripts as 0 to 9. */
export const asDigits = (text: string) =>
  text.normalize('NFKC').replace(/[^\P{Nd}0-9]/gu, (digit) => {
    let zero = digit.codePointAt(0)!
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && digit.codePointAt(0)! - zero < 9)
      zero--
    return String(digit.codePointAt(0)! - zero)
  })

/** Numbers that are grouped as in India: `1,20,000`. */
const INDIAN = /^\d{1,2}(?:,\d\d)+,\d{3}(?:\.\d+)?$/u

/**
 * Returns all possible values of a number with separators. If it is neither grouped nor a fraction,
 * it is several numbers: the date `10.05.2026` has three.
 */
export function readingsOf(written: string): number[][] {
  if (INDIAN.test(written)) return [[Number(written.replace(/,/g, ''))]]
  const parts = written.split(/[^\d]/)
  const separators = written.replace(/\d/g, '')
  const isGrouped = parts.slice(1).every((part) => part.length === 3)
  if (parts.length === 1) return [[Number(written)]]
  const joined = Number(parts.join(''))
  const last = separators.at(-1)!
  const fraction = Number(`${parts.slice(0, -1).join('')}.${parts.at(-1)}`)
  const isFraction = !/[\s'’٬]/.test(last) && separators.indexOf(last) === separators.length - 1
  if (isGrouped && new Set(separators).size === 1)
    return [isFraction ? [joined, fraction] : [joined]]
  if (isFraction && parts.slice(1, -1).every((part) => part.length === 3)) return [[fraction]]
  return parts.map((part) => [Number(part)])
}
