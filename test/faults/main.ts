import { parseArgs } from 'node:util'
import type { Backend } from '../support/product/parley.ts'
import { runsOf, startAll } from './run.ts'
import { SCENARIOS } from './scenarios.ts'
import { removeTemplate } from './world/servers.ts'

/**
 * `npm run faults`: plays every scenario in its long form. Prints one JSON line for each, and ends
 * with code 1 if one fails.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    backend: { type: 'string', multiple: true, default: ['redis', 'postgres'] },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
    n: { type: 'string', default: '1000' },
    /** How many run at a time. More than one distorts the times. */
    worlds: { type: 'string', default: '1' },
  },
})
const chosen = SCENARIOS.filter(({ name }) => !values.only || values.only.includes(name))
if (chosen.length === 0)
  throw new Error(`There are: ${SCENARIOS.map(({ name }) => name).join(', ')}`)
const runs = runsOf(chosen, values.backend as Backend[])
startAll(runs, { seed: Number(values.seed), n: Number(values.n), worlds: Number(values.worlds) })
const reports = runs.map(async ({ done }) => {
  const figures = await done!
  console.log(JSON.stringify(figures))
  if (figures.verdict === 'failed') process.exitCode = 1
})
await Promise.all(reports)
await removeTemplate()
