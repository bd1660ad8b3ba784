import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'
import { UNSTEMMED } from '../lib/text/stems.ts'

/** The most chunks that are read. Reading a hundred beginnings takes a millisecond. */
export const SAMPLED_CHUNKS = 100
/** Characters that suffice to detect a language. */
const BEGINNING = 300

/** The parts of a chunk by which its language is detected. */
export interface SampledChunk {
  /** The language whose stems its words are reduced to, as `stemsOf` names it. */
  stems: string
  /** The beginning of its text; null: `stems` already names the language. */
  beginning: string | null
  /** The agents that its entry serves; null: every agent of the organization. */
  agent_ids: string[] | null
}

/** Reads some of an organization's chunks. They are a random sample, since their ids are random. */
export const readChunkSample = (db: Db, organizationId: string): Promise<SampledChunk[]> =>
  sql<SampledChunk>(db)`
    select c.language as stems, e.agent_ids,
           case when c.language = ${UNSTEMMED} then left(c.text, ${BEGINNING}) end as beginning
      from (select language, text, entry_id from chunks where organization_id = ${organizationId}
             order by id limit ${SAMPLED_CHUNKS}) c
      join knowledge_entries e on e.organization_id = ${organizationId} and e.id = c.entry_id`
