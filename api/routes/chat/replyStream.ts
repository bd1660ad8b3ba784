import type { FollowedCall, FollowedDraft } from '../../../shared/chat/drafts.ts'
import { getMessage, type Message } from '../../../shared/chat/messages.ts'
import { presentCitation, presentMessage } from '../../../shared/chat/presentMessage.ts'
import { AppError } from '../../../shared/lib/errors.ts'
import { type CallOfReply, msOf, presentAction } from '../../../shared/tools/presentToolCall.ts'
import type { Ctx } from '../../context.ts'
import { EVENT_STREAM, openStream, type SendEvent } from '../../http/eventStream.ts'
import type { Schema } from '../../http/schemas.ts'

/**
 * How long a stream outlives the deadline: the reply fails by itself then, but the notification may
 * be lost.
 */
const AFTER_DEADLINE_SECONDS = 10

export const replyStream: Schema = {
  contentMediaType: EVENT_STREAM,
  type: 'string',
  description:
    'With `Accept: text/event-stream`, streams the reply while it is written, as server-sent events: `message.started` (the reply, still without content), `delta` (`{offset, text}`, in UTF-16 code units; its `id` is the offset after it), `message.restarted` (discard the text so far: what follows begins at 0), `tool.started` (`{call_id, name, title}`) and `tool.ended` (`{call_id, name, title, state, ms}`) of the calls of tools, `citation`, `action.required` (`{action}`: somebody must decide on it), and at the end `message.completed` (the reply) or `error` (`{code, detail}`). A `ping` comes every 10 seconds. To resume a broken stream, a client sends a GET of the message with `Last-Event-ID`.',
}

/**
 * Streams a reply as server-sent events while the model writes it. A client that loses the stream
 * can join it again. The first event sends the status 200, so later errors are events, too.
 * @param begin starts the reply, once the stream is ready to follow it
 * @returns false if no more requests may wait; nothing has been answered then
 */
export async function streamReply(
  ctx: Ctx,
  reply: Message,
  begin?: () => Promise<unknown>,
): Promise<boolean> {
  const { res } = ctx
  if (!isFinished(reply) && !ctx.replyWaiter.hasCapacity) return false
  // Takes its place before the first event: from then on it waits.
  const seconds = ctx.config.REPLY_DEADLINE_SECONDS + AFTER_DEADLINE_SECONDS
  const outcome = ctx.replyWaiter.wait(reply.id, isFinished(reply) ? 0 : seconds, res)
  const send = openStream(ctx)
  const isVisitor = ctx.state.caller.kind === 'widget'
  const view = makeView(send, isVisitor, ctx.get('Last-Event-ID'))
  send('message.started', presentMessage({ ...reply, content: null, citations: [] }, isVisitor))
  let latest: FollowedDraft | undefined
  const show = () => latest && !res.writableNeedDrain && view.show(latest)
  res.on('drain', show)
  const onDraft = (draft: FollowedDraft) => {
    latest = draft
    show()
  }
  const unfollow = await ctx.replyFeed.follow(reply.id, onDraft, !begin)
  const ping = setInterval(() => send('ping', {}), ctx.config.times.pingMs)
  try {
    await begin?.()
    const finished = isFinished(reply) ? reply : await outcome
    if (finished) view.finish(finished)
    else if (!res.closed && (await isGone(ctx, reply)))
      send('error', {
        code: 'not_found',
        detail: 'The reply no longer exists: its conversation was deleted.',
      })
  } finally {
    clearInterval(ping)
    unfollow()
    res.end()
  }
  return true
}

const isFinished = ({ completed_at }: Message) => completed_at !== null

const isGone = (ctx: Ctx, { thread_id, id }: Message) =>
  getMessage(ctx.db, ctx.state.caller.organization_id, thread_id, id).then(
    () => false,
    (error) => error instanceof AppError && error.code === 'not_found',
  )

/**
 * Sends a client the parts of a reply that it has not seen.
 * @param lastEventId where it left off: `120`, or `120@2` of the second attempt
 */
function makeView(send: SendEvent, isForVisitor: boolean, lastEventId: string) {
  const [, offset, of = '1'] = /^(\d{1,9})(?:@(\d{1,9}))?$/.exec(lastEventId) ?? []
  let attempt = Number(of)
  let seen = Number(offset ?? 0)
  /** null: an earlier connection has sent it. */
  let text: string | null = seen ? null : ''

  /** The state of each call that was sent last. */
  const sent = new Map<string, string>()

  function showCalls(calls: readonly Omit<FollowedCall, 'decides' | 'expires_at'>[]): void {
    for (const { call_id, name, title, state, ms } of calls) {
      if (sent.get(call_id) === state) continue
      sent.set(call_id, state)
      const call = { call_id, name: isForVisitor ? null : name, title }
      if (state === 'pending') send('tool.started', call)
      else if (state !== 'waiting' && state !== 'approved')
        send('tool.ended', { ...call, state, ms: ms === null ? null : Math.round(ms) })
    }
  }

  /** Sends what a follower has missed of the calls, and what somebody must decide. */
  function finishCalls(calls: readonly CallOfReply[]): void {
    showCalls(calls.map((call) => ({ ...call, ms: msOf(call) })))
    for (const call of calls)
      if (call.state === 'waiting')
        send('action.required', { action: presentAction(call, isForVisitor) })
  }

  function restart(): void {
    if (seen) send('message.restarted', {})
    seen = 0
    text = ''
  }

  function show(whole: string): void {
    const more = whole.slice(seen)
    const from = seen
    text = whole
    seen = Math.max(seen, whole.length)
    if (more)
      send('delta', { offset: from, text: more }, attempt === 1 ? `${seen}` : `${seen}@${attempt}`)
  }

  return {
    show(draft: FollowedDraft): void {
      if (draft.attempt !== attempt || draft.isWithdrawn) restart()
      attempt = draft.attempt
      if (draft.text.length > seen) show(draft.text)
      showCalls(draft.calls ?? [])
    },
    finish(reply: Message): void {
      finishCalls(reply.tool_calls ?? [])
      if (reply.status !== 'completed' && reply.status !== 'requires_action') {
        send('error', errorOf(reply))
        return
      }
      const content = reply.content ?? ''
      if (reply.attempt !== attempt || !content.startsWith(text ?? '') || seen > content.length)
        restart()
      attempt = reply.attempt
      show(content)
      for (const citation of reply.citations)
        send('citation', presentCitation(citation, isForVisitor))
      send('message.completed', presentMessage(reply, isForVisitor))
    },
  }
}

const errorOf = ({ error }: Message) =>
  error ?? { code: 'reply_cancelled', detail: 'The reply was cancelled.' }
