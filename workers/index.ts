import type { Config } from '../shared/config.ts'
import type { Db } from '../shared/db.ts'
import { AppError, NotNow } from '../shared/errors.ts'
import type { FileStorage } from '../shared/fileStorage.ts'
import { fileTypeOf } from '../shared/fileTypes.ts'
import type { Claim } from '../shared/store/claims.ts'
import { findFile, type StoredFile } from '../shared/store/files.ts'
import { type Chunk, completeEntry, findEntry, type KnowledgeEntry } from '../shared/store/knowledge.ts'
import { searchWords } from '../shared/words.ts'
import { parseHosts } from './addresses.ts'
import { chunkPair, chunkText } from './chunks.ts'
import { type Extracted, extract } from './extract.ts'
import { fetchPage } from './fetch.ts'
import { progressOf } from './progress.ts'
import type { Perform } from './run.ts'

interface Deps {
  db: Db
  config: Pick<Config, 'FETCH_ALLOWED_HOSTS'>
  files: FileStorage
}

/** The index lane's job: entry → text → chunks → stored. */
export function makeIndexJob({ db, config, files }: Deps): Perform {
  const trustedHosts = parseHosts(config.FETCH_ALLOWED_HOSTS)

  async function indexUrl({ url, title }: KnowledgeEntry, signal: AbortSignal): Promise<Extracted> {
    const page = await fetchPage(url!, { signal, trustedHosts })
    return extract({ ...page, heading: title }, signal)
  }

  async function indexFile(entry: KnowledgeEntry, claim: Claim, signal: AbortSignal) {
    const { id, title, summary, file_type, file_name } = entry
    const described = summary?.trim() ? chunkText(`${title}\n${summary}`).map(toChunk) : []
    const file = await findFile(db, claim.organization_id, id)
    const type = file_type ?? fileTypeOf(file_name ?? '')
    if (!file || !type) return { chunks: described.length ? described : [toChunk(title!)] }
    const source = { type, bytes: await bytesOf(file), charset: null, heading: title }
    const { chunks } = await extract(source, signal, undefined, progressOf(db, claim))
    return { chunks: [...described, ...chunks] }
  }

  /** A storage that is away is waited for: that is not the file's fault. */
  async function bytesOf(file: StoredFile): Promise<Buffer> {
    try {
      return await files.get(file)
    } catch (error) {
      if (!(error instanceof AppError) || error.retryAfter === undefined) throw error
      throw new NotNow(error.code, error.message, { retryAfter: error.retryAfter })
    }
  }

  return async function index(claim, signal, completed) {
    const entry = await findEntry(db, claim.organization_id, claim.id)
    if (!entry) return false
    const { kind, question, answer } = entry
    const extracted =
      kind === 'url'
        ? await indexUrl(entry, signal)
        : kind === 'file'
          ? await indexFile(entry, claim, signal)
          : { chunks: chunkPair(question ?? '', answer ?? '').map(toChunk) }
    return completeEntry(db, claim, extracted, completed())
  }
}

const toChunk = (text: string): Chunk => ({ text, words: searchWords(text) })
