import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

/** What a webhook is about to be signed for: Standard Webhooks 1.0.0. */
interface WebhookToSign {
  /** The event's id: the same for every try and replay. */
  id: string
  /** Seconds since 1970. */
  timestamp: number
  /** Exactly the bytes that are sent. */
  body: string
}

/**
 * Signs by each secret, as Standard Webhooks 1.0.0 says.
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
