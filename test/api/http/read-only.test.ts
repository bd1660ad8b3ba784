import { expect } from 'chai'
import { startServer } from '../../../api/server.ts'
import { isWorkerAlive, recordHeartbeat } from '../../../shared/jobs/workers.ts'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { TIMES } from '../../../shared/lib/config/times.ts'
import type { Db } from '../../../shared/lib/db/db.ts'
import { isTransient } from '../../../shared/lib/db/failures.ts'
import { pingDatabase } from '../../../shared/lib/db/health.ts'
import { sql } from '../../../shared/lib/db/statements.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import { makeTestDb } from '../../support/product/testDb.ts'

/** As after a failover, while the old primary still answers. */
describe('a database that may only be read', () => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ workers: false })
  })
  after(() => parley.stop())

  /** Returns the error of the work. */
  const refusalOf = (work: (db: Db) => Promise<unknown>) =>
    parley.db
      .transaction(async (db) => {
        await sql(db)`set transaction read only`
        await work(db)
      })
      .then(
        () => expect.fail('was not refused'),
        (error) => error,
      )
  const worker = { name: 'host:1', lane: 'reply', version: '1', slots: 1, busy: 0 } as const

  it('refuses writes with a transient error', async () => {
    expect(isTransient(await refusalOf((db) => recordHeartbeat(db, worker)))).to.equal(true)
  })

  describe('in sessions that were opened meanwhile', () => {
    const setReadOnly = (isOn: boolean) =>
      parley.db.raw(
        `do $$ begin execute format('alter database %I ${isOn ? 'set default_transaction_read_only = on' : 'reset default_transaction_read_only'}', current_database()); end $$`,
      )
    afterEach(() => setReadOnly(false))

    it('refuses a write once in each, and the session is replaced', async () => {
      const SESSIONS = 3
      await setReadOnly(true)
      const db = makeTestDb(parley.env.DATABASE_URL!, SESSIONS, 10)
      try {
        await Promise.all(Array.from({ length: SESSIONS }, () => sql(db)`select pg_sleep(0.2)`))
        await setReadOnly(false)
        const tries = [
          () => recordHeartbeat(db, worker),
          () => db.transaction((transaction) => recordHeartbeat(transaction, worker)),
          () => pingDatabase(db),
        ]
        const outcomes = await Promise.allSettled(tries.map((attempt) => attempt()))
        expect(outcomes.map(({ status }) => status)).to.deep.equal(Array(SESSIONS).fill('rejected'))
        await Promise.all(tries.map((attempt) => attempt()))
      } finally {
        await db.destroy()
      }
    })

    it('makes an API process unready until it can write again', async () => {
      await setReadOnly(true)
      const config = loadConfig(parley.env)
      const db = makeTestDb(parley.env.DATABASE_URL!, 4, 10)
      const server = await startServer({ config, db, log: makeLog('test', config) })
      const ready = () => fetch(`http://127.0.0.1:${server.port}/ready`)
      try {
        const refused = await ready()
        expect(refused.status).to.equal(503)
        expect(await refused.json()).to.deep.include({
          detail: 'The database is read-only at the moment.',
          data: { database: false, queue: true },
        })
        await setReadOnly(false)
        expect((await ready()).status).to.equal(200)
      } finally {
        await server.stop(1_000)
        await db.destroy()
      }
    })
  })

  it('does not declare workers dead', async () => {
    await recordHeartbeat(parley.db, worker)
    expect(await isWorkerAlive(parley.db, 'host', 'reply', TIMES.aliveMs)).to.equal(true)
    expect(
      isTransient(await refusalOf((db) => isWorkerAlive(db, 'host', 'reply', TIMES.aliveMs))),
    ).to.equal(true)
  })
})
