import Router from '@koa/router'
import { withTimeout } from '../../../shared/async/withTimeout.ts'
import { isReadOnly, isUndefinedTable } from '../../../shared/db/failures.ts'
import { pingDatabase } from '../../../shared/db/health.ts'
import { AppError } from '../../../shared/errors.ts'
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
      200: one(object('Alive', 'A process that runs.', { alive: yes('Always true: the process answers.') })),
    },
    'Says nothing of the database or the queue, so that an outage of these restarts no process.',
  ),
  alive,
)
health.get(
  '/ready',
  operation(
    'checkReady',
    'Check that the process takes requests',
    {
      200: one(
        object('Ready', 'What a process that takes requests depends on.', {
          database: yes('Always true: the process can write to its database.'),
          queue: flag('Whether the queue answers. Without it, replies take about a second longer.'),
        }),
      ),
    },
    'Answers 503 where the process cannot write to its database within 2 seconds, or is stopping; `data` then has the same fields.',
  ),
  ready,
)

const READY_MS = 2_000

/** Says that the process runs, and nothing about what it depends on: a database outage must not restart it. */
async function alive(ctx: Ctx) {
  answer(ctx, 200, 'Alive.', { alive: true })
}

/**
 * Says whether the process can work: it can write to the database and is not stopping. The queue does not count: all processes
 * lose Redis at the same moment, and a router that obeyed would have none left.
 */
async function ready(ctx: Ctx) {
  if (ctx.isStopping()) throw new AppError('unavailable', 'The process is stopping.', { retryAfter: 2 })
  const late = () => new Error('no answer')
  const answered = withTimeout(pingDatabase(ctx.db), READY_MS, late).then(
    () => 'ready' as const,
    (error) => (isUndefinedTable(error) ? 'empty' : isReadOnly(error) ? 'read-only' : 'away'),
  )
  const [database, queueReachable] = await Promise.all([answered, ctx.wakeUps.isReachable()])
  const databaseReachable = database === 'ready'
  const data = { database: databaseReachable, queue: queueReachable }
  if (database === 'empty')
    throw new AppError('unavailable', 'The database has no tables: run the release step.', {
      data,
      retryAfter: 2,
    })
  if (database === 'read-only')
    throw new AppError('unavailable', 'The database can only be read at the moment.', { data, retryAfter: 2 })
  if (!databaseReachable)
    throw new AppError('unavailable', 'The database cannot be reached.', { data, retryAfter: 2 })
  answer(
    ctx,
    200,
    queueReachable ? 'Ready.' : 'Ready; the queue cannot be reached, replies take about a second longer.',
    data,
  )
}
