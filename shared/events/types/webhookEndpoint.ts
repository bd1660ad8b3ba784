import { count } from '../../lib/schemas.ts'
import { type EventKind, LATER, TIMES } from './eventKind.ts'

export const webhookEndpoint = {
  facts: {
    reason: {
      type: 'string',
      enum: ['gone', 'failing'],
      description: 'Why Parley disabled it: it answered 410, or failed for too long.',
    },
    failures: count('Failed attempts since the last success.'),
  },
  data: {
    description: 'Replies into the warehouse',
    events: ['*'],
    is_active: true,
    disabled_at: null,
    disabled_reason: null,
    ...TIMES,
  },
  types: {
    'endpoint.disabled': {
      description: 'Parley has disabled a webhook endpoint.',
      example: {
        facts: { reason: 'failing', failures: 31 },
        data: { is_active: false, disabled_at: LATER, disabled_reason: 'failing' },
      },
    },
    'endpoint.tested': { description: 'A test event for a webhook endpoint.' },
  },
} as const satisfies EventKind
