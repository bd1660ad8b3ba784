import { NIL } from 'uuid'
import { NEGATIVE_RATING } from '../chat/feedback.ts'
import type { Message } from '../chat/messages.ts'
import {
  anythingWith,
  contains,
  excerptOf,
  lastIdAt,
  messagesWith,
  peopleWith,
  SEARCHED_MESSAGES,
  type SearchedIds,
  spellingsOf,
} from '../chat/threadSearch.ts'
import { AGENT_NOT_DELETED, type Thread, type ThreadKind } from '../chat/threads.ts'
import { HANDOFF_STATES, type HandoffFilter, type HandoffReason } from '../handoffs/records.ts'
import { builder, type Query, run } from '../lib/db/builder.ts'
import type { Db } from '../lib/db/db.ts'
import { type Paged, toPage } from '../lib/db/paging.ts'
import { sql } from '../lib/db/statements.ts'
import { hasSliceValue } from '../lib/db/threadSlices.ts'
import { notFound } from '../lib/errors.ts'
import { ofTopic, readTopicId } from '../questions/topicId.ts'

/** The filters. An undefined filter does not apply. */
export interface ThreadFilter {
  kind?: ThreadKind | undefined
  agent_id?: string | undefined
  /** Only threads with one of these agents. */
  agent_ids?: readonly string[] | undefined
  /** Only threads that test keys opened, or only other threads. */
  is_test?: boolean | undefined
  /** Only threads of the playground, or only other threads. */
  is_playground?: boolean | undefined
  /** `open`: takes messages, of either kind. */
  status?: 'open' | 'closed' | 'expired' | undefined
  /** Active at this time or later. */
  from?: Date | undefined
  /** Active before this time. */
  to?: Date | undefined
  /** A part of the customer's or the visitor's id, ignoring case. */
  person?: string | undefined
  /**
   * Threads of this context's user: those that refer to the context, and live threads whose
   * customer is the user.
   */
  user_context_id?: string | undefined
  /** A part of a message, ignoring case. */
  text?: string | undefined
  /**
   * A part of a message, of the title, or of the person's reference, name or email address,
   * ignoring case.
   */
  search?: string | undefined
  has_failures?: boolean | undefined
  has_feedback?: boolean | undefined
  has_negative_feedback?: boolean | undefined
  has_positive_feedback?: boolean | undefined
  has_ungrounded_replies?: boolean | undefined
  has_grounded_replies?: boolean | undefined
  /** The id of a topic, to which the first question belongs. */
  topic?: string | undefined
  /** A key of `metadata`, and its value as text. */
  metadata_key?: string | undefined
  metadata_value?: string | undefined
  /** Threads with a handoff in this state; `none`: threads that people never had. */
  handoffs?: HandoffFilter | 'none' | undefined
  /** Threads with a handoff for this reason that is also in the state `handoffs`. */
  handoff_reason?: HandoffReason | undefined
  /**
   * The period in which the failed, grounded or ungrounded replies, ratings, handoffs or first
   * questions of the other filters must be. Without such a filter, the period of a question.
   */
  during_from?: Date | undefined
  during_to?: Date | undefined
}

/** The outcome of a thread so far: the worst known of its replies. */
export const OUTCOMES = [
  'rated_low',
  'failed',
  'handed_off',
  'not_from_knowledge',
  'answered',
] as const
export type ThreadOutcome = (typeof OUTCOMES)[number]

/** The newest message in which a searched text was found. */
export interface ThreadMatch {
  message_id: string
  role: Message['role']
  /** The found text and its surroundings. */
  text: string
}

/** A thread as lists show it. */
export interface ThreadSummary extends Omit<Thread, 'metadata' | 'subject'> {
  agent_name: string
  /** Whether the agent takes files of customers and people. */
  allow_attachments: boolean
  /**
   * The customer's name or else email address, from their traits; null: neither is known, or the
   * thread is a test.
   */
  customer_name: string | null
  /** The beginning of the user's first message; null: none. */
  first_question: string | null
  /** null: no reply has ended yet, and people never had it. */
  outcome: ThreadOutcome | null
  /** When its last message was posted, or when it was opened if it has none. */
  active_at: Date
  message_count: number
  failed_replies: number
  ungrounded_replies: number
  /** Whether a reply of the thread is unfinished. */
  is_answering: boolean
  feedback_count: number
  /** Number of ratings of 1 or 2. */
  negative_feedback_count: number
  /** null: no rating. */
  average_rating: number | null
  /** The newest message with text. */
  last_message: { role: Message['role']; text: string } | null
  /** null: no search, or only a name matched. */
  match: ThreadMatch | null
}

/** The place of a thread in the list: its `active_at` in microseconds since 1970, and its id. */
export interface ThreadPlace {
  active_at: string
  id: string
}

/** Ratings from this value on are positive. */
const POSITIVE_RATING = 4

/** The most characters of a message that a list shows. */
const EXCERPT = 200

const MICROSECONDS = `(extract(epoch from active_at) * 1000000)::bigint::text`

/**
 * Lists threads, the most recently active first, with one query per page.
 * @returns also the time after which messages were searched; null: all were searched, or no text
 *   was given
 */
export async function listThreads(
  db: Db,
  organizationId: string,
  filter: ThreadFilter,
  { limit, after }: { limit: number; after?: ThreadPlace | undefined },
): Promise<Paged<ThreadSummary & { place: ThreadPlace }> & { searched_since: Date | null }> {
  const { from, to, text, search } = filter
  const { ids, since } = await searchedPart(db, organizationId, filter)
  const threads = matching(organizationId, filter).whereRaw('threads.id = o.thread_id')
  const page = builder
    .select('t.*')
    .from('threads_by_activity as o')
    .joinRaw('cross join lateral (?) as t', [threads as never])
    .where('o.organization_id', organizationId)
    .modify((query) => {
      if (from) query.where('o.active_at', '>=', from)
      // No question or handoff comes after a thread's last activity, but a rating may.
      if (filter.during_from && !isOfRatings(filter))
        query.where('o.active_at', '>=', filter.during_from)
      if (to) query.where('o.active_at', '<', to)
      // Inside coalesce, the condition stays a look-up in a hash. Frequent words end the scan after
      // a few threads, and rare words are not joined to threads that lack them.
      for (const found of foundBy(filter))
        query.whereRaw(`coalesce(o.thread_id in (select thread_id from ${found}), false)`)
      if (after)
        query.whereRaw(
          `(o.active_at, o.thread_id) < ('epoch'::timestamptz + ? * interval '1 microsecond', ?::uuid)`,
          [after.active_at, after.id],
        )
    })
    .orderBy([
      { column: 'o.active_at', order: 'desc' },
      { column: 'o.thread_id', order: 'desc' },
    ])
    .limit(limit + 1)
  const rows = await summaries(db, page, searches(organizationId, filter, ids), foundBy(filter)[0])
  const shown = toPage(
    rows.map(({ active_microseconds, matched, ...row }) => ({
      ...row,
      match: matched && { ...matched, text: excerptOf(matched.text, search ?? text ?? '') },
      place: { active_at: active_microseconds, id: row.id },
    })),
    { limit },
  )
  return { ...shown, searched_since: since }
}

/** Reads a thread as lists show it. @throws AppError not_found */
export async function getThreadSummary(
  db: Db,
  organizationId: string,
  id: string,
): Promise<ThreadSummary> {
  const [row] = await summaries(db, matching(organizationId, {}).select('*').where({ id }))
  if (!row) throw notFound('thread')
  const { active_microseconds: _, matched: __, ...summary } = row
  return { ...summary, match: null }
}

/** Lists threads by opening time, oldest first. Later messages do not change this order. */
export async function listThreadsByAge(
  db: Db,
  organizationId: string,
  filter: ThreadFilter,
  { limit, after }: { limit: number; after?: string },
): Promise<Paged<Thread>> {
  const { ids } = await searchedPart(db, organizationId, filter)
  const query = matching(organizationId, filter)
    .select('*')
    .modify((query) => {
      for (const [name, search] of searches(organizationId, filter, ids))
        query.withMaterialized(name, search)
      for (const found of foundBy(filter)) query.whereRaw(`id in (select thread_id from ${found})`)
      if (after) query.where('id', '>', after)
    })
    .orderBy('id')
    .limit(limit + 1)
  return toPage((await run<Thread>(db, query)).rows, { limit })
}

/**
 * Returns the range of messages that a search reads.
 * @returns also the time after which they were posted; null: all messages
 */
async function searchedPart(
  db: Db,
  organizationId: string,
  { text, search, to }: ThreadFilter,
): Promise<{ ids: SearchedIds; since: Date | null }> {
  const last = lastIdAt(to)
  const [before] =
    (text ?? search) === undefined
      ? []
      : await sql<{ id: string; created_at: Date }>(db)`
          select id, created_at from messages
           where organization_id = ${organizationId} and id <= ${last}
           order by id desc offset ${SEARCHED_MESSAGES} limit 1`
  return { ids: { after: before?.id ?? NIL, to: last }, since: before?.created_at ?? null }
}

/** Sums the usage of a thread's replies, including failed calls of the model. */
export async function sumThreadUsage(db: Db, organizationId: string, id: string) {
  const [sums] = await sql<{
    input_tokens: number
    output_tokens: number
    cost_usd: number | null
  }>(db)`
    select coalesce(sum(u.input_tokens), 0)::float8 as input_tokens, coalesce(sum(u.output_tokens), 0)::float8 as output_tokens,
           sum(u.cost_usd)::float8 as cost_usd
      from messages m join usages u on u.reply_id = m.id and u.organization_id = m.organization_id
     where m.organization_id = ${organizationId} and m.thread_id = ${id}`
  return sums!
}

const STATUS = { open: ['open', 'active'], closed: ['closed'], expired: ['expired'] } as const

/** Returns the queries that conditions of the filter refer to, by name. */
function searches(
  organizationId: string,
  { text, search }: ThreadFilter,
  ids: SearchedIds,
): [string, Query][] {
  const all: [string, Query][] = []
  if (search !== undefined)
    all.push(
      ['people', peopleWith(organizationId, search)],
      ['found_by_search', anythingWith(organizationId, search, ids)],
    )
  if (text !== undefined) all.push(['found_by_text', messagesWith(organizationId, text, ids)])
  return all
}

/** Returns the names of the queries that list the threads in which a text was found. */
const foundBy = ({ search, text }: ThreadFilter) => [
  ...(search === undefined ? [] : ['found_by_search']),
  ...(text === undefined ? [] : ['found_by_text']),
]

/** Selects threads by all conditions but those of `foundBy`. Needs the queries of `searches`. */
function matching(organizationId: string, filter: ThreadFilter) {
  const {
    kind,
    agent_id,
    agent_ids,
    is_test,
    is_playground,
    status,
    from,
    to,
    person,
    user_context_id,
  } = filter
  return builder('threads')
    .where({
      organization_id: organizationId,
      ...(kind && { kind }),
      ...(agent_id && { agent_id }),
    })
    .whereRaw(AGENT_NOT_DELETED)
    .modify((query) => {
      if (agent_ids) query.whereIn('agent_id', agent_ids)
      if (is_test !== undefined) query.where({ is_test })
      if (is_playground !== undefined) query.where({ is_playground })
      if (status) query.whereIn('status', STATUS[status])
      if (filter.handoffs === 'none') query.where({ handoff_epoch: 0 })
      if (from) query.where('active_at', '>=', from)
      if (to) query.where('active_at', '<', to)
      if (person)
        query.whereRaw(
          `(${contains('customer_id', person)} or ${contains('visitor_id', person)})`,
          [...spellingsOf(person), ...spellingsOf(person)],
        )
      if (filter.metadata_key !== undefined)
        query.whereRaw(hasSliceValue(), {
          metadata_key: filter.metadata_key,
          metadata_value: filter.metadata_value ?? '',
        })
      if (user_context_id)
        query.whereRaw(
          `(user_context_id = :id or not is_test and customer_id =
             (select user_reference from contexts where organization_id = :organization and id = :id))`,
          { id: user_context_id, organization: organizationId },
        )
      for (const found of happened(organizationId, filter)) query.whereRaw(...found)
    })
}

const isOfRatings = ({
  has_feedback,
  has_negative_feedback,
  has_positive_feedback,
}: ThreadFilter) => has_feedback || has_negative_feedback || has_positive_feedback

/** Returns the SQL of each filter of what happened in a thread, with its values. */
function happened(
  organization: string,
  filter: ThreadFilter,
): [text: string, values: Record<string, string>][] {
  const { topic, handoffs, handoff_reason: reason, during_from: from, during_to: to } = filter
  const handedOff = handoffs && handoffs !== 'none' ? handoffs : reason && 'any'
  const values = {
    organization,
    ...topicValues(topic),
    reason: reason ?? '',
    from: from?.toISOString() ?? '',
    to: to?.toISOString() ?? '',
  }
  const within = (time: string) =>
    `${from ? `and ${time} >= cast(:from as timestamptz)` : ''} ${to ? `and ${time} < cast(:to as timestamptz)` : ''}`
  const rows = (table: string, time: string, where: string) =>
    `id in (select thread_id from ${table} where organization_id = :organization and ${where} ${within(time)})`
  const ofThread = (where: string) =>
    `exists (select from messages m where m.organization_id = :organization and m.thread_id = threads.id and ${where} ${within('m.created_at')})`
  const wanted = [
    filter.has_failures && rows('messages', 'created_at', "status = 'failed'"),
    filter.has_feedback && rows('feedback', 'created_at', 'true'),
    filter.has_negative_feedback && rows('feedback', 'created_at', `rating <= ${NEGATIVE_RATING}`),
    filter.has_positive_feedback && rows('feedback', 'created_at', `rating >= ${POSITIVE_RATING}`),
    filter.has_ungrounded_replies && rows('messages', 'created_at', 'not grounded'),
    // Most threads have such a reply, so the condition is checked for each listed thread.
    filter.has_grounded_replies && ofThread('m.grounded'),
    topic && rows('first_questions', 'asked_at', ofTopic(listOf(':terms'), listOf(':sources'))),
    handedOff &&
      rows(
        'handoffs',
        'created_at',
        `${HANDOFF_STATES[handedOff]} ${reason ? 'and reason = :reason' : ''}`,
      ),
  ].filter((text) => typeof text === 'string')
  if (!wanted.length && (from || to)) wanted.push(ofThread("m.role = 'user'"))
  return wanted.map((text) => [text, valuesIn(text, values)])
}

const listOf = (name: string) => `array(select json_array_elements_text(cast(${name} as json)))`

function topicValues(topic: string | undefined) {
  const { terms, sources } = readTopicId(topic ?? '')
  return { terms: JSON.stringify(terms), sources: JSON.stringify(sources) }
}

/** Returns the values that the text names, because the builder refuses unused values. */
const valuesIn = (text: string, values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => text.includes(`:${name}`)))

interface SummaryRow extends Omit<ThreadSummary, 'outcome' | 'match'> {
  active_microseconds: string
  has_reply: boolean
  /** Whether people had or have the thread. */
  was_handed_off: boolean
  /** The match with the whole text of its message. */
  matched: ThreadMatch | null
}

/**
 * Counts each figure with its own index, and only for the threads of the page.
 * @param searched the queries that the page needs
 * @param found the query that has the matching messages
 */
async function summaries(
  db: Db,
  page: Query,
  searched: readonly [string, Query][] = [],
  found?: string,
): Promise<(Omit<SummaryRow, 'has_reply' | 'was_handed_off'> & Pick<ThreadSummary, 'outcome'>)[]> {
  const query = builder.queryBuilder()
  for (const [name, search] of searched) query.withMaterialized(name, search)
  query
    .withMaterialized('page', page)
    .select(builder.raw(`${COLUMNS}, ${found ? 'matched' : 'null::json as matched'}`))
    .from('page as t')
    .joinRaw(`${FIGURES} ${found ? matchesIn(found) : ''}`)
    .orderBy([
      { column: 't.active_at', order: 'desc' },
      { column: 't.id', order: 'desc' },
    ])
  const { rows } = await run<SummaryRow>(db, query)
  return rows.map(({ has_reply, was_handed_off, ...row }) => ({
    ...row,
    outcome: outcomeOf({ ...row, has_reply, was_handed_off }),
  }))
}

const COLUMNS = `t.id, t.kind, t.agent_id, a.name as agent_name, a.allow_attachments, t.status, t.visitor_id, t.customer_id, t.title, t.locale,
  t.is_test, t.handoff_id, t.user_context_id, t.active_at, t.created_at, t.updated_at, t.last_seq as message_count,
  ${MICROSECONDS} as active_microseconds, last_message, first_question, is_answering, has_reply,
  t.handoff_epoch > 0 as was_handed_off,
  nullif(left(coalesce(nullif(trim(c.traits->>'name'), ''), trim(c.traits->>'email')), ${EXCERPT}), '') as customer_name,
  failed.count as failed_replies, ungrounded.count as ungrounded_replies,
  opinions.count as feedback_count, opinions.negative as negative_feedback_count, opinions.average as average_rating`

const FIGURES = `
  join agents a on a.organization_id = t.organization_id and a.id = t.agent_id
  left join contexts c on c.organization_id = t.organization_id and c.id = coalesce(t.user_context_id,
    (select id from contexts where organization_id = t.organization_id and user_reference = t.customer_id))
   and not t.is_test
  cross join lateral (select count(*)::int from messages m
    where m.organization_id = t.organization_id and m.thread_id = t.id and m.status = 'failed') failed
  cross join lateral (select count(*)::int from messages m
    where m.organization_id = t.organization_id and m.thread_id = t.id and not m.grounded) ungrounded
  cross join lateral (select exists (select from open_jobs j
    where j.thread_id = t.id and j.position >= t.first_open_seq) as is_answering) unfinished
  cross join lateral (select count(*)::int, (count(*) filter (where rating <= ${NEGATIVE_RATING}))::int as negative,
      round(avg(rating), 1)::float8 as average
    from feedback f where f.organization_id = t.organization_id and f.thread_id = t.id) opinions
  cross join lateral (select exists (select from messages m
    where m.organization_id = t.organization_id and m.thread_id = t.id and m.role = 'assistant'
      and m.status = 'completed') as has_reply) replied
  left join lateral (select left(m.content, ${EXCERPT}) as first_question from messages m
    where m.organization_id = t.organization_id and m.thread_id = t.id and m.role = 'user'
    order by m.seq limit 1) first on true
  left join lateral (select json_build_object('role', m.role, 'text', left(m.content, ${EXCERPT})) as last_message
    from messages m where m.organization_id = t.organization_id and m.thread_id = t.id and m.content is not null
      and not m.is_internal order by m.seq desc limit 1) newest on true`

const matchesIn = (found: string) => `
  left join ${found} on ${found}.thread_id = t.id
  left join lateral (select json_build_object('message_id', m.id, 'role', m.role, 'text', m.content) as matched
    from messages m where m.organization_id = t.organization_id and m.thread_id = t.id and m.seq = ${found}.seq) match on true`

/**
 * Returns the worst outcome: an owner wants to look at low ratings first, then at failures. What
 * the agent did not know in a thread that people had is their matter, or was.
 */
function outcomeOf(row: OutcomeRow): ThreadOutcome | null {
  if (row.negative_feedback_count > 0) return 'rated_low'
  if (row.failed_replies > 0) return 'failed'
  if (row.was_handed_off) return 'handed_off'
  if (row.ungrounded_replies > 0) return 'not_from_knowledge'
  return row.has_reply ? 'answered' : null
}
type OutcomeRow = Pick<
  SummaryRow,
  | 'negative_feedback_count'
  | 'failed_replies'
  | 'was_handed_off'
  | 'ungrounded_replies'
  | 'has_reply'
>
