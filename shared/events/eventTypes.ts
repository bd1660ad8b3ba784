import type { TypeOfKind } from './types/eventKind.ts'
import { type EventName, type EventTarget, KINDS } from './types/index.ts'

export type { EventName, EventTarget } from './types/index.ts'

export interface EventType extends TypeOfKind {
  target: EventTarget
}

/** Every type of event, by its name. `types/` groups them by the record that they are about. */
export const EVENT_TYPES = Object.fromEntries(
  Object.entries(KINDS).flatMap(([target, { types }]) =>
    Object.entries<TypeOfKind>(types).map(([name, type]) => [name, { target, ...type }]),
  ),
) as Record<EventName, EventType>
export const EVENT_NAMES = Object.keys(EVENT_TYPES) as EventName[]

/**
 * A row of `events`. Rows never change and contain no personal data: names and texts are read from
 * the target's row.
 */
export interface EventRow {
  /** Its place in the order of all events of the service, given after the commit. */
  position: string
  id: string
  organization_id: string
  type: EventName
  target_kind: EventTarget
  target_id: string
  thread_id: string | null
  /** Counts the events of the thread from 1, without gaps; null: the event has no thread. */
  sequence: number | null
  agent_id: string | null
  /** Ids, states and numbers. */
  facts: Record<string, unknown>
  is_test: boolean
  created_at: Date
}
