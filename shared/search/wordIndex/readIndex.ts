import type { Db } from '../../lib/db/db.ts'
import { prepared, sql } from '../../lib/db/statements.ts'
import { STEMS } from '../../lib/text/stems.ts'
import { dictionaryOf } from './stems.ts'

/** Reads the inverted index, which finds chunks by words (decision 12). */

/**
 * The chunks that contain a term: their ids, the number of times that each contains it, and the
 * length of each in words.
 */
export interface PostingRows {
  chunk_ids: string[]
  frequencies: number[]
  lengths: number[]
}

/** Figures of all chunks of an organization, which scores depend on. */
export interface Totals {
  chunks: number
  /**
   * Mean length of a chunk in words, at least 1, rounded to a power of 1.1. Then it rarely
   * changes with the chunks, so scores that are made of it can be kept.
   */
  average: number
  /** The PostgreSQL dictionaries that stem the organization's chunks. */
  dictionaries: string[]
}

/**
 * The number of ids that are read to estimate how many exist. The estimate is within 5 %, and
 * smaller numbers are exact.
 */
export const SAMPLE = 500
/** The factor between two mean lengths that differ. */
const STEP = 1.1
const LAST_SIGN = '\u{10ffff}'

const rounded = (average: number) => STEP ** Math.round(Math.log(average) / Math.log(STEP))

export async function readTotals(db: Db, organizationId: string): Promise<Totals> {
  const [totals] = await prepared<Totals>(db)`
    select case when count(*) < ${SAMPLE} then count(*) else count(*) * 2 ^ 63 / max(id) end::float8 as chunks,
           greatest(avg(length), 1)::float8 as average,
           array(select dictionary from unnest(${STEMS}::text[], ${STEMS.map(dictionaryOf)}::text[]) as known (language, dictionary)
                  where exists (select from chunks c
                                 where c.organization_id = ${organizationId} and c.language = known.language)) as dictionaries
      from (select id, length from chunks where organization_id = ${organizationId} order by id limit ${SAMPLE}) c`
  return { ...totals!, average: rounded(totals!.average) }
}

interface Packed {
  term: string
  chunk_ids: string | null
  frequencies: string | null
  lengths: string | null
}

// The numbers come as text, separated by spaces. The driver parses an array character by character,
// which takes ten times as long.
const unpack = (row: Packed | undefined): PostingRows => ({
  chunk_ids: row?.chunk_ids?.split(' ') ?? [],
  frequencies: row?.frequencies?.split(' ').map(Number) ?? [],
  lengths: row?.lengths?.split(' ').map(Number) ?? [],
})

/** Unpacks the rows in the order of the names. */
function unpacked(names: readonly string[], rows: readonly Packed[]): PostingRows[] {
  const byName = new Map(rows.map((row) => [row.term, row]))
  return names.map((name) => unpack(byName.get(name)))
}

/**
 * Reads the first `most` chunks of each term, by their ids. The subquery hides the number of terms
 * from the planner, as in `passages.ts`.
 */
export async function readPostings(
  db: Db,
  organizationId: string,
  terms: readonly string[],
  most: number,
): Promise<PostingRows[]> {
  const rows = await prepared<Packed>(db)`
    select asked.term, packed.*
      from unnest(array(select unnest(${terms}::text[]))) as asked (term), lateral (
        select string_agg(chunk_id::text, ' ') as chunk_ids, string_agg(frequency::text, ' ') as frequencies,
               string_agg(length::text, ' ') as lengths
          from (select chunk_id, frequency, length from postings p
                 where p.organization_id = ${organizationId} and p.term = asked.term
                 order by chunk_id limit ${most}) p
      ) packed`
  return unpacked(terms, rows)
}

/** Reads all postings of some chunks, by term, each in the order of the ids. */
export async function readPostingsOf(
  db: Db,
  organizationId: string,
  chunkIds: readonly string[],
): Promise<Map<string, PostingRows>> {
  if (!chunkIds.length) return new Map()
  const rows = await sql<Packed>(db)`
    select term, string_agg(chunk_id::text, ' ' order by chunk_id) as chunk_ids,
           string_agg(frequency::text, ' ' order by chunk_id) as frequencies,
           string_agg(length::text, ' ' order by chunk_id) as lengths
      from postings
     where organization_id = ${organizationId} and chunk_id = any(${chunkIds}::bigint[])
     group by term`
  return new Map(rows.map((row) => [row.term, unpack(row)]))
}

/**
 * Reads the first `SAMPLE` postings of the terms with each beginning, in the order of the terms.
 */
export async function readBeginnings(
  db: Db,
  organizationId: string,
  beginnings: readonly string[],
): Promise<PostingRows[]> {
  const rows = await sql<Packed>(db)`
    select beginning as term, packed.*
      from unnest(${beginnings}::text[]) as asked (beginning), lateral (
        select string_agg(chunk_id::text, ' ') as chunk_ids, string_agg(frequency::text, ' ') as frequencies,
               string_agg(length::text, ' ') as lengths
          from (select chunk_id, frequency, length from postings p
                 where p.organization_id = ${organizationId} and p.term >= beginning and p.term < beginning || ${LAST_SIGN}
                 order by p.term limit ${SAMPLE}) p
      ) packed`
  return unpacked(beginnings, rows)
}

interface Frequency {
  term: string
  chunk_id: string
  frequency: number
  /** The chunk's length in words. */
  length: number
}

/**
 * Reads how often each term occurs in each chunk, and the length of the chunk in words. A term that
 * a chunk does not contain has no row.
 */
export function readFrequencies(
  db: Db,
  organizationId: string,
  terms: readonly string[],
  chunkIds: readonly string[],
): Promise<Frequency[]> {
  return sql<Frequency>(db)`
    select p.term, p.chunk_id, p.frequency, p.length
      from unnest(${terms}::text[]) as asked (term), unnest(${chunkIds}::bigint[]) as candidate (chunk_id), lateral (
        select * from postings p
         where p.organization_id = ${organizationId} and p.term = asked.term and p.chunk_id = candidate.chunk_id
      ) p`
}

/** Facts that decide which agents find a chunk and which chunks belong to the same pair. */
export interface ChunkFacts {
  chunk_id: string
  /** The agents that its entry serves; null: every agent of the organization. */
  agent_ids: string[] | null
  question_key: string | null
  /** A key that all pieces of a pair share. */
  pair: string
}

/**
 * Reads the facts of existing chunks, in any order. Subqueries hide the values from the planner, as
 * in `passages.ts`.
 */
export function readChunkFacts(
  db: Db,
  organizationId: string,
  chunkIds: readonly string[],
): Promise<ChunkFacts[]> {
  return prepared<ChunkFacts>(db)`
    select c.id as chunk_id, e.agent_ids, c.question_key,
           case when c.question_key is null then c.id::text
                else concat_ws(' ', c.entry_id, c.question_key, c.page_url, c.heading) end as pair
      from unnest(array(select unnest(${chunkIds}::bigint[]))) as wanted (id)
      join chunks c on c.organization_id = (select ${organizationId}::uuid) and c.id = wanted.id
      join knowledge_entries e on e.organization_id = c.organization_id and e.id = c.entry_id`
}

/** A word that a misspelled word may mean. */
export interface Spelling {
  /** The word, or its stem if only that is known. */
  form: string
  /** Its stem, which at least one chunk contains; null: a stop word. */
  term: string | null
}

/**
 * The most letters that the dictionary of another language may cut off: in French, `shipement`
 * would be `ship`.
 */
const LONGEST_ENDING = 3

/**
 * Finds the forms whose stem, by any of the dictionaries, is in a chunk, and the forms that are
 * stop words of the first dictionary.
 */
export function readSpellings(
  db: Db,
  organizationId: string,
  forms: readonly string[],
  dictionaries: readonly string[],
): Promise<Spelling[]> {
  return sql<Spelling>(db)`
    with stemmed as materialized (
      select form, place, stems
        from unnest(${forms}::text[]) as form,
             unnest(${dictionaries}::text[]) with ordinality as known (dictionary, place),
             lateral ts_lexize(dictionary::regdictionary, form) as stems
    ), terms as materialized (
      select distinct unnest(stems) as term from stemmed
    ), there as materialized (
      select terms.term from terms, lateral (
        select from postings p where p.organization_id = ${organizationId} and p.term = terms.term limit 1
      ) p
    )
    select distinct form, there.term from stemmed join there on there.term = any(stems)
     where place = 1 or length(form) - length(there.term) <= ${LONGEST_ENDING}
     union all
    select form, null from stemmed where place = 1 and stems = '{}'`
}

/** The most terms that are read for a beginning, and for all beginnings of a word together. */
const MAX_OF_BEGINNING = 300
const MAX_LOOKED_AT = 2_000

/** Lists the different terms with each beginning, in the order of the beginnings. */
export async function readTermsFrom(
  db: Db,
  organizationId: string,
  beginnings: readonly string[],
  mostOfOne = MAX_OF_BEGINNING,
): Promise<string[]> {
  const rows = await sql<{ term: string }>(db)`
    select found.term
      from unnest(${beginnings}::text[]) as beginning, lateral (
        with recursive next as (
          (select p.term from postings p
            where p.organization_id = ${organizationId} and p.term >= beginning and p.term < beginning || ${LAST_SIGN}
            order by p.term limit 1)
           union all
          select (select p.term from postings p
                   where p.organization_id = ${organizationId} and p.term > next.term and p.term < beginning || ${LAST_SIGN}
                   order by p.term limit 1)
            from next where next.term is not null
        )
        select next.term from next where next.term is not null limit ${mostOfOne}
      ) found
     limit ${MAX_LOOKED_AT}`
  return rows.map(({ term }) => term)
}
