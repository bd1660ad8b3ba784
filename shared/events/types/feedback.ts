import { EXAMPLE_ID, uuid } from '../../lib/schemas.ts'
import { type EventKind, TIMES } from './eventKind.ts'

const rating = (description: string) =>
  ({ type: 'integer', minimum: 1, maximum: 5, description }) as const

export const feedback = {
  isOfThread: true,
  facts: {
    rating: rating('The rating, from 1, the worst, to 5.'),
    previous_rating: rating('The previous rating, if it was changed.'),
    message_id: uuid('Id of the rated reply. Absent: the whole chat was rated.'),
  },
  data: {
    conversation_id: EXAMPLE_ID,
    message_id: EXAMPLE_ID,
    reviewer: 'customer-1',
    rating: 2,
    comment: 'It took five days.',
    ...TIMES,
  },
  types: {
    'feedback.created': {
      description: 'A reply or a thread was rated.',
      example: { facts: { rating: 2, message_id: EXAMPLE_ID } },
    },
    'feedback.changed': {
      description: 'A rating or its comment was changed.',
      example: { facts: { rating: 2, previous_rating: 4, message_id: EXAMPLE_ID } },
    },
    'feedback.deleted': {
      description: 'A rating was deleted.',
      example: { facts: { rating: 2, message_id: EXAMPLE_ID }, data: null },
    },
  },
} as const satisfies EventKind
