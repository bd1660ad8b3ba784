import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ASSUMED, limitsTable, type Measured, plansTable } from './growth/capacity.ts'

/**
 * Writes the capacity that follows from the measured figures into docs/scaling.md. `--busy 0.5`,
 * `--model_seconds 10` and similar options replace its assumptions.
 */
const RATES = [10, 100, 500, 1_000, 2_000, 5_000, 10_000]
const PAGE = 'docs/scaling.md'
const BEGIN = '<!-- made by npm run bench -- capacity -->'
const END = '<!-- end -->'

const names = Object.keys(ASSUMED) as (keyof typeof ASSUMED)[]
const { values } = parseArgs({
  options: {
    print: { type: 'boolean' },
    ...Object.fromEntries(names.map((name) => [name, { type: 'string' } as const])),
  },
})
const given = values as Record<string, string | boolean | undefined>
const assumed = { ...ASSUMED }
for (const name of names) if (given[name] !== undefined) assumed[name] = Number(given[name])

const { results, storage, sizes, measured_at, machine } = JSON.parse(
  readFileSync('bench/results/growth.json', 'utf8'),
)
const { medians } = results.find(({ title }: { title: string }) => title === 'new threads')
const { cpu_ms, costs } = medians
const measured: Measured = { cpu_ms, ...costs, ...storage }

const assumptions = names.map((name) => `${name} ${assumed[name]}`).join(', ')
const costsLine = [
  ...Object.entries(cpu_ms as Record<string, number>).map(
    ([name, ms]) => `${name} ${ms.toFixed(2)}`,
  ),
].join(', ')
const made = `${BEGIN}
Measured on ${measured_at.slice(0, 10)} with ${sizes.messages.toLocaleString('en')} messages in the database, on ${machine.cpus} cores: milliseconds of processor
time a message: ${costsLine}; ${(costs.wal_bytes / 1024).toFixed(1)} kB of PostgreSQL's log, ${costs.wal_syncs.toFixed(2)} syncs of it
(${storage.sync_ms.toFixed(2)} ms each on this disk), ${costs.transactions.toFixed(1)} transactions, ${costs.redis_commands.toFixed(0)} Redis commands;
on the disk ${(storage.exchange_bytes / 1024).toFixed(1)} kB a message with its reply, ${storage.request_bytes.toFixed(0)} bytes a logged request.
Assumed: ${assumptions}.

Up to which rate each part goes:

${limitsTable(measured, assumed)}

What a rate takes:

${plansTable(RATES, measured, assumed)}
${END}`

console.log(made)
if (!given.print) {
  const page = readFileSync(PAGE, 'utf8')
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (before < 0 || after < 0) throw new Error(`${PAGE} has no place for it.`)
  writeFileSync(PAGE, page.slice(0, before) + made + page.slice(after + END.length))
}
