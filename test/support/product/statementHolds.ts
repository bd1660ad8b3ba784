import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Which statement of a tool call is held: the one that stores its intent, or its outcome. */
export type HeldStatement = 'insert' | 'update of state'

/**
 * Holds statements in PostgreSQL, by triggers that wait for advisory locks of the test. So the
 * database decides where a worker dies, and not a clock.
 */
export interface StatementHolds {
  /** Holds the statements of all points from now on. */
  hold(): Promise<void>
  /** Lets all go on. Those that are held commit, also if nobody reads their answer any more. */
  release(): Promise<void>
  /** How many statements of a point are held. */
  held(point: string): Promise<number>
  /** Closes the connections of the statements that are held at a point: they are rolled back. */
  terminate(point: string): Promise<void>
  /** Lets all go on, and removes the triggers. */
  close(): Promise<void>
}

/** The first key of the advisory locks; the second one is the place in the list of points. */
const LOCKS = 60

const FUNCTION = `
  create or replace function wait_for_the_test() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(${LOCKS}, tg_argv[0]::integer);
    return new;
  end $$`

/** @param points which statement is held, of calls whose argument `point` has this name */
export async function makeStatementHolds(
  databaseUrl: string,
  points: Record<string, HeldStatement>,
): Promise<StatementHolds> {
  const names = Object.keys(points)
  // Its session has the locks.
  const keeper = new pg.Client({ connectionString: databaseUrl })
  keeper.on('error', () => undefined)
  await keeper.connect()
  await keeper.query(FUNCTION)
  for (const [at, point] of names.entries())
    await keeper.query(`
      create or replace trigger hold_${point} before ${points[point]} on reply_steps
      for each row when (new.arguments ->> 'point' = '${point}')
      execute function wait_for_the_test(${at})`)
  async function waiting(point: string): Promise<number[]> {
    const { rows } = await keeper.query(
      `select pid from pg_locks
        where locktype = 'advisory' and classid = ${LOCKS} and objid = $1 and not granted`,
      [names.indexOf(point)],
    )
    return rows.map(({ pid }) => pid)
  }
  return {
    async hold() {
      for (const at of names.keys())
        await keeper.query('select pg_advisory_lock($1, $2)', [LOCKS, at])
    },
    release: async () => void (await keeper.query('select pg_advisory_unlock_all()')),
    held: async (point) => (await waiting(point)).length,
    async terminate(point) {
      for (const pid of await waiting(point))
        await keeper.query('select pg_terminate_backend($1)', [pid])
      while ((await waiting(point)).length > 0) await sleep(20)
    },
    async close() {
      await keeper.query('drop function if exists wait_for_the_test cascade')
      await keeper.end()
    },
  }
}
