import type { Db } from '../lib/db/db.ts'
import { preparedText } from '../lib/db/statements.ts'
import { ENDED, MESSAGE_COLUMNS, type Message, USAGE } from './messages.ts'
import { AGENT_NOT_DELETED } from './threads.ts'

/**
 * How far a client has read a thread. A reply gets its place when its question is accepted, and its
 * row when it ends. So messages below the highest place may still be missing.
 */
export interface NewsPlace {
  /** All messages up to this `seq` have been read, except those of `missing`. */
  high: number
  /** Places of unfinished replies. */
  missing: readonly number[]
}

const MAX_SEQ = 2 ** 31 - 1
/** The place after all messages. */
export const NOW: NewsPlace = { high: MAX_SEQ, missing: [] }

/**
 * Returns the cursor of a place: the last `seq` up to which no message is missing. A reader that
 * resumes there misses nothing, and may get messages after the oldest unfinished reply again.
 */
export const cursorOf = ({ high, missing }: NewsPlace) =>
  String(Math.min(high, ...missing.map((seq) => seq - 1)))

/** Returns the place of a cursor. A cursor beyond the thread's end counts as its end. */
export const placeOfCursor = (cursor: string): NewsPlace => ({
  high: Math.min(Number(cursor), MAX_SEQ),
  missing: [],
})

/** New messages and changes in a thread. */
export interface News {
  /** Finished messages in the thread's order, with the cursor after each. */
  messages: { message: Message; cursor: string }[]
  next: NewsPlace
  /** Whether further messages exist now. */
  has_more: boolean
  /** See `readMarks`. */
  mark: string
  /**
   * A text that changes with the thread's handoff state: handed off or returned, another assignee,
   * a customer notified that nobody has answered in time, or answered after that notice.
   */
  hands: string
}

/** Places of the thread's unfinished replies. */
const UNFINISHED = `array(
  select j.position from open_jobs j
   where j.lane = 'reply' and j.organization_id = threads.organization_id and j.thread_id = threads.id
     and j.position >= threads.first_open_seq
   order by j.position)`
const HANDS = `concat_ws(' ', threads.handoff_epoch, (
  select concat_ws(' ', h.assignee_id, case when h.unanswered_at >= h.waiting_since then h.unanswered_at end) from handoffs h where h.id = threads.handoff_id))`

/**
 * A single statement has a single snapshot, in which a reply that ends is either unfinished or a
 * message.
 */
const NEWS = `
  with thread as materialized (
    select threads.id, threads.last_seq, ${UNFINISHED} as unfinished, ${HANDS} as hands
      from threads
     where threads.organization_id = :organizationId and threads.id = :threadId and ${AGENT_NOT_DELETED}
  )
  select thread.last_seq, thread.unfinished, thread.hands, m.*
    from thread left join lateral (
      select ${MESSAGE_COLUMNS} from messages m ${USAGE}
       where m.organization_id = :organizationId and m.thread_id = thread.id
         and m.seq > least(:from::integer, thread.last_seq)
         and (m.seq > least(:high::integer, thread.last_seq) or m.seq = any(:missing::integer[])) and ${ENDED}
       order by m.seq limit :limit) m on true
   order by m.seq`

type NewsRow = Message & { last_seq: number; unfinished: number[]; hands: string }

/**
 * Reads at most `limit` finished messages that the reader has not read yet, internal notes
 * included.
 * @returns undefined: the thread was deleted
 */
export async function readNews(
  db: Db,
  organizationId: string,
  threadId: string,
  place: NewsPlace,
  limit: number,
): Promise<News | undefined> {
  const rows = await preparedText<NewsRow>(db, NEWS, {
    organizationId,
    threadId,
    limit: limit + 1,
    from: Number(cursorOf(place)),
    high: place.high,
    missing: place.missing,
  })
  const [first] = rows
  if (!first) return undefined
  const { last_seq, unfinished, hands } = first
  const found = rows.filter(({ id }) => id !== null)
  const read = found.slice(0, limit)
  const has_more = found.length > limit
  const upTo = read.at(-1)?.seq ?? 0
  const high = has_more ? Math.max(Math.min(place.high, last_seq), upTo) : last_seq
  const missing = unfinished.filter((seq) => seq <= high)
  // A full page has not looked at the missing messages beyond its end.
  if (has_more) missing.push(...place.missing.filter((seq) => seq > upTo && !missing.includes(seq)))
  const next = { high, missing }
  return {
    messages: read.map(({ last_seq: _, unfinished: __, hands: ___, ...message }, index) => ({
      message,
      cursor: cursorOf({
        high,
        missing: [...missing, ...read.slice(index + 1, index + 2).map(({ seq }) => seq)],
      }),
    })),
    next,
    has_more,
    hands,
    mark: markOf(first),
  }
}

const markOf = ({ last_seq, unfinished, hands }: Omit<NewsRow, keyof Message>) =>
  JSON.stringify([last_seq, unfinished, hands])

/**
 * Reads a mark for each thread: a text that changes with every change in it. Deleted threads are
 * left out. The ids come from this process's own followers, whose access was checked.
 */
export async function readMarks(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await preparedText<NewsRow>(db, MARKS, { ids })
  return new Map(rows.map((row) => [row.id, markOf(row)]))
}

const MARKS = `
  select threads.id, threads.last_seq, ${UNFINISHED} as unfinished, ${HANDS} as hands
    from threads where threads.id = any(:ids::uuid[]) and ${AGENT_NOT_DELETED}`
