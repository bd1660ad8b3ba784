import { expect } from 'chai'
import { hasRedis } from '../support/servers.ts'
import { runsOf, startAll } from './run.ts'
import { SCENARIOS } from './scenarios.ts'
import { removeTemplate } from './servers.ts'

/** A world mostly waits, such as for leases of 10 s to run out: several can do so at once. */
const WORLDS = 3
const SEED = Number(process.env.FAULTS_SEED ?? 1)
const RUNS = runsOf(SCENARIOS, hasRedis ? ['redis', 'postgres'] : ['postgres']).filter(
  ({ scenario, backend }) => !hasRedis || (scenario.short ?? backend) === backend,
)

describe('no reply is lost, doubled or out of order', function () {
  this.timeout(600_000)
  this.slow(600_000)
  before(() => startAll(RUNS, { worlds: WORLDS, seed: SEED }))
  after(async () => {
    await Promise.allSettled(RUNS.map(({ done }) => done))
    await removeTemplate()
  })
  for (const run of RUNS)
    it(`${run.scenario.name}, queue in ${run.backend}`, async () => {
      const figures = await run.done!
      expect(figures.problems, JSON.stringify(figures)).to.deep.equal([])
    })
})
