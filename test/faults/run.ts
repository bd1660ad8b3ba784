import type { Backend } from '../support/product/parley.ts'
import { type ChatRequest, questionIn } from '../support/servers/model.ts'
import { onPostgres } from '../support/servers/postgres.ts'
import { audit } from './audit.ts'
import { type Figures, judge, type Played } from './judge.ts'
import type { Scenario } from './scenarios.ts'
import { type Clients, load, makeClients } from './world/clients.ts'
import { draw } from './world/draw.ts'
import { sleep } from './world/servers.ts'
import { makeWorld, type World } from './world/world.ts'

/** A scenario on a backend. */
export interface Run {
  scenario: Scenario
  backend: Backend
  /** Set when the run has been started. */
  done?: Promise<Figures>
}

export const runsOf = (scenarios: Scenario[], backends: Backend[]): Run[] =>
  scenarios.flatMap((scenario) =>
    backends
      .filter((backend) => !scenario.backends || scenario.backends.includes(backend))
      .map((backend) => ({ scenario, backend })),
  )

/**
 * Starts all runs, `worlds` at a time, each in a separate world. Runs that must be alone follow one
 * by one.
 */
export function startAll(
  runs: Run[],
  { worlds, ...options }: Omit<RunOptions, 'backend'> & { worlds: number },
): void {
  const start = (run: Run, before: Promise<unknown>) => {
    run.done = before.then(() => runScenario(run.scenario, { backend: run.backend, ...options }))
    return run.done.catch(() => undefined)
  }
  const lanes: Promise<unknown>[] = Array(worlds).fill(Promise.resolve())
  const shared = runs.filter(({ scenario }) => !scenario.alone)
  for (const [index, run] of shared.entries())
    lanes[index % worlds] = start(run, lanes[index % worlds]!)
  let last: Promise<unknown> = Promise.all(lanes)
  for (const run of runs) if (!run.done) last = start(run, last)
}

/**
 * Starts runs with equal set-ups one after the other in one world, and these worlds side by side.
 * Making a world, with its database and five processes, takes half the processor time of a short
 * run.
 */
export function startInOneWorld(runs: Run[], { seed, n }: Omit<RunOptions, 'backend'>): void {
  const worldOf = ({ backend, scenario }: Run) => ({ seed, backend, ...scenario.world })
  for (const asked of new Set(runs.map((run) => JSON.stringify(worldOf(run))))) {
    const own = runs.filter((run) => JSON.stringify(worldOf(run)) === asked)
    const made = makeWorld(worldOf(own[0]!))
    let before: Promise<unknown> = made.catch(() => undefined)
    for (const run of own) {
      const isLast = run === own.at(-1)
      run.done = before.then(async () => {
        const world = await made
        try {
          return await playIn(world, run.scenario, { n, isLast })
        } finally {
          if (isLast) await world.remove()
        }
      })
      before = run.done.catch(() => undefined)
    }
  }
}

export interface RunOptions {
  backend: Backend
  seed: number
  /** Messages; undefined: the scenario's own number for the short form. */
  n?: number | undefined
}

/** Milliseconds that jobs have to finish after all clients have their reply or have given up. */
const SETTLE_MS = 30_000

/** Runs a scenario in a world of its own, and judges it. */
export async function runScenario(
  scenario: Scenario,
  { backend, seed, n }: RunOptions,
): Promise<Figures> {
  const world = await makeWorld({ seed, backend, ...scenario.world })
  try {
    return await playIn(world, scenario, { n, isLast: true })
  } finally {
    await world.remove()
  }
}

interface PlayOptions extends Pick<RunOptions, 'n'> {
  /** Whether no other scenario follows in the world, so that its processes are stopped. */
  isLast: boolean
}

/** Plays a scenario in a new organization, and judges only what happened since it began. */
async function playIn(
  world: World,
  scenario: Scenario,
  { n, isLast }: PlayOptions,
): Promise<Figures> {
  const messages = Math.min(n ?? scenario.n ?? 200, scenario.most ?? Number.POSITIVE_INFINITY)
  world.begin()
  const since = new Date()
  try {
    world.model.behave(
      (chat, index, path) => scenario.model?.(world, chat, path) ?? answer(world, chat, index),
    )
    const clients = makeClients(world, await world.organization(scenario.name))
    const { outcomes, ...more } = await play(scenario, world, clients, messages)
    const seconds = (Date.now() - since.getTime()) / 1000
    await Promise.all(world.pending)
    await settle(world)
    const found = await audit(world, outcomes, since)
    if (isLast) await world.stopChildren()
    return judge(scenario, world, { ...found, n: messages, seconds, ...more }, outcomes)
  } catch (error) {
    const problem = `the scenario could not be played: ${(error as Error).stack}`
    return judge(scenario, world, { ...NOTHING, problems: [problem], n: messages, seconds: 0 }, [])
  }
}

const NOTHING = { lost: 0, doubled: 0, disordered: 0, completed: 0, failed: 0, unfinished: 0 }

/** The default behaviour of the model: a different answer to each question, after 100 to 500 ms. */
export function answer({ seed }: World, request: ChatRequest, index: number) {
  return {
    text: `An answer to ${questionIn(request)}`,
    delayMs: 100 + 400 * draw(seed, 'model', index),
  }
}

async function play(
  scenario: Scenario,
  world: World,
  clients: Clients,
  messages: number,
): Promise<Played> {
  if (scenario.play) return scenario.play(world, clients, messages)
  const threads = await clients.makeThreads(Math.ceil(messages / 4))
  // Long enough for several faults, and slow enough in the long form for the machine to keep up.
  const seconds = Math.max(Math.min(12, messages / 15), messages / 40)
  const over = new AbortController()
  const faults = scenario.faults?.(world, over.signal)
  try {
    const posted = () => over.abort()
    return {
      outcomes: await load(world, clients, {
        threads,
        messages,
        seconds,
        posted,
        ...scenario.load,
      }),
    }
  } finally {
    over.abort()
    await faults
  }
}

/** Waits until no job is unfinished, at most `SETTLE_MS`. */
export async function settle({ postgres }: World): Promise<void> {
  const unfinished = 'select from open_jobs limit 1'
  for (const until = Date.now() + SETTLE_MS; Date.now() < until; await sleep(500))
    if ((await onPostgres(postgres.url, unfinished)).length === 0) return
}
