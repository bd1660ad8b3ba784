import type { Actor, Changes, NewAuditEvent } from '../../shared/audit/auditEvents.ts'
import { insertAuditEvent } from '../../shared/audit/auditEvents.ts'
import type { Config } from '../../shared/lib/config/config.ts'
import { isTransient } from '../../shared/lib/db/failures.ts'
import type { AuditNote, Caller, Ctx } from '../context.ts'
import { clientAddress } from '../http/clientAddress.ts'

/** Adds a note to the event that `middleware/audit.ts` stores once the request has succeeded. */
export function noteAudit(ctx: Ctx, note: AuditNote): void {
  ctx.state.audit = { ...ctx.state.audit, ...note }
}

/** Returns the actor of a request; undefined for visitors, whose changes are not audited. */
export function actorOf({ kind, user, application_id, client_id }: Caller): Actor | undefined {
  if (user) return { actor_kind: 'user', actor_id: user.id, actor: user.email }
  if (kind === 'application')
    return { actor_kind: 'application', actor_id: application_id, actor: client_id }
  return undefined
}

export const requestOf = (ctx: Ctx): Pick<NewAuditEvent, 'request_id' | 'address'> => ({
  request_id: ctx.state.requestId,
  address: clientAddress(ctx.ip),
})

/**
 * Pauses before the retries of an event that could not be stored, in multiples of `auditRetryMs`.
 */
const RETRIES = [1, 5, 20]

/**
 * Stores the event, with retries. The change itself is already stored, so if all retries fail, the
 * request succeeds anyway and the log gets the event's ids, without its contents. Never throws.
 */
export async function storeAuditEvent(
  { db, log, config }: Pick<Ctx, 'db' | 'log'> & { config: Pick<Config, 'times'> },
  event: NewAuditEvent,
): Promise<void> {
  for (let tries = 0; ; tries++)
    try {
      return await insertAuditEvent(db, event)
    } catch (error) {
      const wait = RETRIES[tries]
      if (wait === undefined || !isTransient(error)) {
        // Keeps names, addresses and values out of the log. Ids and field names are enough to
        // investigate.
        const { changes, actor: _, target_label: __, address: ___, ...ids } = event
        const audit_event = { ...ids, changed: Object.keys(changes) }
        log.error({ err: error, audit_event }, 'an audit event could not be stored')
        return
      }
      await new Promise((resolve) => setTimeout(resolve, wait * config.times.auditRetryMs))
    }
}

/**
 * Fields whose values are never recorded. A customer's own id is often an address, and the audit
 * outlives what is erased.
 */
const SECRET = /password|secret|token$|_hash$|^key$|^sealed_|^customer_id$/
/** Fields that the service itself sets, which are not recorded. */
const OWN = [
  'id',
  'object',
  'organization_id',
  'created_at',
  'updated_at',
  'progress',
  'warnings',
  'read_by',
  'confidence',
  'chunk_count',
  'indexed_at',
  'deleted',
  'last_test',
]
const MAX_CHARACTERS = 200
/** Characters of unchanged text to keep before the first difference. */
const LEAD_IN = 40

/** Returns the fields that differ with both values, which are cut to a readable length. */
export function changesBetween(
  before: object | undefined,
  after: object | undefined,
  fields: readonly string[],
): Changes {
  const was = (before ?? {}) as Record<string, unknown>
  const is = (after ?? {}) as Record<string, unknown>
  const changes = fields
    .filter((field) => !SECRET.test(field) && !OWN.includes(field))
    .filter((field) => JSON.stringify(was[field] ?? null) !== JSON.stringify(is[field] ?? null))
    .map((field) => [
      field,
      {
        ...(before && { before: shorten(was[field], is[field]) }),
        ...(after && { after: shorten(is[field], was[field]) }),
      },
    ])
  return Object.fromEntries(changes)
}

/** Cuts a long text to the part in which it differs from the other. */
function shorten(value: unknown = null, other: unknown = null): unknown {
  const [text, otherText] = [textOf(value), textOf(other)]
  if (text.length <= MAX_CHARACTERS) return value
  let same = 0
  while (same < text.length && text[same] === otherText[same]) same++
  const start = same > MAX_CHARACTERS / 2 ? same - LEAD_IN : 0
  const end = start + MAX_CHARACTERS
  // PostgreSQL cannot store half of a surrogate pair.
  const part = text.slice(start, end).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
  return `${start ? '…' : ''}${part}${end < text.length ? '…' : ''}`
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
