import type { Db } from '../../db/db.ts'
import { writeWhenFree } from '../../db/lockRetry.ts'
import { type Page, type Paged, toPage } from '../../db/paging.ts'
import { preparedText } from '../../db/prepared.ts'
import { type JobError, notFound } from '../../errors.ts'
import type { ThreadKind } from './threads.ts'

/** What a reply rests on. `quote` stands word for word in the knowledge entry. */
export interface Citation {
  knowledge_id: string
  kind: 'file' | 'qa' | 'url'
  title: string | null
  url: string | null
  quote: string
  /** How well the chunk matched the question; comparable within one reply only. */
  score: number
}

export interface Message {
  id: string
  thread_id: string
  thread_kind: ThreadKind
  agent_id: string
  /** Its place in the thread. */
  seq: number
  /** How often a worker has begun the reply. */
  attempt: number
  /** Whether a client follows the reply while it is written. */
  streamed: boolean
  role: 'user' | 'assistant'
  status: 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled'
  content: string | null
  in_reply_to: string | null
  metadata: Record<string, unknown>
  /** The id of the request that posted the question; a question and its reply share it. */
  request_id: string
  citations: Citation[]
  /** Whether knowledge supports a completed reply. null also for replies that are older than this field. */
  grounded: boolean | null
  model: string | null
  finish_reason: string | null
  error: JobError | null
  usage: { input_tokens: number; output_tokens: number; cost_usd: number | null } | null
  created_at: Date
  updated_at: Date
  completed_at: Date | null
}

const COLUMNS = `m.id, m.thread_id, t.kind as thread_kind, m.agent_id, m.seq, m.attempt, m.streamed, m.role, m.status,
  m.content, m.in_reply_to, m.metadata, m.request_id, m.citations, m.grounded, m.model, m.finish_reason, m.error,
  m.created_at, m.updated_at, m.completed_at,
  case when u.reply_id is not null then json_build_object('input_tokens', u.input_tokens,
    'output_tokens', u.output_tokens, 'cost_usd', u.cost_usd::float8) end as usage`
const TABLES = `messages m join threads t on t.id = m.thread_id
  left join usages u on u.reply_id = m.id and u.attempt = m.attempt`

/** @throws AppError not_found, also for a message of another thread */
export async function getMessage(
  db: Db,
  organizationId: string,
  threadId: string,
  id: string,
): Promise<Message> {
  const [message] = await preparedText<Message>(
    db,
    `select ${COLUMNS} from ${TABLES}
      where m.organization_id = :organizationId and m.thread_id::text = :threadId::uuid::text and m.id = :id`,
    { organizationId, threadId, id },
  )
  if (!message) throw notFound('message')
  return message
}

/** Lists messages in the thread's order. @throws AppError not_found if `after` is not a message of the thread */
export async function listMessages(
  db: Db,
  organizationId: string,
  threadId: string,
  page: Page,
): Promise<Paged<Message>> {
  const after = page.after && (await getMessage(db, organizationId, threadId, page.after))
  const rows = await db
    .select(db.raw(COLUMNS))
    .from(db.raw(TABLES))
    .where({ 'm.organization_id': organizationId, 'm.thread_id': threadId })
    .modify((query) => {
      if (after) query.where('m.seq', page.order === 'asc' ? '>' : '<', after.seq)
    })
    .orderBy('m.seq', page.order)
    .limit(page.limit + 1)
  return toPage(rows, page)
}

/**
 * Those of `ids` that are finished. The ids come from this process's own waiters, each of which was let in by its
 * organization. Their number is hidden from the planner, which would else plan for each anew.
 */
export async function readFinishedReplies(db: Db, ids: readonly string[]): Promise<Message[]> {
  return preparedText<Message>(
    db,
    `select ${COLUMNS} from ${TABLES}
      where m.id = any(array(select unnest(:ids::uuid[]))) and m.status in ('completed', 'failed', 'cancelled')`,
    { ids },
  )
}

/**
 * Reads a finished reply that came with a notification.
 * @param signal as `makeComplete` of replies.ts makes it. Whoever else may send to the channel ends no process by it
 */
export function messageOf(signal: string): Message | undefined {
  if (!signal.startsWith('{')) return undefined
  try {
    const message = JSON.parse(signal)
    for (const time of ['created_at', 'updated_at', 'completed_at']) message[time] = new Date(message[time])
    return message
  } catch {
    return undefined
  }
}

/**
 * Cancels a reply in progress. Its worker notices at its next renewal, within 3 s, and ends the model call; whatever
 * it has by then is fenced off.
 * @returns false when there is nothing to cancel
 * @throws RowLocked when somebody has locked it for `rowLockedMs`
 */
export function cancelReply(
  db: Db,
  organizationId: string,
  threadId: string,
  id: string,
  rowLockedMs: number,
): Promise<boolean> {
  return writeWhenFree(
    db,
    {
      table: 'messages',
      // The thread as text, so that no plan made for an empty table uses its index and reads all of it.
      own: `id = :id and organization_id = :organizationId and thread_id::text = :threadId::uuid::text and status in ('queued', 'processing')`,
      set: `status = 'cancelled', wake_at = null, draft = null, completed_at = now()`,
    },
    { organizationId, threadId, id },
    rowLockedMs,
  )
}
