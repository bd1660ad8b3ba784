import { AppError } from '../../shared/lib/errors.ts'
import { parseUrl } from '../../shared/lib/parseUrl.ts'
import { readSitemap } from '../reader/client.ts'
import type { Reader } from '../reader/subprocess.ts'
import { type FetchOptions, fetchForRobots } from './fetch.ts'
import type { Robots } from './robotsTxt.ts'
import { isSameSite, plain } from './siteUrls.ts'

const LIMITS = { bytes: 20 * 1024 * 1024, ms: 15_000, redirects: 5 }
/** The most sitemaps that are fetched, counting an index and the indexes in it. */
const MAX_FILES = 20

/**
 * Finds the pages that a site's sitemaps list, in their order and each once. Reads `start` if it is
 * a sitemap, else the sitemaps that robots.txt names, else `/sitemap.xml`.
 * @param most addresses to return
 * @throws AppError fetch_failed, url_not_allowed, page_too_large, file_unreadable, if no page was
 *   found
 */
export async function findPages(
  start: URL,
  robots: Robots,
  reader: Reader,
  options: FetchOptions,
  most: number,
): Promise<string[]> {
  const queue = await sitemapsOf(start, robots)
  const known = new Set(queue)
  const pages = new Set<string>()
  let failure: unknown
  for (let files = 0; queue.length && files < MAX_FILES && pages.size < most; files++)
    try {
      const sitemap = await readSitemap(reader, await fetchSitemap(queue.shift()!, start, options))
      for (const page of sitemap.pages.filter(isOfSite(start)))
        if (pages.size < most) pages.add(plain(page))
      for (const next of sitemap.sitemaps
        .filter(isOfSite(start))
        .filter((address) => !known.has(address))) {
        known.add(next)
        queue.push(next)
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      failure ??= error
    }
  if (pages.size === 0) throw failure ?? failed('The sitemap lists no page of its own site.')
  return [...pages]
}

const isOfSite = (start: URL) => (address: string) => isSameSite(new URL(address), start)

async function sitemapsOf(start: URL, robots: Robots): Promise<string[]> {
  if (/sitemap|\.(xml|txt)(\.gz)?$/i.test(start.pathname)) return [start.href]
  const named = (await robots.sitemaps(start)).filter((address) => parseUrl(address))
  const own = named.filter(isOfSite(start)).slice(0, MAX_FILES)
  return own.length ? own : [new URL('/sitemap.xml', start).href]
}

async function fetchSitemap(address: string, start: URL, options: FetchOptions): Promise<Buffer> {
  const beforeHop = async (url: URL) => {
    if (!isSameSite(url, start))
      throw new AppError('url_not_allowed', 'The sitemap leads to another site.')
  }
  const { status, bytes } = await fetchForRobots(
    address,
    { ...options, limits: LIMITS, beforeHop },
    false,
  )
  if (status >= 200 && status < 300) return bytes
  throw failed(
    `The sitemap cannot be fetched from ${new URL(address).pathname}: its server answers ${status}.`,
  )
}

const failed = (detail: string) => new AppError('fetch_failed', detail)
