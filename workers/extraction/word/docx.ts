import { strFromU8, strToU8, zipSync } from 'fflate'
import mammoth from 'mammoth'
import { textOfDocument } from '../html/documents.ts'
import { broken, unpack } from '../zipped/archive.ts'
import { withoutHiddenRuns } from './visibility.ts'

/**
 * Reads a Word document as text with Markdown headings. Its archive is first unpacked within limits, and
 * mammoth sees only the XML parts.
 * @throws AppError file_unreadable
 */
export async function readDocx(bytes: Buffer): Promise<string> {
  const buffer = repack(bytes)
  try {
    const { value } = await mammoth.convertToHtml({ buffer }, { convertImage: WITHOUT_IMAGES })
    return textOfDocument(value)
  } catch {
    throw broken()
  }
}

const WITHOUT_IMAGES = mammoth.images.imgElement(async () => ({ src: '' }))

/** All parts that may hold runs, since the main part may have any name. */
const WITH_RUNS = /\.xml$/

function repack(bytes: Buffer): Buffer {
  const parts = [...unpack(bytes, 'docx', /\.(xml|rels)$/)].map(([name, part]): [string, Uint8Array] => [
    name,
    WITH_RUNS.test(name) ? strToU8(withoutHiddenRuns(strFromU8(part))) : part,
  ])
  return Buffer.from(zipSync(Object.fromEntries(parts), { level: 0 }))
}
