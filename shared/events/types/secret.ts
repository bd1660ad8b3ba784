import { EXAMPLE_ID, uuid } from '../../lib/schemas.ts'
import { AT, type EventKind } from './eventKind.ts'

/** Facts of secrets and of identity secrets. */
export const SECRET_FACTS = {
  application_id: uuid('Id of the application that has the secret.'),
  reason: {
    type: 'string',
    enum: ['revoked', 'expired'],
    description: 'Why it has ended: a user revoked it, or it expired.',
  },
} as const

export const secret = {
  facts: SECRET_FACTS,
  data: {
    name: 'Web shop',
    scopes: ['chat'],
    agent_ids: null,
    is_test: false,
    last_used_at: null,
    expires_at: null,
    created_at: AT,
  },
  types: {
    'secret.created': {
      description: 'An application got a secret.',
      example: { facts: { application_id: EXAMPLE_ID } },
    },
    'secret.revoked': {
      description: 'A secret of an application was revoked or has expired.',
      example: { facts: { application_id: EXAMPLE_ID, reason: 'revoked' }, data: null },
    },
  },
} as const satisfies EventKind
