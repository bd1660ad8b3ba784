import type { LookupAddress } from 'node:dns'
import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector, fetch, type Response } from 'undici'
import { AppError } from '../shared/errors.ts'
import type { FileType } from '../shared/fileTypes.ts'
import { isPublicAddress, isTrusted, NOT_PUBLIC, whyNotAllowed } from './addresses.ts'

const LIMITS = {
  /** Of the page, unpacked. */
  bytes: 5 * 1024 * 1024,
  /** For everything: names, redirects, the last byte. */
  ms: 15_000,
  redirects: 5,
}

const TYPES: Record<string, FileType> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/plain': 'txt',
  'text/markdown': 'md',
  'text/csv': 'csv',
  'application/json': 'json',
}

const HEADERS = {
  accept: 'text/html, application/xhtml+xml, text/*;q=0.9, application/json;q=0.8',
  'user-agent': 'Parley (knowledge)',
}

export interface Page {
  bytes: Buffer
  type: FileType
  /** As the server names it; null: it does not. */
  charset: string | null
}

interface Options {
  signal: AbortSignal
  /** Hosts that may be fetched although they are not public; see `parseHosts`. */
  trustedHosts: ReadonlySet<string>
  /** The resolver: all addresses of a host. Tests give another. */
  resolve?: (host: string) => Promise<LookupAddress[]>
  limits?: typeof LIMITS
}

/**
 * Fetches a page of the public internet, and nothing of a private network, whatever names, redirects and ways of
 * writing an address lead there.
 * @throws AppError url_not_allowed, fetch_failed, page_too_large, unsupported_content
 */
export async function fetchPage(address: string, options: Options): Promise<Page> {
  const { signal, limits = LIMITS } = options
  const late = AbortSignal.timeout(limits.ms)
  try {
    return await follow(new URL(address), { ...options, signal: AbortSignal.any([signal, late]) })
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (late.aborted) throw failed(`The page did not arrive within ${limits.ms / 1000} s.`)
    throw explain(error)
  }
}

/** Each hop is checked like the first, and has a connection of its own. */
async function follow(start: URL, options: Options): Promise<Page> {
  const { limits = LIMITS, trustedHosts, signal } = options
  let url = start
  for (let hops = 0; hops <= limits.redirects; hops++) {
    const reason = whyNotAllowed(url, trustedHosts)
    if (reason) throw notAllowed(reason)
    const dispatcher = new Agent({
      connect: guardedConnector(isTrusted(url, trustedHosts), signal, options.resolve),
    })
    try {
      const response = await fetch(url, { dispatcher, signal, redirect: 'manual', headers: HEADERS })
      const next = redirection(response, url)
      if (!next) return await read(response, limits.bytes)
      url = next
    } finally {
      await dispatcher.destroy()
    }
  }
  throw failed(`The page redirects more than ${limits.redirects} times.`)
}

function redirection({ status, headers }: Response, from: URL): URL | undefined {
  const location = headers.get('location')
  if (![301, 302, 303, 307, 308].includes(status) || !location) return undefined
  if (!URL.canParse(location, from.href)) throw failed('The page redirects to what is no URL.')
  const to = new URL(location, from)
  if (from.protocol === 'https:' && to.protocol === 'http:')
    throw notAllowed('The page redirects from https to http.')
  return to
}

/**
 * Makes connections to public addresses only. The check is where the connection is made: a host has other addresses
 * from one moment to the next, and one that is written as a number is looked up by nobody.
 */
export function guardedConnector(
  trusted: boolean,
  signal: AbortSignal,
  resolve = resolveAll,
): buildConnector.connector {
  // The signal also ends a connection that nobody answers, which undici would leave to time out.
  const settings = { maxCachedSessions: 0, signal } as buildConnector.BuildOptions
  if (trusted) return buildConnector(settings)
  const lookup: LookupFunction = (host, { all }, callback) => {
    resolve(host)
      .then((found) => {
        const first = found[0]
        if (!first || !found.every(({ address }) => isPublicAddress(address))) throw notAllowed(NOT_PUBLIC)
        return all ? callback(null, found) : callback(null, first.address, first.family)
      })
      .catch((error) => callback(error, ''))
  }
  const connect = buildConnector({ ...settings, lookup } as buildConnector.BuildOptions)
  return (options, callback) => {
    if (isIP(options.hostname) && !isPublicAddress(options.hostname))
      return callback(notAllowed(NOT_PUBLIC), null)
    connect(options, (...[error, socket]) => {
      if (!socket) return callback(error ?? new Error('no socket'), null)
      if (isPublicAddress(socket.remoteAddress ?? '')) return callback(null, socket)
      socket.destroy()
      callback(notAllowed(NOT_PUBLIC), null)
    })
  }
}

const resolveAll = (host: string) => systemLookup(host, { all: true })

async function read(response: Response, most: number): Promise<Page> {
  if (!response.ok) throw failed(`The page's server answers ${response.status}.`)
  const [mime = '', ...parameters] = (response.headers.get('content-type') ?? '').toLowerCase().split(';')
  const type = TYPES[mime.trim()]
  if (!type)
    throw new AppError(
      'unsupported_content',
      `The page is no text or HTML, but ${mime.trim() || 'of no type'}.`,
    )
  const charset = /charset\s*=\s*"?([^\s";]+)/.exec(parameters.join(';'))?.[1] ?? null
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > most) throw new AppError('page_too_large', `The page is over ${most / 1024 / 1024} MB.`)
    chunks.push(chunk)
  }
  return { bytes: Buffer.concat(chunks), type, charset }
}

const notAllowed = (detail: string) => new AppError('url_not_allowed', detail)
const failed = (detail: string, cause?: unknown) => new AppError('fetch_failed', detail, { cause })

/** What went wrong on the network, in a sentence that tells nothing of ours. */
function explain(error: unknown): AppError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AppError) return cause
    const { code = '' } = cause as { code?: string }
    if (/ENOTFOUND|EAI_AGAIN|ENODATA/.test(code)) return failed('There is no host of this name.', error)
    if (/CERT|_TLS_|SSL/.test(code)) return failed("The page's certificate is not valid.", error)
    if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|CONNECT_TIMEOUT/.test(code))
      return failed("The page's server cannot be reached.", error)
  }
  return failed("The page's server broke off, or its answer cannot be read.", error)
}
