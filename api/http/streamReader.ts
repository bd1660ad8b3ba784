import { once } from 'node:events'
import { makeLimitEach } from '../../shared/lib/async/limitEach.ts'
import type { Ctx } from '../context.ts'

/** Has a stream written from what is stored, a bounded part at a time. */
export interface StreamReader {
  /** Writes all that there is. A call while it runs makes it look once more. */
  readOn(): Promise<void>
}

/**
 * One message makes all that follow a thread or an organization read at once. 400 reads would keep
 * every other request of the process waiting for one of DATABASE_POOL's ten connections.
 */
export const limitReads = makeLimitEach(2)

/**
 * Makes a reader that runs one step after the other, and none while the client is behind. Two
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
          log.warn({ err: error }, 'could not read what a stream tells; reading again soon')
      } finally {
        isReading = false
      }
    },
  }
}
