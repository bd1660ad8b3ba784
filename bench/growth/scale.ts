import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { killAll } from '../load/processes.ts'
import { startStack } from '../load/stack.ts'
import { aimsOf, report } from './report.ts'
import { runSubjects, type Subject } from './run.ts'

/**
 * Measures the cost of a message with 1, 2 and 4 API processes and workers on a machine, beside a
 * bare queue with equally many: see bench/README.md.
 */
const { values: options } = parseArgs({
  options: {
    processes: { type: 'string', default: '1,2,4' },
    backend: { type: 'string', default: 'redis' },
    clients: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '8' },
    print: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
})
const MOST = 1.15
const BARE = 'bare queue, '
const [clients, rounds, seconds] = [options.clients, options.rounds, options.seconds].map(
  Number,
) as [...[number, number, number]]
const counts = options.processes.split(',').map(Number)
const titleOf = (count: number) =>
  `${count} API process${count === 1 ? '' : 'es'}, ${count} worker${count === 1 ? '' : 's'}`
const load_before = loadavg()[0]!
const stack = await startStack({ entries: 1000, conversations: clients, statements: false })
try {
  const subjectsOf = (backend: Subject['backend'], name = ''): Subject[] =>
    counts.map((count) => ({
      title: name + titleOf(count),
      clients,
      apis: count,
      workers: count,
      backend,
      ...(count !== counts[0] && { against: name + titleOf(counts[0]!) }),
      target: async () => (backend === 'baseline' ? { paths: ['/'], headers: {} } : stack.seeded),
    }))
  const subjects = [
    ...subjectsOf(options.backend as 'redis' | 'postgres'),
    ...subjectsOf('baseline', BARE),
  ]
  const timing = {
    rounds,
    warm_up: { ms: 3_000, messages: 5_000, clients: 1, most_ms: 25_000 },
    measure_ms: seconds * 1_000,
  }
  const results = await runSubjects(stack, subjects, timing, (line) => console.log(line))
  const own = results.filter(({ title }) => !title.startsWith(BARE))
  const aims = aimsOf(own, MOST)
  report(options.backend === 'redis' ? 'scale' : 'scale-postgres', results, aims, {
    stack,
    load_before,
    more: { backend: options.backend, clients, rounds, seconds },
    stored: !options.print,
  })
  if (options.check && aims.some(({ figure }) => figure > MOST)) process.exitCode = 1
} finally {
  await killAll()
  await stack.stop()
}
