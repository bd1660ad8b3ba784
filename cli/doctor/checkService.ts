import about_ from '../../package.json' with { type: 'json' }
import { listApplications } from '../../shared/applications/applications.ts'
import { countWorkers } from '../../shared/jobs/workers.ts'
import type { Config } from '../../shared/lib/config/config.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { type Diagnostics, estimateChunks } from '../../shared/lib/db/diagnostics.ts'
import { LANES } from '../../shared/lib/jobs.ts'
import { readOrigin } from '../../shared/lib/origins.ts'
import { checkSecrets } from './checkSecrets.ts'
import { about, type Finding } from './finding.ts'

/** Connections that a worker's queue in PostgreSQL takes beside the pool; the API takes fewer. */
const QUEUE_CONNECTIONS = 9
/** From this many chunks on, pgvector is worth installing. */
const MANY_CHUNKS = 100_000

export interface Fleet {
  /** API processes, which do not register themselves. */
  apis: number
  /** Whether workers should be running now. */
  workers: boolean
}

/** Checks the contents of a migrated database. */
export async function checkInside(
  db: Db,
  config: Config,
  condition: Diagnostics,
  fleet: Fleet,
): Promise<Finding[]> {
  const workers = await countWorkers(db, config.times.aliveMs)
  return [
    ...(await checkSecrets(db, config)),
    checkConnections(
      config,
      condition,
      fleet.apis + workers.reduce((sum, { alive }) => sum + alive, 0),
    ),
    ...(fleet.workers ? checkWorkers(workers, config.times) : []),
    ...(await checkOrigins(db, config)),
    ...(await checkVectors(db, config, condition)),
  ]
}

function checkConnections(
  config: Config,
  { most_connections, connections }: Diagnostics,
  processes: number,
): Finding {
  const { ok, warning } = about('connections')
  const each = config.DATABASE_POOL + (config.REDIS_URL ? 0 : QUEUE_CONNECTIONS)
  const need = processes * each
  const sum = `${processes} processes may take ${need} connections (${each} each), of ${most_connections} that there are; ${connections} are open now.`
  return need > most_connections
    ? warning(
        sum,
        'Under load, some processes get no connection and answer 503.',
        'Lower DATABASE_POOL, raise max_connections, or use a pooler (docs/scaling.md).',
      )
    : ok(sum)
}

function checkWorkers(
  found: Awaited<ReturnType<typeof countWorkers>>,
  { aliveMs }: Config['times'],
): Finding[] {
  const { ok, warning, error } = about('workers')
  const versions = [...new Set(found.flatMap((lane) => lane.versions))]
  return [
    ...LANES.map(({ name: lane, subject }) => {
      const alive = found.find((entry) => entry.lane === lane)
      return alive
        ? ok(`${alive.alive} of lane ${lane}, with ${alive.slots} slots.`)
        : error(
            `No worker of lane ${lane} was seen in the last ${aliveMs / 1000} s.`,
            `${subject} wait, and fail at their deadline.`,
            `Start a worker: node dist/workers/main.js ${lane}.`,
          )
    }),
    ...(versions.some((version) => version !== about_.version)
      ? [
          warning(
            `They are of version ${versions.join(' and ')}, this is ${about_.version}.`,
            'Two versions should run only during a deployment.',
            'Let the deployment end, or restart the older workers.',
          ),
        ]
      : []),
  ]
}

async function checkOrigins(db: Db, { NODE_ENV }: Config): Promise<Finding[]> {
  const { ok, warning } = about('origins')
  const applications = await listApplications(db)
  const problems = applications.flatMap(({ name, client_id, allowed_origins }) =>
    allowed_origins.flatMap((origin) => {
      const read = readOrigin(origin)
      const who = `${name} (${client_id}) allows ${origin}`
      const others = allowed_origins
        .filter((other) => other !== origin)
        .map((other) => ` --origin ${other}`)
      const fix = `npm run --silent admin -- set-origins --client-id ${client_id} --origin …${others.join('')} (instead of all it has)`
      if ('problem' in read)
        return [
          warning(
            `${who}, which ${read.problem}.`,
            'No browser sends this origin, so no page gets a token through it.',
            fix,
          ),
        ]
      const isPlain =
        NODE_ENV === 'production' && /^http:\/\/(?!localhost|127\.|\[::1\])/.test(origin)
      return isPlain
        ? [
            warning(
              `${who}, without TLS.`,
              'Anyone on the network path can change the page and read what visitors write.',
              fix,
            ),
          ]
        : []
    }),
  )
  return problems.length
    ? problems
    : [ok(`Those of ${applications.length} applications are well formed.`)]
}

async function checkVectors(
  db: Db,
  { EMBEDDING_MODEL }: Config,
  { pgvector }: Diagnostics,
): Promise<Finding[]> {
  if (!EMBEDDING_MODEL) return []
  const { ok, warning } = about('vectors')
  const chunks = await estimateChunks(db)
  if (pgvector) return [ok(`pgvector ${pgvector}.`)]
  return chunks > MANY_CHUNKS
    ? [
        warning(
          `The database has about ${Math.round(chunks)} chunks, but no pgvector.`,
          'A search by meaning reads all vectors of an organization.',
          'create extension vector (0.8 or newer); docs/deployment.md.',
        ),
      ]
    : [ok(`No pgvector, which ${Math.round(chunks)} chunks do not need.`)]
}
