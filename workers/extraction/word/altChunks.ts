import { AppError } from '../../../shared/lib/errors.ts'
import { textOfFragment } from '../html/html.ts'
import { clean, decode, unwrap } from '../text/text.ts'
import { MAX_BYTES, unpack } from '../zipped/archive.ts'

/** The most documents within a document, one in the other. */
const MAX_LEVELS = 3
/** The most files that a document includes. */
const MAX_FILES = 1_000

/** What has been unpacked of a document and of those that it includes. */
export interface Unpacked {
  /** The number of documents around the one that is being read. */
  level: number
  /** Bytes of all of them. */
  bytes: number
}

/** Reads a Word document that is included in another. */
export type ReadWithin = (bytes: Buffer, unpacked: Unpacked) => Promise<{ text: string }>

/**
 * Reads the files that a document includes by `w:altChunk`: pages, web archives, other Word
 * documents, RTF and plain texts. Programs that put documents together leave it to Word to convert
 * them. A file that cannot be read is left out.
 * @param names of the files' parts
 * @returns the text of each, with Markdown headings
 */
export async function readAltChunks(
  document: Buffer,
  names: readonly string[],
  unpacked: Unpacked,
  readDocx: ReadWithin,
): Promise<string[]> {
  const wanted = new Set(names.slice(0, MAX_FILES))
  const parts = wanted.size
    ? unpack(document, 'docx', { test: (name) => wanted.has(name) })
    : new Map<string, Uint8Array>()
  const texts: string[] = []
  for (const name of names) {
    const part = parts.get(name)
    texts.push(part ? await textOf(name, Buffer.from(part), unpacked, readDocx) : '')
  }
  return texts
}

/** Tells files by their first bytes, because programs write any name and type. */
async function textOf(
  name: string,
  bytes: Buffer,
  unpacked: Unpacked,
  readDocx: ReadWithin,
): Promise<string> {
  const start = bytes.toString('latin1', 0, 1_000).replace(/^(?:\xef\xbb\xbf)?\s+/, '')
  try {
    if (start.startsWith('PK')) {
      if (unpacked.level >= MAX_LEVELS || unpacked.bytes > MAX_BYTES) return ''
      const within = { ...unpacked, level: unpacked.level + 1 }
      const { text } = await readDocx(bytes, within)
      unpacked.bytes = within.bytes
      return text
    }
    if (start.startsWith('{\\rtf')) {
      const { readRtf } = await import('../rtf/rtf.ts')
      return readRtf(bytes)
    }
    if (HEADER.test(start)) {
      const { readEml } = await import('../mail/eml.ts')
      return (await readEml(bytes)).text
    }
    const isPage = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\0?</.test(start) || PAGE.test(name)
    const text = await decode(bytes, null, isPage ? 'html' : undefined)
    return isPage ? textOfFragment(text) : unwrap(clean(text))
  } catch (error) {
    if (error instanceof AppError) return ''
    throw error
  }
}

const PAGE = /\.x?html?$/i
/** Matches the first header of a web archive. */
const HEADER = /^(?:mime-version|content-type|content-transfer-encoding|from|date|subject):/i
