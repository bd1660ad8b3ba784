import { imageSize } from 'image-size'
import { unreadable } from '../contract/messages.ts'
import { type PdfSection, sectionsOfPdf } from '../pdf/pdfSections.ts'
import type { Ocr } from './ocr.ts'
import { type Picture, Unread } from './pageReader.ts'

/** The most pixels of a picture: the largest photos of common telephones have 50 million. */
const MAX_PIXELS = 50_000_000

/**
 * Reads the text in a PNG, JPEG or WebP file, with headings if it has larger lines.
 * @throws AppError file_unreadable
 */
export async function readPictureFile(
  bytes: Buffer,
  ocr: Ocr,
): Promise<Omit<PdfSection, 'pageOf'>[]> {
  try {
    const { lines } = await ocr.readPicture({ bytes, ...measured(bytes) })
    const page = lines.map(({ text, box, height: size, isTabular }) => ({
      text,
      y: -box.y1,
      size,
      isTabular,
    }))
    return sectionsOfPdf([page], []).map(({ heading, text }) => ({ heading, text }))
  } catch (error) {
    if (!(error instanceof Unread)) throw error
    throw unreadable(error.reason === 'late' ? LATE : BROKEN)
  }
}

/** Reads the header alone: a small file may unpack to billions of pixels. */
function measured(bytes: Buffer): Omit<Picture, 'bytes'> {
  const { width, height, orientation = 1 } = sizeOf(bytes)
  if (width * height > MAX_PIXELS)
    throw unreadable(
      `The picture has ${width} × ${height} pixels; at most ${MAX_PIXELS / 1e6} million are read.`,
    )
  return { width, height, orientation }
}

function sizeOf(bytes: Buffer) {
  try {
    return imageSize(bytes)
  } catch {
    throw unreadable(BROKEN)
  }
}

const BROKEN = 'The picture is broken or incomplete. Open it, save it anew, and upload that.'
const LATE = 'Recognizing the text of the picture takes too long. Cut it into smaller ones.'
