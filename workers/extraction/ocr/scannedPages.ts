import { pathToFileURL } from 'node:url'
import type { PDFPageProxy } from 'pdfjs-dist'
import { packageFolder } from '../contract/packageFolder.ts'
import type { PageLine } from '../pdf/lines.ts'
import { blankPage, type GreyPage, paint, toPgm } from './greyPage.ts'
import { type Picture, Unread } from './pageReader.ts'
import {
  type Matrix,
  type PdfPicture,
  type PlacedPicture,
  placedPictures,
  times,
} from './placedPictures.ts'
import type { SeenText } from './seenLines.ts'

/** Reads the pages of a PDF whose text is in pictures. */
export interface ScannedPages {
  /**
   * Returns the text in the pictures of a page, from above; empty: there is none, or the pictures
   * cover too little of the page. `late`: it takes too long.
   * @param number the page's, from 1
   * @param hasText whether the page has some text of its own
   */
  read(number: number, hasText: boolean, recognize: Recognize): Promise<PageLine[] | 'late'>
  close(): Promise<void>
}

/** @throws Unread */
export type Recognize = (picture: Picture) => Promise<SeenText>

/** The share of the page that pictures must cover if it has no text, and if it has a few letters. */
const MIN_COVER = 0.03
const MIN_COVER_BESIDE_TEXT = 0.5
/** The most pixels of a picture: a page of A4 at 600 dots an inch has 35 million. */
const MAX_PIXELS = 40_000_000
/** The most and fewest pixels of a painted page: A4 at 300 and at 150 dots an inch. */
const MOST_PAINTED = 8_700_000
const FEWEST_PAINTED = 2_200_000
/** How many times larger than they are pictures are painted at most. */
const MAX_ENLARGED = 2
/** Milliseconds to wait for a picture that pdf.js is still decoding. */
const DECODING_MS = 30_000

/**
 * Opens the PDF with pdf.js itself: the build of unpdf cannot decode JBIG2 and JPEG 2000, which
 * many scanners write.
 */
export async function openScannedPages(bytes: Buffer): Promise<ScannedPages> {
  // pdf.js makes one when it is imported. It has none of its own without a canvas, and we draw none.
  ;(globalThis as { DOMMatrix?: unknown }).DOMMatrix ??= class {}
  const folder = packageFolder('pdfjs-dist')
  const load = (name: string) => import(pathToFileURL(`${folder}/legacy/build/${name}`).href)
  const { getDocument, OPS }: typeof import('pdfjs-dist') = await load('pdf.mjs')
  // Names itself as the decoder of this process in the place of unpdf's, which has opened its file.
  await load('pdf.worker.mjs')
  const document = await getDocument({
    data: new Uint8Array(bytes),
    verbosity: 0,
    wasmUrl: `${folder}/wasm/`,
    iccUrl: `${folder}/iccs/`,
    maxImageSize: MAX_PIXELS,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
  }).promise
  return {
    async read(number, hasText, recognize) {
      const page = await document.getPage(number)
      try {
        const pictures = placedPictures(await page.getOperatorList(), OPS)
        const least = hasText ? MIN_COVER_BESIDE_TEXT : MIN_COVER
        return coverOf(pictures, page) < least ? [] : await readPictures(pictures, page, recognize)
      } catch (error) {
        if (!(error instanceof Unread)) throw error
        return error.reason === 'late' ? 'late' : []
      } finally {
        page.cleanup()
      }
    },
    close: () => document.destroy(),
  }
}

/** Paints the pictures together, as they lie on the page, and recognizes the whole. */
async function readPictures(
  pictures: readonly PlacedPicture[],
  page: PDFPageProxy,
  recognize: Recognize,
): Promise<PageLine[]> {
  const scale = await scaleOf(pictures, page)
  if (!scale) return []
  const painted = await paintPage(pictures, page, scale)
  const { width, height } = painted
  const { lines } = await recognize({ bytes: toPgm(painted), width, height, orientation: 1 })
  return lines.map(({ text, box, height: size, isTabular }) => ({
    text,
    y: (height - box.y1) / scale,
    size: size / scale,
    isTabular,
  }))
}

/** The place of a picture on its page, in points from the upper left, as the page is turned. */
const placeOn = (page: PDFPageProxy, { place }: PlacedPicture, scale = 1): Matrix =>
  times(page.getViewport({ scale }).transform as unknown as Matrix, place)

const areaOf = ([a, b, c, d]: Matrix) => Math.abs(a * d - b * c)

/** Returns the share of a page that its pictures cover, more than 1 if they overlap. */
function coverOf(pictures: readonly PlacedPicture[], page: PDFPageProxy): number {
  const { width, height } = page.getViewport({ scale: 1 })
  const covered = pictures.reduce((sum, picture) => sum + areaOf(placeOn(page, picture)), 0)
  return covered / (width * height)
}

/**
 * Returns how many pixels to paint for each point: as many as the largest picture has, within
 * limits. Scans often state a wrong resolution, so it does not count. undefined: there are no
 * pictures that can be decoded.
 */
async function scaleOf(
  pictures: readonly PlacedPicture[],
  page: PDFPageProxy,
): Promise<number | undefined> {
  const [largest] = [...pictures].sort((a, b) => areaOf(b.place) - areaOf(a.place))
  const decoded = largest && (await decodedOf(page, largest))
  if (!decoded) return undefined
  const own = Math.sqrt((decoded.width * decoded.height) / areaOf(placeOn(page, largest)))
  const { width, height } = page.getViewport({ scale: own })
  const pixels = width * height
  if (pixels > MOST_PAINTED) return own * Math.sqrt(MOST_PAINTED / pixels)
  if (pixels >= FEWEST_PAINTED) return own
  return own * Math.min(MAX_ENLARGED, Math.sqrt(FEWEST_PAINTED / pixels))
}

async function paintPage(
  pictures: readonly PlacedPicture[],
  page: PDFPageProxy,
  scale: number,
): Promise<GreyPage> {
  const { width, height } = page.getViewport({ scale })
  const painted = blankPage(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)))
  for (const picture of pictures) {
    const decoded = await decodedOf(page, picture)
    if (decoded) paint(painted, decoded, placeOn(page, picture, scale), picture.ink)
  }
  return painted
}

/** Returns a picture; undefined: it is broken, or too large. */
async function decodedOf(
  page: PDFPageProxy,
  { picture }: PlacedPicture,
): Promise<PdfPicture | undefined> {
  if (typeof picture !== 'string') return picture
  const objects = picture.startsWith('g_') ? page.commonObjs : page.objs
  const decoded = await new Promise<PdfPicture | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), DECODING_MS)
    objects.get(picture, (object: PdfPicture | null) => {
      clearTimeout(timer)
      resolve(object)
    })
  })
  return decoded?.data ? decoded : undefined
}
