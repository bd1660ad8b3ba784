import { CONNECTION_PROVIDERS } from '../../lib/catalog/catalog.ts'
import { changed, type EventKind, TIMES } from './eventKind.ts'

export const connection = {
  facts: { changed },
  data: {
    name: 'our-models',
    provider: CONNECTION_PROVIDERS[0]!,
    models: ['model-large'],
    prices: { 'model-large': { input: 2.5, output: 10 } },
    ...TIMES,
  },
  types: {
    'connection.created': { description: 'A connection to models was created.' },
    'connection.changed': {
      description: 'A connection to models was changed.',
      example: { facts: { changed: ['models', 'prices'] } },
    },
    'connection.deleted': {
      description: 'A connection to models was deleted.',
      example: { data: null },
    },
  },
} as const satisfies EventKind
