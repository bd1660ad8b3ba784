import type { Db } from '../lib/db/db.ts'
import { sqlText } from '../lib/db/statements.ts'
import { isTried, OF_NO_TEST } from '../lib/db/testThreads.ts'
import { ofSlice, type ThreadSlice } from '../lib/db/threadSlices.ts'
import {
  HANDOFF_OUTCOMES,
  HANDOFF_REASONS,
  HANDOFF_STATES,
  type HandoffOutcome,
  type HandoffReason,
} from './records.ts'

/** Figures of people's work in a window, and of the agents' own. Test threads do not count. */
export interface HandoffFigures {
  /** Threads with a question in the window that people never had. */
  agent_alone: number
  /** Handoffs that began in the window. */
  handed_over: number
  by_reason: Record<HandoffReason, number>
  by_outcome: Record<HandoffOutcome, number>
  /** Handoffs of the window that a person has answered. */
  answered: number
  /** Handoffs of the window in which the customer was notified that nobody has answered in time. */
  unanswered: number
  /** Handoffs of the window whose first answer met its target, or missed it. */
  first_answers_met: number
  first_answers_missed: number
  /** Further answers in these handoffs. */
  next_answers_met: number
  next_answers_missed: number
  /** Seconds from a handoff to the first answer of a person; null: no person answered. */
  first_answer_p50_seconds: number | null
  first_answer_p90_seconds: number | null
  /** Ratings of people: of their messages, and of chats after a handoff. */
  ratings_after: number
  average_rating_after: number | null
  /** All other ratings: of the agents. */
  agent_ratings: number
  agent_average_rating: number | null
}

interface FiguresQuery extends ThreadSlice {
  organization_id: string
  from: Date
  to: Date
  agent_id?: string | undefined
}

const OF_AGENT = '(:agent_id::uuid is null or agent_id = :agent_id::uuid)'
const WITHIN = 'organization_id = :organization_id and created_at >= :from and created_at < :to'

const WAIT = 'order by extract(epoch from first_reply_at - created_at)'
/** A takeover makes no customer wait. */
const WAITED = "filter (where first_reply_at is not null and reason <> 'takeover')"

const countOf = (name: string, condition: string) =>
  `(count(*) filter (where ${condition}))::int as ${name}`

const OUTCOMES = Object.entries(HANDOFF_OUTCOMES)
const OUTCOME = `case ${OUTCOMES.map(([outcome, condition]) => `when ${condition} then '${outcome}'`).join(' ')} end`

const handoffs = (slice: ThreadSlice) => `
  select count(*)::int as handed_over, ${countOf('answered', HANDOFF_STATES.answered)},
         ${countOf('unanswered', HANDOFF_STATES.unanswered)},
         ${countOf('first_answers_met', 'first_answer_met')}, ${countOf('first_answers_missed', 'not first_answer_met')},
         coalesce(sum(next_answers_met), 0)::int as next_answers_met, coalesce(sum(next_answers_missed), 0)::int as next_answers_missed,
         (percentile_cont(0.5) within group (${WAIT}) ${WAITED})::float8 as first_answer_p50_seconds,
         (percentile_cont(0.9) within group (${WAIT}) ${WAITED})::float8 as first_answer_p90_seconds,
         json_build_object(${HANDOFF_REASONS.map(
           (reason) => `'${reason}', count(*) filter (where reason = '${reason}')`,
         ).join(', ')}) as by_reason,
         json_build_object(${OUTCOMES.map(
           ([outcome]) => `'${outcome}', count(*) filter (where outcome = '${outcome}')`,
         ).join(', ')}) as by_outcome
    from (select *, ${OUTCOME} as outcome from handoffs where ${WITHIN} and ${OF_AGENT} and ${OF_NO_TEST}${ofSlice(slice)}) handoffs`

const alone = (slice: ThreadSlice) => `
  select count(*)::int as agent_alone
    from threads t
   where t.organization_id = :organization_id and not ${isTried('t.')} and t.handoff_epoch = 0 and t.created_at < :to
     and t.active_at >= :from and (:agent_id::uuid is null or t.agent_id = :agent_id::uuid)
     and exists (select from messages m
                  where m.organization_id = :organization_id and m.thread_id = t.id and m.role = 'user'
                    and m.created_at >= :from and m.created_at < :to)${ofSlice(slice, 't.id')}`

/**
 * A rating counts for people if they had the chat before it, unless it rates a reply of the agent.
 */
const ratings = (slice: ThreadSlice) => `
  select ${countOf('ratings_after', 'is_after')}, (avg(rating) filter (where is_after))::float8 as average_rating_after,
         ${countOf('agent_ratings', 'not is_after')}, (avg(rating) filter (where not is_after))::float8 as agent_average_rating
    from (select f.rating,
                 exists (select from handoffs h
                          where h.organization_id = f.organization_id and h.thread_id = f.thread_id
                            and h.created_at <= f.created_at)
                 and not exists (select from messages m
                                  where m.organization_id = f.organization_id and m.id = f.message_id and m.role = 'assistant') as is_after
            from feedback f
           where f.${WITHIN.replaceAll(' created_at', ' f.created_at')} and f.${OF_NO_TEST}${ofSlice(slice, 'f.thread_id')}
             and (:agent_id::uuid is null or exists (
                   select from threads t where t.organization_id = f.organization_id and t.id = f.thread_id
                      and t.agent_id = :agent_id::uuid))) rated`

export async function readHandoffFigures(db: Db, query: FiguresQuery): Promise<HandoffFigures> {
  const values = { ...query, agent_id: query.agent_id ?? null }
  const figures = {}
  // Sequential, so that a view uses one connection.
  for (const textOf of [handoffs, alone, ratings])
    Object.assign(figures, (await sqlText(db, textOf(query), values))[0])
  return figures as HandoffFigures
}
