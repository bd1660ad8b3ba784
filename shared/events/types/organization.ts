import { count, text, time } from '../../lib/schemas.ts'
import { AT, type EventKind, TIMES } from './eventKind.ts'

export const organization = {
  facts: {
    bucket: text('Name of the rate limit that refused requests, as in `RateLimit`.'),
    minute: time('When the minute began'),
    count: count('Requests that the limit refused in that minute.'),
  },
  data: { name: 'Greenleaf', ...TIMES },
  types: {
    'limit.blocked': {
      description: 'A rate limit has refused requests in a minute.',
      example: { facts: { bucket: 'organization', minute: AT, count: 12 } },
    },
  },
} as const satisfies EventKind
