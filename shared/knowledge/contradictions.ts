import { v7 as uuid } from 'uuid'
import { builder, run } from '../lib/db/builder.ts'
import type { Db } from '../lib/db/db.ts'
import { type Page, type Paged, toPage } from '../lib/db/paging.ts'
import { sql } from '../lib/db/statements.ts'
import { notFound } from '../lib/errors.ts'
import { hashOf } from '../lib/text/terms.ts'
import type { EntryKind } from './entryKind.ts'

/** A sentence that contradicts another sentence, with its chunk. */
export interface FoundStatement {
  entry_id: string
  chunk_id: string
  /** At most 400 characters. */
  sentence: string
  figures: string[]
}

/** A sentence that contradicts another sentence, with its entry. */
export interface ListedStatement {
  knowledge_id: string
  kind: EntryKind
  title: string | null
  url: string | null
  sentence: string
  figures: string[]
}

export interface ListedContradiction {
  id: string
  statements: ListedStatement[]
  found_at: Date
}

/**
 * The most contradictions of an organization, dismissed contradictions included. Beyond it, the
 * oldest are deleted.
 */
export const MAX_CONTRADICTIONS = 200

/**
 * Stores new contradictions that were not dismissed. Leaves out contradictions of deleted chunks,
 * whose entry was indexed again.
 */
export async function saveContradictions(
  db: Db,
  organizationId: string,
  pairs: readonly (readonly FoundStatement[])[],
): Promise<void> {
  const rows = pairs.map((pair) => {
    const [first, second] = pair.toSorted(byEntryAndSentence) as [FoundStatement, FoundStatement]
    return {
      ...first,
      id: uuid(),
      hash: hashOf(JSON.stringify([first.sentence, second.sentence])),
      other_entry_id: second.entry_id,
      other_chunk_id: second.chunk_id,
      other_sentence: second.sentence,
      other_figures: second.figures,
    }
  })
  const added = await sql(db)`
    insert into knowledge_contradictions (id, organization_id, entry_id, other_entry_id, sentence, other_sentence, figures,
                                          other_figures, hash)
    select id, ${organizationId}, entry_id, other_entry_id, sentence, other_sentence, figures, other_figures, hash
      from json_to_recordset(${JSON.stringify(rows)}::json) as found (
             id uuid, entry_id uuid, chunk_id bigint, other_entry_id uuid, other_chunk_id bigint, sentence text,
             other_sentence text, figures text[], other_figures text[], hash text)
     where (select count(*) from chunks
             where organization_id = ${organizationId} and chunks.id in (chunk_id, other_chunk_id)) = 2
     order by entry_id, other_entry_id, hash
    on conflict (organization_id, entry_id, other_entry_id, hash) do nothing
    returning id`
  if (added.length)
    await sql(db)`
      delete from knowledge_contradictions
       where organization_id = ${organizationId} and id in (
         select id from knowledge_contradictions where organization_id = ${organizationId}
          order by id desc offset ${MAX_CONTRADICTIONS})`
}

/** Sorts the two sentences of a contradiction, so that both orders make the same row. */
const byEntryAndSentence = (left: FoundStatement, right: FoundStatement) =>
  compare(left.entry_id, right.entry_id) || compare(left.sentence, right.sentence)
const compare = (left: string, right: string) => (left < right ? -1 : Number(left > right))

/**
 * Deletes the contradictions of entries whose chunks are replaced, but keeps the hashes of dismissed
 * contradictions.
 */
export async function forgetContradictions(
  db: Db,
  organizationId: string,
  entryIds: readonly string[],
): Promise<void> {
  await sql(db)`
    delete from knowledge_contradictions
     where organization_id = ${organizationId} and dismissed_at is null
       and (entry_id = any(${entryIds}::uuid[]) or other_entry_id = any(${entryIds}::uuid[]))`
}

/** Lists the contradictions that were not dismissed, by age. */
export async function listContradictions(
  db: Db,
  organizationId: string,
  { limit, order, after }: Page,
): Promise<Paged<ListedContradiction>> {
  const query = builder('knowledge_contradictions as c')
    .select('c.id', 'c.found_at', builder.raw(STATEMENTS))
    .join('knowledge_entries as one', ownEntry('one', 'c.entry_id'))
    .join('knowledge_entries as other', ownEntry('other', 'c.other_entry_id'))
    .where('c.organization_id', organizationId)
    .whereNull('c.dismissed_at')
    .modify((query) => {
      if (after) query.where('c.id', order === 'asc' ? '>' : '<', after)
    })
    .orderBy('c.id', order)
    .limit(limit + 1)
  return toPage((await run<ListedContradiction>(db, query)).rows, { limit })
}

const ownEntry = (entry: string, id: string) => ({
  [`${entry}.organization_id`]: 'c.organization_id',
  [`${entry}.id`]: id,
})

const statementOf = (entry: string, column: string) =>
  `json_build_object('knowledge_id', ${entry}.id, 'kind', ${entry}.kind, 'url', ${entry}.url,
     'title', coalesce(${entry}.title, ${entry}.page_title, ${entry}.question),
     'sentence', c.${column}sentence, 'figures', c.${column}figures)`
const STATEMENTS = `json_build_array(${statementOf('one', '')}, ${statementOf('other', 'other_')}) as statements`

/**
 * Marks a contradiction as dismissed, so that it is not stored again, and keeps only the hash of
 * its sentences.
 * @returns the sentences
 * @throws AppError not_found, also if it was dismissed before
 */
export async function dismissContradiction(
  db: Db,
  organizationId: string,
  id: string,
): Promise<{ sentence: string; other_sentence: string }> {
  const [before] = await sql<{ sentence: string; other_sentence: string }>(db)`
    with before as (
      select id, sentence, other_sentence from knowledge_contradictions
       where organization_id = ${organizationId} and id = ${id} and dismissed_at is null for update
    )
    update knowledge_contradictions c
       set dismissed_at = now(), sentence = '', other_sentence = '', figures = '{}', other_figures = '{}'
      from before where c.organization_id = ${organizationId} and c.id = before.id
    returning before.sentence, before.other_sentence`
  if (!before) throw notFound('contradiction')
  return before
}
