import { v7 as uuid } from 'uuid'
import { applicableBudgets } from '../budgets/applicable.ts'
import type { FinishedReply } from '../chat/endReplies.ts'
import type { ShownUsage } from '../chat/messages.ts'
import { type AttemptUsage, recordUsage } from '../chat/replies.ts'
import type { LoadedInputs, ReplyInputs, Turn } from '../chat/replyInputs.ts'
import type { ReplyTrace } from '../chat/traces.ts'
import { findFull, type QueueCapacity } from '../jobs/backlog.ts'
import { endJob } from '../jobs/leases.ts'
import type { LeasedJob } from '../jobs/openJobs.ts'
import type { Db } from '../lib/db/db.ts'
import { preparedText, sql } from '../lib/db/statements.ts'
import { type JobError, notFound } from '../lib/errors.ts'
import { REPLY } from '../lib/jobs.ts'
import { traceparent } from '../lib/observability/tracing.ts'

/**
 * A trial answers a question with unsaved settings of an agent. It is a job of the lane of replies,
 * so the same workers run it in the same way. It has no thread and no message, so no list shows it,
 * and only the cost of its model calls counts in figures.
 */

/** The question and settings of a trial. */
export interface TrialQuestion extends Pick<ReplyInputs, 'question_attachments'> {
  /** These settings replace the agent's. */
  settings: Partial<ReplyInputs['agent']>
  /** Empty: no search. */
  question: string
  traits: Record<string, unknown> | null
  /** Earlier turns, oldest first. */
  history: Turn[]
  /** The user's locale. */
  locale?: string | null
  /** Whether to ask a model for an answer. If false, only the prompt is built. */
  answer: boolean
}

export interface TrialOutcome {
  status: 'completed' | 'failed'
  /** undefined: the trial failed, or no answer was requested. */
  reply?: FinishedReply
  usage?: ShownUsage
  error?: JobError
  /** The trace of the attempt that completed it. */
  trace?: ReplyTrace & { attempt: number; created_at: string }
}

export interface Trial {
  id: string
  agent_id: string
  /** null: the trial has not ended. */
  outcome: TrialOutcome | null
  created_at: Date
  ended_at: Date | null
}

interface NewTrial {
  organization_id: string
  agent_id: string
  application_id: string | null
  /** The thread whose messages `asked` contains. The trial is deleted with it; null: none. */
  thread_id: string | null
  asked: TrialQuestion
  request_id: string
  /** Address of the API process that waits for the outcome. */
  reply_to: string
  deadline_seconds: number
  /** Milliseconds that the job waits for its wake-up before the sweep may take it. */
  wake_up_grace_ms: number
  capacity: QueueCapacity
}

/**
 * Stores a trial with its open job. @returns its id
 * @throws AppError queue_full; a foreign key violation: the thread was deleted
 */
export async function openTrial(db: Db, trial: NewTrial): Promise<string> {
  const full = await findFull(db, REPLY.name, trial.organization_id, trial.capacity)
  if (full) throw full
  const id = uuid()
  await sql(db)`
    with asked as (
      insert into agent_trials (id, organization_id, agent_id, thread_id, asked)
      values (${id}, ${trial.organization_id}, ${trial.agent_id}, ${trial.thread_id}, ${JSON.stringify(trial.asked)}::jsonb)
    )
    insert into open_jobs (lane, id, organization_id, agent_id, application_id, request_id, traceparent, reply_to, traced, sweep_at, deadline_at)
    values (${REPLY.name}, ${id}, ${trial.organization_id}, ${trial.agent_id}, ${trial.application_id}, ${trial.request_id}, ${traceparent() ?? null},
            ${trial.reply_to}, true, now() + make_interval(secs => ${trial.wake_up_grace_ms / 1000}),
            now() + make_interval(secs => ${trial.deadline_seconds}))`
  return id
}

/**
 * Reads a trial.
 * @param mayReadThreads whether the caller may read chats, whose messages the trials of suggestions
 *   contain
 * @throws AppError not_found
 */
export async function getTrial(
  db: Db,
  { organization_id, agent_id, id }: { organization_id: string; agent_id: string; id: string },
  mayReadThreads: boolean,
): Promise<Trial> {
  const [trial] = await sql<Trial>(db)`
    select id, agent_id, outcome, created_at, ended_at from agent_trials
     where organization_id = ${organization_id} and agent_id = ${agent_id} and id = ${id}
       and (thread_id is null or ${mayReadThreads})`
  if (!trial) throw notFound('trial')
  return trial
}

/**
 * Reads the ended trials among `ids`. The ids come from this process's own waiters, whose access
 * was checked.
 */
export const readEndedTrials = (db: Db, ids: readonly string[]): Promise<Trial[]> =>
  preparedText<Trial>(
    db,
    `select t.id, t.agent_id, t.outcome, t.created_at, t.ended_at from unnest(:ids::uuid[]) as waited (id)
      cross join lateral (select * from agent_trials where id = waited.id limit 1) t
      where t.outcome is not null`,
    { ids },
  )

/** The inputs of a trial for a worker. */
export type TrialInputs = LoadedInputs & Pick<TrialQuestion, 'answer'>

interface StoredTrial {
  agent: ReplyInputs['agent']
  asked: TrialQuestion
  knowledge_version: string
  asked_at: string
  time_zone: string
  budgets: LoadedInputs['budgets']
}

/** Reads the inputs of a trial. @returns undefined: the agent or the thread was deleted */
export async function loadTrial(
  db: Db,
  { organization_id, id }: LeasedJob,
): Promise<TrialInputs | undefined> {
  const [row] = await preparedText<StoredTrial>(
    db,
    `select to_json(a) as agent, t.asked, to_json(t.created_at) as asked_at,
           (select time_zone from organizations where id = t.organization_id) as time_zone,
           coalesce((select version from knowledge_versions where organization_id = t.organization_id), 0)::text as knowledge_version,
           ${applicableBudgets('j', 'null')} as budgets
      from agent_trials t
      join agents a on a.id = t.agent_id and a.organization_id = t.organization_id and a.deleted_at is null
      join open_jobs j on j.lane = 'reply' and j.id = t.id
     where t.organization_id = :organization_id and t.id = :id`,
    { organization_id, id },
  )
  if (!row) return undefined
  const { agent, asked, knowledge_version, asked_at, time_zone, budgets } = row
  const { settings, question, question_attachments, traits, history, locale = null, answer } = asked
  return {
    agent: { ...agent, ...settings },
    question,
    traits,
    history,
    answer,
    knowledge_version,
    asked_at,
    time_zone,
    budgets,
    traced: true,
    is_test: false,
    locale,
    question_metadata: {},
    question_attachments,
  }
}

/**
 * Ends a trial. Records no attempt. The durations of attempts show how many replies the workers can
 * answer, and a trial without an answer is faster than any reply.
 * @param attempt the model calls, unless they were already recorded
 * @returns false when the lease was lost. Then nothing is stored
 */
export const endTrial = (
  db: Db,
  claim: LeasedJob,
  outcome: TrialOutcome,
  attempt?: AttemptUsage,
): Promise<boolean> =>
  db.transaction(async (transaction) => {
    if (!(await endJob(transaction, REPLY.name, claim, []))) return false
    await sql(transaction)`
      update agent_trials set outcome = ${JSON.stringify(outcome)}::jsonb, ended_at = now()
       where organization_id = ${claim.organization_id} and id = ${claim.id}`
    if (attempt) await recordUsage(transaction, claim, attempt)
    return true
  })

/** Deletes trials that are more than an hour old, because no client reads them again. */
export async function deleteOldTrials(db: Db): Promise<number> {
  const rows = await sql(db)`
    delete from agent_trials where created_at < now() - interval '1 hour' returning id`
  return rows.length
}
