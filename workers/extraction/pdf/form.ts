import type { PageField } from './fields.ts'
import { isSeen, isTurned, itemAt, type PdfItem, right, x, y } from './items.ts'

/** The most points between a field and a label on its left that stands close to it. */
const CLOSE = 60
/** The most points between a field and any label on its left; with a tooltip, and without. */
const FAR = 120
const FARTHEST = 250
/** The most points between a check box and its label. */
const BESIDE = 24
/** The most points between a field and the foot of a label above it, or the head of one below. */
const ABOVE = 8
/** The least points between a field and the text on its right, unless it stands in a sentence. */
const APART = 10

/** Matches lines for handwriting: `______` or `......`. */
const BLANK = /_{3,}|[.…]{6,}/
const BLANKS_ALONE = /^[_.…\s]+$/

/**
 * Writes the values of a page's fields beside their labels, as people see them: `Berth: C-47`,
 * `☑ Diesel ☐ Petrol`. A value without a label on the page is named by its tooltip.
 * @param items the text of the page, without the fields
 */
export function withFields(items: readonly PdfItem[], fields: readonly PageField[]): PdfItem[] {
  if (!fields.length) return [...items]
  const written = items.map((item) => ({ ...item }))
  const labels = written.filter((item) => isSeen(item) && !isTurned(item))
  const alone: PdfItem[] = []
  const reach: LabelReach = new Map()
  for (const field of fields) {
    const place = placeOf(field, labels, fields, reach)
    if (place) write(field, place, reach)
    else alone.push(itemOf(field, labels))
    for (const item of labels) if (isUnder(item, field)) item.str = ''
  }
  for (const item of alone) insert(written, item)
  return written
}

/** How far labels with their values go to the right, in points. */
type LabelReach = Map<PdfItem, number>

/** Where a value is written: within its label, after or before it, or into the blank of a sentence. */
interface ValuePlace {
  label: PdfItem
  as: 'before' | 'after' | 'in sentence' | 'in blank'
}

function placeOf(
  field: PageField,
  labels: readonly PdfItem[],
  fields: readonly PageField[],
  reach: LabelReach,
): ValuePlace | undefined {
  const level = labels.filter((item) => isLevelWith(item, field))
  const blank = level.find((item) => BLANK.test(item.str) && overlaps(item, field))
  if (blank && !BLANKS_ALONE.test(blank.str)) return { label: blank, as: 'in blank' }
  const named = level.filter(isLabel)
  const leftOf = (item: PdfItem) => field.left - (reach.get(item) ?? right(item))
  const onLeft = nearest(named, leftOf)
  const onRight = nearest(named, (item) => x(item) - field.right)
  const leftGap = onLeft ? leftOf(onLeft) : Number.POSITIVE_INFINITY
  const rightGap = onRight ? x(onRight) - field.right : Number.POSITIVE_INFINITY
  if (field.isTicked !== undefined && onRight && rightGap < Math.min(BESIDE, leftGap))
    return { label: onRight, as: 'before' }
  const as = rightGap < APART && field.isTicked === undefined ? 'in sentence' : 'after'
  const isFree = onLeft && (reach.has(onLeft) || !isTaken(onLeft, field, fields))
  if (isFree && leftGap < CLOSE) return { label: onLeft, as }
  const above = nearest(
    labels.filter((item) => isLabel(item) && isOver(item, field)),
    (item) => y(item) - field.top + ABOVE,
  )
  if (above && !hasFieldBetween(above, field, fields)) return { label: above, as: 'after' }
  if (isFree && leftGap < (field.tooltip ? FAR : FARTHEST)) return { label: onLeft, as }
  if (field.tooltip) return undefined
  const below = nearest(
    labels.filter((item) => isLabel(item) && isBelow(item, field)),
    (item) => field.bottom - y(item) - item.height + ABOVE,
  )
  return below && { label: below, as: 'after' }
}

const isLabel = ({ str }: PdfItem) => /\p{L}{2}|\p{sc=Han}/u.test(str)
const isLevelWith = (item: PdfItem, { bottom, top }: PageField) => {
  const middle = y(item) + 0.35 * item.height
  return middle > bottom - 2 && middle < top + 2
}
const overlaps = (item: PdfItem, { left, right: end }: PageField) =>
  x(item) < end && right(item) > left + 2
const isOver = (item: PdfItem, field: PageField) =>
  Math.abs(y(item) - field.top) < ABOVE && overlaps(item, field)
const isBelow = (item: PdfItem, field: PageField) =>
  Math.abs(field.bottom - y(item) - item.height) < ABOVE && overlaps(item, field)

/** Returns the item with the smallest gap, of those that do not overlap by over 3 points. */
function nearest(items: readonly PdfItem[], gapOf: (item: PdfItem) => number) {
  let found: PdfItem | undefined
  for (const item of items)
    if (gapOf(item) > -3 && (!found || gapOf(item) < gapOf(found))) found = item
  return found
}

/** Whether a label on the left has another field beside it, other than a box of the same value. */
const isTaken = (label: PdfItem, field: PageField, fields: readonly PageField[]) =>
  fields.some(
    (other) =>
      other !== field &&
      isLevelWith(label, other) &&
      other.left > right(label) - 3 &&
      other.right < field.left + 1 &&
      field.left - other.right > APART,
  )

const hasFieldBetween = (label: PdfItem, field: PageField, fields: readonly PageField[]) =>
  fields.some(
    (other) =>
      other !== field &&
      other.top < y(label) + label.height &&
      other.bottom > field.bottom &&
      other.left < field.right &&
      other.right > field.left,
  )

/** Removes the line for handwriting at a label's end. */
function withoutLine(label: string): string {
  let end = label.length
  while (end > 0 && /[\s_…]/u.test(label[end - 1]!)) end--
  return label.slice(0, end)
}

function write(field: PageField, { label, as }: ValuePlace, reach: LabelReach): void {
  const text = label.str.trimEnd()
  if (as === 'in blank') label.str = text.replace(BLANK, () => ` ${writtenValue(field)} `)
  else if (as === 'before') label.str = `${field.isTicked ? '☑' : '☐'} ${label.str}`
  else {
    const name = withoutLine(text)
    const isNamed = as === 'in sentence' || reach.has(label) || !/[\p{L}\p{N})\]*]$/u.test(name)
    label.str = `${name}${isNamed ? '' : ':'} ${writtenValue(field)}`
    reach.set(label, Math.max(right(label), field.right))
  }
}

const writtenValue = ({ value, isTicked }: PageField) => (isTicked === false ? '☐' : value)

/** Whether a piece is the line for handwriting below a field. */
const isUnder = (item: PdfItem, field: PageField) =>
  field.isTicked === undefined &&
  BLANKS_ALONE.test(item.str) &&
  isLevelWith(item, field) &&
  overlaps(item, field)

function itemOf(field: PageField, labels: readonly PdfItem[]): PdfItem {
  const level = labels.find((item) => isLevelWith(item, field))
  const height = level?.height ?? Math.min(usualHeight(labels), 0.8 * (field.top - field.bottom))
  const name = field.tooltip || field.name
  const text = ` ${name ? `${name}: ` : ''}${writtenValue(field)} `
  return itemAt(text, {
    x: field.left,
    y: level ? y(level) : field.top - height,
    width: Math.min(field.right - field.left, 0.5 * height * text.length),
    height,
  })
}

/** Returns the height in the middle of those of all texts, in points, so that no value is a heading. */
const usualHeight = (labels: readonly PdfItem[]) =>
  labels.map(({ height }) => height).sort((one, other) => one - other)[labels.length >> 1] ?? 10

/** Puts an item before the first that stands below it, or right of it in its line. */
function insert(items: PdfItem[], item: PdfItem): void {
  const at = items.findIndex(
    (other) =>
      isSeen(other) &&
      (y(other) < y(item) - 0.5 * item.height ||
        (Math.abs(y(other) - y(item)) <= 0.5 * item.height && x(other) > x(item))),
  )
  items.splice(at === -1 ? items.length : at, 0, item)
}
