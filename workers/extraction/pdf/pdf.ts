import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { getDocumentProxy } from 'unpdf'
import { AppError } from '../../../shared/errors.ts'
import type { OnProgress } from '../contract/messages.ts'
import { unreadable } from '../contract/messages.ts'
import { textOfPage } from './lines.ts'
import { titleOf } from './pdfTitle.ts'

const MAX_PAGES = 5_000
/** The most characters of all pages together. A page's content may unpack to a thousand times its size. */
const MAX_CHARACTERS = 50_000_000

interface Pdf {
  text: string
  /** The title in the PDF's metadata, else its first heading; null: none. */
  title: string | null
}

type Info = { Title?: unknown } | undefined

/**
 * Reads a PDF's text and title, page by page. Each page is released before the next one: all at once, 20,000
 * pages took over 768 MB.
 * @throws AppError file_unreadable
 */
export async function readPdf(bytes: Buffer, onProgress: OnProgress): Promise<Pdf> {
  try {
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, cMapUrl: characterMaps() })
    const total = document.numPages
    if (total > MAX_PAGES) throw unreadable(`The PDF has ${total} pages; at most ${MAX_PAGES} are read.`)
    const pages: string[][] = []
    const named = await document.getMetadata().catch(() => undefined)
    let title: string | null = null
    let characters = 0
    for (let number = 1; number <= total; number++) {
      onProgress({ done: number - 1, total })
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      page.cleanup()
      const pieces = items.filter((item) => 'str' in item)
      if (number === 1) title = titleOf((named?.info as Info)?.Title, pieces)
      pages.push(textOfPage(pieces))
      characters += pages.at(-1)!.reduce((sum, line) => sum + line.length, 0)
      if (characters > MAX_CHARACTERS) throw unreadable('The PDF is too large, unpacked.')
    }
    return { text: joined(withoutRunning(pages)), title }
  } catch (error) {
    if (error instanceof AppError) throw error
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    throw unreadable(isLocked ? LOCKED : BROKEN)
  }
}

/** Where the character maps are. Many Chinese, Japanese and Korean PDFs name one without including it. */
const characterMaps = () =>
  `${dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))}/cmaps/`

const LOCKED = 'The PDF is encrypted: a password is needed to read it. Upload a copy without one.'
const BROKEN = 'The PDF is broken or incomplete. Open it, save it anew, and upload that.'

/**
 * How many lines at the head and at the foot of a page may be running lines, and on how many pages they must
 * stand.
 */
const RUNNING_LINES = 2
const LEAST_PAGES = 3

/**
 * Removes lines that stand at the head or foot of most pages, such as page numbers. Of a title, the first one
 * stays.
 */
function withoutRunning(pages: readonly (readonly string[])[]): string[][] {
  const placed = pages.map((page) => page.map((line, at) => placeOf(line, at, page.length)))
  const counts = new Map<string, number>()
  for (const places of placed)
    for (const place of new Set(places)) if (place) counts.set(place, (counts.get(place) ?? 0) + 1)
  const least = Math.max(LEAST_PAGES, pages.length / 2)
  const seen = new Set<string>()
  return pages.map((page, number) =>
    page.filter((line, at) => {
      const place = placed[number]![at]
      if (!place || counts.get(place)! < least) return true
      const isFirst = !seen.has(place) && !/\d/.test(line)
      seen.add(place)
      return isFirst
    }),
  )
}

/**
 * The place and the words of a line, without its numbers; undefined: it is within the page, or a heading such
 * as `Lesson 3`.
 */
function placeOf(line: string, at: number, lines: number): string | undefined {
  const said = line.replace(/\d+/g, '#')
  if (lines - 1 - at < RUNNING_LINES && at > 0) return `foot ${said}`
  const letters = said.match(/\p{L}/gu)?.length ?? 0
  const isHeading = said !== line && letters > 0 && letters < LEAST_LETTERS
  return at < RUNNING_LINES && !isHeading ? `head ${said}` : undefined
}
const LEAST_LETTERS = 15

/** Joins the pages. A sentence may continue on the next one. */
function joined(pages: readonly (readonly string[])[]): string {
  let text = ''
  let last = ''
  for (const page of pages) {
    const next = page.join('\n')
    const goesOn = /[^.!?:;。\s]$/u.test(last) && /^\p{Ll}/u.test(next)
    text += `${text && (goesOn ? '\n' : '\n\n')}${next}`
    last = next
  }
  return text
}
