import { type Db, sql } from '../db.ts'
import { fuse } from '../fusion.ts'
import { STEMS, stemsOf, UNSTEMMED } from '../stems.ts'
import { questionKey, searchWords, withoutAccents } from '../terms.ts'
import type { KnowledgeEntry } from './knowledge.ts'
import type { Near } from './nearest.ts'
import { onePerPair, withWholePairs } from './pairs.ts'

/** A chunk that may answer a question, with what a citation needs of its entry. */
export interface Passage extends Pick<KnowledgeEntry, 'kind' | 'title' | 'url'> {
  knowledge_id: string
  chunk_id: string
  /** The headings above it, from the outermost on, with ` › ` between; empty: none. */
  heading: string
  /** Of a Q/A pair the whole of it, its question in the first line. */
  text: string
  /** What questions that are the same have in common; null: it is no Q/A pair, or one without a word. */
  question_key?: string | null
  /** The piece of the text that was found, where that is not all of it: of a pair whose answer is long. */
  found?: string
  /** At least 0; comparable within one question only. */
  score: number
}

/** One of its own, or within a file. */
export const isPair = ({ kind, question_key }: Pick<Passage, 'kind' | 'question_key'>) =>
  kind === 'qa' || Boolean(question_key)

export interface Search {
  organizationId: string
  agentId: string
  question: string
  /** BCP 47: of the agent, for a question that is too short to tell its language. */
  language: string | null
  limit: number
  /** What is nearest to the question by its meaning, best first; it comes while words are looked for. */
  nearest?: Promise<readonly Near[]>
}

/** How many of those found by words, and by meaning, have a say in the order of both. */
const FUSED = 50
/** Of these, how many are read at least, some of which may be pieces of one pair. */
const FEW = 20

/** BM25's parameters, as Robertson and Zaragoza (2009) recommend and most implementations have them. */
const K1 = 1.2
const B = 0.75

/** How many ids are read to tell how many there are: with 5 % of error, and none where there are fewer. */
const SAMPLE = 500
/** Different words of a question that are looked at: of its beginning and its end. */
const MOST_WORDS = 200
/** Of these, how many score: the rarest. */
const MOST_SCORED_WORDS = 32
/**
 * Rows of `postings` that candidates are taken from, those of the rarest words first. Among 100,000 chunks, 97 % of the
 * six best are those that reading all of them gives, in a third of the time.
 */
const MOST_POSTINGS = 12000
/** Of those that are read whole. They are estimated with 5 % of error, and of one that has more than it seems, some would be missed. */
const MOST_ESTIMATED = 0.8 * MOST_POSTINGS
/** Letters that a longer word and another form or compound of it have in common at least. */
const BEGINNING = 5
const LAST_SIGN = '\u{10ffff}'
/** Candidates whose scores are completed with the words that were too common to be read. */
const MOST_CANDIDATES = 200

/**
 * The chunks that best match a question, best first, of the entries that serve the agent: by words, and where `nearest` has
 * some, by both rankings fused. Before all others comes a pair whose question is the same.
 */
export async function findPassages(db: Db, search: Search): Promise<Passage[]> {
  const passages = onePerPair(await findChunks(db, search)).slice(0, search.limit)
  return withWholePairs(db, search.organizationId, passages)
}

/** Pieces of one pair among them, where meaning found them. */
async function findChunks(db: Db, search: Search): Promise<Passage[]> {
  const { limit, nearest } = search
  const most = nearest ? Math.max(limit, FUSED) : limit
  const [worded, near] = await Promise.all([findByWords(db, { ...search, limit: most }), nearest])
  const passages = new Map(worded.map(({ is_same, ...passage }) => [passage.chunk_id, passage]))
  if (!near?.length) return [...passages.values()]
  const same = new Set(worded.filter(({ is_same }) => is_same).map(({ chunk_id }) => chunk_id))
  const fused = fuse([[...passages.keys()], near.slice(0, FUSED).map(({ chunk_id }) => chunk_id)])
  const best = fused
    .map(({ id, score }) => ({ id, score: same.has(id) ? 1 + score : score }))
    .sort((a, b) => b.score - a.score)
    .slice(0, Math.max(2 * limit, FEW))
  const missing = best.filter(({ id }) => !passages.has(id)).map(({ id }) => id)
  const found = new Map(
    (await readPassages(db, search, missing)).map((passage) => [passage.chunk_id, passage]),
  )
  return best.flatMap(({ id, score }) => {
    const passage = passages.get(id) ?? found.get(id)
    return passage ? { ...passage, score } : []
  })
}

/**
 * By words alone: a pair whose question is the same, then by BM25 over stems. A word of the question is looked for by its
 * stem in each language that the organization's chunks have, so that names and numbers are found whatever language the
 * question is in; it scores once, by the form that scores most.
 */
async function findByWords(
  db: Db,
  { organizationId, agentId, question, language, limit }: Search,
): Promise<(Passage & { is_same: boolean })[]> {
  const words = firstAndLast([...new Set(searchWords(question).split(' '))], MOST_WORDS)
  const { languageOf } = await import('../language.ts')
  const own = dictionaryOf(stemsOf(languageOf(question, language)))
  return sql<Passage & { is_same: boolean }>(db)`
    with languages as materialized (
      select stems::regdictionary as stems
        from unnest(${STEMS}::text[], ${STEMS.map(dictionaryOf)}::text[]) as known (language, stems)
       where exists (select from chunks c where c.organization_id = ${organizationId} and c.language = known.language)
    ), asked as materialized (
      select distinct number, plain, term
        from unnest(${words}::text[], ${words.map(withoutAccents)}::text[]) with ordinality as asked (word, plain, number),
             languages,
             unnest(array[word, plain]) as form,
             unnest(ts_lexize(stems, form)) as term
       where ts_lexize(${own}::regdictionary, word) <> '{}' and term <> ''
    ), totals as materialized (
      select case when count(*) < ${SAMPLE} then count(*) else count(*) * 2 ^ 63 / max(id) end::float8 as chunks,
             greatest(avg(length), 1)::float8 as average
        from (select id, length from chunks where organization_id = ${organizationId} order by id limit ${SAMPLE}) c
    ), terms as materialized (
      select number, term, documents,
             ${K1 + 1} * ln(1 + (greatest(chunks - documents, 0) + 0.5) / (documents + 0.5)) as most,
             ${K1 * (1 - B)}::float8 as base, ${K1 * B} / average as by_length
        from asked, totals, lateral (
          select case when count(*) < ${SAMPLE} then count(*) else count(*) * 2 ^ 63 / max(chunk_id) end::float8 as documents
            from (select chunk_id from postings p
                   where p.organization_id = ${organizationId} and p.term = asked.term
                   order by chunk_id limit ${SAMPLE}) p
        ) found
       where documents > 0
    ), words as materialized (
      select number, max(most) as most, sum(sum(documents)) over rarest_first <= ${MOST_ESTIMATED}
                     or row_number() over rarest_first = 1 as is_read
        from terms group by number
      window rarest_first as (order by sum(documents), number)
       order by sum(documents), number limit ${MOST_SCORED_WORDS}
    ), read as materialized (
      select number, terms.most, base, by_length, p.*
        from words join terms using (number), lateral (
          select chunk_id, frequency, length from postings p
           where p.organization_id = ${organizationId} and p.term = terms.term
           order by chunk_id limit ${MOST_POSTINGS}
        ) p
       where is_read
       union all
      select number, ${K1 + 1} * ln(1 + (greatest(chunks - documents, 0) + 0.5) / (documents + 0.5)),
             ${K1 * (1 - B)}, ${K1 * B} / average, chunk_id, frequency, length
        from totals, (
          select number, p.*, count(*) over (partition by number) as documents
            from (select distinct number, left(plain, ${BEGINNING}) as beginning
                    from asked where length(plain) > ${BEGINNING}
                   order by number limit ${MOST_SCORED_WORDS}) asked,
                 lateral (
                   select chunk_id, frequency, length from postings p
                    where p.organization_id = ${organizationId}
                      and p.term >= beginning and p.term < beginning || ${LAST_SIGN}
                    order by p.term limit ${SAMPLE}
                 ) p
        ) p
       where documents < ${SAMPLE}
    ), candidates as materialized (
      select chunk_id, sum(score) as score
        from (select number, chunk_id, max(most * frequency / (frequency + base + by_length * length)) as score
                from read group by number, chunk_id) by_word
       group by chunk_id
       order by score desc, chunk_id
    ), served as materialized (
      select chunk_id, question_key, pair, score
        from candidates, lateral (
          select c.question_key, case when c.question_key is null then c.id::text
                                      else concat_ws(' ', c.entry_id, c.question_key, c.page_url, c.heading) end as pair
            from chunks c join knowledge_entries e on e.organization_id = c.organization_id and e.id = c.entry_id
           where c.organization_id = ${organizationId} and c.id = candidates.chunk_id
             and (e.agent_ids is null or ${agentId} = any(e.agent_ids))
           limit 1
        ) c
       limit ${MOST_CANDIDATES}
    ), scored as materialized (
      select chunk_id, question_key, pair, served.score + coalesce(rest.score, 0) as score
        from served, lateral (
          select sum(score) as score
            from (select max(terms.most * frequency / (frequency + base + by_length * length)) as score
                    from words join terms using (number), lateral (
                      select frequency, length from postings p
                       where p.organization_id = ${organizationId} and p.term = terms.term
                         and p.chunk_id = served.chunk_id
                    ) p
                   where not is_read
                   group by number) by_word
        ) rest
    ), found as materialized (
      select chunk_id, question_key, score
        from (select *, row_number() over (partition by pair order by score desc, chunk_id) as place from scored) s
       where place = 1
       order by score desc, chunk_id
       limit ${limit}
    ), same as materialized (
      select distinct on (c.entry_id, c.page_url, c.heading) c.id as chunk_id, true as is_same,
             coalesce((select nullif(sum(most), 0) from words), 1) as score
        from chunks c join knowledge_entries e on e.organization_id = c.organization_id and e.id = c.entry_id
       where c.organization_id = ${organizationId} and c.question_key = ${questionKey(question)}
         and (e.agent_ids is null or ${agentId} = any(e.agent_ids))
       order by c.entry_id, c.page_url, c.heading, c.position
       limit ${limit}
    ), best as (
      select * from same
       union all
      select chunk_id, false, score from found where question_key is distinct from ${questionKey(question)}
    )
    select e.id as knowledge_id, c.id as chunk_id, e.kind,
           coalesce(c.page_title, e.title, e.page_title, e.question) as title, coalesce(c.page_url, e.url) as url,
           c.heading, c.text, c.question_key, best.score, best.is_same
      from best
      join chunks c on c.organization_id = ${organizationId} and c.id = best.chunk_id
      join knowledge_entries e on e.organization_id = c.organization_id and e.id = c.entry_id
     order by is_same desc, score desc, e.id, c.position
     limit ${limit}`
}

/** Those of the chunks that are there, in any order. */
async function readPassages(
  db: Db,
  { organizationId, agentId }: Search,
  ids: readonly string[],
): Promise<Omit<Passage, 'score'>[]> {
  if (!ids.length) return []
  return sql<Omit<Passage, 'score'>>(db)`
    select e.id as knowledge_id, c.id as chunk_id, e.kind,
           coalesce(c.page_title, e.title, e.page_title, e.question) as title, coalesce(c.page_url, e.url) as url,
           c.heading, c.text, c.question_key
      from chunks c
      join knowledge_entries e on e.organization_id = c.organization_id and e.id = c.entry_id
     where c.organization_id = ${organizationId} and c.id = any(${ids}::bigint[])
       and (e.agent_ids is null or ${agentId} = any(e.agent_ids))`
}

const dictionaryOf = (stems: string) => (stems === UNSTEMMED ? stems : `${stems}_stem`)

const firstAndLast = <Item>(items: Item[], most: number): Item[] =>
  items.length <= most ? items : [...items.slice(0, most / 2), ...items.slice(-most / 2)]
