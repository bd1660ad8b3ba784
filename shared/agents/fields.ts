import type { FromSchema, JSONSchema } from 'json-schema-to-ts'
import { EXAMPLE_ID, flag, languageTag, type Schema } from '../lib/schemas.ts'
import { DEFAULT_POLICY, type HandoffPolicy, handoffPolicy } from './handoffPolicy.ts'

interface AgentField {
  /** The schema of the field in requests. */
  schema: Schema
  /** The value if it is not given; without it, the field is required. Null: no value. */
  default?: unknown
  /** Its value in the example of a body. */
  example?: unknown
}

/**
 * The fields of an agent, in the order in which the API shows them. Types, defaults, the bodies of
 * requests, answers, trials and examples are derived from it.
 */
export const AGENT_FIELDS = {
  name: {
    example: 'Ada',
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: 120,
      pattern: '\\S',
      examples: ['Ada'],
      description: 'Name by which the agent introduces itself; must not be blank.',
    },
  },
  description: {
    default: null,
    example: 'Helps the customers of Greenleaf.',
    schema: {
      type: 'string',
      maxLength: 2000,
      description: 'Role of the agent and the people it helps; part of the prompt.',
    },
  },
  tone: {
    default: null,
    example: 'professional',
    schema: {
      type: 'string',
      maxLength: 60,
      description: 'How the agent speaks, such as `professional`; part of the prompt.',
    },
  },
  language: {
    default: null,
    example: 'en',
    schema: languageTag(
      'Language in which the agent replies',
      'To users who write in another language it replies in theirs. Default: the `locale` of the session or conversation.',
    ),
  },
  default_tasks: {
    default: [],
    example: ['answer_questions', 'provide_support'],
    schema: {
      type: 'array',
      maxItems: 20,
      items: { type: 'string', minLength: 1, maxLength: 60 },
      description:
        'What the agent is for, such as `answer_questions`; part of the prompt. Default: none.',
    },
  },
  is_active: {
    default: true,
    example: true,
    schema: flag(
      'Whether the agent takes new sessions, conversations and messages; otherwise they answer 409 `agent_inactive`. Default: true.',
    ),
  },
  instructions: {
    default: null,
    schema: {
      type: 'string',
      maxLength: 8000,
      description: 'Further instructions to the agent, in your words; part of the prompt.',
    },
  },
  model: {
    default: null,
    schema: {
      type: 'string',
      maxLength: 120,
      pattern: '^[a-z][a-z0-9-]{1,39}:.+$',
      examples: ['openai:gpt-4o-mini'],
      description:
        'Model that writes the replies, as `connection:model` of one of your connections, or as `provider:model` of the provider that the service is set up with (see `GET /api/v1/models`). Default: the `LLM_MODEL` of the service.',
    },
  },
  fallback_models: {
    default: [],
    schema: {
      type: 'array',
      maxItems: 3,
      uniqueItems: true,
      items: { type: 'string', maxLength: 120, pattern: '^[a-z][a-z0-9-]{1,39}:.+$' },
      examples: [['openai:gpt-4o-mini', 'builtin:extractive']],
      description:
        'Models that write a reply when `model` cannot, in this order: it does not answer, limits the rate of requests, or the prompt is too long for it. The next model is asked within the same reply. Each is named like `model`; `builtin:extractive`, which needs no provider, may always be the last. Default: none.',
    },
  },
  temperature: {
    default: null,
    schema: {
      type: 'number',
      minimum: 0,
      maximum: 2,
      description:
        "Sampling temperature: how freely the model chooses its words. Models that take none ignore it. Default: the provider's.",
    },
  },
  max_output_tokens: {
    default: null,
    schema: {
      type: 'integer',
      minimum: 1,
      maximum: 32000,
      description:
        "Maximum number of tokens of one reply. Default: the provider's limit; 2,048 with Anthropic.",
    },
  },
  fallback_message: {
    default: null,
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: 1000,
      description:
        "What the agent says when neither knowledge nor conversation has the answer; a model may say it in the user's language. Default: the model says so in its own words.",
    },
  },
  greeting: {
    default: null,
    schema: {
      type: 'string',
      maxLength: 1000,
      description:
        'Words that your own chat may show before the first question; they are no message. A widget shows the `greeting` of its configuration instead.',
    },
  },
  // Shows the whole policy, with `DEFAULT_POLICY` for null.
  handoff_policy: { default: null, schema: handoffPolicy },
  require_grounding: {
    default: false,
    schema: flag(
      'Whether a reply that cites no knowledge is replaced by the `fallback_message`, or without one by a sentence in the language of the question. Small talk, such as a greeting or thanks, is answered either way. Default: false.',
    ),
  },
  grounding_model: {
    default: null,
    schema: {
      type: 'string',
      maxLength: 120,
      pattern: '^(off|[a-z][a-z0-9-]{1,39}:.+)$',
      examples: ['openai:gpt-4o-mini'],
      description:
        'Model that checks whether the sources of a reply say what it claims, with one short call for each reply; named like `model`. `off`: no model does. Default: the `GROUNDING_MODEL` of the service, if it has one.',
    },
  },
  tool_ids: {
    default: [],
    schema: {
      type: 'array',
      maxItems: 16,
      uniqueItems: true,
      items: { type: 'string', format: 'uuid' },
      examples: [[EXAMPLE_ID]],
      description:
        'Ids of the tools that it may call while it replies, in the order in which its model reads them. A key with scopes needs `tools` to name any. Default: none.',
    },
  },
  allow_attachments: {
    default: false,
    schema: flag(
      'Whether messages may have attachments: images, which are shown to models that take images, and PDFs, whose text the model gets. Default: false.',
    ),
  },
  mail_transcripts: {
    default: false,
    schema: flag(
      'Whether a chat is mailed to its customer when it is closed, as `POST …/transcript` would: only to an address that is proven, and not if it expires. Default: false.',
    ),
  },
} as const satisfies Record<string, AgentField>

export type AgentFieldName = keyof typeof AGENT_FIELDS
export const AGENT_FIELD_NAMES = Object.keys(AGENT_FIELDS) as AgentFieldName[]

/** The `grounding_model` of an agent whose replies no model checks. */
export const NO_GROUNDING_MODEL = 'off'

type ValueOf<Field> = Field extends { schema: infer Shape extends JSONSchema }
  ? FromSchema<Shape> | (Field extends { default: null } ? null : never)
  : never
type FieldValues = { [Name in AgentFieldName]: ValueOf<(typeof AGENT_FIELDS)[Name]> }

/** An agent's own columns. */
export interface AgentFields extends FieldValues {
  /** A policy is stored as a whole; null: `DEFAULT_POLICY`. */
  handoff_policy: HandoffPolicy | null
}

/** Collects `key` from each field that has it. */
const pick = (key: keyof AgentField) =>
  Object.fromEntries(
    Object.entries<AgentField>(AGENT_FIELDS).flatMap(([name, field]) =>
      key in field ? [[name, field[key]]] : [],
    ),
  )

export const AGENT_SCHEMAS = pick('schema') as Record<AgentFieldName, Schema>
export const AGENT_DEFAULTS = pick('default') as Omit<AgentFields, 'name'>
/** Returns the value that null stands for in a change of this field. */
export const defaultOf = (name: string): unknown =>
  (AGENT_DEFAULTS as Record<string, unknown>)[name]

/** The body of a POST that creates an agent. */
export const AGENT_EXAMPLE = pick('example') as Partial<AgentFields>

/** The fields of the agent that this body creates, as the API shows them. */
export const SHOWN_AGENT_EXAMPLE = {
  name: AGENT_EXAMPLE.name,
  ...AGENT_DEFAULTS,
  ...AGENT_EXAMPLE,
  handoff_policy: DEFAULT_POLICY,
}
