import { AppError } from '../../shared/lib/errors.ts'
import { type FileType, looksLike } from '../../shared/lib/fileTypes.ts'
import {
  type Extracted,
  type OnProgress,
  type Recognition,
  type Source,
  unreadable,
} from './contract/messages.ts'
import { makeOcr, type Ocr } from './ocr/ocr.ts'
import { chunksOfParts, headingOver, partsOf, partsOfSections } from './parts.ts'
import type { Part } from './rows/qaRows.ts'
import { isUnanswered } from './rows/unanswered.ts'
import { clean, decode, unwrap } from './text/text.ts'
import { goodTitle } from './text/titles.ts'

interface Read {
  parts: Part[]
  title?: string | null
  recognition?: Recognition | undefined
  /** What was not read, or not well, in sentences. */
  warnings?: string[]
}

/** Takes the heading above the whole text as its title. */
const titled = (parts: Part[]): Read => ({ parts, title: headingOver(parts) ?? null })

/** Reads a file that may have text in pictures, and says how it was read. */
async function withOcr(
  { bytes, ocr: options }: Source,
  onProgress: OnProgress,
  read: (ocr: Ocr | undefined, onProgress: OnProgress) => Promise<Read>,
): Promise<Read> {
  let progress = { done: 0, total: 1 }
  const ocr = options && makeOcr(bytes, options, () => onProgress(progress))
  try {
    const found = await read(ocr, (reported) => {
      progress = reported
      onProgress(reported)
    })
    const { recognition, warnings = [] } = ocr?.outcome() ?? {}
    if (warnings.length && !found.parts.some(({ text }) => hasText(text)))
      throw unreadable(warnings.join(' '))
    return { ...found, recognition, warnings: [...(found.warnings ?? []), ...warnings] }
  } finally {
    await ocr?.close()
  }
}

const readPicture: Reads = (source, onProgress) =>
  withOcr(source, onProgress, async (ocr) => {
    const { readPictureFile } = await import('./ocr/pictureFile.ts')
    return { parts: ocr ? partsOfSections(await readPictureFile(source.bytes, ocr)) : [] }
  })

type Reads = (source: Source, onProgress: OnProgress) => Promise<Read>

/** Reads files by type. Parsers are imported when needed, because most processes read one type. */
const READERS: Record<FileType, Reads> = {
  pdf: (source, onProgress) =>
    withOcr(source, onProgress, async (ocr, onProgress) => {
      const { readPdf } = await import('./pdf/pdf.ts')
      const { sections, title, warnings } = await readPdf(source.bytes, onProgress, ocr?.readPage)
      return { parts: partsOfSections(sections), title: title && clean(title), warnings }
    }),
  png: readPicture,
  jpg: readPicture,
  webp: readPicture,
  docx: async ({ bytes }) => {
    const { readDocx } = await import('./word/docx.ts')
    const { text, title } = await readDocx(bytes)
    const parts = partsOf(text, 'headings')
    return { parts, title: headingOver(parts) ?? title }
  },
  xlsx: async ({ bytes }) => ({ parts: (await import('./zipped/xlsx.ts')).readXlsx(bytes) }),
  pptx: async ({ bytes }) => {
    const { readPptx } = await import('./zipped/pptx.ts')
    return titled(partsOf(readPptx(bytes), 'headings'))
  },
  odt: async ({ bytes }) => {
    const { readOpenDocument } = await import('./zipped/openDocument.ts')
    return titled(partsOf(readOpenDocument(bytes, 'odt'), 'headings'))
  },
  ods: async ({ bytes }) => ({
    parts: (await import('./zipped/openSheet.ts')).readOpenSheet(bytes),
  }),
  odp: async ({ bytes }) => {
    const { readOpenDocument } = await import('./zipped/openDocument.ts')
    return titled(partsOf(readOpenDocument(bytes, 'odp'), 'headings'))
  },
  epub: async ({ bytes }) => {
    const { readEpub } = await import('./zipped/epub.ts')
    const { chapters, title } = await readEpub(bytes)
    return { parts: chapters.flatMap((text) => partsOf(text, 'headings')), title }
  },
  rtf: async ({ bytes }) => {
    const { readRtf } = await import('./rtf/rtf.ts')
    return titled(partsOf(readRtf(bytes), 'headings'))
  },
  eml: async ({ bytes }) => {
    const { readEml } = await import('./mail/eml.ts')
    const { text, title } = await readEml(bytes)
    return { parts: partsOf(text, 'headings'), title }
  },
  html: async ({ bytes, charset }) => {
    const { readHtml } = await import('./html/html.ts')
    const { whyNoKnowledge } = await import('./html/placeholders.ts')
    const page = await decode(bytes, charset, 'html')
    const { text, title } = await readHtml(page)
    const reason = whyNoKnowledge(text, title, page)
    if (reason) throw new AppError('no_text', reason)
    return { parts: partsOf(text, 'headings'), title }
  },
  txt: async ({ bytes, charset }) => ({
    parts: partsOf(unwrap(clean(await decode(bytes, charset)))),
  }),
  md: async ({ bytes, charset }) => {
    const { readMarkdown, titleIn } = await import('./formats/markdown.ts')
    const text = clean(await decode(bytes, charset))
    const parts = partsOf(readMarkdown(text), 'markdown')
    return { parts, title: titleIn(text) ?? headingOver(parts) }
  },
  csv: async ({ bytes, charset }) => {
    const { readCsv } = await import('./formats/csv.ts')
    return { parts: readCsv(await decode(bytes, charset)) }
  },
  json: async ({ bytes, charset }) => {
    const { readJson } = await import('./formats/json.ts')
    return readJson(await decode(bytes, charset))
  },
}

/**
 * Turns bytes into text, and text into chunks.
 * @throws AppError unsupported_content, file_unreadable, no_text
 */
export async function chunksOf(
  source: Source,
  onProgress: OnProgress = () => undefined,
): Promise<Extracted> {
  const { type } = source
  // Bytes from another process arrive as a Uint8Array.
  const bytes = Buffer.from(source.bytes.buffer, source.bytes.byteOffset, source.bytes.byteLength)
  if (!looksLike(type, bytes))
    throw new AppError('unsupported_content', `Its content is not that of a ${type} file.`)
  let pages = 0
  const read = await READERS[type]({ ...source, bytes }, (progress) => {
    pages = progress.total
    onProgress(progress)
  })
  const { parts, title: named, recognition, warnings } = read
  // A page of questions alone is like an empty page: a script fetches the answers.
  const isRead = ({ question, text }: Part) =>
    hasText(text) && (type !== 'html' || question || !isUnanswered(text))
  if (!parts.some(isRead))
    throw new AppError('no_text', WITHOUT_TEXT[type] ?? 'There is no text in it.')
  const title = goodTitle(named ?? '')
  const about = source.heading ?? title ?? source.name ?? ''
  const onChunk = () => pages && onProgress({ done: pages, total: pages })
  const chunks = chunksOfParts(parts, about, onChunk)
  return { title, chunks, ...(warnings && { warnings }), ...(recognition && { recognition }) }
}

const hasText = (text: string) => /[\p{L}\p{N}]/u.test(text)

const NO_WORDS =
  'No text can be recognized in the picture. Upload a sharper one, with larger letters.'
const WITHOUT_TEXT: Partial<Record<FileType, string>> = {
  pdf: 'The PDF has no text, and none can be recognized in its pictures. Scan it anew, at 300 dots an inch.',
  png: NO_WORDS,
  jpg: NO_WORDS,
  webp: NO_WORDS,
  html: 'There is no text on the page: it may be one that a script fills in the browser.',
}
