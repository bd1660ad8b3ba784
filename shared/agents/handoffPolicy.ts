import type { FromSchema } from 'json-schema-to-ts'
import { flag } from '../lib/schemas.ts'

/** The rules for an agent's own handoffs, in its record and in requests. */
export const handoffPolicy = {
  type: 'object',
  additionalProperties: false,
  properties: {
    on_no_answer: {
      type: ['integer', 'null'],
      minimum: 1,
      maximum: 10,
      description:
        'After this many replies in a row that no knowledge supports; small talk does not count. Null: never. Default: null.',
    },
    on_low_rating: flag('When the customer rates a reply or the chat with 1 or 2. Default: false.'),
    on_request: flag(
      'When the customer asks for a person in words, such as `Can I talk to a human?`, in one of 31 languages. Only a clause without other words counts, and no model decides. Default: false.',
    ),
    on_topics: {
      type: 'array',
      maxItems: 50,
      uniqueItems: true,
      items: { type: 'string', minLength: 1, maxLength: 80, pattern: '[\\p{L}\\p{N}]' },
      examples: [['contract', 'data protection']],
      description:
        'When a message contains any of these words or phrases, also in other forms. The agent then gives no answer of its own. Default: none.',
    },
    message: {
      type: ['string', 'null'],
      minLength: 1,
      maxLength: 1000,
      description:
        "Message to the customer when the agent hands off by itself. Null: a sentence in the customer's language. Default: null.",
    },
    unanswered_minutes: {
      type: ['integer', 'null'],
      minimum: 1,
      maximum: 1440,
      description:
        'Minutes after which a waiting customer gets a notice that nobody has answered yet, however the chat was handed off. They run from the handoff, later from the first unanswered message, except thanks for an answer; each wait gets one notice. Null: never. Default: 15.',
    },
    unanswered_action: {
      type: 'string',
      enum: ['tell', 'return'],
      description:
        'What happens then: the customer gets the notice (`tell`), or the agent also gets the chat back (`return`). Once a person has answered in the chat, people keep it, and the customer gets only the notice. Default: `tell`.',
    },
  },
  description:
    'When the agent hands a chat off to people by itself, and what happens while nobody answers. A change replaces all of it. The rules are off by default.',
} as const

/** When an agent hands a chat off to people by itself, and what happens while nobody answers. */
export type HandoffPolicy = Required<FromSchema<typeof handoffPolicy>>

export const DEFAULT_POLICY: HandoffPolicy = {
  on_no_answer: null,
  on_low_rating: false,
  on_request: false,
  on_topics: [],
  message: null,
  unanswered_minutes: 15,
  unanswered_action: 'tell',
}

/** Returns the policy of an agent, with defaults for missing fields. */
export const policyOf = ({
  handoff_policy,
}: {
  handoff_policy: HandoffPolicy | null
}): HandoffPolicy => ({
  ...DEFAULT_POLICY,
  ...handoff_policy,
})

/** Adds the defaults to a given policy. */
export function withWholePolicy<Fields extends { handoff_policy?: Partial<HandoffPolicy> | null }>(
  fields: Fields,
): Omit<Fields, 'handoff_policy'> & { handoff_policy?: HandoffPolicy | null } {
  const { handoff_policy, ...others } = fields
  if (handoff_policy === undefined) return others
  return { ...others, handoff_policy: handoff_policy && { ...DEFAULT_POLICY, ...handoff_policy } }
}
