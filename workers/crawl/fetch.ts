import type { LookupAddress } from 'node:dns'
import {
  AnswerTooLarge,
  type BoundedAnswer,
  boundedRequest,
  UnknownEncoding,
} from '../../shared/lib/egress/boundedRequest.ts'
import { guardedConnector } from '../../shared/lib/egress/connector.ts'
import { isTrusted, whyNotAllowed } from '../../shared/lib/egress/publicAddresses.ts'
import { undici } from '../../shared/lib/egress/undici.ts'
import { AppError } from '../../shared/lib/errors.ts'
import { parseUrl } from '../../shared/lib/parseUrl.ts'
import { ROBOT } from '../extraction/contract/robotsDirectives.ts'
import { bodyOf, type Content, contentOf, headerOf } from './content.ts'
import type { Cookies } from './cookies.ts'

/** The limits of a page. */
export const LIMITS: FetchLimits = { bytes: 5 * 1024 * 1024, ms: 15_000, redirects: 5 }

interface FetchLimits {
  /** The most bytes of the body, after decompression. */
  bytes: number
  /**
   * The most milliseconds of the whole fetch, from the DNS lookup to the last byte, redirects
   * included.
   */
  ms: number
  redirects: number
}

const HEADERS = {
  'accept-encoding': 'gzip, deflate, br',
  accept:
    'text/html, application/xhtml+xml, text/*;q=0.9, application/json, application/pdf;q=0.8, */*;q=0.1',
  'accept-language': '*',
  'user-agent': `${ROBOT} (knowledge)`,
}

/** A page's validators, as its server sent them: they show whether the page has changed. */
export interface Version {
  etag: string | null
  last_modified: string | null
}

export interface FetchedPage extends Version, Content {
  /** The page's address after redirects. */
  url: URL
  /** The header `x-robots-tag`; empty: none. */
  robots: string
  /** The header `refresh`, by which old servers redirect; empty: none. */
  refresh: string
  /** Whether the answer set a cookie that was not sent with the request. */
  hasNewCookie: boolean
  /** How many redirects led to the page. */
  redirects: number
}

export interface FetchOptions {
  signal: AbortSignal
  /** Hosts that may be fetched although they are not public; see `parseHosts`. */
  trustedHosts: ReadonlySet<string>
  /** Resolves a host to all its addresses. Tests replace it. */
  resolve?: (host: string) => Promise<LookupAddress[]>
  limits?: FetchLimits
  /** Called before each hop; throws to refuse it. */
  beforeHop?: (url: URL) => Promise<void>
  /** Cookies to send, and to keep those in that are set. Default: none are sent. */
  cookies?: Cookies
}

/**
 * Fetches a page of the public internet. Refuses private networks in every notation of an address,
 * and also if names or redirects lead there.
 * @param known the validators of the copy that we have
 * @returns null if the page has not changed since
 * @throws AppError url_not_allowed, fetch_failed, page_too_large, unsupported_content, and the
 *   errors of `beforeHop`
 */
export async function fetchPage(address: string, options: FetchOptions): Promise<FetchedPage>
export async function fetchPage(
  address: string,
  options: FetchOptions,
  known: Version | null,
): Promise<FetchedPage | null>
export async function fetchPage(
  address: string,
  options: FetchOptions,
  known: Version | null = null,
) {
  const conditions = {
    ...(known?.etag && { 'if-none-match': known.etag }),
    ...(known?.last_modified && { 'if-modified-since': known.last_modified }),
  }
  return request(address, options, conditions, async (response, hop) => {
    if (response.status === 304 && Object.keys(conditions).length) return null
    if (!isOk(response)) throw failed(`The page's server answers ${response.status}.`)
    const header = (name: string) => headerOf(response, name)?.slice(0, MAX_HEADER) ?? null
    return {
      ...hop,
      ...(await contentOf(response, hop.url)),
      robots: header('x-robots-tag') ?? '',
      refresh: header('refresh') ?? '',
      etag: header('etag'),
      last_modified: header('last-modified'),
    }
  })
}

/** The most characters of a header that are kept. Real values are far shorter. */
const MAX_HEADER = 500

/** A file that a site publishes for robots: robots.txt or a sitemap. */
export interface RobotsFile {
  status: number
  /** Empty unless the status is a success. */
  bytes: Buffer
}

/**
 * Like `fetchPage`, but accepts any content type and any status.
 * @param cuts whether to cut a body that is over the limit, instead of throwing page_too_large
 * @throws AppError url_not_allowed, fetch_failed, page_too_large
 */
export async function fetchForRobots(
  address: string,
  options: FetchOptions,
  cuts: boolean,
): Promise<RobotsFile> {
  return request(address, options, {}, async (response) => ({
    status: response.status,
    bytes: isOk(response) ? await bodyOf(response, { cuts }) : Buffer.alloc(0),
  }))
}

/** Where an answer came from. */
type Hop = Pick<FetchedPage, 'url' | 'redirects' | 'hasNewCookie'>
type ReadAnswer<Result> = (response: BoundedAnswer, hop: Hop) => Promise<Result>

async function request<Result>(
  address: string,
  options: FetchOptions,
  headers: Record<string, string>,
  read: ReadAnswer<Result>,
): Promise<Result> {
  const { signal, limits = LIMITS } = options
  const late = AbortSignal.timeout(limits.ms)
  try {
    const whole = { ...options, signal: AbortSignal.any([signal, late]) }
    return await follow(new URL(address), whole, headers, read)
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (late.aborted) throw failed(`The page did not arrive within ${limits.ms / 1000} s.`)
    throw explain(error)
  }
}

/** Follows redirects. Checks each hop like the first, and opens a new connection for it. */
async function follow<Result>(
  start: URL,
  { limits = LIMITS, trustedHosts, signal, resolve, beforeHop, cookies }: FetchOptions,
  headers: Record<string, string>,
  read: ReadAnswer<Result>,
): Promise<Result> {
  let url = start
  for (let redirects = 0; redirects <= limits.redirects; redirects++) {
    const reason = whyNotAllowed(url, trustedHosts)
    if (reason) throw notAllowed(reason)
    await beforeHop?.(url)
    const connect = guardedConnector(isTrusted(url, trustedHosts), signal, resolve)
    const dispatcher = new (undici().Agent)({ connect })
    try {
      const response = await boundedRequest(url, {
        dispatcher,
        signal,
        maxBytes: limits.bytes,
        headers: { ...HEADERS, ...headers, ...cookieHeader(cookies, url) },
      })
      const hasNewCookie = cookies?.keep(url, response.headers['set-cookie']) ?? false
      const next = redirection(response, url)
      if (!next) return await read(response, { url, redirects, hasNewCookie })
      url = next
    } finally {
      await dispatcher.destroy()
    }
  }
  throw tooManyRedirects()
}

function cookieHeader(cookies: Cookies | undefined, url: URL): Record<string, string> {
  const cookie = cookies?.headerFor(url)
  return cookie ? { cookie } : {}
}

function redirection(answer: BoundedAnswer, from: URL): URL | undefined {
  const { status } = answer
  // Some servers send the location as UTF-8, but headers are read as Latin-1.
  const location = Buffer.from(headerOf(answer, 'location') ?? '', 'latin1').toString()
  if (![301, 302, 303, 307, 308].includes(status) || !location) return undefined
  if (!parseUrl(location, from.href)) throw failed('The page redirects to what is no URL.')
  return redirectTo(new URL(location, from), from)
}

/** @throws AppError url_not_allowed: the redirect leaves an encrypted connection */
export function redirectTo(to: URL, from: URL): URL {
  if (from.protocol === 'https:' && to.protocol === 'http:')
    throw notAllowed('The page redirects from https to http.')
  return to
}

const isOk = ({ status }: BoundedAnswer) => status >= 200 && status < 300

const notAllowed = (detail: string) => new AppError('url_not_allowed', detail)
export const tooManyRedirects = () => failed('The page redirects too often, or to itself.')
const failed = (detail: string, cause?: unknown) => new AppError('fetch_failed', detail, { cause })

/** Describes a network error without details of our own network. */
function explain(error: unknown): AppError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AppError) return cause
    if (cause instanceof AnswerTooLarge)
      return new AppError('page_too_large', `The page is over ${cause.maxBytes / 1024 / 1024} MB.`)
    if (cause instanceof UnknownEncoding)
      return new AppError(
        'unsupported_content',
        `The page is packed in a way that is not known: ${cause.encoding}.`,
      )
    const { code = '' } = cause as { code?: string }
    if (/ENOTFOUND|EAI_AGAIN|ENODATA/.test(code))
      return failed('There is no host of this name.', error)
    if (/CERT|_TLS_|SSL/.test(code)) return failed("The page's certificate is not valid.", error)
    if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|CONNECT_TIMEOUT/.test(code))
      return failed("The page's server cannot be reached.", error)
  }
  return failed("The page's server broke off, or its answer cannot be read.", error)
}
