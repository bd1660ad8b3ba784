import { ALERT_KINDS } from '../../alerts/alerts.ts'
import { AT, type EventKind, LATER } from './eventKind.ts'

const facts = { failed: 6, replies: 20 }

export const alert = {
  facts: {
    kind: { type: 'string', enum: ALERT_KINDS, description: 'What it is about.' },
  },
  data: {
    kind: 'failures',
    state: 'open',
    facts,
    ends_at: null,
    resolved_at: null,
    created_at: AT,
    updated_at: AT,
  },
  types: {
    'alert.raised': {
      description: 'A limit or budget is used to 80 %, many replies fail, or a connection is down.',
      example: { facts: { kind: 'failures' } },
    },
    'alert.resolved': {
      description: 'All is well again, or the window of the limit or budget has ended.',
      example: {
        facts: { kind: 'failures' },
        data: { state: 'resolved', resolved_at: LATER, updated_at: LATER },
      },
    },
  },
} as const satisfies EventKind
