import type { ThreadSlice } from '../../../shared/lib/db/threadSlices.ts'
import { refuse } from './time.ts'

/** The filter for sessions and conversations with a value of a key of their `metadata`. */
export const sliceFilter = {
  metadata_key: {
    type: 'string',
    minLength: 1,
    maxLength: 100,
    examples: ['plan'],
    description:
      'Only sessions and conversations whose `metadata` has this key, with the value of `metadata_value`.',
  },
  metadata_value: {
    type: 'string',
    maxLength: 200,
    examples: ['pro'],
    description: 'The value of `metadata_key`, as text: `pro`, `3`, `true`.',
  },
} as const

/** @throws AppError validation_failed if only one of the two is given */
export function checkSlice({ metadata_key, metadata_value }: ThreadSlice): void {
  if (metadata_key !== undefined && metadata_value === undefined)
    throw refuse('metadata_value', 'must be given with `metadata_key`')
  if (metadata_key === undefined && metadata_value !== undefined)
    throw refuse('metadata_key', 'must be given with `metadata_value`')
}
