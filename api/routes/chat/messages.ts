import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { AppError } from '../../../shared/errors.ts'
import { span } from '../../../shared/observability/tracing.ts'
import { storedJson } from '../../../shared/storable.ts'
import { type Accepted, acceptMessage } from '../../../shared/store/chat/accept.ts'
import { askForDraft } from '../../../shared/store/chat/drafts.ts'
import { getMessage, listMessages, type Message } from '../../../shared/store/chat/messages.ts'
import { findNextReply } from '../../../shared/store/chat/replies.ts'
import type { ThreadKind } from '../../../shared/store/chat/threads.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer, answerPage } from '../../http/envelope.ts'
import { once, wasReplayed } from '../../http/idempotent.ts'
import { operation } from '../../http/operation.ts'
import { waitSeconds } from '../../http/prefer.ts'
import { many, one } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit, rateLimitReads } from '../../middleware/rateLimit.ts'
import { validate, validateQuery } from '../../middleware/validate.ts'
import { idOf } from '../records/ids.ts'
import { pageOf, validatePage } from '../records/paging.ts'
import { messageSchemas, presentMessage } from './presentMessage.ts'
import { replyStream, streamReply, wantsStream } from './replyStream.ts'
import { threadOf } from './threads.ts'

const newMessage = {
  type: 'object',
  additionalProperties: false,
  required: ['content'],
  properties: {
    content: { type: 'string', minLength: 1, maxLength: 8000, pattern: '\\S' },
    metadata: { ...storedJson, default: {} },
    on_busy: { type: 'string', enum: ['queue', 'reject'], default: 'queue' },
    // Has no default: a new default would change the hash of older bodies, and their Idempotency-Key would no longer match.
    trace: {
      type: 'boolean',
      description:
        'Keeps how the reply comes about, to be read at `…/trace`: what was retrieved, what the model was sent, how long each step took. Not for tokens of widgets.',
    },
  },
  examples: [{ content: 'Where is my parcel?', metadata: { order_id: '4711' } }],
} as const
type MessageBody = FromSchema<typeof newMessage>

const oneMessage = {
  type: 'object',
  additionalProperties: false,
  properties: { wait: { type: 'number', minimum: 0, maximum: 60, default: 0 } },
} as const

const POST =
  'Answers 201 with the finished reply, or after `REPLY_WAIT_SECONDS` (25; less by `Prefer: wait=N`, none by `Prefer: respond-async`) 202 with a `Location` to read it at.'
const WAIT =
  '`wait` holds the request for up to that many seconds while the reply is unfinished. Does not count against the hourly limit; 30 times as many are allowed.'

/** The messages of sessions and of conversations: the same routes under two prefixes. */
export const messages = new Router<State, Services>()
for (const kind of ['session', 'conversation'] as const) {
  const path = `/api/v1/${kind}s/:${kind}_id/messages`
  const Name = kind === 'session' ? 'Session' : 'Conversation'
  const { reply, message } = messageSchemas[kind]
  // A visitor reaches the messages of their own sessions, and conversations are for servers.
  const mayPost =
    kind === 'session'
      ? authenticate('application', 'widget', 'dashboard')
      : authenticate('application', 'dashboard')
  messages.post(
    path,
    operation(
      `post${Name}Message`,
      `Post a message in a ${kind} and get the reply`,
      { 200: replyStream, 201: one(reply), 202: one(reply) },
      POST,
    ),
    mayPost,
    rateLimit,
    validate(newMessage),
    (ctx) => postMessage(ctx, kind),
  )
  messages.get(
    path,
    operation(`list${Name}Messages`, `List the messages of a ${kind}`, { 200: many(message) }),
    mayPost,
    rateLimit,
    validatePage('asc'),
    (ctx) => getMessages(ctx, kind),
  )
  messages.get(
    `${path}/:id`,
    operation(
      `read${Name}Message`,
      `Read a message of a ${kind}, or wait for a reply`,
      { 200: [one(message), replyStream] },
      WAIT,
    ),
    mayPost,
    rateLimitReads,
    validateQuery(oneMessage),
    (ctx) => getOneMessage(ctx, kind),
  )
  messages.delete(
    `${path}/:id`,
    operation(`cancel${Name}Reply`, `Cancel a reply in progress in a ${kind}`, { 200: one(reply) }),
    authenticate('application', 'dashboard'),
    rateLimit,
    (ctx) => cancelMessage(ctx, kind),
  )
}

const shown = (ctx: Ctx, message: Message) => presentMessage(message, ctx.state.caller.kind === 'widget')

/** Stores the question and its queued reply, wakes a worker, and waits for the outcome: 201, 202, or 502. */
async function postMessage(ctx: Ctx, kind: ThreadKind) {
  const { content, metadata, on_busy, trace = false } = ctx.state.body as MessageBody
  const { kind: by, organization_id, subject, agent_ids } = ctx.state.caller
  if (trace && by === 'widget')
    throw new AppError('scope', 'A trace shows what no visitor may see: ask for it with a key, or signed in.')
  const threadId = idOf(ctx, kind, `${kind}_id`)
  // Acceptance looks at the visitor alone; few applications name their agents.
  if (agent_ids) await threadOf(ctx, kind)
  const seconds = waitSeconds(ctx)
  const isStreamed = wantsStream(ctx) && seconds > 0 && ctx.replyWaiter.hasCapacity
  const message = {
    organization_id,
    thread: { kind, id: threadId },
    subject,
    content,
    metadata,
    on_busy,
    request_id: ctx.state.requestId,
    reply_to: ctx.address,
    // A client that does not wait to the end may come back to follow the reply.
    streamed: isStreamed || seconds < ctx.config.REPLY_WAIT_SECONDS,
    traced: trace,
    deadline_seconds: ctx.config.REPLY_DEADLINE_SECONDS,
    wake_up_grace_ms: ctx.config.times.wakeUpGraceMs,
    capacity: ctx.replyCapacity(organization_id),
  }
  const asked = {
    attributes: { 'gen_ai.conversation.id': threadId, 'parley.question.characters': content.length },
  }
  const { id, mustWake } = await once<Accepted>(
    ctx,
    (db) => span('accept', asked, () => acceptMessage(db, message)),
    async (earlier) => ({ id: earlier, mustWake: true }),
    (request) => span('accept', asked, () => ctx.acceptMessage(message, request)),
  )
  const job = { id, organization_id, request_id: ctx.state.requestId }
  ctx.set('Location', `/api/v1/${kind}s/${threadId}/messages/${id}`)
  if (isStreamed) {
    const reply = await getMessage(ctx.db, organization_id, threadId, id)
    if (await streamReply(ctx, reply, async () => mustWake && ctx.wakeUps.send('reply', job))) return
  }
  // A repeated message may be finished long since, or deleted: then no notification comes.
  const earlier = wasReplayed(ctx) ? await getMessage(ctx.db, organization_id, threadId, id) : undefined
  const finished =
    earlier && !isUnfinished(earlier)
      ? earlier
      : await ctx.replyWaiter.ask(job, seconds, ctx.res, { mustWake })
  const reply = finished ?? (await getOwnReply(ctx, kind, threadId, id))
  if (reply.status === 'completed') return answer(ctx, 201, 'Reply completed.', shown(ctx, reply))
  if (reply.status === 'failed')
    throw new AppError(reply.error!.code, `No reply: ${reply.error!.detail}`, { data: shown(ctx, reply) })
  if (reply.status === 'cancelled')
    throw new AppError('reply_cancelled', 'The reply was cancelled.', { data: shown(ctx, reply) })
  ctx.set('Retry-After', '2')
  answer(ctx, 202, 'The reply is not ready yet. Read it at the Location.', shown(ctx, reply))
}

/**
 * The reply that this very request has stored.
 * @throws AppError not_found: its thread is gone; unavailable: only the message is, lost with the last commits of a primary
 */
async function getOwnReply(ctx: Ctx, kind: ThreadKind, threadId: string, id: string): Promise<Message> {
  try {
    return await getMessage(ctx.db, ctx.state.caller.organization_id, threadId, id)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error
    await threadOf(ctx, kind)
    throw new AppError('unavailable', 'The message was lost in a failover of the database. Post it again.', {
      retryAfter: 1,
    })
  }
}

async function getMessages(ctx: Ctx, kind: ThreadKind) {
  const { page } = pageOf(ctx)
  const { organization_id } = ctx.state.caller
  const thread = await threadOf(ctx, kind)
  answerPage(ctx, await listMessages(ctx.db, organization_id, thread.id, page), page.limit, (message) =>
    shown(ctx, message),
  )
}

const isUnfinished = ({ status }: Message) => status === 'queued' || status === 'processing'

/** `?wait=20` holds for up to that many seconds while the reply is unfinished. */
async function getOneMessage(ctx: Ctx, kind: ThreadKind) {
  const { wait } = ctx.state.query as FromSchema<typeof oneMessage>
  const { organization_id } = ctx.state.caller
  const thread = await threadOf(ctx, kind)
  const message = await getMessage(ctx.db, organization_id, thread.id, idOf(ctx, 'message'))
  // Readers leave room for those who post.
  const isCrowded = () => ctx.replyWaiter.size >= ctx.config.MAX_WAITERS / 2
  if (wantsStream(ctx) && message.role === 'assistant' && !isCrowded()) {
    if (isUnfinished(message) && !message.streamed) await askForDraft(ctx.db, organization_id, message.id)
    if (!isCrowded() && (await streamReply(ctx, message))) return
  }
  const seconds = isCrowded() ? 0 : Math.min(wait, ctx.config.REPLY_WAIT_SECONDS)
  const isAwaited = seconds > 0 && isUnfinished(message)
  const found = isAwaited ? await ctx.replyWaiter.wait(message.id, seconds, ctx.res) : message
  const reply = found ?? (await getMessage(ctx.db, organization_id, thread.id, message.id))
  answer(ctx, 200, 'Message found.', shown(ctx, reply))
}

/** Cancels a reply in progress, and lets the thread's next one begin. */
async function cancelMessage(ctx: Ctx, kind: ThreadKind) {
  const { organization_id } = ctx.state.caller
  const thread = await threadOf(ctx, kind)
  const { id } = await getMessage(ctx.db, organization_id, thread.id, idOf(ctx, 'message'))
  if (!(await ctx.endReply({ claim: { id, organization_id }, status: 'cancelled' })))
    throw new AppError('reply_finished', 'This is no reply in progress: there is nothing to cancel.')
  ctx.replyWaiter.refresh(id)
  const next = await findNextReply(ctx.db, organization_id, thread.id)
  if (next) await ctx.wakeUps.send('reply', next)
  answer(ctx, 200, 'Reply cancelled.', shown(ctx, await getMessage(ctx.db, organization_id, thread.id, id)))
}
