import pg from 'pg'
import { onPostgres } from '../../support/servers/postgres.ts'
import { quantile } from '../judge.ts'
import { type Clients, inTurns, makeClients, type Outcome } from './clients.ts'
import type { Play } from './plays.ts'
import type { World } from './world.ts'

/** How many messages are posted one after the other to measure the cost of one. */
const MEASURED = 40
/** Messages that are answered while the snapshot of the scenario `open-snapshot` is open. */
const ANSWERED = 100_000
/** Messages that wait in the scenario `backlog`. */
const WAITING = 10_000

/**
 * Measures how long a message takes before and after a change in the same world, as the median of
 * many.
 */
function measuring(change: (world: World, clients: Clients) => Promise<() => Promise<void>>): Play {
  return async (world, clients, messages) => {
    const threads = await clients.makeThreads(messages)
    let posted = 0
    const post = () =>
      inTurns(threads.slice(0, MEASURED), 1, (thread) => {
        const content = `question ${posted++}.`
        return clients.post(thread, content, `key-${posted}`)
      })
    const warm = await post()
    const quiet = await post()
    const undo = await change(world, clients)
    const changed = await post()
    await undo()
    const outcomes = [...warm, ...quiet, ...changed]
    const median = (some: Outcome[]) =>
      quantile(
        some.map(({ ms }) => ms).sort((a, b) => a - b),
        0.5,
      )
    const [quiet_ms, changed_ms] = [median(quiet), median(changed)]
    const cost_ratio = Math.round((changed_ms / quiet_ms) * 100) / 100
    return { outcomes, n: outcomes.length, cost_ratio, quiet_ms, changed_ms }
  }
}

const OTHERS = 400
const ROUNDS = 50

/**
 * Keeps a snapshot open, as a dump does: rows that are deleted in the meantime stay in the tables
 * and their indexes.
 */
export const postUnderSnapshot: Play = measuring(async ({ postgres }, clients) => {
  const others = await clients.makeThreads(OTHERS)
  const snapshot = new pg.Client({ connectionString: postgres.url })
  snapshot.on('error', () => undefined)
  await snapshot.connect()
  await snapshot.query('begin isolation level repeatable read; select count(*) from open_jobs')
  const of = others.map((id) => `'${id}'`).join(', ')
  const each = ANSWERED / ROUNDS / OTHERS
  for (let round = 0; round < ROUNDS; round++)
    await onPostgres(
      postgres.url,
      `create temporary table made as
         select gen_random_uuid() as id, t.id as thread_id, t.organization_id, t.agent_id, t.last_seq + 2 * n as position
           from threads t, generate_series(1, ${each}) n where t.id in (${of});
       insert into open_jobs (lane, id, organization_id, thread_id, position, first_position, agent_id, request_id, sweep_at, deadline_at)
         select 'reply', id, organization_id, thread_id, position, position, agent_id, 'r', now() + interval '1 hour', now() + interval '1 hour'
           from made;
       update open_jobs set worker = 'nobody', claimed_at = now(), lease_expires_at = now() + interval '1 minute', attempt = 1
         where id in (select id from made);
       delete from open_jobs where id in (select id from made);
       update threads set last_seq = last_seq + 2 * ${each}, first_open_seq = last_seq, active_at = now() where id in (${of})`,
    )
  return async () => {
    await snapshot.end()
  }
})

/** Lets another organization's messages wait for longer than the scenario takes. */
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
