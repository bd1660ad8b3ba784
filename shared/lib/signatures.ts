import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

/** Standard Webhooks allows 24 to 64 bytes. */
const SECRET_BYTES = 32

/** Returns a new secret for signatures, as Standard Webhooks writes it. */
export const newWebhookSecret = (): string =>
  `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`

/** The parts of a webhook that its signature covers (Standard Webhooks 1.0.0). */
interface WebhookToSign {
  /** The event's id: the same for every try and replay. */
  id: string
  /** Seconds since 1970. */
  timestamp: number
  /** Exactly the bytes that are sent. */
  body: string
}

/**
 * Signs a webhook with each secret, by Standard Webhooks 1.0.0.
 * @param secrets `whsec_` and base64
 * @returns the value of the header `webhook-signature`
 */
export const signatures = (
  secrets: readonly string[],
  { id, timestamp, body }: WebhookToSign,
): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')
