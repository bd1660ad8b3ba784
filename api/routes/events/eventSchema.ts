import {
  EVENT_NAMES,
  EVENT_TYPES,
  type EventName,
  type EventTarget,
} from '../../../shared/events/eventTypes.ts'
import { KINDS } from '../../../shared/events/types/index.ts'
import { flag, kindOf, object, orNull, type Schema, time, uuid } from '../../http/schemas.ts'
import { deletedRecord, SHOWN } from './shownRecords.ts'

const NO_THREAD = 'it is about no session or conversation'

/** Names the events of a kind, each with what has happened. */
const listTypes = (names: readonly EventName[]) =>
  names.map((name) => `- \`${name}\`: ${EVENT_TYPES[name].description}`).join('\n')

function schemaOf(target: EventTarget): Schema {
  const names = EVENT_NAMES.filter((name) => EVENT_TYPES[name].target === target)
  const title = `EventOf${target.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}`
  return object(title, `What has happened to a record of the kind \`${target}\`.`, {
    id: uuid(
      'Id of the event, the same in the feed and in webhooks (`webhook-id`). Ignore an event whose id you have seen.',
    ),
    object: kindOf('event'),
    type: { type: 'string', enum: names, description: `What has happened.\n\n${listTypes(names)}` },
    created_at: time('When it happened'),
    sequence: orNull(
      {
        type: 'integer',
        minimum: 1,
        description:
          'Number of the event within the session or conversation, from 1 and without gaps. Webhooks may arrive in another order.',
      },
      NO_THREAD,
    ),
    thread_id: orNull(uuid('Id of the session or conversation that it is about.'), NO_THREAD),
    agent_id: orNull(uuid('Id of the agent that it is about.'), 'it is about no single agent'),
    is_test: flag(
      'Whether it is about a session or conversation that a test key (`sk_test_…`) opened.',
    ),
    facts: {
      type: 'object',
      properties: KINDS[target].facts,
      additionalProperties: true,
      description: 'Facts as of the time of the event. More may be added.',
    },
    data: {
      anyOf: [...SHOWN[target], deletedRecord],
      description:
        'The record as it is now, as its own route answers it. A deleted record has `id`, `object` and `deleted: true` only.',
    },
  })
}

/** The schema of the events about each kind of record. */
export const EVENT_SCHEMAS = Object.fromEntries(
  Object.keys(SHOWN).map((target) => [target, schemaOf(target as EventTarget)]),
) as Record<EventTarget, Schema>

/** An event, as the feed shows it and as webhooks deliver it. */
export const eventSchema: Schema = {
  title: 'Event',
  description:
    'An event, as webhooks deliver it and the feed shows it; `type` says what has happened.',
  anyOf: Object.values(EVENT_SCHEMAS),
}
