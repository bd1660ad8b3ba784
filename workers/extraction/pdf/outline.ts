import type { getDocumentProxy } from 'unpdf'
import { lookUp } from '../../../shared/lib/lookUp.ts'
import { clean } from '../text/text.ts'

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>
/** The outline of a PDF. The types of pdf.js say wrongly that it always exists. */
type Bookmarks = NonNullable<Awaited<ReturnType<PdfDocument['getOutline']>>>

/** A heading in the PDF's outline (its bookmarks). */
export interface Bookmark {
  title: string
  /** From 1, the outermost. */
  level: number
  /** The page's index, from 0. */
  page: number
  /** Points from the foot of the page; null: the bookmark names only the page. */
  top: number | null
}

/** The most bookmarks that are read. A manual of 2,400 pages has 1,500. */
const MAX_BOOKMARKS = 10_000
const MAX_LEVELS = 6

/** Matches titles that contain only the number of the page. */
const NO_TITLE = /^[^\p{N}]{0,12}\p{N}{1,5}$/u

/** Lists the bookmarks in the outline's order; none if it has only page numbers, or is broken. */
export async function readOutline(document: PdfDocument): Promise<Bookmark[]> {
  const listed = flat(await document.getOutline().catch(() => null))
  if (listed.every(({ title }) => NO_TITLE.test(title))) return []
  const named = listed.some(({ dest }) => typeof dest === 'string')
  const places = named ? await document.getDestinations().catch(() => ({})) : {}
  const found: Bookmark[] = []
  for (const { title, level, dest } of listed) {
    const place = typeof dest === 'string' ? lookUp(places as Record<string, unknown>, dest) : dest
    const page = Array.isArray(place) ? await pageOf(document, place[0]) : undefined
    if (title && page !== undefined)
      found.push({ title, level, page, top: topOf(place as unknown[]) })
  }
  return found
}

function flat(bookmarks: Bookmarks | null) {
  const listed: { title: string; level: number; dest: Bookmarks[number]['dest'] }[] = []
  const open = [...(bookmarks ?? [])].reverse().map((item) => ({ item, level: 1 }))
  while (open.length && listed.length < MAX_BOOKMARKS) {
    const { item, level } = open.pop()!
    listed.push({ title: clean(item.title).replace(/\n/g, ' '), level, dest: item.dest })
    if (level < MAX_LEVELS)
      for (const below of [...item.items].reverse()) open.push({ item: below, level: level + 1 })
  }
  return listed
}

/** Finds a page by its object or its number. @returns undefined: the PDF has no such page */
async function pageOf(document: PdfDocument, page: unknown): Promise<number | undefined> {
  if (typeof page === 'object' && page !== null)
    return document
      .getPageIndex(page as Parameters<PdfDocument['getPageIndex']>[0])
      .catch(() => undefined)
  return Number.isInteger(page) ? (page as number) : undefined
}

/** Reads `[page, { name: 'XYZ' }, left, top, zoom]` and `[page, { name: 'FitH' }, top]`. */
function topOf([, fit, first, second]: unknown[]): number | null {
  const { name } = (fit ?? {}) as { name?: string }
  const top = name === 'XYZ' ? second : name === 'FitH' || name === 'FitBH' ? first : null
  return typeof top === 'number' ? top : null
}
