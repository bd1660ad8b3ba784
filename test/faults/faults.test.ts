import { expect } from 'chai'
import type { Backend } from '../support/parley.ts'
import { hasRedis } from '../support/servers.ts'
import { type Figures, runScenario } from './run.ts'
import { SCENARIOS, type Scenario } from './scenarios.ts'
import { removeTemplate } from './servers.ts'

/** A world mostly waits for leases of 10 s to run out, which several can do at once. */
const WORLDS_AT_ONCE = 3
const SEED = Number(process.env.FAULTS_SEED ?? 1)

/** Of a backend's scenario: starts it when there is room, at the first call for all of them. */
interface Run {
  title: string
  scenario: Scenario
  backend: Backend
  done?: Promise<Figures>
}

const BACKENDS: Backend[] = hasRedis ? ['redis', 'postgres'] : ['postgres']
const RUNS: Run[] = SCENARIOS.flatMap((scenario) =>
  (scenario.backends ?? BACKENDS)
    .filter((backend) => BACKENDS.includes(backend))
    .map((backend) => ({ title: `${scenario.name}, queue in ${backend}`, scenario, backend })),
)

/** The shared ones run beside each other, and the lonely ones after all of them. */
function startAll(): void {
  const shared = RUNS.filter(({ scenario }) => !scenario.alone)
  const lanes: Promise<unknown>[] = Array(WORLDS_AT_ONCE).fill(Promise.resolve())
  const enter = (run: Run, before: Promise<unknown>) => {
    run.done = before.then(() => runScenario(run.scenario, { backend: run.backend, seed: SEED }))
    // Its own test says so.
    return run.done.catch(() => undefined)
  }
  for (const [index, run] of shared.entries())
    lanes[index % WORLDS_AT_ONCE] = enter(run, lanes[index % WORLDS_AT_ONCE]!)
  let last: Promise<unknown> = Promise.all(lanes)
  for (const run of RUNS) if (!run.done) last = enter(run, last)
}

describe('no reply is lost, doubled or out of order', function () {
  this.timeout(600_000)
  this.slow(600_000)
  before(startAll)
  after(async () => {
    await Promise.allSettled(RUNS.map(({ done }) => done))
    await removeTemplate()
  })
  for (const run of RUNS)
    it(run.title, async () => {
      const figures = await run.done!
      expect(figures.problems, JSON.stringify(figures)).to.deep.equal([])
    })
})
