import { described, object, orNull, storedError, text, time, uuid } from '../../http/schemas.ts'

/** The fields of tool calls, which replies show and `/api/v1/tool-calls` lists. */
export const callFields = {
  tool_id: uuid('Id of the tool.'),
  name: text('Name of the tool, by which the model called it.'),
  title: text('Title of the tool, for people.'),
  effect: {
    type: 'string',
    enum: ['read', 'write'],
    description: 'Whether the tool only reads (`read`), or changes something (`write`).',
  },
  arguments: { type: 'object', description: 'What the model sends to the tool.' },
  state: {
    type: 'string',
    enum: ['waiting', 'approved', 'pending', 'succeeded', 'failed', 'unknown', 'denied', 'expired'],
    description:
      '`waiting` for a decision, then `approved`, `denied` or `expired`; `pending` while it runs; then `succeeded`, `failed`, or `unknown`: the answer was lost, and nobody knows whether it had its effect, until a person says so.',
  },
  decides: {
    type: 'string',
    enum: ['customer', 'person'],
    description: 'Who must agree, or had to: the `customer`, or a `person` of your organization.',
  },
  digest: text('SHA-256 of the tool and its arguments. A decision names it.'),
  expires_at: time('Until when somebody may decide'),
  decided_at: time('When somebody decided'),
  error: described(storedError, 'Why it failed, or why its outcome is unknown.'),
  settled_as: {
    type: 'string',
    enum: ['answer', 'probe', 'person'],
    description:
      'How an `unknown` outcome became known: by a late `answer`, by asking the other system (`probe`), or a `person` said so.',
  },
  ms: {
    type: 'integer',
    minimum: 0,
    description: 'Milliseconds from the request to the other system to its outcome.',
  },
} as const

const OF_VISITOR = 'a visitor reads it'

/** A call as the reply shows it that asked for it. */
export const callOfReply = object('ReplyToolCall', 'A call of a tool that a reply asked for.', {
  call_id: uuid('Identifies the call, also at `GET /api/v1/tool-calls/{id}`.'),
  tool_id: orNull(callFields.tool_id, `there is no such tool, it was deleted, or ${OF_VISITOR}`),
  name: orNull(callFields.name, OF_VISITOR),
  title: callFields.title,
  effect: orNull(callFields.effect, OF_VISITOR),
  arguments: orNull(callFields.arguments, OF_VISITOR),
  state: callFields.state,
  error: orNull(callFields.error, `it has not failed, or ${OF_VISITOR}`),
  settled_as: orNull(callFields.settled_as, `its outcome was never unknown, or ${OF_VISITOR}`),
  ms: orNull(callFields.ms, 'it was not made, or still runs'),
})

const OF_PERSON = 'a visitor reads it, and a person decides'

/** A call to which somebody must agree. */
export const action = object('ReplyAction', 'A call of a tool to which somebody must agree.', {
  call_id: uuid('Id of the call: `POST …/messages/{id}/decisions` takes it.'),
  tool: orNull(callFields.name, OF_VISITOR),
  title: callFields.title,
  words: orNull(
    text('The question to whoever decides, with the values of the arguments.'),
    `the tool has no such question: show the arguments; or ${OF_PERSON}`,
  ),
  arguments: orNull(callFields.arguments, OF_PERSON),
  argument_titles: orNull(
    {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Titles of the arguments, by their names, of those that have one.',
    },
    OF_PERSON,
  ),
  decides: callFields.decides,
  state: callFields.state,
  digest: orNull(callFields.digest, OF_PERSON),
  expires_at: orNull(callFields.expires_at, 'it does not expire'),
  decided_at: orNull(callFields.decided_at, 'nobody has decided'),
})
