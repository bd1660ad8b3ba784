import { noteOnSpan, span } from '../../shared/lib/observability/tracing.ts'
import type { Ctx, Middleware } from '../context.ts'
import { endpointOf } from '../metrics/requestRecorder.ts'

/** Requested constantly, and of no interest in a trace. */
const UNTRACED = /^\/(health|ready|metrics)\/?$/

/**
 * Traces the request, within the trace of its `traceparent` header. @param routeOf see `requestLog`
 */
export const tracing = (routeOf: (ctx: Ctx) => string | undefined): Middleware =>
  async function tracing(ctx, next) {
    if (UNTRACED.test(ctx.path)) return next()
    const { traceparent, tracestate } = ctx.headers as Record<string, string | undefined>
    await span(ctx.method, { kind: 'server', parent: { traceparent, tracestate } }, async () => {
      await next()
      describe(ctx, routeOf(ctx))
    })
  }

function describe(ctx: Ctx, matched: string | undefined): void {
  const { method, status, state } = ctx
  const route = matched && endpointOf(matched)
  const { code } = (ctx.body ?? {}) as { code?: string }
  const attributes = {
    'http.request.method': method,
    'http.response.status_code': status,
    'parley.request_id': state.requestId,
    ...(route && { 'http.route': route }),
    ...(state.caller && { 'parley.organization_id': state.caller.organization_id }),
  }
  noteOnSpan(attributes, {
    ...(route && { name: `${method} ${route}` }),
    ...(status >= 500 && { failed: code ?? String(status) }),
  })
}
