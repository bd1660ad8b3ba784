import type { Db } from '../lib/db/db.ts'
import { prepared, preparedText } from '../lib/db/statements.ts'
import { customerFacts } from './forReplies.ts'
import type { Effect, Tool } from './tools.ts'

/**
 * Ends the calls of a thread that wait for a decision, or were approved and not begun: people have
 * taken the thread over. The caller has locked the thread, and has deleted its open jobs, so that no
 * worker begins a call meanwhile.
 */
export async function endCallsOfThread(
  transaction: Db,
  organizationId: string,
  threadId: string,
): Promise<void> {
  await prepared(transaction)`
    update reply_steps set state = 'expired', error = ${HANDED_OFF}::jsonb, ended_at = clock_timestamp()
     where organization_id = ${organizationId} and thread_id = ${threadId} and state in ('waiting', 'approved')`
}

const HANDED_OFF = JSON.stringify({
  code: 'handed_off',
  detail: 'People have taken over before the call was made.',
})

/** A call that was ended, and the thread that shows it. */
export interface EndedCall {
  organization_id: string
  thread_id: string
}

/** Ends calls that have waited too long for a decision, at most `most` of them. */
export const expireActions = (db: Db, most: number): Promise<EndedCall[]> =>
  prepared<EndedCall>(db)`
    update reply_steps s set state = 'expired', ended_at = clock_timestamp()
      from (select organization_id, question_id, step from reply_steps
             where state = 'waiting' and expires_at <= now()
             limit ${most} for no key update skip locked) due
     where s.organization_id = due.organization_id and s.question_id = due.question_id and s.step = due.step
    returning s.organization_id, s.thread_id`

/**
 * Ends approved calls that no reply will begin any more, at most `most`: the reply that was to do
 * so has ended, or a call that was asked for beside them has expired.
 */
export const endUnbegun = (db: Db, most: number): Promise<EndedCall[]> =>
  prepared<EndedCall>(db)`
    update reply_steps s
       set state = 'failed', error = ${NOT_BEGUN}::jsonb, ended_at = clock_timestamp()
      from (select organization_id, question_id, step from reply_steps a
             where state = 'approved' and decided_at < now() - make_interval(secs => ${SETTLED_SECONDS}::float8)
               and not exists (select from open_jobs j
                                where j.lane = 'reply' and j.thread_id = a.thread_id and j.asked_id = a.question_id)
               and not exists (select from reply_steps beside
                                where beside.organization_id = a.organization_id and beside.reply_id = a.reply_id
                                  and beside.state = 'waiting')
             limit ${most} for no key update skip locked) due
     where s.organization_id = due.organization_id and s.question_id = due.question_id and s.step = due.step
       and s.state = 'approved'
    returning s.organization_id, s.thread_id`

const NOT_BEGUN = JSON.stringify({
  code: 'tool_not_done',
  detail: 'The reply that was to make the call has ended before: the call was not made.',
})

/**
 * A call counts as interrupted after so many seconds: no tool may take as long, and no worker goes
 * on for as long after it has lost its lease.
 */
const SETTLED_SECONDS = 60

/** A call that runs no more: the reply that began it has ended, and nothing has stored its outcome. */
export interface InterruptedCall extends EndedCall {
  call_id: string
  effect: Effect
  /** The fencing token under which it was begun last. */
  attempt: number
  /** Whether it was begun so long ago that the other system is asked for the last time. */
  is_last: boolean
  input: Record<string, unknown>
  /** null: it was deleted, or has no probe. */
  tool: Tool | null
  agent_id: string
  is_test: boolean
  customer_id: string | null
  is_verified: boolean
  traits: Record<string, unknown> | null
  metadata: Record<string, unknown>
}

/** Finds interrupted calls, at most `most`, those that were begun first in front. */
export const findInterrupted = (db: Db, most: number): Promise<InterruptedCall[]> =>
  preparedText<InterruptedCall>(db, INTERRUPTED, { most })

/** Each round of the chore asks the other system, until the call is so many seconds old. */
const ASKED_SECONDS = 120

const CUSTOMER = customerFacts('t', 'c')

const INTERRUPTED = `
  select s.organization_id, s.thread_id, s.call_id, s.effect, s.attempt, s.agent_id, s.is_test,
         s.started_at < now() - interval '${ASKED_SECONDS} seconds' as is_last,
         coalesce(s.arguments, '{}') as input, case when x.probe is not null then to_json(x) end as tool,
         ${CUSTOMER.id} as customer_id, ${CUSTOMER.is_verified} as is_verified,
         c.traits, coalesce(q.metadata, '{}') as metadata
    from (select * from reply_steps p
           where p.state = 'pending' and p.started_at < now() - interval '${SETTLED_SECONDS} seconds'
             and not exists (select from open_jobs j where j.lane = 'reply' and j.id = p.run_by)
           order by p.started_at limit :most) s
    join threads t on t.organization_id = s.organization_id and t.id = s.thread_id
    left join contexts c on c.organization_id = t.organization_id and c.id = t.user_context_id
    left join messages q on q.organization_id = s.organization_id and q.id = s.question_id
    left join tools x on x.organization_id = s.organization_id and x.id = s.tool_id`
