import { expect } from 'chai'
import { ASSUMED, limitsOf, type Measured, planFor } from '../../../bench/growth/capacity.ts'

const MEASURED: Measured = {
  cpu_ms: { api: 0.7, worker: 1.4, postgres: 2.8, redis: 0.07 },
  wal_syncs: 0.5,
  wal_bytes: 10_000,
  sync_ms: 1,
  exchange_bytes: 4_000,
  request_bytes: 250,
}

describe('the capacity plan from measured figures', () => {
  it('bounds each part by the planned share of its cores', () => {
    const most = Object.fromEntries(
      limitsOf(MEASURED, ASSUMED).map(({ part, most }) => [part, Math.round(most)]),
    )
    expect(most['an API process']).to.equal(1_000)
    expect(most['a worker: its processor time']).to.equal(500)
    expect(most['PostgreSQL: 32 cores']).to.equal(8_000)
    expect(most['PostgreSQL: syncs of its log, shared as measured']).to.equal(2_000)
  })

  it('names first the part that is full first', () => {
    const [first] = limitsOf(MEASURED, { ...ASSUMED, slots: 30, model_seconds: 3 })
    expect(first).to.deep.equal({ part: 'a worker: its 30 slots, with a model of 3 s', most: 10 })
  })

  it('plans as many workers as slots or processor time need, whichever are more', () => {
    const slow = planFor(1_001, MEASURED, { ...ASSUMED, slots: 100, model_seconds: 5 })
    expect(slow).to.include({ apis: 2, workers: 51, postgres_cores: 5, connections: 530 })
    const quick = planFor(1_001, MEASURED, { ...ASSUMED, model_seconds: 0.001 })
    expect(quick.workers).to.equal(3)
  })

  it('shows what a day leaves on the disk', () => {
    const { disk_a_day, wal_mb_per_second } = planFor(100, MEASURED, ASSUMED)
    expect(disk_a_day).to.be.closeTo(34.56, 0.01)
    expect(wal_mb_per_second).to.equal(1)
  })
})
