import { Failure } from './failure.ts'
import type { Keeper } from './memory.ts'
import type { Token } from './records.ts'

/**
 * Milliseconds until an answer must begin. The server holds a question for up to 25 s, and begins a
 * stream at once.
 */
const ANSWER_MS = 40_000
const STREAM_MS = 25_000
const PROBE_MS = 8_000
/** A token is renewed when less than this share of its lifetime is left. */
const RENEW_AT = 0.2

/** The answer's data, or a stream if the request asked for it. */
export interface Answer<Data> {
  data: Data
  stream?: ReadableStream<Uint8Array>
}

export interface Init extends RequestInit {
  headers?: Record<string, string>
}

export interface Server {
  /**
   * Sends a request with the visitor's token.
   * @param isStream whether the answer must begin soon, because it is a stream
   * @throws Failure, or anything after an abort
   */
  send<Data>(
    path: string,
    init: Init,
    signal: AbortSignal,
    isStream?: boolean,
  ): Promise<Answer<Data>>
  /** Renews the token if it ends soon. */
  enter(): Promise<void>
  /** Gets a token for a customer. The company's server vouches for the customer with this token. */
  identify(identityToken: string): Promise<void>
}

/**
 * Makes the API client for a visitor's browser. Renews its token by itself.
 * @param src the script's own address, which any page may read
 * @param life aborted when the widget ends
 * @param onReach called after each request with whether the server was reachable
 * @param onUnknown called when the visitor is no longer a known customer
 */
export function makeServer(
  src: string,
  clientId: string,
  keeper: Keeper,
  life: AbortSignal,
  onReach: (isThere: boolean) => void,
  onUnknown: () => void,
): Server {
  const base = new URL('api/v1/', new URL('.', src)).href
  let minting: Promise<void> | undefined
  let hasWorked = false
  /** The identity token of the visitor, signed by the company's server. */
  let vouched: string | undefined

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
    // The listener stays, because an abort must also end a stream.
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
    try {
      const response = await fetch(url, {
        ...init,
        signal: controller.signal,
        credentials: 'omit',
        cache: 'no-store',
      })
      if (
        response.ok &&
        response.body &&
        /event-stream/.test(response.headers.get('Content-Type') ?? '')
      )
        return { data: {} as Data, stream: response.body }
      const body = url === src ? {} : await response.json().catch(() => ({}))
      if (response.ok) return { data: body.data ?? body }
      throw new Failure(
        body.code ?? (response.status < 500 ? 'failed' : 'unavailable'),
        body.detail,
        {
          status: response.status,
          seconds: Number(response.headers.get('Retry-After')) || 0,
          isFinal: Boolean(body.data?.role),
        },
      )
    } catch (error) {
      throw isLate ? new Failure(ms === STREAM_MS ? 'silent' : 'offline') : error
    } finally {
      clearTimeout(timer)
    }
  }

  /**
   * Distinguishes a refused origin from an unreachable server by reading the script, because
   * browsers report both alike.
   */
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

  /**
   * Gets a token. Sends the previous token along, so that the new token is for the same visitor.
   */
  async function mint(): Promise<void> {
    const { memory } = keeper
    const identity = vouched && { identity_token: vouched, session_id: memory.session }
    const body = JSON.stringify({ client_id: clientId, token: memory.token, ...identity })
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }
    const { data } = await reach<Token>('auth/widget-token', init, life).catch((error) => {
      // The visitor stays unknown.
      if (error instanceof Failure && error.code === 'invalid_identity') vouched = undefined
      throw error
    })
    // The visitor has signed out, or another tab has a newer token.
    if (keeper.memory !== memory) return mint()
    memory.token = data.token
    vouched = undefined
    const wasKnown = memory.identified
    memory.identified = data.identified_until
    memory.life = data.expires_in * 1000
    memory.expires = Date.now() + memory.life
    keeper.save()
    if (wasKnown && !memory.identified) onUnknown()
  }

  function isOld(): boolean {
    const { token, life = 0, expires = 0 } = keeper.memory
    return !token || expires - Date.now() < life * RENEW_AT
  }

  async function enter(): Promise<void> {
    if (!isOld()) return
    minting ??= keeper
      .alone(async () => {
        // Another tab may have renewed the token while this tab waited for the lock.
        if (isOld()) await mint()
      })
      .finally(() => {
        minting = undefined
      })
    await minting
  }

  return {
    async send<Data>(path: string, init: Init, signal: AbortSignal, isStream = false) {
      for (let isSecond = false; ; isSecond = true) {
        await enter()
        if (signal.aborted) throw new Failure('aborted')
        const { token } = keeper.memory
        const headers = { ...init.headers, Authorization: `Bearer ${token}` }
        try {
          return await reach<Data>(path, { ...init, headers }, signal, isStream)
        } catch (error) {
          if (!(error instanceof Failure) || error.status !== 401 || isSecond) throw error
          // Another request with the same token may have renewed it already.
          if (keeper.memory.token === token) {
            keeper.memory.expires = 0
            keeper.save()
          }
        }
      }
    },
    enter,
    async identify(identityToken) {
      await minting?.catch(() => {})
      vouched = identityToken
      keeper.memory.expires = 0
      await enter()
    },
  }
}
