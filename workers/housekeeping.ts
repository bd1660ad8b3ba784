import type { Config } from '../shared/config.ts'
import { type Db, withDb } from '../shared/db.ts'
import { makeFileStorage } from '../shared/fileStorage.ts'
import type { Log } from '../shared/log.ts'
import { deleteOldAuditEvents } from '../shared/store/auditEvents.ts'
import { deleteOldDashboardSessions } from '../shared/store/dashboardSessions.ts'
import { deleteOldKeys } from '../shared/store/idempotency.ts'
import { deleteOldInvitations } from '../shared/store/invitations.ts'
import { deleteOldLimits } from '../shared/store/limits.ts'
import { deleteOldAnalytics } from '../shared/store/recording.ts'
import { queueRechecks } from '../shared/store/sources.ts'
import { expireIdleSessions } from '../shared/store/threads.ts'
import { deleteOldTraces } from '../shared/store/traces.ts'
import { deleteDeadWorkers } from '../shared/store/workers.ts'

/** How often each worker looks for what is past its time. Several that look at once do no harm. */
const EVERY_MS = 15 * 60_000

interface Chore {
  name: string
  do: (db: Db, config: Config, log: Log) => Promise<void>
}

/** So that no statement holds many locks, and no round, which a shutdown waits for, takes long. */
const BATCH = 500
const MOST_BATCHES = 20

const CHORES: Chore[] = [
  { name: 'delete old idempotency keys', do: deleteOldKeys },
  { name: 'delete dashboard sessions that ended', do: deleteOldDashboardSessions },
  { name: 'delete invitations that nobody accepted', do: deleteOldInvitations },
  { name: 'delete old audit events', do: deleteOldAuditEvents },
  { name: 'delete old limits', do: deleteOldLimits },
  { name: 'delete old analytics', do: deleteOldAnalytics },
  { name: 'forget dead workers', do: deleteDeadWorkers },
  { name: 'delete old traces', do: forgetTraces },
  { name: 'expire idle sessions', do: expireSessions },
  { name: 'look at pages again', do: recheckPages },
  { name: 'delete files that nothing refers to', do: deleteLeftovers },
]

async function expireSessions(db: Db, { SESSION_IDLE_DAYS }: Config): Promise<void> {
  for (let batch = 0; batch < MOST_BATCHES; batch++)
    if ((await expireIdleSessions(db, SESSION_IDLE_DAYS, BATCH)) < BATCH) return
}

async function forgetTraces(db: Db, { TRACE_DAYS }: Config): Promise<void> {
  for (let batch = 0; batch < MOST_BATCHES; batch++)
    if ((await deleteOldTraces(db, TRACE_DAYS, BATCH)) < BATCH) return
}

async function recheckPages(db: Db, { INDEX_DEADLINE_SECONDS }: Config): Promise<void> {
  await queueRechecks(db, INDEX_DEADLINE_SECONDS, BATCH)
}

async function deleteLeftovers(db: Db, config: Config, log: Log): Promise<void> {
  const files = makeFileStorage(config, db, log)
  await files.deleteLeftovers()
  files.close()
}

/** Does each chore once. One that fails is logged, and keeps none of the others from being done. */
export async function doChores(db: Db, config: Config, log: Log): Promise<void> {
  for (const chore of CHORES)
    await chore
      .do(db, config, log)
      .catch((error) => log.warn({ chore: chore.name, err: error }, 'a chore could not be done'))
}

/** What a chore's statement may take: nobody waits for it. */
const STATEMENT_SECONDS = 60

/** Starts the chores, on connections of their own. @returns stops them */
export function keepHouse(config: Config, log: Log): () => Promise<void> {
  let working = Promise.resolve()
  const work = (db: Db) => doChores(db, config, log)
  const timer = setInterval(() => {
    working = working
      .then(() => withDb(config.DATABASE_URL, work, STATEMENT_SECONDS))
      .catch((error) => log.warn({ err: error }, 'the chores could not be done'))
  }, EVERY_MS)
  return () => {
    clearInterval(timer)
    return working
  }
}
