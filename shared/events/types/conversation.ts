import { EXAMPLE_ID } from '../../lib/schemas.ts'
import { type EventKind, status, TIMES } from './eventKind.ts'

export const conversation = {
  isOfThread: true,
  facts: { status: status(['open', 'closed']) },
  data: {
    agent_id: EXAMPLE_ID,
    customer_id: 'customer-1',
    title: 'A late parcel',
    locale: 'en',
    user_context_id: EXAMPLE_ID,
    status: 'open',
    is_test: false,
    metadata: { channel: 'app' },
    handled_by: 'agent',
    ...TIMES,
  },
  types: {
    'conversation.created': {
      description: 'A conversation was opened.',
      example: { facts: { status: 'open' } },
    },
    'conversation.closed': {
      description: 'A conversation was closed.',
      example: { facts: { status: 'closed' }, data: { status: 'closed' } },
    },
    'conversation.reopened': {
      description:
        'A closed conversation was opened again. Not sent at present: no request opens a conversation again.',
      example: { facts: { status: 'open' } },
    },
    'conversation.deleted': { description: 'A conversation was deleted.', example: { data: null } },
  },
} as const satisfies EventKind
