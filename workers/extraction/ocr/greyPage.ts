import { greyOfParts, type Matrix, type PdfPicture } from './placedPictures.ts'

/** A page in grey, from 0 (black) to 255, row by row from the top. */
export interface GreyPage {
  width: number
  height: number
  pixels: Uint8Array
}

/** The pixels of a picture in grey, with how much of the page each covers, from 0 to 255. */
interface GreyPicture extends GreyPage {
  /** null: everything. */
  cover: Uint8Array | null
}

/** The most pixels of a picture, in each direction, that are averaged for one of the page. */
const MAX_STEPS = 8

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))

export function blankPage(width: number, height: number): GreyPage {
  return { width, height, pixels: new Uint8Array(width * height).fill(255) }
}

/** Returns the page as a file of the format PGM, the simplest that Tesseract can decode. */
export function toPgm({ width, height, pixels }: GreyPage): Uint8Array {
  const header = Buffer.from(`P5\n${width} ${height}\n255\n`)
  return Buffer.concat([header, pixels])
}

/**
 * Returns a picture in grey.
 * @param ink the grey in which a mask is painted; null: it is no mask
 */
function toGrey({ width, height, data, kind = 1 }: PdfPicture, ink: number | null): GreyPicture {
  const pixels = new Uint8Array(width * height)
  if (kind === 1) {
    const rowBytes = (width + 7) >> 3
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        if (((data[y * rowBytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) pixels[y * width + x] = 255
    if (ink === null) return { width, height, pixels, cover: null }
    // A mask paints where its bits are 0.
    const cover = pixels.map((bit) => 255 - bit)
    return { width, height, pixels: pixels.fill(ink), cover }
  }
  const parts = kind === 3 ? 4 : 3
  for (let at = 0, from = 0; at < pixels.length; at++, from += parts)
    pixels[at] = greyOfParts(data[from] ?? 255, data[from + 1] ?? 255, data[from + 2] ?? 255)
  const cover = parts === 4 ? pixels.map((_, at) => data[at * 4 + 3] ?? 255) : null
  return { width, height, pixels, cover }
}

/**
 * Paints a picture on a page.
 * @param place from the unit square, whose upper edge is the picture's first row, to the page's
 *   pixels
 */
export function paint(
  page: GreyPage,
  picture: PdfPicture,
  [a, b, c, d, e, f]: Matrix,
  ink: number | null,
): void {
  const area = a * d - b * c
  if (!area || !picture.width || !picture.height) return
  const grey = toGrey(picture, ink)
  const { width, height } = grey
  const xs = [e, e + a, e + c, e + a + c]
  const ys = [f, f + b, f + d, f + b + d]
  const left = Math.max(0, Math.floor(Math.min(...xs)))
  const right = Math.min(page.width, Math.ceil(Math.max(...xs)))
  const top = Math.max(0, Math.floor(Math.min(...ys)))
  const bottom = Math.min(page.height, Math.ceil(Math.max(...ys)))
  // Pixels of the picture for each pixel of the page. More than one is averaged.
  const steps = clamp(Math.round(Math.sqrt((width * height) / Math.abs(area))), 1, MAX_STEPS)
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      let sum = 0
      let covered = 0
      for (let row = 0; row < steps; row++)
        for (let column = 0; column < steps; column++) {
          const dx = x + (column + 0.5) / steps - e
          const dy = y + (row + 0.5) / steps - f
          const u = Math.floor(((d * dx - c * dy) / area) * width)
          const v = Math.floor((1 - (a * dy - b * dx) / area) * height)
          if (u < 0 || v < 0 || u >= width || v >= height) continue
          const at = v * width + u
          const cover = grey.cover ? grey.cover[at]! : 255
          sum += grey.pixels[at]! * cover
          covered += cover
        }
      const at = y * page.width + x
      const all = 255 * steps * steps
      page.pixels[at] = (sum + page.pixels[at]! * (all - covered)) / all
    }
}
