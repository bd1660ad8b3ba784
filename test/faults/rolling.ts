import { seedGrowth, sizesOf } from '../../bench/growth/seed.ts'
import type { Backend } from '../support/product/parley.ts'
import { run } from '../support/product/processes.ts'
import { audit } from './audit.ts'
import { type Figures, judge } from './judge.ts'
import { answer, settle } from './run.ts'
import { load, makeClients, type Outcome } from './world/clients.ts'
import { sleep } from './world/servers.ts'
import { makeWorld, type World } from './world/world.ts'

export interface Deployment {
  /**
   * The folder whose `dist` runs before the deployment, and the folder whose `dist` replaces it.
   */
  from: string
  to: string
  /**
   * Whether the old API gets requests until /ready says that it stops. Otherwise its router is
   * notified in advance, as versions without DRAIN_SECONDS need.
   */
  drains: boolean
  backend: Backend
  seed: number
  messages: number
  /** Messages that exist before, and as many logged requests. */
  history?: number
  /** Seconds over which the messages are posted. */
  seconds: number
}

/**
 * Milliseconds between two steps of the deployment. Both versions run side by side for twice as
 * long.
 */
const STEP_MS = 2_000
const ROUTER_MS = 200

/**
 * Deploys one version over another while messages are posted, as docs/operations.md says: migrates
 * the database, starts new processes beside the old ones, then sends SIGTERM to the old ones. Every
 * request must succeed at its first try, and no message may be lost, doubled or out of order.
 */
export async function deploy({
  from,
  to,
  drains,
  backend,
  seed,
  messages,
  history = 0,
  seconds,
}: Deployment): Promise<Figures> {
  const world = await makeWorld({
    seed,
    backend,
    folder: from,
    settings: { DRAIN_SECONDS: '8', REPLY_CONCURRENCY: '15' },
  })
  try {
    if (history) await seedHistory(world, history)
    const since = new Date()
    world.model.behave((chat, index) => answer(world, chat, index))
    const clients = makeClients(world, await world.organization('Rolling'))
    const threads = await clients.makeThreads(Math.ceil(messages / 4))
    const began = Date.now()
    const posting = load(world, clients, { threads, messages, seconds })
    const steps = await rollOut(world, to, drains)
    const outcomes = await posting
    await settle(world)
    const found = await audit(world, outcomes, since)
    await world.stopChildren()
    const n = messages
    const played = {
      ...found,
      n,
      seconds: (Date.now() - began) / 1000,
      ...steps,
      answers: tally(outcomes),
      longest_post_ms: longestOf(outcomes),
    }
    return judge({ name: 'rolling', expect: () => unexpected(outcomes) }, world, played, outcomes)
  } finally {
    await world.remove()
  }
}

async function seedHistory(world: World, messages: number): Promise<void> {
  const sizes = { ...sizesOf(messages / 1_000_000), chunks: 1_000, requests: messages }
  await seedGrowth(world.settings.DATABASE_URL!, sizes, {
    name: 'History',
    until: Date.now(),
    log: () => undefined,
  })
}

async function rollOut(world: World, to: string, drains: boolean) {
  const old = [...world.children]
  const oldAddresses = [...world.addresses]
  await sleep(STEP_MS)
  const began = Date.now()
  const release = run('node', [`${to}/dist/cli/migrate.js`], {
    ...world.settings,
    LOG_LEVEL: 'info',
  })
  if ((await release.ended) !== 0) throw new Error(`the release step failed: ${release.output()}`)
  const release_ms = Date.now() - began
  await sleep(STEP_MS)
  await Promise.all([
    world.startApi(to),
    world.startWorker(to, 'reply'),
    world.startWorker(to, 'reply'),
    world.startWorker(to, 'index'),
  ])
  const together = Date.now()
  await sleep(2 * STEP_MS)
  const stopping = drains ? Promise.all(old.map((child) => child.stop())) : undefined
  if (drains) await untilNotReady(oldAddresses)
  world.addresses.splice(0, oldAddresses.length)
  await sleep(ROUTER_MS)
  await (stopping ?? Promise.all(old.map((child) => child.stop())))
  world.children.splice(0, old.length)
  return {
    release_ms,
    together_ms: Date.now() - together,
    migrated: /"done":(\[.*?\])/.exec(release.output())?.[1],
  }
}

const longestOf = (outcomes: Outcome[]) =>
  Math.round(Math.max(...outcomes.map(({ longestPostMs }) => longestPostMs)))

/** Polls /ready until no address is ready, as a router does. */
async function untilNotReady(addresses: string[]): Promise<void> {
  const isReady = (address: string) =>
    fetch(`${address}/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  while ((await Promise.all(addresses.map(isReady))).some(Boolean)) await sleep(ROUTER_MS)
}

function tally(outcomes: Outcome[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const status of outcomes.flatMap(({ answers }) => answers))
    counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Lists the requests that did not succeed at once. */
const unexpected = (outcomes: Outcome[]) =>
  outcomes
    .filter(({ answers }) => answers.some((status) => ![200, 201, 202].includes(status)))
    .map(({ content, answers }) => `${content} was answered ${answers.join(', ')}`)
