import { expect } from 'chai'
import { hasRedis } from '../support/servers/servers.ts'
import { type Run, runsOf, startAll, startInOneWorld } from './run.ts'
import { SCENARIOS, type Scenario } from './scenarios.ts'
import { removeTemplate } from './world/servers.ts'

/**
 * How many worlds run at a time. A world mostly waits, for example until leases of 10 s run out.
 */
const WORLDS = 2
const SEED = Number(process.env.FAULTS_SEED ?? 1)

interface Options {
  /** Messages of each; undefined: the scenario's own number. */
  n?: number | undefined
  /**
   * Whether scenarios with equal set-ups share a world, one after the other. If not, a few play at
   * a time, each in a separate world.
   */
  inOneWorld?: boolean
}

/** Declares a test for each run of the chosen scenarios. */
export function declareScenarios(
  title: string,
  isChosen: (scenario: Scenario, run: Run) => boolean,
  { n, inOneWorld = false }: Options = {},
): void {
  const runs = runsOf(SCENARIOS, hasRedis ? ['redis', 'postgres'] : ['postgres']).filter((run) =>
    isChosen(run.scenario, run),
  )
  describe(title, function () {
    this.timeout(900_000)
    this.slow(600_000)
    before(() =>
      inOneWorld
        ? startInOneWorld(runs, { seed: SEED, n })
        : startAll(runs, { worlds: WORLDS, seed: SEED, n }),
    )
    after(async () => {
      await Promise.allSettled(runs.map(({ done }) => done))
      await removeTemplate()
    })
    for (const run of runs)
      it(`${run.scenario.name}, queue in ${run.backend}`, async () => {
        const figures = await run.done!
        expect(figures.problems, JSON.stringify(figures)).to.deep.equal([])
      })
  })
}
