import { EXAMPLE_ID, text, uuid } from '../../lib/schemas.ts'
import { AT, type EventKind, errorCode, LATER, status } from './eventKind.ts'

const refund = { tool_id: EXAMPLE_ID, name: 'refund', effect: 'write', message_id: EXAMPLE_ID }
const lost = { code: 'tool_timed_out', detail: 'The other system did not answer in time.' }
const refused = { code: 'tool_failed', detail: 'The other system answered with 422.' }
const unknown = { state: 'unknown', http_status: null, error: lost }

export const toolCall = {
  isOfThread: true,
  facts: {
    tool_id: uuid('Id of the tool; left out if there is no such tool.'),
    name: text('Name of the tool.'),
    effect: {
      type: 'string',
      enum: ['read', 'write'],
      description: 'Whether the tool only reads, or changes something.',
    },
    state: status(['succeeded', 'failed', 'unknown', 'denied', 'expired']),
    error_code: errorCode,
    ms: { type: 'integer', description: 'Milliseconds from the request to its outcome.' },
    message_id: uuid('Id of the reply that asked for the call.'),
  },
  data: {
    thread_id: EXAMPLE_ID,
    thread_kind: 'conversation',
    message_id: EXAMPLE_ID,
    question_id: EXAMPLE_ID,
    agent_id: EXAMPLE_ID,
    tool_id: EXAMPLE_ID,
    name: 'refund',
    title: 'Refund an order',
    effect: 'write',
    arguments: { order: 'A-17', amount: 12.5 },
    state: 'succeeded',
    decides: null,
    digest: 'a3'.repeat(32),
    expires_at: null,
    decided_at: null,
    decided_as: null,
    decided_by: null,
    tries: 1,
    http_status: 201,
    error: null,
    settled_as: null,
    settled_by: null,
    note: null,
    is_test: false,
    ms: 2400,
    created_at: AT,
    started_at: AT,
    ended_at: LATER,
  },
  types: {
    'tool.called': {
      description: 'An agent has called a tool, and the call succeeded.',
      example: { facts: { ...refund, state: 'succeeded', ms: 2400 } },
    },
    'tool.failed': {
      description: 'A call of a tool has failed, or was denied, or nobody agreed to it in time.',
      example: {
        facts: { ...refund, state: 'failed', error_code: refused.code, ms: 2400 },
        data: { state: 'failed', http_status: 422, error: refused },
      },
    },
    'tool.unknown': {
      description: 'Nobody knows whether a call of a tool had its effect.',
      example: {
        facts: { ...refund, state: 'unknown', error_code: lost.code, ms: 2400 },
        data: unknown,
      },
    },
    'tool.settled': {
      description: 'It became known what came of a call whose outcome was unknown.',
      example: {
        facts: { ...refund, state: 'succeeded', ms: 2400 },
        data: { settled_as: 'person', settled_by: EXAMPLE_ID },
      },
    },
  },
} as const satisfies EventKind
