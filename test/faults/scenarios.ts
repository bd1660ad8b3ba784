import type { Behaviour, ChatRequest } from '../support/model.ts'
import type { Backend } from '../support/parley.ts'
import type { Clients, LoadOptions, Outcome } from './clients.ts'
import { killWorkers } from './faults.ts'
import type { Figures, Played } from './run.ts'
import type { World, WorldOptions } from './world.ts'

export interface Scenario {
  name: string
  /** Whether it promises a time, so that no other may run beside it. */
  alone?: boolean
  /** Without: both. */
  backends?: Backend[]
  /** Messages in the short form; 200. */
  n?: number
  /** Most messages in the long form. */
  most?: number
  world?: (backend: Backend) => Partial<WorldOptions>
  load?: Partial<LoadOptions>
  /** What the model does, where it does something special. */
  model?: (world: World, chat: ChatRequest, index: number, path: string) => Behaviour | undefined
  /** Goes on until the clients have what they wanted; resolves when everything is as before again. */
  faults?: (world: World, over: AbortSignal) => Promise<void>
  /** Instead of posting messages as all scenarios do. */
  play?: (world: World, clients: Clients, messages: number) => Promise<Played>
  /** Whether replies may fail; `expect` says how many. */
  mayFail?: boolean
  /** What is expected beside what always is. @returns problems */
  expect?: (figures: Figures, outcomes: Outcome[], world: World) => string[]
}

const atMost =
  (name: keyof Figures, most: number) =>
  (figures: Figures): string[] =>
    (figures[name] as number) <= most ? [] : [`${name} is ${figures[name]}, more than ${most}`]

export const SCENARIOS: Scenario[] = [
  { name: 'none', expect: atMost('calls_per_message', 1) },
  { name: 'worker-kill', faults: killWorkers(2_000), expect: atMost('calls_per_message', 1.15) },
]
