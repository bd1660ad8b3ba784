import { signatures } from '../lib/signatures.ts'
import type { PlannedRequest } from './templates.ts'

/**
 * Returns the text that is signed in the place of a webhook's body: the method with path and query
 * as they are sent, then each header whose name begins with `parley-`, in lower case and sorted by
 * name, then an empty line and the body:
 *
 *     POST /refunds?dry=1
 *     parley-agent:0199…
 *     parley-call:0199…
 *
 *     {"order":"4711"}
 *
 * So nobody can move a signed body to another customer or another path. The host is not signed,
 * because proxies may change it.
 * @param identity see `identityHeaders`
 */
export function signedText(
  { method, url, body = '' }: PlannedRequest,
  identity: Record<string, string>,
): string {
  const { pathname, search } = new URL(url)
  const headers = Object.keys(identity)
    .sort()
    .map((name) => `${name}:${identity[name]}\n`)
  return `${method} ${pathname}${search}\n${headers.join('')}\n${body}`
}

/**
 * Signs a text by Standard Webhooks 1.0.0, so that its libraries can verify it.
 * @param secret `whsec_` and base64
 * @param callId the id of the call: the same each time that the call is sent
 */
export function signatureHeaders(
  secret: string,
  callId: string,
  body: string,
  now: Date,
): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000)
  return {
    'webhook-id': callId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures([secret], { id: callId, timestamp, body }),
  }
}
