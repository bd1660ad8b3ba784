import type { ReplyInputs, Turn } from '../chat/replyInputs.ts'
import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'
import { AppError } from '../lib/errors.ts'

/** The customer's last question in a thread, and the messages before it. */
export interface OpenQuestion extends Pick<ReplyInputs, 'question_attachments'> {
  agent_id: string
  question: string
  history: Turn[]
  traits: Record<string, unknown> | null
  locale: string | null
}

/** More messages than fit into a usual token budget. */
const MAX_TURNS = 60

/**
 * Reads the customer's last question.
 * @throws AppError not_found: the customer has asked nothing yet
 */
export async function readLastQuestion(
  db: Db,
  organizationId: string,
  threadId: string,
): Promise<OpenQuestion> {
  const [found] = await sql<OpenQuestion>(db)`
    select t.agent_id, q.content as question, q.attachments as question_attachments, c.traits, t.locale,
           coalesce((
             select json_agg(json_strip_nulls(json_build_object('role', h.role, 'content', h.content, 'author', h.author_name, 'attachments', h.attachments, 'marks', h.marks)) order by h.seq)
               from (select role, content, author_name, attachments, marks, seq from messages
                      where organization_id = q.organization_id and thread_id = t.id and seq < q.seq
                        and status = 'completed' and content is not null and not is_internal
                      order by seq desc limit ${MAX_TURNS}) h
           ), '[]') as history
      from threads t
      join lateral (select organization_id, seq, content, attachments from messages
                     where organization_id = t.organization_id and thread_id = t.id and role = 'user'
                     order by seq desc limit 1) q on true
      left join contexts c on c.id = t.user_context_id and c.organization_id = t.organization_id
     where t.organization_id = ${organizationId} and t.id = ${threadId}`
  if (!found)
    throw new AppError(
      'not_found',
      'The customer has asked nothing yet: there is nothing to suggest.',
    )
  return found
}
