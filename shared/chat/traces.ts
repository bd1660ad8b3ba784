import type { LeasedJob } from '../jobs/openJobs.ts'
import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'
import { AppError, type ErrorCode, type JobError } from '../lib/errors.ts'
import type { RerankCall } from '../lib/rerankCall.ts'
import type { CallStep } from '../tools/steps.ts'
import type { Citation, ShownUsage, Supported } from './messages.ts'

/** A passage that retrieval found for a reply. */
export interface TracedPassage
  extends Pick<Citation, 'knowledge_id' | 'kind' | 'title' | 'url' | 'page' | 'score'> {
  /** Rank from 1 on, best first. */
  rank: number
  heading: string
  /** Its text, or as much of it as is kept. */
  text: string
  /** Characters of the whole text. */
  characters: number
  /** Its number in the prompt; null: it did not fit into the prompt. */
  number: number | null
  cited: boolean
}

/** In the order of the prompt. */
export const PART_NAMES = [
  'persona',
  'rules',
  'fallback',
  'traits',
  'history',
  'acts',
  'metadata',
  'knowledge',
  'returned',
  'attachments',
  'question',
  'now',
  'tool_calls',
  'tool_results',
] as const

/**
 * A part of the prompt. Parts with the role `system` form one message, with an empty line between
 * them, and so do the parts after the history.
 */
export interface TracedPart {
  /** `tool`: the result of a tool call. */
  role: 'system' | 'user' | 'assistant' | 'tool'
  name: (typeof PART_NAMES)[number]
  /** Its text, or as much of it as is kept. */
  text: string
  /** Characters of the whole text. */
  characters: number
  /** Estimated tokens of the whole text. */
  tokens: number
}

/** Why no model was asked for queries, or why its answer had none. */
export const REWRITING_REASONS = [
  'no_knowledge',
  'small_talk',
  'same_question',
  'words_suffice',
  'model_down',
  'too_slow',
  'timeout',
  'call_failed',
  'budget_reached',
  'no_queries',
] as const

export const REWRITING_OUTCOMES = ['used', 'skipped', 'failed'] as const

/** How a model wrote queries for a question. */
export interface TracedRewriting {
  /** `provider:name` */
  model: string
  outcome: (typeof REWRITING_OUTCOMES)[number]
  /** Why the model gave no queries; null: its queries were used. */
  reason: (typeof REWRITING_REASONS)[number] | null
  /** Milliseconds that the call took; null: no call was made. */
  ms: number | null
  /** The model's own words, or as much of them as is kept; null: it gave none. */
  answer: string | null
  /** Whether the reply was begun before the queries came, and anew with what they found. */
  restarted: boolean
}

/** A sentence of a passage whose figures differ from those of another passage's sentence. */
export interface TracedStatement {
  knowledge_id: string
  /** The number of its passage in the prompt. */
  number: number
  sentence: string
  /** The figures that differ, as the sentence has them. */
  figures: string[]
}

/** A tool call of a question. Its texts may be cut. */
export interface TracedCall
  extends Pick<
    CallStep,
    | 'call_id'
    | 'tool_id'
    | 'name'
    | 'title'
    | 'effect'
    | 'state'
    | 'same_as'
    | 'decides'
    | 'tries'
    | 'http_status'
    | 'is_cut'
    | 'error'
    | 'settled_as'
  > {
  /** What the model wrote, which may be no JSON. */
  arguments: string
  /** JSON or a text; null: there is none. */
  result: string | null
}

/** What a model asked of tools, or one of the calls. */
export interface TracedStep {
  /** From 1 on, over all replies to the question. */
  step: number
  kind: 'model' | 'tool'
  reply_id: string
  /** `provider:name`; null: it is a call. */
  model: string | null
  /** What the model said beside its calls; null: it is a call. */
  text: string | null
  /** null: it is what a model asked. */
  call: TracedCall | null
}

/** A model that could not answer. */
export interface TriedModel {
  /** `provider:name` */
  model: string
  code: ErrorCode
  /** Milliseconds that its call took; null: its breaker was open, so it was not called. */
  ms: number | null
}

/** The trace of one attempt at a reply. */
export interface ReplyTrace {
  /**
   * The texts that were searched for: the question and the queries that a model wrote. If the
   * question continues an earlier question, both are searched for together.
   */
  queries: string[]
  /** null: no query model is set, or the attempt ended before. */
  rewriting: TracedRewriting | null
  /** The calls of the rerank model, one for each search. */
  reranks: RerankCall[]
  passages: TracedPassage[]
  prompt: TracedPart[]
  model: string
  tried: TriedModel[]
  /** The models that take no tools, each as `provider:name`: they were asked without. */
  without_tools: string[]
  /** What was done with tools for the question, in order. */
  steps: TracedStep[]
  settings: {
    temperature: number | null
    max_output_tokens: number | null
    history_tokens: number
    knowledge_tokens: number
  }
  /** The model's text before marks became citations; null: no text came. */
  answer: string | null
  /** What the model thought and the tools that it called, which no reader gets; null: nothing. */
  thoughts: string | null
  /** null: no sentence of the answer was checked, or there is none. */
  supported: Supported | null
  /** Sentences of the answer that their sources do not support. */
  ungrounded: { sentence: string; reason: string }[]
  /** Figures on which two passages of the prompt disagree. */
  contradictions: { statements: TracedStatement[] }[]
  /** Milliseconds; null: the attempt ended before this step. */
  timings: {
    queue_ms: number
    load_ms: number
    retrieval_ms: number
    first_text_ms: number | null
    model_ms: number
    total_ms: number
  }
  usage: ShownUsage | null
  error: JobError | null
}

export interface StoredReplyTrace extends ReplyTrace {
  attempt: number
  created_at: Date
}

/**
 * Stores the trace of an attempt that stores no reply. The attempt is the fencing token: once
 * another attempt has begun, nothing is stored. The trace of a cancelled reply shows the prompt
 * that was sent by then.
 */
export async function saveTrace(
  db: Db,
  { organization_id, id, attempt }: LeasedJob,
  trace: ReplyTrace,
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

/** Reads the trace of a reply. @throws AppError not_found */
export async function getReplyTrace(
  db: Db,
  organizationId: string,
  replyId: string,
): Promise<StoredReplyTrace> {
  const [row] = await sql<{ trace: ReplyTrace; attempt: number; created_at: Date }>(db)`
    select trace, attempt, created_at from reply_traces
     where organization_id = ${organizationId} and reply_id = ${replyId}
    union all
    select trace->'trace', (trace->>'attempt')::integer, (trace->>'created_at')::timestamptz from open_jobs
     where lane = 'reply' and id = ${replyId} and organization_id = ${organizationId} and trace is not null
     order by attempt desc limit 1`
  if (!row) throw new AppError('not_found', NO_TRACE)
  const { trace, ...kept } = row
  // Traces of versions before 0.2 lack these fields and pages.
  const { ungrounded = [], contradictions = [], rewriting = null, reranks = [], tried = [] } = trace
  const { thoughts = null, supported = null, steps = [], without_tools = [] } = trace
  const passages = trace.passages.map((passage) => ({ ...passage, page: passage.page ?? null }))
  const defaults = {
    ungrounded,
    contradictions,
    rewriting: rewriting && { ...rewriting, restarted: rewriting.restarted ?? false },
    reranks,
    tried,
    thoughts,
    supported,
    steps,
    without_tools,
  }
  const usage = trace.usage && { cached_tokens: 0, ...trace.usage }
  return { ...trace, passages, usage, ...defaults, ...kept }
}

const NO_TRACE =
  'This message has no trace: none was requested, no model was called for it yet, or the trace has expired.'
