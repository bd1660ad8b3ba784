import { type Asked, randomKey } from '../api/memory.ts'
import type { HumanMessage, Question, Reply } from '../api/records.ts'
import type { Texts } from '../texts.ts'

/** A message as the chat shows it. */
export interface Entry {
  role: 'user' | 'assistant'
  content: string
  state: 'done' | 'waiting' | 'streaming' | 'failed'
  reply?: Reply
  rating?: number | undefined
  /** The question that a reply answers, to ask it again. */
  asked?: Asked
  /** Which text says why there is no reply. */
  problem?: keyof Texts
  code?: string
}

/** The text for each error code. Other codes show `failed`. */
export const PROBLEMS: Record<string, keyof Texts> = {
  rate_limited: 'limit_reached',
  agent_inactive: 'agent_inactive',
  thread_closed: 'session_ended',
  not_found: 'session_ended',
  origin_not_allowed: 'unavailable',
  widget_not_configured: 'unavailable',
}

/** Turns a stored message into an entry. @param before the entries above it */
export function entryOf(
  message: Question | Reply | HumanMessage,
  before: Entry[],
  ratings: Record<string, number>,
): Entry {
  if (message.role === 'user') return { role: 'user', content: message.content, state: 'done' }
  if (message.role === 'human_agent') return { role: 'assistant', content: message.content, state: 'done' }
  const content = before[before.length - 1]?.content ?? ''
  const entry: Entry = {
    role: 'assistant',
    content: message.content ?? '',
    state: 'done',
    reply: message,
    rating: ratings[message.id],
  }
  if (message.status === 'completed') return entry
  const isRunning = message.status === 'processing'
  return {
    ...entry,
    state: isRunning ? 'waiting' : 'failed',
    problem: 'failed',
    asked: { content, key: randomKey(), ...(isRunning && { replyId: message.id }) },
  }
}
