import { parseHosts, whyNotAllowed } from '../../../shared/lib/egress/publicAddresses.ts'
import { parseUrl } from '../../../shared/lib/parseUrl.ts'
import type { Ctx } from '../../context.ts'
import { validationFailed } from '../../http/fieldErrors.ts'

/**
 * Checks an address that events are sent to.
 * @returns the address as it is stored
 * @throws AppError validation_failed
 */
export function requireReceiver(ctx: Ctx, address: string): string {
  const url = parseUrl(address)
  const detail = url ? problemOf(ctx, url) : FORM
  if (detail) throw validationFailed([{ field: 'url', code: 'url_not_allowed', detail }])
  return url!.href
}

const FORM =
  'must be an address with https or http, such as https://shop.example.com/webhooks/parley'

function problemOf(ctx: Ctx, url: URL): string | undefined {
  if (!/^https?:$/.test(url.protocol)) return FORM
  if (url.username || url.password)
    return 'must have no user name or password: check the signature of requests instead'
  if (url.hash) return 'must have no #, because the part after it is never sent'
  if (isOwn(ctx, url)) return 'is an address of this service, which would send events to itself'
  const reason = whyNotAllowed(url, parseHosts(ctx.config.EGRESS_ALLOWED_HOSTS))
  return reason && `is refused: ${reason} The operator can list ${url.host} in EGRESS_ALLOWED_HOSTS`
}

/** Whether the address is Parley's own: the operator's setting, or the address of this request. */
const isOwn = (ctx: Ctx, { host }: URL) =>
  [ctx.config.PUBLIC_URL, `https://${ctx.host}`, `http://${ctx.host}`].some(
    (own) => own && parseUrl(own)?.host === host,
  )
