import type { ColumnLine } from './columns.ts'
import { isSeen, isTurned, type PdfItem, right, x, y } from './items.ts'

/** The fewest numbers of an axis, at equal steps. */
const MIN_TICKS = 5
/** The most points by which ends of an axis's numbers differ, or its steps. */
const TOLERANCE = 1.5
/** The most points by which the pieces of a table's row differ in height. */
const LEVEL = 0.6
/** The share of an axis's numbers that stand at the height of a row only by chance. */
const BY_CHANCE = 0.5
/** The most pieces of a page that are looked at. */
const MAX_PIECES = 5_000

/**
 * Finds the lines of charts that stand on the right of a table: of what is written beside and below
 * an axis with numbers, which are not at the heights of the table's rows.
 * @returns the numbers of the lines
 */
export function chartLines(lines: readonly ColumnLine[]): Set<number> {
  const pieces = lines.flatMap(({ items }, line) =>
    items.filter((item) => isSeen(item) && !isTurned(item)).map((item) => ({ item, line })),
  )
  const chart = new Set<number>()
  if (pieces.length > MAX_PIECES) return chart
  const axes = axesIn(pieces.map(({ item }) => item))
  for (const axis of axes) {
    const start = Math.min(...axis.map(x)) - 0.01
    const [onLeft, onRight] = [
      pieces.filter(({ item }) => x(item) < start),
      pieces.filter(({ item }) => x(item) >= start),
    ]
    const level = axis.filter((tick) =>
      onLeft.some(({ item }) => Math.abs(y(item) - y(tick)) < LEVEL),
    )
    const across = new Set(onLeft.map(({ line }) => line))
    if (!onLeft.length || level.length > BY_CHANCE * axis.length) continue
    if (onLeft.some(({ item }) => right(item) > start && isBeside(item, axis))) continue
    for (const { line } of onRight) if (!across.has(line)) chart.add(line)
  }
  return chart
}

const isBeside = (item: PdfItem, axis: readonly PdfItem[]) =>
  y(item) < y(axis[0]!) && y(item) > y(axis.at(-1)!)

/** Finds numbers below each other, at equal steps both in height and in value. */
function axesIn(items: readonly PdfItem[]): PdfItem[][] {
  const numbers = items
    .filter(({ str }) => /^[-–−]?\d{1,9}(?:[.,]\d{1,6})?%?$/.test(str.trim()))
    .sort((one, other) => y(other) - y(one))
  const columns = new Map<number, PdfItem[]>()
  for (const number of numbers) {
    const end = [...columns.keys()].find((end) => Math.abs(end - right(number)) < TOLERANCE)
    if (end === undefined) columns.set(right(number), [number])
    else columns.get(end)!.push(number)
  }
  return [...columns.values()].flatMap(stepsIn)
}

const numberOf = ({ str }: PdfItem) =>
  Number(str.trim().replace('%', '').replace(/[–−]/, '-').replace(',', '.'))

function stepsIn(column: readonly PdfItem[]): PdfItem[][] {
  const axes: PdfItem[][] = []
  let axis: PdfItem[] = []
  for (const item of column) {
    const [before, last] = [axis.at(-2), axis.at(-1)]
    const goesOn =
      !before ||
      !last ||
      (Math.abs(y(before) - y(last) - (y(last) - y(item))) < TOLERANCE &&
        isSameStep(numberOf(before) - numberOf(last), numberOf(last) - numberOf(item)))
    if (!goesOn) {
      axes.push(axis)
      axis = [last, item]
    } else axis.push(item)
  }
  return [...axes, axis].filter((axis) => axis.length >= MIN_TICKS)
}

/** Whether two steps are the same one, downwards. */
const isSameStep = (one: number, other: number) => one > 0 && Math.abs(one - other) < 0.01 * one
