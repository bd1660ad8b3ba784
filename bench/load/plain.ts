import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { System } from './measure.ts'
import { startProgram } from './programs.ts'
import { AGENT, NO_LIMIT, pairs, type Seeded, traitsOf } from './seed.ts'
import type { Stack } from './stack.ts'

/** The database that the plain program's measurements copy. */
export const PLAIN_SEEDED = 'bench_plain_seeded'
const SCHEMA = new URL('../plain/schema.sql', import.meta.url)
const KEY = { 'x-api-key': 'app_bench', 'x-api-secret': 'sk_bench' }

interface PlainOptions {
  /** The model's address. */
  model: string
  redisUrl: string
  databaseUrl: string
  /** The folder for CPU profiles. */
  profile?: string | undefined
}

/**
 * Starts the plain program of `bench/plain`, which stores the same facts as Parley without its
 * guarantees.
 * @param folder for its logs
 */
export const startPlain = (
  folder: string,
  { model, redisUrl, databaseUrl, profile }: PlainOptions,
): Promise<System> =>
  startProgram({
    name: 'plain',
    folder,
    settings: { REDIS_URL: redisUrl, OPENAI_BASE_URL: model, DATABASE_URL: databaseUrl },
    profile,
  })

/** Fills a database for the plain program with what `seed` makes for Parley. */
export async function seedPlain(
  stack: Stack,
  {
    entries,
    conversations,
    statements,
  }: { entries: number; conversations: number; statements: boolean },
): Promise<Seeded> {
  await stack.query('', `drop database if exists ${PLAIN_SEEDED} with (force)`)
  await stack.query('', `create database ${PLAIN_SEEDED}`)
  const client = new pg.Client({ connectionString: stack.urlOf(PLAIN_SEEDED) })
  await client.connect()
  try {
    if (statements) await client.query('create extension pg_stat_statements')
    await client.query(readFileSync(SCHEMA, 'utf8'))
    const ids = await fill(client, pairs(entries), conversations)
    await client.query('vacuum analyze')
    return { headers: KEY, paths: ids.map((id) => `/api/v1/conversations/${id}/messages`) }
  } finally {
    await client.end()
  }
}

/** @returns the ids of the conversations */
async function fill(
  client: pg.Client,
  entries: { question: string; answer: string }[],
  conversations: number,
): Promise<string[]> {
  const [organization, agent] = [randomUUID(), randomUUID()]
  const secretHash = createHash('sha256').update(KEY['x-api-secret']).digest('hex')
  await client.query('insert into applications values ($1, $2, $3, $4, $5)', [
    randomUUID(),
    organization,
    KEY['x-api-key'],
    secretHash,
    NO_LIMIT,
  ])
  const { name, description, instructions, tone, language } = AGENT
  await client.query('insert into agents values ($1, $2, $3, $4, $5, $6, $7)', [
    agent,
    organization,
    name,
    description,
    instructions,
    tone,
    language,
  ])
  await client.query(
    `insert into knowledge (id, organization_id, question, answer)
     select gen_random_uuid(), $1, question, answer
       from unnest($2::text[], $3::text[]) as pairs (question, answer)`,
    [organization, entries.map(({ question }) => question), entries.map(({ answer }) => answer)],
  )
  const made = Array.from({ length: conversations }, (_, index) => {
    const traits = traitsOf(index)
    return { id: randomUUID(), context_id: traits ? randomUUID() : null, index, traits }
  })
  await client.query(
    `insert into contexts
     select context_id, $1, 'user-' || index, traits
       from json_to_recordset($2) as made (context_id uuid, index int, traits jsonb)
      where context_id is not null`,
    [organization, JSON.stringify(made)],
  )
  await client.query(
    `insert into conversations (id, organization_id, agent_id, context_id, customer_id)
     select id, $1, $2, context_id, 'customer-' || index
       from json_to_recordset($3) as made (id uuid, context_id uuid, index int)`,
    [organization, agent, JSON.stringify(made)],
  )
  return made.map(({ id }) => id)
}
