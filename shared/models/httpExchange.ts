import type { IncomingHttpHeaders } from 'node:http'
import type { Agent, Dispatcher } from 'undici'
import type { CallHttp } from '../lib/catalog/protocols/provider.ts'
import { AnswerTooLarge, boundedRequest, wholeOf } from '../lib/egress/boundedRequest.ts'
import { undici } from '../lib/egress/undici.ts'
import { AppError, type ErrorCode, ModelTimedOut } from '../lib/errors.ts'
import { traceparent } from '../lib/observability/tracing.ts'
import { ProviderError, type Refusal, readRefusal, readRefusalIn } from './refusal.ts'

/**
 * The most bytes of a provider's answer after decompression. A reply of 100,000 characters takes
 * less than 1 MB in any protocol; an answer of 10 MB is still read, and its reply is cut.
 */
const MAX_BODY_BYTES = 16 * 1024 * 1024
/**
 * The most bytes of all answers that are being read at the same time. Above this limit, answers of
 * over 1 MB are dropped, because no useful reply is that long. Otherwise, 100 calls to a faulty
 * provider could take 1.6 GB.
 */
const MAX_BYTES_AT_ONCE = 64 * 1024 * 1024
const LARGE_BYTES = 1024 * 1024
let bytesAtOnce = 0

/**
 * undici's own limits, 300 s before and between bytes, would end a call that MODEL_TIMEOUT_SECONDS
 * allows.
 */
export const NO_LIMITS = { headersTimeout: 0, bodyTimeout: 0 }
let open: Agent | undefined

/** Returns the agent of this process for servers that the operator has chosen. */
function openAgent(): Agent {
  open ??= new (undici().Agent)(NO_LIMITS)
  return open
}

/**
 * Why a call failed: no readable answer, a refusal by the provider, or no answer within so many
 * seconds.
 */
type Failure =
  | { code: ErrorCode; detail: string }
  | { refusal: Refusal; retryAfter: number | undefined }
  | { seconds: number }

/** The HTTP half of one model call, for the provider's client to use. */
export interface Exchange extends CallHttp {
  /**
   * Turns a client's error into an AppError, by the bytes that were exchanged: each client has its
   * own errors, and some of these have no status.
   */
  explain(error: unknown): AppError
  /** Whether a request was sent, and was ended by its signal or its time before its answer was. */
  isCutShort(): boolean
  /** Checks a call that seems to have succeeded. @throws AppError if the answer broke off */
  throwIfFailed(): void
  /** Stops reading, even if the answer has not ended. */
  end(): void
}

interface ExchangeLimits {
  /** Aborts the call. */
  signal: AbortSignal
  /** Seconds for the whole call, from the request to the answer's last byte. */
  seconds: number
  /** The most bytes of the answer, after decompression. Default: 16 MB. */
  maxBytes?: number
  /** Whether the client gets the answer in pieces as they arrive. */
  inPieces?: boolean
  /** The id of the request that the call is for; the provider gets it too. */
  requestId?: string | undefined
  /** How the provider's server is reached. Default: at any address, by the operator's settings. */
  route?: CallRoute | undefined
}

/** How a provider's server is reached. */
export interface CallRoute {
  /** Makes the connections; undefined: to any address. */
  dispatcher?: Dispatcher | undefined
  /** The provider's key, which is removed from answers that repeat it. */
  key?: string | undefined
}

/** Headers that identify the call in the logs of OpenAI and of gateways, and in traces. */
function tracedBy(requestId?: string): Record<string, string> {
  const parent = traceparent()
  return {
    ...(requestId && { 'X-Client-Request-Id': requestId }),
    ...(parent && { traceparent: parent }),
  }
}

/**
 * Makes the HTTP half of one call. Limits its answer's time and size, because the providers'
 * clients limit neither, and Ollama's client takes no signal. The client gets the answer whole, or
 * in pieces as they arrive. A redirect is a failure: it would send the prompt to another server,
 * and also the key, which many clients send in a header of their own.
 */
export function makeExchange({
  signal,
  seconds,
  maxBytes = MAX_BODY_BYTES,
  inPieces = false,
  requestId,
  route: { dispatcher = openAgent(), key } = {},
}: ExchangeLimits): Exchange {
  const more = tracedBy(requestId)
  let failure: Failure | undefined
  const over = new AbortController()
  /** Undefined: no request was sent. */
  let timer: NodeJS.Timeout | undefined

  async function ask(
    address: string,
    asked: Pick<Dispatcher.RequestOptions, 'method' | 'body'> & {
      headers: ConstructorParameters<typeof Headers>[0]
    },
  ) {
    failure = undefined
    const late = new AbortController()
    // A process that was busy may have received the answer already, so the answer is read before
    // the call is aborted.
    timer = setTimeout(() => setImmediate(() => late.abort()), seconds * 1000)
    const fail = (error: unknown) => {
      clearTimeout(timer)
      failure ??= late.signal.aborted ? { seconds } : whyUnread(error)
      return error
    }
    async function* read(body: AsyncIterable<Uint8Array>) {
      try {
        const limited = withinAll(body)
        yield* inPieces ? withoutLongLines(limited) : limited
      } catch (error) {
        throw fail(error)
      } finally {
        clearTimeout(timer)
      }
    }
    try {
      const response = await boundedRequest(address, {
        ...asked,
        headers: { ...Object.fromEntries(new Headers(asked.headers)), ...more },
        dispatcher,
        maxBytes,
        signal: AbortSignal.any([signal, late.signal, over.signal]),
      })
      const { status } = response
      const headers = headersOf(response.headers)
      const retryAfter = parseRetryAfter(headers.get('retry-after'))
      if (status >= 400) failure = { refusal: readRefusal(status, ''), retryAfter }
      else if (status >= 300) failure = redirected(status)
      return { status, headers, retryAfter, pieces: read(response.pieces) }
    } catch (error) {
      throw fail(error)
    }
  }

  async function readWhole({
    status,
    pieces,
    retryAfter,
  }: Awaited<ReturnType<typeof ask>>): Promise<Buffer> {
    const whole = await wholeOf(pieces)
    if (status >= 300 && status < 400) throw new Error(`status ${status}`)
    const refusal =
      status >= 400 ? readRefusal(status, without(key, whole.toString())) : refusalIn(whole, key)
    if (!refusal) return whole
    failure = { refusal, retryAfter }
    if (status < 400) throw new Error('an error in place of a reply')
    return whole
  }

  return {
    async fetch(address, init) {
      const answer = await ask(String(address), {
        method: (init?.method ?? 'GET') as Dispatcher.HttpMethod,
        headers: init?.headers,
        body: (init?.body as string | undefined) ?? null,
      })
      const { status, headers, pieces } = answer
      if (inPieces && status === 200) {
        const isBinary = headers.get('content-type')?.includes('amazon.eventstream')
        const read = isBinary
          ? pieces
          : untilError(pieces, key, (refusal) => {
              failure = { refusal, retryAfter: answer.retryAfter }
            })
        return new Response(ReadableStream.from(read), { status, headers })
      }
      const whole = await readWhole(answer)
      return new Response(whole.length ? whole : null, { status, headers })
    },
    async post(address, headers, body) {
      const answer = await ask(address, { method: 'POST', headers, body: JSON.stringify(body) })
      const { status } = answer
      const whole = await readWhole(answer)
      if (status < 200 || status >= 300)
        throw Object.assign(new Error(`status ${status}`), { status })
      return JSON.parse(new TextDecoder().decode(whole))
    },
    explain(cause) {
      if (failure) return errorOf(failure, cause)
      return cause instanceof AppError ? cause : errorOf(UNREADABLE, cause)
    },
    isCutShort: () => timer !== undefined && endedBy(failure, signal),
    throwIfFailed() {
      if (failure) throw errorOf(failure)
    },
    end() {
      clearTimeout(timer)
      over.abort()
    },
  }
}

const endedBy = (failure: Failure | undefined, { aborted }: AbortSignal): boolean =>
  failure && ('refusal' in failure || 'seconds' in failure) ? 'seconds' in failure : aborted

const whyUnread = (error: unknown): Failure =>
  error instanceof AnswerTooLarge
    ? { code: 'model_bad_output', detail: 'The model answered with more than can be read.' }
    : whyNotReached(error)

function errorOf(failure: Failure, cause?: unknown): AppError {
  if ('refusal' in failure) return new ProviderError(failure.refusal, failure.retryAfter, cause)
  if ('seconds' in failure) return new ModelTimedOut(failure.seconds, { cause })
  return new AppError(failure.code, failure.detail, { cause })
}

function whyNotReached(error: unknown): Failure {
  if (isForbidden(error))
    return {
      code: 'model_not_configured',
      detail: `The connection's address is refused. ${error.message}`,
    }
  if (Object(error).code === 'UND_ERR_INVALID_ARG' || error instanceof TypeError) return MALFORMED
  return unavailable('The model provider could not be reached.')
}

/** Whether `guardedAgent` refused the address. */
const isForbidden = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'url_not_allowed'

/**
 * Removes the key from a body. A server may repeat the key in an error's code, which is logged and
 * stored.
 */
const without = (key: string | undefined, body: string) => (key ? body.replaceAll(key, '') : body)

const UNREADABLE: Failure = {
  code: 'model_bad_output',
  detail: 'The model answered with something that cannot be read.',
}

const MALFORMED: Failure = {
  code: 'model_not_configured',
  detail:
    "The model provider's key or address has a character that cannot be sent, such as a line break.",
}

const redirected = (status: number): Failure => ({
  code: 'model_not_configured',
  detail: `The model provider redirects (${status}), which is not followed. Set the base_url of its connection, or the operator's …_BASE_URL, to the address that it redirects to.`,
})

const refusalIn = (bytes: Buffer, key: string | undefined) =>
  bytes.includes('"error"') ? readRefusalIn(without(key, bytes.toString())) : undefined

const unavailable = (detail: string): Failure => ({ code: 'model_unavailable', detail })

function headersOf(received: IncomingHttpHeaders): Headers {
  const headers = new Headers()
  for (const [name, value = ''] of Object.entries(received)) headers.set(name, String(value))
  return headers
}

/**
 * Throws AnswerTooLarge if this answer is large and all answers that are being read take too much
 * memory.
 */
async function* withinAll(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let size = 0
  try {
    for await (const chunk of body) {
      size += chunk.length
      bytesAtOnce += chunk.length
      if (bytesAtOnce > MAX_BYTES_AT_ONCE && size > LARGE_BYTES)
        throw new AnswerTooLarge(LARGE_BYTES)
      yield chunk
    }
  } finally {
    bytesAtOnce -= size
  }
}

/**
 * Throws AnswerTooLarge at a line of over 1 MB. A client that reads line by line copies the
 * unfinished line with each piece: for 16 MB without a line break, that takes seconds.
 */
async function* withoutLongLines(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let line = 0
  for await (const piece of pieces) {
    const end = piece.lastIndexOf(0x0a)
    line = end < 0 ? line + piece.length : piece.length - end - 1
    if (line > LARGE_BYTES) throw new AnswerTooLarge(LARGE_BYTES)
    yield piece
  }
}

/**
 * Throws at a line that is an error, because some clients take such a line for the end of the
 * stream or ignore it.
 * @param onError called with the error before it is thrown
 */
async function* untilError(
  pieces: AsyncIterable<Uint8Array>,
  key: string | undefined,
  onError: (refusal: Refusal) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  let line: Uint8Array[] = []
  const check = (bytes: Buffer) => {
    if (!bytes.includes('"error"')) return
    const refusal = without(key, bytes.toString()).split('\n').map(readRefusalIn).find(Boolean)
    if (!refusal) return
    onError(refusal)
    throw new Error('an error in the stream')
  }
  for await (const piece of pieces) {
    const end = piece.lastIndexOf(0x0a)
    line.push(piece.subarray(0, end < 0 ? undefined : end))
    if (end >= 0) {
      check(Buffer.concat(line))
      line = [piece.subarray(end + 1)]
    }
    yield piece
  }
  check(Buffer.concat(line))
}

/**
 * Returns the seconds to wait, from either form of the Retry-After header; undefined: the header
 * names no time in the future.
 */
export function parseRetryAfter(header: string | null): number | undefined {
  const text = header?.trim() ?? ''
  const seconds = /^\d+(\.\d+)?$/.test(text)
    ? Number(text)
    : text.endsWith('GMT')
      ? (Date.parse(text) - Date.now()) / 1000
      : Number.NaN
  return seconds > 0 ? seconds : undefined
}
