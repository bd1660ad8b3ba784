import { SHOWN_AGENT_EXAMPLE } from '../../agents/fields.ts'
import { changed, type EventKind, TIMES } from './eventKind.ts'

export const agent = {
  facts: { changed },
  data: { ...SHOWN_AGENT_EXAMPLE, ...TIMES },
  types: {
    'agent.created': { description: 'An agent was created.' },
    'agent.changed': {
      description: 'The settings of an agent were changed.',
      example: { facts: { changed: ['tone'] } },
    },
    'agent.deleted': { description: 'An agent was deleted.', example: { data: null } },
  },
} as const satisfies EventKind
