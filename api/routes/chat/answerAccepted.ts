import type { Accepted } from '../../../shared/chat/accept.ts'
import {
  getMessage,
  type Message,
  questionOf,
  readHumanAnswers,
} from '../../../shared/chat/messages.ts'
import { presentMessage } from '../../../shared/chat/presentMessage.ts'
import type { ThreadKind } from '../../../shared/chat/threads.ts'
import { AppError } from '../../../shared/lib/errors.ts'
import { REPLY } from '../../../shared/lib/jobs.ts'
import type { Ctx } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { wasReplayed } from '../../http/idempotent.ts'
import { waitSeconds } from '../../http/prefer.ts'
import { threadOf } from '../threads/threads.ts'
import { streamReply } from './replyStream.ts'

/** A question, or another request for a reply, that has passed the checks. */
export interface PostedQuestion {
  kind: ThreadKind
  threadId: string
  /** Seconds to wait for the reply; 0: not at all. */
  seconds: number
  isStreamed: boolean
}

/** Presents a message to the caller. */
export const shown = (ctx: Ctx, message: Message) =>
  presentMessage(message, ctx.state.caller.kind === 'widget')

/** Returns the facts by which budgets apply to a question. */
export function gatedOf(ctx: Ctx, thread_id: string) {
  const { organization_id, application_id } = ctx.state.caller
  return { organization_id, application_id, thread_id }
}

/**
 * Answers with the outcome of the question: as a stream, when the reply has ended, or when the wait
 * is over.
 */
export async function answerAccepted(ctx: Ctx, asked: PostedQuestion, accepted: Accepted) {
  const { threadId } = asked
  const { id, isHandedOff } = accepted
  // A repeated message may have been finished long ago, or deleted: then no notification comes.
  const earlier = wasReplayed(ctx) ? await readReply(ctx, threadId, id) : undefined
  if (isHandedOff || earlier?.role === 'user') return answerHandedOff(ctx, threadId, id)
  if (asked.isStreamed && (await streamAnswer(ctx, asked, accepted, earlier))) return
  const isOver = earlier && !isUnfinished(earlier)
  await answerReply(ctx, threadId, isOver ? earlier : await waitForReply(ctx, asked, accepted))
}

const readReply = (ctx: Ctx, threadId: string, id: string) =>
  getMessage(ctx.db, ctx.state.caller.organization_id, threadId, id)

const jobOf = ({ state }: Ctx, id: string) => ({
  id,
  organization_id: state.caller.organization_id,
  request_id: state.requestId,
})

/**
 * Wakes a worker, and streams the reply.
 * @returns false, without an answer, if too many clients follow
 */
async function streamAnswer(
  ctx: Ctx,
  { threadId }: PostedQuestion,
  { id, mustWake }: Accepted,
  earlier: Message | undefined,
): Promise<boolean> {
  const reply = earlier ?? (await readReply(ctx, threadId, id))
  return streamReply(
    ctx,
    reply,
    async () => mustWake && ctx.wakeUps.send(REPLY.name, jobOf(ctx, id)),
  )
}

/** Wakes a worker, and waits. @returns the reply, finished or not */
async function waitForReply(
  ctx: Ctx,
  { kind, threadId, seconds }: PostedQuestion,
  { id, mustWake }: Accepted,
): Promise<Message> {
  const finished = await ctx.replyWaiter.ask(jobOf(ctx, id), seconds, ctx.res, { mustWake })
  return finished ?? getOwnReply(ctx, kind, threadId, id)
}

/** Answers with the reply: 201 if completed, 202 if not finished, else its error. */
async function answerReply(ctx: Ctx, threadId: string, reply: Message) {
  const data = shown(ctx, reply)
  const { status, error } = reply
  if (status === 'completed') return answer(ctx, 201, 'Reply completed.', data)
  if (status === 'requires_action') return answer(ctx, 201, 'A decision is needed.', data)
  if (status === 'failed') {
    const isOverBudget = error!.code === 'budget_reached'
    const retryAfter = isOverBudget
      ? await ctx.budgets.retryAfter(gatedOf(ctx, threadId))
      : undefined
    throw new AppError(error!.code, `No reply: ${error!.detail}`, { data, retryAfter })
  }
  if (error?.code === 'handed_off') return answerHandedOff(ctx, threadId, questionOf(reply)!)
  if (status === 'cancelled')
    throw new AppError('reply_cancelled', 'The reply was cancelled.', { data })
  ctx.set('Retry-After', '2')
  answer(ctx, 202, 'The reply is not ready yet. Read it at the Location.', data)
}

/**
 * Answers 201 to a question that people answer, because they have the thread: at once, or with
 * their answer if the client asks to wait for it.
 */
async function answerHandedOff(ctx: Ctx, threadId: string, questionId: string) {
  const { organization_id } = ctx.state.caller
  const seconds = waitSeconds(ctx, 0)
  const [answered] = await readHumanAnswers(ctx.db, [questionId])
  const reply = (answered ?? (await ctx.humanWaiter.wait(questionId, seconds, ctx.res)))?.answer
  const question = shown(ctx, await getMessage(ctx.db, organization_id, threadId, questionId))
  answer(ctx, 201, 'People have it: a person answers.', {
    ...question,
    handled_by: 'human',
    reply: reply ? shown(ctx, reply) : null,
  })
}

/**
 * Reads the reply that this request has stored.
 * @throws AppError not_found: its thread was deleted; unavailable: only the message is missing,
 *   lost with the last commits of a primary
 */
async function getOwnReply(
  ctx: Ctx,
  kind: ThreadKind,
  threadId: string,
  id: string,
): Promise<Message> {
  try {
    return await readReply(ctx, threadId, id)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error
    await threadOf(ctx, kind)
    throw new AppError(
      'unavailable',
      'The message was lost in a failover of the database. Post it again.',
      {
        retryAfter: 1,
      },
    )
  }
}

/** Whether a reply has not ended yet. */
export const isUnfinished = ({ status }: Message) => status === 'queued' || status === 'processing'
