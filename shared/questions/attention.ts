import { NEGATIVE_RATING } from '../chat/feedback.ts'
import { questionId } from '../chat/messages.ts'
import { isSmallTalk } from '../languages/smallTalk.ts'
import type { Db } from '../lib/db/db.ts'
import { sql, sqlText } from '../lib/db/statements.ts'
import { OF_NO_TEST } from '../lib/db/testThreads.ts'
import { ofSlice, type ThreadSlice } from '../lib/db/threadSlices.ts'
import { notFound } from '../lib/errors.ts'
import { hashOf, questionKey } from '../lib/text/terms.ts'
import type { QuestionsQuery } from './topics.ts'

/** Reasons for which a question needs attention, the worst first. */
export const REASONS = ['failed', 'rated_low', 'ungrounded'] as const
export type AttentionReason = (typeof REASONS)[number]

/** A question that needs attention, however often it was asked. */
export interface AttentionItem {
  /** The message in which the question was last asked. */
  id: string
  question: string
  /** How often the question needs attention, by reason. */
  counts: Record<AttentionReason, number>
  /** The worst of its reasons: the first in the order of `REASONS`. */
  main_reason: AttentionReason
  asked_at: Date
  thread_id: string
  agent_id: string
  agent_name: string
  /** The beginning of the last reply; null: it failed. */
  reply: string | null
  /** The code of the last failure; null: it did not fail. */
  error: string | null
}

/**
 * The place of a question in the list: how often it needs attention, when it was last asked, and
 * its id.
 */
export interface AttentionPlace {
  times: number
  asked_at: Date
  id: string
}

export interface Attention {
  items: AttentionItem[]
  has_more: boolean
  /** The number of questions on all pages. */
  total: number
  /** The number of questions by reason. A question with two reasons counts for both. */
  totals: Record<AttentionReason, number>
  /** The number of questions by their main reason. They add up to `total`. */
  main_totals: Record<AttentionReason, number>
  /** Whether a reason has more than 1,000 replies, of which only the newest were read. */
  is_capped: boolean
}

/** The most replies that are read for each reason, newest first. */
const MAX_REPLIES = 1_000
/**
 * The most questions of an organization that are stored as handled. Beyond it, the oldest are
 * deleted.
 */
const MAX_HANDLED = 10_000

interface PoorlyAnswered {
  id: string
  reason: AttentionReason
  question: string
  asked_at: Date
  thread_id: string
  agent_id: string
  agent_name: string
  reply: string | null
  error: string | null
}

/**
 * Reads one message by its id. The limit keeps PostgreSQL from reading all messages to join them.
 */
const message = (id: string) =>
  `select * from messages where organization_id = :organization_id and id = ${id} limit 1`

/**
 * Returns the query of the questions that need attention for a reason.
 * @param from tables with the reply `r`, newest first, at most MAX_REPLIES + 1
 * @param question the id of its question
 */
const part = (reason: AttentionReason, from: string, question: string) => `
  select q.id, '${reason}' as reason, left(q.content, 2000) as question, q.created_at as asked_at, q.thread_id, q.agent_id,
         a.name as agent_name, left(r.content, 300) as reply, r.error ->> 'code' as error
    from ${from}
   cross join lateral (${message(question)}) q
    join agents a on a.organization_id = q.organization_id and a.id = q.agent_id and a.deleted_at is null
   where q.role = 'user'`

const WITHIN = 'organization_id = :organization_id and created_at >= :from and created_at < :to'
const NEWEST = `order by created_at desc limit ${MAX_REPLIES + 1}`
const replies = (slice: ThreadSlice, where: string) => `(
  select * from messages
   where ${WITHIN} and ${where} and ${OF_NO_TEST} and (:agent_id::uuid is null or agent_id = :agent_id::uuid)${ofSlice(slice)} ${NEWEST}) r`
const ratings = (slice: ThreadSlice) => `(
  select * from feedback
   where ${WITHIN} and rating <= ${NEGATIVE_RATING} and ${OF_NO_TEST}${ofSlice(slice)}
     and (:agent_id::uuid is null or exists (
           select from threads t where t.organization_id = feedback.organization_id and t.id = feedback.thread_id
              and t.agent_id = :agent_id::uuid)) ${NEWEST}) f
  left join lateral (${message('f.message_id')}) r on r.role = 'assistant'`
/** A rating of a whole thread counts for its first question. */
const RATED = `coalesce(${questionId('r')}, (
  select first.id from messages first
   where first.organization_id = :organization_id and first.thread_id = f.thread_id and first.seq = 1))`

const found = (slice: ThreadSlice) =>
  [
    part('failed', replies(slice, "status = 'failed'"), questionId('r')),
    part('rated_low', ratings(slice), RATED),
    part('ungrounded', replies(slice, 'not grounded'), questionId('r')),
  ].join(' union all ')

export interface AttentionPage {
  limit: number
  reason?: AttentionReason | undefined
  main_reason?: AttentionReason | undefined
  after?: AttentionPlace | undefined
}

/**
 * Lists the questions of the window whose replies failed, cited no knowledge or were rated low,
 * most frequent first. Leaves out small talk that no knowledge could answer, and questions that
 * were handled since they were asked.
 * @param reason only questions that need attention for this reason
 * @param main_reason only questions of which this is the worst reason
 * @param after only questions that come after this place
 */
export async function listAttention(
  db: Db,
  query: QuestionsQuery,
  { limit, reason, main_reason, after }: AttentionPage,
): Promise<Attention> {
  const rows = await sqlText<PoorlyAnswered>(db, found(query), {
    ...query,
    agent_id: query.agent_id ?? null,
  })
  const perReason = countBy(rows, (row) => row.reason)
  const keys = new Map(rows.map(({ question }) => [question, '']))
  for (const question of keys.keys()) keys.set(question, keyOf(question))
  const keyed = rows.map((row) => ({ ...row, key: keys.get(row.question)! }))
  const handled = await readHandled(db, query.organization_id, [...new Set(keys.values())])
  const items = new Map<string, Omit<AttentionItem, 'main_reason'>>()
  const idle = new Map<string, boolean>()
  const isIdle = ({ key, question }: { key: string; question: string }) => {
    const known = idle.get(key) ?? isSmallTalk(question)
    idle.set(key, known)
    return known
  }
  for (const row of keyed) {
    const since = handled.get(row.key)
    if (since && since >= row.asked_at) continue
    if (row.reason === 'ungrounded' && !items.has(row.key) && isIdle(row)) continue
    const { key, reason: why, ...asked } = row
    const known = items.get(key)
    const counts = known?.counts ?? { failed: 0, rated_low: 0, ungrounded: 0 }
    counts[why]++
    const isNewer = !known || row.asked_at > known.asked_at
    items.set(key, isNewer ? { ...asked, counts } : known)
  }
  const all = [...items.values()]
    .map((item) => ({ ...item, main_reason: REASONS.find((name) => item.counts[name] > 0)! }))
    .sort((left, right) => inOrder(placeOf(left), placeOf(right)))
  const listed = all.filter(
    (item) =>
      (!reason || item.counts[reason] > 0) &&
      (!main_reason || item.main_reason === main_reason) &&
      (!after || inOrder(after, placeOf(item)) < 0),
  )
  return {
    items: listed.slice(0, limit),
    has_more: listed.length > limit,
    total: all.length,
    totals: totalsOf((name) => all.filter(({ counts }) => counts[name] > 0).length),
    main_totals: totalsOf((name) => all.filter((item) => item.main_reason === name).length),
    is_capped: Math.max(0, ...perReason.values()) > MAX_REPLIES,
  }
}

const totalsOf = (countOf: (reason: AttentionReason) => number) =>
  Object.fromEntries(REASONS.map((reason) => [reason, countOf(reason)])) as Record<
    AttentionReason,
    number
  >

/** Returns the key of a question. A question without letters and digits gets its own hash. */
const keyOf = (question: string) => questionKey(question) ?? hashOf(question)

export const placeOf = ({ id, asked_at, counts }: AttentionItem): AttentionPlace => ({
  id,
  asked_at,
  times: counts.failed + counts.rated_low + counts.ungrounded,
})

/** Sorts the list: most frequent first, then newest. */
const inOrder = (left: AttentionPlace, right: AttentionPlace) =>
  right.times - left.times ||
  right.asked_at.getTime() - left.asked_at.getTime() ||
  (left.id < right.id ? -1 : Number(left.id > right.id))

function countBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1)
  return counts
}

async function readHandled(
  db: Db,
  organizationId: string,
  keys: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await sql<{ key: string; handled_at: Date }>(db)`
    select key, handled_at from handled_questions
     where organization_id = ${organizationId} and key = any(${keys}::text[])`
  return new Map(rows.map(({ key, handled_at }) => [key, handled_at]))
}

/**
 * Marks a question as handled until it is asked again, in any case and punctuation. Stores only its
 * hash.
 * @param id the message in which it was asked
 * @throws AppError not_found
 */
export async function handleQuestion(db: Db, organizationId: string, id: string): Promise<void> {
  const [asked] = await sql<{ question: string }>(db)`
    select left(content, 2000) as question from messages
     where organization_id = ${organizationId} and id = ${id} and role = 'user'`
  if (!asked) throw notFound('question')
  await sql(db)`
    insert into handled_questions (organization_id, key) values (${organizationId}, ${keyOf(asked.question)})
    on conflict (organization_id, key) do update set handled_at = now()`
  await sql(db)`
    delete from handled_questions
     where organization_id = ${organizationId} and key in (
       select key from handled_questions where organization_id = ${organizationId}
        order by handled_at desc offset ${MAX_HANDLED})`
}
