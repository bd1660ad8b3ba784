import type { Db } from '../lib/db/db.ts'
import { type Page, type Paged, toPage } from '../lib/db/paging.ts'
import { preparedText, sqlText } from '../lib/db/statements.ts'
import { AppError, type JobError, notFound } from '../lib/errors.ts'
import type { CallState } from './steps.ts'
import type { Effect } from './tools.ts'

/**
 * SQL for the tool calls that a reply has asked for, as JSON of `CallOfReply`; null: there are
 * none. Replies without stored steps cost no look-up.
 * @param of SQL names with `organization_id` and `id` of the reply
 * @param steps SQL for the number of stored steps; null: none
 */
export const callsOfReply = (of: string, steps: string) => `case when ${steps} is not null then (
    select json_agg(json_build_object(
             'call_id', s.call_id, 'tool_id', s.tool_id, 'name', s.name, 'title', coalesce(s.title, s.name),
             'effect', s.effect, 'arguments', coalesce(s.arguments, '{}'), 'digest', encode(s.digest, 'hex'), 'state', s.state,
             'decides', s.decides, 'expires_at', s.expires_at, 'decided_at', s.decided_at, 'error', s.error,
             'settled_as', s.settled_as, 'started_at', s.started_at, 'ended_at', s.ended_at,
             'asks', case when s.decides is not null then (
               select json_build_object('confirm_text', t.confirm_text, 'properties', t.input_schema -> 'properties')
                 from tools t where t.organization_id = s.organization_id and t.id = s.tool_id) end) order by s.step)
      from reply_steps s
     where s.organization_id = ${of}.organization_id and s.reply_id = ${of}.id and s.kind = 'tool') end`

/** A tool call as its own route shows it. */
export interface ToolCall {
  /** The id of the call. */
  id: string
  thread_id: string
  thread_kind: 'session' | 'conversation'
  /** The reply that asked for it. */
  message_id: string
  question_id: string
  agent_id: string
  /** null: there is no such tool, or it was deleted. */
  tool_id: string | null
  name: string
  title: string
  effect: Effect | null
  arguments: Record<string, unknown>
  /** 64 hexadecimal digits. */
  digest: string | null
  state: CallState
  decides: 'customer' | 'person' | null
  expires_at: Date | null
  /** null: nobody, the customer, or a key. */
  decided_by: string | null
  decided_as: 'visitor' | 'key' | 'user' | null
  decided_at: Date | null
  /** How often it was begun. */
  tries: number
  http_status: number | null
  is_cut: boolean
  error: JobError | null
  settled_as: 'answer' | 'probe' | 'person' | null
  settled_by: string | null
  note: string | null
  is_test: boolean
  created_at: Date
  started_at: Date | null
  ended_at: Date | null
}

/** A tool call with what the other system has answered. */
export interface WholeToolCall extends ToolCall {
  /** JSON or a text; null: there is none. */
  result: unknown
}

const COLUMNS = `s.call_id as id, s.thread_id, (select kind from threads where id = s.thread_id) as thread_kind, s.reply_id as message_id,
  s.question_id, s.agent_id, s.tool_id, s.name, coalesce(s.title, s.name) as title, s.effect,
  coalesce(s.arguments, '{}') as arguments, encode(s.digest, 'hex') as digest, s.state, s.decides, s.expires_at, s.decided_by,
  s.decided_as, s.decided_at, s.tries, s.http_status, s.is_cut, s.error, s.settled_as, s.settled_by, s.note, s.is_test,
  s.created_at, s.started_at, s.ended_at`

/** The calls that a caller reaches. */
export interface CallReach {
  organization_id: string
  /** null: those of all agents. */
  agent_ids: readonly string[] | null
  /** Whether only those of test threads, or none of them; null: both. */
  is_test: boolean | null
}

const WITHIN = `s.organization_id = :organization_id and s.kind = 'tool'
  and (:agent_ids::uuid[] is null or s.agent_id = any(:agent_ids::uuid[]))
  and (:is_test::boolean is null or s.is_test = :is_test::boolean)`

/** Which calls a list has; undefined: all. */
export interface CallFilter {
  states?: readonly CallState[] | undefined
  thread_id?: string | undefined
  tool_id?: string | undefined
  /** Who has to agree to the call, or had to. */
  decides?: 'customer' | 'person' | undefined
}

/** Counts the calls that people have to decide or to settle, up to this number. */
export async function countCallsToDecide(db: Db, reach: CallReach, most: number): Promise<number> {
  const [{ calls } = { calls: 0 }] = await sqlText<{ calls: number }>(
    db,
    `select count(*)::int as calls from (
       select from reply_steps s
        where ${WITHIN} and (s.state = 'unknown' or s.state = 'waiting' and s.decides = 'person')
        limit :most) counted`,
    { ...reach, most },
  )
  return calls
}

/** Lists calls, in the order in which models asked for them. */
export async function listToolCalls(
  db: Db,
  reach: CallReach,
  { states, thread_id, tool_id, decides }: CallFilter,
  page: Page,
): Promise<Paged<ToolCall>> {
  const conditions = [
    WITHIN,
    states && 's.state = any(:states::text[])',
    thread_id && 's.thread_id = :thread_id',
    tool_id && 's.tool_id = :tool_id',
    decides && 's.decides = :decides',
    page.after && `s.call_id ${page.order === 'asc' ? '>' : '<'} :after`,
  ].filter(Boolean)
  const rows = await sqlText<ToolCall>(
    db,
    `select ${COLUMNS} from reply_steps s
      where ${conditions.join(' and ')}
      order by s.call_id ${page.order === 'asc' ? 'asc' : 'desc'} limit :limit`,
    { ...reach, states, thread_id, tool_id, decides, after: page.after, limit: page.limit + 1 },
  )
  return toPage(rows, page)
}

/** Lists the calls of a thread with their results, in the order in which models asked for them. */
export async function listWholeCalls(
  db: Db,
  organization_id: string,
  thread_id: string,
  page: Page,
): Promise<Paged<WholeToolCall>> {
  const rows = await preparedText<WholeToolCall>(db, OF_THREAD, {
    organization_id,
    thread_id,
    after: page.after ?? null,
    limit: page.limit + 1,
  })
  return toPage(rows, page)
}

const OF_THREAD = `
  select ${COLUMNS}, s.result from reply_steps s
   where s.organization_id = :organization_id and s.thread_id = :thread_id and s.kind = 'tool'
     and (:after::uuid is null or s.call_id > :after::uuid)
   order by s.call_id limit :limit`

/** Reads a call. @throws AppError not_found */
export async function getToolCall(db: Db, reach: CallReach, id: string): Promise<WholeToolCall> {
  const [call] = await preparedText<WholeToolCall>(db, ONE, { ...reach, id })
  if (!call) throw notFound('tool call')
  return call
}

const ONE = `select ${COLUMNS}, s.result from reply_steps s where ${WITHIN} and s.call_id = :id`

/** Reads the calls of these ids that exist. */
export const someToolCalls = (
  db: Db,
  organization_id: string,
  ids: readonly string[],
): Promise<ToolCall[]> =>
  preparedText<ToolCall>(
    db,
    `select ${COLUMNS} from reply_steps s
      where s.organization_id = :organization_id and s.call_id = any(:ids::uuid[])`,
    { organization_id, ids },
  )

/** What a person has found out about a call whose outcome nobody knew. */
export interface Settling {
  outcome: 'happened' | 'not_happened'
  note: string | null
  /** null: a key says so. */
  user_id: string | null
}

/**
 * Stores what became of an `unknown` call. The next reply of the thread reads it.
 * @throws AppError not_found; not_settleable: the outcome is known, or the call still runs
 */
export async function settleToolCall(
  db: Db,
  reach: CallReach,
  id: string,
  { outcome, note, user_id }: Settling,
): Promise<WholeToolCall> {
  const settled = await preparedText(db, SETTLE, {
    ...reach,
    id,
    state: outcome === 'happened' ? 'succeeded' : 'failed',
    error: outcome === 'happened' ? null : NOT_DONE,
    note,
    user_id,
  })
  const call = await getToolCall(db, reach, id)
  if (!settled.length)
    throw new AppError(
      'not_settleable',
      'The outcome of the call is known, or the call still runs.',
      {
        data: { state: call.state },
      },
    )
  return call
}

const NOT_DONE = JSON.stringify({
  code: 'tool_not_done',
  detail: 'A person has found that it was not done.',
})

const SETTLE = `
  update reply_steps s
     set state = :state, settled_as = 'person', settled_by = :user_id, note = coalesce(:note, s.note), error = :error::jsonb,
         ended_at = coalesce(s.ended_at, clock_timestamp())
   where ${WITHIN} and s.call_id = :id and s.state = 'unknown'
  returning s.call_id`
