import { v7 as uuid } from 'uuid'
import { observeMs } from '../../shared/lib/observability/metrics.ts'
import { FIND, kindsIn } from '../auth/identity.ts'
import type { Caller, Ctx, Middleware } from '../context.ts'
import { endpointOf } from '../metrics/requestRecorder.ts'

const WELL_FORMED = /^[\w.:-]{1,100}$/

/**
 * Sets the request's id, which may come from the client, and logs one line per answer. Records the
 * requests of known organizations for their analytics.
 * @param routeOf returns the route's pattern, even for a request that was refused before it
 *   reached the route
 */
export const requestLog = (routeOf: (ctx: Ctx) => string | undefined): Middleware =>
  async function requestLog(ctx, next) {
    const started = performance.now()
    const given = ctx.get('X-Request-Id')
    ctx.state.requestId = WELL_FORMED.test(given) ? given : uuid()
    ctx.set('X-Request-Id', ctx.state.requestId)
    await next()
    const body = ctx.body as { code?: string } | undefined
    const request_id = ctx.state.requestId
    const { method, status } = ctx
    const matched = routeOf(ctx)
    const ms = Math.round((performance.now() - started) * 10) / 10
    ctx.log.info(
      { request_id, method, endpoint: matched ?? ctx.path, status, code: body?.code, ms },
      'request',
    )
    // Clients can make up any number of paths, too many for a metric's label.
    const route = matched ? endpointOf(matched) : 'none'
    observeMs('parley_http_request_duration_seconds', { method, route, status: String(status) }, ms)
    const known = ctx.state.caller as Caller | undefined
    const caller = known ?? (status >= 400 ? await findCaller(ctx) : undefined)
    if (!caller) return
    const { kind: credential, organization_id, application_id, client_id } = caller
    ctx.recorder.request({
      organization_id,
      application_id,
      client_id,
      credential,
      method,
      endpoint: matched ?? 'none',
      status_code: status,
      duration_ms: ms,
      request_id,
    })
  }

/**
 * Finds the caller of a request that was refused before authentication, for its body, its path or
 * its credentials.
 */
async function findCaller(ctx: Ctx): Promise<Caller | undefined> {
  const [kind, ...others] = kindsIn(ctx)
  if (!kind || others.length) return undefined
  return FIND[kind](ctx).catch(() => undefined)
}
