import { EXAMPLE_ID } from '../../lib/schemas.ts'
import { type EventKind, status, TIMES } from './eventKind.ts'

export const session = {
  isOfThread: true,
  facts: { status: status(['active', 'closed', 'expired']) },
  data: {
    agent_id: EXAMPLE_ID,
    visitor_id: 'visitor-1',
    locale: 'en',
    status: 'active',
    is_test: false,
    customer_id: null,
    user_context_id: null,
    handled_by: 'agent',
    metadata: { page: '/pricing' },
    ...TIMES,
  },
  types: {
    'session.created': {
      description: 'A session was opened.',
      example: { facts: { status: 'active' } },
    },
    'session.closed': {
      description: 'A session was closed.',
      example: { facts: { status: 'closed' }, data: { status: 'closed' } },
    },
    'session.expired': {
      description: 'A session has expired.',
      example: { facts: { status: 'expired' }, data: { status: 'expired' } },
    },
    'session.deleted': { description: 'A session was deleted.', example: { data: null } },
  },
} as const satisfies EventKind
