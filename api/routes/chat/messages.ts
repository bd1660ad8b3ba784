import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { type Accepted, acceptMessage } from '../../../shared/chat/accept.ts'
import { askForDraft } from '../../../shared/chat/drafts.ts'
import { getMessage, listMessages, type Message } from '../../../shared/chat/messages.ts'
import { findNextReply } from '../../../shared/chat/replies.ts'
import type { ThreadKind } from '../../../shared/chat/threads.ts'
import { asksForPerson } from '../../../shared/handoffs/asksForPerson.ts'
import { AppError, notFound } from '../../../shared/lib/errors.ts'
import { REPLY } from '../../../shared/lib/jobs.ts'
import { span } from '../../../shared/lib/observability/tracing.ts'
import { noteSeen } from '../../../shared/mail/contacts.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer, answerPage } from '../../http/envelope.ts'
import { ifMatch, seenBy } from '../../http/etags.ts'
import { wantsStream } from '../../http/eventStream.ts'
import { validationFailed } from '../../http/fieldErrors.ts'
import { idempotently } from '../../http/idempotent.ts'
import { operation } from '../../http/operation.ts'
import { waitSeconds } from '../../http/prefer.ts'
import { many, one } from '../../http/schemas.ts'
import { authenticateFor } from '../../middleware/authenticate.ts'
import { rateLimit, rateLimitReads } from '../../middleware/rateLimit.ts'
import { validate, validateQuery } from '../../middleware/validate.ts'
import { idOf } from '../records/ids.ts'
import { pageOf, validatePage } from '../records/paging.ts'
import { type MessageBody, messageSchemas, newMessage } from '../threads/messageSchemas.ts'
import { placeOf, requireThread, THREAD_NAMES, threadOf, visibility } from '../threads/threads.ts'
import {
  answerAccepted,
  gatedOf,
  isUnfinished,
  type PostedQuestion,
  shown,
} from './answerAccepted.ts'
import { replyStream, streamReply } from './replyStream.ts'

const oneMessage = {
  type: 'object',
  additionalProperties: false,
  properties: {
    wait: {
      type: 'number',
      minimum: 0,
      maximum: 60,
      default: 0,
      description:
        'Seconds to wait while the reply is unfinished; at most `REPLY_WAIT_SECONDS` (25).',
    },
  },
} as const

const POST =
  'Stores the message, and answers 201 with the finished reply. After `REPLY_WAIT_SECONDS` (25; less by `Prefer: wait=N`, none by `Prefer: respond-async`) answers 202 with a `Location` at which the reply can be read later. A reply that failed answers 502 with its record in `data`: the message is stored. Messages of one chat are answered in their order. While people have the chat, answers 201 at once with the stored question, `handled_by: "human"` and `reply: null`; with `Prefer: wait=N`, waits for their answer. A message of a person (`role: "human_agent"`) is stored, and answers 201 with its record.'
const POSTED = {
  201: "The reply is finished: `data` holds it. While people have the chat: `data` holds the question. For a person's message: `data` holds it.",
  202: 'The reply is not finished: `data` holds its record so far; read it later at `Location`.',
}
const WAIT =
  'With `wait`, answers when the reply is finished, or with its record so far when the time is over. Does not count against the hourly limit: 30 times as many reads are allowed.'

/** The messages of sessions and of conversations: the same routes under two prefixes. */
export const messages = new Router<State, Services>()
for (const kind of ['session', 'conversation'] as const) {
  const path = `/api/v1/${kind}s/:${kind}_id/messages`
  const Name = THREAD_NAMES[kind]
  const { reply, message, posted } = messageSchemas[kind]
  // Visitors reach the messages of their own sessions; conversations are for servers.
  const mayPost = authenticateFor(kind)
  messages.post(
    path,
    operation(
      `post${Name}Message`,
      `Post a message in a ${kind} and get the reply`,
      { 200: replyStream, 201: one(posted, POSTED[201]), 202: one(reply, POSTED[202]) },
      POST,
    ),
    mayPost,
    rateLimit,
    validate(newMessage),
    (ctx) => postMessage(ctx, kind),
  )
  messages.get(
    path,
    operation(
      `list${Name}Messages`,
      `List the messages of a ${kind}`,
      { 200: many(message) },
      'Questions, replies and messages of people in the order in which they were posted, unfinished replies included.',
    ),
    mayPost,
    rateLimit,
    validatePage('asc', undefined, { visibility }),
    (ctx) => getMessages(ctx, kind),
  )
  messages.get(
    `${path}/:id`,
    operation(
      `read${Name}Message`,
      `Read a message of a ${kind}, or wait for a reply`,
      { 200: [one(message, 'The question, or the reply as it is now.'), replyStream] },
      WAIT,
    ),
    mayPost,
    rateLimitReads,
    validateQuery(oneMessage),
    (ctx) => getOneMessage(ctx, kind),
  )
  messages.delete(
    `${path}/:id`,
    operation(
      `cancel${Name}Reply`,
      `Cancel a reply in progress in a ${kind}`,
      { 200: one(reply) },
      'Ends a reply that waits or is being written; the question stays. Answers 409 `reply_finished` for any other message.',
      ifMatch('message'),
    ),
    mayPost,
    rateLimit,
    (ctx) => cancelMessage(ctx, kind),
  )
}

/** Returns the ids in lower case, each once. Ids may come in upper case. */
const distinct = (ids: readonly string[] | undefined) =>
  ids && [...new Set(ids.map((id) => id.toLowerCase()))]

/**
 * Stores a customer's message and answers with its reply, or stores a person's message, which gets
 * none.
 */
async function postMessage(ctx: Ctx, kind: ThreadKind) {
  const { role } = ctx.state.body as MessageBody
  if (role === 'human_agent') return postHumanMessage(ctx, kind)
  const asked = await askedOf(ctx, kind)
  return answerAccepted(ctx, asked, await accept(ctx, asked))
}

/** Checks a question. @throws AppError scope, not_found, validation_failed */
async function askedOf(ctx: Ctx, kind: ThreadKind): Promise<PostedQuestion> {
  const body = ctx.state.body as MessageBody
  const field = OF_PEOPLE.find((name) => body[name] !== undefined)
  if (field)
    throw validationFailed([
      { field, code: 'role', detail: 'goes only with `role: "human_agent"`' },
    ])
  if (body.trace && ctx.state.caller.kind === 'widget')
    throw new AppError(
      'scope',
      'Visitors may not see traces: ask for a trace with a key, or signed in.',
    )
  const threadId = idOf(ctx, kind, `${kind}_id`)
  // The statement that accepts a message checks only the visitor, because few applications and keys
  // are limited.
  await requireThread(ctx, kind, `${kind}_id`)
  const seconds = waitSeconds(ctx)
  const isStreamed = wantsStream(ctx) && seconds > 0 && ctx.replyWaiter.hasCapacity
  return { kind, threadId, seconds, isStreamed }
}

/** Fields that only people's messages have. */
const OF_PEOPLE = ['author', 'visibility'] as const

/**
 * Stores the question and its queued reply, once for all requests with the same key, and signals
 * the change.
 */
async function accept(
  ctx: Ctx,
  { kind, threadId, seconds, isStreamed }: PostedQuestion,
): Promise<Accepted> {
  const { content, attachments, metadata, on_busy, trace = false } = ctx.state.body as MessageBody
  const { organization_id, application_id, subject, context_id } = ctx.state.caller
  const message = {
    organization_id,
    thread: { kind, id: threadId },
    application_id,
    subject,
    context_id,
    content,
    // The agent's name is unknown here. It matters only in greetings.
    asks_for_person: asksForPerson(content, ''),
    attachments: distinct(attachments),
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
    refusal: await ctx.budgets.refusalOf(gatedOf(ctx, threadId)),
  }
  const traced = {
    attributes: {
      'gen_ai.conversation.id': threadId,
      'parley.question.characters': content.length,
    },
  }
  const accepted = await idempotently<Accepted>(
    ctx,
    (db) => span('accept', traced, () => acceptMessage(db, message)),
    async (earlier) => ({ id: earlier, mustWake: true, isHandedOff: false }),
    (request) => span('accept', traced, () => ctx.acceptMessage(message, request)),
  )
  // `signalThreads` would wait for the reply. An id in a path may be in upper case.
  ctx.threadSignals.changed(organization_id, threadId.toLowerCase())
  ctx.set('Location', `/api/v1/${kind}s/${threadId}/messages/${accepted.id}`)
  return accepted
}

/** Stores the message of a person, once for all requests with the same key. */
async function postHumanMessage(ctx: Ctx, kind: ThreadKind) {
  const { content, attachments, metadata, author, visibility } = ctx.state.body as MessageBody
  const { kind: by, user } = ctx.state.caller
  if (by === 'widget')
    throw new AppError(
      'scope',
      'A visitor speaks as `user`. People answer with a key, or signed in.',
    )
  const place = await placeOf(ctx, kind)
  const said = {
    content,
    attachments: distinct(attachments),
    metadata,
    request_id: ctx.state.requestId,
    is_internal: visibility === 'internal',
    author_id: user?.id ?? null,
    author_name: user ? user.name : (author ?? null),
  }
  let answered: readonly string[] = []
  const message = await idempotently(
    ctx,
    async (db) => {
      const stored = await ctx.handoffs.say(db, place, said)
      answered = stored.answered
      return stored.message
    },
    (id) => getMessage(ctx.db, place.organization_id, place.id, id),
  )
  for (const id of answered) ctx.humanWaiter.refresh(id)
  ctx.threadSignals.changed(place.organization_id, place.id)
  answer(ctx, 201, 'Message stored.', shown(ctx, message))
}

async function getMessages(ctx: Ctx, kind: ThreadKind) {
  const { page, filter } = pageOf(ctx)
  const { organization_id, kind: by } = ctx.state.caller
  const thread = await threadOf(ctx, kind)
  const isInternal = filter.visibility === 'all' && by !== 'widget'
  const found = await listMessages(ctx.db, organization_id, thread.id, page, isInternal)
  if (by === 'widget' && thread.handoff_id) await noteSeen(ctx.db, organization_id, thread.id)
  answerPage(ctx, found, page.limit, (message) => shown(ctx, message))
}

/** Answers one message; `?wait=20` waits up to 20 seconds while it is an unfinished reply. */
async function getOneMessage(ctx: Ctx, kind: ThreadKind) {
  const { wait } = ctx.state.query as FromSchema<typeof oneMessage>
  const { organization_id } = ctx.state.caller
  const thread = await threadOf(ctx, kind)
  const message = await getMessage(ctx.db, organization_id, thread.id, idOf(ctx, 'message'))
  if (message.is_internal && ctx.state.caller.kind === 'widget') throw notFound('message')
  // Readers take at most half of the places, because clients that post need the others.
  const isCrowded = () => ctx.replyWaiter.size >= ctx.config.MAX_WAITERS / 2
  if (wantsStream(ctx) && message.role === 'assistant' && !isCrowded()) {
    if (isUnfinished(message) && !message.streamed)
      await askForDraft(ctx.db, organization_id, message.id)
    if (!isCrowded() && (await streamReply(ctx, message))) return
  }
  const seconds = isCrowded() ? 0 : Math.min(wait, ctx.config.REPLY_WAIT_SECONDS)
  const isAwaited = seconds > 0 && isUnfinished(message)
  const found = isAwaited ? await ctx.replyWaiter.wait(message.id, seconds, ctx.res) : message
  const reply = found ?? (await getMessage(ctx.db, organization_id, thread.id, message.id))
  answer(ctx, 200, 'Message found.', shown(ctx, reply))
}

/** Cancels a reply in progress, and lets the thread's next reply begin. */
async function cancelMessage(ctx: Ctx, kind: ThreadKind) {
  const { organization_id } = ctx.state.caller
  const thread = await threadOf(ctx, kind)
  const message = await getMessage(ctx.db, organization_id, thread.id, idOf(ctx, 'message'))
  const { id } = message
  // A reply in progress changes visibly only when it ends, and an ended reply is not cancelled.
  seenBy<Message>(ctx, (row) => shown(ctx, row))?.(message)
  if (!(await ctx.endReply({ claim: { id, organization_id }, status: 'cancelled' })))
    throw new AppError(
      'reply_finished',
      'This message is not a reply in progress, so it cannot be cancelled.',
    )
  ctx.replyWaiter.refresh(id)
  const next = await findNextReply(ctx.db, organization_id, thread.id)
  if (next) await ctx.wakeUps.send(REPLY.name, next)
  answer(
    ctx,
    200,
    'Reply cancelled.',
    shown(ctx, await getMessage(ctx.db, organization_id, thread.id, id)),
  )
}
