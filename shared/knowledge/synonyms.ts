import { recordsOf } from '../lib/db/crud.ts'
import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'
import { MAX_GROUPS } from '../lib/text/synonyms.ts'

/** Words and phrases that mean the same in an organization. */
export interface SynonymGroup {
  id: string
  /** At least two different words or phrases. */
  words: string[]
  created_at: Date
  updated_at: Date
}

export const synonymRecords = recordsOf<SynonymGroup>({
  table: 'knowledge_synonyms',
  name: 'group of synonyms',
})

/** Stores a group. @returns undefined: the organization has `MAX_GROUPS` already */
export const addSynonyms = (
  db: Db,
  organizationId: string,
  words: string[],
): Promise<SynonymGroup | undefined> =>
  db.transaction(async (transaction) => {
    // Without the lock, two concurrent requests would both find room for the last group.
    await sql(transaction)`select from organizations where id = ${organizationId} for no key update`
    const [{ groups } = { groups: 0 }] = await sql<{ groups: number }>(transaction)`
      select count(*)::integer as groups from knowledge_synonyms where organization_id = ${organizationId}`
    return groups < MAX_GROUPS
      ? synonymRecords.create(transaction, organizationId, { words })
      : undefined
  })

/** Reads the phrases of all groups of an organization. */
export async function readSynonyms(db: Db, organizationId: string): Promise<string[][]> {
  const rows = await sql<{ words: string[] }>(db)`
    select words from knowledge_synonyms where organization_id = ${organizationId} order by id limit ${MAX_GROUPS}`
  return rows.map(({ words }) => words)
}
