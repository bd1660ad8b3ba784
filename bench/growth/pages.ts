import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { makeDb } from '../../shared/lib/db/db.ts'
import { migrate } from '../../shared/lib/db/migrations.ts'
import { sql, sqlText } from '../../shared/lib/db/statements.ts'
import { pagesRead } from '../../test/support/product/exchanges.ts'
import { cpuMs } from '../load/procfs.ts'
import { median } from '../load/report/figures.ts'
import { LINES, type Line, type Place } from './lines.ts'
import { multiply } from './multiply.ts'
import { seedGrowth } from './seed.ts'

/**
 * Measures what a message, a question and what surrounds them read of PostgreSQL, and the processor
 * time, in a small and in a grown database: see bench/README.md. Runs the product's functions in
 * this process, so that neither the clock nor other processes of the machine count.
 */
const { values: options } = parseArgs({
  options: {
    /** A server of this machine, with stock settings, and a superuser. */
    server: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    print: { type: 'boolean', default: false },
  },
})
if (!options.server) throw new Error('Name the server: --server postgresql://postgres@127.0.0.1')
const server = options.server
const NAME = 'Growth'
const SMALL = { messages: 2_000, threads: 400, longest: 200, chunks: 1_000, requests: 1_000 }
const TIMES = { conversations: 500, chunks: 100 }

/** The cost of one message, question, sweep or follower. */
interface Cost {
  /** Pages of 8 kB of tables and indexes, found in memory or read. */
  pages: number
  /** Milliseconds of processor time: of PostgreSQL's session, and of this process. */
  postgres_ms: number
  node_ms: number
}

interface Result {
  title: string
  sizes: Line['sizes']
  small: Cost
  grown: Cost
}

const urlOf = (database: string) => Object.assign(new URL(server), { pathname: database }).href

/** Makes the databases that are not there. */
async function seedBoth(): Promise<void> {
  const db = makeDb(urlOf('postgres'), 1)
  const names = await sql<{ name: string }>(db)`
    select datname as name from pg_database where datname in ('pages_small', 'pages_grown')`
  if (!names.some(({ name }) => name === 'pages_small')) {
    await sqlText(db, 'create database pages_small', {})
    await migrate(urlOf('pages_small'))
    const until = Date.now()
    await seedGrowth(urlOf('pages_small'), SMALL, { name: NAME, until, log: console.log })
  }
  if (!names.some(({ name }) => name === 'pages_grown')) {
    await sqlText(db, 'create database pages_grown template pages_small', {})
    await multiply(urlOf('pages_grown'), TIMES)
  }
  await db.destroy()
}

async function openPlace(database: string, isGrown: boolean) {
  const db = makeDb(urlOf(database), 1)
  const owner = async (name: string) => {
    const [row] = await sql<{ organizationId: string; agentId: string }>(db)`
      select o.id as "organizationId", a.id as "agentId"
        from organizations o join agents a on a.organization_id = o.id
       where o.name = ${name} order by a.id limit 1`
    return row!
  }
  const place: Place = { db, isGrown, chat: await owner(NAME), library: await owner(`${NAME} 2`) }
  return { ...place, close: () => db.destroy() }
}

async function costOf(line: Line, place: Place): Promise<Cost> {
  const { db } = place
  const { count, run, clear } = await line.prepare(place)
  const [session] = await sql<{ pid: number }>(db)`select pg_backend_pid() as pid`
  const read = async () => {
    const { user, system } = process.cpuUsage()
    const pages = await pagesRead(db)
    return { pages, postgres: cpuMs(session!.pid), node: (user + system) / 1_000 }
  }
  const before = await read()
  await run()
  const after = await read()
  await clear?.()
  return {
    pages: (after.pages - before.pages) / count,
    postgres_ms: (after.postgres - before.postgres) / count,
    node_ms: (after.node - before.node) / count,
  }
}

const medianOf = (costs: readonly Cost[]): Cost => ({
  pages: median(costs.map(({ pages }) => pages)),
  postgres_ms: median(costs.map(({ postgres_ms }) => postgres_ms)),
  node_ms: median(costs.map(({ node_ms }) => node_ms)),
})

/** Measures in both databases in turn. */
async function measure(line: Line, small: Place, grown: Place): Promise<Result> {
  const costs: [Cost, Cost][] = []
  for (let round = 0; round < Number(options.rounds); round++)
    costs.push([await costOf(line, small), await costOf(line, grown)])
  return {
    title: `a ${line.of} ${line.title}`,
    sizes: line.sizes,
    small: medianOf(costs.map(([cost]) => cost)),
    grown: medianOf(costs.map(([, cost]) => cost)),
  }
}

const short = (value: number) => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)

function rowOf({ title, sizes, small, grown }: Result): string {
  const pair = (name: keyof Cost) => `${short(small[name])}, ${short(grown[name])}`
  return `| ${title} | ${sizes.join(', ')} | ${pair('pages')} | ${pair('postgres_ms')} | ${pair('node_ms')} |`
}

const HEAD = `| cost of | sizes | pages | PostgreSQL, ms | Node, ms |\n|---|---|--:|--:|--:|`

await seedBoth()
const [small, grown] = [await openPlace('pages_small', false), await openPlace('pages_grown', true)]
const results: Result[] = []
console.log(HEAD)
for (const line of LINES.filter(({ title }) => title.includes(options.only))) {
  const result = await measure(line, small, grown)
  results.push(result)
  console.log(rowOf(result))
}
const settings = await sql(small.db)`
  select current_setting('server_version') as version, current_setting('shared_buffers') as shared_buffers,
         reset_val as jit from pg_settings where name = 'jit'`
await Promise.all([small.close(), grown.close()])
if (!options.print && !options.only) {
  mkdirSync('bench/results', { recursive: true })
  const machine = { cpus: cpus().length, node: process.version, load: loadavg()[0] }
  const whole = {
    measured_at: new Date().toISOString(),
    machine,
    postgres: settings[0],
    rounds: Number(options.rounds),
    results,
  }
  writeFileSync('bench/results/pages.json', `${JSON.stringify(whole, null, 2)}\n`)
  writeFileSync('bench/results/pages.md', `${[HEAD, ...results.map(rowOf)].join('\n')}\n`)
}
