import type { Backend } from '../support/parley.ts'
import { type Audit, audit } from './audit.ts'
import { type Clients, load, makeClients, type Outcome } from './clients.ts'
import { draw } from './draw.ts'
import type { Scenario } from './scenarios.ts'
import { onPostgres, sleep } from './servers.ts'
import { makeWorld, type World } from './world.ts'

/** One line of what a run tells. Times in milliseconds where the name says nothing else. */
export interface Figures extends Omit<Audit, 'problems'> {
  name: string
  backend: Backend
  n: number
  seed: number
  verdict: 'passed' | 'failed'
  faults: number
  model_calls: number
  calls_per_message: number
  hung: number
  p50_ms: number
  p95_ms: number
  max_ms: number
  /** The longest POST that was answered. */
  accept_max_ms: number
  seconds: number
  /** What the scenario tells beside. */
  [more: string]: unknown
  problems: string[]
}

export interface RunOptions {
  backend: Backend
  seed: number
  /** Messages; without, the scenario's own number for the short form. */
  n?: number | undefined
}

/** When all clients have their reply or have given up, nothing may be left; a sweep or two later. */
const SETTLE_MS = 30_000
const MOST_PROBLEMS = 10

/** Runs a scenario in a world of its own, and judges it. */
export async function runScenario(scenario: Scenario, { backend, seed, n }: RunOptions): Promise<Figures> {
  const messages = Math.min(n ?? scenario.n ?? 200, scenario.most ?? Number.POSITIVE_INFINITY)
  const world = await makeWorld({ seed, backend, ...scenario.world?.(backend) })
  let clients: Clients | undefined
  try {
    world.model.behave(
      (chat, index, path) => scenario.model?.(world, chat, index, path) ?? answer(world, chat, index),
    )
    clients = makeClients(world, await world.organization('Faults'))
    const began = Date.now()
    const { outcomes, ...more } = await play(scenario, world, clients, messages)
    const seconds = (Date.now() - began) / 1000
    await settle(world)
    const found = await audit(world, clients, outcomes)
    await world.stopChildren()
    return judge(scenario, world, { ...found, n: messages, seconds, ...more }, outcomes)
  } finally {
    await clients?.close()
    await world.remove()
  }
}

/** What each scenario's model does, unless it says otherwise: an answer of its own for each question, in 100 to 500 ms. */
function answer({ seed }: World, { messages }: { messages: { content: string }[] }, index: number) {
  return { text: `An answer to ${messages.at(-1)!.content}`, delayMs: 100 + 400 * draw(seed, 'model', index) }
}

export interface Played {
  outcomes: Outcome[]
  [figure: string]: unknown
}

async function play(scenario: Scenario, world: World, clients: Clients, messages: number): Promise<Played> {
  const over = new AbortController()
  // Long enough for several faults, and in the long form slow enough for the machine to keep up.
  const seconds = Math.max(12, messages / 40)
  const faults = scenario.faults?.(world, over.signal)
  try {
    if (scenario.play) return await scenario.play(world, clients, messages)
    return { outcomes: await load(world, clients, { messages, seconds, ...scenario.load }) }
  } finally {
    over.abort()
    await faults
  }
}

/** Waits until no reply is unfinished. */
async function settle({ postgres }: World): Promise<void> {
  const unfinished = `select from messages where status in ('queued', 'processing') limit 1`
  for (const until = Date.now() + SETTLE_MS; Date.now() < until; await sleep(500))
    if ((await onPostgres(postgres.url, unfinished)).length === 0) return
}

function judge(
  scenario: Scenario,
  world: World,
  { problems: found, n, seconds, ...more }: Audit & { n: number; seconds: number },
  outcomes: Outcome[],
): Figures {
  const calls = world.model.requests.length
  const times = outcomes.map(({ ms }) => ms).sort((a, b) => a - b)
  const hung = outcomes.reduce((sum, outcome) => sum + outcome.hung, 0)
  const figures: Figures = {
    name: scenario.name,
    backend: world.backend,
    n,
    seed: world.seed,
    ...more,
    faults: world.faults,
    model_calls: calls,
    calls_per_message: Math.round((calls / n) * 1000) / 1000,
    hung,
    p50_ms: quantile(times, 0.5),
    p95_ms: quantile(times, 0.95),
    max_ms: quantile(times, 1),
    accept_max_ms: Math.max(0, ...outcomes.map(({ longestPostMs }) => longestPostMs)),
    seconds: Math.round(seconds * 10) / 10,
    verdict: 'passed',
    problems: [],
  }
  const problems = [...world.problems, ...found, ...(scenario.expect?.(figures, outcomes, world) ?? [])]
  if (figures.unfinished > 0) problems.push(`${figures.unfinished} replies are unfinished`)
  if (figures.failed > 0 && !scenario.mayFail) problems.push(...failures(outcomes))
  if (scenario.faults && world.faults === 0) problems.push('there was no fault')
  if (hung > 0) problems.push(`${hung} requests were not answered in time`)
  const verdict = problems.length === 0 ? 'passed' : 'failed'
  return { ...figures, verdict, problems: problems.slice(0, MOST_PROBLEMS) }
}

const failures = (outcomes: Outcome[]) =>
  outcomes
    .filter(({ status }) => status !== 'completed')
    .map((one) => `${one.content} ${one.status}: ${one.errorCode}`)

/** Of sorted values. */
export const quantile = (sorted: number[], share: number) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
