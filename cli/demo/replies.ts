import { CHAT_PROVIDERS } from '../../shared/lib/catalog/catalog.ts'
import type { ErrorCode } from '../../shared/lib/errors.ts'
import { costOf } from '../../shared/models/prices.ts'
import type { PastRow } from '../../shared/retention/pastRows.ts'
import { type Calendar, DAY_MS } from './calendar.ts'
import type { Topic } from './content/story.ts'
import type { Random } from './random.ts'

/** A knowledge entry as citations name it. */
export interface Source {
  id: string
  kind: 'qa' | 'file'
  title: string
}

/** A question and its reply, before their rows are made. */
export interface Exchange {
  at: number
  question: string
  topic: Topic
  agentId: string
  threadId: string
  /** The place of the question in its thread. */
  seq: number
}

export interface Answered {
  messages: readonly PastRow[]
  usages: readonly PastRow[]
  jobs: readonly PastRow[]
  reply: { id: string; status: string; request_id: string; at: number; completed: number }
}

/**
 * The model of most replies changed in the middle of the month. Business customers get a larger
 * model.
 */
const modelAt = (daysAgo: number, agent: string) =>
  `${CHAT_PROVIDERS[0]}:${agent === 'Nora' ? 'gpt-4.1' : daysAgo > 17 ? 'gpt-4o-mini' : 'gpt-5-mini'}`
const MODEL_MS: Record<string, number> = {
  'gpt-4.1': 2_300,
  'gpt-4o-mini': 1_150,
  'gpt-5-mini': 1_700,
}

/**
 * Errors of replies, during a provider's outage and otherwise, each with its frequency and number
 * of attempts.
 */
const FAILURES: Record<'outage' | 'usual', readonly Failure[]> = {
  outage: [
    {
      code: 'model_unavailable',
      weight: 6,
      attempts: 3,
      detail: 'The model provider answered 503.',
    },
    {
      code: 'model_rate_limited',
      weight: 3,
      attempts: 4,
      detail: 'The model provider limits the rate of calls.',
    },
    {
      code: 'deadline_exceeded',
      weight: 2,
      attempts: 1,
      detail: 'The job was not finished by its deadline.',
    },
  ],
  usual: [
    {
      code: 'model_bad_output',
      weight: 3,
      attempts: 2,
      detail: 'The model answered with an empty text.',
    },
    {
      code: 'context_length_exceeded',
      weight: 2,
      attempts: 1,
      detail: 'The prompt is too long for the model.',
    },
    {
      code: 'model_rejected',
      weight: 2,
      attempts: 1,
      detail: 'The model refuses to answer this question.',
    },
    {
      code: 'worker_crashed',
      weight: 1,
      attempts: 1,
      detail: 'Several workers ended while they held this job.',
    },
  ],
}
interface Failure {
  code: ErrorCode
  weight: number
  attempts: number
  detail: string
}
const FAILED = { outage: 0.7, usual: 0.012 }
const CANCELLED = 0.006

/** Makes the rows of a question and its reply as the service would have stored them. */
export function answer(
  random: Random,
  { until, isOutage }: Calendar,
  { at, question, topic, agentId, threadId, seq }: Exchange,
  { agent, source }: { agent: string; source: Source | undefined },
): Answered {
  const [questionId, replyId, request_id] = [random.id(at), random.id(at), random.id(at)]
  const when = isOutage(at) ? 'outage' : 'usual'
  const failure = random.chance(FAILED[when])
    ? random.weighted(FAILURES[when], ({ weight }) => weight)
    : undefined
  const status = failure ? 'failed' : random.chance(CANCELLED) ? 'cancelled' : 'completed'
  const model = modelAt((until - at) / DAY_MS, agent)
  const attempts = Array.from({ length: failure?.attempts ?? 1 }, () => ({
    wait_ms: random.around(when === 'outage' ? 2_500 : 22),
    model_ms: random.around(MODEL_MS[model.split(':')[1]!]!),
  }))
  let ended = at
  const ends = attempts.map(({ wait_ms, model_ms }) => (ended += wait_ms + model_ms + 60))
  const shared = { thread_id: threadId, agent_id: agentId, request_id }
  const isCompleted = status === 'completed'
  const outcomeOf = (attempt: number) =>
    isCompleted
      ? 'completed'
      : status === 'cancelled'
        ? 'superseded'
        : attempt < attempts.length
          ? 'retried'
          : 'failed'
  const tokens = {
    input_tokens: Math.round(random.around(900) + 90 * seq),
    output_tokens: Math.round(topic.answer.length / 3.6) + 4,
  }
  return {
    messages: [
      {
        ...shared,
        id: questionId,
        seq,
        role: 'user',
        status: 'completed',
        content: question,
        in_reply_to: null,
        ...timesOf(at, at),
        attempt: 0,
        citations: [],
        grounded: null,
        model: null,
        finish_reason: null,
        error: null,
      },
      {
        ...shared,
        id: replyId,
        seq: seq + 1,
        role: 'assistant',
        status,
        in_reply_to: questionId,
        ...timesOf(at, ended),
        attempt: attempts.length,
        content: isCompleted ? topic.answer : null,
        citations: isCompleted && source ? [citationOf(source, topic.answer, random)] : [],
        grounded: isCompleted ? topic.source !== null : null,
        model: isCompleted ? model : null,
        finish_reason: isCompleted ? 'stop' : null,
        error: failure ? { code: failure.code, detail: failure.detail } : null,
      },
    ],
    usages: attempts.map(({ model_ms }, index) => ({
      reply_id: replyId,
      agent_id: agentId,
      model,
      attempt: index + 1,
      model_ms,
      ...(isCompleted
        ? { outcome: 'completed', ...tokens, cost_usd: costOf(model, tokens, {}) }
        : { outcome: 'failed', input_tokens: 0, output_tokens: 0, cost_usd: null }),
      created_at: new Date(ends[index]!),
    })),
    jobs: attempts.map(({ wait_ms, model_ms }, index) => ({
      id: random.id(ends[index]!),
      lane: 'reply',
      target_id: replyId,
      request_id,
      attempt: index + 1,
      worker: `worker-${1 + random.whole(2)}`,
      outcome: outcomeOf(index + 1),
      error_code: failure?.code ?? null,
      wait_ms,
      run_ms: model_ms + 60,
      created_at: new Date(ends[index]!),
    })),
    reply: { id: replyId, status, request_id, at, completed: ended },
  }
}

const timesOf = (created: number, completed: number) => ({
  created_at: new Date(created),
  updated_at: new Date(completed),
  completed_at: new Date(completed),
})

const citationOf = ({ id, kind, title }: Source, quote: string, random: Random) => ({
  knowledge_id: id,
  kind,
  title,
  url: null,
  page: null,
  quote,
  score: Math.round(random.around(11) * 100) / 100,
})
