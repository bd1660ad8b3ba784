import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { killAll } from '../load/processes.ts'
import { startStack } from '../load/stack.ts'
import { findGrown, readIntoMemory } from './grown.ts'
import { aimsOf, report } from './report.ts'
import { runSubjects } from './run.ts'
import { GROWTH } from './scenarios.ts'
import { sizesOf } from './seed.ts'
import { readStorage } from './storage.ts'

/**
 * Compares the cost of a message in a full database with its cost in a small database: see
 * bench/README.md.
 */
const { values: options } = parseArgs({
  options: {
    share: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '8' },
    /** Runs only subjects whose title contains this text, and stores nothing. */
    only: { type: 'string', default: '' },
    folder: { type: 'string', default: '.data/bench-growth' },
    'seed-only': { type: 'boolean', default: false },
    print: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
})
const MOST = 1.2
/**
 * Large enough for everything that messages read of the grown database, because the disk is not
 * measured.
 */
const SHARED_BUFFERS = '5GB'
const [share, rounds, seconds] = [options.share, options.rounds, options.seconds].map(Number) as [
  ...[number, number, number],
]
const load_before = loadavg()[0]!
const stack = await startStack({
  entries: 1000,
  conversations: 50,
  statements: false,
  sharedBuffers: SHARED_BUFFERS,
  kept: options.folder,
})
try {
  const log = (line: string) => console.log(line)
  const databases = {
    grown: await findGrown(stack, share, log),
    hundredth: await findGrown(stack, share / 100, log),
  }
  const { grown } = databases
  if (!options['seed-only']) {
    const storage = await readStorage(stack, grown.name)
    await readIntoMemory(stack, grown)
    await readIntoMemory(stack, databases.hundredth)
    const subjects = GROWTH.filter(({ title }) => title.includes(options.only)).map(
      ({ database, target, ...subject }) => ({
        ...subject,
        ...(database !== 'small' && { database: databases[database] }),
        target: (address: string) =>
          target(address, stack, database === 'small' ? grown : databases[database]),
      }),
    )
    const timing = {
      rounds,
      // Long enough to load the knowledge index, even with 100,000 chunks and on a machine with a
      // quarter of the speed.
      warm_up: { ms: 3_000, messages: 5_000, clients: 1, most_ms: 150_000 },
      measure_ms: seconds * 1_000,
    }
    const results = await runSubjects(stack, subjects, timing, log)
    const aims = aimsOf(results, MOST)
    report('growth', results, aims, {
      stack,
      load_before,
      more: { sizes: sizesOf(share), rounds, seconds, storage },
      stored: !options.print && !options.only,
    })
    if (options.check && aims.some(({ figure }) => figure > MOST)) process.exitCode = 1
  }
} finally {
  await killAll()
  await stack.stop()
}
