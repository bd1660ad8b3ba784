import pg from 'pg'
import { onPostgres } from '../../support/servers/postgres.ts'
import { inTurns, makeClients } from './clients.ts'
import type { Play } from './plays.ts'
import { sleep } from './servers.ts'
import type { World } from './world.ts'

/** Messages by which the cost of one is measured, one after the other. */
const MEASURED = 40
/** Of the scenario `open-snapshot`: messages that are answered while the snapshot is open. */
const ANSWERED = 100_000
/** Of the scenario `backlog`: messages that wait. */
const WAITING = 10_000

/** Pages that PostgreSQL has read so far, of its cache or of the disk. Its processes tell about once a second. */
async function pagesRead({ postgres }: World): Promise<number> {
  await sleep(1_500)
  const [{ pages }] = await onPostgres(
    postgres.url,
    `select (blks_hit + blks_read)::float8 as pages from pg_stat_database where datname = current_database()`,
  )
  return pages
}

/** Measures what a message costs PostgreSQL before and after something has been done to it: pages, since times depend on the machine. */
function measuring(change: (world: World, threads: string[]) => Promise<() => Promise<void>>): Play {
  return async (world, clients, messages) => {
    const threads = await clients.makeThreads(messages)
    let posted = 0
    const post = async () => {
      const before = await pagesRead(world)
      const outcomes = await inTurns(threads.slice(0, MEASURED), 1, (thread) => {
        const content = `question ${posted++}.`
        return clients.post(thread, content, `key-${posted}`)
      })
      return { outcomes, pages: ((await pagesRead(world)) - before) / MEASURED }
    }
    const warm = await post()
    const quiet = await post()
    const undo = await change(world, threads)
    const changed = await post()
    await undo()
    const outcomes = [...warm.outcomes, ...quiet.outcomes, ...changed.outcomes]
    const cost_ratio = Math.round((changed.pages / quiet.pages) * 100) / 100
    const pages = [quiet.pages, changed.pages].map(Math.round)
    return { outcomes, n: outcomes.length, cost_ratio, pages_before: pages[0]!, pages_after: pages[1]! }
  }
}

/** As a dump has one open: what ends meanwhile stays in the tables and their indexes. */
export const postUnderSnapshot: Play = measuring(async ({ postgres }, threads) => {
  const snapshot = new pg.Client({ connectionString: postgres.url })
  snapshot.on('error', () => undefined)
  await snapshot.connect()
  await snapshot.query('begin isolation level repeatable read; select count(*) from open_jobs')
  const of = threads.map((id) => `'${id}'`).join(', ')
  for (let round = 0; round < 100; round++)
    await onPostgres(
      postgres.url,
      `create temporary table made as
         select gen_random_uuid() as id, t.id as thread_id, t.organization_id, t.agent_id,
                t.last_seq + (n / ${threads.length}) * 2 + 2 as position
           from (select *, row_number() over () - 1 as nth from threads where id in (${of})) t
           join generate_series(0, ${ANSWERED / 100 - 1}) n on n % ${threads.length} = nth;
       insert into open_jobs (lane, id, organization_id, thread_id, position, first_position, agent_id, request_id, sweep_at, deadline_at)
         select 'reply', id, organization_id, thread_id, position, position, agent_id, 'r', now() + interval '1 hour', now() + interval '1 hour'
           from made;
       update open_jobs set worker = 'nobody', claimed_at = now(), lease_expires_at = now() + interval '1 minute', attempt = 1
         where id in (select id from made);
       delete from open_jobs where id in (select id from made);
       update threads t set last_seq = position, first_open_seq = position, active_at = now()
         from (select thread_id, max(position) as position from made group by thread_id) made where t.id = made.thread_id`,
    )
  return async () => {
    await snapshot.end()
  }
})

/** Another organization's messages wait, for longer than the scenario takes. */
export const postBehindBacklog: Play = measuring(async (world) => {
  const other = makeClients(world, await world.organization('Large'))
  const [thread] = await other.makeThreads(1)
  await onPostgres(
    world.postgres.url,
    `insert into open_jobs (lane, id, organization_id, agent_id, request_id, sweep_at, deadline_at, run_at)
       select 'reply', gen_random_uuid(), organization_id, agent_id, 'backlog', now() + interval '1 hour', now() + interval '1 hour',
              now() + interval '1 hour'
         from threads, generate_series(1, ${WAITING}) where id = '${thread}'`,
  )
  return async () => {
    await onPostgres(world.postgres.url, "delete from open_jobs where request_id = 'backlog'")
  }
})
