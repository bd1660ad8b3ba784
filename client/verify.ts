import type { webhooks } from './schema.ts'

/**
 * An event of this type, or of any type, as a webhook delivers it. Its `type` says what has
 * happened, and its `data` has the record.
 */
export type ParleyEvent<Type extends keyof webhooks = keyof webhooks> =
  webhooks[Type]['post']['requestBody']['content']['application/json']

/** Why a request is not accepted as a webhook. */
export type WebhookRefusal =
  /** A header of Standard Webhooks is missing or malformed. */
  | 'malformed_headers'
  | 'too_old'
  /** Its time is in the future: the sender's or the receiver's clock is wrong. */
  | 'too_new'
  /** No signature matches this secret and this body. */
  | 'wrong_signature'

/**
 * A request that does not come from Parley, or is too old. Answer it with 400 and do nothing else.
 */
export class WebhookError extends Error {
  readonly code: WebhookRefusal

  constructor(code: WebhookRefusal, message: string) {
    super(message)
    this.name = 'WebhookError'
    this.code = code
  }
}

/** Headers as Node's `request.headers` has them, or those of a `Request`. */
export type WebhookHeaders =
  | Pick<Headers, 'get'>
  | Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyOptions {
  /** Seconds by which the request may be older or newer than the receiver's clock. Default: 300. */
  toleranceSeconds?: number
  /** The receiver's time, in milliseconds since 1970. Default: now. */
  now?: number
}

/** Signatures that are checked. A rotation makes fewer. */
const MOST_SIGNATURES = 16

/**
 * Verifies a webhook and returns its event. Compares in constant time.
 * @param secret `whsec_…`; during a rotation, a list of the new and the previous secret
 * @param body exactly as received: a body that was parsed and serialized again has other bytes
 * @throws WebhookError if the request is not accepted; Error for a malformed secret
 */
export async function verify(
  secret: string | readonly string[],
  headers: WebhookHeaders,
  body: string | Uint8Array,
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<ParleyEvent> {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookError('malformed_headers', 'webhook-timestamp is no number of seconds.')
  const age = now / 1000 - Number(timestamp)
  if (age > toleranceSeconds)
    throw new WebhookError('too_old', 'The webhook was signed too long ago.')
  if (age < -toleranceSeconds)
    throw new WebhookError('too_new', 'The webhook is signed in the future.')

  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.`)
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const content = new Uint8Array(signed.length + bytes.length)
  content.set(signed)
  content.set(bytes, signed.length)

  const keys = await Promise.all((typeof secret === 'string' ? [secret] : secret).map(keyOf))
  for (const signature of signatures.split(' ').slice(0, MOST_SIGNATURES)) {
    const given = signature.startsWith('v1,') ? decode(signature.slice(3)) : undefined
    if (!given) continue
    for (const key of keys)
      if (await crypto.subtle.verify('HMAC', key, given, content))
        return JSON.parse(text) as ParleyEvent
  }
  throw new WebhookError('wrong_signature', 'The webhook has no signature of this secret.')
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    typeof headers.get === 'function'
      ? (headers as Pick<Headers, 'get'>).get(name)
      : (headers as Record<string, string | undefined>)[name]
  if (typeof value !== 'string' || value === '')
    throw new WebhookError('malformed_headers', `${name} is missing.`)
  return value
}

const PREFIX = 'whsec_'

function keyOf(secret: string) {
  const bytes = secret.startsWith(PREFIX) ? decode(secret.slice(PREFIX.length)) : undefined
  if (!bytes?.length) throw new Error('The secret of a webhook endpoint is whsec_ and base64.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

/** @returns undefined: the text is not base64 */
function decode(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
