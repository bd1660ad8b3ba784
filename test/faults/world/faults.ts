import { onPostgres } from '../../support/servers/postgres.ts'
import type { Child } from './children.ts'
import { draw, pick } from './draw.ts'
import { type FaultyServer, onRedis, sleep } from './servers.ts'
import type { World } from './world.ts'

/** Causes faults until all messages are posted. Resolves when everything is as before. */
export type Faults = (world: World, over: AbortSignal) => Promise<void>

/** Causes one fault. @returns false if there was nothing to strike */
export type Strike = (world: World, drawn: number, index: number) => Promise<unknown>

/**
 * Strikes soon, and then about every `ms` milliseconds after the last fault was repaired. The
 * moments are drawn.
 */
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

/** Combines several kinds of faults. */
export const together =
  (...all: Faults[]): Faults =>
  async (world, over) =>
    void (await Promise.all(all.map((faults) => faults(world, over))))

// --- processes

/**
 * Kills one of several processes and starts it again at once, but only while another one is ready:
 * on a machine that starts processes more slowly than they are killed, none would ever get anything
 * done.
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

export const killDeliverers = (ms: number) =>
  every(
    ms,
    'deliverer',
    killOne(({ deliverers }) => deliverers),
  )

export const killApis = (ms: number) =>
  every(
    ms,
    'api',
    killOne(({ apis }) => apis),
  )

/** Stops one worker after the other, as in a deployment. */
export const stopWorkers = (ms: number) =>
  every(ms, 'stop', async ({ workers }, _, index) => {
    const next = workers[index % workers.length]!
    await next.stop()
    await next.start()
  })

// --- Redis

/** Kills Redis, and starts it again after `deadMs` milliseconds, empty. */
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

/** Fills Redis, so that nothing more can be written. */
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
      // Space that others free is filled at once.
      if (isFull) await sleep(50)
    }
  })
}

// --- PostgreSQL

/** Shuts the server down immediately, so that it recovers from its log as after a crash. */
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

/** Silences the way to one of the servers: connections stay open, but nothing passes. */
export const silenceNetwork = (forMs: number) =>
  every(8_000, 'network', async ({ proxies }, drawn) => {
    const proxy = pick(proxies, drawn)
    proxy.freeze()
    await sleep(forMs)
    proxy.thaw()
  })
