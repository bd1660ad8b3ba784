import { isSeen, isTurned, type PdfItem, right, x, y } from './items.ts'

/** The most points between two paintings of a text: shadows are farther away than fake bold. */
const NEAR = 2
/** The most pieces of a line that are compared with each other. */
const MAX_COMPARED = 400
/** The height of a band in which pieces are looked up, in points; more than `NEAR`. */
const BAND = 4

/**
 * Leaves out text that is painted again in the same place. Programs do so for bold letters,
 * outlines and shadows, and for a second layer of the whole page; they may paint whole texts, or
 * each letter twice. A word that stands there twice, such as `very very`, has a place for each.
 */
export function paintedOnce(items: readonly PdfItem[]): PdfItem[] {
  const bands = new Map<number, PdfItem[]>()
  const kept: PdfItem[] = []
  /** Whether the text that is read is painted letter by letter, each letter twice. */
  let isDoubled = false
  for (const item of items) {
    const own = { ...item }
    kept.push(own)
    if (!isSeen(own) || own.width <= 0) continue
    const band = Math.floor(y(own) / BAND)
    const near = [band - 1, band, band + 1].flatMap((at) => bands.get(at) ?? [])
    if (near.some((other) => isSeen(other) && covers(other, own))) own.str = ''
    else {
      const within = near.filter((other) => isSeen(other) && covers(own, other))
      for (const other of within) other.str = ''
      const isCut = trim(own, near.filter(isSeen).at(-1))
      if (isCut || within.length) own.str = withoutPairs(own.str, isDoubled)
      isDoubled = isCut || within.length > 0
      bands.set(band, [...(bands.get(band) ?? []).slice(-MAX_COMPARED), own])
    }
  }
  return kept
}

const PAIR = /(\p{L})\1/gu
/** Matches a narrow letter, painted twice, in a text whose letters have the same distance. */
const SPACED_PAIR = / (\p{L})\1 /gu

const textOf = ({ str }: PdfItem) => str.replace(/\s+/g, '')

/** Whether the second piece is painted within the first, and says nothing else. */
function covers(whole: PdfItem, part: PdfItem): boolean {
  const isHigh = Math.abs(y(whole) - y(part)) > Math.min(NEAR, 0.25 * part.height)
  if (isHigh || Math.abs(whole.height - part.height) > 0.2 * part.height) return false
  // A part of a letter: `ll` in small print are two letters.
  const near = Math.min(NEAR, 0.25 * part.width)
  const [text, said] = [textOf(whole), textOf(part)]
  if (isTurned(whole) || isTurned(part)) return text === said && Math.abs(x(whole) - x(part)) < near
  if (x(part) < x(whole) - near || right(part) > right(whole) + near) return false
  const isSame = Math.min(Math.abs(x(whole) - x(part)), Math.abs(right(whole) - right(part))) < near
  return text === said ? isSame : text.includes(said)
}

/**
 * Cuts off the letters of a piece that are the last ones of the piece before, painted again: `BO`,
 * `OL`, `LD`.
 * @returns whether letters were cut off
 */
function trim(item: PdfItem, before: PdfItem | undefined): boolean {
  if (!before || isTurned(item) || Math.abs(y(before) - y(item)) > NEAR) return false
  const letter = before.width / textOf(before).length
  const common = right(before) - x(item)
  const isOver = common > 0.5 * letter && x(item) > x(before) - NEAR && right(item) > right(before)
  if (!isOver) return false
  const length = commonLength(textOf(before), textOf(item), common / letter)
  if (!length) return false
  item.str = withoutFirst(item.str, length)
  item.transform = item.transform.with(4, right(before))
  item.width = Math.max(item.width - common, 0)
  return true
}

/**
 * Makes one of each pair of letters in `ttiio`, which pdf.js joins if they are narrow. Few words are
 * of pairs alone: `oo` in `Noon` is a pair only in a text that is painted so.
 */
function withoutPairs(text: string, isDoubled: boolean): string {
  const letters = text.replace(/\s+/g, '')
  const arePairs =
    /^\p{L}?(?:(\p{L})\1)+\p{L}?$/u.test(letters) && (isDoubled || letters.length > 4)
  return arePairs ? text.replace(SPACED_PAIR, '$1').replace(PAIR, '$1') : text
}

/** Finds how many letters both share, of about the number that fits into the common place. */
function commonLength(before: string, text: string, about: number): number {
  for (const length of [Math.round(about), Math.ceil(about), Math.floor(about), 1])
    if (length > 0 && length <= text.length && before.endsWith(text.slice(0, length))) return length
  return 0
}

function withoutFirst(text: string, letters: number): string {
  let left = letters
  return text.replace(/\S/gu, (letter) => (left-- > 0 ? '' : letter))
}
