import type { Recorder } from '../../../api/metrics/requestRecorder.ts'
import { type ApiServer, startServer } from '../../../api/server.ts'
import { createApplication } from '../../../shared/applications/applications.ts'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { settings as declared } from '../../../shared/lib/config/settings.ts'
import type { Db } from '../../../shared/lib/db/db.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { ensureOrganization } from '../../../shared/people/organizations.ts'
import { loadLanes, WORKER_LANE_NAMES } from '../../../workers/lanes.ts'
import { startWorker, type WorkerProcess } from '../../../workers/worker.ts'
import { Client, type Credentials } from '../http/client.ts'
import { contract, legacyContract } from '../http/contract.ts'
import { RUNS_ALL } from '../run/runsAll.ts'
import { type FakeModel, startFakeModel } from '../servers/model.ts'
import { emptyRedis, hasRedis } from '../servers/servers.ts'
import { type TakenDatabase, takeDatabase } from './keptDatabase.ts'
import { makeTestDb, type TestDb } from './testDb.ts'

export type Backend = 'redis' | 'postgres'

/**
 * Declares a suite that does not depend on where the queue is: once, or on both backends in `npm
 * run test:all`.
 */
export function onOneQueue(
  title: string,
  declare: (this: Mocha.Suite, backend: Backend) => void,
): void {
  if (RUNS_ALL) onBothQueues(title, declare)
  else
    describe(title, function () {
      declare.call(this, hasRedis ? 'redis' : 'postgres')
    })
}

/**
 * Declares the suite once for each queue backend; the Redis half is skipped where there is no
 * Redis.
 */
export function onBothQueues(
  title: string,
  declare: (this: Mocha.Suite, backend: Backend) => void,
): void {
  for (const backend of ['redis', 'postgres'] as const) {
    const suite = backend === 'redis' && !hasRedis ? describe.skip : describe
    suite(`${title} (queue in ${backend === 'redis' ? 'Redis' : 'PostgreSQL'})`, function () {
      declare.call(this, backend)
    })
  }
}

/** The key that signs widget tokens in the tests' API. */
export const TEST_SIGNING_SECRET = 'a secret of the tests with 32 bytes or more'

/** The key that seals secrets in the tests' processes. */
export const TEST_SECRET_KEY = Buffer.from('a key of the tests has 32 bytes.').toString('base64')

/** The origin that each organization's application allows. */
export const TEST_ORIGIN = 'https://shop.example.com'

export interface Parley {
  /** The client of an organization with one application. */
  client: Client
  model: FakeModel
  db: TestDb
  server: ApiServer
  /** The settings of the processes, for starting more of them. */
  env: Record<string, string>
  /** Starts workers if none run yet. */
  startWorkers(): void
  /** Makes another organization, and returns its client. */
  another(name: string): Promise<Client>
  stop(): Promise<void>
}

interface Options {
  /**
   * Default, for suites that do not depend on where the queue is: Redis, which takes a fifth less
   * processor time.
   */
  backend?: Backend
  settings?: Record<string, string>
  /** Whether workers run beside the API. */
  workers?: boolean
  recorder?: Recorder
  /** Used instead of a new database. */
  databaseUrl?: string
}

/**
 * Whether a service uses this job's database of Redis. Another service then has its queue in
 * PostgreSQL.
 */
let isRedisTaken = false

/**
 * Starts API and workers in this process, with a new database and the fake model as their provider.
 */
export async function startParley({
  backend = hasRedis && !isRedisTaken ? 'redis' : 'postgres',
  settings = {},
  workers = true,
  recorder,
  databaseUrl,
}: Options = {}): Promise<Parley> {
  if (backend === 'redis') isRedisTaken = true
  const seconds = Number(
    settings.DATABASE_TIMEOUT_SECONDS ?? declared.DATABASE_TIMEOUT_SECONDS.default,
  )
  const database = databaseUrl ? openDatabase(databaseUrl, seconds) : await takeDatabase(seconds)
  const { db } = database
  const model = await startFakeModel()
  const env: Record<string, string> = {
    DATABASE_URL: database.url,
    ...(backend === 'redis' ? { REDIS_URL: await emptyRedis() } : {}),
    HOST: '127.0.0.1',
    PORT: '0',
    LLM_MODEL: 'openai:test-model',
    OPENAI_BASE_URL: model.url,
    // Suites that count calls count those for replies. The suite of queries sets a model for them.
    QUERY_MODEL: 'off',
    LLM_PRICES: '{"test-model":[1,2]}',
    WIDGET_TOKEN_KEYS: `test:${TEST_SIGNING_SECRET}`,
    SECRET_KEYS: `test:${TEST_SECRET_KEY}`,
    API_HOURLY_LIMIT: '1000000',
    DASHBOARD_USER_HOURLY_LIMIT: '1000000',
    DASHBOARD_USER_READS_HOURLY_LIMIT: '1000000',
    // Nothing listens there, so mails fail at once.
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Parley <parley@example.com>',
    PUBLIC_URL: 'https://chat.example.com',
    // Low, because tests sign in by the hundred.
    PASSWORD_COST: '4',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    ...settings,
  }
  const config = loadConfig(env)
  const log = makeLog('test', config)
  const server = await startServer({ config, db, log, ...(recorder && { recorder }) })
  const lanes = await loadLanes(WORKER_LANE_NAMES)
  const running: WorkerProcess[] = []
  // One process for all lanes, as `npm start` has: three would open twice the connections, and do
  // each chore three times.
  const startWorkers = () => {
    running.push(startWorker({ lanes, config, db, log, name: 'test' }))
  }
  if (workers) startWorkers()
  const address = `http://127.0.0.1:${server.port}`
  const kept = config.LEGACY_FORM ? legacyContract : contract
  const another = async (name: string) => new Client(address, await makeCredentials(db, name), kept)
  return {
    client: await another('Test organization'),
    model,
    db,
    server,
    env,
    startWorkers,
    another,
    async stop() {
      await Promise.all([server.stop(1_000), ...running.map((worker) => worker.stop(1_000))])
      await Promise.all([database.giveBack(), model.close()])
      if (backend === 'redis') isRedisTaken = false
    },
  }
}

/** Opens a database that other tests use as well. */
function openDatabase(url: string, seconds: number): TakenDatabase {
  const db = makeTestDb(url, 10, seconds)
  return { url, db, giveBack: () => db.destroy() }
}

export async function makeCredentials(db: Db, organizationName: string): Promise<Credentials> {
  const { id } = await ensureOrganization(db, organizationName)
  const { application, secret } = await makeApplication(db, id, [TEST_ORIGIN])
  return { organization_id: id, client_id: application.client_id, secret }
}

/** Makes another application of the organization. */
export const makeApplication = (db: Db, organization_id: string, allowed_origins: string[]) =>
  createApplication(db, { organization_id, name: 'Test application', allowed_origins })
