import type { Db } from '../db/db.ts'
import type { EventRow } from './eventTypes.ts'
export interface ToldEvent {
  id: string
  object: 'event'
  type: string
  created_at: Date
  sequence: number | null
  thread_id: string | null
  is_test: boolean
  facts: object
  data: object
}
export async function tellEvents(_db: Db, rows: readonly EventRow[]): Promise<ToldEvent[]> {
  return rows.map(
    ({ id, type, created_at, sequence, thread_id, is_test, facts, target_id, target_kind }) => ({
      id,
      object: 'event',
      type,
      created_at,
      sequence,
      thread_id,
      is_test,
      facts,
      data: { id: target_id, object: target_kind },
    }),
  )
}
