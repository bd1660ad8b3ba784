import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'

/** The first steps that a new organization has completed. */
export interface FirstStepsDone {
  has_agent: boolean
  has_knowledge: boolean
  /** Whether any question was asked, also in the playground. */
  has_question: boolean
  /** The origin of the organization's first own page whose widget got a reply; null: none. */
  page_origin: string | null
}

/** The most sessions of own pages, oldest first, that are searched for a reply. */
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
