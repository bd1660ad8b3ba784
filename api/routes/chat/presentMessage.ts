import { FINISH_REASONS, toFinishReason } from '../../../shared/providers/finishReason.ts'
import type { Citation, Message } from '../../../shared/store/chat/messages.ts'
import type { ThreadKind } from '../../../shared/store/chat/threads.ts'
import {
  jobError,
  object,
  orNull,
  presenter,
  type Schema,
  text,
  time,
  uuid,
} from '../../http/plainSchemas.ts'

const count = { type: 'integer', minimum: 0 }

const citation = object('Citation', {
  knowledge_id: uuid,
  kind: { type: 'string', enum: ['file', 'qa', 'url'] },
  title: orNull(text),
  url: orNull(text),
  quote: { type: 'string', description: 'Stands word for word in the knowledge entry.' },
  score: { type: 'number', description: 'Comparable within one reply only.' },
})

const usage = object('TokenUsage', {
  input_tokens: count,
  output_tokens: count,
  total_tokens: count,
  cost_usd: { ...orNull({ type: 'number' }), description: 'Null: the price of the model is not known.' },
})

const common = (kind: ThreadKind) => ({
  [`${kind}_id`]: uuid,
  agent_id: uuid,
  metadata: { type: 'object' },
  request_id: { ...text, description: 'Of the request that posted the question. Also in the logs.' },
})

/** A question, and a reply, in threads of this kind. */
function schemasOf(kind: ThreadKind) {
  const name = kind === 'session' ? 'Session' : 'Conversation'
  const question = object(`${name}Question`, {
    id: uuid,
    role: { type: 'string', enum: ['user'] },
    status: { type: 'string', enum: ['completed'] },
    content: text,
    ...common(kind),
    created_at: time,
    updated_at: time,
    completed_at: orNull(time),
  })
  const reply = object(`${name}Reply`, {
    id: uuid,
    role: { type: 'string', enum: ['assistant'] },
    status: { type: 'string', enum: ['processing', 'completed', 'failed', 'cancelled'] },
    content: { ...orNull(text), description: 'Null until the reply is completed.' },
    ...common(kind),
    in_reply_to: { ...uuid, description: 'The question.' },
    citations: { type: 'array', items: citation, description: 'What the reply rests on, each source once.' },
    grounded: {
      ...orNull({ type: 'boolean' }),
      description:
        'Whether knowledge supports the reply: whether it cites any. Null until it is completed, and of replies from before this was told.',
    },
    usage: { ...orNull(usage), description: 'Null until the reply is completed, and for visitors.' },
    model: { ...orNull(text), description: 'Null until the reply is completed, and for visitors.' },
    finish_reason: {
      ...orNull({ type: 'string', enum: [...FINISH_REASONS] }),
      description: 'Why the model ended the reply.',
    },
    error: jobError,
    latency_ms: { ...orNull(count), description: 'From the question to the finished reply.' },
    created_at: time,
    updated_at: time,
    completed_at: orNull(time),
  })
  return { reply, message: { anyOf: [question, reply] } as Schema }
}

export const messageSchemas = { session: schemasOf('session'), conversation: schemasOf('conversation') }

export const presentCitation = presenter<Citation>(citation)

/**
 * A question has what every message has; a reply also says how it came about.
 * @param isForVisitor what a reply cost, and which model wrote it, is nothing to the visitors of a page
 */
export function presentMessage(message: Message, isForVisitor = false) {
  const { id, role, status, content, agent_id, metadata, request_id } = message
  const { created_at, updated_at, completed_at } = message
  const common = {
    id,
    role,
    // To a client, a queued reply is as unfinished as one that is being written.
    status: status === 'queued' ? 'processing' : status,
    content,
    [`${message.thread_kind}_id`]: message.thread_id,
    agent_id,
    metadata,
    request_id,
    created_at,
    updated_at,
    completed_at,
  }
  if (role === 'user') return common
  const { usage, model } = isForVisitor ? { usage: null, model: null } : message
  return {
    ...common,
    in_reply_to: message.in_reply_to,
    citations: message.citations.map(presentCitation),
    grounded: message.grounded,
    usage: usage && {
      input_tokens: usage.input_tokens,
      output_tokens: usage.output_tokens,
      total_tokens: usage.input_tokens + usage.output_tokens,
      cost_usd: usage.cost_usd,
    },
    model,
    // Rows from before November 2026 have the provider's own word.
    finish_reason: message.finish_reason && toFinishReason(message.finish_reason),
    error: message.error,
    latency_ms: completed_at && completed_at.getTime() - created_at.getTime(),
  }
}
