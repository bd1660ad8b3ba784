import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'
import { explainedIn } from '../lib/text/explained.ts'
import { hashOf, withoutAccents } from '../lib/text/terms.ts'

/** A piece of an entry that retrieval returns. */
export interface Chunk {
  text: string
  /** The headings above it, outermost first, joined by ` › `; empty: none. */
  heading: string
  /**
   * The words of its title, headings and text by which it is found, as `searchWords` returns them.
   */
  words: string
  /** The language whose stems the words are reduced to, as `stemsOf` names it. */
  language: string
  /** The key of a Q/A pair's question, as `questionKey` returns it. */
  question_key?: string | null
  /** The page that it comes from, if the entry has several pages. */
  page_url?: string | null
  page_title?: string | null
  /** The page of its file on which it begins, from 1 on; null: the file has no pages. */
  page?: number | null
}

/** A chunk as the API shows it. */
export type ReadChunk = Pick<
  Chunk,
  'heading' | 'text' | 'language' | 'page_url' | 'page_title' | 'page'
> & {
  /** Its place in the entry, from 1 on. */
  position: number
}

/**
 * Raise it when words or terms are made differently. Each chunk is then indexed again with its
 * entry.
 */
const INDEX_VERSION = 3

/**
 * The most chunks that one statement stores or deletes. They have some 20,000 postings and take at
 * most a second.
 */
const BATCH = 200

interface IdentifiedChunk extends Chunk {
  entry_id: string
  hash: string
  position: number
}

/** The chunks that an entry is to have. */
export interface EntryChunks {
  entryId: string
  chunks: readonly Chunk[]
}

/** Replaces the chunks of an entry, as `replaceAllChunks` does. @returns their number */
export async function replaceChunks(
  db: Db,
  organizationId: string,
  entryId: string,
  chunks: readonly Chunk[],
): Promise<number> {
  await replaceAllChunks(db, organizationId, [{ entryId, chunks }])
  return chunks.length
}

/**
 * Replaces the chunks of some entries, each named once. An unchanged chunk keeps its row, its
 * postings and its vector, even if its place and page change. Call it in a transaction.
 */
export async function replaceAllChunks(
  db: Db,
  organizationId: string,
  entries: readonly EntryChunks[],
): Promise<void> {
  const wanted = entries.flatMap(({ entryId, chunks }) => identified(entryId, chunks))
  const isWanted = new Set(wanted.map(keyOf))
  const entryIds = entries.map(({ entryId }) => entryId)
  const former = await sql<{ id: string; entry_id: string; hash: string }>(db)`
    select id, entry_id, hash from chunks
     where organization_id = ${organizationId} and entry_id = any(${entryIds}::uuid[])`
  const gone = former.filter((chunk) => !isWanted.has(keyOf(chunk)))
  await deleteInBatches(db, organizationId, gone)
  const isThere = new Set(former.map(keyOf))
  const kept = wanted.filter((chunk) => isThere.has(keyOf(chunk)))
  if (kept.length) await placeChunks(db, organizationId, kept)
  const added = wanted.filter((chunk) => !isThere.has(keyOf(chunk)))
  for (let first = 0; first < added.length; first += BATCH)
    await insertChunks(db, organizationId, added.slice(first, first + BATCH))
}

const keyOf = ({ entry_id, hash }: Pick<IdentifiedChunk, 'entry_id' | 'hash'>) =>
  `${entry_id} ${hash}`

/** Gives existing chunks their places and pages. */
async function placeChunks(
  db: Db,
  organizationId: string,
  chunks: readonly IdentifiedChunk[],
): Promise<void> {
  await sql(db)`
    update chunks c set position = wanted.position, page = wanted.page
      from unnest(${chunks.map((chunk) => chunk.entry_id)}::uuid[], ${chunks.map(({ hash }) => hash)}::text[],
                  ${chunks.map(({ position }) => position)}::int[], ${chunks.map(({ page }) => page ?? null)}::int[])
           as wanted (entry_id, hash, position, page)
     where c.organization_id = ${organizationId} and c.entry_id = wanted.entry_id and c.hash = wanted.hash
       and (c.position, c.page) is distinct from (wanted.position, wanted.page)`
}

/** Lists the chunks of an entry in their order; `page` starts at 1. */
export async function listChunks(
  db: Db,
  organizationId: string,
  entryId: string,
  { page, page_size }: { page: number; page_size: number },
): Promise<ReadChunk[]> {
  return sql<ReadChunk>(db)`
    select position, heading, text, language, page_url, page_title, page from chunks
     where organization_id = ${organizationId} and entry_id = ${entryId}
     order by position, id limit ${page_size} offset ${(page - 1) * page_size}`
}

/**
 * Deletes the chunks of an entry. Call it in a transaction, because the chunks of a large file take
 * more than one statement.
 */
export async function deleteChunks(db: Db, organizationId: string, entryId: string): Promise<void> {
  const all = await sql<{ id: string }>(db)`
    select id from chunks where organization_id = ${organizationId} and entry_id = ${entryId}`
  await deleteInBatches(db, organizationId, all)
}

async function deleteInBatches(
  db: Db,
  organizationId: string,
  chunks: readonly { id: string }[],
): Promise<void> {
  const ids = chunks.map(({ id }) => id)
  for (let first = 0; first < ids.length; first += BATCH)
    await sql(db)`
      delete from chunks
       where organization_id = ${organizationId} and id = any(${ids.slice(first, first + BATCH)}::bigint[])`
}

/**
 * Gives each chunk a hash and a position. A repeated text is a separate chunk, whose hash depends
 * on how many equal chunks precede it.
 */
function identified(entry_id: string, chunks: readonly Chunk[]): IdentifiedChunk[] {
  const seen = new Map<string, number>()
  return chunks.map((chunk, index) => {
    const { text, heading, words, language, question_key, page_url, page_title } = chunk
    const parts = [
      INDEX_VERSION,
      text,
      heading,
      words,
      language,
      question_key,
      page_url,
      page_title,
    ]
    const same = hashOf(JSON.stringify(parts))
    const repetition = seen.get(same) ?? 0
    seen.set(same, repetition + 1)
    const hash = repetition ? hashOf(same + repetition) : same
    return { ...chunk, entry_id, hash, position: index + 1 }
  })
}

/**
 * Stores chunks with their postings. A word counts by its stem and by the stem of its form without
 * accents, but once if both are the same. An abbreviation that the chunk explains is also a term.
 * The postings come in the order of their index, which then has the same pages at hand.
 */
async function insertChunks(
  db: Db,
  organizationId: string,
  chunks: readonly IdentifiedChunk[],
): Promise<void> {
  const column = <Value>(read: (chunk: IdentifiedChunk) => Value) => chunks.map(read)
  const counted = column((chunk) => countWords(chunk.words))
  const entryIds = column(({ entry_id }) => entry_id)
  const hashes = column(({ hash }) => hash)
  const explained = chunks.flatMap(({ entry_id, hash, heading, text }) =>
    explainedIn(`${heading}\n${text}`).map((term) => ({ entry_id, hash, term })),
  )
  await sql(db)`
    with added as (
      insert into chunks (organization_id, entry_id, position, text, heading, language, hash, length, question_key,
                          page_url, page_title, page)
      select ${organizationId}, entry_id, position, text, heading, language, hash, length, question_key, page_url,
             page_title, page
        from unnest(${entryIds}::uuid[], ${column((chunk) => chunk.position)}::int[], ${column((chunk) => chunk.text)}::text[],
                    ${column((chunk) => chunk.heading)}::text[], ${column((chunk) => chunk.language)}::text[],
                    ${hashes}::text[], ${counted.map(({ length }) => length)}::int[],
                    ${column((chunk) => chunk.question_key ?? null)}::text[],
                    ${column((chunk) => chunk.page_url ?? null)}::text[],
                    ${column((chunk) => chunk.page_title ?? null)}::text[],
                    ${column((chunk) => chunk.page ?? null)}::int[])
             as chunk (entry_id, position, text, heading, language, hash, length, question_key, page_url, page_title, page)
      returning id, entry_id, hash, length,
                (language || case language when 'simple' then '' else '_stem' end)::regdictionary as stems
    ), words as materialized (
      select id, length, stems, word, plain, frequency
        from added
        join unnest(${entryIds}::uuid[], ${hashes}::text[], ${counted.map(({ words }) => words)}::text[],
                    ${counted.map(({ words }) => withoutAccents(words))}::text[],
                    ${counted.map(({ frequencies }) => frequencies)}::text[])
             as chunk (entry_id, hash, words, plain_words, frequencies) using (entry_id, hash),
             unnest(string_to_array(words, ' '), string_to_array(plain_words, ' '),
                    string_to_array(frequencies, ' ')::int[]) as form (word, plain, frequency)
    ), stems (id, length, term, frequency) as (
      select id, length, unnest(ts_lexize(stems, word)), frequency from words
       union all
      select id, length, unnest(ts_lexize(stems, plain)), frequency from words
       where plain <> word and ts_lexize(stems, plain) is distinct from ts_lexize(stems, word)
    )
    insert into postings (organization_id, term, chunk_id, frequency, length)
    select ${organizationId}::uuid, term, id, least(sum(frequency), 32767), least(length, 32767)
      from stems
     where term <> ''
     group by term, id, length
     union all
    select ${organizationId}::uuid, term, id, 1, least(length, 32767)
      from added
      join unnest(${explained.map((key) => key.entry_id)}::uuid[], ${explained.map(({ hash }) => hash)}::text[],
                  ${explained.map(({ term }) => term)}::text[])
           as explained (entry_id, hash, term) using (entry_id, hash)
     order by 2, 3`
}

/**
 * Counts the words of a chunk, which blanks separate.
 * @returns `length`: how many they are; the different ones and how often each occurs, both
 *   separated by blanks and in the same order
 */
function countWords(text: string): { length: number; words: string; frequencies: string } {
  const all = text.split(' ')
  const times = new Map<string, number>()
  for (const word of all) times.set(word, (times.get(word) ?? 0) + 1)
  const words = [...times.keys()].join(' ')
  return { length: all.length, words, frequencies: [...times.values()].join(' ') }
}
