import { expect } from 'chai'
import { NIL } from 'uuid'
import { ROUTERS } from '../../api/app.ts'
import { UPGRADE_FIRST } from '../../migrations/baseline/before.ts'
import { REPEATABLE_NAME } from '../../migrations/repeatable/index.ts'
import { files } from '../../shared/lib/db/migrationState.ts'
import { Client, eventually } from '../support/http/client.ts'
import { makeCredentials } from '../support/product/parley.ts'
import { killAll, type RunningApi, run, runApi } from '../support/product/processes.ts'
import { makeTestDb, type TestDb } from '../support/product/testDb.ts'
import { makeDatabase } from '../support/servers/servers.ts'

/** Every route, with ids instead of its parameters. */
const ROUTES = ROUTERS.flatMap(({ stack }) =>
  stack.flatMap(({ methods, path }) =>
    methods
      .filter((method) => method !== 'HEAD')
      .map((method): [string, string] => [
        method,
        String(path)
          .replace(/\{.*\}/, '')
          .replace(/:\w+/g, NIL),
      ]),
  ),
)
const NEEDS_DATABASE =
  /^\/(api|analytics|knowledge-base|photos)\/?|^\/dashboard\/(session|sign-in|passkey|single)/

/** Starts processes on a database whose release step was forgotten, or ended half-way. */
describe('processes on a database that is not migrated', function () {
  let url: string
  let db: TestDb
  let drop: () => Promise<void>
  beforeEach(async () => {
    const database = await makeDatabase()
    ;({ url, drop } = database)
    db = makeTestDb(url, 2)
  })
  afterEach(async () => {
    await killAll()
    await db.destroy()
    await drop()
  })

  const env = () => ({
    DATABASE_URL: url,
    HOST: '127.0.0.1',
    PORT: '0',
    LLM_MODEL: 'builtin:extractive',
  })
  const release = () => run('node', ['dist/cli/migrate.js'], env()).ended
  /** Undoes the last migration, which makes functions and triggers. */
  const stepBack = () => db.migrate.down()
  const readyAt = async ({ address }: RunningApi) => {
    const response = await fetch(`${address}/ready`)
    return {
      status: response.status,
      body: (await response.json()) as { detail: string; data: object },
    }
  }
  const startWorker = () =>
    run('node', ['dist/workers/main.js', 'reply', 'deliver'], { ...env(), LOG_LEVEL: 'info' })

  it('are not ready and say what to do until the release step has run, and then start by themselves', async () => {
    const credentials = await makeCredentials(db, 'Shop')
    await stepBack()
    const worker = startWorker()
    const api = await runApi(env())

    const refused = await readyAt(api)
    expect(refused.status).to.equal(503)
    expect(refused.body.detail).to.contain(
      `lacks migration ${REPEATABLE_NAME}: run the release step`,
    )
    expect(refused.body.data).to.include({ database: false })
    expect(api.output()).to.contain(refused.body.detail)
    await worker.printed(/lacks migration repeatable_/)

    const client = new Client(api.address, credentials)
    for (const answer of [
      await client.get('/api/v1/agents'),
      await client.post('/api/v1/agents', { name: 'Ada' }),
    ]) {
      expect(answer.status).to.equal(503)
      expect(answer.body).to.include({ code: 'unavailable' })
      expect(answer.body.detail).to.contain('not migrated')
      expect(answer.headers.get('retry-after')).to.equal('2')
    }
    expect((await fetch(`${api.address}/health`)).status).to.equal(200)
    for (const [method, path] of ROUTES) {
      const response = await fetch(api.address + path, { method })
      await response.arrayBuffer()
      const { status } = response
      expect(status, `${method} ${path}`).not.to.equal(500)
      if (NEEDS_DATABASE.test(path)) expect(status, `${method} ${path}`).to.equal(503)
    }
    expect(await db('workers').pluck('name')).to.deep.equal([])

    expect(await release()).to.equal(0)
    await worker.printed(/"msg":"working"/)
    await eventually(async () => (await readyAt(api)).status === 200, 30)
    expect((await client.get('/api/v1/agents')).status).to.equal(200)
    await eventually(async () => (await db('workers').pluck('lane')).length === 2, 30)
  })

  it('are not ready if several migrations failed, or if the schema is too old to upgrade', async () => {
    const row = (name: string) => ({ name, batch: 1, migration_time: new Date() })
    await db('knex_migrations').delete()
    await db('knex_migrations').insert(row('9999_of_tomorrow'))
    const api = await runApi(env())
    expect((await readyAt(api)).body.detail).to.contain(
      `lacks ${files().length} migrations, from 0001_baseline on: run`,
    )
    await db('knex_migrations').insert(row('0050_of_old'))
    await eventually(async () => (await readyAt(api)).body.detail === UPGRADE_FIRST)
    expect((await readyAt(api)).status).to.equal(503)
    const released = run('node', ['dist/cli/migrate.js'], env())
    expect(await released.ended).to.equal(1)
    expect(released.output()).to.contain(UPGRADE_FIRST)
  })

  it('are not ready if the release step did not reach the tables of the queue, and end at SIGTERM', async () => {
    await db.raw(
      'delete from bullmq.migration where version = (select max(version) from bullmq.migration)',
    )
    const worker = startWorker()
    const api = await runApi(env())
    const { status, body } = await readyAt(api)
    expect(status).to.equal(503)
    expect(body.detail).to.contain('lacks tables of the queue: run the release step')
    await worker.printed(/lacks tables of the queue.*takes no jobs/)
    expect(await worker.stop()).to.equal(0)
    expect(await api.stop()).to.equal(0)
  })

  it('are ready if a newer version has migrated it, as during a deployment', async () => {
    await db('knex_migrations').insert({
      name: '9999_of_tomorrow',
      batch: 99,
      migration_time: new Date(),
    })
    await startWorker().printed(/"msg":"working"/)
    expect((await readyAt(await runApi(env()))).status).to.equal(200)
  })

  it('check it until it is migrated, and never again @long', async () => {
    const api = await runApi(env())
    expect((await readyAt(api)).status).to.equal(200)
    await stepBack()
    expect((await readyAt(api)).status).to.equal(200)
  })
})
