import type { JobError } from '../lib/errors.ts'
import { isPlaceholder, piecesOf, valueAt } from './placeholders.ts'
import type { CallState } from './steps.ts'
import type { ToolCall, WholeToolCall } from './toolCalls.ts'
import type { Effect } from './tools.ts'

/** A tool call as the reply shows it that asked for it. Times are texts of PostgreSQL's JSON. */
export interface CallOfReply {
  call_id: string
  /** null: there is no such tool, or it was deleted. */
  tool_id: string | null
  name: string
  title: string
  effect: Effect
  arguments: Record<string, unknown>
  /** 64 hexadecimal digits, see `digest.ts`. */
  digest: string
  state: CallState
  /** Who has to agree, or had to; null: nobody. */
  decides: 'customer' | 'person' | null
  expires_at: string | null
  decided_at: string | null
  error: JobError | null
  settled_as: 'answer' | 'probe' | 'person' | null
  started_at: string | null
  ended_at: string | null
  /** What the tool says now; null: nobody has to agree, or the tool was deleted. */
  asks: DecisionTexts | null
}

/** What a tool says about the question whether it may act. */
export interface DecisionTexts {
  /** The question with `{name}` of arguments; null: arguments are listed. */
  confirm_text: string | null
  /** Schemas of the arguments by name, of which only the titles are of use here. */
  properties: Record<string, { title?: unknown }> | null
}

/** Presents what a reply has asked of tools. Visitors see only how far a call is. */
export const presentCallOfReply = (call: CallOfReply, isForVisitor: boolean) => ({
  call_id: call.call_id,
  tool_id: isForVisitor ? null : call.tool_id,
  name: isForVisitor ? null : call.name,
  title: call.title,
  effect: isForVisitor ? null : call.effect,
  arguments: isForVisitor ? null : call.arguments,
  state: call.state,
  error: isForVisitor ? null : call.error,
  settled_as: isForVisitor ? null : call.settled_as,
  ms: msOf(call),
})

/**
 * Presents a call that somebody has to agree to, or had to. A visitor sees what only the customer
 * decides: a person's decision may be about inner matters.
 */
export function presentAction(call: CallOfReply, isForVisitor: boolean) {
  const isHidden = isForVisitor && call.decides !== 'customer'
  return {
    call_id: call.call_id,
    tool: isForVisitor ? null : call.name,
    title: call.title,
    words: isHidden ? null : wordsOf(call),
    arguments: isHidden ? null : call.arguments,
    argument_titles: isHidden ? null : titlesOf(call),
    decides: call.decides,
    state: call.state,
    digest: isHidden ? null : call.digest,
    expires_at: call.expires_at && new Date(call.expires_at),
    decided_at: call.decided_at && new Date(call.decided_at),
  }
}

/** The most characters of a value in a question; the arguments have the whole value. */
const MAX_VALUE = 200

/**
 * Returns the question to whoever decides; null: the tool has none. A placeholder without a value
 * stays as it is written.
 */
function wordsOf({ asks, arguments: input }: CallOfReply): string | null {
  if (!asks?.confirm_text) return null
  const pieces = piecesOf(asks.confirm_text).map((piece) => {
    if (!isPlaceholder(piece)) return piece
    const value = valueAt(input, piece.pointer)
    return piece.fact !== undefined || value === undefined ? piece.written : textOf(value)
  })
  return pieces.join('')
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE - 1)}…`.toWellFormed() : text
}

/** Returns the titles of the arguments by name, of those that have one. */
function titlesOf({ asks, arguments: input }: CallOfReply): Record<string, string> {
  const titled = Object.keys(input).flatMap((name) => {
    const title = valueAt(asks?.properties, [name, 'title'])
    return typeof title === 'string' ? [[name, title] as const] : []
  })
  return Object.fromEntries(titled)
}

/** Presents a call as its own route shows it, without what the other system has answered. */
export const presentToolCall = (call: ToolCall) => ({
  object: 'tool_call',
  id: call.id,
  thread_id: call.thread_id,
  thread_kind: call.thread_kind,
  message_id: call.message_id,
  question_id: call.question_id,
  agent_id: call.agent_id,
  tool_id: call.tool_id,
  name: call.name,
  title: call.title,
  effect: call.effect,
  arguments: call.arguments,
  state: call.state,
  decides: call.decides,
  digest: call.digest,
  expires_at: call.expires_at,
  decided_at: call.decided_at,
  decided_as: call.decided_as,
  decided_by: call.decided_by,
  tries: call.tries,
  http_status: call.http_status,
  error: call.error,
  settled_as: call.settled_as,
  settled_by: call.settled_by,
  note: call.note,
  is_test: call.is_test,
  ms: msOf(call),
  created_at: call.created_at,
  started_at: call.started_at,
  ended_at: call.ended_at,
})

/** Presents a call with what the other system has answered. */
export const presentWholeCall = (call: WholeToolCall) => ({
  ...presentToolCall(call),
  result: call.result,
  is_cut: call.is_cut,
})

/** Milliseconds from the beginning of the last request to its outcome; null: not both are known. */
export const msOf = ({
  started_at,
  ended_at,
}: Record<'started_at' | 'ended_at', string | Date | null>) =>
  started_at && ended_at
    ? Math.max(0, new Date(ended_at).getTime() - new Date(started_at).getTime())
    : null
