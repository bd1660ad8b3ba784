import { flag } from '../../lib/schemas.ts'
import { ROLES } from '../../people/users.ts'
import { type EventKind, TIMES } from './eventKind.ts'

export const role = (description: string) => ({ type: 'string', enum: ROLES, description }) as const

export const user = {
  facts: {
    role: role('Role of the user.'),
    previous_role: role('The role before the change.'),
    is_active: flag('Whether they may sign in.'),
  },
  data: { role: 'editor', is_active: true, ...TIMES },
  types: {
    'user.joined': {
      description: 'A person has joined the organization.',
      example: { facts: { role: 'editor', is_active: true } },
    },
    'user.changed': {
      description: 'The role of a person was changed.',
      example: { facts: { role: 'editor', previous_role: 'viewer', is_active: true } },
    },
    'user.removed': {
      description: 'A person was removed from the organization.',
      example: { facts: { role: 'editor' }, data: null },
    },
  },
} as const satisfies EventKind
