import { once } from 'node:events'
import { makeLimitEach } from '../../shared/lib/async/limitEach.ts'
import type { Ctx } from '../context.ts'

/** Writes stored rows to a stream, a bounded part at a time. */
export interface StreamReader {
  /** Writes everything that is stored. A call during a run makes it look once more. */
  readOn(): Promise<void>
}

/**
 * One message makes all followers of a thread or an organization read at once. 400 reads would
 * block the process's other requests, which share DATABASE_POOL's ten connections.
 */
export const limitReads = makeLimitEach(2)

/**
 * Makes a reader that runs its steps one after another, and none while the client is behind. Two
 * streams of an organization read at a time. A client that takes nothing for `eventsSlowMs` is cut
 * off.
 * @param step reads and writes a part; returns whether there is more now
 */
export function makeStreamReader(ctx: Ctx, step: () => Promise<boolean>): StreamReader {
  const { res, log } = ctx
  const { organization_id } = ctx.state.caller
  const gone = new AbortController()
  let isDue = false
  let isReading = false
  res.once('close', () => gone.abort())

  async function drained(): Promise<void> {
    const late = setTimeout(() => res.destroy(), ctx.config.times.eventsSlowMs)
    await once(res, 'drain', { signal: gone.signal }).finally(() => clearTimeout(late))
  }

  return {
    async readOn() {
      isDue = true
      if (isReading) return
      isReading = true
      try {
        while (isDue && !res.writableEnded && !res.destroyed) {
          isDue = false
          const hasMore = await limitReads(organization_id, step)
          isDue ||= hasMore
          if (res.writableNeedDrain) await drained()
        }
      } catch (error) {
        if (!gone.signal.aborted)
          log.warn({ err: error }, 'could not read the rows of a stream; reading again soon')
      } finally {
        isReading = false
      }
    },
  }
}
