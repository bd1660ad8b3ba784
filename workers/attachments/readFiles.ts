import pLimit from 'p-limit'
import { type AttachedFile, findContent, keepExtract } from '../../shared/chat/attachments.ts'
import type { ReplyInputs } from '../../shared/chat/replies.ts'
import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import type { FileStorage } from '../../shared/knowledge/fileStorage.ts'
import type { Config } from '../../shared/lib/config/config.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { AppError } from '../../shared/lib/errors.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import { toStorableText } from '../../shared/lib/storable.ts'
import type { ReadFile } from '../prompt/attachments.ts'
import { extract } from '../reader/client.ts'

/** The most files of each kind that are read for a reply, newest first. */
const MAX_IMAGES = 4
const MAX_PDFS = 3
/** The most messages before the question whose files are read. */
const MAX_TURNS = 10
/** The most bytes of an image: in base64 they are 5 MB, the most that some providers take. */
const MAX_IMAGE_BYTES = 3_932_160
/** The most bytes of all images together. */
const MAX_BYTES = 8 * 1024 * 1024
/** The most characters of a PDF that are kept: more than any prompt has room for. */
const MAX_CHARACTERS = 30_000

/** The limits of a PDF: processor seconds a page, megabytes of heap, and milliseconds in all. */
const PDF_SECONDS = 5
const PDF_MEGABYTES = 192
const PDF_MS = 20_000
/** Processor seconds for recognizing the text of a PDF's scanned pages: about two of them. */
const OCR_SECONDS = 10
/** Limits a process to reading two PDFs at a time for replies. */
const readingPdfs = pLimit(2)

interface ReadDeps {
  config: Pick<Config, 'OCR_LANGUAGES_FOLDER'>
  db: Db
  files: FileStorage
  log: Log
}

/** A reply whose messages may have files. */
interface ReplyOfFiles {
  claim: LeasedJob
  inputs: ReplyInputs
  signal: AbortSignal
}

/**
 * Reads the files of a reply's messages. Maps their ids to their contents; a file that is missing
 * is too old or too large to be shown.
 */
export type ReadFiles = (reply: ReplyOfFiles) => Promise<ReadonlyMap<string, ReadFile>>

/**
 * Makes the step that reads files for the prompt. An unreadable file does not fail the reply: the
 * prompt says that the file could not be read.
 */
export function makeReadFiles({ db, files, log, config }: ReadDeps): ReadFiles {
  return async function readFiles({ claim, inputs, signal }) {
    const { question_attachments, history } = inputs
    const earlier = history.slice(-MAX_TURNS).toReversed()
    const all = [question_attachments, ...earlier.map(({ attachments }) => attachments)].flatMap(
      (files) => files ?? [],
    )
    const read = new Map<string, ReadFile>()
    for (const file of chosen(all)) {
      signal.throwIfAborted()
      const found = await readOne(claim, file, signal).catch((error) => {
        signal.throwIfAborted()
        log.warn(
          { id: claim.id, request_id: claim.request_id, err: error },
          'a file of a message was not read',
        )
        return undefined
      })
      read.set(file.id, found ?? { problem: 'could not be read' })
    }
    return read
  }

  async function readOne(
    { organization_id }: LeasedJob,
    { id, type }: AttachedFile,
    signal: AbortSignal,
  ): Promise<ReadFile | undefined> {
    const content = await findContent(db, organization_id, id)
    if (!content) return undefined
    if (type !== 'application/pdf') {
      const bytes = await files.get(content)
      return { image: bytes.toString('base64') }
    }
    if (content.extract !== null) return asText(content.extract)
    const folder = config.OCR_LANGUAGES_FOLDER ?? null
    const text = await textOf(await files.get(content), folder, signal)
    await keepExtract(db, organization_id, id, text)
    return asText(text)
  }
}

const asText = (text: string): ReadFile =>
  text
    ? { text }
    : { problem: 'has no text that can be read: it may be protected, or be a bad scan' }

/** Returns the newest files within the limits of size and number, in their order. */
function chosen(files: readonly AttachedFile[]): AttachedFile[] {
  let bytesLeft = MAX_BYTES
  let images = 0
  let pdfs = 0
  return files.filter(({ type, bytes }) => {
    if (type === 'application/pdf') return ++pdfs <= MAX_PDFS
    if (bytes > MAX_IMAGE_BYTES || bytes > bytesLeft || images === MAX_IMAGES) return false
    images++
    bytesLeft -= bytes
    return true
  })
}

/**
 * Returns the beginning of a PDF's text, also of its first scanned pages; empty: the PDF has no
 * text, or takes too long or too much memory to read. If recognizing takes too long on a busy
 * machine, the text that the PDF has is read without it.
 * @throws AppError unavailable: the machine is too busy; the signal's reason
 */
const textOf = (bytes: Buffer, folder: string | null, signal: AbortSignal): Promise<string> =>
  readingPdfs(async () => {
    const source = { type: 'pdf', bytes, charset: null, heading: null } as const
    const ocr = { seconds: OCR_SECONDS, language: null, folder }
    const text = (await inTime({ ...source, ocr }, signal)) ?? (await inTime(source, signal)) ?? ''
    return toStorableText(text.slice(0, MAX_CHARACTERS))
  })

/**
 * Returns the text of a PDF; empty: it cannot be read; undefined: it takes too long.
 * @throws AppError unavailable; the signal's reason
 */
async function inTime(
  source: Parameters<typeof extract>[0],
  signal: AbortSignal,
): Promise<string | undefined> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), PDF_MS)
  try {
    const limits = { seconds: PDF_SECONDS, megabytes: PDF_MEGABYTES }
    const { chunks } = await extract(source, AbortSignal.any([signal, late.signal]), limits)
    return chunks.map(({ text }) => text).join('\n\n')
  } catch (error) {
    signal.throwIfAborted()
    if (late.signal.aborted) return undefined
    if (error instanceof AppError && error.code !== 'unavailable') return ''
    throw error
  } finally {
    clearTimeout(timer)
  }
}
