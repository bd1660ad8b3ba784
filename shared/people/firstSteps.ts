import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'

/** What a new organization has done. */
export interface FirstStepsDone {
  has_agent: boolean
  has_knowledge: boolean
  /** Somebody has asked something, if only in the playground. */
  has_question: boolean
  /** The origin of the first own page whose widget got a reply; null: there is none. */
  page_origin: string | null
}

/** The oldest sessions of own pages that are looked at for a reply. */
const MAX_SESSIONS = 100

export async function readFirstSteps(db: Db, organizationId: string): Promise<FirstStepsDone> {
  const [done] = await sql<FirstStepsDone>(db)`
    select exists (select from agents where organization_id = ${organizationId} and deleted_at is null) as has_agent,
           exists (select from knowledge_entries where organization_id = ${organizationId}) as has_knowledge,
           exists (select from messages where organization_id = ${organizationId}) as has_question,
           (select t.page_origin
              from (select id, page_origin from threads
                     where organization_id = ${organizationId} and page_origin is not null
                     order by id limit ${MAX_SESSIONS}) t
             where exists (select from messages m
                            where m.organization_id = ${organizationId} and m.thread_id = t.id
                              and m.role = 'assistant' and m.status = 'completed')
             order by t.id limit 1) as page_origin`
  return done!
}
