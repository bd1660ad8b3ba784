import { underHeadings } from '../../chunking/sections.ts'
import { groupsOf } from '../rows/records.ts'
import { openRow } from '../text/sentinels.ts'
import { clean, unwrap } from '../text/text.ts'
import { contentsIn, indexIn, isIndexTitle } from './contents.ts'
import { headingsIn } from './headings.ts'
import type { PageLine } from './lines.ts'
import type { Bookmark } from './outline.ts'
import { withoutRunning } from './running.ts'

/** A text of a PDF under one heading. */
export interface PdfSection {
  /** The headings above it, outermost first, separated by ` › `; empty: none. */
  heading: string
  text: string
  /** Returns the page, from 1, on which a piece of the text begins. Pieces must come in order. */
  pageOf: (piece: string) => number
}

interface PlacedLine {
  line: PageLine
  /** The page of the line, from 1. */
  page: number
}

interface Raw {
  level: number
  title: string
  /** The page of its heading, from 1. */
  page: number
  lines: PlacedLine[]
  /** Whether a table of contents or an index was left out of it. */
  isCut: boolean
}

/**
 * Splits the text of a PDF at its headings, without running lines, tables of contents and indexes.
 */
export function sectionsOfPdf(
  pages: readonly (readonly PageLine[])[],
  outline: readonly Bookmark[],
): PdfSection[] {
  const read = withoutRunning(pages)
  const gone = contentsIn(read, outline)
  const sections = split(read, outline, gone).map((section) => withoutIndex(section, pages.length))
  return underHeadings(
    sections
      .filter(({ lines, isCut }) => lines.length || !isCut)
      .map((section) => ({ ...section, text: textOf(section.lines) })),
  ).map(({ heading, text, page, lines }) => ({ heading, text, pageOf: locator(lines, page) }))
}

function split(
  pages: readonly (readonly PageLine[])[],
  outline: readonly Bookmark[],
  gone: ReadonlySet<PageLine>,
): Raw[] {
  const headings = headingsIn(pages, outline, gone)
  const sections: Raw[] = [{ level: 0, title: '', page: 1, lines: [], isCut: false }]
  const written = new Set<PageLine>()
  for (const [index, lines] of pages.entries())
    for (const line of lines) {
      for (const { level, title, written: own } of headings.get(line) ?? []) {
        sections.push({ level, title, page: index + 1, lines: [], isCut: false })
        for (const headingLine of own) written.add(headingLine)
      }
      const section = sections.at(-1)!
      if (gone.has(line)) section.isCut = true
      else if (!written.has(line)) section.lines.push({ line, page: index + 1 })
    }
  return sections
}

function withoutIndex(section: Raw, pages: number): Raw {
  if (!isIndexTitle(section.title)) return section
  const gone = indexIn(
    section.lines.map(({ line }) => line),
    pages,
    section.isCut,
  )
  const lines = section.lines.filter(({ line }) => !gone.has(line))
  return { ...section, lines, isCut: section.isCut || gone.size > 0 }
}

/** Writes lines: text is unwrapped, but the rows of a table stay apart, each one on its line. */
function textOf(lines: readonly PlacedLine[]): string {
  const blocks: PlacedLine[][] = []
  for (const placed of lines) {
    const last = blocks.at(-1)
    if (last && isRow(last[0]!) === isRow(placed)) last.push(placed)
    else blocks.push([placed])
  }
  return blocks
    .map((block) => (isRow(block[0]!) ? textOfRows(block) : unwrap(clean(joined(block)))))
    .filter(Boolean)
    .join('\n\n')
}

const isRow = ({ line }: PlacedLine) => line.isRow === true

function textOfRows(rows: readonly PlacedLine[]): string {
  const groups = groupsOf(
    rows.map(({ line }) => clean(line.text)),
    2,
  )
  return groups.length > 1 ? openRow + groups.join(`\n${openRow}`) + openRow : (groups[0] ?? '')
}

/** Joins the lines. A sentence may continue on the next page. */
function joined(lines: readonly PlacedLine[]): string {
  let text = ''
  let last = lines[0]
  for (const { line, page } of lines) {
    const goesOn =
      page === last?.page || (/[^.!?:;。\s]$/u.test(last!.line.text) && /^\p{Ll}/u.test(line.text))
    text += `${text && (goesOn ? '\n' : '\n\n')}${line.text}`
    last = { line, page }
  }
  return text
}

/**
 * The letters of a piece's first line by which it is found, and the most letters to search ahead.
 */
const LETTERS_COMPARED = 40
const MAX_AHEAD = 20_000

const lettersIn = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '')

function locator(lines: readonly PlacedLine[], first: number): PdfSection['pageOf'] {
  if (lines.every(({ page }) => page === lines[0]!.page)) return () => lines[0]?.page ?? first
  let page = lines[0]!.page
  let letters = ''
  let at = 0
  let starts: { page: number; at: number }[] | undefined
  const read = () => {
    const starts: { page: number; at: number }[] = []
    const parts: string[] = []
    let length = 0
    for (const { line, page } of lines) {
      if (starts.at(-1)?.page !== page) starts.push({ page, at: length })
      parts.push(lettersIn(clean(line.text)))
      length += parts.at(-1)!.length
    }
    letters = parts.join('')
    return starts
  }
  return (piece) => {
    starts ??= read()
    const key = lettersIn(piece.split('\n')[0]!).slice(0, LETTERS_COMPARED)
    const ahead = letters.slice(at, at + MAX_AHEAD).indexOf(key)
    if (!key || ahead === -1) return page
    at += ahead
    page = starts.findLast((start) => start.at <= at)!.page
    at += key.length
    return page
  }
}
