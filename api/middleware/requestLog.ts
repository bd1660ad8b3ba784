import { v7 as uuid } from 'uuid'
import type { Middleware } from '../context.ts'

const WELL_FORMED = /^[\w.:-]{1,100}$/

/** Gives the request its id, a well-formed one from the client or a new one, and logs one line when it is answered. */
export const requestLog = (): Middleware =>
  async function requestLog(ctx, next) {
    const started = performance.now()
    const given = ctx.get('X-Request-Id')
    ctx.state.requestId = WELL_FORMED.test(given) ? given : uuid()
    ctx.set('X-Request-Id', ctx.state.requestId)
    await next()
    const body = ctx.body as { code?: string } | undefined
    ctx.log.info(
      {
        request_id: ctx.state.requestId,
        method: ctx.method,
        endpoint: ctx._matchedRoute ?? ctx.path,
        status: ctx.status,
        code: body?.code,
        ms: Math.round((performance.now() - started) * 10) / 10,
      },
      'request',
    )
  }
