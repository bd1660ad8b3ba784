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
