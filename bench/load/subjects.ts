import { mkdirSync } from 'node:fs'
import { startBaseline } from './baseline.ts'
import type { System } from './measure.ts'
import type { Backend } from './options.ts'
import { startParley } from './parley.ts'
import { PLAIN_SEEDED, startPlain } from './plain.ts'
import type { Process } from './processes.ts'
import type { Seeded } from './seed.ts'
import type { Stack } from './stack.ts'
import { checkRows } from './verify.ts'

/** `baseline`: the bare queue; `plain`: the plain program; or Parley by its queue's backend. */
export type SystemName = 'baseline' | 'plain' | Backend

/** The servers, with the clients' paths of the plain program; Parley's are in the stack. */
export interface Prepared {
  stack: Stack
  plain: Seeded
}

export interface StartOptions {
  /** Milliseconds that the model takes. */
  delay_ms: number
  clients: number
  apis?: number
  workers?: number
  /** The folder for CPU profiles. */
  profile?: string | undefined
}

/** A running system with a model and a database of its own. */
export interface Subject {
  name: SystemName
  system: System
  model: Process & { url: string }
  /** The database's name; undefined: the system has none. */
  database: string | undefined
  target: Seeded
  /**
   * Stops the system and its model.
   * @throws if the model was not called once for each answer, or a row is missing or stored twice
   */
  end(answers: number): Promise<void>
}

/** Starts a system with new processes and an empty queue. Its database is a copy of the seeded. */
export async function startSubject(
  { stack, plain }: Prepared,
  name: SystemName,
  options: StartOptions,
): Promise<Subject> {
  const { delay_ms, profile } = options
  if (profile) mkdirSync(profile, { recursive: true })
  const model = await stack.startModel(delay_ms)
  const database = await makeDatabase(stack, name)
  const url = database?.url ?? ''
  const system = await startSystem(stack, name, model.url, url, options)
  return {
    name,
    system,
    model,
    database: database?.name,
    target:
      name === 'baseline' ? { paths: ['/'], headers: {} } : name === 'plain' ? plain : stack.seeded,
    async end(answers) {
      const { calls } = await model.ask<{ calls: number }>({})
      if (calls !== answers)
        throw new Error(`${name}: ${answers} answers, but ${calls} calls of the model`)
      // Stopped before the rows are counted, so that everything that is stored later is stored.
      await system.stop()
      await model.stop()
      if (!database) return
      await checkRows(stack, database.name, answers, name === 'plain' ? 'plain' : 'parley')
      await database.drop()
    },
  }
}

async function makeDatabase(stack: Stack, name: SystemName) {
  if (name === 'baseline') return undefined
  return stack.makeDatabase(name === 'plain' ? PLAIN_SEEDED : undefined)
}

function startSystem(
  stack: Stack,
  name: SystemName,
  model: string,
  databaseUrl: string,
  { clients, apis, workers, profile }: StartOptions,
): Promise<System> {
  const { folder, redisUrl } = stack
  if (name === 'baseline') return startBaseline(folder, model, redisUrl)
  if (name === 'plain') return startPlain(folder, { model, redisUrl, databaseUrl, profile })
  return startParley({
    folder,
    model,
    databaseUrl,
    apis,
    workers,
    profile,
    waiters: clients,
    ...(name === 'redis' && { redisUrl }),
  })
}
