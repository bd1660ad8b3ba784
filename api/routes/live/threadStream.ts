import { cursorOf, type News, type NewsPlace, readNews } from '../../../shared/chat/news.ts'
import { presentMessage } from '../../../shared/chat/presentMessage.ts'
import { AppError, notFound } from '../../../shared/lib/errors.ts'
import type { Presence } from '../../../shared/lib/queue/liveSignals.ts'
import { noteSeen } from '../../../shared/mail/contacts.ts'
import { isStillAdmitted } from '../../auth/streams.ts'
import type { Ctx } from '../../context.ts'
import { openStream } from '../../http/eventStream.ts'
import { makeStreamReader } from '../../http/streamReader.ts'
import { handoffStateOf } from '../handoffs/handoffState.ts'
import { threadOf } from '../threads/threads.ts'

/** Messages that are read and written at a time: with long replies some 100 kB. */
const BATCH = 20

/** A thread that the caller may read. */
export interface FollowedThread {
  organization_id: string
  id: string
  kind: 'session' | 'conversation'
  /** Whether internal notes are shown. */
  isInternal: boolean
}

/** Shows the messages of news to the caller. */
export const shownNews = (ctx: Ctx, { messages }: News, { isInternal }: FollowedThread) =>
  messages
    .filter(({ message }) => isInternal || !message.is_internal)
    .map(({ message, cursor }) => ({
      cursor,
      message: presentMessage(message, ctx.state.caller.kind === 'widget'),
    }))

/**
 * Streams what happens in a thread after a place as server-sent events, until the client leaves. A
 * signal makes it read on from where it is; `liveFeed` looks periodically, so a lost signal loses
 * nothing. Reads no further while the client is behind.
 * @throws AppError unavailable: too many clients follow; not_found
 */
export async function streamThread(
  ctx: Ctx,
  thread: FollowedThread,
  from: NewsPlace,
): Promise<void> {
  const { res } = ctx
  const { times } = ctx.config
  const { organization_id, id } = thread
  let place = from
  let mark = ''
  let hands: string | undefined
  let isHuman = false
  let isReady = false

  const { readOn } = makeStreamReader(ctx, async () => {
    const news = await ctx.liveFeed.readNews(organization_id, id, place, BATCH)
    if (!news) {
      end()
      return false
    }
    if (news.hands !== hands) await sendHandoff()
    for (const { message, cursor } of shownNews(ctx, news, thread)) send('message', message, cursor)
    place = news.next
    hands = news.hands
    mark = news.has_more ? '' : news.mark
    return news.has_more
  })

  async function sendHandoff(): Promise<void> {
    const state = await handoffStateOf(ctx, id)
    if (!state) return
    isHuman = state.handled_by === 'human'
    send('handoff', state)
  }

  const follower = {
    mark: () => mark,
    onSignal: () => {
      if (isReady) readOn()
    },
    onPresence: (presence: Presence) => {
      const shown = res.writableNeedDrain ? undefined : shownPresence(ctx, presence, isHuman)
      if (isReady && shown) send('presence', shown)
    },
    onClose: () => void res.end(),
  }
  const unfollow = ctx.liveFeed.follow(organization_id, id, follower)
  if (!unfollow)
    throw new AppError('unavailable', 'Too many clients follow this chat here.', { retryAfter: 30 })
  res.once('close', unfollow)
  // The client has seen everything up to this place, and signals arrive from now on.
  const start = await readNews(ctx.db, organization_id, id, place, 0)
  if (!start) throw notFound(thread.kind)
  place = start.next
  if (res.destroyed) return unfollow()
  const write = openStream(ctx)
  function send(event: string, data: object, cursor?: string) {
    if (!res.writableEnded) write(event, data, cursor)
  }
  function end() {
    send('ended', {})
    res.end()
  }
  send('ready', {}, cursorOf(place))
  isReady = true
  // The handler returns and the stream continues, so that its hours do not count as the request's
  // time.
  const checking = setInterval(async () => {
    if (!(await isStillAdmitted(ctx)) || !(await isStillReached(ctx, thread))) end()
  }, times.eventsRereadMs)
  const look = () => {
    // Only people's messages are mailed.
    if (ctx.state.caller.kind === 'widget' && isHuman)
      noteSeen(ctx.db, organization_id, id).catch(() => undefined)
  }
  const ping = setInterval(() => {
    if (!res.writableNeedDrain) send('ping', {})
    look()
  }, times.pingMs)
  res.once('close', () => {
    clearInterval(checking)
    clearInterval(ping)
  })
  readOn()
}

/** Whether the caller may still read the thread: an anonymous session can become a customer's. */
async function isStillReached(ctx: Ctx, { kind }: FollowedThread): Promise<boolean> {
  if (ctx.state.caller.kind !== 'widget') return true
  try {
    await threadOf(ctx, kind)
    return true
  } catch (error) {
    return !(error instanceof AppError && error.code === 'not_found')
  }
}

/**
 * Returns what the caller sees of a presence; undefined if they may not see it. Visitors see only
 * that people write to them.
 */
function shownPresence(ctx: Ctx, presence: Presence, isHuman: boolean): object | undefined {
  const { role, state, user_id, name, photo = null } = presence
  const { kind, user } = ctx.state.caller
  if (kind === 'widget')
    return role === 'human_agent' && state === 'typing' && isHuman
      ? { role, state, name, photo }
      : undefined
  return user && user_id === user.id ? undefined : { role, state, user_id, name, photo }
}
