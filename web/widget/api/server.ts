import type { Keeper } from './memory.ts'
import type { Token } from './records.ts'

/**
 * Milliseconds until an answer must begin. The server holds a question for up to 25 s, and begins a stream at
 * once.
 */
const ANSWER_MS = 40_000
const STREAM_MS = 25_000
const PROBE_MS = 8_000
/** A token is renewed when less than this share of its lifetime is left. */
const RENEW_AT = 0.2

/** An error with a code: one of the API's, `offline`, or `silent` for a stream that sent nothing. */
export class Failure extends Error {
  readonly code: string
  readonly status: number
  /** The Retry-After header, in seconds. */
  readonly seconds: number
  /** Whether the reply itself failed, so that another try is a new question. */
  readonly isFinal: boolean
  constructor(code: string, detail = code, { status = 0, seconds = 0, isFinal = false } = {}) {
    super(detail)
    this.code = code
    this.status = status
    this.seconds = seconds
    this.isFinal = isFinal
  }
}

export interface Asking {
  body?: object
  /** Sent as Idempotency-Key. */
  key?: string
  stream?: boolean
  /** Whether to wait only until the question is accepted. */
  isBrief?: boolean
  lastEventId?: string | undefined
}

/** The answer's data, or a stream if one was asked for. */
export interface Answer<Data> {
  data: Data
  stream?: ReadableStream<Uint8Array>
}

export interface Server {
  /** @throws Failure, or anything after an abort */
  send<Data>(path: string, asking: Asking, signal: AbortSignal): Promise<Answer<Data>>
  /** Gets a valid token, and keeps renewing it. */
  enter(): Promise<void>
  stop(): void
}

/**
 * The API for a visitor's browser, with a token that renews itself.
 * @param src the script's own address, which any page may read
 * @param life aborted when the widget ends
 * @param onReach called after each request with whether the server was reachable
 */
export function makeServer(
  src: string,
  clientId: string,
  keeper: Keeper,
  life: AbortSignal,
  onReach: (isThere: boolean) => void,
): Server {
  const base = new URL('api/v1/', new URL('.', src)).href
  let minting: Promise<void> | undefined
  let renewal: ReturnType<typeof setTimeout> | undefined
  let hasWorked = false

  async function once<Data>(
    url: string,
    init: RequestInit,
    signal: AbortSignal,
    ms: number,
  ): Promise<Answer<Data>> {
    const controller = new AbortController()
    const abort = () => controller.abort()
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      abort()
    }, ms)
    // Stays in place, to end a stream as well.
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    try {
      const response = await fetch(url, {
        ...init,
        signal: controller.signal,
        credentials: 'omit',
        cache: 'no-store',
      })
      if (response.ok && response.body && /event-stream/.test(response.headers.get('Content-Type') ?? ''))
        return { data: {} as Data, stream: response.body }
      const body = url === src ? {} : await response.json().catch(() => ({}))
      if (response.ok) return { data: body.data ?? body }
      throw new Failure(body.code ?? (response.status < 500 ? 'failed' : 'unavailable'), body.detail, {
        status: response.status,
        seconds: Number(response.headers.get('Retry-After')) || 0,
        isFinal: Boolean(body.data?.role),
      })
    } catch (error) {
      throw isLate ? new Failure(ms === STREAM_MS ? 'silent' : 'offline') : error
    } finally {
      clearTimeout(timer)
    }
  }

  /** Tells a refused origin from an unreachable server by reading the script. Browsers report both alike. */
  const isThere = (signal: AbortSignal) =>
    once(src, {}, signal, PROBE_MS).then(
      () => true,
      () => false,
    )

  async function reach<Data>(
    path: string,
    init: RequestInit,
    signal: AbortSignal,
    isStream = false,
  ): Promise<Answer<Data>> {
    for (let isSecond = false; ; isSecond = true)
      try {
        const answer = await once<Data>(base + path, init, signal, isStream ? STREAM_MS : ANSWER_MS)
        hasWorked = true
        onReach(true)
        return answer
      } catch (error) {
        if (signal.aborted) throw error
        if (error instanceof Failure && error.code !== 'offline') {
          onReach(true)
          throw error
        }
        const isRefused = !(error instanceof Failure) && navigator.onLine && (await isThere(signal))
        if (isRefused && !isSecond) continue
        if (isRefused && !hasWorked) throw new Failure('origin_not_allowed')
        onReach(false)
        throw new Failure('offline')
      }
  }

  /** Gets a token. Sends the last one along, so that the new one is for the same visitor. */
  async function mint(): Promise<void> {
    const { memory } = keeper
    const body = JSON.stringify({ client_id: clientId, token: memory.token })
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }
    const { data } = await reach<Token>('auth/widget-token', init, life)
    // The visitor has signed out since, so this token is for the previous visitor.
    if (keeper.memory !== memory) return mint()
    memory.token = data.token
    memory.life = data.expires_in * 1000
    memory.expires = Date.now() + memory.life
    keeper.hold()
  }

  const left = () => (keeper.memory.expires ?? 0) - Date.now()
  const isOld = () => left() < (keeper.memory.life ?? 0) * RENEW_AT || !keeper.memory.token

  async function enter(): Promise<void> {
    if (isOld()) {
      minting ??= mint().finally(() => {
        minting = undefined
      })
      await minting
    }
    clearTimeout(renewal)
    // Without a session there is no visitor to keep. The next question gets a new token.
    const renew = () => keeper.memory.session && enter().catch(() => {})
    renewal = setTimeout(renew, Math.max(left() - (keeper.memory.life ?? 0) * RENEW_AT + 1000, 1000))
  }

  return {
    async send<Data>(path: string, { body, key, stream, isBrief, lastEventId }: Asking, signal: AbortSignal) {
      for (let isSecond = false; ; isSecond = true) {
        await enter()
        if (signal.aborted) throw new Failure('aborted')
        const headers: Record<string, string> = {
          Authorization: `Bearer ${keeper.memory.token}`,
          Accept: stream ? 'text/event-stream' : 'application/json',
        }
        if (body) headers['Content-Type'] = 'application/json'
        if (key) headers['Idempotency-Key'] = key
        if (isBrief) headers.Prefer = 'respond-async'
        if (lastEventId) headers['Last-Event-ID'] = lastEventId
        const init: RequestInit = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
        try {
          return await reach<Data>(path, init, signal, stream)
        } catch (error) {
          if (!(error instanceof Failure) || error.status !== 401 || isSecond) throw error
          keeper.memory.expires = 0
        }
      }
    },
    enter,
    stop: () => clearTimeout(renewal),
  }
}
