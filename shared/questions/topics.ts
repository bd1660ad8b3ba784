import { HANDS_OFF, lastReplyTo } from '../chat/messages.ts'
import type { Db } from '../lib/db/db.ts'
import { sqlText } from '../lib/db/statements.ts'
import { isTried } from '../lib/db/testThreads.ts'
import { ofSlice, type ThreadSlice } from '../lib/db/threadSlices.ts'
import { type ChosenTopic, chooseTopics, type TopicCounts } from './chooseTopics.ts'
import { ofTopic, topicIdOf } from './topicId.ts'

/**
 * A window of time; with `agent_id`, only this agent's threads count, and with a slice, only its
 * threads.
 */
export interface QuestionsQuery extends ThreadSlice {
  organization_id: string
  from: Date
  to: Date
  agent_id?: string | undefined
}

/**
 * A topic of several conversations: their first questions have the same words, or the replies to
 * them cite the same section of knowledge.
 */
export interface Topic {
  /** Identifies the topic in the list of threads: its terms and sources, as `topicIdOf` writes. */
  topic: string
  /** The most frequent form of the words that name it. */
  words: string
  /** Conversations whose first question belongs to it. */
  conversations: number
  /** Of these, conversations whose first reply cited knowledge. */
  answered: number
}

export interface Topics {
  topics: Topic[]
  /** Number of first questions that were counted. */
  questions: number
  /** When the oldest counted question was asked, if the window has more; null: all were counted. */
  counted_since: Date | null
}

/** The most first questions that are counted, newest first. 20,000 take about 0.15 s. */
export const MAX_COUNTED = 20_000
/** A word that occurs in a single conversation is no topic, and may be a person's name. */
const MIN_CONVERSATIONS = 2
/** The most candidates: more than topics, because pairs replace words. */
const MAX_CANDIDATES = 200
/** The most sources that may be topics, the most frequent first. */
const MAX_SOURCES = 200
/** The most terms of each source that may name it. */
const MAX_NAMES = 8
/** The most questions, newest first, from which the forms of words are taken. */
const MAX_FORMS = 2_000

const picked = (slice: ThreadSlice, columns: string, and: string, limit: number) => `
  picked as materialized (
    select ${columns} from first_questions
     where organization_id = :organization_id and asked_at >= :from and asked_at < :to
       and (:agent_id::uuid is null or agent_id = :agent_id::uuid)${ofSlice(slice)} ${and}
     order by asked_at desc limit ${limit})`

/** Counts the topics of the window's first questions, most frequent first. */
export async function readTopics(db: Db, query: QuestionsQuery): Promise<Topics> {
  const values = { ...query, agent_id: query.agent_id ?? null }
  const [{ oldest, ...found } = NONE] = await sqlText<TopicCounts & { oldest: Date | null }>(
    db,
    counts(query),
    values,
  )
  const { questions } = found
  const chosen = chooseTopics(found)
  const totals = await countEach(db, values, chosen)
  const forms = await readForms(db, { ...values, terms: chosen.map(({ label }) => label) })
  const topics = chosen
    .map((topic, at) => ({
      topic: topicIdOf(topic),
      words: forms.get(topic.label) ?? topic.label,
      conversations: totals[at]?.conversations ?? 0,
      answered: totals[at]?.answered ?? 0,
    }))
    .filter(({ conversations }) => conversations >= MIN_CONVERSATIONS)
    .sort((left, right) => right.conversations - left.conversations)
  return { topics, questions, counted_since: questions === MAX_COUNTED ? oldest : null }
}

const NONE = { terms: [], sources: [], shared: [], questions: 0, oldest: null }

const counts = (slice: ThreadSlice) => `
  with ${picked(slice, 'terms, source, asked_at', '', MAX_COUNTED)}, cells as materialized (
    select term, source, count(*)::int as conversations from picked cross join lateral unnest(terms) term
     group by term, source),
  words as (
    select term, sum(conversations)::int as conversations from cells
     group by term having sum(conversations) >= ${MIN_CONVERSATIONS}
     order by conversations desc, term limit ${MAX_CANDIDATES}),
  cited as (
    select source, count(*)::int as conversations from picked where source is not null
     group by source having count(*) >= ${MIN_CONVERSATIONS}
     order by conversations desc, source limit ${MAX_SOURCES}),
  shared as (
    select term, source, conversations
      from (select c.*, row_number() over (partition by source order by c.conversations desc, length(term) desc, term) as place
              from cells c join cited using (source)) ranked
     where place <= ${MAX_NAMES} or term in (select term from words))
  select (select coalesce(json_agg(words), '[]') from words) as terms,
         (select coalesce(json_agg(cited), '[]') from cited) as sources,
         (select coalesce(json_agg(shared), '[]') from shared) as shared,
         (select count(*)::int from picked) as questions, (select min(asked_at) from picked) as oldest`

type Picked = Omit<QuestionsQuery, 'agent_id'> & { agent_id: string | null }

/** Counts the questions of each topic, in the order of the topics. */
async function countEach(
  db: Db,
  values: Picked,
  topics: readonly ChosenTopic[],
): Promise<Pick<Topic, 'conversations' | 'answered'>[]> {
  return sqlText(
    db,
    `with ${picked(values, 'terms, source, is_answered', '', MAX_COUNTED)}, topics as materialized (
       select number, array(select json_array_elements_text(topic -> 'terms')) as these,
              array(select json_array_elements_text(topic -> 'sources')) as those
         from json_array_elements(:topics::json) with ordinality as each (topic, number))
     select count(is_answered)::int as conversations, (count(*) filter (where is_answered))::int as answered
       from topics left join picked on ${ofTopic('these', 'those')}
      group by number order by number`,
    { ...values, topics: JSON.stringify(topics) },
  )
}

async function readForms(
  db: Db,
  values: Picked & { terms: readonly string[] },
): Promise<Map<string, string>> {
  const rows = await sqlText<{ term: string; form: string }>(
    db,
    `with ${picked(values, 'terms, forms', 'and terms && :terms::text[]', MAX_FORMS)}
     select distinct on (term) term, form
       from (select term, form, count(*) as times
               from picked cross join lateral unnest(terms, forms) as each (term, form)
              where term = any(:terms::text[]) group by 1, 2) counted
      order by term, times desc, length(form), form`,
    { ...values },
  )
  return new Map(rows.map(({ term, form }) => [term, form]))
}

/** A question as the overview lists it. */
export interface NewestQuestion {
  id: string
  thread_id: string
  /** The first 300 characters. */
  question: string
  agent_id: string
  agent_name: string
  asked_at: Date
  /** The outcome of its reply. */
  outcome: 'answered' | 'ungrounded' | 'handed_off' | 'failed' | 'cancelled' | 'unfinished'
}

/** Reads the newest questions of the window. */
export function readNewestQuestions(
  db: Db,
  query: QuestionsQuery,
  limit: number,
): Promise<NewestQuestion[]> {
  return sqlText<NewestQuestion>(
    db,
    `select q.id, q.thread_id, left(q.content, 300) as question, q.agent_id, a.name as agent_name,
            q.created_at as asked_at,
            case when r.id is null or r.status = 'requires_action' then 'unfinished' when r.status <> 'completed' then r.status
                 when r.finish_reason = '${HANDS_OFF}' then 'handed_off'
                 when r.grounded then 'answered' else 'ungrounded' end as outcome
       from threads_by_activity o
       join threads t on t.organization_id = o.organization_id and t.id = o.thread_id
       join agents a on a.organization_id = t.organization_id and a.id = t.agent_id and a.deleted_at is null
       join lateral (
         select * from messages m
          where m.organization_id = o.organization_id and m.thread_id = o.thread_id and m.role = 'user'
            and m.created_at >= :from and m.created_at < :to
          order by m.seq desc limit 1) q on true
       left join lateral ${lastReplyTo('q')} r on true
      where o.organization_id = :organization_id and o.active_at >= :from and t.created_at < :to and not ${isTried('t.')}
        and (:agent_id::uuid is null or t.agent_id = :agent_id::uuid)${ofSlice(query, 't.id')}
      order by o.active_at desc limit :limit`,
    { ...query, agent_id: query.agent_id ?? null, limit },
  )
}
