import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { TestDb } from '../product/testDb.ts'

/** A reply that waits for a decision, as a worker stores it. */
export interface WaitingReply {
  question_id: string
  /** The id of the reply. */
  id: string
  call_id: string
  /** 64 hexadecimal digits. */
  digest: string
}

const HOUR_MS = 3_600_000

/** The columns of a call, of which the tests of decisions need no others. */
export const callRow = (fields: object = {}) => {
  const call_id = uuid()
  return {
    kind: 'tool',
    call_id,
    name: 'refund',
    title: 'Refund',
    effect: 'write',
    arguments: JSON.stringify({ order: 'A-17', amount: 12.5 }),
    digest: createHash('sha256').update(call_id).digest(),
    state: 'waiting',
    decides: 'customer',
    expires_at: new Date(Date.now() + HOUR_MS),
    asked_in: 1,
    ...fields,
  }
}

/** Stores a question and a reply that has asked for this call, and for `others`. */
export async function makeWaitingReply(
  db: TestDb,
  { organization_id, thread_id }: { organization_id: string; thread_id: string },
  fields: object = {},
  others: readonly object[] = [],
): Promise<WaitingReply> {
  const thread = await db('threads').where({ organization_id, id: thread_id }).first()
  const [question_id, id] = [uuid(), uuid()]
  const seq = thread.last_seq
  const of = { organization_id, thread_id, agent_id: thread.agent_id }
  const at = new Date()
  const ended = { ...of, request_id: 'waiting', created_at: at, completed_at: at }
  const calls = [callRow(fields), ...others.map((other) => callRow(other))]
  await db('threads')
    .where({ id: thread_id })
    .update({ last_seq: seq + 2 })
  await db('messages').insert([
    {
      ...ended,
      id: question_id,
      seq: seq + 1,
      role: 'user',
      status: 'completed',
      content: 'Refund it.',
    },
    {
      ...ended,
      id,
      seq: seq + 2,
      role: 'assistant',
      status: 'requires_action',
      content: 'Shall I?',
      in_reply_to: question_id,
      steps: 1 + calls.length,
    },
  ])
  const step = { ...of, question_id, reply_id: id, is_test: thread.is_test }
  const said = JSON.stringify({ text: 'Shall I?', calls: [] })
  await db('reply_steps').insert({ ...step, step: 1, kind: 'model', model: 'm', said })
  await db('reply_steps').insert(calls.map((call, n) => ({ ...step, ...call, step: n + 2 })))
  return { question_id, id, call_id: calls[0]!.call_id, digest: calls[0]!.digest.toString('hex') }
}
