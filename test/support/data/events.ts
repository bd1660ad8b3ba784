import { randomUUID } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { EventName, EventTarget } from '../../../shared/events/eventTypes.ts'
import { relayEvents } from '../../../shared/events/relay.ts'
import type { Db } from '../../../shared/lib/db/db.ts'
import { sql } from '../../../shared/lib/db/statements.ts'
import type { TestDb } from '../product/testDb.ts'

/** The fields of a fact's event. By default, a connection was changed. */
export interface Fact {
  organization_id: string
  type?: EventName
  target_kind?: EventTarget
  target_id?: string
  thread_id?: string
  agent_id?: string
  is_test?: boolean
}

/** Writes an event as a fact does, uncommitted if `db` is a transaction. @returns its id */
export async function writeEvent(
  db: Db,
  { organization_id, type = 'connection.changed', target_kind = 'connection', ...fact }: Fact,
): Promise<string> {
  const id = uuid()
  await sql(db)`
    insert into event_outbox (id, organization_id, type, target_kind, target_id, thread_id, agent_id, is_test)
    values (${id}, ${organization_id}, ${type}, ${target_kind}, ${fact.target_id ?? randomUUID()},
            ${fact.thread_id ?? null}, ${fact.agent_id ?? null}, ${fact.is_test ?? false})`
  return id
}

/** Gives all committed events their positions. */
export async function relayAll(db: Db): Promise<void> {
  const left = () => sql(db)`select from event_outbox limit 1`
  while ((await left()).length) await relayEvents(db)
}

/** Writes an event, and gives it its position. @returns its id */
export async function makeEvent(db: Db, fact: Fact): Promise<string> {
  const id = await writeEvent(db, fact)
  await relayAll(db)
  return id
}

/** Rows of an organization whose changes are events, stored without the API. */
export async function makeEventWorld(db: TestDb) {
  const organization_id = uuid()
  await db('organizations').insert({ id: organization_id, name: organization_id })
  const insert = async (table: string, fields: object) => {
    const [row] = await db(table)
      .insert({ id: uuid(), organization_id, ...fields })
      .returning('*')
    return row
  }
  const agent = await insert('agents', { name: 'Mira' })
  const makeThread = (fields: object = {}) =>
    insert('threads', { kind: 'conversation', status: 'open', agent_id: agent.id, ...fields })
  let seq = 0
  const makeReply = (thread_id: string, fields: object = {}) =>
    insert('messages', {
      thread_id,
      agent_id: agent.id,
      seq: ++seq,
      role: 'assistant',
      status: 'completed',
      content: 'Yes.',
      request_id: 'r',
      completed_at: new Date(),
      ...fields,
    })
  const makeEndpoint = (fields: object = {}) =>
    insert('webhook_endpoints', {
      url: 'https://example.com/hook',
      events: ['*'],
      sealed_secret: 'sealed',
      ...fields,
    })
  return { organization_id, agent, insert, makeThread, makeReply, makeEndpoint }
}
