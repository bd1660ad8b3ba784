import Router from '@koa/router'
import { withTimeout } from '../../../shared/lib/async/withTimeout.ts'
import { isReadOnly, isUndefinedTable } from '../../../shared/lib/db/failures.ts'
import { pingDatabase } from '../../../shared/lib/db/health.ts'
import { AppError } from '../../../shared/lib/errors.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { flag, object, one, yes } from '../../http/schemas.ts'

export const health = new Router<State, Services>()
health.get(
  '/health',
  operation(
    'checkAlive',
    'Check that the process runs',
    {
      200: one(
        object('Alive', 'A process that runs.', {
          alive: yes('Always true: the process answers.'),
        }),
      ),
    },
    'Does not report the database or the queue, so that their outage restarts no process.',
  ),
  alive,
)
health.get(
  '/ready',
  operation(
    'checkReady',
    'Check that the process accepts requests',
    {
      200: one(
        object('Ready', 'State of a process that accepts requests, and of its queue.', {
          database: yes(
            'Always true: the process can write to its database, which has all tables that this version needs.',
          ),
          queue: flag('Whether the queue answers. Without it, replies take about a second longer.'),
          relay_lag_seconds: {
            type: ['number', 'null'],
            minimum: 0,
            description:
              'Seconds, to a tenth, for which the oldest event has waited for its place in the order; 0: none waits. Usually below 1. It grows while no `worker-deliver` runs: then no event appears in the feed, and no webhook is sent. Null: it could not be read.',
          },
        }),
      ),
    },
    'Answers 503 where the process cannot write to its database within 2 seconds, where the release step of its version has not run, or while it is stopping; `data` then has `database` and `queue`.',
  ),
  ready,
)

const READY_MS = 2_000
/** Seconds for which an event never waits while a relay runs. */
const MUCH_LAG_SECONDS = 30

/**
 * Reports that the process runs, and nothing about its dependencies: a database outage must not
 * restart it.
 */
async function alive(ctx: Ctx) {
  answer(ctx, 200, 'Alive.', { alive: true })
}

/**
 * Reports whether the process can work: it can write to a migrated database, and is not stopping.
 * The queue does not count: all processes lose Redis at the same moment, and a router that took
 * them all out would have none left.
 */
async function ready(ctx: Ctx) {
  if (ctx.isStopping())
    throw new AppError('unavailable', 'The process is stopping.', { retryAfter: 2 })
  const late = () => new Error('no answer')
  const [problem, queue] = await Promise.all([
    withTimeout(findProblem(ctx), READY_MS, late).catch(() => 'The database cannot be reached.'),
    ctx.wakeUps.isReachable(),
  ])
  const data = { database: problem === undefined, queue }
  if (problem) throw new AppError('unavailable', problem, { data, retryAfter: 2 })
  const relay_lag_seconds = await withTimeout(ctx.readRelayLag(), READY_MS, late).catch(() => null)
  const complaints = [
    ...(queue ? [] : ['the queue cannot be reached, replies take about a second longer']),
    ...(relay_lag_seconds === null || relay_lag_seconds < MUCH_LAG_SECONDS
      ? []
      : [`events have waited for ${Math.round(relay_lag_seconds)} s for a worker-deliver`]),
  ]
  answer(ctx, 200, `${['Ready', ...complaints].join('; ')}.`, { ...data, relay_lag_seconds })
}

/**
 * Looks for a problem of the database.
 * @returns a sentence that says why this process cannot work with it; undefined if it can
 */
async function findProblem({ db, schema }: Ctx): Promise<string | undefined> {
  try {
    await pingDatabase(db)
  } catch (error) {
    if (isReadOnly(error)) return 'The database is read-only at the moment.'
    if (isUndefinedTable(error)) return 'The database has no tables: run the release step.'
    throw error
  }
  return schema.problem()
}
