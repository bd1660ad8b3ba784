import MiniSearch from 'minisearch'
import { sql } from '../../shared/lib/db/statements.ts'
import type { Passage } from '../../shared/search/retrieval.ts'
import type { Owner } from '../../test/support/data/knowledge.ts'
import type { TestDb } from '../../test/support/product/testDb.ts'

/**
 * Indexes texts with MiniSearch and its defaults: BM25+ over the words between spaces and
 * punctuation.
 * @returns finds the indexes of the texts that match a question, best first
 */
export function minisearch(texts: readonly string[]): (question: string) => number[] {
  const index = new MiniSearch<{ id: number; text: string }>({ fields: ['text'] })
  index.addAll(texts.map((text, id) => ({ id, text })))
  return (question) => index.search(question).map(({ id }) => id as number)
}

/**
 * Indexes an organization's chunks with MiniSearch. @returns finds the passages for a question,
 * best first
 */
export async function minisearchOf(
  db: TestDb,
  owner: Owner,
): Promise<(question: string) => Passage[]> {
  const chunks = await sql<Passage>(db)`
    select c.entry_id as knowledge_id, c.id as chunk_id, e.kind, e.title, e.url, c.heading, c.text, c.question_key,
           0 as score
      from chunks c join knowledge_entries e on e.organization_id = c.organization_id and e.id = c.entry_id
     where c.organization_id = ${owner.organizationId} order by c.id`
  const search = minisearch(chunks.map(({ text }) => text))
  return (question) => search(question).map((place) => chunks[place]!)
}
