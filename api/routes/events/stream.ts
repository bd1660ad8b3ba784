import {
  type EventCursor,
  type EventFilter,
  type EventReach,
  readEvents,
} from '../../../shared/events/eventRows.ts'
import { presentEvents } from '../../../shared/events/presentEvents.ts'
import { AppError } from '../../../shared/lib/errors.ts'
import { isStillAdmitted } from '../../auth/streams.ts'
import type { Ctx } from '../../context.ts'
import { openStream } from '../../http/eventStream.ts'
import { makeStreamReader } from '../../http/streamReader.ts'

/** Events that are read and written at a time: with long replies some 100 kB. */
const BATCH = 20

/**
 * Streams the events after a place as server-sent events, until the client leaves. A signal, and a
 * periodic look, make it read on from where it is, so a lost signal loses no event. Reads no
 * further while the client is behind.
 * @throws AppError unavailable: too many clients follow
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
  let cursor = from
  const { readOn } = makeStreamReader(ctx, async () => {
    const page = await readEvents(ctx.db, organization_id, cursor, filter, reach, BATCH)
    for (const event of await presentEvents(ctx.db, page.events)) send('message', event, event.id)
    cursor = page.next
    return page.has_more
  })

  const unfollow = ctx.eventFeed.follow(organization_id, {
    onSignal: readOn,
    onClose: () => void res.end(),
  })
  if (!unfollow)
    throw new AppError('unavailable', 'Too many clients follow the events here.', {
      retryAfter: 30,
    })
  res.once('close', unfollow)
  if (res.destroyed) return unfollow()
  const write = openStream(ctx)
  const send = (event: string, data: object, id: string) => {
    if (!res.writableEnded) write(event, data, id)
  }
  send('ready', {}, cursor.id)
  // The handler returns and the stream continues, so that its hours do not count as the request's
  // time.
  const rereading = setInterval(async () => {
    readOn()
    if (await isStillAdmitted(ctx)) return
    send('ended', {}, cursor.id)
    res.end()
  }, times.eventsRereadMs)
  // The ping's id also takes a client past events that its filter leaves out.
  const ping = setInterval(async () => {
    if (res.writableNeedDrain) return
    const lag = await ctx.readRelayLag().catch(() => undefined)
    if (!res.destroyed) send('ping', lag === undefined ? {} : { lag_seconds: lag }, cursor.id)
  }, times.pingMs)
  res.once('close', () => {
    clearInterval(rereading)
    clearInterval(ping)
  })
  readOn()
}
