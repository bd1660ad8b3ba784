import robotsParser, { type Robot } from 'robots-parser'
import { AppError } from '../../shared/lib/errors.ts'
import { ROBOT } from '../extraction/contract/robotsDirectives.ts'
import { type FetchOptions, fetchForRobots } from './fetch.ts'

/** The robots.txt rules of sites. Each site's file is read once. */
export interface Robots {
  /**
   * @throws AppError robots_disallowed; fetch_failed if robots.txt cannot be read, as RFC 9309
   *   demands
   */
  assertAllowed(url: URL): Promise<void>
  /** Milliseconds that the site wants between two requests; at most 5,000. */
  delayMs(url: URL): Promise<number>
  /** Addresses of the site's sitemaps, as robots.txt names them. */
  sitemaps(url: URL): Promise<string[]>
}

/** The package's types declare a default export, which it does not have. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default

/** RFC 9309 asks parsers to accept at least 500 KiB. */
const MAX_BYTES = 512 * 1024
/**
 * These limits bound the time for matching a robots.txt, which grows with the length of a pattern
 * times that of the path.
 */
const MAX_LINES = 5_000
const MAX_PATTERNS = 200
const MAX_CHARACTERS = 500

const MAX_DELAY_SECONDS = 5

export function makeRobots(options: FetchOptions): Robots {
  const sites = new Map<string, Promise<Robot | undefined>>()

  function of({ origin }: URL): Promise<Robot | undefined> {
    const rules = sites.get(origin) ?? read(`${origin}/robots.txt`, options)
    sites.set(origin, rules)
    return rules
  }

  return {
    async assertAllowed(url) {
      const robot = await of(url)
      const path = (url.pathname + url.search).slice(0, MAX_CHARACTERS)
      if (robot?.isDisallowed(url.origin + path, ROBOT))
        throw new AppError(
          'robots_disallowed',
          "The site's robots.txt does not allow the page to be fetched.",
        )
    },
    async delayMs(url) {
      const seconds = Number((await of(url))?.getCrawlDelay(ROBOT) ?? 0)
      return 1000 * Math.min(Math.max(seconds || 0, 0), MAX_DELAY_SECONDS)
    },
    sitemaps: async (url) => (await of(url))?.getSitemaps() ?? [],
  }
}

/** @returns undefined: the site has no robots.txt, so everything is allowed */
async function read(address: string, options: FetchOptions): Promise<Robot | undefined> {
  const limits = { bytes: MAX_BYTES, ms: 10_000, redirects: 5 }
  const { beforeHop: _, ...rest } = options
  const { status, bytes } = await fetchForRobots(address, { ...rest, limits }, true)
  if (status >= 500 || status === 429)
    throw new AppError(
      'fetch_failed',
      `The site's robots.txt cannot be read: its server answers ${status}. Until it can, nothing of the site is fetched.`,
    )
  return status >= 200 && status < 300
    ? parseRobots(address, withinReason(bytes.toString()))
    : undefined
}

function withinReason(text: string): string {
  let patterns = 0
  const lines = text.replace(/^\ufeff/, '').split(/\r\n?|\n/, MAX_LINES)
  return lines
    .filter((line) => line.length <= MAX_CHARACTERS)
    .filter(
      (line) => !line.includes('*') || /^\s*user-agent/i.test(line) || ++patterns <= MAX_PATTERNS,
    )
    .join('\n')
}
