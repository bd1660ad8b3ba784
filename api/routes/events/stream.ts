import { once } from 'node:events'
import { AppError } from '../../../shared/errors.ts'
import { tellEvents } from '../../../shared/events/tell.ts'
import {
  type EventCursor,
  type EventFilter,
  type EventReach,
  readEvents,
} from '../../../shared/store/events/eventRows.ts'
import { isStillAdmitted } from '../../auth/streams.ts'
import type { Ctx } from '../../context.ts'
import { openStream } from '../../http/eventStream.ts'

/** Events that are read and written at a time: with long replies some 100 kB. */
const BATCH = 20

/**
 * Streams the events after a place as server-sent events, until the client leaves. A signal, and a look now and then, makes it read on
 * from where it is, so a lost signal loses no event. Reads no further while the client is behind.
 * @throws AppError unavailable: too many follow
 */
export async function streamEvents(
  ctx: Ctx,
  from: EventCursor,
  filter: EventFilter,
  reach: EventReach,
): Promise<void> {
  const { res } = ctx
  const { times } = ctx.config
  const { organization_id } = ctx.state.caller
  const gone = new AbortController()
  let cursor = from
  let isDue = false
  let isReading = false

  /** Writes all that there is. A call while it runs makes it look once more. */
  async function readOn(): Promise<void> {
    isDue = true
    if (isReading) return
    isReading = true
    try {
      while (isDue && !res.writableEnded && !res.destroyed) {
        isDue = false
        const page = await readEvents(ctx.db, organization_id, cursor, filter, reach, BATCH)
        for (const event of await tellEvents(ctx.db, page.events)) send('message', event, event.id)
        cursor = page.next
        isDue ||= page.has_more
        if (res.writableNeedDrain) await drained()
      }
    } catch (error) {
      if (!gone.signal.aborted)
        ctx.log.warn({ err: error }, 'could not read the events of a stream; reading again soon')
    } finally {
      isReading = false
    }
  }

  /** Cuts off a client that takes nothing for too long. */
  async function drained(): Promise<void> {
    const late = setTimeout(() => res.destroy(), times.eventsSlowMs)
    await once(res, 'drain', { signal: gone.signal }).finally(() => clearTimeout(late))
  }

  const unfollow = ctx.eventFeed.follow(organization_id, { onSignal: readOn, onClose: () => void res.end() })
  if (!unfollow) throw new AppError('unavailable', 'Too many follow the events here.', { retryAfter: 30 })
  res.once('close', unfollow)
  if (res.destroyed) return unfollow()
  const write = openStream(ctx)
  const send = (event: string, data: object, id: string) => {
    if (!res.writableEnded) write(event, data, id)
  }
  send('ready', {}, cursor.id)
  // The handler returns and the stream goes on: its hours are not the time of a request.
  const rereading = setInterval(async () => {
    readOn()
    if (await isStillAdmitted(ctx)) return
    send('ended', {}, cursor.id)
    res.end()
  }, times.eventsRereadMs)
  // Its id also takes a client past events that its filter leaves out.
  const ping = setInterval(() => !res.writableNeedDrain && send('ping', {}, cursor.id), times.pingMs)
  res.once('close', () => {
    gone.abort()
    clearInterval(rereading)
    clearInterval(ping)
  })
  readOn()
}
