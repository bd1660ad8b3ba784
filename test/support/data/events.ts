import { v7 as uuid } from 'uuid'
import type { TestDb } from '../product/testDb.ts'

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
      ...{
        thread_id,
        agent_id: agent.id,
        seq: ++seq,
        role: 'assistant',
        status: 'completed',
        content: 'Yes.',
      },
      ...{ request_id: 'r', completed_at: new Date(), ...fields },
    })
  const makeEndpoint = (fields: object = {}) =>
    insert('webhook_endpoints', {
      ...{ url: 'https://example.com/hook', events: ['*'], sealed_secret: 'sealed', ...fields },
    })
  return { organization_id, agent, insert, makeThread, makeReply, makeEndpoint }
}
