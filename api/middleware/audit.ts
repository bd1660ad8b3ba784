import { validate as isUuid } from 'uuid'
import type { Actor } from '../../shared/audit/auditEvents.ts'
import { actionOf, isAudited, PERSONAL } from '../audit/actions.ts'
import { actorOf, changesBetween, requestOf, storeAuditEvent } from '../audit/recordEvent.ts'
import type { Caller, Ctx, Middleware } from '../context.ts'

/**
 * Stores an event for each successful change, before the request is answered: who did what to which
 * record. `api/audit/actions.ts` says what is audited.
 */
export const audit = (): Middleware =>
  async function audit(ctx, next) {
    await next()
    const { operation } = ctx.state
    if (!operation || ctx.status >= 400 || !isAudited(operation, ctx.method)) return
    // A repeated request changes nothing.
    if (ctx.state.audit?.isNothing || ctx.response.get('Idempotent-Replayed')) return
    const actor = whoseChange(ctx)
    if (actor)
      await storeAuditEvent(ctx, { ...actor, ...requestOf(ctx), ...whatChanged(ctx, operation) })
  }

function whoseChange(ctx: Ctx): (Actor & { organization_id: string }) | undefined {
  const caller = ctx.state.caller as Caller | undefined
  const noted = ctx.state.audit?.actor
  if (noted || !caller) return noted
  const actor = actorOf(caller)
  return actor && { ...actor, organization_id: caller.organization_id }
}

type AuditFields = Record<string, unknown>

function whatChanged(ctx: Ctx, operation: string) {
  const note = ctx.state.audit ?? {}
  const action = note.action ?? actionOf(operation) ?? `${operation}.done`
  const target_kind = action.split('.')[0]!
  const answered = dataOf(ctx)
  const id = note.target?.id ?? answered?.id ?? ctx.params.id
  const target_id = isUuid(id) ? String(id) : null
  if (PERSONAL.includes(target_kind))
    return { action, target_kind, target_id, target_label: null, changes: {} }
  const before = note.before as AuditFields | undefined
  const gone = answered?.deleted === true
  const sent = isFields(ctx.state.body) ? ctx.state.body : {}
  const after = gone ? undefined : { ...sent, ...answered, ...note.after }
  const fields = note.fields ?? Object.keys(gone ? (before ?? {}) : sent)
  const target_label = note.target?.label ?? labelOf(answered) ?? labelOf(before)
  return {
    action,
    target_kind,
    target_id,
    target_label,
    changes: changesBetween(before, after, fields),
  }
}

function dataOf(ctx: Ctx): AuditFields | undefined {
  const body = ctx.body as { data?: unknown } | undefined
  return isFields(body?.data) ? body.data : undefined
}

const isFields = (value: unknown): value is AuditFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the name by which people know a record. */
function labelOf(record: AuditFields | undefined): string | null {
  for (const name of ['name', 'title', 'question', 'email', 'url', 'client_id']) {
    const value = record?.[name]
    if (typeof value === 'string' && value)
      return value.slice(0, 200).replace(/[\ud800-\udbff]$/, '')
  }
  return null
}
