import { recordsOf } from '../lib/db/crud.ts'
import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'

/** A text that people have ready for customers. */
export interface SavedAnswer {
  id: string
  /** Users find the answer by this name. */
  name: string
  content: string
  created_at: Date
  updated_at: Date
}

/** The most saved answers of an organization. */
export const MAX_SAVED_ANSWERS = 500

/** The saved answers of an organization. */
export const savedAnswerRecords = recordsOf<SavedAnswer>({
  table: 'saved_answers',
  name: 'saved answer',
})

/** Stores a saved answer. @returns undefined: the organization has `MAX_SAVED_ANSWERS` already */
export const addSavedAnswer = (
  db: Db,
  organizationId: string,
  fields: Pick<SavedAnswer, 'name' | 'content'>,
): Promise<SavedAnswer | undefined> =>
  db.transaction(async (transaction) => {
    // Without the lock, two concurrent requests would both find room for the last answer.
    await sql(transaction)`select from organizations where id = ${organizationId} for no key update`
    const [{ answers } = { answers: 0 }] = await sql<{ answers: number }>(transaction)`
      select count(*)::integer as answers from saved_answers where organization_id = ${organizationId}`
    if (answers >= MAX_SAVED_ANSWERS) return undefined
    return savedAnswerRecords.create(transaction, organizationId, fields)
  })
