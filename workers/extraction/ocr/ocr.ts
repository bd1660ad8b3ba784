import type { OcrOptions, Recognition } from '../contract/messages.ts'
import { named } from '../pdf/emptyPages.ts'
import type { PageLine } from '../pdf/lines.ts'
import type { PageReader, Picture } from './pageReader.ts'
import type { ScannedPages } from './scannedPages.ts'
import type { SeenText } from './seenLines.ts'

/** How the text of a file was read, with sentences about what was not read, or not well. */
export interface Outcome {
  recognition: Recognition
  warnings: string[]
}

/** Recognizes the text of one file's pictures, and keeps count of it. */
export interface Ocr {
  /**
   * Returns the text in the pictures of a PDF's page; empty: the page has enough text of its own, or
   * none can be seen; `late`: it takes too long, which the outcome says.
   * @param number the page's, from 1
   * @param lines the text that the page has
   */
  readPage(number: number, lines: readonly PageLine[]): Promise<PageLine[] | 'late'>
  /** @throws Unread */
  readPicture(picture: Picture): Promise<SeenText>
  outcome(): Outcome
  close(): Promise<void>
}

/**
 * The fewest letters of a page that is taken for one of text. A scan may have fewer, such as a stamp
 * or the name of the program that made it.
 */
const MIN_LETTERS = 100
/** The confidence below which a reader should check the passages. */
const MIN_CONFIDENCE = 0.75

const lettersIn = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0

/**
 * Starts nothing before the first picture: most files have text, and Tesseract takes 100 MB.
 * @param bytes the file
 * @param onAlive called many times a second while a picture is recognized
 */
export function makeOcr(bytes: Buffer, options: OcrOptions, onAlive: () => void): Ocr {
  let reader: Promise<PageReader> | undefined
  let scans: Promise<ScannedPages> | undefined
  let hasText = false
  const seen: SeenText[] = []
  const late: number[] = []

  const startReader = async () => {
    const { makePageReader } = await import('./pageReader.ts')
    return makePageReader(options, onAlive)
  }
  const openScans = async () => {
    const { openScannedPages } = await import('./scannedPages.ts')
    return openScannedPages(bytes)
  }

  async function readPicture(picture: Picture): Promise<SeenText> {
    reader ??= startReader()
    const text = await (await reader).read(picture)
    if (text.letters) seen.push(text)
    return text
  }

  /** What fails here must not cost the text of other pages: a warning names this page. */
  async function readScan(number: number, hasLetters: boolean): Promise<PageLine[] | 'late'> {
    try {
      scans ??= openScans()
      return await (await scans).read(number, hasLetters, readPicture)
    } catch {
      return []
    }
  }

  return {
    async readPage(number, lines) {
      const letters = lines.reduce((sum, { text }) => sum + lettersIn(text), 0)
      const page = letters < MIN_LETTERS ? await readScan(number, letters > 0) : []
      if (page === 'late') late.push(number)
      hasText ||= letters > 0 && (page === 'late' || !page.length)
      return page
    },
    readPicture,
    outcome() {
      const confidence = meanOf(seen)
      const read_by = confidence === null ? 'text' : hasText ? 'text_and_ocr' : 'ocr'
      return { recognition: { read_by, confidence }, warnings: warningsAbout(confidence, late) }
    },
    async close() {
      for (const opened of [reader, scans])
        await opened?.then(
          (opened) => opened.close(),
          () => undefined,
        )
    },
  }
}

/**
 * Returns the mean confidence of texts to three places, in which long ones weigh more; null: there
 * are none.
 */
function meanOf(texts: readonly SeenText[]): number | null {
  const letters = texts.reduce((sum, text) => sum + text.letters, 0)
  const sure = texts.reduce((sum, text) => sum + text.letters * text.confidence, 0)
  return letters ? Math.round((1000 * sure) / letters) / 1000 : null
}

function warningsAbout(confidence: number | null, late: readonly number[]): string[] {
  const percent = Math.round((confidence ?? 1) * 100)
  return [
    ...(confidence !== null && confidence < MIN_CONFIDENCE
      ? [
          `Text recognition is only ${percent} % sure of its words: check the passages, or scan anew.`,
        ]
      : []),
    ...(late.length
      ? [`Recognizing the text of these pages takes too long: ${named(late)}. Split the file.`]
      : []),
  ]
}
