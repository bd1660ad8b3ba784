import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { AppError } from '../../shared/errors.ts'
import { storedJson } from '../../shared/schema.ts'
import {
  acceptMessage,
  type Citation,
  cancelReply,
  getMessage,
  listMessages,
  type Message,
} from '../../shared/store/messages.ts'
import { findNextReply } from '../../shared/store/replies.ts'
import { type ThreadKind, threadRecords } from '../../shared/store/threads.ts'
import type { Ctx, Services, State } from '../context.ts'
import { answer, answerPage } from '../envelope.ts'
import { authenticate } from '../middleware/authenticate.ts'
import { validate, validateQuery } from '../middleware/validate.ts'
import { once } from '../once.ts'
import { idOf } from './ids.ts'
import { pageOf, validatePage } from './paging.ts'
import { waitSeconds } from './prefer.ts'

const newMessage = {
  type: 'object',
  additionalProperties: false,
  required: ['content'],
  properties: {
    content: { type: 'string', minLength: 1, maxLength: 8000, pattern: '\\S' },
    metadata: { ...storedJson, default: {} },
    on_busy: { type: 'string', enum: ['queue', 'reject'], default: 'queue' },
  },
} as const
type NewMessage = FromSchema<typeof newMessage>

const oneMessage = {
  type: 'object',
  additionalProperties: false,
  properties: { wait: { type: 'number', minimum: 0, maximum: 60, default: 0 } },
} as const

/** The messages of sessions and of conversations: the same routes under two prefixes. */
export const messages = new Router<State, Services>()
for (const kind of ['session', 'conversation'] as const) {
  const path = `/api/v1/${kind}s/:thread_id/messages`
  messages.post(path, authenticate('application'), validate(newMessage), (ctx) => postMessage(ctx, kind))
  messages.get(path, authenticate('application'), validatePage('asc'), (ctx) => getMessages(ctx, kind))
  messages.get(`${path}/:id`, authenticate('application'), validateQuery(oneMessage), (ctx) =>
    getOneMessage(ctx, kind),
  )
  messages.delete(`${path}/:id`, authenticate('application'), (ctx) => cancelMessage(ctx, kind))
}

/** Stores the question and its queued reply, rings, and waits for the outcome: 201, 202, or 502. */
async function postMessage(ctx: Ctx, kind: ThreadKind) {
  const { content, metadata, on_busy } = ctx.state.body as NewMessage
  const { organization_id } = ctx.state.caller
  const threadId = idOf(ctx, kind, 'thread_id')
  const message = {
    organization_id,
    thread: { kind, id: threadId },
    content,
    metadata,
    on_busy,
    request_id: ctx.state.requestId,
    waiter: ctx.address,
    deadline_seconds: ctx.config.REPLY_DEADLINE_SECONDS,
  }
  const { id } = await once(
    ctx,
    async (db) => ({ id: await acceptMessage(db, message) }),
    async (earlier) => ({ id: earlier }),
  )
  const job = { id, organization_id, request_id: ctx.state.requestId }
  const finished = await ctx.askReply.ask(job, waitSeconds(ctx), ctx.res)
  const reply = finished ?? (await getMessage(ctx.db, organization_id, threadId, id))
  ctx.set('Location', `/api/v1/${kind}s/${threadId}/messages/${id}`)
  if (reply.status === 'completed') return answer(ctx, 201, 'Reply completed.', present(reply))
  if (reply.status === 'failed')
    throw new AppError(reply.error!.code, `No reply: ${reply.error!.detail}`, { data: present(reply) })
  if (reply.status === 'cancelled')
    throw new AppError('reply_cancelled', 'The reply was cancelled.', { data: present(reply) })
  ctx.set('Retry-After', '2')
  answer(ctx, 202, 'The reply is not ready yet. Read it at the Location.', present(reply))
}

async function getMessages(ctx: Ctx, kind: ThreadKind) {
  const { page } = pageOf(ctx)
  const { organization_id } = ctx.state.caller
  const thread = await threadRecords[kind].get(ctx.db, organization_id, idOf(ctx, kind, 'thread_id'))
  answerPage(ctx, await listMessages(ctx.db, organization_id, thread.id, page), page.limit, present)
}

/** `?wait=20` holds for up to that many seconds while the reply is unfinished. */
async function getOneMessage(ctx: Ctx, kind: ThreadKind) {
  const { wait } = ctx.state.query as FromSchema<typeof oneMessage>
  const { organization_id } = ctx.state.caller
  const thread = await threadRecords[kind].get(ctx.db, organization_id, idOf(ctx, kind, 'thread_id'))
  const message = await getMessage(ctx.db, organization_id, thread.id, idOf(ctx, 'message'))
  const unfinished = message.status === 'queued' || message.status === 'processing'
  const seconds = Math.min(wait, ctx.config.REPLY_WAIT_SECONDS)
  const finished = unfinished ? await ctx.askReply.wait(message.id, seconds, ctx.res) : undefined
  answer(ctx, 200, 'Message found.', present(finished ?? message))
}

/** Cancels a reply in progress, and lets the thread's next one begin. */
async function cancelMessage(ctx: Ctx, kind: ThreadKind) {
  const { organization_id } = ctx.state.caller
  const thread = await threadRecords[kind].get(ctx.db, organization_id, idOf(ctx, kind, 'thread_id'))
  const { id } = await getMessage(ctx.db, organization_id, thread.id, idOf(ctx, 'message'))
  if (!(await cancelReply(ctx.db, organization_id, thread.id, id)))
    throw new AppError('reply_finished', 'This is no reply in progress: there is nothing to cancel.')
  ctx.askReply.wake(id)
  const next = await findNextReply(ctx.db, { organization_id, id })
  if (next) await ctx.doorbell.ring('reply', next)
  answer(ctx, 200, 'Reply cancelled.', present(await getMessage(ctx.db, organization_id, thread.id, id)))
}

const presentCitation = ({ knowledge_id, kind, title, url, quote, score }: Citation) => ({
  knowledge_id,
  kind,
  title,
  url,
  quote,
  score,
})

/** A question has what every message has; a reply also says how it came about. */
function present(message: Message) {
  const { id, role, status, content, agent_id, metadata, created_at, updated_at, completed_at } = message
  const common = {
    id,
    role,
    // For a client, a reply that waits for its turn is as unfinished as one that is being written.
    status: status === 'queued' ? 'processing' : status,
    content,
    [`${message.thread_kind}_id`]: message.thread_id,
    agent_id,
    metadata,
    created_at,
    updated_at,
  }
  if (role === 'user') return common
  const { usage } = message
  return {
    ...common,
    in_reply_to: message.in_reply_to,
    citations: message.citations.map(presentCitation),
    usage: usage && {
      input_tokens: usage.input_tokens,
      output_tokens: usage.output_tokens,
      total_tokens: usage.input_tokens + usage.output_tokens,
      cost_usd: usage.cost_usd,
    },
    model: message.model,
    finish_reason: message.finish_reason,
    error: message.error,
    latency_ms: completed_at && completed_at.getTime() - created_at.getTime(),
    completed_at,
  }
}
