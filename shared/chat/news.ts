import type { Db } from '../lib/db/db.ts'
import { preparedText } from '../lib/db/statements.ts'
import { ENDED, MESSAGE_COLUMNS, type Message, USAGE } from './messages.ts'
import { AGENT_NOT_DELETED } from './threads.ts'

/**
 * How far a client has read a thread. A reply gets its place when its question is accepted, and its
 * row when it ends: so places below the highest one may still be missing.
 */
export interface NewsPlace {
  /** All messages up to this `seq` have been read, except those of `missing`. */
  high: number
  /** Places of replies that are not finished yet. */
  missing: readonly number[]
}

const MAX_SEQ = 2 ** 31 - 1
/** The place after all that there is. */
export const NOW: NewsPlace = { high: MAX_SEQ, missing: [] }

/**
 * The cursor of a place: the last `seq` up to which nothing is missing. A reader that goes on after
 * it misses nothing, and may get messages again that came after the oldest unfinished reply.
 */
export const cursorOf = ({ high, missing }: NewsPlace) =>
  String(Math.min(high, ...missing.map((seq) => seq - 1)))

/** The place of a cursor. One beyond the thread's end counts as its end. */
export const placeOfCursor = (cursor: string): NewsPlace => ({
  high: Math.min(Number(cursor), MAX_SEQ),
  missing: [],
})

/** What is new in a thread. */
export interface News {
  /** Finished messages in the thread's order, with the cursor after each. */
  messages: { message: Message; cursor: string }[]
  next: NewsPlace
  /** Whether there are further messages now. */
  has_more: boolean
  /** See `readMarks`. */
  mark: string
  /**
   * Changes when the thread changes hands, gets another assignee, its customer is told that nobody
   * has answered in time, or is answered after that.
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
 * One statement, and so one snapshot: a reply that ends is either unfinished or a message in it.
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
 * Reads at most `limit` finished messages, internal notes among them, which the reader has not read
 * yet.
 * @returns undefined: the thread is gone
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
  // A page that is full has not looked at the others that were missing.
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
 * Reads a text for each of the threads that changes whenever there is something new in it. Threads
 * that are gone are left out. The ids come from this process's own followers, whose access was
 * checked.
 */
export async function readMarks(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await preparedText<NewsRow>(db, MARKS, { ids })
  return new Map(rows.map((row) => [row.id, markOf(row)]))
}

const MARKS = `
  select threads.id, threads.last_seq, ${UNFINISHED} as unfinished, ${HANDS} as hands
    from threads where threads.id = any(:ids::uuid[]) and ${AGENT_NOT_DELETED}`
