import type { Config } from '../shared/config.ts'
import type { Db } from '../shared/db.ts'
import { AppError, NotNow } from '../shared/errors.ts'
import type { FileStorage } from '../shared/fileStorage.ts'
import { fileTypeOf } from '../shared/fileTypes.ts'
import type { Claim } from '../shared/store/claims.ts'
import { findFile, type StoredFile } from '../shared/store/files.ts'
import { type Chunk, completeEntry, findEntry, type KnowledgeEntry } from '../shared/store/knowledge.ts'
import { keepPage } from '../shared/store/sources.ts'
import { searchWords } from '../shared/words.ts'
import { parseHosts } from './addresses.ts'
import { chunkPair, chunkText } from './chunks.ts'
import { type Crawl, crawl } from './crawl.ts'
import { extract, extractPage, orThrow } from './extract.ts'
import { fetchPage } from './fetch.ts'
import { progressOf } from './progress.ts'
import { makeRobots } from './robots.ts'
import type { Perform } from './run.ts'
import { canonicalOf } from './sites.ts'

interface Deps {
  db: Db
  config: Pick<Config, 'FETCH_ALLOWED_HOSTS' | 'INDEX_CONCURRENCY'>
  files: FileStorage
}

/** The index lane's job: entry → text → chunks → stored. */
export function makeIndexJob({ db, config, files }: Deps): Perform {
  const trustedHosts = parseHosts(config.FETCH_ALLOWED_HOSTS)
  const mostCrawls = Math.max(1, config.INDEX_CONCURRENCY - SLOTS_BESIDE_CRAWLS)
  let crawls = 0

  /** @returns null when the page is what it was */
  async function indexPage(entry: KnowledgeEntry, signal: AbortSignal) {
    const options = { signal, trustedHosts }
    const beforeHop = makeRobots(options).assertAllowed
    const isIndexed = entry.is_recheck && entry.chunk_count > 0
    const found = await fetchPage(entry.url!, { ...options, beforeHop }, isIndexed ? entry : null)
    if (!found) return null
    const { type, bytes, charset, etag, last_modified } = found
    const { extraction, facts } = await extractPage(
      { type, bytes, charset, heading: entry.title },
      found.url,
      signal,
    )
    const { title, chunks } = orThrow(extraction)
    const canonical_url = canonicalOf(found.url, facts) ?? null
    const isMoved = found.url.href !== new URL(entry.url!).href
    const page_url = canonical_url ?? (isMoved ? found.url.href : null)
    const page = { canonical_url, etag, last_modified, pages: null }
    return { title, chunks: chunks.map((chunk) => ({ ...chunk, page_url })), page }
  }

  async function indexSite(entry: KnowledgeEntry, claim: Claim, signal: AbortSignal) {
    if (crawls >= mostCrawls)
      throw new NotNow('unavailable', 'Other sites are being read.', { retryAfter: 5 })
    crawls++
    try {
      const { url, crawl: by, max_pages: maxPages, chunk_count } = entry
      const seconds = Math.min(MOST_CRAWL_SECONDS, (claim.deadline_ms / 1000) * CRAWL_SHARE)
      const onProgress = progressOf(db, claim)
      const plan = { start: url!, by: by as Crawl['by'], maxPages, seconds, onProgress }
      const { title, chunks, pages } = await crawl(plan, { signal, trustedHosts })
      if (chunk_count > 0 && pages.failed > pages.done) throw mostlyFailed(pages)
      const page = { canonical_url: null, etag: null, last_modified: null, pages }
      return { title, chunks, page }
    } finally {
      crawls--
    }
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

  const indexUrl = (entry: KnowledgeEntry, claim: Claim, signal: AbortSignal) =>
    entry.crawl === 'page' ? indexPage(entry, signal) : indexSite(entry, claim, signal)

  return async function index(claim, signal, completed) {
    const entry = await findEntry(db, claim.organization_id, claim.id)
    if (!entry) return false
    const { kind, question, answer } = entry
    const extracted =
      kind === 'url'
        ? await indexUrl(entry, claim, signal)
        : kind === 'file'
          ? await indexFile(entry, claim, signal)
          : { chunks: chunkPair(question ?? '', answer ?? '').map(toChunk) }
    if (!extracted) return keepPage(db, claim, completed())
    return completeEntry(db, claim, extracted, completed())
  }
}

/** A site may take many minutes: so many slots of a worker are left for what takes a second. */
const SLOTS_BESIDE_CRAWLS = 2
const MOST_CRAWL_SECONDS = 20 * 60
/** Of the time until its deadline, so that what was found can still be stored. */
const CRAWL_SHARE = 0.8

/** A site that is half down is no reason to forget its other half. */
const mostlyFailed = ({ done, failed }: { done: number; failed: number }) =>
  new AppError(
    'fetch_failed',
    `${failed} of ${done + failed} pages could not be read; what was known of the site is kept.`,
  )

const toChunk = (text: string): Chunk => ({ text, words: searchWords(text) })
