import { EVENT_TYPES, type EventName } from '../../../shared/events/eventTypes.ts'
import { type EventKind, LATER } from '../../../shared/events/types/eventKind.ts'
import { KINDS } from '../../../shared/events/types/index.ts'
import { EXAMPLE_ID } from '../../http/schemas.ts'

/** Makes an event of this type, as a webhook delivers it. */
export function exampleOf(type: EventName): object {
  const { target, example = {} } = EVENT_TYPES[type]
  const kind: EventKind = KINDS[target]
  const { facts = {}, data = {} } = example
  const about = { object: target, id: EXAMPLE_ID }
  return {
    id: EXAMPLE_ID,
    object: 'event',
    type,
    created_at: LATER,
    sequence: kind.isOfThread ? 4 : null,
    thread_id: kind.isOfThread ? EXAMPLE_ID : null,
    agent_id: kind.isOfThread || target === 'agent' ? EXAMPLE_ID : null,
    is_test: false,
    facts,
    data: data ? { ...about, ...kind.data, ...data } : { ...about, deleted: true },
  }
}
