import { EXAMPLE_ID } from '../../lib/schemas.ts'
import { AT, type EventKind } from './eventKind.ts'
import { SECRET_FACTS } from './secret.ts'

export const identitySecret = {
  facts: SECRET_FACTS,
  data: { expires_at: null, created_at: AT },
  types: {
    'identity_secret.created': {
      description: 'An application got an identity secret.',
      example: { facts: { application_id: EXAMPLE_ID } },
    },
    'identity_secret.revoked': {
      description: 'An identity secret of an application was revoked or has expired.',
      example: { facts: { application_id: EXAMPLE_ID, reason: 'revoked' }, data: null },
    },
  },
} as const satisfies EventKind
