import { readFileSync } from 'node:fs'

/**
 * Two pictures of text, of 959 × 396 pixels: `museum` in English, in each format that scanners
 * write, and `library` in German.
 */
export const picture = (name: string): Buffer =>
  readFileSync(new URL(`pictures/${name}`, import.meta.url))

export const WIDTH = 959
export const HEIGHT = 396

/** A picture as a PDF has it: the entries of its dictionary, and its bytes. */
interface PdfImage {
  entries: string
  bytes: Buffer
}

/** Returns the pixels of an RGB PNG in the compressed form that a PDF takes, too. */
export function pngImage(name: string): PdfImage {
  const png = picture(name)
  const start = png.indexOf('IDAT')
  const bytes = png.subarray(start + 4, start + 4 + png.readUInt32BE(start - 4))
  const predicted = `/Predictor 15 /Colors 3 /Columns ${WIDTH}`
  const entries = `/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode /DecodeParms << ${predicted} >>`
  return { entries, bytes }
}

export const jpegImage = (): PdfImage => ({
  entries: '/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode',
  bytes: picture('museum.jpg'),
})

export const jpeg2000Image = (): PdfImage => ({
  entries: '/Filter /JPXDecode',
  bytes: picture('museum.jp2'),
})

/** The picture as fax machines send it. */
export const faxImage = (isMask = false): PdfImage => ({
  entries: `${isMask ? '/ImageMask true' : '/ColorSpace /DeviceGray'} /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${WIDTH} /Rows ${HEIGHT} >>`,
  bytes: picture('museum.g4'),
})

/** The picture in JBIG2, whose simplest form has the bytes of a fax. */
export function jbig2Image(): PdfImage {
  const fax = picture('museum.g4')
  const size = Buffer.alloc(8)
  size.writeUInt32BE(WIDTH, 0)
  size.writeUInt32BE(HEIGHT, 4)
  const page = jbig2Segment(0, 48, Buffer.concat([size, Buffer.alloc(11)]))
  const region = Buffer.concat([size, Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 1]), fax])
  const entries = '/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /JBIG2Decode'
  return { entries, bytes: Buffer.concat([page, jbig2Segment(1, 38, region)]) }
}

function jbig2Segment(number: number, type: number, data: Buffer): Buffer {
  const header = Buffer.alloc(11)
  header.writeUInt32BE(number, 0)
  header[4] = type
  header[6] = 1
  header.writeUInt32BE(data.length, 7)
  return Buffer.concat([header, data])
}

/** A page of a PDF: a text of its own, and pictures with their places. */
export interface ScanPage {
  text?: string
  /** Content that paints `/I`, the image. Default: over the whole page. */
  content?: string
  image?: PdfImage
  /** The page's `/Rotate`, in degrees. */
  rotate?: number
  mediaBox?: string
}

export const WHOLE_PAGE = 'q 460 0 0 190 0 0 cm /I Do Q'

/** Makes a PDF whose pages have pictures. */
export function makeScan(pages: readonly ScanPage[]): Buffer {
  const first = 4
  const objects: Uint8Array[] = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(
      `<< /Type /Pages /Kids [${pages.map((_, at) => `${first + 3 * at} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    ),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
  ]
  for (const {
    text = '',
    content = WHOLE_PAGE,
    image,
    rotate = 0,
    mediaBox = '0 0 460 190',
  } of pages) {
    const at = objects.length + 1
    const resources = `<< /Font << /F1 3 0 R >> ${image ? `/XObject << /I ${at + 2} 0 R >>` : ''} >>`
    objects.push(
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [${mediaBox}] /Rotate ${rotate} /Resources ${resources} /Contents ${at + 1} 0 R >>`,
      ),
      stream('', Buffer.from(`${image ? content : ''} BT /F1 12 Tf 20 20 Td (${text}) Tj ET`)),
      image
        ? stream(
            `/Type /XObject /Subtype /Image /Width ${WIDTH} /Height ${HEIGHT} ${image.entries}`,
            image.bytes,
          )
        : Buffer.from('null'),
    )
  }
  const parts: Uint8Array[] = [Buffer.from('%PDF-1.7\n')]
  const offsets = objects.map((object, at) => {
    const offset = parts.reduce((sum, { length }) => sum + length, 0)
    parts.push(Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n'))
    return offset
  })
  const end = parts.reduce((sum, { length }) => sum + length, 0)
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${end}\n%%EOF`,
    ),
  )
  return Buffer.concat(parts)
}

const stream = (entries: string, bytes: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])
