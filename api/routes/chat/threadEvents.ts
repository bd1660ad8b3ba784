import Router from '@koa/router'
import { AppError } from '../../../shared/lib/errors.ts'
import type { Presence } from '../../../shared/lib/queue/liveSignals.ts'
import { isStillAdmitted } from '../../auth/streams.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { EVENT_STREAM, openStream, wantsStream } from '../../http/eventStream.ts'
import { operation } from '../../http/operation.ts'
import { count, object, one } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimitReads } from '../../middleware/rateLimit.ts'

/**
 * Bytes that a slow reader may be behind before its stream ends. It reconnects, and reads
 * everything again.
 */
const MAX_BEHIND = 65_536

const stream = {
  contentMediaType: EVENT_STREAM,
  type: 'string',
  description:
    'With `Accept: text/event-stream`, server-sent events: `ready` (no change is missed from now on, so read again what you show), `threads.changed` (`{thread_ids}`; empty: any may have changed), `presence` (`{thread_id, role, state, user_id, name, photo}`: what a person does in a thread, see `POST …/presence`), `ended` (the session has ended, or the role of its user changed). A `ping` comes every 10 seconds. A client that loses the stream reopens it.',
}

export const threadEvents = new Router<State, Services>()
threadEvents.get(
  '/api/v1/thread-events',
  operation(
    'followThreads',
    'Follow which sessions and conversations change',
    {
      200: [
        one(
          object('ThreadStreams', 'The streams of an organization.', {
            open: count('Streams that the answering process holds for the organization.'),
            limit: count('The most streams that it holds.'),
          }),
          'Without `Accept: text/event-stream`: how many streams are open.',
        ),
        stream,
      ],
    },
    'For the dashboard: signals within a second that a thread got a message, reply or rating, or was closed or deleted. The client then reads the thread. Answers 503 if too many streams are open.',
  ),
  authenticate('dashboard'),
  rateLimitReads,
  followThreads,
)

async function followThreads(ctx: Ctx) {
  const { organization_id } = ctx.state.caller
  if (!wantsStream(ctx)) {
    const open = ctx.threadFeed.size(organization_id)
    return answer(ctx, 200, `${open} follow.`, { open, limit: ctx.threadFeed.limit })
  }
  const { res } = ctx
  // Earlier changes are not sent, because the client reads the threads after `ready`.
  let isReady = false
  const follower = {
    onChange: (thread_ids: readonly string[]) => {
      if (isReady) send('threads.changed', { thread_ids })
    },
    onPresence: ({ organization_id: _, ...presence }: Presence) => {
      if (isReady && presence.user_id !== ctx.state.caller.user!.id) send('presence', presence)
    },
    onClose: () => void res.end(),
  }
  const unfollow = await ctx.threadFeed.follow(organization_id, follower)
  if (!unfollow)
    throw new AppError('unavailable', 'Too many dashboards follow the conversations here.', {
      retryAfter: 30,
    })
  res.once('close', unfollow)
  if (res.destroyed) return unfollow()
  const write = openStream(ctx)
  const send = (event: string, data: object) => {
    if (res.writableLength > MAX_BEHIND) res.destroy()
    else write(event, data)
  }
  send('ready', {})
  isReady = true
  // The handler returns and the stream continues, so that its hours do not count as the request's
  // time.
  const ping = setInterval(async () => {
    send('ping', {})
    if ((await isStillAdmitted(ctx)) || res.writableEnded) return
    send('ended', {})
    res.end()
  }, ctx.config.times.pingMs)
  res.once('close', () => clearInterval(ping))
}
