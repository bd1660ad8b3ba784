import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { YieldLoop } from '../../shared/lib/async/fairLoop.ts'
import { AppError } from '../../shared/lib/errors.ts'
import type { Extracted, OnProgress } from '../extraction/contract/messages.ts'
import { directivesOfHeader } from '../extraction/contract/robotsDirectives.ts'
import { orThrow } from '../reader/client.ts'
import { makeReader, type Reader } from '../reader/subprocess.ts'
import { type Cookies, makeCookies } from './cookies.ts'
import type { FetchOptions } from './fetch.ts'
import { type LoadedPage, loadPage } from './loadPage.ts'
import { makeRobots } from './robotsTxt.ts'
import { type PageText, withoutSharedLines } from './sharedLines.ts'
import { findPages } from './sitemaps.ts'
import { canonicalOf, isEndless, isSameSite, nameOf, plain, seriesOf } from './siteUrls.ts'

export interface Crawl {
  start: string
  /**
   * `sitemap`: the pages that sitemaps list. `site`: the pages that links lead to from `start`,
   * nearest first.
   */
  by: 'sitemap' | 'site'
  /** The most pages to read, including pages that fail. */
  maxPages: number
  /** Seconds after which the crawl ends. It keeps the pages that it has read by then. */
  seconds: number
  onProgress: OnProgress
  /** Called before pieces of work that grow with the site; default: never waits. */
  yieldLoop?: YieldLoop
}

export interface Crawled extends Extracted {
  pages: { done: number; failed: number }
}

/** Bytes of all pages together, before their text is extracted. */
const MAX_BYTES = 50 * 1024 * 1024
/**
 * The most fetches for each page of `maxPages`: pages that are left out (duplicates, noindex) cost
 * a fetch, too.
 */
const MAX_FETCHES = 2

/** Errors of pages that do not count as failed. `url_not_allowed` is a redirect to another site. */
const LEFT_OUT = ['url_not_allowed', 'robots_disallowed', 'unsupported_content']

/**
 * Reads a site's pages one at a time, with the pauses that robots.txt asks for. Each chunk has its
 * page's address and title. A page that fails is counted, and the crawl goes on.
 * @param reader closed at the end
 * @throws AppError if no page could be read: the first failure, else no_text
 */
export async function crawl(
  plan: Crawl,
  options: FetchOptions,
  reader = makeReader(options.signal),
): Promise<Crawled> {
  try {
    return await crawlWith(reader, plan, { ...options, cookies: makeCookies() })
  } finally {
    reader.close()
  }
}

async function crawlWith(
  reader: Reader,
  { start, by, maxPages, seconds, onProgress, yieldLoop }: Crawl,
  options: FetchOptions & { cookies: Cookies },
): Promise<Crawled> {
  const { signal } = options
  const robots = makeRobots(options)
  const until = performance.now() + seconds * 1000
  const home = new URL(start)
  const queue =
    by === 'site'
      ? [plain(start)]
      : await findPages(home, robots, reader, options, MAX_FETCHES * maxPages)
  const known = new Set(queue)
  /** Canonical addresses and text hashes of the pages, so that a page found twice counts once. */
  const taken = new Set<string>()
  const read: ReadPage[] = []
  const pages = { done: 0, failed: 0 }
  let bytes = 0
  let failure: AppError | undefined

  const series = new Map<string, number>()
  /** Addresses to read last: those after the first `FIRST_OF_SERIES` of their series. */
  const later: string[] = []

  const offer = (address: string) => {
    const url = new URL(address)
    if (known.has(address) || known.size > MAX_QUEUED || isEndless(url)) return
    known.add(address)
    const place = (series.get(seriesOf(url)) ?? 0) + 1
    series.set(seriesOf(url), place)
    if (place <= FIRST_OF_SERIES) queue.push(address)
    else if (!url.search || place <= MAX_VARIANTS) later.push(address)
  }

  function take({ page, url, facts, extraction, links, frames, size }: LoadedPage): void {
    bytes += size
    for (const address of [plain(url), ...frames]) known.add(address)
    const directives = directivesOfHeader(page.robots)
    if (by === 'site' && !directives.nofollow)
      for (const link of links) if (isSameSite(new URL(link), home)) offer(plain(link))
    if (directives.noindex || facts?.noindex) return
    const { title: own, chunks } = orThrow(extraction)
    const title = own ?? page.fileName ?? nameOf(url)
    const page_url = canonicalOf(url, facts) ?? plain(url)
    const text = createHash('sha256')
      .update(chunks.map((chunk) => chunk.text).join('\n'))
      .digest('hex')
    if (taken.has(page_url) || taken.has(text)) return
    taken.add(page_url).add(text)
    known.add(page_url)
    read.push({ page_url, title, about: own ?? '', isHtml: page.type === 'html', chunks })
    pages.done++
  }

  async function beforeHop(url: URL): Promise<void> {
    if (!isSameSite(url, home))
      throw new AppError(
        'url_not_allowed',
        `The page leads to another site, ${url.host}: add that one.`,
      )
    await robots.assertAllowed(url)
  }

  const pause = async (url: URL) => {
    await sleep(await robots.delayMs(url), undefined, { signal })
  }
  /**
   * The first page's cookies go to all pages, since a site may want them everywhere. Those of other
   * pages do not: a link that chooses a language would change what all later pages are read as.
   */
  const loading = (isFirst: boolean) => {
    const cookies = isFirst ? options.cookies : options.cookies.copy()
    return { ...options, cookies, beforeHop, pause, reader, heading: null }
  }

  for (
    let fetches = 0;
    (queue.length || later.length) && fetches < MAX_FETCHES * maxPages;
    fetches++
  ) {
    const handled = pages.done + pages.failed
    if (handled >= maxPages || bytes > MAX_BYTES || performance.now() > until) break
    onProgress({ done: handled, total: Math.min(maxPages, handled + queue.length + later.length) })
    const address = (queue.shift() ?? later.shift())!
    try {
      if (fetches > 0) await pause(new URL(address))
      take(await loadPage(address, loading(fetches === 0)))
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError)) throw error
      failure ??= error
      if (!LEFT_OUT.includes(error.code)) pages.failed++
    }
  }
  if (pages.done === 0)
    throw failure ?? new AppError('no_text', 'No page of the site may be indexed.')
  const chunks = citedChunks(await withoutSharedLines(read, yieldLoop))
  return { title: read[0]!.title, chunks, pages }
}

interface ReadPage extends PageText {
  /** The address and title by which its chunks are cited. */
  page_url: string
  title: string
}

/** If several pages answer the same question, only the first of them keeps it as a pair. */
function citedChunks(pages: readonly ReadPage[]): Extracted['chunks'] {
  /** Maps the question of each Q/A pair to the page where it was found first. */
  const asked = new Map<string, string>()
  return pages.flatMap(({ page_url, title, chunks }) =>
    chunks.map(({ question_key = null, ...chunk }) => {
      const isFirst = question_key && (asked.get(question_key) ?? page_url) === page_url
      if (isFirst) asked.set(question_key, page_url)
      return { ...chunk, page_url, page_title: title, ...(isFirst && { question_key }) }
    }),
  )
}

/** The number of addresses of a series that are read in turn; its other addresses are read last. */
const FIRST_OF_SERIES = 10
/**
 * The most addresses with a query that a series may have: a list can be sorted and filtered in more
 * ways than it has pages.
 */
const MAX_VARIANTS = 100
/**
 * The most addresses that are remembered, since every page of a calendar links to the next forever.
 */
const MAX_QUEUED = 20_000
