import Router from '@koa/router'
import { ROUTERS } from '../../../api/app.ts'
import type { Caller, Ctx, Middleware, Services, State } from '../../../api/context.ts'
import { answer } from '../../../api/http/envelope.ts'
import { rateLimit, rateLimitAddress } from '../../../api/middleware/rateLimit.ts'

/** Adds routes to APIs that are started from now on. @returns a function that removes them */
function addRoutes(router: Router<State, Services>): () => void {
  ROUTERS.push(router)
  return () => void ROUTERS.splice(ROUTERS.indexOf(router), 1)
}

/** Trusts the header that names the caller, because limits do not depend on authentication. */
const believe: Middleware = (ctx, next) => {
  ctx.state.caller = JSON.parse(ctx.get('X-Test-Caller'))
  return next()
}

const sendAddress = (ctx: Ctx) => answer(ctx, 200, 'Passed.', { ip: ctx.ip })

/**
 * Adds `/test/caller` and a session's `/test` for any caller, `/test/mint` and `/test/sign_in` for
 * any address.
 * @returns a function that removes them
 */
export function addLimitedRoutes(): () => void {
  const router = new Router<State, Services>()
  for (const path of ['/test/caller', '/api/v1/sessions/:thread_id/test'])
    router.get(path, believe, rateLimit, sendAddress)
  for (const bucket of ['mint', 'sign_in'] as const)
    router.post(`/test/${bucket}`, rateLimitAddress(bucket), sendAddress)
  return addRoutes(router)
}

/** Returns the header that names a caller to `believe`. */
export const caller = (fields: Partial<Caller>): Record<string, string> => ({
  'X-Test-Caller': JSON.stringify({
    hourly_limit: null,
    client_id: null,
    subject: null,
    ...fields,
  }),
})
