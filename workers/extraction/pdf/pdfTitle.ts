import { goodTitle } from '../text/titles.ts'
import { isSeen, isTurned, type PdfItem } from './items.ts'
import { textOfPage } from './lines.ts'

const MAX_CHARACTERS = 200
/** The least size of a title, as a multiple of the page's usual size. */
const LARGER = 1.2

/** The most sizes of letters on the first page whose words may be a title, largest first. */
const MAX_SIZES = 3

/**
 * Returns the title of a PDF: that of its metadata, else the first words in the largest letters of
 * the first page. What a program, an archive or a scanner wrote there is no title: the next largest
 * words may be.
 * @param named the title in the metadata
 */
export function titleOf(named: unknown, firstPage: readonly PdfItem[]): string | null {
  for (const text of [typeof named === 'string' ? named : '', ...headingsOf(firstPage)]) {
    const title = goodTitle(text)
    if (title && isTitle(title)) return title
  }
  return null
}

const isTitle = (text: string) =>
  text.length <= MAX_CHARACTERS && (text.match(/\p{L}/gu)?.length ?? 0) >= 2

function headingsOf(pieces: readonly PdfItem[]): string[] {
  const written = pieces.filter(isSeen)
  const level = written.filter((piece) => !isTurned(piece))
  // Turned text is a stamp at the margin, unless the whole page is turned.
  const read =
    level.length > 0.1 * written.length ? pieces.filter((item) => !isTurned(item)) : pieces
  const characters = new Map<number, number>()
  for (const piece of read.filter(isSeen))
    characters.set(sizeOf(piece), (characters.get(sizeOf(piece)) ?? 0) + piece.str.length)
  const [usual = 0] = [...characters].sort((a, b) => b[1] - a[1])[0] ?? []
  return [...characters.keys()]
    .filter((size) => size >= LARGER * usual)
    .sort((one, other) => other - one)
    .slice(0, MAX_SIZES)
    .map((size) => firstOf(read, size))
}

/** Returns the first words in letters of a size. */
function firstOf(pieces: readonly PdfItem[], size: number): string {
  const start = pieces.findIndex((piece) => isSeen(piece) && sizeOf(piece) === size)
  const end = pieces.findIndex((piece, at) => at > start && isSeen(piece) && sizeOf(piece) !== size)
  return textOfPage(pieces.slice(start, end === -1 ? undefined : end)).join(' ')
}

/** Returns the height of a letter in points, to a tenth, however the text is turned. */
const sizeOf = ({ transform }: PdfItem) =>
  Math.round(10 * Math.hypot(transform[2] ?? 0, transform[3] ?? 0)) / 10
