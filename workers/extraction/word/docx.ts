import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import mammoth from 'mammoth'
import { AppError } from '../../../shared/errors.ts'
import { unreadable } from '../contract/messages.ts'
import { textOfFragment, toText } from '../html/html.ts'
import { withoutHiddenRuns } from './visibility.ts'

/** Bytes of all XML parts of a document together, after decompression. */
const MAX_BYTES = 50 * 1024 * 1024
const MAX_PARTS = 2_000

/**
 * Reads a Word document as text with Markdown headings, and the title in its properties. Its archive is first unpacked within limits, and
 * mammoth sees only the XML parts.
 * @throws AppError file_unreadable
 */
export async function readDocx(bytes: Buffer): Promise<{ text: string; title: string | null }> {
  if (bytes.subarray(0, OLE.length).equals(OLE)) throw unreadable(LOCKED)
  const { buffer, title } = repack(bytes)
  try {
    const { value } = await mammoth.convertToHtml({ buffer }, { convertImage: WITHOUT_IMAGES })
    return { text: toText(`<body>${value}</body>`, undefined, TABLES), title }
  } catch {
    throw unreadable(BROKEN)
  }
}

const TABLES = [{ selector: 'table', format: 'documentTable' }]
const WITHOUT_IMAGES = mammoth.images.imgElement(async () => ({ src: '' }))

/** The first bytes of an encrypted document, and of one from before Word 2007. */
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const BROKEN = 'The Word document is broken or incomplete. Open it, save it anew, and upload that.'
const LOCKED =
  'The Word document is encrypted, or of a Word before 2007. Save it as docx without a password, and upload that.'

/** All parts that may hold runs, since the main part may have any name. */
const WITH_RUNS = /\.xml$/

function repack(bytes: Buffer): { buffer: Buffer; title: string | null } {
  let parts = 0
  let size = 0
  const isText = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (!/\.(xml|rels)$/.test(name)) return false
    size += originalSize
    if (++parts > MAX_PARTS || size > MAX_BYTES) throw unreadable('The Word document is too large, unpacked.')
    return true
  }
  try {
    const files = unzipSync(bytes, { filter: isText })
    for (const name of Object.keys(files))
      if (WITH_RUNS.test(name)) files[name] = strToU8(withoutHiddenRuns(strFromU8(files[name]!)))
    const properties = strFromU8(files['docProps/core.xml'] ?? new Uint8Array())
    return { buffer: Buffer.from(zipSync(files, { level: 0 })), title: titleIn(properties) }
  } catch (error) {
    throw error instanceof AppError ? error : unreadable(BROKEN)
  }
}

function titleIn(properties: string): string | null {
  const written = /<dc:title>([^<]{1,1000})</.exec(properties)?.[1]
  return written ? textOfFragment(written) : null
}
