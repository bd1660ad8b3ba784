import { draw, pick } from './draw.ts'
import { sleep } from './servers.ts'
import type { World } from './world.ts'

/** Goes on until the clients have what they wanted; resolves when everything is as before again. */
export type Faults = (world: World, over: AbortSignal) => Promise<void>

/** Does it about every so many milliseconds, at drawn moments, one after the other. */
const every =
  (ms: number, label: string, strike: (world: World, index: number) => Promise<void>): Faults =>
  async (world, over) => {
    for (let index = 0; ; index++) {
      const began = Date.now()
      while (!over.aborted && Date.now() < began + ms * (0.75 + draw(world.seed, label, index) / 2))
        await sleep(20)
      if (over.aborted) return
      world.faults++
      await strike(world, index)
    }
  }

/** One worker that works gets SIGKILL, and is started again at once. */
export const killWorkers = (ms: number): Faults =>
  every(ms, 'worker', async ({ seed, workers }, index) => {
    const ready = workers.filter((worker) => worker.isReady())
    const victim = pick(ready.length ? ready : workers, draw(seed, 'victim', index))
    await victim.kill()
    await victim.start()
  })
