import type { DeliveryError } from '../../shared/events/deliveryErrors.ts'
import type { Config } from '../../shared/lib/config/config.ts'
import { type BoundedAnswer, boundedRequest } from '../../shared/lib/egress/boundedRequest.ts'
import { connectionFault } from '../../shared/lib/egress/connectionFault.ts'
import { lazyGuardedAgent } from '../../shared/lib/egress/guardedAgent.ts'
import { parseHosts, whyNotAllowed } from '../../shared/lib/egress/publicAddresses.ts'
import { toStorableText } from '../../shared/lib/storable.ts'

/** A receiver's answer, or the reason why none came. */
export interface ReceiverAnswer {
  /** HTTP status; null: no answer came, and `error` says why. */
  status: number | null
  error: DeliveryError | null
  /** Seconds until the receiver wants the next try; undefined: it asks for no delay. */
  retryAfter?: number | undefined
  /** The first `HEAD_BYTES` of the body; null: it is empty or no text. */
  head: string | null
}

/**
 * Posts to an address that an organization has chosen. Never throws, unless the signal is aborted.
 */
export type Send = (
  url: string,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
) => Promise<ReceiverAnswer>

/** The most bytes of an answer's body that are read. */
const HEAD_BYTES = 2_048
/** The most milliseconds that the body may take after the status, which alone counts. */
const HEAD_MS = 1_000

type SendConfig = Pick<Config, 'EGRESS_ALLOWED_HOSTS' | 'PUBLIC_URL' | 'DELIVERY_TIMEOUT_SECONDS'>

/**
 * Makes a sender that reaches only public addresses, and never Parley's own (see `guardedAgent`).
 * It follows no redirects and decompresses nothing. It closes the connection if the answer is
 * longer than `HEAD_BYTES`.
 */
export function makeSend(
  { EGRESS_ALLOWED_HOSTS, PUBLIC_URL, DELIVERY_TIMEOUT_SECONDS }: SendConfig,
  clock: () => Date,
): Send {
  const limit = DELIVERY_TIMEOUT_SECONDS * 1000
  const trusted = parseHosts(EGRESS_ALLOWED_HOSTS)
  const agent = lazyGuardedAgent(trusted, { headersTimeout: 0, bodyTimeout: 0 })
  const own = PUBLIC_URL ? new URL(PUBLIC_URL).host : undefined

  return async function send(url, headers, body, signal) {
    const to = new URL(url)
    if (to.host === own) return { status: null, error: 'own_address', head: null }
    if (whyNotAllowed(to, trusted))
      return { status: null, error: 'address_not_allowed', head: null }
    const late = AbortSignal.timeout(limit)
    const enough = new AbortController()
    try {
      const answer = await boundedRequest(url, {
        dispatcher: agent(),
        method: 'POST',
        headers,
        body,
        maxBytes: HEAD_BYTES,
        isLeftPacked: true,
        signal: AbortSignal.any([signal, late, enough.signal]),
      })
      return {
        status: answer.status,
        error: null,
        retryAfter: secondsOf(answer.headers['retry-after'], clock()),
        head: await headOf(answer, enough),
      }
    } catch (error) {
      signal.throwIfAborted()
      return {
        status: null,
        error: late.aborted ? 'timeout' : (connectionFault(error) ?? 'broken_off'),
        head: null,
      }
    }
  }
}

/** Reads the first bytes. Leaving the loop closes the connection, so the rest is not read. */
async function headOf(
  { headers, pieces }: BoundedAnswer,
  enough: AbortController,
): Promise<string | null> {
  const timer = setTimeout(() => enough.abort(), HEAD_MS)
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of pieces) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= HEAD_BYTES) break
    }
  } catch {
    // The body is too long, broke off, or took too long. Only the status matters.
  } finally {
    clearTimeout(timer)
  }
  if (size === 0 || (headers['content-encoding'] ?? 'identity') !== 'identity') return null
  const bytes = Buffer.concat(chunks)
  // Decoded as a stream, which drops a character that is cut at the end.
  return toStorableText(new TextDecoder().decode(bytes, { stream: true }))
}

/**
 * @returns the seconds that `Retry-After` asks for, by a number or a date; undefined: by neither
 */
function secondsOf(header: string | string[] | undefined, now: Date): number | undefined {
  const text = String(header ?? '').trim()
  if (!text) return undefined
  const seconds = Number(text)
  const asked = Number.isFinite(seconds) ? seconds : (Date.parse(text) - now.getTime()) / 1000
  return Number.isFinite(asked) ? Math.max(0, asked) : undefined
}
