import type { JobError } from '../lib/errors.ts'
import type { Effect } from './tools.ts'

/** `pending`: the request may have been sent. `waiting`: someone must decide first. */
export type CallState =
  | 'waiting'
  | 'approved'
  | 'pending'
  | 'succeeded'
  | 'failed'
  | 'unknown'
  | 'denied'
  | 'expired'

/** A tool call that a model asks for, as it is stored. */
export interface AskedCall {
  /** Ours: the id of the call in rows, headers and keys. */
  call_id: string
  /** The provider's id, which its own model gets back; null: it has none. */
  own_id: string | null
  name: string
  /** null: what the model wrote is no JSON object; `written` has it. */
  input: Record<string, unknown> | null
  /** What the model wrote as arguments. */
  written: string
  /** Opaque, for the provider that sent it: Gemini's thought signature. */
  signature?: string
}

interface StepFields {
  /** From 1 on, over all replies to the question. */
  step: number
  reply_id: string
}

/** What a model asked for. */
export interface ModelStep extends StepFields {
  kind: 'model'
  /** `provider:model` */
  model: string
  said: {
    text: string
    /** The model's thoughts, for a provider that wants them back with the results. */
    thoughts?: string
    calls: AskedCall[]
  }
}

/** A tool call, with what came of it. */
export interface CallStep extends StepFields {
  kind: 'tool'
  call_id: string
  /** The step of the model that asked for it. */
  asked_in: number
  /** The earlier step whose outcome answers it; null: its own. */
  same_as: number | null
  /** null: there is no such tool, or it was deleted. */
  tool_id: string | null
  name: string
  title: string
  effect: Effect
  arguments: Record<string, unknown>
  /** 64 hexadecimal digits, see `digest.ts`; null: there is no such tool. */
  digest: string | null
  state: CallState
  decides: 'customer' | 'person' | null
  /** ISO 8601 */
  expires_at: string | null
  /** The reply whose job began it last; null: not begun. */
  run_by: string | null
  /** The fencing token under which it was begun last; null: not begun. */
  attempt: number | null
  /** How often it was begun. */
  tries: number
  /** For how many milliseconds it had been begun when the row was read; null: not begun. */
  age_ms: number | null
  http_status: number | null
  /** JSON or a text; null: there is none. */
  result: unknown
  is_cut: boolean
  error: JobError | null
  /** How an `unknown` call was settled afterwards. */
  settled_as: 'answer' | 'probe' | 'person' | null
  /** Of the person who decided or settled. */
  note: string | null
}

export type StoredStep = ModelStep | CallStep

/** What came of a call, as its row keeps it. */
export type StoredOutcome = Pick<
  CallStep,
  'state' | 'http_status' | 'result' | 'is_cut' | 'error' | 'settled_as' | 'note'
>

/** The most tool calls for one question, over all replies to it. */
export const MAX_TOOL_CALLS = 16

/**
 * SQL for a `StoredStep` as JSON. A step of a model has null in the columns of calls.
 * @param row the SQL name of the row of `reply_steps`
 */
export const stepJson = (row: string) => `json_build_object(
    'step', ${row}.step, 'kind', ${row}.kind, 'reply_id', ${row}.reply_id, 'model', ${row}.model, 'said', ${row}.said,
    'call_id', ${row}.call_id, 'asked_in', ${row}.asked_in, 'same_as', ${row}.same_as, 'tool_id', ${row}.tool_id,
    'name', ${row}.name, 'title', ${row}.title, 'effect', ${row}.effect, 'arguments', ${row}.arguments,
    'digest', encode(${row}.digest, 'hex'), 'state', ${row}.state, 'decides', ${row}.decides, 'expires_at', ${row}.expires_at,
    'run_by', ${row}.run_by, 'attempt', ${row}.attempt, 'tries', ${row}.tries,
    'age_ms', extract(epoch from clock_timestamp() - ${row}.started_at)::float8 * 1000, 'http_status', ${row}.http_status,
    'result', ${row}.result, 'is_cut', ${row}.is_cut, 'error', ${row}.error, 'settled_as', ${row}.settled_as, 'note', ${row}.note)`
