import Router from '@koa/router'
import { validate as isUuid } from 'uuid'
import {
  type EventCursor,
  type EventFilter,
  type EventReach,
  findCursor,
  lastCursor,
  readEvent,
  readEvents,
} from '../../../shared/events/eventRows.ts'
import { EVENT_NAMES } from '../../../shared/events/eventTypes.ts'
import { presentEvents } from '../../../shared/events/presentEvents.ts'
import { AppError, notFound } from '../../../shared/lib/errors.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { EVENT_STREAM, wantsStream } from '../../http/eventStream.ts'
import { operation } from '../../http/operation.ts'
import { flag, listed, object, one, type Schema, uuid } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimitReads } from '../../middleware/rateLimit.ts'
import { agentsOf } from '../records/agentReach.ts'
import { idOf } from '../records/ids.ts'
import { pageLimit, validatePage } from '../records/paging.ts'
import { eventSchema } from './eventSchema.ts'
import { streamEvents } from './stream.ts'

const stream: Schema = {
  contentMediaType: EVENT_STREAM,
  isEndless: true,
  type: 'string',
  description:
    'With `Accept: text/event-stream`, server-sent events: first `ready`, then a `message` for each event, whose `data` is the event and whose `id` is its id. A `ping` comes every 10 seconds, with `lag_seconds` as in `pagination`. Each has an `id`: a client that loses the stream reopens it with the last id as `Last-Event-ID`, as browsers do by themselves, and misses nothing. Without `Last-Event-ID` and `after`, the stream begins with the next event. `ended` comes before the end if the key or session is no longer valid.',
}

const pagination = object('EventPagination', 'How to read the next page.', {
  limit: { ...pageLimit, default: undefined, description: 'The `limit` of the request.' },
  has_more: flag(
    'Whether there may be further events now. A page may be short or empty even then, because a read with a filter looks at a few thousand events at a time.',
  ),
  next_cursor: uuid(
    'Send it as `after` to read further: at once if `has_more` is true, otherwise later.',
  ),
  lag_seconds: {
    type: 'number',
    minimum: 0,
    description:
      "Seconds, to a tenth, for which the service's oldest event has waited for its place in the order; 0: none waits. If it grows, no delivery worker runs, and an empty page does not mean that nothing has happened.",
  },
})

export const events = new Router<State, Services>()
events.get(
  '/api/v1/events',
  operation(
    'listEvents',
    'List or follow events',
    { 200: [listed(eventSchema, { pagination }), stream] },
    "What has happened, the oldest first. Each event has its place once its change is committed, and a later event never gets an earlier place: a reader that continues with `next_cursor` gets each event once. Answers 410 `cursor_expired` if the event of `after` is no longer kept. `data` shows the record as it is now, without the words of erased people. Keys of single agents get only their agents' events. Test keys get only events of test threads, which other keys do not get.",
  ),
  authenticate('application', 'dashboard'),
  rateLimitReads,
  validatePage('asc', undefined, {
    after: uuid(
      'The `next_cursor` of the previous page, or the id of an event. `00000000-0000-0000-0000-000000000000` stands before the oldest event.',
    ),
    type: { type: 'string', enum: EVENT_NAMES, description: 'Events of this type.' },
    target_id: uuid('Events about this record.'),
    thread_id: uuid('Events of this session or conversation.'),
  }),
  getEvents,
)

events.get(
  '/api/v1/events/:id',
  operation(
    'readEvent',
    'Read an event',
    { 200: one(eventSchema) },
    'What has happened, with its record as it is now. Events are kept for `EVENT_DAYS` (30).',
  ),
  authenticate('application', 'dashboard'),
  rateLimitReads,
  getEvent,
)

type EventQuery = EventFilter & { limit: number; order: 'asc' | 'desc'; after?: string }

async function getEvents(ctx: Ctx) {
  const { limit, order, after, ...filter } = ctx.state.query as EventQuery
  const { organization_id } = ctx.state.caller
  const reach = reachOf(ctx)
  if (wantsStream(ctx)) {
    const seen = ctx.get('Last-Event-ID') || after
    const from = seen ? await cursorAt(ctx, seen) : await lastCursor(ctx.db, organization_id)
    return streamEvents(ctx, from, filter, reach)
  }
  const from = after ? await cursorAt(ctx, after) : undefined
  // Read before the page, so that an event that is relayed in between is on the page.
  const lag_seconds = await ctx.readRelayLag()
  const { events, next, has_more } = await readEvents(
    ...([ctx.db, organization_id, from, filter, reach, limit, order] as const),
  )
  answer(ctx, 200, `${events.length} found.`, await presentEvents(ctx.db, events), {
    pagination: { limit, has_more, next_cursor: next.id, lag_seconds },
  })
}

async function getEvent(ctx: Ctx) {
  const found = await readEvent(
    ctx.db,
    ctx.state.caller.organization_id,
    idOf(ctx, 'event'),
    reachOf(ctx),
  )
  if (!found) throw notFound('event')
  const [event] = await presentEvents(ctx.db, [found])
  answer(ctx, 200, 'Found.', event)
}

/** Finds the place of an event. @throws AppError cursor_expired */
async function cursorAt(ctx: Ctx, id: string): Promise<EventCursor> {
  const found = isUuid(id) && (await findCursor(ctx.db, ctx.state.caller.organization_id, id))
  if (found) return found
  throw new AppError(
    'cursor_expired',
    'after: no event with this id is kept. Read again from the oldest event, without it, and compare with what you have.',
  )
}

/** Returns which events the caller may see. */
function reachOf(ctx: Ctx): EventReach {
  const { kind, is_test } = ctx.state.caller
  return {
    agents: agentsOf(ctx),
    ...(kind === 'application' && { tests: is_test ? 'only' : 'none' }),
  }
}
