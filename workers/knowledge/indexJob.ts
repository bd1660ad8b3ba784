import { findSharedLanguage } from '../../shared/agents/agents.ts'
import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import type { FileStorage } from '../../shared/knowledge/fileStorage.ts'
import { findFile, type StoredFile } from '../../shared/knowledge/files.ts'
import { completeEntry, findEntry, type KnowledgeEntry } from '../../shared/knowledge/knowledge.ts'
import { keepPage } from '../../shared/knowledge/sources.ts'
import type { FairLoop } from '../../shared/lib/async/fairLoop.ts'
import type { Config } from '../../shared/lib/config/config.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { AppError, RetryLater } from '../../shared/lib/errors.ts'
import { fileTypeOf } from '../../shared/lib/fileTypes.ts'
import { withoutHidden } from '../../shared/lib/text/invisible.ts'
import { questionKey, searchWords } from '../../shared/lib/text/terms.ts'
import { chunkPair, chunkText } from '../chunking/splitText.ts'
import { makeReadUrl } from '../crawl/readUrl.ts'
import type { Extracted } from '../extraction/contract/messages.ts'
import { progressOf } from '../jobs/progress.ts'
import type { Perform } from '../jobs/runJob.ts'
import { extract } from '../reader/client.ts'
import { inLanguages } from './tagLanguages.ts'

interface IndexDeps {
  db: Db
  config: Pick<
    Config,
    'FETCH_ALLOWED_HOSTS' | 'INDEX_CONCURRENCY' | 'OCR_LANGUAGES_FOLDER' | 'times'
  >
  files: FileStorage
  loop: FairLoop
}

/** Processor seconds for recognizing the text of one file: about 200 scanned pages. */
const OCR_SECONDS = 900

/** Makes the index lane's job: entry → text → chunks → stored. */
export function makeIndexJob({ db, config, files, loop }: IndexDeps): Perform {
  const readUrl = makeReadUrl({ db, config, loop })

  async function indexFile(entry: KnowledgeEntry, claim: LeasedJob, signal: AbortSignal) {
    const { id, title, summary, file_type, file_name } = entry
    const described = summary?.trim() ? chunkText(`${title}\n${summary}`).map(toChunk) : []
    const file = await findFile(db, claim.organization_id, id)
    const type = file_type ?? fileTypeOf(file_name ?? '')
    if (!file || !type) return { chunks: described.length ? described : [toChunk(title!)] }
    // An upload without a title has its file's name as title, until its text provides a title.
    const heading = title === file_name ? null : title
    const language = await findSharedLanguage(db, claim.organization_id, entry.agent_ids)
    const ocr = { seconds: OCR_SECONDS, language, folder: config.OCR_LANGUAGES_FOLDER ?? null }
    const bytes = await bytesOf(file)
    const source = { type, bytes, charset: null, heading, name: file_name, ocr }
    const onProgress = progressOf(db, claim, config.times.progressMs)
    const read = await extract(source, signal, {}, onProgress)
    return { ...read, chunks: [...described, ...read.chunks] }
  }

  /**
   * Reads a file from the storage. While the storage is away, the job is tried again later, without
   * a charged attempt: the file is not at fault.
   */
  async function bytesOf(file: StoredFile): Promise<Buffer> {
    try {
      return await files.get(file)
    } catch (error) {
      if (!(error instanceof AppError) || error.retryAfter === undefined) throw error
      throw new RetryLater(error.code, error.message, { retryAfter: error.retryAfter })
    }
  }

  return async function index(claim, signal, completed) {
    const entry = await findEntry(db, claim.organization_id, claim.id)
    if (!entry) return false
    const { kind, question, answer } = entry
    const yieldLoop = loop.of(claim.organization_id)
    await yieldLoop()
    const extracted =
      kind === 'url'
        ? await readUrl(entry, claim, signal)
        : kind === 'file'
          ? await indexFile(entry, claim, signal)
          : { chunks: pairChunks(question ?? '', answer ?? '') }
    if (!extracted) return keepPage(db, claim, completed())
    const language = await findSharedLanguage(db, claim.organization_id, entry.agent_ids)
    const chunks = await inLanguages(extracted.chunks, language, yieldLoop)
    return completeEntry(db, claim, { ...extracted, chunks }, completed())
  }
}

export function pairChunks(question: string, answer: string): Extracted['chunks'] {
  const question_key = questionKey(question)
  return chunkPair(question, answer).map((text) => ({ ...toChunk(text), question_key }))
}

function toChunk(written: string) {
  const text = withoutHidden(written)
  return { text, heading: '', words: searchWords(text) }
}
