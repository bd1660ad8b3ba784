import { onPostgres } from '../../support/servers/postgres.ts'
import type { Child } from './children.ts'
import { draw, pick } from './draw.ts'
import { type FaultyServer, onRedis, sleep } from './servers.ts'
import type { World } from './world.ts'

/** Goes on until all messages are posted; resolves when everything is as before again. */
export type Faults = (world: World, over: AbortSignal) => Promise<void>

/** @returns false where there was nothing to strike */
export type Strike = (world: World, drawn: number, index: number) => Promise<unknown>

/** Strikes soon, and then about every so many milliseconds after what it did was mended; the moments are drawn. */
export function every(ms: number, label: string, strike: Strike): Faults {
  return async (world, over) => {
    for (let index = 0; ; index++) {
      const wait = index === 0 ? ms / 4 : ms * 0.75
      const next = Date.now() + wait + (ms / 2) * draw(world.seed, label, 'moment', index)
      while (!over.aborted && Date.now() < next) await sleep(20)
      if (over.aborted) return
      const struck = await strike(world, draw(world.seed, label, 'choice', index), index)
      if (struck !== false) world.faults++
    }
  }
}

/** Several kinds at once. */
export const together =
  (...all: Faults[]): Faults =>
  async (world, over) =>
    void (await Promise.all(all.map((faults) => faults(world, over))))

// --- processes

/**
 * SIGKILL to one of several, while another works; it is started again at once, and the next blow does not wait for it. On a machine that
 * starts processes more slowly than they are killed, none would ever get anything done.
 */
export const killOne =
  (children: (world: World) => Child[], mayBeHit = (_: Child) => true): Strike =>
  async (world, drawn) => {
    const ready = children(world).filter((child) => child.isReady())
    const candidates = ready.filter(mayBeHit)
    if (ready.length < 2 || candidates.length === 0) return false
    const victim = pick(candidates, drawn)
    await victim.kill()
    world.pending.push(victim.start())
  }

export const killWorkers = (ms: number) =>
  every(
    ms,
    'worker',
    killOne(({ workers }) => workers),
  )

export const killApis = (ms: number) =>
  every(
    ms,
    'api',
    killOne(({ apis }) => apis),
  )

/** One worker after the other, as when a new version is rolled out. */
export const stopWorkers = (ms: number) =>
  every(ms, 'stop', async ({ workers }, _, index) => {
    const next = workers[index % workers.length]!
    await next.stop()
    await next.start()
  })

// --- Redis

/** Dead for some time, and then empty. */
export const killRedis = (ms: number, { deadMs = 500 } = {}) =>
  every(ms, 'redis', async ({ redis }) => {
    await redis!.end('SIGKILL')
    await sleep(deadMs)
    await redis!.start()
  })

const freezeFor =
  (ms: number, server: (world: World) => FaultyServer): Strike =>
  async (world) => {
    await server(world).freeze()
    await sleep(ms)
    await server(world).thaw()
  }

export const freezeRedis = (forMs: number) =>
  every(
    8_000,
    'redis frozen',
    freezeFor(forMs, ({ redis }) => redis!),
  )

/** From then on nothing more can be written. */
export const fillRedis: Faults = async (world, over) => {
  await sleep(2_000)
  world.faults++
  await onRedis(world.redis!.url, async (redis) => {
    await redis.config('SET', 'maxmemory', '5mb')
    for (let index = 0; !over.aborted; index++) {
      const isFull = await redis.set(`filler-${index}`, 'x'.repeat(10_000)).then(
        () => false,
        () => true,
      )
      // What others free is filled at once.
      if (isFull) await sleep(50)
    }
  })
}

// --- PostgreSQL

/** An immediate shutdown, after which the server recovers from its log as after a crash. */
export const restartPostgres = (ms: number) =>
  every(ms, 'postgres', async ({ postgres }) => {
    await postgres.end('SIGQUIT')
    await postgres.start()
  })

const TERMINATE = `select pg_terminate_backend(pid) from pg_stat_activity
                    where backend_type = 'client backend' and pid <> pg_backend_pid()`

export const terminateBackends = (ms: number) =>
  every(ms, 'terminate', async ({ postgres }) => void (await onPostgres(postgres.url, TERMINATE)))

export const freezePostgres = (forMs: number) =>
  every(
    8_000,
    'postgres frozen',
    freezeFor(forMs, ({ postgres }) => postgres),
  )

// --- the network

/** The way to one of the servers goes silent: connections stay, and nothing passes. */
export const silenceNetwork = (forMs: number) =>
  every(8_000, 'network', async ({ proxies }, drawn) => {
    const proxy = pick(proxies, drawn)
    proxy.freeze()
    await sleep(forMs)
    proxy.thaw()
  })
