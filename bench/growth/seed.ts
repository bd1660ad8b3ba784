import { Client } from 'pg'
import { makeRandom, type Random } from '../../cli/demo/random.ts'
import { sentencesOf } from '../../shared/lib/text/sentences.ts'
import { readQuestionSet } from '../knowledge/questionSet.ts'
import { seedConversations } from './conversations.ts'
import { copyInto } from './copy.ts'
import { seedKnowledge } from './knowledge.ts'
import { seedRequestLog } from './requests.ts'

/** How many rows to make. */
export interface Sizes {
  /** Questions and replies, including those of the longest thread. */
  messages: number
  threads: number
  /** Messages of the longest thread. */
  longest: number
  chunks: number
  /** Rows of the request log. */
  requests: number
}

export const FULL: Readonly<Sizes> = {
  messages: 1_000_000,
  threads: 100_000,
  longest: 10_000,
  chunks: 100_000,
  requests: 5_000_000,
}

/** A part of the full sizes. @param share above 0 */
export const sizesOf = (share: number): Sizes => {
  const [messages, threads, longest, chunks, requests] = [
    ...[FULL.messages, FULL.threads, FULL.longest, FULL.chunks, FULL.requests].map((size) =>
      Math.round(size * share),
    ),
  ] as [number, number, number, number, number]
  return { messages, threads, longest, chunks, requests }
}

/** The organizations that own the rows, and the time of the rows. */
export interface Population {
  organizations: { id: string; agents: string[]; clients: string[] }[]
  /** The organization with the chunks. */
  libraryId: string
  /** Picks the organization of a row, mostly the first. */
  organizationOf: (random: Random) => number
  texts: { questions: string[]; sentences: string[] }
  /** Milliseconds since 1970. */
  begin: number
  until: number
}

export interface Seeded {
  /** The organization with the most rows, and the organization with the knowledge. */
  organizationId: string
  libraryId: string
  longestThreadId: string
}

export const DAY_MS = 86_400_000
const DAYS = 90
const ORGANIZATIONS = 20
/** The first organization's share of threads and requests. */
const LARGEST = 0.8

/**
 * Fills a migrated database by COPY with the rows that a service has after three months. The same
 * sizes and the same `until` make the same rows. Does not wait for the write-ahead log, and vacuums
 * and analyses the database at the end.
 * @param name of the largest organization, which may already exist and keeps its rows
 * @param until the time of the newest rows, in milliseconds since 1970
 * @throws if the database was seeded before under this name
 */
export async function seedGrowth(
  url: string,
  sizes: Sizes,
  { name, until, log }: { name: string; until: number; log: (line: string) => void },
): Promise<Seeded> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await assertUnseeded(client, name)
    await client.query('set synchronous_commit = off')
    const random = makeRandom(1)
    const population = await makePopulation(client, name, until, random)
    const timed = async <Result>(what: string, work: () => Promise<Result>): Promise<Result> => {
      const began = performance.now()
      const result = await work()
      log(`${what}: ${Math.round((performance.now() - began) / 100) / 10} s`)
      return result
    }
    const longestThreadId = await timed(
      `${sizes.messages} messages in ${sizes.threads} threads`,
      () => seedConversations(client, sizes, population, random),
    )
    await timed(`${sizes.chunks} chunks`, () => seedKnowledge(client, sizes, population, random))
    await timed(`${sizes.requests} logged requests`, () =>
      seedRequestLog(client, sizes, population, random),
    )
    await timed('vacuum analyze', () => client.query('vacuum analyze'))
    await timed('checkpoint', () => client.query('checkpoint'))
    return {
      organizationId: population.organizations[0]!.id,
      libraryId: population.libraryId,
      longestThreadId,
    }
  } finally {
    await client.end()
  }
}

async function assertUnseeded(client: Client, name: string): Promise<void> {
  const { rowCount } = await client.query('select from organizations where name = $1', [
    nameOf(name, 1),
  ])
  if (rowCount)
    throw new Error(`The database was seeded before: it has the organization ${nameOf(name, 1)}.`)
}

/** Returns the name of the organization at this index. */
const nameOf = (name: string, index: number) => (index ? `${name} ${index + 1}` : name)

async function makePopulation(
  client: Client,
  name: string,
  until: number,
  random: Random,
): Promise<Population> {
  const begin = until - DAYS * DAY_MS
  const at = new Date(begin)
  const { rows: found } = await client.query<{ id: string }>(
    'select id from organizations where name = $1',
    [name],
  )
  const organizations = Array.from({ length: ORGANIZATIONS }, (_, index) => ({
    id: (index === 0 && found[0]?.id) || random.id(begin),
    name: nameOf(name, index),
    agents: [random.id(begin), random.id(begin)],
    clients: [`app_growth_${index}a`, `app_growth_${index}b`],
  }))
  const added = organizations.slice(found.length)
  await copyInto(
    client,
    'organizations',
    ['id', 'name', 'created_at'],
    added.map(({ id, name }) => [id, name, at]),
  )
  await copyInto(
    client,
    'applications',
    ['id', 'organization_id', 'name', 'client_id', 'created_at'],
    organizations.flatMap(({ id, clients }) =>
      clients.map((client) => [random.id(begin), id, client, client, at]),
    ),
  )
  await copyInto(
    client,
    'agents',
    ['id', 'organization_id', 'name', 'created_at'],
    organizations.flatMap(({ id, agents }) =>
      agents.map((agent, index) => [agent, id, `Agent ${index + 1}`, at]),
    ),
  )
  const { questions, paragraphs } = readQuestionSet('bench/data', 'en')
  return {
    organizations,
    libraryId: organizations[1]!.id,
    organizationOf: (random) =>
      random.share() < LARGEST ? 0 : 1 + Math.floor((ORGANIZATIONS - 1) * random.share() ** 2),
    texts: {
      questions: questions.map(({ text }) => text),
      sentences: paragraphs.flatMap(sentencesOf),
    },
    begin,
    until,
  }
}
