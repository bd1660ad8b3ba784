import type { CallState } from '../../../shared/tools/steps.ts'
import {
  count,
  described,
  flag,
  kindOf,
  object,
  orNull,
  storedError,
  text,
  time,
  uuid,
} from '../../http/schemas.ts'

export const CALL_STATES = [
  'waiting',
  'approved',
  'pending',
  'succeeded',
  'failed',
  'unknown',
  'denied',
  'expired',
] as const satisfies readonly CallState[]

/** The fields of tool calls, which replies show and `/api/v1/tool-calls` lists. */
const callFields = {
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
    enum: CALL_STATES,
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

const is_cut = flag('Whether `result` is only the beginning of the answer.')

const whole = {
  object: kindOf('tool_call'),
  id: uuid('Id of the call, which the other system gets as well: a UUID v7.'),
  thread_id: uuid('Id of the session or conversation.'),
  thread_kind: {
    type: 'string',
    enum: ['session', 'conversation'],
    description: 'Whether `thread_id` is the id of a session or of a conversation.',
  },
  message_id: uuid('Id of the reply that asked for it.'),
  question_id: uuid('Id of the question to which that reply belongs.'),
  agent_id: uuid('Id of the agent whose model asked for it.'),
  tool_id: orNull(callFields.tool_id, 'there is no such tool, or it was deleted'),
  name: callFields.name,
  title: callFields.title,
  effect: orNull(callFields.effect, 'there is no such tool'),
  arguments: callFields.arguments,
  state: callFields.state,
  decides: orNull(callFields.decides, 'nobody has to'),
  digest: orNull(callFields.digest, 'there is no such tool'),
  expires_at: orNull(callFields.expires_at, 'nobody has to decide'),
  decided_at: orNull(callFields.decided_at, 'nobody has decided'),
  decided_as: orNull(
    {
      type: 'string',
      enum: ['visitor', 'key', 'user'],
      description: 'With what somebody decided: a widget token, a key, or signed in.',
    },
    'nobody has decided',
  ),
  decided_by: orNull(uuid('Id of the user who decided.'), 'no user has decided'),
  tries: count('How often the request was begun; more than once only where that is safe.'),
  http_status: orNull(
    { type: 'integer', description: 'HTTP status of the last answer.' },
    'there was none',
  ),
  error: orNull(callFields.error, 'it has not failed'),
  settled_as: orNull(callFields.settled_as, 'its outcome was never unknown'),
  settled_by: orNull(uuid('Id of the user who settled it.'), 'no user has settled it'),
  note: orNull(text('What the person who decided or settled it has written.'), 'not given'),
  is_test: flag('Whether it belongs to a thread of a test key.'),
  ms: orNull(callFields.ms, 'it was not made, or still runs'),
  created_at: time('When the model asked for it'),
  started_at: orNull(time('When the request was last begun'), 'it was not begun'),
  ended_at: orNull(time('When its outcome was stored'), 'it has none yet'),
}

/** A call as the trace of a reply shows it. */
export const tracedCall = object('TracedCall', 'A call of a tool, in the trace of a reply.', {
  call_id: whole.id,
  tool_id: whole.tool_id,
  name: whole.name,
  title: whole.title,
  effect: callFields.effect,
  arguments: text('The arguments as the model wrote them; if they are very long, their beginning.'),
  state: whole.state,
  same_as: orNull(
    { type: 'integer', minimum: 1, description: 'The `step` of the earlier call that answers it.' },
    'it was made itself',
  ),
  decides: whole.decides,
  tries: whole.tries,
  http_status: whole.http_status,
  result: orNull(
    text('What the other system has answered, JSON as a text; if it is very long, its beginning.'),
    'nothing',
  ),
  is_cut,
  error: whole.error,
  settled_as: whole.settled_as,
})

/** A call as lists and events show it. */
export const toolCall = object('ToolCall', 'A call of a tool that an agent asked for.', whole)

/** A call with what the other system has answered. */
export const wholeToolCall = object('WholeToolCall', 'A call of a tool, with its result.', {
  ...whole,
  result: {
    description: 'What the other system has answered: JSON, or a text. Null: nothing.',
  },
  is_cut,
})
