import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import { makePacer } from '../../shared/lib/async/pace.ts'
import { type ClaimWith, makeRunGroups } from './groups.ts'
import { type RunJob, SHUTTING_DOWN } from './runJob.ts'

/** A source of jobs for free slots. */
export interface JobSource {
  /** Claims at most `most` jobs. Yields each claim's jobs at once, so that they start early. */
  offer(most: number): AsyncIterable<readonly LeasedJob[]>
}

/** A worker's slots. A slot is in use from its first claim until it finds no further job. */
export interface SlotPool {
  readonly isDraining: boolean
  /** The number of slots that are not in use; none while the pool is draining. */
  free(): number
  /** The number of slots that run jobs. */
  busy(): number
  /**
   * Asks the sources in order for jobs for `count` free slots. Resolves when these slots have jobs
   * or are free again.
   * @throws the error of a source; the jobs that it had yielded run nevertheless
   */
  fill(count: number, sources: readonly JobSource[]): Promise<void>
  /** Resolves when a slot is free, after `ms` milliseconds at the latest. */
  whenFree(ms: number): Promise<void>
  /**
   * Takes no more jobs. Lets running jobs go on for `graceMs` milliseconds, returns the others to
   * the queue, and resolves when all have ended.
   */
  drain(graceMs: number): Promise<void>
}

interface SlotPoolDeps {
  slots: number
  run: RunJob
  onStart(job: LeasedJob): void
  onEnd(job: LeasedJob): void
  /** Claims the jobs that run in the slot of a job beside it. Default: none. */
  claimWith?: ClaimWith | undefined
  /** Whether the slot of an ended job looks for another job. */
  goesOn(ended: LeasedJob): boolean
  /** Returns the sources for the slots that have ended these jobs. */
  sourcesAfter(ended: readonly LeasedJob[]): readonly JobSource[]
  /** Called if `claimWith` or a source of `sourcesAfter` fails. */
  onFailure(error: unknown): void
}

export function makePool({
  slots,
  run,
  onStart,
  onEnd,
  claimWith,
  goesOn,
  sourcesAfter,
  onFailure,
}: SlotPoolDeps): SlotPool {
  const pace = makePacer()
  const running = new Set<AbortController>()
  /** Callbacks for when a slot becomes free. */
  const waiting: (() => void)[] = []
  let inUse = 0
  let busy = 0
  let isDraining = false
  let isGraceOver = false

  function release(count: number): void {
    if (count === 0) return
    inUse -= count
    for (const resolve of waiting.splice(0)) resolve()
  }

  /** Runs a job and those that are done together with it, and then looks for the slot's next. */
  async function start(job: LeasedJob): Promise<void> {
    busy++
    onStart(job)
    await (runGroups ?? work)(job)
    busy--
    if (isDraining || !goesOn(job)) release(1)
    else goOn(job)
  }

  async function work(job: LeasedJob): Promise<void> {
    const stop = new AbortController()
    running.add(stop)
    if (isGraceOver) stop.abort(SHUTTING_DOWN)
    await pace()
    await run(job, stop)
    running.delete(stop)
    onEnd(job)
  }

  const runGroups =
    claimWith &&
    makeRunGroups({ claimWith, work, isDraining: () => isDraining, onStart, onFailure })

  /** Finds jobs for slots that count as in use, and releases the slots that get no job. */
  async function give(count: number, sources: readonly JobSource[]): Promise<void> {
    let left = count
    try {
      for (const source of sources) {
        if (left === 0 || isDraining) return
        for await (const jobs of source.offer(left)) {
          left -= jobs.length
          for (const job of jobs) start(job)
        }
      }
    } finally {
      release(left)
    }
  }

  /** Looks for further jobs. Slots that become free during a claim share the next claim. */
  const goOn = collected((ended: LeasedJob[]) =>
    give(ended.length, sourcesAfter(ended)).catch(onFailure),
  )

  return {
    get isDraining() {
      return isDraining
    },
    free: () => (isDraining ? 0 : slots - inUse),
    busy: () => busy,
    fill(count, sources) {
      inUse += count
      return give(count, sources)
    },
    async whenFree(ms) {
      if (inUse < slots) return
      let timer: NodeJS.Timeout
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        timer = setTimeout(resolve, ms)
      }).finally(() => clearTimeout(timer))
    },
    async drain(graceMs) {
      isDraining = true
      const abort = setTimeout(() => {
        isGraceOver = true
        for (const stop of running) stop.abort(SHUTTING_DOWN)
      }, graceMs)
      while (inUse > 0) await new Promise<void>((resolve) => waiting.push(resolve))
      clearTimeout(abort)
    },
  }
}

/** Collects items while `work` runs, and passes them to its next call. The first goes alone. */
function collected<Item>(work: (items: Item[]) => Promise<void>): (item: Item) => void {
  const items: Item[] = []
  let isWorking = false
  async function workOn(): Promise<void> {
    isWorking = true
    while (items.length) await work(items.splice(0))
    isWorking = false
  }
  return (item) => {
    items.push(item)
    if (!isWorking) workOn()
  }
}
