import { CLOCK } from './clockTimes.ts'
import { type Quantity, scaledOf } from './quantities.ts'

const [HOUR, HALF_DAY] = [60, 720]

/** Words for the second half of a day. */
const AFTERNOON =
  /(?<!\p{L})(?:pm|p\.m\.|afternoon|evening|night|nachmittags?|abends?|nachts|après-midi|soir|tarde|noche|pomeriggio|sera|noite|middags?|avonds?|po południu|wieczor\p{L}{0,2}|odpoledne|večer|öğleden sonra|akşam|дня|вечера|дні|вечора|kväll\p{L}{0,2}|eftermiddag\p{L}{0,2}|ettermiddag\p{L}{0,2}|aften|مساء|ظهرا|शाम|दोपहर)(?!\p{L})|午後|下午|晚上|夜|오후|저녁|บ่าย|เย็น|ค่ำ/iu

/** A time that says itself which half of the day it is in. */
const HALVED = /[ap]\.?\s?m\b|[午오下上]/iu

/** A figure with the text that it stands in. */
export interface FigureInText {
  figure: Quantity
  text: string
}

/**
 * Whether two figures are the same time of day, or the same length: `16 Uhr` and `16:00`, `8 de la
 * tarde` and `20:00`, `2h30` and 150 minutes.
 */
export function isSameTime(said: FigureInText, known: FigureInText): boolean {
  const isClock = [said, known].some(({ figure }) => figure.unit?.name === CLOCK.name)
  const [left, right] = [minutesOf(said), minutesOf(known)]
  if (isClock && left.some((time) => right.includes(time))) return true
  // Compares before it reads the texts, which takes far longer.
  return (
    (isHalfDayLater(right, left) && mayShift(said)) ||
    (isHalfDayLater(left, right) && mayShift(known))
  )
}

const isHalfDayLater = (late: readonly number[], early: readonly number[]) =>
  early.some((time) => time < HALF_DAY && late.includes(time + HALF_DAY))

const isHours = ({ unit }: Quantity) =>
  unit === null || (unit.name === 'minute' && unit.factor === HOUR)

/** Returns the minutes since midnight that a figure may be. */
function minutesOf({ figure }: FigureInText): readonly number[] {
  const { unit, values } = figure
  if (unit?.name === CLOCK.name) return values
  if (isHours(figure))
    return values.filter((hour) => Number.isInteger(hour) && hour <= 24).map((hour) => hour * HOUR)
  return unit?.name === 'minute' ? scaledOf(figure) : []
}

/** Whether a figure of the first half of the day may mean the second half. */
const mayShift = ({ figure, text }: FigureInText) =>
  (isHours(figure) || figure.unit?.name === CLOCK.name) &&
  !HALVED.test(figure.written) &&
  AFTERNOON.test(text)
