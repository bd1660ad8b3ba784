import { purgeDeletedAgents } from '../../shared/agents/agents.ts'
import { deleteOldAlerts } from '../../shared/alerts/alerts.ts'
import { checkAlerts } from '../../shared/alerts/findAlerts.ts'
import { deleteOldOwnerMails } from '../../shared/alerts/ownerMails.ts'
import { rollUpActivity } from '../../shared/analytics/activityRollups.ts'
import { deleteOldLimits } from '../../shared/analytics/limits.ts'
import { deleteExpiredSecrets } from '../../shared/applications/applications.ts'
import { deleteExpiredIdentitySecrets } from '../../shared/applications/identitySecrets.ts'
import { noteBudgetEvents } from '../../shared/budgets/events.ts'
import { deleteOldPeriods, sumUpBudgets } from '../../shared/budgets/settle.ts'
import { deleteUnsentFiles } from '../../shared/chat/attachments.ts'
import { deleteOldKeys } from '../../shared/chat/idempotency.ts'
import { expireIdleSessions } from '../../shared/chat/threads.ts'
import { deleteOldDeliveries } from '../../shared/events/expire.ts'
import { makeHandoffs } from '../../shared/handoffs/handoffs.ts'
import { recordChore } from '../../shared/jobs/chores.ts'
import { deleteDeadWorkers } from '../../shared/jobs/workers.ts'
import { deleteOldChanges } from '../../shared/knowledge/changes.ts'
import { makeFileStorage } from '../../shared/knowledge/fileStorage.ts'
import { queueRechecks } from '../../shared/knowledge/sources.ts'
import { withTimeout } from '../../shared/lib/async/withTimeout.ts'
import type { Config } from '../../shared/lib/config/config.ts'
import { type Db, withDb } from '../../shared/lib/db/db.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import type { NotificationSender } from '../../shared/lib/queue/notifications.ts'
import { makeSealer } from '../../shared/lib/sealing.ts'
import { deleteOldMails } from '../../shared/mail/mails.ts'
import { resealSecrets } from '../../shared/models/sealedColumns.ts'
import { deleteOldDashboardSessions } from '../../shared/people/dashboardSessions.ts'
import { deleteOldInvitations } from '../../shared/people/invitations.ts'
import { deleteOldPasswordResets } from '../../shared/people/passwordResets.ts'
import { forgetErasures } from '../../shared/retention/erasures.ts'
import { maintainPartitions } from '../../shared/retention/partitions.ts'
import {
  deleteOldRows,
  deleteOldThreads,
  deleteTestThreads,
} from '../../shared/retention/retention.ts'
import { makeCallHttp } from '../../shared/tools/httpCall.ts'
import { refreshMcpServers } from '../../shared/tools/mcpTools.ts'
import { makeAskProbe } from '../../shared/tools/probe.ts'
import { deleteOldTrials } from '../../shared/trials/trials.ts'
import { tendHandoffs } from '../handoffs/tendHandoffs.ts'
import { readTopics } from '../questions/readTopics.ts'
import { endCalls } from './endCalls.ts'

/** Numbers of rows that a chore deleted or changed, by kind. */
type Counts = Record<string, number>

/** The chores' dependencies. */
interface Round {
  db: Db
  config: Config
  log: Log
  /** Signals that a thread has changed. */
  threadChanged: NotificationSender['threads']['changed']
  /** Once aborted, no chore begins. */
  stop: AbortSignal
}

interface Chore {
  name: string
  /** Does the chore, and may return `Counts`. */
  do: (round: Round) => Promise<unknown>
}

/** Rows a statement. Short statements hold locks briefly, and do not delay a shutdown. */
const BATCH = 500
const MAX_BATCHES = 20

const CHORES: Chore[] = [
  { name: 'roll_up_activity', do: rollUp },
  { name: 'purge_deleted_agents', do: purgeAgents },
  { name: 'delete_old_messages', do: deleteMessages },
  { name: 'delete_test_threads', do: deleteTests },
  { name: 'delete_old_traces', do: olderThan('trace_days', 'TRACE_DAYS') },
  { name: 'maintain_partitions', do: ({ db, config }) => maintainPartitions(db, config) },
  { name: 'delete_old_request_logs', do: olderThan('request_log_days', 'REQUEST_LOG_DAYS') },
  { name: 'delete_old_analytics', do: olderThan('analytics_days', 'ANALYTICS_DAYS') },
  { name: 'delete_old_audit_events', do: olderThan('audit_days', 'AUDIT_DAYS') },
  { name: 'delete_old_idempotency_keys', do: ({ db }) => deleteOldKeys(db) },
  { name: 'delete_ended_dashboard_sessions', do: ({ db }) => deleteOldDashboardSessions(db) },
  { name: 'delete_expired_invitations', do: ({ db }) => deleteOldInvitations(db) },
  { name: 'delete_expired_password_resets', do: ({ db }) => deleteOldPasswordResets(db) },
  { name: 'reseal_secrets', do: reseal },
  { name: 'delete_old_trials', do: ({ db }) => deleteOldTrials(db) },
  { name: 'delete_old_budget_periods', do: ({ db }) => deleteOldPeriods(db) },
  {
    name: 'delete_old_deliveries',
    do: ({ db, config, stop }) => deleteOldDeliveries(db, config.EVENT_DAYS, stop),
  },
  {
    name: 'delete_expired_secrets',
    do: async ({ db }) => ({
      secrets: await deleteExpiredSecrets(db),
      identity_secrets: await deleteExpiredIdentitySecrets(db),
    }),
  },
  { name: 'delete_old_mails', do: async ({ db }) => ({ mails: await deleteOldMails(db) }) },
  {
    name: 'delete_old_alerts',
    do: async ({ db }) => ({
      alerts: await deleteOldAlerts(db),
      mails: await deleteOldOwnerMails(db),
    }),
  },
  { name: 'forget_erasures', do: async ({ db }) => ({ customers: await forgetErasures(db) }) },
  {
    name: 'delete_old_knowledge_changes',
    do: async ({ db }) => ({ changes: await deleteOldChanges(db) }),
  },
  { name: 'delete_old_limits', do: ({ db }) => deleteOldLimits(db) },
  { name: 'delete_dead_workers', do: ({ db }) => deleteDeadWorkers(db) },
  { name: 'delete_unsent_attachments', do: deleteUnsent },
  { name: 'expire_idle_sessions', do: expireSessions },
  { name: 'recheck_pages', do: recheckPages },
  { name: 'delete_orphaned_files', do: deleteLeftovers },
  { name: 'list_mcp_tools', do: listMcpTools },
]

function olderThan(
  kept: Parameters<typeof deleteOldRows>[1],
  setting: 'TRACE_DAYS' | 'REQUEST_LOG_DAYS' | 'ANALYTICS_DAYS' | 'AUDIT_DAYS',
): Chore['do'] {
  return ({ db, config, stop }) => deleteOldRows(db, kept, config[setting], stop)
}

async function rollUp({ db, config, stop }: Round): Promise<Counts> {
  return { steps: await rollUpActivity(db, config.times.rollUpMs, stop) }
}

/** Deletes all rows of deleted agents, in as many batches as needed: no user sees these rows. */
async function purgeAgents({ db, stop }: Round): Promise<Counts> {
  let rows = 0
  for (let gone = 1; gone > 0 && !stop.aborted; rows += gone) gone = await purgeDeletedAgents(db)
  return { rows }
}

async function deleteMessages({ db, config, stop }: Round): Promise<Counts> {
  const deleted = { threads: 0, messages: 0 }
  for (let batch = 0; batch < MAX_BATCHES && !stop.aborted; batch++) {
    const { threads, messages } = await deleteOldThreads(db, config.MESSAGE_DAYS)
    if (threads === 0) break
    deleted.threads += threads
    deleted.messages += messages
  }
  return deleted
}

async function deleteTests({ db, stop }: Round): Promise<Counts> {
  let threads = 0
  for (let gone = 1; gone > 0 && !stop.aborted; threads += gone) gone = await deleteTestThreads(db)
  return { threads }
}

async function expireSessions({ db, config, threadChanged, stop }: Round): Promise<Counts> {
  let sessions = 0
  for (let batch = 0; batch < MAX_BATCHES && !stop.aborted; batch++) {
    const expired = await expireIdleSessions(db, config.SESSION_IDLE_DAYS, BATCH)
    for (const { id, organization_id } of expired) threadChanged(organization_id, id)
    sessions += expired.length
    if (expired.length < BATCH) break
  }
  return { sessions }
}

/** Reseals secrets with the first of SECRET_KEYS, after a rotation. */
async function reseal({ db, config, stop }: Round): Promise<Counts> {
  return { secrets: await resealSecrets(db, makeSealer(config.SECRET_KEYS), stop) }
}

async function listMcpTools({ db, config, stop }: Round): Promise<Counts> {
  return refreshMcpServers({ db, config, sealer: makeSealer(config.SECRET_KEYS) }, stop)
}

async function deleteUnsent({ db, stop }: Round): Promise<Counts> {
  let files = 0
  for (let gone = 1; gone > 0 && !stop.aborted; files += gone) gone = await deleteUnsentFiles(db)
  return { files }
}

async function recheckPages({ db, config }: Round): Promise<void> {
  await queueRechecks(db, config.INDEX_DEADLINE_SECONDS, BATCH)
}

async function deleteLeftovers({ db, config, log }: Round): Promise<void> {
  const files = makeFileStorage(config, db, log)
  await files.deleteLeftovers()
  files.close()
}

/**
 * Does each chore once. Logs a failure and goes on with the other chores. The log has only counts;
 * the table `chores` has the last round of each chore.
 * @param round by default it sends no signals and cannot be stopped
 */
export async function doChores(
  db: Db,
  config: Config,
  log: Log,
  {
    threadChanged = () => undefined,
    stop = new AbortController().signal,
  }: Partial<Pick<Round, 'threadChanged' | 'stop'>> = {},
): Promise<void> {
  for (const { name, do: work } of CHORES) {
    if (stop.aborted) return
    const started_at = new Date()
    const begin = performance.now()
    let counts: Counts = {}
    let error: string | null = null
    try {
      counts = ((await work({ db, config, log, threadChanged, stop })) ?? {}) as Counts
    } catch (thrown) {
      log.warn({ chore: name, err: thrown }, 'a chore could not be done')
      error = codeOf(thrown)
    }
    const took_ms = Math.round(performance.now() - begin)
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
    if (rows > 0) log.info({ chore: name, counts, took_ms }, 'a chore was done')
    await recordChore(db, { name, started_at, took_ms, rows, error }).catch((thrown) =>
      log.warn({ chore: name, err: thrown }, 'could not store the outcome of a chore'),
    )
  }
}

/** Returns an error's code or name, but not its text, which may quote data. */
const codeOf = (thrown: unknown) =>
  thrown instanceof Error ? String((thrown as { code?: unknown }).code ?? thrown.name) : 'unknown'

/** Seconds that a chore's statement may take; no client waits for it. */
const STATEMENT_SECONDS = 60

/** Reads topics of new questions, more often than the chores run: owners want to see them soon. */
async function readNewQuestions(
  db: Db,
  config: Config,
  log: Log,
  stop: AbortSignal,
): Promise<void> {
  const { rollUpMs, topicsMs } = config.times
  const messages = await readTopics(db, { milliseconds: rollUpMs, settledMs: topicsMs, stop })
  if (messages > 0) log.debug({ messages }, 'the topics of new questions were read')
}

/** Adds up what budgets have spent, so that owners get warnings even if no further reply comes. */
async function sumUp(db: Db, log: Log): Promise<void> {
  const { ended, events } = await sumUpBudgets(db)
  for (const event of events) await noteBudgetEvents(db, log, event.organization_id, [event])
  if (ended > 0) log.debug({ ended }, 'reservations of budgets were settled or released')
}

/** Looks for what owners must know, and for what is well again. */
async function raise(db: Db, log: Log): Promise<void> {
  for (const alert of await checkAlerts(db)) log.warn(alert, 'an alert was raised')
}

/** The parts of the process that chores use beside the database. */
type Neighbours = Pick<NotificationSender, 'threads'>

/**
 * Does the chores every `everyMs` milliseconds, reads new questions every `topicsMs`, notifies
 * unanswered customers every `unansweredMs`, and ends calls of tools every `actionsMs`, on database
 * connections of their own.
 * @returns a function that stops them and waits at most `times.lastChoreMs` for the last statement
 */
export function startHousekeeping(
  config: Config,
  log: Log,
  neighbours: Neighbours,
  everyMs = config.times.housekeepingMs,
): () => Promise<void> {
  const { lastChoreMs, topicsMs, budgetsMs, unansweredMs, actionsMs, rowLockedMs } = config.times
  const stop = new AbortController()
  const handoffs = makeHandoffs(rowLockedMs)
  const { changed: threadChanged } = neighbours.threads
  const askProbe = makeAskProbe(makeCallHttp(config, makeSealer(config.SECRET_KEYS)))
  const houses = [
    repeat(everyMs, (db) => doChores(db, config, log, { threadChanged, stop: stop.signal })),
    repeat(topicsMs, (db) => readNewQuestions(db, config, log, stop.signal)),
    repeat(budgetsMs, (db) => sumUp(db, log)),
    repeat(budgetsMs, (db) => raise(db, log)),
    repeat(actionsMs, async (db) => {
      const ended = await endCalls({ db, log, askProbe, threadChanged, stop: stop.signal })
      if (ended > 0) log.info({ calls: ended }, 'calls of tools were ended')
    }),
    repeat(unansweredMs, (db) =>
      tendHandoffs({ db, log, handoffs, threadChanged, stop: stop.signal }),
    ),
  ]
  function repeat(ms: number, work: (db: Db) => Promise<void>) {
    let working: Promise<void> | undefined
    const timer = setInterval(() => {
      // Skips a round while the previous round is still running.
      working ??= withDb(config.DATABASE_URL, work, STATEMENT_SECONDS)
        .catch((error) => log.warn({ err: error }, 'the chores could not be done'))
        .finally(() => {
          working = undefined
        })
    }, ms)
    return { timer, ended: async () => working }
  }
  return async () => {
    for (const { timer } of houses) clearInterval(timer)
    stop.abort()
    const late = () => new Error(`a statement takes longer than ${lastChoreMs} ms`)
    const ended = Promise.all(houses.map((house) => house.ended()))
    await withTimeout(ended, lastChoreMs, late).catch((error) =>
      log.warn({ err: error }, 'a chore did not end before the shutdown'),
    )
  }
}
