import { flag } from '../../lib/schemas.ts'
import { type EventKind, TIMES } from './eventKind.ts'
import { role } from './user.ts'

export const invitation = {
  facts: {
    role: role('Role that the person will have.'),
    is_renewed: flag('Whether the invitation was renewed with another link.'),
  },
  data: { role: 'editor', expires_at: '2026-11-09T09:30:00.000Z', ...TIMES },
  types: {
    'user.invited': {
      description: 'A person was invited.',
      example: { facts: { role: 'editor', is_renewed: false } },
    },
  },
} as const satisfies EventKind
