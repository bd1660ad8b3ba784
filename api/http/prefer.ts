import type { Ctx } from '../context.ts'

/**
 * Returns how many seconds this request waits for its job: REPLY_WAIT_SECONDS, or less if the
 * Prefer header of RFC 7240 says so (`wait=10`, or `respond-async` for 0). Sets Preference-Applied
 * to what is done. RFC 7240 has a malformed preference ignored; the header shows this to the
 * client.
 * @param unasked seconds to wait without that header; at most REPLY_WAIT_SECONDS
 */
export function waitSeconds(ctx: Ctx, unasked = ctx.config.REPLY_WAIT_SECONDS): number {
  const prefer = ctx.get('Prefer')
  const most = ctx.config.REPLY_WAIT_SECONDS
  if (/(^|[,;\s])respond-async\b/i.test(prefer)) {
    ctx.set('Preference-Applied', 'respond-async')
    return 0
  }
  const wish = /(?:^|[,;\s])wait\s*=\s*("?)(\d*)\1(?=[,;\s]|$)/i.exec(prefer)?.[2]
  if (!/(^|[,;\s])wait\b/i.test(prefer)) return unasked
  const seconds = wish ? Math.min(Number(wish), most) : unasked
  ctx.set('Preference-Applied', `wait=${seconds}`)
  return seconds
}
