import type { FromSchema } from 'json-schema-to-ts'
import { MAX_OF_MESSAGE } from '../../../shared/chat/attachments.ts'
import { AUTOMATIC_REASONS, HANDS_OFF } from '../../../shared/chat/messages.ts'
import type { ThreadKind } from '../../../shared/chat/threads.ts'
import { ATTACHMENT_TYPES } from '../../../shared/lib/attachmentTypes.ts'
import { storedJson } from '../../../shared/lib/storable.ts'
import { FINISH_REASONS } from '../../../shared/models/finishReason.ts'
import {
  count,
  described,
  flag,
  jobError,
  kindOf,
  object,
  orNull,
  photo,
  recordId,
  type Schema,
  text,
  time,
  uuid,
} from '../../http/schemas.ts'
import { source } from '../../http/sources.ts'
import { action, callOfReply } from './callSchemas.ts'
import { THREAD_NAMES } from './threads.ts'

/** The body of a posted message. */
export const newMessage = {
  type: 'object',
  additionalProperties: false,
  required: ['content'],
  properties: {
    content: {
      type: 'string',
      minLength: 1,
      maxLength: 8000,
      pattern: '\\S',
      description: 'Text of the message; must not be blank.',
    },
    // Has no default, like `trace`.
    attachments: {
      type: 'array',
      maxItems: MAX_OF_MESSAGE,
      uniqueItems: true,
      items: { type: 'string', format: 'uuid' },
      description: `Ids of files that were uploaded for this chat by \`POST …/attachments\` and that no message has yet, at most ${MAX_OF_MESSAGE}. Only while the agent allows attachments. Default: none.`,
    },
    metadata: {
      ...storedJson,
      default: {},
      description: 'Free-form data that belongs to the message; the model sees it as data.',
    },
    on_busy: {
      type: 'string',
      enum: ['queue', 'reject'],
      default: 'queue',
      description:
        'What happens while an earlier reply is unfinished: the message waits for it (`queue`), or is refused with 409 `thread_busy` (`reject`).',
    },
    // Has no default: a new default would change the hash of older bodies, and their
    // Idempotency-Key would no longer match.
    trace: flag(
      'Whether to keep how the reply comes about, to be read at `GET …/messages/{id}/trace`: what was retrieved, what the model was sent, how long each step took. Not with a widget token (403). Default: false.',
    ),
    role: {
      type: 'string',
      enum: ['user', 'human_agent'],
      description:
        'Author: `user` is the customer. `human_agent` is a person of your organization: allowed only while people have the chat, a note at any time, and not with a widget token (403). Default: `user`.',
    },
    author: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      pattern: '^[^\\r\\n]*\\S[^\\r\\n]*$',
      description:
        'With `human_agent`: name of the person, which the customer sees. Users of the dashboard have their own. Default: none.',
    },
    visibility: {
      type: 'string',
      enum: ['public', 'internal'],
      description:
        'With `human_agent`: `internal` is a note that neither customers nor models see, and can be posted at any time. Default: `public`.',
    },
  },
  examples: [
    { content: 'Where is my parcel?', metadata: { order_id: '4711' } },
    { content: 'I have sent you a new one.', role: 'human_agent', author: 'Anna' },
  ],
} as const
export type MessageBody = FromSchema<typeof newMessage>

export const citation = object('Citation', 'A source of a reply.', {
  ...source,
  knowledge_id: orNull(source.knowledge_id, 'the source is the result of a tool call'),
  call_id: orNull(
    uuid('Id of the tool call whose result it is.'),
    'the source is a knowledge entry',
  ),
  kind: {
    ...source.kind,
    enum: [...source.kind.enum, 'tool'],
    description: 'Kind of the source: that of a knowledge entry, or `tool`: the result of a call.',
  },
  quote: text(
    'Words that support the reply, exactly as in the source; empty if a visitor reads the result of a tool call.',
  ),
  score: {
    type: 'number',
    description: 'How well the source fits the question; comparable within one reply only.',
  },
})

export const attachment = object('Attachment', 'A file of a message: an image or a PDF.', {
  id: uuid('Id of the file: `GET …/attachments/{id}` returns its bytes.'),
  name: text('Name of the file, with an ending of its type.'),
  type: {
    type: 'string',
    enum: ATTACHMENT_TYPES,
    description: 'Media type of the file, by its bytes.',
  },
  bytes: count('Size of the file.'),
})

const attachments = {
  type: 'array',
  items: attachment,
  description: 'The files of the message, in order; empty: it has none.',
}

export const supported = object(
  'SupportedSentences',
  'How many of the checked sentences of a reply its sources support.',
  {
    sentences: count('Sentences that the sources support.'),
    of: count('Sentences that were checked, at least 1.'),
  },
)

export const cachedTokens = count(
  'Tokens among `input_tokens` that the provider had in its cache, and may charge less for.',
)

export const usage = object('TokenUsage', "Tokens and cost of the model's call.", {
  input_tokens: count('Tokens that the model read.'),
  cached_tokens: cachedTokens,
  output_tokens: count('Tokens that the model wrote.'),
  total_tokens: count('Tokens that the model read and wrote.'),
  cost_usd: orNull(
    { type: 'number', description: 'Cost in USD.' },
    'the price of the model is not known',
  ),
})

const common = (kind: ThreadKind) => ({
  [`${kind}_id`]: uuid(`Id of the ${kind} that the message is in.`),
  agent_id: uuid('Id of the agent that answers.'),
  metadata: {
    type: 'object',
    description: 'The data that was posted with the message; empty in replies.',
  },
  request_id: text(
    'Id of the request that posted the question, as in `X-Request-Id` and in the logs.',
  ),
})

/** The schema of a message of a person. @param name of the kind of thread, in names of schemas */
function humanMessageOf(kind: ThreadKind, name: string): Schema {
  return object(`${name}HumanMessage`, 'What a person of your organization wrote.', {
    object: kindOf('message'),
    id: recordId,
    role: { type: 'string', enum: ['human_agent'], description: 'A person wrote it.' },
    status: {
      type: 'string',
      enum: ['completed'],
      description: 'A message of a person is always complete.',
    },
    content: text('Text that the person wrote.'),
    ...common(kind),
    attachments,
    author: orNull(text('Name of the person, which the customer sees.'), 'not given'),
    author_photo: photo,
    author_id: orNull(
      uuid('Id of the person, a user of the dashboard.'),
      'it was posted with a key, or a visitor reads it',
    ),
    visibility: {
      type: 'string',
      enum: ['public', 'internal'],
      description:
        '`public`: the customer sees it; `internal`: a note, which neither customers nor models see.',
    },
    automatic: orNull(
      {
        type: 'string',
        enum: AUTOMATIC_REASONS,
        description:
          'Why the service wrote it in the place of people: the chat was `handed_off`, or the customer is still `unanswered`.',
      },
      'a person wrote it',
    ),
    created_at: time('When the message was posted'),
    updated_at: time('When the record last changed'),
    completed_at: time('When the message was stored'),
  })
}

function questionOf(kind: ThreadKind, name: string) {
  return object(`${name}Question`, 'What a user asked or said.', {
    object: kindOf('message'),
    id: recordId,
    role: { type: 'string', enum: ['user'], description: 'The customer wrote it.' },
    status: { type: 'string', enum: ['completed'], description: 'A question is always complete.' },
    content: text('What the user asked or said.'),
    ...common(kind),
    attachments,
    created_at: time('When the question was posted'),
    updated_at: time('When the record last changed'),
    completed_at: time('When the question was stored'),
  })
}

/** The schema of a reply. @param name of the kind of thread, in names of schemas */
function replyOf(kind: ThreadKind, name: string): Schema {
  return object(`${name}Reply`, 'What the agent answers.', {
    object: kindOf('message'),
    id: recordId,
    role: { type: 'string', enum: ['assistant'], description: 'The agent wrote it.' },
    status: {
      type: 'string',
      enum: ['processing', 'completed', 'failed', 'cancelled', 'requires_action'],
      description:
        '`processing` while the reply waits or is being written; then one of the other states, which are final. `requires_action`: somebody must agree to one of its `actions`, and the decision begins another reply, which continues this one.',
    },
    content: orNull(
      text('What the agent says, in Markdown; without images, and without HTML outside of code.'),
      'the reply is neither completed nor `requires_action`',
    ),
    ...common(kind),
    in_reply_to: uuid('Id of the question that the reply answers.'),
    continues: orNull(
      uuid('Id of the reply that this one continues after a decision, or after several.'),
      'it is the first reply to its question',
    ),
    citations: {
      type: 'array',
      items: citation,
      description:
        'The sources of the reply in the knowledge, each once; empty until it is completed.',
    },
    grounded: orNull(
      flag(
        'Whether knowledge supports the reply: it cites some, does not say that the answer is not known, and every sentence that was checked passed.',
      ),
      'the reply is not completed, only announces a handoff, or is older than this field',
    ),
    supported: orNull(
      supported,
      'no sentence was checked, as of a text without sources; or the reply is not completed, or is older than this field',
    ),
    tool_calls: {
      type: 'array',
      items: callOfReply,
      description: 'The calls of tools that the reply asked for, in order, at most 16.',
    },
    actions: {
      type: 'array',
      items: action,
      description:
        'Those of `tool_calls` to which somebody must agree before they are made, or had to.',
    },
    usage: orNull(usage, 'the reply is not finished, no model was called, or a visitor reads it'),
    model: orNull(
      text('Model that wrote the reply, as `provider:model`.'),
      'the reply is not completed, no model was asked because people get the chat, or a visitor reads it',
    ),
    fallback_for: orNull(
      text(
        'Model that was to write the reply and could not, as `provider:model`; `model` is one of the `fallback_models` of the agent.',
      ),
      'the model of the agent wrote it, it is not completed, or a visitor reads it',
    ),
    finish_reason: orNull(
      {
        type: 'string',
        enum: [...FINISH_REASONS, HANDS_OFF],
        description:
          'Why the model ended the reply: it was done (`stop`), at a limit of tokens (`length`), a filter or the model itself refused (`content_filter`), it wanted to call a tool (`tool_calls`), or `other`. `handed_off`: with this reply the agent hands the chat off to people; with a `grounded` of null it only says so, and cannot be rated.',
      },
      'the reply is not completed',
    ),
    error: jobError,
    latency_ms: orNull(
      count('Milliseconds from the question to the finished reply.'),
      'the reply is not finished',
    ),
    created_at: time('When the question was posted'),
    updated_at: time('When the record last changed'),
    completed_at: orNull(
      time('When the reply ended: was completed, failed, was cancelled, or began to wait'),
      'it is not finished',
    ),
  })
}

/** The schemas of messages, in threads of this kind. */
function schemasOf(kind: ThreadKind) {
  const name = THREAD_NAMES[kind]
  const question = questionOf(kind, name)
  const reply = replyOf(kind, name)
  const human = humanMessageOf(kind, name)
  const handedOff = object(
    `${name}QuestionToPeople`,
    'A question that was posted while people had the chat, so the agent does not reply.',
    {
      ...(question.properties as Record<string, Schema>),
      handled_by: { type: 'string', enum: ['human'], description: 'Who answers: people.' },
      reply: orNull(described(human, 'The answer of a person.'), 'no person has answered yet'),
    },
  )
  const description =
    'A question, a reply of the agent or a message of a person; `role` says which.'
  const posted: Schema = {
    anyOf: [reply, handedOff, human],
    description: 'The outcome of the message.',
  }
  return { reply, posted, message: { anyOf: [question, reply, human], description } as Schema }
}

export const messageSchemas = {
  session: schemasOf('session'),
  conversation: schemasOf('conversation'),
}
