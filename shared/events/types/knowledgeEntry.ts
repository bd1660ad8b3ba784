import { kind } from '../../knowledge/entryKind.ts'
import { type EventKind, errorCode, FAILURE, LATER, status, TIMES } from './eventKind.ts'

const notIndexed = { chunk_count: 0, indexed_at: null }

export const knowledgeEntry = {
  facts: { kind, status: status(['processing', 'ready', 'failed']), error_code: errorCode },
  data: {
    question: 'How long does a parcel take?',
    answer: 'Two days within the country.',
    tags: ['shipping'],
    source: 'manual',
    agent_ids: null,
    status: 'ready',
    progress: null,
    error: null,
    warnings: [],
    chunk_count: 1,
    indexed_at: LATER,
    ...TIMES,
  },
  types: {
    'knowledge.created': {
      description: 'A knowledge entry was added.',
      example: {
        facts: { kind: 'qa', status: 'processing' },
        data: { ...notIndexed, status: 'processing' },
      },
    },
    'knowledge.ready': {
      description: 'A knowledge entry is indexed.',
      example: { facts: { kind: 'qa', status: 'ready' } },
    },
    'knowledge.failed': {
      description: 'A knowledge entry could not be indexed.',
      example: {
        facts: { kind: 'qa', status: 'failed', error_code: FAILURE.code },
        data: { ...notIndexed, status: 'failed', error: FAILURE },
      },
    },
    'knowledge.deleted': {
      description: 'A knowledge entry was deleted.',
      example: { facts: { kind: 'qa' }, data: null },
    },
  },
} as const satisfies EventKind
