import fc from 'fast-check'
import { hasChromium } from './browser.ts'
import { installedPostgres } from './installedPostgres.ts'
import { hasOwnNetworks } from './netns.ts'
import { hasRedis, stopServers } from './servers.ts'

/** Other random inputs each day, and the same all day: what passed does not fail an hour later. `FUZZ_RUNS` has others each time. */
const today = new Date().toISOString().slice(0, 10)
if (!process.env.FUZZ_RUNS) fc.configureGlobal({ seed: Number(today.replaceAll('-', '')) })

/** What a finished test process may still hold: its standard streams. */
const HARMLESS = new Set(['TTYWrap', 'PipeWrap', 'Immediate', 'CloseReq', 'TickObject'])

export const mochaHooks = {
  async afterAll(this: Mocha.Context) {
    this.timeout(60_000)
    await stopServers()
    const leaks = await leftOpen()
    if (leaks.length) throw new Error(`left open after all tests: ${leaks.join(', ')}`)
  },
}

/** Sockets take a moment to close, so this looks again for up to 5 s. */
async function leftOpen(): Promise<string[]> {
  for (let tries = 0; ; tries++) {
    const waiting = new Promise((resolve) => setTimeout(resolve, 100))
    // Mocha's own limit on this hook and the timer above.
    const open = process.getActiveResourcesInfo().filter((name) => !HARMLESS.has(name))
    const timers = open.filter((name) => name === 'Timeout').length - 2
    const leaks = [
      ...open.filter((name) => name !== 'Timeout'),
      ...Array(Math.max(0, timers)).fill('Timeout'),
    ]
    await waiting
    if (leaks.length === 0 || tries === 50) return leaks
  }
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
