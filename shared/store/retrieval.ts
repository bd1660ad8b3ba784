import { type Db, sql } from '../db.ts'
import type { KnowledgeEntry } from './knowledge.ts'

/** A chunk that may answer a question, with what a citation needs of its entry. */
export interface Passage extends Pick<KnowledgeEntry, 'kind' | 'title' | 'url'> {
  knowledge_id: string
  text: string
  score: number
}

/**
 * The chunks that share most with the question, best first, of the entries that serve the agent.
 *
 * Words match by their English stems, which leaves other languages with whole words; a question word that stands in
 * any form of the text is enough to be a candidate.
 * @param words the question's words, separated by spaces
 */
export async function findPassages(
  db: Db,
  {
    organizationId,
    agentId,
    words,
    limit,
  }: { organizationId: string; agentId: string; words: string; limit: number },
): Promise<Passage[]> {
  return sql<Passage>(db)`
    with question as (
      select string_agg(quote_literal(lexeme), ' | ')::tsquery as terms
        from unnest(tsvector_to_array(to_tsvector('english', ${words}))) as lexeme
    )
    select e.id as knowledge_id, e.kind, coalesce(e.title, e.page_title, e.question) as title, e.url, c.text,
           ts_rank(c.terms, question.terms, 1)::float8 as score
      from question
      join chunks c on c.organization_id = ${organizationId} and c.terms @@ question.terms
      join knowledge_entries e on e.id = c.entry_id and e.organization_id = c.organization_id
     where e.agent_ids is null or ${agentId} = any(e.agent_ids)
     order by score desc, e.id, c.position
     limit ${limit}`
}
