import { fileURLToPath } from 'node:url'
import { getDocumentProxy } from 'unpdf'
import { AppError } from '../../shared/errors.ts'
import { unreadable } from '../extract.ts'
import type { OnProgress } from '../reader.ts'

const MOST_PAGES = 5_000
/** Of all pages together; a page's content may unpack to a thousand times its size. */
const MOST_CHARACTERS = 50_000_000

/**
 * The text of a PDF, page by page, each let go of before the next: all at once, 20,000 pages took over 768 MB.
 * @throws AppError file_unreadable
 */
export async function readPdf(bytes: Buffer, onProgress: OnProgress): Promise<string> {
  try {
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, cMapUrl: characterMaps() })
    const total = document.numPages
    if (total > MOST_PAGES) throw unreadable(`The PDF has ${total} pages; at most ${MOST_PAGES} are read.`)
    const texts: string[] = []
    let characters = 0
    for (let number = 1; number <= total; number++) {
      onProgress({ done: number - 1, total })
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      page.cleanup()
      texts.push(inReadingOrder(items.filter((item) => 'str' in item)))
      characters += texts.at(-1)!.length
      if (characters > MOST_CHARACTERS) throw unreadable('The PDF is too large, unpacked.')
    }
    return texts.join('\n\n')
  } catch (error) {
    if (error instanceof AppError) throw error
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    throw unreadable(isLocked ? LOCKED : BROKEN)
  }
}

/** Many Chinese, Japanese and Korean PDFs name the map from their codes to characters, and do not have it with them. */
const characterMaps = () => fileURLToPath(new URL('cmaps/', import.meta.resolve('pdfjs-dist/package.json')))

const LOCKED = 'The PDF is encrypted: a password is needed to read it. Upload a copy without one.'
const BROKEN = 'The PDF is broken or incomplete. Open it, save it anew, and upload that.'

/** What we use of a piece of text as pdf.js finds it. */
interface Piece {
  str: string
  dir: string
  transform: number[]
  hasEOL: boolean
}

const x = ({ transform }: Piece) => transform[4] ?? 0

/**
 * Pieces of Arabic and Hebrew come in the order in which they are drawn, which with many programs is from the left,
 * letter by letter: such a run is turned round.
 */
function inReadingOrder(pieces: readonly Piece[]): string {
  let text = ''
  for (let at = 0; at < pieces.length; ) {
    const first = pieces[at]!
    let end = at + 1
    if (first.dir === 'rtl' && !first.hasEOL) end = endOfRun(pieces, at)
    const run = pieces.slice(at, end)
    if (run.length > 1 && x(run.at(-1)!) > x(first)) run.reverse()
    // The line may end with any piece of the run: its end stays behind it.
    text += run.map(({ str }) => str).join('') + (run.some(({ hasEOL }) => hasEOL) ? '\n' : '')
    at = end
  }
  // The forms that Arabic letters have within a word are other signs, by which nobody searches.
  return /[\ufb50-\ufdff\ufe70-\ufefc]/.test(text) ? text.normalize('NFKC') : text
}

/** Behind the last piece from right to left of the line; blanks between two such belong to the run. */
function endOfRun(pieces: readonly Piece[], start: number): number {
  let end = start + 1
  for (let at = end; at < pieces.length; at++) {
    const { dir, str, hasEOL } = pieces[at]!
    if (dir !== 'rtl' && str.trim()) break
    if (dir === 'rtl') end = at + 1
    if (hasEOL) break
  }
  return end
}
