import { recordsOf } from '../lib/db/crud.ts'
import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'

/** A text that people have ready for customers. */
export interface SavedAnswer {
  id: string
  /** By which people find it. */
  name: string
  content: string
  created_at: Date
  updated_at: Date
}

/** How many an organization may have. */
export const MAX_SAVED_ANSWERS = 500

/** The saved answers of an organization. */
export const savedAnswerRecords = recordsOf<SavedAnswer>({
  table: 'saved_answers',
  name: 'saved answer',
})

/** Stores one. @returns undefined: the organization has `MAX_SAVED_ANSWERS` already */
export const addSavedAnswer = (
  db: Db,
  organizationId: string,
  fields: Pick<SavedAnswer, 'name' | 'content'>,
): Promise<SavedAnswer | undefined> =>
  db.transaction(async (transaction) => {
    // Two requests at a time would both find room for a last one.
    await sql(transaction)`select from organizations where id = ${organizationId} for no key update`
    const [{ answers } = { answers: 0 }] = await sql<{ answers: number }>(transaction)`
      select count(*)::integer as answers from saved_answers where organization_id = ${organizationId}`
    if (answers >= MAX_SAVED_ANSWERS) return undefined
    return savedAnswerRecords.create(transaction, organizationId, fields)
  })
