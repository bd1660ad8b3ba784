import { goodTitle } from '../text/titles.ts'
import type { PdfItem } from './items.ts'
import { textOfPage } from './lines.ts'

const MAX_CHARACTERS = 200
/** The least size of a title, as a multiple of the page's usual size. */
const LARGER = 1.2

/**
 * Returns the title of a PDF: that of its metadata, else the first words in the largest letters of
 * the first page.
 * @param named the title in the metadata
 */
export function titleOf(named: unknown, firstPage: readonly PdfItem[]): string | null {
  const titles = [typeof named === 'string' ? named : '', headingOf(firstPage)].map(goodTitle)
  return titles.find((title) => title && isTitle(title)) ?? null
}

const isTitle = (text: string) =>
  text.length <= MAX_CHARACTERS && (text.match(/\p{L}/gu)?.length ?? 0) >= 2

function headingOf(pieces: readonly PdfItem[]): string {
  const written = pieces.filter(({ str }) => str.trim())
  const characters = new Map<number, number>()
  for (const piece of written)
    characters.set(sizeOf(piece), (characters.get(sizeOf(piece)) ?? 0) + piece.str.length)
  const [usual = 0] = [...characters].sort((a, b) => b[1] - a[1])[0] ?? []
  const largest = Math.max(0, ...characters.keys())
  if (largest < LARGER * usual) return ''
  const start = pieces.findIndex((piece) => piece.str.trim() && sizeOf(piece) === largest)
  const end = pieces.findIndex(
    (piece, at) => at > start && piece.str.trim() && sizeOf(piece) !== largest,
  )
  return textOfPage(pieces.slice(start, end === -1 ? undefined : end)).join(' ')
}

/** Returns the height of a letter in points, to a tenth, however the text is turned. */
const sizeOf = ({ transform }: PdfItem) =>
  Math.round(10 * Math.hypot(transform[2] ?? 0, transform[3] ?? 0)) / 10
