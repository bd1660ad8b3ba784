import { HANDS_OFF, lastReplyTo } from '../chat/messages.ts'
import type { Db } from '../lib/db/db.ts'
import { sqlText } from '../lib/db/statements.ts'
import { isTried } from '../lib/db/testThreads.ts'

/** A window of time; with `agent_id`, only this agent's threads count. */
export interface QuestionsQuery {
  organization_id: string
  from: Date
  to: Date
  agent_id?: string | undefined
}

/** A topic of several conversations' first questions. */
export interface Topic {
  /** A term: language and stem, or two stems. It identifies the topic in the list of threads. */
  topic: string
  /** The most frequent form of its words. */
  words: string
  /** Conversations with the topic in their first question. */
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
const MAX_TOPICS = 12
/** A word that occurs in a single conversation is no topic, and may be a person's name. */
const MIN_CONVERSATIONS = 2
/**
 * A word in more than this share of many conversations distinguishes nothing. Often it is the
 * company's name.
 */
const COMMON = { share: 0.5, from: 20 }
/**
 * A pair of words replaces a word as the topic if the pair occurs in at least this share of the
 * word's conversations.
 */
const PAIR_SHARE = 0.6
/** The most candidates: more than topics, because pairs replace words. */
const MAX_CANDIDATES = 200
/** The most questions, newest first, from which the forms of words are taken. */
const MAX_FORMS = 2_000

const picked = (columns: string, and: string, limit: number) => `
  picked as materialized (
    select ${columns} from first_questions
     where organization_id = :organization_id and asked_at >= :from and asked_at < :to
       and (:agent_id::uuid is null or agent_id = :agent_id::uuid) ${and}
     order by asked_at desc limit ${limit})`

/** Counts the topics of the window's first questions, most frequent first. */
export async function readTopics(db: Db, query: QuestionsQuery): Promise<Topics> {
  const values = { ...query, agent_id: query.agent_id ?? null }
  const [{ candidates, questions, oldest } = NONE] = await sqlText<CountedTopics>(
    db,
    `with ${picked('terms, is_answered, asked_at', '', MAX_COUNTED)}, counted as (
       select term, count(*)::int as conversations, (count(*) filter (where is_answered))::int as answered
         from picked cross join lateral unnest(terms) term
        group by term having count(*) >= ${MIN_CONVERSATIONS}
        order by conversations desc, term limit ${MAX_CANDIDATES})
     select (select coalesce(json_agg(counted), '[]') from counted) as candidates,
            (select count(*)::int from picked) as questions, (select min(asked_at) from picked) as oldest`,
    values,
  )
  const chosen = chooseTopics(candidates, questions)
  const forms = await readForms(db, { ...values, terms: chosen.map(({ term }) => term) })
  return {
    topics: chosen.map(({ term, ...counts }) => ({
      topic: term,
      words: forms.get(term) ?? term,
      ...counts,
    })),
    questions,
    counted_since: questions === MAX_COUNTED ? oldest : null,
  }
}

export interface TopicCandidate {
  term: string
  conversations: number
  answered: number
}

interface CountedTopics {
  candidates: TopicCandidate[]
  questions: number
  oldest: Date | null
}
const NONE: CountedTopics = { candidates: [], questions: 0, oldest: null }

/**
 * Chooses at most 12 topics that stand for different conversations. A pair of words replaces each
 * of its words whose conversations mostly have the pair.
 * @param candidates most frequent first
 */
export function chooseTopics(
  candidates: readonly TopicCandidate[],
  questions: number,
): TopicCandidate[] {
  const isCommon = ({ conversations }: TopicCandidate) =>
    questions >= COMMON.from && conversations > COMMON.share * questions
  const counts = new Map(candidates.map((candidate) => [candidate.term, candidate]))
  const pairs = candidates.filter(({ term }) => wordsOf(term).length === 2)
  /** Returns the words that a pair replaces. */
  const standsFor = (pair: TopicCandidate) =>
    wordsOf(pair.term).filter((word) => {
      const single = counts.get(word)
      return !single || pair.conversations >= PAIR_SHARE * single.conversations
    })
  const covered = new Set<string>()
  const chosen: TopicCandidate[] = []
  for (const candidate of candidates) {
    if (chosen.length === MAX_TOPICS) break
    const words = wordsOf(candidate.term)
    if (isCommon(candidate) || words.some((word) => covered.has(word))) continue
    const pair =
      words.length === 1
        ? pairs.find((pair) => standsFor(pair).includes(candidate.term) && !isCommon(pair))
        : undefined
    const topic = pair ?? candidate
    if (wordsOf(topic.term).some((word) => covered.has(word))) continue
    chosen.push(topic)
    for (const word of wordsOf(topic.term)) covered.add(word)
  }
  return chosen.sort((left, right) => right.conversations - left.conversations)
}

/** Returns the single terms of a pair: `en:cost` and `en:deliveri` of `en:cost deliveri`. */
function wordsOf(term: string): string[] {
  const at = term.indexOf(':')
  return term
    .slice(at + 1)
    .split(' ')
    .map((stem) => `${term.slice(0, at)}:${stem}`)
}

async function readForms(
  db: Db,
  values: Omit<QuestionsQuery, 'agent_id'> & { agent_id: string | null; terms: readonly string[] },
): Promise<Map<string, string>> {
  const rows = await sqlText<{ term: string; form: string }>(
    db,
    `with ${picked('terms, forms', 'and terms && :terms::text[]', MAX_FORMS)}
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
        and (:agent_id::uuid is null or t.agent_id = :agent_id::uuid)
      order by o.active_at desc limit :limit`,
    { ...query, agent_id: query.agent_id ?? null, limit },
  )
}
