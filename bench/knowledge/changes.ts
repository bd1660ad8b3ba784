import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { type Chunk, replaceAllChunks } from '../../shared/knowledge/chunks.ts'
import { makeDb, type Pool } from '../../shared/lib/db/db.ts'
import { sql } from '../../shared/lib/db/statements.ts'
import { sentencesOf } from '../../shared/lib/text/sentences.ts'
import { searchWords } from '../../shared/lib/text/terms.ts'
import { makeIndexCache } from '../../shared/search/indexCache.ts'
import { findPassages } from '../../shared/search/retrieval.ts'
import { makeWordIndex, type WordIndex } from '../../shared/search/wordIndex/wordIndex.ts'
import { makeEntries, makeOwner, type Owner } from '../../test/support/data/knowledge.ts'
import { familyCpuMs } from '../load/procfs.ts'
import { readQuestionSet } from './questionSet.ts'
import { onOwnServer, storeResults } from './run.ts'

/**
 * Measures the processor time of a question: with a cached index, with an index that was cached
 * before entries changed, and with an empty one (decision 102).
 */
const { values } = parseArgs({
  options: {
    chunks: { type: 'string', default: '20000,100000' },
    questions: { type: 'string', default: '60' },
    store: { type: 'boolean', default: false },
  },
})
const SIZES = values.chunks.split(',').map(Number)
/** Chunks that are made from sentences. The others are their copies, which is faster. */
const ORIGINALS = 2_000
/** Sentences of a chunk. */
const SENTENCES = 5
/** Entries that change one by one before each question while a site is crawled. */
const CRAWLED = 17
/** Entries that change at once: more than are carried over. */
const MANY = 400
/** The memory of a posting, in which an index counts its own. */
const POSTING_BYTES = 6

const set = readQuestionSet('bench/data', 'en')
const sentences = set.paragraphs.flatMap(sentencesOf)
const step = Math.ceil(set.questions.length / Number(values.questions))
const questions = set.questions.filter((_, nth) => nth % step === 0).map(({ text }) => text)
let state = 1

/** Returns a chunk of some sentences of XQuAD; the same ones in each run. */
function anyChunk(): Chunk {
  const picked = Array.from({ length: SENTENCES }, () => {
    state = (state * 48_271) % 2_147_483_647
    return sentences[state % sentences.length]
  })
  const text = picked.join(' ')
  return { text, heading: '', words: searchWords(text), language: 'english' }
}

/** Of one question, in milliseconds of the processors. */
interface Cost {
  node: number
  postgres: number
}

/** An organization's knowledge of one size. */
interface Subject {
  db: Pool
  owner: Owner
  /** Entries with one chunk each. */
  entries: readonly string[]
  /** The process id of PostgreSQL. */
  postmaster: number
}

/** Gives each of the entries one new chunk in place of its own, in one transaction. */
async function change({ db, owner }: Subject, entries: readonly string[]): Promise<void> {
  await db.transaction(async (transaction) => {
    const changed = entries.map((entryId) => ({ entryId, chunks: [anyChunk()] }))
    await replaceAllChunks(transaction, owner.organizationId, changed)
    await sql(transaction)`
      update knowledge_entries set indexed_at = clock_timestamp(), chunk_count = 1
       where id = any(${entries}::uuid[])`
  })
}

const ask = ({ db, owner }: Subject, question: string, index: WordIndex) =>
  findPassages(db, { ...owner, question, language: 'en', limit: 20 }, index)

/** Asks all questions, each after `before`, whose time does not count. */
async function costOf(
  { postmaster }: Subject,
  askOne: (question: string) => Promise<unknown>,
  before: (nth: number) => Promise<void> = async () => {},
): Promise<Cost> {
  const sum: Cost = { node: 0, postgres: 0 }
  for (const [nth, question] of questions.entries()) {
    await before(nth)
    const postgres = familyCpuMs(postmaster)
    const node = process.cpuUsage()
    await askOne(question)
    const { user, system } = process.cpuUsage(node)
    sum.node += (user + system) / 1000
    sum.postgres += familyCpuMs(postmaster) - postgres
  }
  const each = (ms: number) => Math.round((10 * ms) / questions.length) / 10
  return { node: each(sum.node), postgres: each(sum.postgres) }
}

async function measure(subject: Subject) {
  const { db, owner, entries } = subject
  const cache = makeIndexCache(db)
  const cached = async () => {
    const [row] = await sql<{ version: string }>(db)`
      select version from knowledge_versions where organization_id = ${owner.organizationId}`
    return cache.of(owner.organizationId, row!.version)
  }
  const askCached = async (question: string) => ask(subject, question, await cached())
  const changeOneByOne = async (from: number, count: number) => {
    for (let nth = from; nth < from + count; nth++)
      await change(subject, [entries[nth % entries.length]!])
  }
  for (const question of questions) await askCached(question)
  const costs: Record<string, Cost> = {
    'nothing changed': await costOf(subject, askCached),
    'an entry changed': await costOf(subject, askCached, (nth) => changeOneByOne(nth, 1)),
    'a site is crawled': await costOf(subject, askCached, (nth) =>
      changeOneByOne(nth * CRAWLED, CRAWLED),
    ),
    [`${MANY} entries changed at once`]: await costOf(subject, askCached, (nth) =>
      nth === 0 ? change(subject, entries.slice(0, MANY)) : Promise.resolve(),
    ),
    'empty index': await costOf(subject, (question) =>
      ask(subject, question, makeWordIndex(db, owner.organizationId)),
    ),
  }
  const megabytes = Math.round(((await cached()).size * POSTING_BYTES) / 1e5) / 10
  return { costs, megabytes }
}

/** Makes an organization with this many chunks, the last ones copies of the first. */
async function makeSubject(db: Pool, size: number, postmaster: number): Promise<Subject> {
  const owner = await makeOwner(db, `${size} chunks`)
  const entries = await makeEntries(db, owner.organizationId, ORIGINALS)
  const subject = { db, owner, entries, postmaster }
  for (let first = 0; first < ORIGINALS; first += 100)
    await change(subject, entries.slice(first, first + 100))
  for (let copy = 1; copy < size / ORIGINALS; copy++) await copyOriginals(subject, copy)
  await sql(db)`vacuum analyze`
  return subject
}

/** Stores a copy of each entry's chunk, with its postings, below entries of their own. */
async function copyOriginals({ db, owner, entries }: Subject, copy: number): Promise<void> {
  const { organizationId } = owner
  const copies = await makeEntries(db, organizationId, entries.length)
  await sql(db)`
    with made as (
      insert into chunks (organization_id, entry_id, position, text, language, hash, length)
      select organization_id, copies.id, position, text || ${` ${copy}`}, language, hash, length
        from unnest(${entries}::uuid[], ${copies}::uuid[]) as copies (original, id)
        join chunks on organization_id = ${organizationId} and entry_id = original
      returning id, entry_id
    )
    insert into postings (organization_id, term, chunk_id, frequency, length)
    select p.organization_id, term, made.id, frequency, p.length
      from made
      join unnest(${entries}::uuid[], ${copies}::uuid[]) as copies (original, id) on copies.id = made.entry_id
      join chunks c on c.organization_id = ${organizationId} and c.entry_id = original
      join postings p on p.organization_id = c.organization_id and p.chunk_id = c.id
     order by term, made.id`
  // Makes the version that has the new chunks. Otherwise the next change would have them all.
  await sql(db)`
    update knowledge_entries set indexed_at = clock_timestamp(), chunk_count = 1
     where organization_id = ${organizationId} and id = any(${copies}::uuid[])`
}

await onOwnServer(async (url, postmaster) => {
  const db = makeDb(url, 2)
  try {
    const results: Record<string, Awaited<ReturnType<typeof measure>>> = {}
    for (const size of SIZES) {
      results[size] = await measure(await makeSubject(db, size, postmaster))
      console.log(`${size} chunks; the index takes ${results[size].megabytes} MB`)
      console.table(results[size].costs)
    }
    const machine = { cpus: cpus().length, model: cpus()[0]?.model, node: process.version }
    if (values.store) storeResults('changes', { machine, questions: questions.length, results })
  } finally {
    await db.destroy()
  }
})
