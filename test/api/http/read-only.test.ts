import { expect } from 'chai'
import { type Db, mayPass } from '../../../shared/db.ts'
import { beat, isWorkerAlive } from '../../../shared/store/workers.ts'
import { TIMES } from '../../../shared/times.ts'
import { type Parley, startParley } from '../../support/parley.ts'

/** As after a failover, whose old primary still answers. */
describe('a database that may only be read', () => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ backend: 'postgres', workers: false })
  })
  after(() => parley.stop())

  /** What the work fails with. */
  const refusalOf = (work: (db: Db) => Promise<unknown>) =>
    parley.db.transaction(
      (db) =>
        work(db).then(
          () => expect.fail('was not refused'),
          (error) => error,
        ),
      { readOnly: true },
    )
  const worker = { name: 'host:1', lane: 'reply', version: '1', slots: 1, busy: 0 } as const

  it('is one that may pass', async () => {
    expect(mayPass(await refusalOf((db) => beat(db, worker)))).to.equal(true)
  })

  it('does not say which workers are dead', async () => {
    await beat(parley.db, worker)
    expect(await isWorkerAlive(parley.db, 'host', 'reply', TIMES.aliveMs)).to.equal(true)
    expect(mayPass(await refusalOf((db) => isWorkerAlive(db, 'host', 'reply', TIMES.aliveMs)))).to.equal(true)
  })
})
