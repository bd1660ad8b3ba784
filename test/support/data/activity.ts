import { v7 as uuid } from 'uuid'
import { storeLimitEvents, storeRequests } from '../../../shared/analytics/recording.ts'
import type { Client } from '../http/client.ts'
import { makeEntry, makeRandom } from '../http/requests.ts'
import type { Parley } from '../product/parley.ts'

/**
 * Stores everything that can happen between two moments, at random times and for two agents:
 * `count` rows of most kinds.
 */
export async function fillWithActivity(
  parley: Parley,
  client: Client,
  from: Date,
  to: Date,
  count = 150,
): Promise<{ agents: string[] }> {
  const random = makeRandom(count)
  const agents = [(await client.makeAgent()).id, (await client.makeAgent({ name: 'Bob' })).id]
  const organization_id = client.organizationId
  const of = { organization_id }
  const time = () => new Date(from.getTime() + random() * (to.getTime() - from.getTime()))
  const insert = (table: string, rows: object[]) => parley.db.batchInsert(table, rows as any, 100)
  const threads = Array.from({ length: 20 }, (_, n) => ({
    ...of,
    id: uuid(),
    agent_id: agents[n % 2],
    created_at: time(),
    ...(n % 3 ? { kind: 'session', status: 'active' } : { kind: 'conversation', status: 'open' }),
  }))
  await insert('threads', threads)
  const STATES = ['completed', 'completed', 'completed', 'failed', 'cancelled', 'queued']
  const messages = Array.from({ length: count }, (_, n) => {
    const { id: thread_id, agent_id } = threads[n % 20]!
    const created_at = time()
    const status = STATES[n % 6]!
    const common = { ...of, thread_id, agent_id, request_id: 'r', created_at, metadata: {} }
    const question = {
      ...common,
      id: uuid(),
      seq: 2 * n,
      role: 'user',
      status: 'completed',
      content: 'Hi',
    }
    const code = n % 9 ? 'model_unavailable' : 'deadline_exceeded'
    const done = new Date(created_at.getTime() + Math.round(200 + random() * 9_000))
    return [
      { ...question, completed_at: created_at },
      {
        ...common,
        id: uuid(),
        seq: 2 * n + 1,
        role: 'assistant',
        status,
        in_reply_to: question.id,
        completed_at: done,
        error: status === 'failed' ? { code, detail: 'So.' } : null,
      },
    ] as any[]
  })
  await insert(
    'messages',
    messages.map(([question]) => question),
  )
  await insert(
    'messages',
    messages.map(([, reply]) => reply).filter(({ status }) => status !== 'queued'),
  )
  await insert(
    'open_jobs',
    messages
      .map(([, reply]) => reply)
      .filter(({ status }) => status === 'queued')
      .map(
        ({ id, thread_id, agent_id, seq, in_reply_to, request_id, created_at, completed_at }) => ({
          ...of,
          lane: 'reply',
          id,
          thread_id,
          agent_id,
          request_id,
          created_at,
          position: seq,
          question_id: in_reply_to,
          sweep_at: completed_at,
          deadline_at: completed_at,
        }),
      ),
  )
  await insert(
    'usages',
    messages.map(([, reply], n) => ({
      ...of,
      reply_id: reply.id,
      agent_id: reply.agent_id,
      model: 'openai:test-model',
      attempt: 1,
      outcome: n % 5 ? 'completed' : 'failed',
      input_tokens: n,
      output_tokens: 2 * n,
      cost_usd: n % 7 ? n / 1_000 : null,
      model_ms: random() * 3_000,
      created_at: time(),
    })),
  )
  await insert(
    'jobs',
    messages.map(([, reply], n) => ({
      ...of,
      id: uuid(),
      lane: n % 9 ? 'reply' : 'index',
      target_id: reply.id,
      request_id: 'r',
      worker: 'w',
      attempt: 1,
      outcome: 'completed',
      wait_ms: random() * 500,
      run_ms: 1,
      created_at: time(),
    })),
  )
  await insert(
    'feedback',
    threads.map(({ id }, n) => ({
      ...of,
      id: uuid(),
      thread_id: id,
      reviewer: 'Ada',
      rating: 1 + (n % 5),
      created_at: time(),
    })),
  )
  const { client_id } = client.credentials
  const { id: application_id } = await parley.db('applications').where({ client_id }).first()
  const entries = Array.from({ length: count }, (_, n) =>
    makeEntry(
      n % 6
        ? { organization_id, client_id, application_id }
        : { organization_id, client_id: null, application_id: null },
      time(),
      { status_code: n % 4 ? 200 : 422, credential: n % 6 ? 'application' : 'dashboard' },
    ),
  )
  await storeRequests(parley.db, entries)
  await storeLimitEvents(
    parley.db,
    entries.slice(0, 40).map(({ endpoint, created_at }, n) => ({
      id: uuid(),
      organization_id,
      client_id,
      endpoint,
      bucket: 'organization',
      outcome: n % 4 ? 'blocked' : 'allowed',
      created_at,
    })),
  )
  return { agents }
}
