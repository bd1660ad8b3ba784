import { EXAMPLE_ID } from '../../lib/schemas.ts'
import { type EventKind, errorCode, FAILURE, LATER, status, TIMES } from './eventKind.ts'

const unanswered = {
  content: null,
  citations: [],
  grounded: null,
  supported: null,
  usage: null,
  model: null,
  finish_reason: null,
}

const refund = {
  title: 'Refund an order',
  arguments: { order: 'A-17', amount: 12.5 },
  state: 'waiting',
}
const awaiting = {
  ...unanswered,
  content: 'Shall I refund your order?',
  tool_calls: [
    {
      call_id: EXAMPLE_ID,
      tool_id: EXAMPLE_ID,
      name: 'refund',
      effect: 'write',
      error: null,
      settled_as: null,
      ms: null,
      ...refund,
    },
  ],
  actions: [
    {
      call_id: EXAMPLE_ID,
      tool: 'refund',
      words: 'Refund 12.5 for A-17?',
      argument_titles: { order: 'Order' },
      decides: 'customer',
      digest: 'a3'.repeat(32),
      expires_at: LATER,
      decided_at: null,
      ...refund,
    },
  ],
}

export const message = {
  isOfThread: true,
  facts: {
    status: status(['completed', 'failed', 'cancelled', 'requires_action']),
    error_code: errorCode,
  },
  data: {
    role: 'assistant',
    status: 'completed',
    content: 'Two days within the country.',
    conversation_id: EXAMPLE_ID,
    agent_id: EXAMPLE_ID,
    metadata: {},
    request_id: 'order-4711',
    in_reply_to: EXAMPLE_ID,
    continues: null,
    citations: [
      {
        knowledge_id: EXAMPLE_ID,
        call_id: null,
        kind: 'qa',
        title: 'How long does a parcel take?',
        url: null,
        page: null,
        quote: 'Two days within the country.',
        score: 0.92,
      },
    ],
    grounded: true,
    supported: { sentences: 1, of: 1 },
    tool_calls: [],
    actions: [],
    usage: {
      input_tokens: 812,
      cached_tokens: 512,
      output_tokens: 24,
      total_tokens: 836,
      cost_usd: 0.00014,
    },
    model: 'our-models:model-large',
    fallback_for: null,
    finish_reason: 'stop',
    error: null,
    latency_ms: 2400,
    completed_at: LATER,
    ...TIMES,
  },
  types: {
    'message.completed': {
      description: 'An agent has replied.',
      example: { facts: { status: 'completed' } },
    },
    'message.failed': {
      description: 'A reply has failed.',
      example: {
        facts: { status: 'failed', error_code: FAILURE.code },
        data: { ...unanswered, status: 'failed', error: FAILURE },
      },
    },
    'message.cancelled': {
      description: 'A reply was cancelled.',
      example: {
        facts: { status: 'cancelled' },
        data: { ...unanswered, status: 'cancelled' },
      },
    },
    'message.requires_action': {
      description: 'A reply has ended because somebody must agree to a call of a tool first.',
      example: {
        facts: { status: 'requires_action' },
        data: { ...awaiting, status: 'requires_action' },
      },
    },
  },
} as const satisfies EventKind
