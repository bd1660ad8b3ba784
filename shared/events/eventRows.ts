import { NIL } from 'uuid'
import { builder, type Query, run } from '../lib/db/builder.ts'
import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'
import type { EventRow } from './eventTypes.ts'

/**
 * The most rows that one read looks at. The next read continues there, so a filter that matches few
 * rows cannot make a read slow.
 */
const MAX_SCANNED = 5_000

/** A place in the feed: after this event, or before all if `id` is the nil UUID. */
export interface EventCursor {
  id: string
  position: string
}

/** The place before the oldest event. */
export const BEFORE_ALL: EventCursor = { id: NIL, position: '0' }

/** The events that a caller may see. */
export interface EventReach {
  /**
   * Only events of these agents, whose ids are a PostgreSQL array; undefined: all events, including
   * events without an agent.
   */
  agents: string | undefined
  /** Which test threads' events to include: `only` these, or `none`; undefined: all events. */
  tests?: 'only' | 'none'
}

export interface EventFilter {
  type?: string
  target_id?: string
  thread_id?: string
}

export interface EventRead {
  /** In the order of the feed, or in reverse. */
  events: EventRow[]
  /** The place after the last row that the read looked at, whether or not it matches. */
  next: EventCursor
  /** Whether further events may exist. */
  has_more: boolean
}

/**
 * Finds the place after an event. @returns undefined: the organization has no such event, or its
 * retention is over
 */
export async function findCursor(
  db: Db,
  organizationId: string,
  id: string,
): Promise<EventCursor | undefined> {
  if (id === NIL) return BEFORE_ALL
  const [found] = await sql<EventCursor>(db)`
    select id, position from events where organization_id = ${organizationId} and id = ${id}`
  return found
}

/** Returns the place after the newest event. */
export async function lastCursor(db: Db, organizationId: string): Promise<EventCursor> {
  const [found] = await sql<EventCursor>(db)`
    select id, position from events where organization_id = ${organizationId} order by position desc limit 1`
  return found ?? BEFORE_ALL
}

/** Reads an event. @returns undefined: no such event is within reach */
export async function readEvent(
  db: Db,
  organizationId: string,
  id: string,
  reach: EventReach,
): Promise<EventRow | undefined> {
  const query = builder('events').where({ organization_id: organizationId, id })
  return (await run<EventRow>(db, withinReach(query, reach))).rows[0]
}

/**
 * Reads the events after a place. The relay gives positions only to committed events, batch by
 * batch, so a later event never gets an earlier place.
 * @param limit the most events, at least 1
 * @param order `desc` reads the events before the place, newest first
 */
export async function readEvents(
  db: Db,
  organizationId: string,
  from: EventCursor | undefined,
  { thread_id, ...filter }: EventFilter,
  reach: EventReach,
  limit: number,
  order: 'asc' | 'desc' = 'asc',
): Promise<EventRead> {
  const scanned = builder('events')
    .where({ organization_id: organizationId, ...(thread_id && { thread_id }) })
    .modify((query) => {
      if (from) query.where('position', order === 'asc' ? '>' : '<', from.position)
    })
    // Within a thread both columns give the same order, and only `sequence` has an index.
    .orderBy(thread_id ? 'sequence' : 'position', order)
    .limit(MAX_SCANNED)
  const found = withinReach(builder('scanned').where(filter), reach)
    .orderBy('position', order)
    .limit(limit + 1)
  const last = builder('scanned')
    .select('id as last_id', 'position as last_position')
    .orderBy('position', order === 'asc' ? 'desc' : 'asc')
    .limit(1)
  const query = builder
    .withMaterialized('scanned', scanned)
    .with('found', found)
    .select('found.*', 'last.*', builder.raw('(select count(*)::integer from scanned) as scanned'))
    .from(last.as('last'))
    .joinRaw('left join found on true')
    .orderBy('found.position', order)
  type Row = EventRow & { last_id: string; last_position: string; scanned: number }
  const { rows } = await run<Row>(db, query)
  const [first] = rows
  if (!first) return { events: [], next: from ?? BEFORE_ALL, has_more: false }
  const { last_id, last_position, scanned: count } = first
  const all = rows.filter(({ id }) => id !== null)
  const events = all.slice(0, limit)
  const isFull = all.length > limit
  return {
    events: events.map(({ last_id, last_position, scanned, ...row }) => row),
    next: isFull ? events.at(-1)! : { id: last_id, position: last_position },
    has_more: isFull || count === MAX_SCANNED,
  }
}

const withinReach = (query: Query, { agents, tests }: EventReach): Query =>
  query.modify((query) => {
    if (agents !== undefined) query.whereRaw('agent_id = any(?::uuid[])', agents)
    if (tests === 'only') query.whereRaw('(is_test or thread_id is null)')
    if (tests === 'none') query.whereRaw('not is_test')
  })
