import { findSharedLanguage } from '../../shared/agents/agents.ts'
import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import type { KnowledgeEntry } from '../../shared/knowledge/knowledge.ts'
import type { PageState } from '../../shared/knowledge/sources.ts'
import type { FairLoop } from '../../shared/lib/async/fairLoop.ts'
import type { Config } from '../../shared/lib/config/config.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { parseHosts } from '../../shared/lib/egress/publicAddresses.ts'
import { AppError, RetryLater } from '../../shared/lib/errors.ts'
import type { Extracted } from '../extraction/contract/messages.ts'
import { progressOf } from '../jobs/progress.ts'
import { orThrow } from '../reader/client.ts'
import { makeReader } from '../reader/subprocess.ts'
import { makeCookies } from './cookies.ts'
import { type Crawl, crawl } from './crawl.ts'
import { loadPage } from './loadPage.ts'
import { makeRobots } from './robotsTxt.ts'
import { canonicalOf, nameOf, plain } from './siteUrls.ts'

/**
 * Reads the page or site of a url entry. Returns its text and the state to store with it, or null
 * if the page has not changed.
 */
export type ReadUrl = (
  entry: KnowledgeEntry,
  claim: LeasedJob,
  signal: AbortSignal,
) => Promise<(Extracted & { page: PageState }) | null>

/** Slots that crawls leave free for quick entries, because a site may take many minutes. */
const SLOTS_BESIDE_CRAWLS = 2
/**
 * Processor seconds for recognizing the text of a PDF at a URL, which may be read again every hour:
 * about 60 scanned pages.
 */
const OCR_SECONDS = 300
const MAX_CRAWL_SECONDS = 20 * 60
/** The share of the time until the deadline that a crawl may take. The rest is for storing. */
const CRAWL_SHARE = 0.8

interface ReadUrlDeps {
  db: Db
  config: Pick<
    Config,
    'FETCH_ALLOWED_HOSTS' | 'INDEX_CONCURRENCY' | 'OCR_LANGUAGES_FOLDER' | 'times'
  >
  loop: FairLoop
}

export function makeReadUrl({ db, config, loop }: ReadUrlDeps): ReadUrl {
  const trustedHosts = parseHosts(config.FETCH_ALLOWED_HOSTS)
  const mostCrawls = Math.max(1, config.INDEX_CONCURRENCY - SLOTS_BESIDE_CRAWLS)
  /**
   * Organizations whose site is being read in this process. Each may have one site read at a time,
   * so that no organization keeps the others waiting.
   */
  const crawling = new Set<string>()

  const readPage: ReadUrl = async (entry, { organization_id }, signal) => {
    const fetching = { signal, trustedHosts, cookies: makeCookies() }
    const beforeHop = makeRobots(fetching).assertAllowed
    const isIndexed = entry.is_recheck && entry.chunk_count > 0
    const reader = makeReader(signal)
    const language = await findSharedLanguage(db, organization_id, entry.agent_ids)
    const ocr = { seconds: OCR_SECONDS, language, folder: config.OCR_LANGUAGES_FOLDER ?? null }
    const options = { ...fetching, beforeHop, reader, heading: entry.title, ocr }
    const known = isIndexed ? entry : null
    const found = await loadPage(entry.url!, options, known).finally(reader.close)
    if (!found) return null
    const { url, facts, page: fetched } = found
    const { title, chunks, warnings, recognition } = orThrow(found.extraction)
    const canonical_url = canonicalOf(url, facts) ?? null
    const address = plain(url)
    const page_url =
      canonical_url ?? (address === new URL(entry.url!).href.replace(/#.*/, '') ? null : address)
    // The validators are of one answer, which cannot say that other pages have not changed.
    const { etag, last_modified } = found.isAlone ? fetched : { etag: null, last_modified: null }
    return {
      title: title ?? fetched.fileName ?? nameOf(url),
      ...(warnings && { warnings }),
      ...(recognition && { recognition }),
      chunks: chunks.map((chunk) => ({ ...chunk, page_url })),
      page: { canonical_url, etag, last_modified, pages: null },
    }
  }

  const readSite: ReadUrl = async (entry, claim, signal) => {
    const { organization_id } = claim
    if (crawling.size >= mostCrawls || crawling.has(organization_id))
      throw new RetryLater('unavailable', 'Other sites are being read.', { retryAfter: 5 })
    crawling.add(organization_id)
    try {
      const { url, crawl: by, max_pages: maxPages, chunk_count } = entry
      const seconds = Math.min(MAX_CRAWL_SECONDS, (claim.deadline_ms / 1000) * CRAWL_SHARE)
      const onProgress = progressOf(db, claim, config.times.progressMs)
      const yieldLoop = loop.of(organization_id)
      const plan = { start: url!, by: by as Crawl['by'], maxPages, seconds, onProgress, yieldLoop }
      const { title, chunks, pages } = await crawl(plan, { signal, trustedHosts })
      if (chunk_count > 0 && pages.failed > pages.done) throw mostlyFailed(pages)
      return {
        title,
        chunks,
        page: { canonical_url: null, etag: null, last_modified: null, pages },
      }
    } finally {
      crawling.delete(organization_id)
    }
  }

  return (entry, claim, signal) =>
    (entry.crawl === 'page' ? readPage : readSite)(entry, claim, signal)
}

/** Whether most pages failed. Then a recheck fails, and the site stays indexed as it was. */
const mostlyFailed = ({ done, failed }: { done: number; failed: number }) =>
  new AppError(
    'fetch_failed',
    `${failed} of ${done + failed} pages could not be read; what was known of the site is kept.`,
  )
