import { multiplierIn } from './multipliers.ts'
import { AND_A_HALF } from './numberForms.ts'
import { beginsPeriod } from './periods.ts'
import { isDay, isYear, moneyUnit, type Unit, type UnitWords, unitNamed, unitOf } from './units.ts'

/** The most characters from a number to the end of its unit: `3 working days`. */
const MAX_TO_UNIT = 24
const WORD = /[\p{L}\p{M}][\p{L}\p{M}'’-]*|\p{L}{0,2}\p{Sc}|[%٪％]|°\s?(?:[CF]|से|م|ف)?/gu
/** The sign of a price without smaller coins: `12,- €`, `1 250:-`. */
const ROUND_PRICE = /^(?:[.,][-–—]{1,2}|:-)(?!\d)/u

interface Around {
  unit: Unit | null
  end: number
  /** What the number is multiplied by: 1,000 in `5 thousand`. */
  factor: number
  /** What is added to it: 0.5 in `3 and a half`. */
  more: number
}

/** Whether a number with a unit is a year or the day of a month: `2026 г.`, `12月24日`. */
const namesDate = (unit: Unit, number: string, before: string) =>
  YEAR_NUMBER.test(number)
    ? isYear(unit) || unit.name === 'gram'
    : isDay(unit) && MONTH_BEFORE.test(before)
const YEAR_NUMBER = /^(?:19|20)\d\d$/u
const MONTH_BEFORE = /[月월]\s?$/u

/** Reads the words on both sides of a number: its unit, its multiplier and a half. */
export function unitAround(
  text: string,
  from: number,
  to: number,
  units: UnitWords,
  language: string,
): Around {
  const number = text.slice(from, to)
  const money = unitBefore(text.slice(Math.max(0, from - 6), from), units)
  let at = to
  let [factor, more] = [1, 0]
  const half = AND_A_HALF.exec(text.slice(at, at + MAX_TO_UNIT))?.[0]
  if (half) [at, more] = [at + half.length, 0.5]
  const times = multiplierIn(text.slice(at, at + MAX_TO_UNIT), language, money !== undefined)
  if (times) [at, factor] = [at + times.length, times.factor]
  if (money) return { unit: money, end: at, factor, more }
  const found = unitAfter(text, at, units)
  if (!found || namesDate(found.unit, number, text.slice(Math.max(0, from - 2), from)))
    return { unit: null, end: at, factor, more }
  return withHalf(text, { ...found, factor, more })
}

/** Reads a half after a unit: `2時間半`, `une heure et demie`. */
export function withHalf(text: string, around: Around): Around {
  const half = around.more
    ? null
    : AND_A_HALF.exec(text.slice(around.end, around.end + MAX_TO_UNIT))
  return half ? { ...around, end: around.end + half[0].length, more: 0.5 } : around
}

const MONEY_BEFORE =
  /(\p{L}{0,3}\.?\p{Sc}|(?<!\p{L})(?:[A-Z]{3}|[Kk]r\.?|R[spM]\.?|TL|Ksh)|[%٪])(\s?)$/u

/** Reads the unit before a number: `$ 5`, `CHF 5`, `R$5`, `%20`. In `5 € 3`, it is that of the 5. */
function unitBefore(before: string, units: UnitWords): Unit | undefined {
  const found = MONEY_BEFORE.exec(before)
  if (!found || (found[2] && /\d\s?$/u.test(before.slice(0, found.index)))) return undefined
  return /[%٪]/u.test(found[1]!) ? unitNamed('percent') : moneyUnit(found[1]!, units)
}

/** Matches short forms with a full stop inside: `ج.م`. */
const DOTTED = /^\s?(\p{L}{1,2}\.\s?\p{L}{1,2})(?!\p{L})/u

/** Signs between a number and what is not its unit. `12 × $119` is calculated. */
const STOP = /[\d.,;:!?()\n/×*·+=]|\sx\s/u
/** A currency's sign of the next number: `three children €21`. */
const BEGINS_NUMBER = /^[\p{L}]{0,2}\p{Sc} ?\d/u

function unitAfter(
  text: string,
  at: number,
  units: UnitWords,
): { unit: Unit; end: number } | undefined {
  const after = text.slice(at, at + MAX_TO_UNIT)
  const sign = ROUND_PRICE.exec(after)?.[0] ?? ''
  const dotted = DOTTED.exec(after)
  const dottedUnit = dotted && moneyUnit(dotted[1]!, units)
  if (dottedUnit) return { unit: dottedUnit, end: at + dotted[0].length }
  let words = 0
  for (const { 0: word, index } of after.slice(sign.length).matchAll(WORD)) {
    const before = after.slice(sign.length, sign.length + index)
    // Stops where another number, sentence or clause begins.
    if (STOP.test(before) || ++words > 2 || beginsPeriod(word)) break
    if (words === 2 && BEGINS_NUMBER.test(after.slice(sign.length + index))) break
    const found = unitOf(word, units, before === '' && sign === '')
    if (found) return { unit: found.unit, end: at + sign.length + index + found.length }
  }
  const krona = sign === ':-' ? moneyUnit('kr', units) : undefined
  return krona && { unit: krona, end: at + sign.length }
}
