import { unzipSync } from 'fflate'
import {
  type FileType,
  fileTypeOf,
  fileTypeOfMedia,
  looksLike,
} from '../../shared/lib/fileTypes.ts'

/** What a server says of an answer's body. */
export interface BodyLabels {
  /** The media type, in small letters and without parameters; empty: none. */
  media: string
  /** The file's name: that of `Content-Disposition`, else the last segment of the address. */
  name: string
}

/** The bytes that suffice for `mayBeRead`; a PDF may begin anywhere among the first 1,024. */
export const HEAD_BYTES = 1024

/**
 * Whether a body may be of a type that is read. Call it before the whole body is fetched, so that
 * films and programs are not.
 * @param head the body's first bytes: `HEAD_BYTES`, or all that it has
 */
export const mayBeRead = ({ media, name }: BodyLabels, head: Buffer): boolean =>
  fileTypeOfMedia(media) !== undefined ||
  namedType(name, head) !== undefined ||
  looksLike('pdf', head) ||
  looksLike('rtf', head) ||
  (isZip(head) && beginsAsDocument(head)) ||
  isUnlabelledPage(media, head)

/**
 * Returns the type of a body. Servers often send documents as `application/octet-stream`, as
 * `text/plain` or as web pages, so the first bytes count more than the media type. Texts have no
 * such bytes; theirs is the media type, or the ending of the name where the media type says little.
 * @returns undefined: it is not of a type that is read
 */
export function typeOfPage({ media, name }: BodyLabels, bytes: Buffer): FileType | undefined {
  const said = fileTypeOfMedia(media)
  const document = documentType(bytes)
  if (document) return document
  if (said === 'txt') return TEXTS.find((type) => type === namedType(name, bytes)) ?? said
  return said ?? namedType(name, bytes) ?? (isUnlabelledPage(media, bytes) ? 'html' : undefined)
}

/** Types that servers without an entry for their ending send as `text/plain`. */
const TEXTS: readonly FileType[] = ['md', 'csv', 'eml']

function namedType(name: string, bytes: Buffer): FileType | undefined {
  const type = fileTypeOf(name)
  return type && looksLike(type, bytes) ? type : undefined
}

/** Whether a body is a page that its server does not call one. XHTML is also sent as XML. */
function isUnlabelledPage(media: string, bytes: Buffer): boolean {
  if (/^(?:application|text)\/xml$/.test(media)) return /<html[\s>]/i.test(headOf(bytes))
  return /^$|octet-stream|unknown|download/.test(media) && beginsAsHtml(bytes)
}

function documentType(bytes: Buffer): FileType | undefined {
  if (looksLike('pdf', bytes) && !beginsAsHtml(bytes)) return 'pdf'
  if (looksLike('rtf', bytes)) return 'rtf'
  return isZip(bytes) ? zippedType(bytes) : undefined
}

/** The tags by which the WHATWG's MIME sniffing knows a page, and `<?xml` of XHTML. */
const HTML =
  /^\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[^>]{0,500}>\s*){0,20}<(?:!doctype\s+html|(?:html|head|body|title|script|style|iframe|h1|div|table|font|p|a|b|br)[\s>])/i

const beginsAsHtml = (bytes: Buffer) => HTML.test(headOf(bytes))

function headOf(bytes: Buffer): string {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0x3c && bytes[1] === 0)
  const head = bytes.toString(isWide ? 'utf16le' : 'utf8', 0, HEAD_BYTES)
  return head.replace(/^\ufeff/, '')
}

const isZip = (bytes: Buffer) => bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))

/** Matches the names of the entries with which programs begin a document. */
const FIRST_ENTRY =
  /^(?:\[Content_Types\]\.xml|mimetype|_rels\/|docProps\/|customXml\/|word\/|xl\/|ppt\/|META-INF\/container\.xml)/

/** Whether the first entry of a zip, which stands at byte 30, is that of a document. */
const beginsAsDocument = (bytes: Buffer) => FIRST_ENTRY.test(bytes.toString('latin1', 30, 60))

/** The folder in which each Office type has its parts. */
const FOLDERS = [
  ['word/', 'docx'],
  ['xl/', 'xlsx'],
  ['ppt/', 'pptx'],
] as const
/** The longest media type of `FileType` has 71 characters. */
const MAX_MEDIA = 100
/** The most entries that are looked at; a workbook has a few hundred. */
const MAX_ENTRIES = 10_000

/** Returns the type of a zipped document by the names of its entries; of them, unpacks one only. */
function zippedType(bytes: Buffer): FileType | undefined {
  let found: FileType | undefined
  let entries = 0
  try {
    const { mimetype } = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (++entries > MAX_ENTRIES) throw new RangeError('too many entries')
        found ??= FOLDERS.find(([folder]) => name.startsWith(folder))?.[1]
        if (name === 'META-INF/container.xml') found ??= 'epub'
        return name === 'mimetype' && originalSize <= MAX_MEDIA
      },
    })
    return (
      fileTypeOfMedia(
        Buffer.from(mimetype ?? [])
          .toString()
          .trim(),
      ) ?? found
    )
  } catch {
    return undefined
  }
}
