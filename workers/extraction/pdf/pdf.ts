import { getDocumentProxy } from 'unpdf'
import { AppError } from '../../../shared/lib/errors.ts'
import type { OnProgress } from '../contract/messages.ts'
import { unreadable } from '../contract/messages.ts'
import { packageFolder } from '../contract/packageFolder.ts'
import { pagesWithoutText, paintedPages, withoutText } from './emptyPages.ts'
import { type Annotation, fieldsIn } from './fields.ts'
import { withFields } from './form.ts'
import { type PageLine, readPageOf } from './lines.ts'
import { readOutline } from './outline.ts'
import { paintedOnce } from './paintedOnce.ts'
import { type PdfSection, sectionsOfPdf } from './pdfSections.ts'
import type { ColumnNames } from './pdfTables.ts'
import { titleOf } from './pdfTitle.ts'

const MAX_PAGES = 5_000
/**
 * The most characters of all pages together. A page's content may unpack to a thousand times its
 * size.
 */
const MAX_CHARACTERS = 50_000_000

interface Pdf {
  sections: PdfSection[]
  /** The title in the PDF's metadata, else its first heading; null: none. */
  title: string | null
  /** What could not be read, in sentences; none: all was read. */
  warnings: string[]
}

/**
 * Returns the text in the pictures of a page, from 1, beside the lines of its own text; `late`: it
 * takes too long, and a warning of its own says so.
 */
type ReadPictures = (number: number, lines: readonly PageLine[]) => Promise<PageLine[] | 'late'>

type Info = { Title?: unknown; IsXFAPresent?: boolean; IsAcroFormPresent?: boolean } | undefined

/**
 * Reads a PDF's text, with its headings and pages, and its title. Each page is released before the
 * next page is read: together, 20,000 pages took over 768 MB.
 * @param readPictures called for each page. Default: text in pictures is not read
 * @throws AppError file_unreadable
 */
export async function readPdf(
  bytes: Buffer,
  onProgress: OnProgress,
  readPictures?: ReadPictures,
): Promise<Pdf> {
  try {
    const document = await getDocumentProxy(new Uint8Array(bytes), {
      verbosity: 0,
      cMapUrl: characterMaps(),
    })
    const total = document.numPages
    if (total > MAX_PAGES)
      throw unreadable(`The PDF has ${total} pages; at most ${MAX_PAGES} are read.`)
    const pages: PageLine[][] = []
    const late: number[] = []
    const named = await document.getMetadata().catch(() => undefined)
    let title: string | null = null
    let characters = 0
    let header: ColumnNames | undefined
    for (let number = 1; number <= total; number++) {
      onProgress({ done: number - 1, total })
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      page.cleanup()
      const pieces = paintedOnce(items.filter((item) => 'str' in item))
      if (number === 1) title = titleOf((named?.info as Info)?.Title, pieces)
      const { lines, header: found } = readPageOf(
        withFields(pieces, await readFields(page)),
        header,
      )
      header = found
      const pictured = (await readPictures?.(number, lines)) ?? []
      if (pictured === 'late') late.push(number)
      pages.push(pictured === 'late' ? lines : [...lines, ...pictured])
      characters += pages.at(-1)!.reduce((sum, { text }) => sum + text.length, 0)
      if (characters > MAX_CHARACTERS) throw unreadable('The PDF is too large, unpacked.')
    }
    if (isFilledByProgram(named?.info as Info, pages)) throw unreadable(FILLED_BY_PROGRAM)
    const silent = pagesWithoutText(pages).filter((number) => !late.includes(number))
    const empty = await paintedPages(bytes, silent).catch(() => [])
    const warnings = empty.length ? [withoutText(empty, readPictures !== undefined)] : []
    return { sections: sectionsOfPdf(pages, await readOutline(document)), title, warnings }
  } catch (error) {
    if (error instanceof AppError) throw error
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    throw unreadable(isLocked ? LOCKED : BROKEN)
  }
}

type PdfPage = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

/** Reads the fields of a page. Broken annotations must not cost the text. */
const readFields = (page: PdfPage) =>
  page.getAnnotations().then(
    (annotations: Annotation[]) => fieldsIn(annotations),
    () => [],
  )

/**
 * Returns the path of the character maps. Many Chinese, Japanese and Korean PDFs name a map without
 * including it.
 */
const characterMaps = () => `${packageFolder('pdfjs-dist')}/cmaps/`

/** The most characters of the page that asks readers to wait, in any language. */
const MAX_PLACEHOLDER = 3_000

/**
 * Whether the PDF is a form in XFA, which has pages only within Adobe's programs. Others see a page
 * that asks them to wait.
 */
function isFilledByProgram(info: Info, pages: readonly (readonly PageLine[])[]): boolean {
  const text = pages
    .slice(0, 2)
    .flatMap((lines) => lines.map(({ text }) => text))
    .join(' ')
  const isPlaceholder = text.length < MAX_PLACEHOLDER && (!text || /adobe/i.test(text))
  return info?.IsXFAPresent === true && pages.length <= 1 && isPlaceholder
}

const FILLED_BY_PROGRAM =
  "The PDF is a form that only Adobe's programs show (XFA). Print it there to a PDF, and upload that."
const LOCKED = 'The PDF is encrypted: a password is needed to read it. Upload a copy without one.'
const BROKEN = 'The PDF is broken or incomplete. Open it, save it anew, and upload that.'
