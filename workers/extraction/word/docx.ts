import { strFromU8, zipSync } from 'fflate'
import mammoth from 'mammoth'
import { AppError } from '../../../shared/lib/errors.ts'
import { textOfDocument } from '../html/documents.ts'
import { textOfFragment } from '../html/html.ts'
import { PLACE } from '../text/sentinels.ts'
import { broken, MAX_BYTES, unpack } from '../zipped/archive.ts'
import { readAltChunks, type Unpacked } from './altChunks.ts'
import { rewriteParts } from './mammothParts.ts'

/**
 * Reads a Word document as text with Markdown headings, and the title in its properties. Its
 * archive is unpacked within limits first, and what mammoth does not know is rewritten with what it
 * does know.
 * @param unpacked the documents that include this one
 * @throws AppError file_unreadable
 */
export async function readDocx(
  bytes: Buffer,
  unpacked: Unpacked = { level: 0, bytes: 0 },
): Promise<{ text: string; title: string | null }> {
  const parts = unpack(bytes, 'docx', /\.(xml|rels)$/)
  for (const part of parts.values()) unpacked.bytes += part.length
  if (unpacked.level && unpacked.bytes > MAX_BYTES) throw broken()
  try {
    const { files, included } = rewriteParts(parts)
    const buffer = Buffer.from(zipSync(files, { level: 0 }))
    const { value } = await mammoth.convertToHtml({ buffer }, { styleMap: STYLES })
    const texts = await readAltChunks(bytes, included, unpacked, readDocx)
    return {
      text: textOfDocument(value).replace(PLACES, (_, at: string) => texts[Number(at)] ?? ''),
      title: titleIn(strFromU8(parts.get('docProps/core.xml') ?? new Uint8Array())),
    }
  } catch (error) {
    throw error instanceof AppError ? error : broken()
  }
}

const PLACES = new RegExp(`${PLACE}(\\d{1,9})${PLACE}`, 'g')

/**
 * Headings, as mammoth knows them, stay headings if they are numbered. Other numbered paragraphs
 * are lines of a list.
 */
const STYLES = [
  ...[1, 2, 3, 4, 5, 6].flatMap((level) =>
    [`.Heading${level}`, `[style-name='Heading ${level}']`, `[style-name='heading ${level}']`].map(
      (style) => `p${style} => h${level}:fresh`,
    ),
  ),
  'p:ordered-list(1) => div:fresh',
]

function titleIn(properties: string): string | null {
  const written = /<dc:title>([^<]{1,1000})</.exec(properties)?.[1]
  return written ? textOfFragment(written) : null
}
