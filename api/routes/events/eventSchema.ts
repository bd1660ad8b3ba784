import { EVENT_TYPES } from '../../../shared/events/eventTypes.ts'
import { flag, kindOf, object, orNull, recordId, time, uuid } from '../../http/schemas.ts'

const types = Object.entries(EVENT_TYPES)

/** An event, as the feed shows it and as webhooks deliver it. */
export const eventSchema = object('Event', 'Something that has happened.', {
  id: recordId,
  object: kindOf('event'),
  type: {
    type: 'string',
    enum: types.map(([name]) => name),
    description: `What has happened.\n\n${types.map(([name, { description }]) => `- \`${name}\`: ${description}`).join('\n')}`,
  },
  created_at: time('When it happened'),
  sequence: orNull(
    {
      type: 'integer',
      minimum: 1,
      description: 'Counts the events of the session or conversation, without a hole.',
    },
    'it is about neither',
  ),
  thread_id: orNull(uuid('Id of the session or conversation.'), 'it is about neither'),
  agent_id: orNull(uuid('Id of the agent.'), 'it is about no agent'),
  is_test: flag('Whether it is about a session or conversation of a test key.'),
  facts: {
    type: 'object',
    additionalProperties: true,
    description: 'What was so when it happened: ids, states and numbers, by the type of event.',
  },
  data: {
    type: 'object',
    additionalProperties: true,
    required: ['id', 'object'],
    properties: {
      id: uuid('Id of the record.'),
      object: { type: 'string', description: 'What the record is.' },
    },
    description:
      'The record that it is about, as reading it shows it now; or its `id` and `object` with `deleted: true`, if it is gone.',
  },
})
