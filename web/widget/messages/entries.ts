import { isEnded } from '../api/ask.ts'
import { type Asked, randomKey } from '../api/memory.ts'
import type { Action, Attached, HumanMessage, Question, Reply } from '../api/records.ts'
import type { Texts } from '../locales.ts'

/** A message as the chat shows it. */
export interface Entry {
  role: 'user' | 'assistant' | 'person'
  /** The stored message's id; undefined: not stored yet, or not known. */
  id?: string
  /** The name of a person. */
  author?: string
  /** Whether the service wrote it in the place of people. */
  isAutomatic?: boolean
  /** The path of their photo. */
  photo?: string | null
  content: string
  files?: Attached[]
  state: 'done' | 'waiting' | 'streaming' | 'failed'
  reply?: Reply
  /** What people call the tool that is at work. */
  tool?: string | undefined
  /** Whether it has been waited for so long that words say so. */
  isSlow?: boolean
  rating?: number | undefined
  /** The question that a reply answers, to ask it again. */
  asked?: Asked
  /** The text that says why the reply is missing. */
  problem?: keyof Texts
  code?: string
  /** When a refused question can be asked again, in ms since 1970. */
  until?: number
  /** Whether the visitor has said what was wrong. */
  isExplained?: boolean
}

/** The text for each error code. */
const PROBLEMS: Record<string, keyof Texts> = {
  rate_limited: 'limit_reached',
  agent_inactive: 'agent_inactive',
  thread_closed: 'session_ended',
  not_found: 'session_ended',
  origin_not_allowed: 'unavailable',
  widget_not_configured: 'unavailable',
  reply_cancelled: 'stopped',
}

/** Returns the key of the text that explains an error code. */
export const problemOf = (code: string): keyof Texts =>
  (Object.hasOwn(PROBLEMS, code) && PROBLEMS[code]) || 'failed'

/** Whether a reply only announces that people answer. */
export const isAnnouncement = ({ finish_reason, grounded }: Reply): boolean =>
  finish_reason === 'handed_off' && grounded === null

/** Returns the text of a message; '' if it only names its files, which are shown below it. */
export const wordsOf = ({ content, files }: Pick<Entry, 'content' | 'files'>): string =>
  files?.length && content === files.map(({ name }) => name).join(', ') ? '' : content

/** Returns the actions that visitors see: their own, and those that people have decided. */
export const shownActions = (reply: Reply | undefined): Action[] =>
  reply?.actions?.filter(
    ({ decides, state }) => decides === 'customer' || ['succeeded', 'unknown'].includes(state),
  ) ?? []

/** Returns the last question, above which there may be a reply that a decision continues. */
export const questionAbove = (entries: readonly Entry[]): string =>
  [...entries].reverse().find(({ role }) => role === 'user')?.content ?? ''

/** Turns a stored message into an entry. @param before the entries above it */
export function entryOf(
  message: Question | Reply | HumanMessage,
  before: Entry[],
  ratings: Record<string, number>,
): Entry {
  const { id } = message
  if (message.role !== 'assistant') {
    const { content, attachments: files } = message
    const common = { id, content, files, state: 'done' } as const
    if (message.role === 'user') return { role: 'user', ...common }
    const { author, author_photo: photo, automatic } = message
    return { role: 'person', ...common, photo, isAutomatic: !!automatic, ...(author && { author }) }
  }
  const content = questionAbove(before)
  const entry: Entry = {
    role: 'assistant',
    content: message.content ?? '',
    state: 'done',
    reply: message,
    rating: ratings[message.id],
  }
  if (isEnded(message)) return entry
  const isRunning = message.status === 'processing'
  return {
    ...entry,
    state: isRunning ? 'waiting' : 'failed',
    problem: message.status === 'cancelled' ? 'stopped' : 'failed',
    asked: { content, key: randomKey(), ...(isRunning && { replyId: message.id }) },
  }
}
