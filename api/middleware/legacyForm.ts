import type { Ctx, Middleware } from '../context.ts'

/** When the earlier form was deprecated, in seconds since 1970 (RFC 9745). */
const DEPRECATED_SINCE = '@1767225600'
const OLD_PATH = /^\/api\/v1\/assistants(?=\/|$)/

/**
 * With LEGACY_FORM on, accepts the API's earlier form, in which agents were called assistants, and
 * answers with `assistant_id` beside `agent_id`. Marks answers to it as deprecated, with a link to
 * today's path. Only this file, `api/openapi/legacy.ts` and the upload's route know the earlier
 * form.
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

/** Marks an answer as deprecated. @param successor today's path for the same purpose */
export function deprecate(ctx: Ctx, successor: string): void {
  ctx.set('Deprecation', DEPRECATED_SINCE)
  ctx.append('Link', `<${successor}>; rel="successor-version"`)
}

/** Renames `assistant_id` to `agent_id`, in place. With both, validation refuses `assistant_id`. */
function rename(fields: unknown): boolean {
  if (!isObject(fields) || !('assistant_id' in fields) || 'agent_id' in fields) return false
  fields.agent_id = fields.assistant_id
  delete fields.assistant_id
  return true
}

/** Adds `assistant_id` to the answer's record, or to each record of its list. */
function addOldName(body: unknown): void {
  const { data } = isObject(body) ? body : {}
  for (const record of Array.isArray(data) ? data : [data])
    if (isObject(record) && 'agent_id' in record) record.assistant_id = record.agent_id
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value)
