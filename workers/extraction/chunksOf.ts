import { AppError } from '../../shared/errors.ts'
import { type FileType, looksLike } from '../../shared/fileTypes.ts'
import { searchWords } from '../../shared/terms.ts'
import { chunkDocument, chunkTable } from '../chunks.ts'
import type { Extracted, Source } from '../extract.ts'
import type { OnProgress } from '../reader.ts'
import { type Section, sectionsOf } from '../sections.ts'
import { clean, decode, unwrap } from './text.ts'

interface Text {
  text: string
  title?: string | null
}

/** Each loads its parser only when it is called: a process reads one file. */
const READERS: Record<FileType, (source: Source, onProgress: OnProgress) => Promise<Text>> = {
  pdf: async ({ bytes }, onProgress) => {
    const { readPdf } = await import('./pdf.ts')
    return { text: unwrap(clean(await readPdf(bytes, onProgress))) }
  },
  docx: async ({ bytes }) => {
    const { readDocx } = await import('./docx.ts')
    return { text: await readDocx(bytes) }
  },
  html: async ({ bytes, charset }) => {
    const { readHtml } = await import('./html.ts')
    return readHtml(decode(bytes, charset, 'html'))
  },
  txt: async ({ bytes, charset }) => ({ text: unwrap(clean(decode(bytes, charset))) }),
  md: async ({ bytes, charset }) => ({ text: clean(decode(bytes, charset)) }),
  csv: async ({ bytes, charset }) => ({ text: clean(decode(bytes, charset)) }),
  json: async ({ bytes, charset }) => ({
    text: clean(JSON.stringify(JSON.parse(decode(bytes, charset)), null, 1)),
  }),
}

/** Bytes → text → chunks. @throws AppError unsupported_content, file_unreadable, no_text */
export async function chunksOf(source: Source, onProgress: OnProgress = () => undefined): Promise<Extracted> {
  const { type } = source
  // What came between processes is a Uint8Array.
  const bytes = Buffer.from(source.bytes.buffer, source.bytes.byteOffset, source.bytes.byteLength)
  if (!looksLike(type, bytes))
    throw new AppError('unsupported_content', `Its content is not that of a ${type} file.`)
  const { text, title = null } = await READERS[type]({ ...source, bytes }, onProgress)
  if (!/[\p{L}\p{N}]/u.test(text))
    throw new AppError('no_text', WITHOUT_TEXT[type] ?? 'There is no text in it.')
  const above = source.heading ?? title ?? ''
  const chunks = cut(type, text).map((piece) => ({
    ...piece,
    words: searchWords([above, piece.heading, piece.text].join('\n')),
  }))
  return { title, chunks }
}

/** Along the headings, where there are any. */
function cut(type: FileType, text: string): Section[] {
  if (type === 'csv') return chunkTable(text).map((piece) => ({ heading: '', text: piece }))
  const sections = HAS_HEADINGS.has(type) ? sectionsOf(text) : [{ heading: '', text }]
  return sections.flatMap(({ heading, text }) =>
    chunkDocument(type === 'md' ? unwrap(text) : text).map((piece) => ({ heading, text: piece })),
  )
}

const HAS_HEADINGS: ReadonlySet<FileType> = new Set(['html', 'docx', 'md'])

const WITHOUT_TEXT: Partial<Record<FileType, string>> = {
  pdf: 'The PDF has no text: it may be scanned, with pictures for pages. Upload one whose text can be marked.',
  html: 'There is no text on the page: it may be one that a script fills in the browser.',
}
