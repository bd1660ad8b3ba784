import { v7 as uuid } from 'uuid'
import { findFull, makeBacklog } from '../jobs/backlog.ts'
import { batched } from '../lib/db/batch.ts'
import type { Db } from '../lib/db/db.ts'
import { untilFree } from '../lib/db/lockRetry.ts'
import { AppError, notFound } from '../lib/errors.ts'
import { traceparent } from '../lib/observability/tracing.ts'
import {
  type AcceptOutcome,
  type AskedMessage,
  acceptAll,
  MAX_AT_ONCE,
  type NewMessage,
} from './acceptStatement.ts'
import { type IdempotentRequest, isKeyRefused } from './idempotency.ts'
import { filesRefused } from './refusal.ts'
import { OPEN_STATUS, type ThreadKind, threadRecords } from './threads.ts'

/** A stored message, with the reply that it opened if the agent has the thread. */
export interface Accepted {
  /** The id of the reply, or of the question if people have the thread. */
  id: string
  /** Whether people have the thread, so that no agent replies. */
  isHandedOff: boolean
  /**
   * Whether to send a wake-up for the reply. If not, the slot that ends an earlier reply of the
   * thread claims it.
   */
  mustWake: boolean
}

/**
 * Stores a question and its queued reply, with the idempotency key of the request if it has one.
 * @returns undefined if an earlier request may have used the key. Then nothing is stored: see
 *   `createOnce`
 * @throws AppError not_found, validation_failed for its files, agent_inactive, thread_closed,
 *   thread_busy, queue_full, and the message's refusal. Then nothing is stored
 * @throws RowLocked when the row of the thread stays locked for too long
 */
export type Accept = (
  message: NewMessage,
  request?: IdempotentRequest,
) => Promise<Accepted | undefined>

/**
 * Makes an `Accept` that stores messages which arrive at the same time with one statement, at most
 * one message per thread. A message whose thread is locked is retried for `rowLockedMs`
 * milliseconds: see `lockRetry.ts`.
 */
export function makeAccept(db: Db, rowLockedMs: number): Accept {
  const backlog = makeBacklog(db, 'reply')
  const acceptBatched = batched(
    (asked: AskedMessage[]) => acceptAll(db, asked, 'skip locked'),
    MAX_AT_ONCE,
    ({ message }) => message.thread.id.toLowerCase(),
  )

  function see(asked: AskedMessage): Promise<AcceptOutcome> {
    return untilFree(async () => {
      const seen = await acceptBatched(asked)
      return seen.is_locked ? undefined : seen
    }, rowLockedMs)
  }

  return async (message, request) => {
    const store = async (full: AppError | undefined) => {
      const asked = toAsked(message, { has_capacity: !full, request })
      const accepted = await outcomeOf(db, asked, await see(asked), full)
      return accepted && toAccepted(accepted, accepted.is_first && !backlog.isLate(accepted))
    }
    try {
      return await backlog.admit(message.organization_id, message.capacity, store, Boolean)
    } catch (error) {
      if (request && isKeyRefused(error)) return undefined
      throw error
    }
  }
}

/**
 * Accepts a message in the transaction of a request whose key is stored already. Keeps its
 * connection while it waits for the lock of the thread. The holder of that lock may wait for the
 * key. PostgreSQL detects and ends such a deadlock.
 */
export async function acceptMessage(db: Db, message: NewMessage): Promise<Accepted> {
  const full = await findFull(db, 'reply', message.organization_id, message.capacity)
  const asked = toAsked(message, { has_capacity: !full })
  let seen: AcceptOutcome
  // This statement waits for the lock, so it reports `is_locked` only if a handoff or a return held
  // the lock before.
  do seen = (await acceptAll(db, [asked], ''))[0]!
  while (seen.is_locked)
  const accepted = await outcomeOf(db, asked, seen, full)
  return toAccepted(accepted!, accepted!.is_first)
}

const toAccepted = (
  { is_handed_off, question_id, reply_id }: AcceptOutcome,
  mustWake: boolean,
): Accepted =>
  is_handed_off
    ? { id: question_id, isHandedOff: true, mustWake: false }
    : { id: reply_id, isHandedOff: false, mustWake }

const toAsked = (
  message: NewMessage,
  how: Pick<AskedMessage, 'has_capacity' | 'request'>,
): AskedMessage => ({
  ...how,
  message,
  question_id: uuid(),
  reply_id: uuid(),
  traceparent: traceparent() ?? null,
})

async function outcomeOf(
  db: Db,
  { message, request }: AskedMessage,
  seen: AcceptOutcome,
  full: AppError | undefined,
): Promise<AcceptOutcome | undefined> {
  const { organization_id, thread } = message
  if (seen.accepted) return seen
  if (seen.is_key_used) return undefined
  if (seen.status === null) throw notFound(thread.kind)
  const refused = filesRefused(message.attachments, seen)
  if (refused) throw refused
  if (!seen.is_active) throw new AppError('agent_inactive', AGENT_INACTIVE)
  if (message.refusal) throw message.refusal
  if (full) throw full
  // The thread may have been closed or deleted while this message waited for the lock.
  await threadRecords[thread.kind].get(db, organization_id, thread.id)
  if (seen.status !== OPEN_STATUS[thread.kind] || message.on_busy === 'queue')
    throw new AppError('thread_closed', closedText(thread.kind, seen.status))
  // The earlier message may belong to the same request.
  if (request) return undefined
  throw new AppError(
    'thread_busy',
    `This ${thread.kind} has an unfinished reply. Wait for it, or post without on_busy to have both answered in order.`,
    { retryAfter: 2 },
  )
}

/** Returns why a thread in this status accepts no messages. */
export const closedText = (kind: ThreadKind, status: string) =>
  status === 'expired'
    ? `This ${kind} has expired: nothing happened in it for too long. Open a new ${kind}.`
    : `This ${kind} takes no more messages. Open a new ${kind}.`

export const AGENT_INACTIVE = 'The agent is inactive. Activate it, or use another agent.'
