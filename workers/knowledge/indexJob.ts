import { findSharedLanguage } from '../../shared/agents/agents.ts'
import type { AttemptRecord } from '../../shared/jobs/attempts.ts'
import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import { completeEntry } from '../../shared/knowledge/completeEntries.ts'
import type { FileStorage } from '../../shared/knowledge/fileStorage.ts'
import { findFile, type StoredFile } from '../../shared/knowledge/files.ts'
import type { PairInputs } from '../../shared/knowledge/indexJobs.ts'
import { findEntry, type KnowledgeEntry } from '../../shared/knowledge/knowledge.ts'
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
import { makeBeginEntry } from './storeTogether.ts'
import { inLanguages } from './tagLanguages.ts'

interface IndexDeps {
  db: Db
  config: Pick<
    Config,
    | 'FETCH_ALLOWED_HOSTS'
    | 'INDEX_CONCURRENCY'
    | 'OCR_LANGUAGES_FOLDER'
    | 'ORGANIZATION_MAX_CHUNKS'
    | 'times'
  >
  files: FileStorage
  loop: FairLoop
}

/** Processor seconds for recognizing the text of one file: about 200 scanned pages. */
const OCR_SECONDS = 900

/** Makes the index lane's job: entry → text → chunks → stored. */
export function makeIndexJob({ db, config, files, loop }: IndexDeps): Perform {
  const readUrl = makeReadUrl({ db, config, loop })
  const mostChunks = config.ORGANIZATION_MAX_CHUNKS
  const beginEntry = makeBeginEntry(db, mostChunks)

  async function indexFile(
    { entry, language }: { entry: KnowledgeEntry; language: string | null },
    claim: LeasedJob,
    signal: AbortSignal,
  ) {
    const { id, title, summary, file_type, file_name } = entry
    const described = summary?.trim() ? chunkText(`${title}\n${summary}`).map(toChunk) : []
    const file = await findFile(db, claim.organization_id, id)
    const type = file_type ?? fileTypeOf(file_name ?? '')
    if (!file || !type) return { chunks: described.length ? described : [toChunk(title!)] }
    // An upload without a title has its file's name as title, until its text provides a title.
    const heading = title === file_name ? null : title
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

  async function indexText(claim: LeasedJob, signal: AbortSignal, completed: Completed) {
    const entry = await findEntry(db, claim.organization_id, claim.id)
    if (!entry) return false
    const language = await findSharedLanguage(db, claim.organization_id, entry.agent_ids)
    const read =
      entry.kind === 'url'
        ? await readUrl(entry, claim, signal)
        : await indexFile({ entry, language }, claim, signal)
    if (!read) return keepPage(db, claim, completed())
    const chunks = await inLanguages(read.chunks, language, loop.of(claim.organization_id))
    return completeEntry(db, claim, { ...read, chunks }, completed(), mostChunks)
  }

  /** Indexes a pair. The pairs of its group are stored together. */
  async function indexPair(claim: LeasedJob, pair: PairInputs, completed: Completed) {
    const underWay = beginEntry(claim)
    try {
      const yieldLoop = loop.of(claim.organization_id)
      await yieldLoop()
      const untagged = pairChunks(pair.question, pair.answer)
      const chunks = await inLanguages(untagged, pair.language, yieldLoop)
      return await underWay.store({ claim, indexed: { chunks }, job: completed() })
    } finally {
      underWay.leave()
    }
  }

  return async (claim, signal, completed) => {
    await loop.of(claim.organization_id)()
    const pair = claim.inputs as PairInputs | null | undefined
    return pair ? indexPair(claim, pair, completed) : indexText(claim, signal, completed)
  }
}

type Completed = () => AttemptRecord

export function pairChunks(question: string, answer: string): Extracted['chunks'] {
  const question_key = questionKey(question)
  return chunkPair(question, answer).map((text) => ({ ...toChunk(text), question_key }))
}

function toChunk(written: string) {
  const text = withoutHidden(written)
  return { text, heading: '', words: searchWords(text) }
}
