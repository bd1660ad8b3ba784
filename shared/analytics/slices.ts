import type { Db } from '../lib/db/db.ts'
import { sqlText } from '../lib/db/statements.ts'
import { OF_NO_TEST } from '../lib/db/testThreads.ts'
import { ANSWERED, type AnswerFigures } from './answers.ts'

/** A window of time; with `agent_id`, only this agent counts. */
export interface SlicesQuery {
  organization_id: string
  from: Date
  to: Date
  agent_id?: string | undefined
}

/** A key of the `metadata` of threads. */
export interface MetadataKey {
  key: string
  /** Threads with the key that were opened in the window. */
  conversations: number
  /** How many different values they have. */
  values: number
}

/** The figures of the threads with one value of a key. */
export interface SliceFigures
  extends Pick<
    AnswerFigures,
    | 'conversations'
    | 'questions'
    | 'grounded_replies'
    | 'ungrounded_replies'
    | 'failed_replies'
    | 'ratings'
    | 'average_rating'
  > {
  /** The value as text; null: threads without the key, or whose value is longer than 200. */
  value: string | null
}

/** The most threads, newest first, whose keys are read. */
const MAX_THREADS = 10_000
const MAX_KEYS = 50
/** The most values of a key, those with the most questions first. */
export const MAX_SLICES = 50
/** The most characters of a value. A longer one is no group of threads. */
const MAX_VALUE = 200

const WITHIN = `organization_id = :organization_id and created_at >= :from and created_at < :to
  and (:agent_id::uuid is null or agent_id = :agent_id::uuid)`

/** Lists the keys that threads of the window have, the most frequent first. */
export async function readMetadataKeys(db: Db, query: SlicesQuery): Promise<MetadataKey[]> {
  return sqlText<MetadataKey>(
    db,
    `with opened as materialized (
       select metadata from threads
        where ${WITHIN} and not is_test and not is_playground
        order by created_at desc limit ${MAX_THREADS})
     select key, count(*)::int as conversations, count(distinct value)::int as values
       from opened cross join lateral jsonb_each_text(metadata) pair
      where length(key) <= 100
      group by key order by conversations desc, key limit ${MAX_KEYS}`,
    { ...query, agent_id: query.agent_id ?? null },
  )
}

const VALUE = `(select case when length(metadata ->> :key) <= ${MAX_VALUE} then metadata ->> :key end
    from threads t where t.organization_id = :organization_id and t.id = thread_id)`

/** Counts as `readAnswers` does, so that the slices of a window add up to its figures. */
const SLICES = `
  with replied as (
    select ${VALUE} as value, count(distinct thread_id) filter (where role = 'user') as conversations,
           count(*) filter (where role = 'assistant' and completed_at is not null and status <> 'requires_action') as questions,
           count(*) filter (where role = 'assistant' and completed_at is not null and ${ANSWERED}) as completed,
           count(*) filter (where not grounded) as ungrounded, count(*) filter (where status = 'failed') as failed
      from messages where ${WITHIN} and ${OF_NO_TEST} group by 1),
  unfinished as (
    select ${VALUE} as value, count(*) as questions
      from open_jobs where lane = 'reply' and ${WITHIN} and ${OF_NO_TEST} group by 1),
  rated as (
    select ${VALUE} as value, count(*) as ratings, avg(rating) as average
      from feedback
     where organization_id = :organization_id and created_at >= :from and created_at < :to and ${OF_NO_TEST}
       and (:agent_id::uuid is null or exists (
             select from threads t where t.organization_id = feedback.organization_id and t.id = thread_id
                and t.agent_id = :agent_id::uuid))
     group by 1)
  select v.value, coalesce(p.conversations, 0)::int as conversations,
         (coalesce(p.questions, 0) + coalesce(u.questions, 0))::int as questions,
         greatest(coalesce(p.completed - p.ungrounded, 0), 0)::int as grounded_replies,
         coalesce(p.ungrounded, 0)::int as ungrounded_replies, coalesce(p.failed, 0)::int as failed_replies,
         coalesce(r.ratings, 0)::int as ratings, r.average::float8 as average_rating
    from (select value from replied union select value from unfinished union select value from rated) v
    left join replied p on p.value is not distinct from v.value
    left join unfinished u on u.value is not distinct from v.value
    left join rated r on r.value is not distinct from v.value
   order by questions desc, conversations desc, v.value limit ${MAX_SLICES + 1}`

/**
 * Reads the figures of a window for each value of a key of the threads' `metadata`, those with the
 * most questions first; at most MAX_SLICES + 1.
 */
export const readSlices = (db: Db, query: SlicesQuery, key: string): Promise<SliceFigures[]> =>
  sqlText<SliceFigures>(db, SLICES, { ...query, agent_id: query.agent_id ?? null, key })
