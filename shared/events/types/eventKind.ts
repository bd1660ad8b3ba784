import { type Schema, text } from '../../lib/schemas.ts'

/** A type of event: something that happens to records of a kind. */
export interface TypeOfKind {
  /** What happened, as a sentence for people. */
  description: string
  example?: {
    /** The facts of an event of this type, a part of the kind's facts. */
    facts?: Readonly<Record<string, unknown>>
    /** The differences from the kind's example record; null: the record is deleted. */
    data?: object | null
  }
}

/** A kind of record, with the types of its events. */
export interface EventKind {
  /**
   * Whether its events are about a session or conversation, and stand in the order of that thread.
   */
  isOfThread?: true
  /** The facts at the time of the event. An event has the facts that apply to its type. */
  facts: Readonly<Record<string, Schema>>
  /** The record in examples, as events show it, without `object` and `id`. */
  data: object
  /** The types of events, each a noun and a participle. Existing names never change. */
  types: Readonly<Record<`${string}.${string}`, TypeOfKind>>
}

/** Times of the examples. */
export const AT = '2026-11-02T09:30:00.000Z'
export const LATER = '2026-11-02T09:30:02.400Z'
export const TIMES = { created_at: AT, updated_at: LATER }

/** Facts that several kinds have. */
export const errorCode = text('Code of the error, if it failed.')
export const changed = {
  type: 'array',
  items: { type: 'string' },
  description: 'Names of the changed fields, if it was changed.',
} as const
export const status = (values: readonly string[]) =>
  ({ type: 'string', enum: values, description: 'Its state at the time of the event.' }) as const

/** Why a job failed, in examples. */
export const FAILURE = {
  code: 'model_unavailable',
  detail: 'The model did not answer. Ask again later.',
}
