import type { Db } from '../lib/db/db.ts'
import { type Page, type Paged, toPage } from '../lib/db/paging.ts'
import { preparedText } from '../lib/db/statements.ts'
import { TEST } from '../lib/db/testThreads.ts'
import { type JobError, notFound } from '../lib/errors.ts'
import type { CallOfReply } from '../tools/presentToolCall.ts'
import { callsOfReply } from '../tools/toolCalls.ts'
import type { AttachedFile } from './attachments.ts'
import type { ReplyUsage } from './replies.ts'
import type { ThreadKind } from './threads.ts'

/** A source of a reply. `quote` is in the knowledge entry word for word. */
export interface Citation {
  /** null: the source is the result of a tool call. */
  knowledge_id: string | null
  kind: 'file' | 'qa' | 'url' | 'tool'
  /** The tool call whose result it is; null or missing: the source is knowledge. */
  call_id?: string | null
  title: string | null
  url: string | null
  /**
   * The page of its file on which the passage begins, from 1 on; null: the file has no pages.
   * Replies from before November 2026 have no page.
   */
  page?: number | null
  quote: string
  /** How well the chunk matched the question; comparable within one reply only. */
  score: number
}

/** How many of the checked sentences of a reply its sources support. */
export interface Supported {
  /** The sentences that passed all checks, from 0 to `of`. */
  sentences: number
  /**
   * The sentences that were checked, at least 1: those that a mark covers, and those with figures.
   */
  of: number
}

/**
 * The `finish_reason` of a reply with which its agent hands the chat off to people. Such a reply is
 * either the announcement alone, which is no answer and has no `grounded`, or an answer that
 * knowledge does not support, with the announcement below it.
 */
export const HANDS_OFF = 'handed_off'

/** The tokens and cost of a reply, as readers see them. */
export type ShownUsage = Pick<
  ReplyUsage,
  'input_tokens' | 'cached_tokens' | 'output_tokens' | 'cost_usd'
>

export interface Message {
  id: string
  thread_id: string
  thread_kind: ThreadKind
  agent_id: string
  /** Its place in the thread, from 1 on. */
  seq: number
  /** Number of attempts that workers have begun. */
  attempt: number
  /** Whether a client follows the reply while it is written. */
  streamed: boolean
  /** `human_agent`: a person of the organization. */
  role: 'user' | 'assistant' | 'human_agent'
  /** `requires_action`: it ended because somebody must agree to a tool call first. */
  status: 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled' | 'requires_action'
  content: string | null
  /** The files of a question or of a person's message; null: none. */
  attachments: AttachedFile[] | null
  /** The question of a reply, or the reply that it continues if it has an `asked_id`. */
  in_reply_to: string | null
  /** The question of a reply that continues another; null: it continues none. */
  asked_id: string | null
  /** How many steps the replies to the question have stored so far; null: none. */
  steps: number | null
  /** The tool calls that the reply has asked for; null: none. */
  tool_calls: CallOfReply[] | null
  metadata: Record<string, unknown>
  /** The id of the request that posted the question; a question and its reply share it. */
  request_id: string
  citations: Citation[]
  /**
   * Whether knowledge supports a completed reply; null: the message is no completed reply, only
   * announces a handoff, or is older than this field.
   */
  grounded: boolean | null
  /** null: no sentence was checked, or the reply is older than this field. */
  supported: Supported | null
  model: string | null
  /** Why the model ended the reply, or `HANDS_OFF`. */
  finish_reason: string | null
  /** The model that was asked first and could not answer; null: it answered. */
  fallback_for: string | null
  error: JobError | null
  /** The user who wrote a human agent's message; null: it was posted with a key. */
  author_id: string | null
  /** The name of the human agent that the customer sees. */
  author_name: string | null
  /** The path of the human agent's current photo; null: no photo. */
  author_photo: string | null
  /** Whether the message is a note among colleagues, which neither customers nor models see. */
  is_internal: boolean
  /** null: no model was called, or it is no finished reply. */
  usage: ShownUsage | null
  created_at: Date
  updated_at: Date
  completed_at: Date | null
}

/** Why the service itself has written a message in the place of people. */
export const AUTOMATIC_REASONS = ['handed_off', 'unanswered'] as const
export type AutomaticReason = (typeof AUTOMATIC_REASONS)[number]

/** Returns why the service has written a message of people; null: a person wrote it. */
export const automaticReason = ({
  author_id,
  metadata,
}: Pick<Message, 'author_id' | 'metadata'>): AutomaticReason | null =>
  (author_id === null && AUTOMATIC_REASONS.find((reason) => reason === metadata.automatic)) || null

/** Whether a reply only announces a handoff: it is no answer, and is not rated. */
export const isAnnouncement = ({ finish_reason, grounded }: Message): boolean =>
  finish_reason === HANDS_OFF && grounded === null

/** SQL for whether a message `m` is stored for good, and no reply in progress. */
export const ENDED = "m.status in ('completed', 'failed', 'cancelled', 'requires_action')"

/** The question that a reply answers. */
export const questionOf = ({ asked_id, in_reply_to }: Message): string | null =>
  asked_id ?? in_reply_to

/** SQL for the question that a reply answers. */
export const questionId = (reply: string) => `coalesce(${reply}.asked_id, ${reply}.in_reply_to)`

/**
 * SQL for the last reply to a question, as a row of `messages`: the first one, or the last of those
 * that continue it after decisions. No row: no reply has ended.
 * @param question the SQL name of the question's row
 */
export const lastReplyTo = (question: string) => `(
  select m.* from messages first
   cross join lateral (
     select * from messages where id = coalesce(
       case when first.status = 'requires_action' then (
         select id from messages
          where organization_id = first.organization_id and thread_id = first.thread_id and seq > first.seq
            and asked_id = ${question}.id
          order by seq desc limit 1) end, first.id) limit 1) m
   where first.in_reply_to = ${question}.id and ${ENDED} limit 1)`

/** Looked up on each read, so that a removed photo is never shown. Few messages have an author. */
const AUTHOR_PHOTO = `case when m.author_id is not null then
    (select a.photo from users a where a.organization_id = m.organization_id and a.id = m.author_id) end`

/** The columns of messages `m`, with their usage `u`. */
export const MESSAGE_COLUMNS = `m.id, m.thread_id, (select kind from threads where id = m.thread_id) as thread_kind, m.agent_id, m.seq, m.attempt, m.streamed, m.role, m.status,
  m.content, m.attachments, m.in_reply_to, m.asked_id, m.metadata, m.request_id, m.citations, m.grounded, m.supported, m.model, m.finish_reason, m.fallback_for, m.error,
  m.author_id, m.author_name, ${AUTHOR_PHOTO} as author_photo, m.is_internal, m.created_at, m.updated_at, m.completed_at, m.steps,
  ${callsOfReply('m', 'm.steps')} as tool_calls,
  case when u.reply_id is not null then json_build_object('input_tokens', u.input_tokens, 'cached_tokens', u.cached_tokens,
    'output_tokens', u.output_tokens, 'cost_usd', u.cost_usd::float8) end as usage`
/**
 * SQL that joins what messages `m` have cost as `u`: the attempt that stored the reply. A reply that
 * called tools has cost what its earlier rounds did, too.
 */
export const USAGE = `left join lateral (
    select reply_id, sum(input_tokens) as input_tokens, sum(cached_tokens) as cached_tokens, sum(output_tokens) as output_tokens,
           case when count(cost_usd) = count(*) then sum(cost_usd) end as cost_usd
      from usages
     where reply_id = m.id and attempt <= m.attempt
       and (attempt = m.attempt or (m.steps is not null and outcome in ('tool_round', '${TEST}')))
     group by reply_id) u on true`

/** Selects unfinished replies as messages. Until a reply ends, it is a row of `open_jobs`. */
const UNFINISHED = `
  select j.id, j.thread_id, (select kind from threads where id = j.thread_id) as thread_kind, j.agent_id, j.position as seq, j.attempt, j.streamed, 'assistant' as role,
         case when j.worker is null then 'queued' else 'processing' end as status, null as content, null::jsonb as attachments, j.question_id as in_reply_to, j.asked_id,
         '{}'::jsonb as metadata, j.request_id, '[]'::jsonb as citations, null::boolean as grounded, null::jsonb as supported, null as model,
         null as finish_reason, null as fallback_for, null::jsonb as error, null::uuid as author_id,
         null as author_name, null as author_photo, false as is_internal, j.created_at, coalesce(j.claimed_at, j.created_at) as updated_at,
         null::timestamptz as completed_at, nullif(j.steps, 0) as steps,
         ${callsOfReply('j', 'nullif(j.steps, 0)')} as tool_calls, null::json as usage
    from open_jobs j
   where j.lane = 'reply' and j.organization_id = :organizationId`

const ONE = `
  select ${MESSAGE_COLUMNS} from messages m ${USAGE}
   where m.id = :id and m.organization_id = :organizationId and m.thread_id = :threadId and ${ENDED}
   union all ${UNFINISHED} and j.id = :id and j.thread_id = :threadId`

/** Reads a message. @throws AppError not_found, also for a message of another thread */
export async function getMessage(
  db: Db,
  organizationId: string,
  threadId: string,
  id: string,
): Promise<Message> {
  const [message] = await preparedText<Message>(db, ONE, { organizationId, threadId, id })
  if (!message) throw notFound('message')
  return message
}

const pageIn = (order: Page['order']) => `
  (select ${MESSAGE_COLUMNS} from messages m ${USAGE}
    where m.organization_id = :organizationId and m.thread_id = :threadId and m.seq ${BEYOND[order]} :after and ${ENDED}
      and (:isInternal or not m.is_internal)
    order by m.seq ${order} limit :limit)
   union all
  (${UNFINISHED} and j.thread_id = :threadId and j.position ${BEYOND[order]} :after
    order by j.position ${order} limit :limit)
  order by seq ${order} limit :limit`
const BEYOND = { asc: '>', desc: '<' }
const PAGE = { asc: pageIn('asc'), desc: pageIn('desc') }
const MAX_SEQ = 2 ** 31 - 1

/**
 * Lists messages in the thread's order.
 * @param isInternal whether to include internal notes, which no customer may see
 * @throws AppError not_found if `after` is not a message of the thread
 */
export async function listMessages(
  db: Db,
  organizationId: string,
  threadId: string,
  page: Page,
  isInternal = false,
): Promise<Paged<Message>> {
  const after = page.after && (await getMessage(db, organizationId, threadId, page.after))
  const from = after ? after.seq : page.order === 'asc' ? 0 : MAX_SEQ
  const rows = await preparedText<Message>(db, PAGE[page.order], {
    organizationId,
    threadId,
    after: from,
    limit: page.limit + 1,
    isInternal,
  })
  return toPage(rows, page)
}

/**
 * Reads the finished replies among `ids`. The ids come from this process's own waiters,
 * whose access was checked.
 */
export async function readFinishedReplies(db: Db, ids: readonly string[]): Promise<Message[]> {
  return preparedText<Message>(db, FINISHED, { ids })
}

const FINISHED = `
  select ${MESSAGE_COLUMNS} from unnest(:ids::uuid[]) as waited (id)
   cross join lateral (select * from messages where id = waited.id limit 1) m ${USAGE}
   where ${ENDED}`

/** A person's answer to a question. */
export interface HumanAnswer {
  /** The id of the question. */
  id: string
  answer: Message
}

/**
 * Reads the first answer of a person to each answered question. The ids come from this process's
 * own waiters, whose access was checked.
 */
export async function readHumanAnswers(
  db: Db,
  questionIds: readonly string[],
): Promise<HumanAnswer[]> {
  const rows = await preparedText<Message & { question_id: string }>(db, ANSWERED, { questionIds })
  return rows.map(({ question_id, ...answer }) => ({ id: question_id, answer }))
}

const ANSWERED = `
  select q.id as question_id, ${MESSAGE_COLUMNS} from unnest(:questionIds::uuid[]) as waited (id)
   cross join lateral (select * from messages where id = waited.id limit 1) q
   cross join lateral (
     select * from messages a
      where a.organization_id = q.organization_id and a.thread_id = q.thread_id and a.seq > q.seq
        and a.role = 'human_agent' and not a.is_internal
      order by a.seq limit 1) m ${USAGE}`

/** Reads the finished messages that exist, of any thread of the organization. */
export const someMessages = (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<Message[]> =>
  preparedText<Message>(db, `${FINISHED} and m.organization_id = :organizationId`, {
    organizationId,
    ids,
  })

/**
 * Parses the finished reply of a notification. Never throws, because other programs may send to the
 * channel too.
 * @param signal as `makeEndReply` makes it
 * @returns undefined for any other text
 */
export function messageOf(signal: string): Message | undefined {
  if (!signal.startsWith('{')) return undefined
  try {
    const message = JSON.parse(signal)
    for (const time of ['created_at', 'updated_at', 'completed_at'])
      message[time] = new Date(message[time])
    return message
  } catch {
    return undefined
  }
}
