import { withTimeout } from '../../shared/lib/async/withTimeout.ts'
import type { Config } from '../../shared/lib/config/config.ts'
import { type Db, makeDb } from '../../shared/lib/db/db.ts'
import { type Diagnostics, readDiagnostics } from '../../shared/lib/db/diagnostics.ts'
import { isForbidden } from '../../shared/lib/db/failures.ts'
import { readState } from '../../shared/lib/db/migrationState.ts'
import { hasQueueTables, QUEUE_SCHEMA } from '../../shared/lib/queue/queue.ts'
import { checkInside, type Fleet } from './checkService.ts'
import { about, type Check, type Finding, withoutSecrets } from './finding.ts'

const SECONDS = 5
const NOT_READY = 'The API is not ready, and workers take no jobs.'
const MIN_VERSION = 150_000
/**
 * The API refuses tokens whose clock is off by more than 30 s. Leases use the database's own clock.
 */
const SKEW_MS = { warning: 2_000, error: 30_000 }
/** Checks PostgreSQL and what is stored in it. Takes at most about 15 s. */
export async function checkDatabase(config: Config, fleet: Fleet): Promise<Finding[]> {
  const db = makeDb(config.DATABASE_URL, 2, SECONDS)
  try {
    const began = Date.now()
    const condition = await withTimeout(
      readDiagnostics(db, config.DATABASE_URL),
      2 * SECONDS * 1000,
      () => new Error('it does not answer'),
    )
    const middle = (began + Date.now()) / 2
    const server = [...checkServer(config, condition, middle), ...checkPooler(config, condition)]
    const { findings, isReady } = await checkMigrations(db)
    const inside = isReady
      ? [
          ...checkQueue(config, condition, await isQueueMigrated(db, config)),
          ...(await checkInside(db, config, condition, fleet)),
        ]
      : skip(checksInside(config, fleet), 'migrations have not run')
    return [...server, ...findings, ...inside]
  } catch (error) {
    const others: Check[] = ['clock', 'migrations', ...checksInside(config, fleet)]
    return [
      explain(error as NodeJS.ErrnoException, config),
      ...skip(others, 'the database cannot be used'),
    ]
  } finally {
    await db.destroy().catch(() => undefined)
  }
}

const skip = (checks: readonly Check[], because: string) =>
  checks.map((check) => about(check).skipped(because))

/** The checks that need a migrated database. */
const checksInside = ({ REDIS_URL, EMBEDDING_MODEL }: Config, { workers }: Fleet): Check[] => [
  ...(REDIS_URL ? [] : (['queue'] as const)),
  'secrets',
  'connections',
  ...(workers ? (['workers'] as const) : []),
  ...(EMBEDDING_MODEL ? (['vectors'] as const) : []),
  'origins',
]

const REASONS: [RegExp, string][] = [
  [/^28P01/, 'The password or the user in DATABASE_URL is wrong.'],
  [
    /^28000/,
    'The server refuses this user from this machine. If it requires encryption, add ?sslmode=verify-full, or no-verify if its certificate is self-signed.',
  ],
  [/^3D000/, 'Make the database: create database NAME.'],
  [/^53300/, 'The server has no free connection: raise max_connections, or lower DATABASE_POOL.'],
  [/^42501/, 'Give the user of DATABASE_URL the rights: make it the owner of the database.'],
  [
    /CERT|SELF_SIGNED/,
    'This machine does not trust the certificate. Add ?sslmode=no-verify, or name its CA in NODE_EXTRA_CA_CERTS.',
  ],
  [/^(ENOTFOUND|EAI_AGAIN)/, 'The host in DATABASE_URL has no address: is its name right?'],
  [/^ECONNREFUSED/, 'Nothing listens there: is the server running, and are host and port right?'],
]

function explain(error: NodeJS.ErrnoException, { DATABASE_URL }: Config): Finding {
  const code = error.code ?? ''
  const fix =
    REASONS.find(([pattern]) => pattern.test(code))?.[1] ??
    'Check whether this machine can reach it: psql with the same DATABASE_URL.'
  const words = /timeout/.test(error.message)
    ? 'it does not answer'
    : error.message || code || 'no answer'
  return about('database').error(
    `${withoutSecrets(DATABASE_URL)} cannot be used: ${words}.`,
    'Nothing works without it: every request that needs it gets a 503.',
    fix,
  )
}

export function checkServer(
  config: Pick<Config, 'DATABASE_URL'>,
  found: Diagnostics,
  now: number,
): Finding[] {
  const { ok, warning, error } = about('database')
  const size = `${Math.ceil(Number(found.bytes) / 1e6)} MB`
  const skew = found.now_ms - now
  const clock = about('clock')
  const off = `This machine's clock is ${Math.abs(skew / 1000).toFixed(1)} s ${skew > 0 ? 'behind' : 'ahead of'} the database's.`
  const sync = 'Synchronize both clocks (chrony, systemd-timesyncd).'
  return [
    found.version_number < MIN_VERSION
      ? error(
          `It is PostgreSQL ${found.version}.`,
          'Statements that older versions do not support fail.',
          'Upgrade to 15 or newer.',
        )
      : ok(`PostgreSQL ${found.version} at ${withoutSecrets(config.DATABASE_URL)}, ${size}.`),
    ...(found.encoding === 'UTF8'
      ? []
      : [
          error(
            `Its encoding is ${found.encoding}.`,
            'Most texts cannot be stored.',
            "Create a new database: create database NAME encoding 'UTF8' template template0.",
          ),
        ]),
    ...(found.is_read_only
      ? [
          error(
            'It is read-only: a standby, or set to read-only.',
            'No message can be stored.',
            'Let DATABASE_URL name the primary server.',
          ),
        ]
      : []),
    ...(found.may_create
      ? []
      : [
          warning(
            'The user may not create tables.',
            'The release step fails at the next migration that creates a table.',
            'Make the user the owner of the database, or give the release step a DATABASE_URL of its own.',
          ),
        ]),
    ...(found.closed_tables.length
      ? [
          error(
            `The user may not use: ${found.closed_tables.join(', ')}.`,
            'Requests that need them get a 500.',
            'Grant it select, insert, update and delete there, or run the migrations as the same user.',
          ),
        ]
      : []),
    ...(found.has_jit
      ? [
          warning(
            'jit is on, and a pooler keeps Parley from turning it off in its sessions.',
            'PostgreSQL compiles statements that it expects to be long, which takes up to 3 s of processor time.',
            `alter role ${found.role} in database ${found.database} set jit = off, and let the pooler reconnect.`,
          ),
        ]
      : []),
    ...(found.is_durable
      ? []
      : [
          warning(
            'fsync or synchronous_commit is off.',
            'A crash of the server can lose messages that were accepted.',
            'Set both to on.',
          ),
        ]),
    Math.abs(skew) > SKEW_MS.error
      ? clock.error(off, 'Widget tokens are refused, or live for too long.', sync)
      : Math.abs(skew) > SKEW_MS.warning
        ? clock.warning(off, 'Times in logs and in rows do not fit together.', sync)
        : clock.ok("This machine's clock is the database's."),
  ]
}

const SILENT = [
  'The queue is in PostgreSQL, behind a pooler.',
  'A pooler in transaction mode passes on no notifications, so each message waits half a second.',
  'Set REDIS_URL, or connect without the pooler.',
] as const
const CLOSED = [
  'The queue is in PostgreSQL, and the pooler refuses its connections (startup parameter options).',
  'The release step fails, and workers get no wake-ups.',
  'Set REDIS_URL, or let DATABASE_URL bypass the pooler.',
] as const

/**
 * Behind a pooler, Parley sets no limits in a session that other clients share, and gets no
 * notifications.
 */
function checkPooler(
  { REDIS_URL, DATABASE_PREPARE, DATABASE_TIMEOUT_SECONDS }: Config,
  { is_pooled, role, role_timeout_ms, takes_options }: Diagnostics,
): Finding[] {
  const { ok, warning, error } = about('pooler')
  if (!is_pooled)
    return DATABASE_PREPARE
      ? []
      : [
          warning(
            'DATABASE_PREPARE is false, but no pooler is in use.',
            'PostgreSQL parses and plans each statement again.',
            'Unset DATABASE_PREPARE.',
          ),
        ]
  const findings = [
    ...(role_timeout_ms > 0
      ? []
      : [
          warning(
            `The role ${role} has no statement_timeout, and a pooler is in front of PostgreSQL.`,
            'Parley sets no limit through a pooler, so a statement that hangs keeps its connection.',
            `alter role ${role} set statement_timeout = '${DATABASE_TIMEOUT_SECONDS}s'`,
          ),
        ]),
    ...(REDIS_URL ? [] : [takes_options ? warning(...SILENT) : error(...CLOSED)]),
  ]
  const prepared = DATABASE_PREPARE
    ? 'it must keep prepared statements (PgBouncer: max_prepared_statements above 0), or set DATABASE_PREPARE=false'
    : 'statements are not prepared (DATABASE_PREPARE=false)'
  return findings.length
    ? findings
    : [
        ok(
          `A pooler is in front of PostgreSQL. A statement may take ${role_timeout_ms / 1000} s; ${prepared}.`,
        ),
      ]
}

async function checkMigrations(db: Db): Promise<{ findings: Finding[]; isReady: boolean }> {
  const { ok, warning, error } = about('migrations')
  const { applied, pending, unknown } = await readState(db)
  const findings = [
    ...(pending.length
      ? [
          error(
            `${pending.length} have not run: ${pending.slice(0, 3).join(', ')}${pending.length > 3 ? ', …' : ''}.`,
            NOT_READY,
            'Run the release step: npm run migrate.',
          ),
        ]
      : [ok(`All ${applied.length} have run.`)]),
    ...(unknown.length
      ? [
          warning(
            `A newer version has run ${unknown.join(', ')}.`,
            'An older version works beside it for a while, but not forever.',
            'Deploy the newer version here as well, or ignore this if the step back is intended.',
          ),
        ]
      : []),
  ]
  return { findings, isReady: applied.length > 0 && pending.length === 0 }
}

/** True also if this user may not look, which is a finding of its own. */
const isQueueMigrated = (db: Db, config: Config) =>
  hasQueueTables(db, config).catch((error) => {
    if (isForbidden(error)) return true
    throw error
  })

/** Checks the queue in PostgreSQL, or Redis if the queue is there. */
function checkQueue(
  { REDIS_URL }: Config,
  { closed_queue_tables: closed, may_create_schemas, role, database }: Diagnostics,
  isMigrated: boolean,
): Finding[] {
  if (REDIS_URL) return []
  const { ok, error } = about('queue')
  const effect =
    'Workers get no wake-ups: each message waits half a second, and so does its answer.'
  const state = closed ? 'are those of an older version' : 'are missing'
  if (!isMigrated && !may_create_schemas)
    return [
      error(
        `Its tables ${state}, and the user may not create their schema, ${QUEUE_SCHEMA}.`,
        NOT_READY,
        `As the database's owner: grant create on database ${database} to ${role}. Then run the release step: npm run migrate.`,
      ),
    ]
  if (!isMigrated)
    return [
      error(
        `Its tables ${state}.`,
        NOT_READY,
        'Run the release step without REDIS_URL: npm run migrate.',
      ),
    ]
  return closed?.length
    ? [
        error(
          `The user may not use its tables: ${closed.join(', ')}.`,
          effect,
          `Grant it usage of the schema ${QUEUE_SCHEMA}, and select, insert, update and delete in it, or run the migrations as the same user.`,
        ),
      ]
    : [ok(`In PostgreSQL, in the schema ${QUEUE_SCHEMA}.`)]
}
