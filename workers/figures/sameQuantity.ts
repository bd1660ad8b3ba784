import { CLOCK } from './clockTimes.ts'
import { isOtherPeriod } from './periods.ts'
import type { Quantity } from './quantities.ts'
import { isSameUnit } from './units.ts'

/** Whole numbers are exact: two telephone numbers differ in their last digits. */
const isSame = (a: number, b: number) =>
  Number.isInteger(a) && Number.isInteger(b)
    ? a === b
    : Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a), Math.abs(b))

/**
 * Whether two quantities can be the same. An unknown unit matches any unit, and a price without a
 * period that of any period.
 */
export function isSameQuantity(left: Quantity, right: Quantity): boolean {
  if (isOtherPeriod(left.period, right.period)) return false
  const known = left.unit && right.unit
  if (known && !isSameUnit(left.unit!, right.unit!)) return false
  if (!known && (left.unit === CLOCK || right.unit === CLOCK))
    return isSameTime(left.unit ? left : right, left.unit ? right : left)
  const scaled = ({ values, unit }: Quantity) =>
    values.map((value) => value * (known ? unit!.factor : 1))
  return scaled(left).some((a) => scaled(right).some((b) => isSame(a, b)))
}

/** Whether a number may be the hour of a time: `open from 9 to 6`. */
const isSameTime = (time: Quantity, bare: Quantity) =>
  time.values.some((minutes) =>
    bare.values.some(
      (hour) => minutes === hour * 60 || (hour < 12 && minutes === (hour + 12) * 60),
    ),
  )
