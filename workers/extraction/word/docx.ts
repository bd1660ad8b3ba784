import { strFromU8, strToU8, zipSync } from 'fflate'
import mammoth from 'mammoth'
import { textOfDocument } from '../html/documents.ts'
import { textOfFragment } from '../html/html.ts'
import { broken, type Parts, unpack } from '../zipped/archive.ts'
import { withoutHiddenRuns } from './visibility.ts'

/**
 * Reads a Word document as text with Markdown headings, and the title in its properties. Its
 * archive is unpacked within limits first, so that mammoth gets only the XML parts.
 * @throws AppError file_unreadable
 */
export async function readDocx(bytes: Buffer): Promise<{ text: string; title: string | null }> {
  const parts = unpack(bytes, 'docx', /\.(xml|rels)$/)
  try {
    const buffer = repack(parts)
    const { value } = await mammoth.convertToHtml({ buffer }, { convertImage: WITHOUT_IMAGES })
    return {
      text: textOfDocument(value),
      title: titleIn(strFromU8(parts.get('docProps/core.xml') ?? new Uint8Array())),
    }
  } catch {
    throw broken()
  }
}

const WITHOUT_IMAGES = mammoth.images.imgElement(async () => ({ src: '' }))

/** Matches all parts that may have runs, because the main part may have any name. */
const WITH_RUNS = /\.xml$/

function repack(parts: Parts): Buffer {
  const visible = [...parts].map(([name, part]): [string, Uint8Array] => [
    name,
    WITH_RUNS.test(name) ? strToU8(withoutHiddenRuns(strFromU8(part))) : part,
  ])
  return Buffer.from(zipSync(Object.fromEntries(visible), { level: 0 }))
}

function titleIn(properties: string): string | null {
  const written = /<dc:title>([^<]{1,1000})</.exec(properties)?.[1]
  return written ? textOfFragment(written) : null
}
