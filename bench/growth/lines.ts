import { NOW, readMarks, readNews } from '../../shared/chat/news.ts'
import { makeRelay } from '../../shared/events/relay.ts'
import { claimDue } from '../../shared/jobs/claims.ts'
import { replaceChunks } from '../../shared/knowledge/chunks.ts'
import { TIMES } from '../../shared/lib/config/times.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { sql, sqlText } from '../../shared/lib/db/statements.ts'
import { searchWords } from '../../shared/lib/text/terms.ts'
import { type IndexCache, makeIndexCache } from '../../shared/search/indexCache.ts'
import { findPassages } from '../../shared/search/retrieval.ts'
import { makeExchanges } from '../../test/support/product/exchanges.ts'
import { readQuestionSet } from '../knowledge/questionSet.ts'

/** A database whose growth is measured, over its only connection. */
export interface Place {
  db: Db
  /** Whether it is the large one, in which more waits, listens and follows, too. */
  isGrown: boolean
  /** The organization with the most messages, and the one with the chunks. */
  chat: Owner
  library: Owner
}

interface Owner {
  organizationId: string
  agentId: string
}

/** What is measured. */
export interface Line {
  title: string
  /** What the figures of the line are for one of. */
  of: 'message' | 'question' | 'page' | 'sweep' | 'follower'
  /** The amounts in the small and in the grown database. */
  sizes: readonly [small: string, grown: string]
  /** Makes the rows that only this line needs. @returns the work, for which all is warm */
  prepare(place: Place): Promise<Work>
}

export interface Work {
  /** How many of them `run` has. */
  count: number
  run(): Promise<void>
  /** Removes the rows that only this line needs. */
  clear?(): Promise<unknown>
}

const MESSAGES = 100
const THREADS = 50
const WARM_UP = 12

async function exchanging({ db, chat }: Place, ids: readonly string[]): Promise<Work> {
  const chatting = makeExchanges(db, chat.organizationId, chat.agentId)
  await chatting.readBounds()
  const run = async (count: number) => {
    for (let turn = 0; turn < count; turn++) await chatting.exchange(ids[turn % ids.length]!)
  }
  await run(WARM_UP)
  return { count: MESSAGES, run: () => run(MESSAGES) }
}

const newThreads = ({ db, chat }: Place): Promise<string[]> =>
  makeExchanges(db, chat.organizationId, chat.agentId).openConversations(THREADS)

async function oldThreads({ db, chat }: Place): Promise<string[]> {
  const rows = await sql<{ id: string }>(db)`
    select id from threads
     where organization_id = ${chat.organizationId} and kind = 'conversation' and status = 'open'
     order by md5(id::text) limit ${MESSAGES}`
  return rows.map(({ id }) => id)
}

/** Stores jobs that are due, and that nobody takes during the measurement. */
const storeWaiting = ({ db, chat }: Place, count: number) =>
  sql(db)`
    insert into open_jobs (lane, id, organization_id, agent_id, question_id, request_id, run_at, sweep_at, deadline_at)
    select 'reply', gen_random_uuid(), ${chat.organizationId}, ${chat.agentId}, gen_random_uuid(), 'waiting',
           now() - interval '1 minute', now() - interval '1 minute', now() + interval '1 day'
      from generate_series(1, ${count}::integer)`

/** Stores 10 waiting jobs, or 10,000 in the grown database. */
async function makeJobsWait(place: Place): Promise<void> {
  await storeWaiting(place, place.isGrown ? 10_000 : 10)
  await sqlText(place.db, 'vacuum analyze open_jobs', {})
}

async function clearWaiting({ db }: Place): Promise<void> {
  await sqlText(db, `delete from open_jobs where request_id = 'waiting'`, {})
  await sqlText(db, 'vacuum analyze open_jobs', {})
}

/** Endpoints that want none of the events of messages. */
const storeEndpoints = ({ db }: Place, ofEach: number) =>
  sql(db)`
    insert into webhook_endpoints (id, organization_id, url, events, sealed_secret)
    select gen_random_uuid(), id, 'https://hooks.example/' || n, '{agent.changed}', ''
      from organizations, generate_series(1, ${ofEach}::integer) n`

const { questions, paragraphs } = readQuestionSet('bench/data', 'en')

async function ask({ db, library }: Place, question: string, cache: IndexCache): Promise<void> {
  const [row] = await sql<{ version: string }>(db)`
    select coalesce(max(version), 0)::text as version from knowledge_versions
     where organization_id = ${library.organizationId}`
  const index = await cache.of(library.organizationId, row!.version)
  await findPassages(db, { ...library, question, language: 'en', limit: 8 }, index)
}

async function askAll(place: Place, from: number, count: number, cache?: IndexCache) {
  for (let nth = from; nth < from + count; nth++)
    await ask(
      place,
      questions[(nth * 7) % questions.length]!.text,
      cache ?? makeIndexCache(place.db),
    )
}

const LOOKS = 20
const ASKED = 30
const FIRST = 5
const CHANGED_CHUNKS = 10
const CHUNKS = ['1,000 chunks', '100,000 chunks'] as const
const CHATS = ['2,000 messages', '1,000,000 messages'] as const

/** Replaces an entry's chunks, as a crawl does with a page that has changed. */
async function changePage({ db, library }: Place, nth: number): Promise<void> {
  const [entry] = await sql<{ id: string }>(db)`
    select id from knowledge_entries where organization_id = ${library.organizationId} order by id limit 1`
  const chunks = Array.from({ length: CHANGED_CHUNKS }, (_, at) => {
    const text = `${paragraphs[(nth * CHANGED_CHUNKS + at) % paragraphs.length]} ${nth}`
    return { text, heading: '', language: 'english', words: searchWords(text) }
  })
  await db.transaction(async (transaction) => {
    await replaceChunks(transaction, library.organizationId, entry!.id, chunks)
    await sql(transaction)`
      update knowledge_entries set indexed_at = clock_timestamp() where id = ${entry!.id}`
  })
}

async function changePages(place: Place, from: number, count: number): Promise<void> {
  for (let nth = from; nth < from + count; nth++) await changePage(place, nth)
}

export const LINES: readonly Line[] = [
  {
    title: 'in a new thread',
    of: 'message',
    sizes: CHATS,
    prepare: async (place) => exchanging(place, await newThreads(place)),
  },
  {
    title: 'in threads not read lately',
    of: 'message',
    sizes: CHATS,
    prepare: async (place) => exchanging(place, await oldThreads(place)),
  },
  {
    title: 'while jobs wait',
    of: 'message',
    sizes: ['10 jobs', '10,000 jobs'],
    async prepare(place) {
      await makeJobsWait(place)
      const work = await exchanging(place, await newThreads(place))
      return { ...work, clear: () => clearWaiting(place) }
    },
  },
  {
    title: 'that may take no waiting job',
    of: 'sweep',
    sizes: ['10 jobs', '10,000 jobs'],
    async prepare(place) {
      await makeJobsWait(place)
      const due = { worker: 'w', shareConcurrency: 0, leaseMs: TIMES.leaseMs, limit: 10 }
      const sweep = () => claimDue(place.db, 'reply', { ...due, takeOver: true, suspects: false })
      for (let nth = 0; nth < WARM_UP; nth++) await sweep()
      return {
        count: MESSAGES,
        run: async () => {
          for (let nth = 0; nth < MESSAGES; nth++) await sweep()
        },
        clear: () => clearWaiting(place),
      }
    },
  },
  {
    title: 'with its event, beside endpoints for other events',
    of: 'message',
    sizes: ['20 endpoints', '1,000 endpoints'],
    async prepare(place) {
      await storeEndpoints(place, place.isGrown ? 50 : 1)
      await sqlText(place.db, 'analyze webhook_endpoints', {})
      const relay = makeRelay(place.db, { ENDPOINT_MAX_WAITING: 10_000, times: TIMES })
      while ((await relay()).moved > 0);
      const work = await exchanging(place, await newThreads(place))
      return {
        count: work.count,
        run: async () => {
          await work.run()
          await relay()
        },
        clear: () => sqlText(place.db, 'delete from webhook_endpoints', {}),
      }
    },
  },
  {
    title: 'in a look for all news',
    of: 'follower',
    sizes: ['3 followers', '300 followers'],
    async prepare(place) {
      const ids = await makeExchanges(
        place.db,
        place.chat.organizationId,
        place.chat.agentId,
      ).openConversations(place.isGrown ? 300 : 3)
      const look = () => readMarks(place.db, ids)
      for (let nth = 0; nth < WARM_UP; nth++) await look()
      return {
        count: LOOKS * ids.length,
        run: async () => {
          for (let nth = 0; nth < LOOKS; nth++) await look()
        },
      }
    },
  },
  {
    title: 'that a follower reads',
    of: 'message',
    sizes: CHATS,
    async prepare(place) {
      const [id] = (await newThreads(place)) as [string]
      const { organizationId } = place.chat
      const read = async () => {
        for (let nth = 0; nth < WARM_UP; nth++)
          await readNews(place.db, organizationId, id, NOW, 20)
      }
      await read()
      return { count: WARM_UP, run: read }
    },
  },
  {
    title: 'to a worker that has read nothing',
    of: 'question',
    sizes: CHUNKS,
    async prepare(place) {
      await askAll(place, 500, FIRST)
      return { count: FIRST, run: () => askAll(place, 0, FIRST) }
    },
  },
  {
    title: 'for the first time',
    of: 'question',
    sizes: CHUNKS,
    async prepare(place) {
      const cache = makeIndexCache(place.db)
      await askAll(place, 0, 3 * ASKED, cache)
      return { count: ASKED, run: () => askAll(place, 3 * ASKED, ASKED, cache) }
    },
  },
  {
    title: 'again',
    of: 'question',
    sizes: CHUNKS,
    async prepare(place) {
      const cache = makeIndexCache(place.db)
      await askAll(place, 0, ASKED, cache)
      return { count: ASKED, run: () => askAll(place, 0, ASKED, cache) }
    },
  },
  {
    title: 'of ten chunks that a crawl has changed',
    of: 'page',
    sizes: CHUNKS,
    async prepare(place) {
      await changePages(place, 0, WARM_UP)
      return { count: ASKED, run: () => changePages(place, WARM_UP, ASKED) }
    },
  },
  {
    title: 'again, after such a page and with its cost',
    of: 'question',
    sizes: CHUNKS,
    async prepare(place) {
      const cache = makeIndexCache(place.db)
      await askAll(place, 0, ASKED, cache)
      return {
        count: ASKED,
        run: async () => {
          for (let nth = 0; nth < ASKED; nth++) {
            await changePages(place, nth, 1)
            await askAll(place, nth, 1, cache)
          }
        },
      }
    },
  },
]
