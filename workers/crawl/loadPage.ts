import { AppError } from '../../shared/lib/errors.ts'
import { parseUrl } from '../../shared/lib/parseUrl.ts'
import type { Frame, OcrOptions } from '../extraction/contract/messages.ts'
import { refreshTarget } from '../extraction/contract/refresh.ts'
import { directivesOfHeader } from '../extraction/contract/robotsDirectives.ts'
import { extractPage } from '../reader/client.ts'
import type { Reader } from '../reader/subprocess.ts'
import {
  type FetchedPage,
  type FetchOptions,
  fetchPage,
  LIMITS,
  redirectTo,
  tooManyRedirects,
  type Version,
} from './fetch.ts'
import { type FramedPart, LITTLE, type ReadPart, textLength, withFrames } from './frames.ts'
import { plain } from './siteUrls.ts'

/** A page as its readers see it: after all redirects, and with its frames. */
export interface LoadedPage extends FramedPart {
  page: FetchedPage
  /** Whether the answer is all of the page: no other page led to it, and it has no frames. */
  isAlone: boolean
}

interface LoadOptions extends FetchOptions {
  reader: Reader
  /** Text by which all chunks are found; null: none. */
  heading: string | null
  /** How text in pictures of a PDF is recognized. Absent: it is not. */
  ocr?: OcrOptions
  /** Waits before a request to a site, as its robots.txt asks. */
  pause?: (url: URL) => Promise<void>
}

/**
 * Fetches and reads a page. Follows `<meta http-equiv="refresh">` and the header `Refresh` like
 * redirects, and counts them with these. Reads frames of the page's own origin.
 * @param known the validators of the copy that we have
 * @returns null if the page has not changed since
 * @throws AppError as `fetchPage` does, and file_unreadable
 */
export async function loadPage(address: string, options: LoadOptions): Promise<LoadedPage>
export async function loadPage(
  address: string,
  options: LoadOptions,
  known: Version | null,
): Promise<LoadedPage | null>
export async function loadPage(
  address: string,
  options: LoadOptions,
  known: Version | null = null,
): Promise<LoadedPage | null> {
  const arrived = await arrive(address, options, known)
  if (!arrived) return null
  const { passed, ...page } = arrived
  const whole = await withFrames(page, (frame, within) => readFrame(frame, within, options))
  return {
    ...page,
    ...whole,
    links: [...passed.flatMap(({ facts }) => facts?.links ?? []), ...whole.links],
    size: passed.reduce((sum, { size }) => sum + size, whole.size),
    isAlone: passed.length === 0 && whole.frames.length === 0,
  }
}

interface ArrivedPage extends ReadPart {
  page: FetchedPage
}

/**
 * Follows refreshes from page to page. If they lead nowhere, a page on the way that has text counts
 * as the page: its author may only want it to be shown anew.
 * @returns the page, and those that were passed on the way to it
 */
async function arrive(
  start: string,
  options: LoadOptions,
  known: Version | null,
): Promise<(ArrivedPage & { passed: ArrivedPage[] }) | null> {
  const limits = options.limits ?? LIMITS
  const passed: ArrivedPage[] = []
  let address = start
  let redirects = limits.redirects
  try {
    for (;;) {
      const hops = { ...options, limits: { ...limits, redirects } }
      const page = await fetchPage(address, hops, known)
      if (!page) return null
      const { url, type, bytes, charset } = page
      const { heading, ocr } = options
      const source = { type, bytes, charset, heading, ...(ocr && { ocr }) }
      const read = await extractPage(options.reader, source, url)
      const arrived = { ...read, page, url, size: bytes.length }
      const next = nextOf(arrived, passed)
      if (!next) return { ...arrived, passed }
      passed.push(arrived)
      address = redirectTo(next, url).href
      redirects -= page.redirects + 1
      if (redirects < 0) throw tooManyRedirects()
    }
  } catch (error) {
    const shown = passed.find(({ extraction }) => textLength(extraction) >= LITTLE)
    if (options.signal.aborted || !(error instanceof AppError) || !shown) throw error
    return { ...shown, passed: passed.filter((page) => page !== shown) }
  }
}

/** Returns where a page sends its readers; undefined: it is the page to read. */
function nextOf(
  { page, facts, extraction }: ArrivedPage,
  passed: readonly ArrivedPage[],
): URL | undefined {
  const target = refreshTarget(page.refresh)
  const isWanted = !facts?.refresh?.isScriptless || textLength(extraction) < LITTLE
  const inPage = isWanted ? facts?.refresh?.address : undefined
  const inHeader = target === undefined ? undefined : parseUrl(target, page.url)
  // Browsers ignore `javascript:` and the like here.
  const isPage = /^https?:$/.test(inHeader?.protocol ?? '')
  const next = isPage ? inHeader : parseUrl(inPage ?? '')
  if (!next || plain(next) !== plain(page.url)) return next
  // The page shows itself anew, some only once a cookie comes back.
  const isReloaded = passed.some(({ url }) => plain(url) === plain(page.url))
  return page.hasNewCookie && !isReloaded ? next : undefined
}

/** Reads a frame, which must stay within the origin of its page. */
async function readFrame(frame: Frame, within: URL, options: LoadOptions): Promise<ReadPart> {
  if ('html' in frame) {
    const bytes = Buffer.from(frame.html)
    const source = { type: 'html', bytes, charset: 'utf-8', heading: options.heading } as const
    const read = await extractPage(options.reader, source, within)
    return { ...read, url: within, size: bytes.length }
  }
  const beforeHop = async (url: URL) => {
    if (url.origin !== within.origin)
      throw new AppError('url_not_allowed', `A frame of the page leads to ${url.host}.`)
    await options.beforeHop?.(url)
  }
  await options.pause?.(new URL(frame.address))
  const { page, ...read } = (await arrive(frame.address, { ...options, beforeHop }, null))!
  if (directivesOfHeader(page.robots).noindex)
    throw new AppError('robots_disallowed', 'A frame of the page may not be indexed.')
  return read
}
