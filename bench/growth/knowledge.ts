import type { Client } from 'pg'
import type { Random } from '../../cli/demo/random.ts'
import { languageOf } from '../../shared/lib/text/language.ts'
import { stemsOf } from '../../shared/lib/text/stems.ts'
import { searchWords, withoutAccents } from '../../shared/lib/text/terms.ts'
import { copyInto, type Value } from './copy.ts'
import { DAY_MS, type Population, type Sizes } from './seed.ts'

const CHUNKS_PER_ENTRY = 100
const SENTENCES = 5
/**
 * Chunks for each rare word, such as a name or an article's number, which only a few chunks
 * contain.
 */
const CHUNKS_PER_RARE_WORD = 10

interface Sentence {
  text: string
  words: number
  /** How often each term occurs in the chunk. */
  terms: ReadonlyMap<string, number>
}

/**
 * Stores documents of an organization. Each chunk is a different mixture of sentences, with a rare
 * word. The postings are the same as after indexing, in the same order.
 */
export async function seedKnowledge(
  client: Client,
  { chunks }: Sizes,
  { libraryId, texts, begin, until }: Population,
  random: Random,
): Promise<void> {
  if (chunks === 0) return
  const language = stemsOf(languageOf(texts.sentences.join(' ')))
  const sentences = await analysed(client, texts.sentences, `${language}_stem`)
  const entries = Array.from({ length: Math.ceil(chunks / CHUNKS_PER_ENTRY) }, (_, index) => ({
    id: random.id(begin + random.share() * (until - begin - DAY_MS)),
    index,
    chunks: Math.min(CHUNKS_PER_ENTRY, chunks - index * CHUNKS_PER_ENTRY),
  }))
  const at = new Date(begin)
  await copyInto(
    client,
    'knowledge_entries',
    [
      'id',
      'organization_id',
      'kind',
      'title',
      'file_type',
      'status',
      'chunk_count',
      'request_id',
      'attempt',
      'indexed_at',
      'created_at',
      'updated_at',
    ],
    entries.map(({ id, index, chunks }) => [
      id,
      libraryId,
      'file',
      `Document ${index + 1}`,
      'txt',
      'ready',
      chunks,
      `growth-${index}`,
      1,
      at,
      at,
      at,
    ]),
  )
  const rareWords = Math.ceil(chunks / CHUNKS_PER_RARE_WORD)
  for (const entry of entries) {
    const made = Array.from({ length: entry.chunks }, (_, position) => {
      const picked = Array.from({ length: SENTENCES }, () => random.pick(sentences))
      const rare = `zq${random.whole(rareWords)}`
      const id = BigInt(random.whole(2 ** 31)) * 2n ** 32n + BigInt(random.whole(2 ** 32))
      return { id: String(id), position, picked, rare }
    })
    await copyInto(
      client,
      'chunks',
      ['id', 'organization_id', 'entry_id', 'position', 'text', 'language', 'hash', 'length'],
      made.map(({ id, position, picked, rare }) => [
        id,
        libraryId,
        entry.id,
        position + 1,
        `${picked.map(({ text }) => text).join(' ')} ${rare}`,
        language,
        `growth-${position}`,
        lengthOf(picked),
      ]),
    )
    const postings = made.flatMap(({ id, picked, rare }) => {
      const terms = new Map([[rare, 1]])
      for (const sentence of picked)
        for (const [term, count] of sentence.terms) terms.set(term, (terms.get(term) ?? 0) + count)
      return [...terms].map(([term, count]): Value[] => [
        libraryId,
        term,
        id,
        count,
        lengthOf(picked),
      ])
    })
    postings.sort(([, a], [, b]) => (a! < b! ? -1 : 1))
    await copyInto(
      client,
      'postings',
      ['organization_id', 'term', 'chunk_id', 'frequency', 'length'],
      postings,
    )
  }
}

/** Counts the words of a chunk, including the rare word. */
const lengthOf = (picked: readonly Sentence[]) => picked.reduce((sum, { words }) => sum + words, 1)

/**
 * The terms of a word are its stem and the stem of its form without accents, as in
 * `shared/knowledge/chunks.ts`.
 */
async function analysed(
  client: Client,
  texts: readonly string[],
  stems: string,
): Promise<Sentence[]> {
  const read = texts.map((text) => ({ text, words: searchWords(text).split(' ').filter(Boolean) }))
  const words = [...new Set(read.flatMap(({ words }) => words))]
  const { rows } = await client.query<{ word: string; terms: string[] }>(
    `select word, array(select unnest(ts_lexize($1, word)) union select unnest(ts_lexize($1, plain))) as terms
       from unnest($2::text[], $3::text[]) as form (word, plain)`,
    [stems, words, words.map(withoutAccents)],
  )
  const termsOf = new Map(rows.map(({ word, terms }) => [word, terms.filter(Boolean)]))
  return read.map(({ text, words }) => {
    const terms = new Map<string, number>()
    for (const term of words.flatMap((word) => termsOf.get(word)!))
      terms.set(term, (terms.get(term) ?? 0) + 1)
    return { text, words: words.length, terms }
  })
}
