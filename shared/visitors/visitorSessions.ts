import { type Thread, threadRecords } from '../chat/threads.ts'
import { builder, run } from '../lib/db/builder.ts'
import type { Filter } from '../lib/db/crud.ts'
import type { Db } from '../lib/db/db.ts'
import type { Page, Paged } from '../lib/db/paging.ts'

/** A session as a visitor's list shows it. */
export interface VisitorSession extends Thread {
  /** The beginning of the first question; null: no question. */
  first_question: string | null
  /** The beginning of the last finished message; null: none. */
  last_message: { role: string; text: string; created_at: string } | null
}

/** The most characters of a message that a list shows. */
const EXCERPT = 300

/**
 * Lists sessions with their first question and last message. @param filter as `visitorFilter`
 * returns it
 */
export async function listVisitorSessions(
  db: Db,
  organizationId: string,
  filter: Filter,
  page: Page,
): Promise<Paged<VisitorSession>> {
  const found = await threadRecords.session.list(db, organizationId, filter, page)
  const ids = found.rows.map(({ id }) => id)
  const words = await run<Pick<VisitorSession, 'id' | 'first_question' | 'last_message'>>(
    db,
    builder('threads as t')
      .select('t.id', 'first_question', 'last_message')
      .joinRaw(WORDS)
      .where({ 't.organization_id': organizationId })
      .whereIn('t.id', ids),
  )
  const of = new Map(words.rows.map((row) => [row.id, row]))
  return {
    ...found,
    rows: found.rows.map((row) => ({
      ...row,
      first_question: null,
      last_message: null,
      ...of.get(row.id),
    })),
  }
}

const WORDS = `
  left join lateral (select left(m.content, ${EXCERPT}) as first_question from messages m
    where m.organization_id = t.organization_id and m.thread_id = t.id and m.role = 'user'
    order by m.seq limit 1) first on true
  left join lateral (select json_build_object('role', m.role, 'text', left(m.content, ${EXCERPT}), 'created_at', m.created_at) as last_message
    from messages m where m.organization_id = t.organization_id and m.thread_id = t.id and m.content is not null
      and not m.is_internal order by m.seq desc limit 1) newest on true`
