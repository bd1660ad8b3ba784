import { parseArgs } from 'node:util'
import { runScenario } from './run.ts'
import { SCENARIOS } from './scenarios.ts'
import { removeTemplate } from './servers.ts'

/** `npm run faults`: every scenario in its long form. One JSON line for each, and code 1 when one has failed. */
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    backend: { type: 'string' },
    seed: { type: 'string' },
    n: { type: 'string', default: '1000' },
  },
})
const chosen = SCENARIOS.filter(({ name }) => !values.only || values.only.includes(name))
if (chosen.length === 0) throw new Error(`There are: ${SCENARIOS.map(({ name }) => name).join(', ')}`)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6))
for (const scenario of chosen)
  for (const backend of scenario.backends ?? (['redis', 'postgres'] as const)) {
    if (values.backend && values.backend !== backend) continue
    const figures = await runScenario(scenario, { backend, seed, n: Number(values.n) })
    console.log(JSON.stringify(figures))
    if (figures.verdict === 'failed') process.exitCode = 1
  }
await removeTemplate()
