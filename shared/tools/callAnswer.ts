import type { JobError } from '../lib/errors.ts'
import type { CallFacts, Tool } from './tools.ts'

/** What came of a request to another system. */
export type CallAnswer =
  | {
      kind: 'answered'
      /** The HTTP status; null: the protocol has none. */
      status: number | null
      /** JSON if the answer is JSON, else a text; null: it is empty. */
      result: unknown
      /** Whether the result is only the beginning of the answer. */
      is_cut: boolean
      /** Whether the other system says that it failed. Undefined: the status says so. */
      is_failure?: boolean
    }
  /** No byte of the request has left: it had no effect. */
  | { kind: 'not_sent'; error: JobError }
  /** The request may have had its effect. */
  | { kind: 'unsure'; error: JobError }

export const notSent = (
  detail: string,
  code: 'tool_not_sent' | 'tool_unavailable' = 'tool_not_sent',
): CallAnswer => ({ kind: 'not_sent', error: { code, detail } })

/** A call that is about to be made. */
export interface PlannedToolCall {
  tool: Tool
  /** Arguments that fit the schema. */
  input: Record<string, unknown>
  facts: CallFacts
}

/**
 * Sends a call once. The only time limit is that of `signal`.
 * @throws AppError tool_arguments if a value may not stand where the template has it
 */
export type CallTool = (call: PlannedToolCall, signal: AbortSignal) => Promise<CallAnswer>

/** Asks the other system once whether a call had its effect; undefined: it does not know. */
export type AskProbe = (
  call: PlannedToolCall,
  signal: AbortSignal,
) => Promise<'done' | 'not_done' | undefined>

/** What a call's answer means for its row. */
export interface ToolCallOutcome {
  /** `unsure`: the call may have had its effect. What it is if it is not sent again. */
  state: 'succeeded' | 'failed' | 'unsure'
  /** Whether the same call may be sent again: a read, or a write with the same key. */
  may_repeat: boolean
  http_status: number | null
  result: unknown
  is_cut: boolean
  /** null: it succeeded. */
  error: JobError | null
}

/** What decides whether a call may be repeated. */
type RepeatRule = Pick<Tool, 'effect' | 'idempotency_header'>

/**
 * Says what an answer means. A success counts whatever its body is: the effect is there. A read has
 * no effect, so it is never unsure.
 * @param wasSent whether an earlier try of the same call may have arrived
 */
export function outcomeOf(tool: RepeatRule, answer: CallAnswer, wasSent = false): ToolCallOutcome {
  const isWrite = tool.effect === 'write'
  const hasKey = isWrite && tool.idempotency_header !== null
  if (answer.kind === 'unsure')
    return { ...NOTHING, ...fail(answer.error, isWrite), may_repeat: !isWrite || hasKey }
  if (answer.kind === 'not_sent') {
    const isUnsure = isWrite && wasSent
    return { ...NOTHING, ...fail(answer.error, isUnsure), may_repeat: isUnsure && hasKey }
  }
  const { status, result, is_cut } = answer
  const known = { ...NOTHING, http_status: status, result, is_cut }
  const means = meaningOf(answer)
  if (means === 'succeeded') return { ...known, state: 'succeeded', error: null }
  const isUnsure = isWrite && (means === 'unsure' || (means === 'not_looked_up' && wasSent))
  const isTemporary = means === 'unsure' || TEMPORARY.includes(status ?? 0)
  return {
    ...known,
    ...fail(refusal(status, isUnsure), isUnsure),
    may_repeat: hasKey && (isTemporary || isUnsure),
  }
}

const NOTHING = { may_repeat: false, http_status: null, result: null, is_cut: false } as const

const fail = (error: JobError, isUnsure: boolean) =>
  ({ state: isUnsure ? 'unsure' : 'failed', error }) as const

/** Answers that become others after a while: a call of this key is still at work, or too many. */
const TEMPORARY = [409, 425, 429]
/** Answers that a server may give before it looks up whether it knows the key. */
const NOT_LOOKED_UP = [401, 403, 407, ...TEMPORARY]
/** Redirects that say that the same request must be made elsewhere, so that it was not carried out. */
const TO_BE_SENT_ELSEWHERE = [307, 308]
/** Some servers answer so when their own work takes too long. */
const REQUEST_TIMEOUT = 408

/**
 * What an answer says of a write. Servers fail after they have committed, so 5xx says nothing, and
 * many answer a form that was carried out with a redirect to what they have made.
 */
function meaningOf({
  status,
  is_failure,
}: Extract<CallAnswer, { kind: 'answered' }>): 'succeeded' | 'failed' | 'unsure' | 'not_looked_up' {
  if (is_failure) return 'failed'
  if (status === null) return 'succeeded'
  if (status >= 200 && status < 300) return 'succeeded'
  if (NOT_LOOKED_UP.includes(status)) return 'not_looked_up'
  if (TO_BE_SENT_ELSEWHERE.includes(status)) return 'failed'
  return status >= 400 && status < 500 && status !== REQUEST_TIMEOUT ? 'failed' : 'unsure'
}

function refusal(status: number | null, isUnsure: boolean): JobError {
  if (status === null)
    return { code: 'tool_failed', detail: 'The other system says that the call failed.' }
  const redirect = status >= 300 && status < 400 ? ', a redirect, which is not followed' : ''
  const unsure = isUnsure ? ' So it is not known whether it was carried out.' : ''
  return { code: 'tool_failed', detail: `The other system answered ${status}${redirect}.${unsure}` }
}
