import type { Backend } from '../support/product/parley.ts'
import { type Behaviour, type ChatRequest, questionIn } from '../support/servers/model.ts'
import type { Figures } from './judge.ts'
import { actAndDie, callAsAsked } from './world/acts.ts'
import type { LoadOptions, Outcome } from './world/clients.ts'
import { draw } from './world/draw.ts'
import {
  type Faults,
  fillRedis,
  freezePostgres,
  freezeRedis,
  killApis,
  killDeliverers,
  killRedis,
  killWorkers,
  restartPostgres,
  silenceNetwork,
  stopWorkers,
  terminateBackends,
  together,
} from './world/faults.ts'
import {
  type Play,
  postAndLeave,
  postBeside,
  postTooMuch,
  postTwentyfold,
  QUEUE_CAP,
} from './world/plays.ts'
import { postBehindBacklog, postUnderSnapshot } from './world/queuePlays.ts'
import { postWithReceivers } from './world/webhooks.ts'
import type { World, WorldOptions } from './world/world.ts'

export interface Scenario {
  name: string
  /**
   * Whether `npm test` plays it: on both backends, or on this one alone because `everything` has
   * its faults on both. If not, only `npm run test:all` does.
   */
  everyday?: boolean | Backend
  /** Whether it promises a time, so that no other scenario may run beside it. */
  alone?: boolean
  /** The queue backends that it runs on; by default both. */
  backends?: Backend[]
  /** The one backend of the short form, if it does not matter where the queue is. */
  short?: Backend
  /** Messages in the short form; by default 200. */
  n?: number
  /** The most messages in the long form. */
  most?: number
  world?: Partial<WorldOptions>
  load?: Partial<LoadOptions>
  /** What the model does, if it does something special; undefined: it gives the usual answer. */
  model?: (world: World, chat: ChatRequest, path: string) => Behaviour | undefined
  /** Runs as long as messages are posted. */
  faults?: Faults
  /** Replaces the usual posting of messages. */
  play?: Play
  /** Whether replies may fail; `expect` says how many. */
  mayFail?: boolean
  /** Checks more than what every scenario must fulfil. @returns problems */
  expect?: (figures: Figures, outcomes: Outcome[], world: World) => string[]
}

const atMost =
  (name: keyof Figures, most: number) =>
  (figures: Figures): string[] =>
    (figures[name] as number) <= most ? [] : [`${name} is ${figures[name]}, more than ${most}`]

/** Accepting a message must wait neither for Redis nor for the reply. */
const ACCEPTED_AT_ONCE: Partial<Scenario> = {
  load: { async: true },
  alone: true,
  expect: atMost('accept_max_ms', 1_500),
}
const onRedis = { backends: ['redis'] satisfies Backend[] }

/** Slots of each of the two workers, where slots are to be scarce. */
const FAIR_SLOTS = 4

const POISON = 'question 40.'

/**
 * Kills the worker that asks the model the poisoned question, before the answer. Other answers take
 * 2 s, so that the worker's other jobs die, too.
 */
function killWhoAsks(world: World, chat: ChatRequest, path: string): Behaviour {
  if (questionIn(chat) !== POISON)
    return { text: `An answer to ${questionIn(chat)}`, delayMs: 2_000 }
  const worker = world.workers.find(({ name }) => path.startsWith(`/${name}/`))!
  world.faults++
  world.pending.push(worker.kill().then(worker.start))
  return { hang: true }
}

/**
 * Draws a fault for each try of each message, so that faults do not depend on the order of the
 * calls.
 */
function faultyProvider({ seed, model }: World, chat: ChatRequest): Behaviour | undefined {
  const tries = model.requests.filter((earlier) => questionIn(earlier) === questionIn(chat)).length
  return providerFault(seed, questionIn(chat), tries)
}

function providerFault(seed: number, text: string, tries: number): Behaviour | undefined {
  const drawn = draw(seed, 'provider', text, tries)
  if (drawn < 0.2) return { status: 429, headers: { 'Retry-After': '1' } }
  if (drawn < 0.3) return { status: 500 }
  if (drawn < 0.35) return { drip: 200 }
  if (drawn < 0.4) return { raw: '<html>not what you think</html>' }
  if (drawn < 0.42) return { hang: true }
  return undefined
}

/**
 * A message fails when three tries in a row fail. That is 7 % of them, give or take what the draw
 * makes of it.
 */
function failsAsDrawn({ failed, n, seed }: Figures): string[] {
  const texts = Array.from({ length: n }, (_, index) => `question ${index}.`)
  const isGood = (text: string) => [0, 1, 2].some((tries) => !providerFault(seed, text, tries))
  const drawn = texts.filter((text) => !isGood(text)).length
  // Garbage is tried only twice: 0.05 × 0.42 more.
  return failed <= drawn + n * 0.03
    ? []
    : [`${failed} have failed, where the provider spoilt ${drawn}`]
}

export const SCENARIOS: Scenario[] = [
  { name: 'none', expect: atMost('calls_per_message', 1) },
  {
    name: 'worker-kill',
    everyday: 'redis',
    // The same set-up as the other everyday scenarios', so that they share a world.
    world: { apis: 2 },
    faults: killWorkers(2_000),
    expect: atMost('calls_per_message', 1.15),
  },
  { name: 'worker-stop', faults: stopWorkers(1_500), expect: atMost('calls_per_message', 1) },
  {
    name: 'api-kill',
    everyday: 'postgres',
    world: { apis: 2 },
    faults: killApis(3_500),
    expect: atMost('calls_per_message', 1),
  },
  { name: 'redis-kill', ...onRedis, faults: killRedis(5_000) },
  { name: 'redis-frozen', ...onRedis, ...ACCEPTED_AT_ONCE, faults: freezeRedis(8_000) },
  {
    name: 'redis-dead',
    ...onRedis,
    ...ACCEPTED_AT_ONCE,
    faults: killRedis(8_000, { deadMs: 8_000 }),
  },
  { name: 'redis-full', ...onRedis, faults: fillRedis },
  { name: 'postgres-restart', faults: restartPostgres(6_000) },
  { name: 'postgres-terminate', faults: terminateBackends(2_000) },
  { name: 'postgres-frozen', faults: freezePostgres(25_000) },
  { name: 'silent-network', world: { proxied: true }, faults: silenceNetwork(8_000) },
  {
    name: 'everything',
    everyday: true,
    n: 120,
    world: { apis: 2 },
    faults: (world, over) => {
      const all = [killWorkers(3_000), killApis(5_000), restartPostgres(9_000)]
      return together(...all, ...(world.redis ? [killRedis(7_000)] : []))(world, over)
    },
    expect: atMost('calls_per_message', 1.2),
  },
  {
    name: 'acts',
    n: 80,
    world: {
      // The play starts one, which may reach the ledger.
      workers: 0,
      proxied: 'workers',
      settings: {
        ORGANIZATION_REPLY_CONCURRENCY: '200',
        REPLY_CONCURRENCY: '200',
      },
      // A statement that is held keeps its connection.
      workerSettings: { DATABASE_POOL: '90', DATABASE_TIMEOUT_SECONDS: '120' },
    },
    model: callAsAsked,
    play: actAndDie,
    // What a model has asked for is not asked for again, unless its worker died before it was stored.
    expect: atMost('calls_per_message', 2.01),
  },
  {
    name: 'webhooks',
    n: 200,
    most: 8_000,
    world: {
      apis: 2,
      deliverers: 2,
      settings: {
        DELIVERY_TIMEOUT_SECONDS: '1',
        DELIVERY_RETRY_SECONDS: '1,1,2,2,3,3,4,4,5,5,5,5,5,5,5,5,5,5,5',
      },
    },
    play: postWithReceivers((world, over) => {
      const all = [
        killWorkers(5_000),
        killApis(6_000),
        killDeliverers(3_000),
        restartPostgres(11_000),
      ]
      return together(...all, ...(world.redis ? [killRedis(7_000)] : []))(world, over)
    }),
    expect: (figures) => [
      ...atMost('missing', 0)(figures),
      ...atMost('unknown', 0)(figures),
      ...atMost('holes', 0)(figures),
      ...atMost('unsigned', 0)(figures),
      ...(figures.facts === figures.received
        ? []
        : [`${figures.facts} facts, and ${figures.received} ids`]),
      ...atMost('beside_dead_ms', 1_000)(figures),
    ],
  },
  {
    name: 'disconnects',
    short: 'postgres',
    play: postAndLeave,
    expect: atMost('calls_per_message', 1),
  },
  // The API sends wake-ups to Redis and listens there, but the workers use PostgreSQL.
  {
    name: 'no-hints',
    ...onRedis,
    world: { workerSettings: { REDIS_URL: '' } },
    expect: atMost('calls_per_message', 1),
  },
  {
    name: 'same-key',
    short: 'redis',
    world: { apis: 2 },
    play: postTwentyfold,
    expect: atMost('calls_per_message', 1),
  },
  {
    name: 'provider-faults',
    short: 'postgres',
    world: { settings: { MODEL_TIMEOUT_SECONDS: '3' } },
    model: faultyProvider,
    mayFail: true,
    expect: (figures) => [...atMost('calls_per_message', 1.7)(figures), ...failsAsDrawn(figures)],
  },
  {
    name: 'poison',
    short: 'redis',
    n: 100,
    model: killWhoAsks,
    mayFail: true,
    expect: (figures, outcomes) => {
      const failed = outcomes.filter(({ status }) => status !== 'completed')
      const failures = failed.map(({ content, errorCode }) => `${content} ${errorCode}`)
      const right = String(failures) === `${POISON} worker_crashed`
      return [...(right ? [] : [`failed: ${failures.join(', ')}`]), ...atMost('faults', 5)(figures)]
    },
  },
  {
    name: 'full-queue',
    short: 'redis',
    most: 500,
    world: {
      settings: {
        ORGANIZATION_MAX_QUEUED: String(QUEUE_CAP),
        MAX_QUEUED: String(10 * QUEUE_CAP),
        REPLY_CONCURRENCY: '2',
      },
    },
    model: () => ({ text: 'An answer', delayMs: 1_000 }),
    play: postTooMuch,
    // In addition to waiting messages: four running ones, and one post on each of ten connections,
    // since simultaneous posts do not see each other.
    expect: atMost('deepest', QUEUE_CAP + 4 + 10),
  },
  {
    name: 'fairness',
    short: 'postgres',
    n: 500,
    most: 500,
    world: { settings: { REPLY_CONCURRENCY: String(FAIR_SLOTS) } },
    model: (_, chat) => ({ text: `An answer to ${questionIn(chat)}`, delayMs: 400 }),
    play: postBeside,
    // Each slot may take one message of the large organization while a post is being stored, one
    // when both organizations have as many running, and one more by chance. First come, first
    // served would be some 300.
    expect: atMost('overtaken', 3 * 2 * FAIR_SLOTS),
  },
  {
    name: 'open-snapshot',
    short: 'redis',
    alone: true,
    n: 40,
    most: 40,
    model: (_, chat) => ({ text: `An answer to ${questionIn(chat)}` }),
    play: postUnderSnapshot,
    expect: atMost('cost_ratio', 2),
  },
  {
    name: 'backlog',
    short: 'redis',
    alone: true,
    n: 40,
    most: 40,
    world: { settings: { MAX_QUEUED: '20000', ORGANIZATION_MAX_QUEUED: '20000' } },
    model: (_, chat) => ({ text: `An answer to ${questionIn(chat)}` }),
    play: postBehindBacklog,
    expect: atMost('cost_ratio', 1.5),
  },
]
