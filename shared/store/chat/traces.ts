import type { Db } from '../../db/db.ts'
import { sql } from '../../db/statements.ts'
import { AppError, type JobError } from '../../errors.ts'
import type { LeasedJob } from '../queue/openJobs.ts'
import type { Citation } from './messages.ts'

/** A passage that retrieval found for a reply. */
export interface TracedPassage
  extends Pick<Citation, 'knowledge_id' | 'kind' | 'title' | 'url' | 'page' | 'score'> {
  /** From 1, the best. */
  rank: number
  heading: string
  /** Its text, or as much of it as is kept. */
  text: string
  /** Characters of the whole text. */
  characters: number
  /** Its number in the prompt; null: the prompt had no room for it. */
  number: number | null
  cited: boolean
}

export const PART_NAMES = [
  'persona',
  'rules',
  'traits',
  'metadata',
  'knowledge',
  'fallback',
  'history',
  'question',
] as const

/** A part of the prompt. Parts with the role `system` form one message, with an empty line between them. */
export interface TracedPart {
  role: 'system' | 'user' | 'assistant'
  name: (typeof PART_NAMES)[number]
  /** Its text, or as much of it as is kept. */
  text: string
  /** Characters of the whole text. */
  characters: number
  /** Estimated tokens of the whole text. */
  tokens: number
}

/** The trace of one attempt at a reply. */
export interface Trace {
  /** The texts that were searched for: the question, and if it continues an earlier one, also both together. */
  queries: string[]
  passages: TracedPassage[]
  prompt: TracedPart[]
  model: string
  settings: {
    temperature: number | null
    max_output_tokens: number | null
    history_tokens: number
    knowledge_tokens: number
  }
  /** The text of the model before marks became citations; null: it gave none. */
  answer: string | null
  /** Sentences of the answer that their sources do not support. */
  ungrounded: { sentence: string; reason: string }[]
  /** Milliseconds; null: the attempt did not get so far. */
  timings: {
    queue_ms: number
    load_ms: number
    retrieval_ms: number
    first_text_ms: number | null
    model_ms: number
    total_ms: number
  }
  usage: { input_tokens: number; output_tokens: number; cost_usd: number | null } | null
  error: JobError | null
}

export interface KeptTrace extends Trace {
  attempt: number
  created_at: Date
}

/**
 * Stores the trace of an attempt that stores no reply. The attempt is the fencing token: nothing is stored
 * once another attempt has begun. The trace of a cancelled reply shows what was sent up to then.
 */
export async function saveTrace(
  db: Db,
  { organization_id, id, attempt }: LeasedJob,
  trace: Trace,
): Promise<void> {
  const text = JSON.stringify(trace)
  await sql(db)`
    with open as (
      update open_jobs
         set trace = jsonb_build_object('attempt', attempt, 'created_at', now(), 'trace', ${text}::jsonb)
       where lane = 'reply' and id = ${id} and organization_id = ${organization_id} and attempt = ${attempt}
         and lease_expires_at is not null
    )
    insert into reply_traces (organization_id, reply_id, attempt, trace)
    select organization_id, id, attempt, ${text}::jsonb from messages
     where organization_id = ${organization_id} and id = ${id} and attempt = ${attempt} and status = 'cancelled'
    on conflict (organization_id, reply_id)
      do update set attempt = excluded.attempt, trace = excluded.trace, created_at = now()`
}

/** @throws AppError not_found */
export async function getTrace(db: Db, organizationId: string, replyId: string): Promise<KeptTrace> {
  const [row] = await sql<{ trace: Trace; attempt: number; created_at: Date }>(db)`
    select trace, attempt, created_at from reply_traces
     where organization_id = ${organizationId} and reply_id = ${replyId}
    union all
    select trace->'trace', (trace->>'attempt')::integer, (trace->>'created_at')::timestamptz from open_jobs
     where lane = 'reply' and id = ${replyId} and organization_id = ${organizationId} and trace is not null
     order by attempt desc limit 1`
  if (!row) throw new AppError('not_found', NO_TRACE)
  const { trace, ...kept } = row
  // A trace of a version before 0.2 has no such list, and no pages.
  const passages = trace.passages.map((passage) => ({ ...passage, page: passage.page ?? null }))
  return { ...trace, passages, ungrounded: trace.ungrounded ?? [], ...kept }
}

const NO_TRACE =
  'There is no trace of this message: none was asked for, no model was called for it yet, or it is past its time.'
