import { v7 as uuid } from 'uuid'
import { builder, run } from '../lib/db/builder.ts'
import type { Db } from '../lib/db/db.ts'
import { folded } from '../lib/db/folded.ts'
import { type Page, type Paged, toPage } from '../lib/db/paging.ts'
import { sql } from '../lib/db/statements.ts'

export const ACTOR_KINDS = ['user', 'application', 'admin_tool', 'unknown'] as const

/** The actor at the time of the event. */
export interface Actor {
  actor_kind: (typeof ACTOR_KINDS)[number]
  /** The id of the user or the application. */
  actor_id: string | null
  /** The user's address, or the application's client id. */
  actor: string | null
}

export const ADMIN_TOOL: Actor = {
  actor_kind: 'admin_tool',
  actor_id: null,
  actor: 'the admin tool',
}
/** The actor of events that the service itself records. */
export const SERVICE: Actor = { actor_kind: 'unknown', actor_id: null, actor: 'Parley' }
export const UNKNOWN_ACTOR: Actor = { actor_kind: 'unknown', actor_id: null, actor: null }

/** The old and the new value of each field. */
export type Changes = Record<string, { before?: unknown; after?: unknown }>

export interface NewAuditEvent extends Actor {
  organization_id: string
  /** A noun and a participle, such as `agent.changed`. Existing names never change. */
  action: string
  target_kind: string
  target_id: string | null
  /** The target's name; null if the name would be personal data. */
  target_label: string | null
  changes: Changes
  request_id: string | null
  /** As `clientAddress` returns it. */
  address: string | null
}

export interface AuditEvent extends NewAuditEvent {
  id: string
  created_at: Date
}

export async function insertAuditEvent(db: Db, event: NewAuditEvent): Promise<void> {
  await sql(db)`
    insert into audit_events (id, organization_id, actor_kind, actor_id, actor, action, target_kind, target_id,
                              target_label, changes, request_id, address)
    values (${uuid()}, ${event.organization_id}, ${event.actor_kind}, ${event.actor_id}, ${event.actor},
            ${event.action}, ${event.target_kind}, ${event.target_id}, ${event.target_label},
            ${JSON.stringify(event.changes)}::jsonb, ${event.request_id}, ${event.address})`
}

/** Filters of a list of events. */
export interface AuditFilter {
  id?: string
  /** The actor's id, address or client id, ignoring case. */
  actor?: string
  action?: string
  target_kind?: string
  target_id?: string
  from?: Date
  to?: Date
}

/**
 * The SQL of each order except by time. Its column is in an index, between the organization and the
 * id.
 */
const ORDERS: Readonly<Record<string, string>> = {
  action: 'action',
  actor: `coalesce(${folded('actor')}, '')`,
  address: "coalesce(address, '')",
}

export const AUDIT_SORTS = ['created_at', ...Object.keys(ORDERS)]

/** Lists events. @param page sorted by one of `AUDIT_SORTS`, and by time among equals */
export async function listAuditEvents(
  db: Db,
  organizationId: string,
  { actor, from, to, ...columns }: AuditFilter,
  page: Page,
): Promise<Paged<AuditEvent>> {
  const by = page.sort === undefined ? undefined : ORDERS[page.sort]
  const beyond = page.order === 'asc' ? '>' : '<'
  const query = builder('audit_events')
    .where({ organization_id: organizationId, ...columns })
    .modify((query) => {
      if (actor)
        query.whereRaw(`(${folded('actor')} = ${folded('?')} or actor_id::text = ${folded('?')})`, [
          actor,
          actor,
        ])
      if (from) query.where('created_at', '>=', from)
      if (to) query.where('created_at', '<', to)
      if (page.after && by)
        query.whereRaw(
          `(${by}, id) ${beyond} (select ${by}, id from audit_events where organization_id = ? and id = ?)`,
          [organizationId, page.after],
        )
      else if (page.after) query.where('id', beyond, page.after)
      if (by) query.orderByRaw(`${by} ${page.order}`)
    })
    .orderBy('id', page.order)
    .limit(page.limit + 1)
  return toPage((await run<AuditEvent>(db, query)).rows, page)
}
