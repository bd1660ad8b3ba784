import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { takeCoverage } from 'node:v8'
import fc from 'fast-check'
import { hasChromium } from '../browser/chromium.ts'
import { installedPostgres } from '../servers/installedPostgres.ts'
import { hasOwnNetworks } from '../servers/netns.ts'
import { hasRedis } from '../servers/servers.ts'
import { makeSharedServers, serve } from '../servers/sharedServers.ts'
import { beginProcessorTimes, noteProcessorTime } from './processorTime.ts'
import { buildReader, useBuiltReader } from './readerProgram.ts'

/**
 * Random inputs change from day to day, but not within a day, so that a passed test does not fail
 * an hour later. With `FUZZ_RUNS` they change each time.
 */
const today = new Date().toISOString().slice(0, 10)
if (!process.env.FUZZ_RUNS) fc.configureGlobal({ seed: Number(today.replaceAll('-', '')) })

/**
 * Resources of which a job may hold more after a file than before: its standard streams, and those
 * that end in the next turn.
 */
const HARMLESS = new Set(['TTYWrap', 'PipeWrap', 'Immediate', 'CloseReq', 'TickObject'])

let removeReader: () => Promise<void>
let stopServing: () => Promise<void>
let removeTimes: () => Promise<void>
const servers = makeSharedServers()

export async function mochaGlobalSetup(): Promise<void> {
  removeTimes = beginProcessorTimes()
  removeReader = await buildReader()
  stopServing = await serve(servers)
}

export async function mochaGlobalTeardown(): Promise<void> {
  await Promise.all([stopServing(), servers.stop(), removeReader(), removeTimes()])
}

/**
 * Warnings of deprecated use, such as two statements at a time on one connection. Node warns once
 * in a process, so the failing file is the first of its job.
 */
const deprecated: string[] = []
process.on('warning', ({ name, message }) => {
  if (name === 'DeprecationWarning') deprecated.push(message)
})

let before: Map<string, number>

/** Each job runs these around each file. */
export const mochaHooks = {
  async beforeAll() {
    useBuiltReader()
    before = await heldOpen()
  },
  async afterAll(this: Mocha.Context) {
    this.timeout(60_000)
    // At its end a job has a second, which is too little to write down the coverage of all files.
    if (process.env.NODE_V8_COVERAGE) takeCoverage()
    const uses = deprecated.splice(0)
    if (uses.length)
      throw new Error(`${uses.join('\n')}\nNODE_OPTIONS=--trace-deprecation tells where.`)
    noteProcessorTime(this.test?.parent?.suites[0]?.file ?? '')
    const leaks = await leftOpen()
    if (leaks.length) throw new Error(`left open after the file's tests: ${leaks.join(', ')}`)
  },
}

/** Looks for open resources for up to 5 s, because sockets take a moment to close. */
async function leftOpen(): Promise<string[]> {
  for (let tries = 0; ; tries++) {
    const leaks = [...(await heldOpen())].filter(([name, count]) => count > (before.get(name) ?? 0))
    if (leaks.length === 0 || tries === 250)
      return leaks.map(([name, count]) => `${name} (${count})`)
    await sleep(20)
  }
}

async function heldOpen(): Promise<Map<string, number>> {
  // By the next turn mocha has started its own timer for the hook, so that both counts include it.
  await nextTurn()
  const counts = new Map<string, number>()
  for (const name of process.getActiveResourcesInfo())
    if (!HARMLESS.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

const notes: [isThere: boolean, note: string][] = [
  [hasRedis, 'The Redis half of the suite was LEFT OUT: set REDIS_URL, or install redis-server.\n'],
  [
    installedPostgres !== undefined,
    'The test of backup and restore was LEFT OUT: install PostgreSQL 15 or newer, server and client.\n',
  ],
  [hasChromium, 'The tests in a browser were LEFT OUT: set CHROMIUM_PATH, or install chromium.\n'],
  [
    hasOwnNetworks(),
    'The tests in a network of their own were LEFT OUT: they need Linux with unshare and ip, and the right to use them.\n',
  ],
]
const parleyTestNotes = notes.filter(([isThere]) => !isThere).map(([, note]) => note)
Object.assign(globalThis, { parleyTestNotes })
