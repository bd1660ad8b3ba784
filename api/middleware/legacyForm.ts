import type { Ctx, Middleware } from '../context.ts'

/** Since when the earlier form is deprecated (RFC 9745: seconds since 1970). */
const DEPRECATED_SINCE = '@1767225600'
const OLD_PATH = /^\/api\/v1\/assistants(?=\/|$)/

/**
 * Where LEGACY_FORM is on, takes requests of the earlier form, in which agents were called assistants, as requests of
 * today's, and answers `assistant_id` beside `agent_id`. Answers to the earlier form say that it is deprecated, and
 * what follows it. All that knows of the earlier form is here, in `api/openapi/legacy.ts`, and in the upload's route.
 */
export const legacyForm = (): Middleware =>
  async function legacyForm(ctx, next) {
    if (!ctx.config.LEGACY_FORM) return next()
    const isOldPath = OLD_PATH.test(ctx.path)
    if (isOldPath) ctx.path = ctx.path.replace(OLD_PATH, '/api/v1/agents')
    const isOldField = rename(ctx.state.body) || rename(ctx.query)
    if (isOldPath || isOldField) deprecate(ctx, ctx.path)
    await next()
    addOldName(ctx.body)
  }

/** @param successor the path that does the same in today's form */
export function deprecate(ctx: Ctx, successor: string): void {
  ctx.set('Deprecation', DEPRECATED_SINCE)
  ctx.append('Link', `<${successor}>; rel="successor-version"`)
}

/** `assistant_id` to `agent_id`, in place. With both of them, validation says that the former is unknown. */
function rename(fields: unknown): boolean {
  if (!isObject(fields) || !('assistant_id' in fields) || 'agent_id' in fields) return false
  fields.agent_id = fields.assistant_id
  delete fields.assistant_id
  return true
}

/** Rewrites the answer's record, or each record of its list. */
function addOldName(body: unknown): void {
  const { data } = isObject(body) ? body : {}
  for (const one of Array.isArray(data) ? data : [data])
    if (isObject(one) && 'agent_id' in one) one.assistant_id = one.agent_id
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value)
