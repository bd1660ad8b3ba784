import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { agentRecords } from '../../../shared/agents/agents.ts'
import { policyOf } from '../../../shared/agents/handoffPolicy.ts'
import {
  type Feedback,
  feedbackRecords,
  type PutFeedback,
  putFeedback,
} from '../../../shared/chat/feedback.ts'
import { getMessage, isAnnouncement, type Message } from '../../../shared/chat/messages.ts'
import { presentFeedback } from '../../../shared/chat/presentFeedback.ts'
import { OPEN_STATUS, type Thread, type ThreadKind } from '../../../shared/chat/threads.ts'
import type { CancelledReply } from '../../../shared/handoffs/handoffs.ts'
import { notifyCancelled } from '../../../shared/handoffs/notifyCancelled.ts'
import { readOffice } from '../../../shared/handoffs/officeHours.ts'
import { handoffRecords } from '../../../shared/handoffs/records.ts'
import { handedOffMessage } from '../../../shared/handoffs/sayings.ts'
import type { Db } from '../../../shared/lib/db/db.ts'
import { codeOf } from '../../../shared/lib/text/languageCodes.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer, answerPage } from '../../http/envelope.ts'
import { validationFailed } from '../../http/fieldErrors.ts'
import { idempotently, wasNeverChanged } from '../../http/idempotent.ts'
import { operation } from '../../http/operation.ts'
import { many, one, orNull, record, uuid } from '../../http/schemas.ts'
import { authenticateFor } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validateNew } from '../../middleware/validate.ts'
import { pageOf, validatePage } from '../records/paging.ts'
import { THREAD_NAMES, threadOf } from '../threads/threads.ts'

const newFeedback = {
  type: 'object',
  additionalProperties: false,
  required: ['reviewer', 'rating'],
  properties: {
    reviewer: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      pattern: '\\S',
      examples: ['zoe@example.com'],
      description:
        'Your own id or name of the person who rates; must not be blank. With a widget token it is always `visitor`.',
    },
    rating: {
      type: 'integer',
      minimum: 1,
      maximum: 5,
      description: 'The rating, from 1 (worst) to 5 (best); 1 and 2 count as negative.',
    },
    comment: { type: 'string', maxLength: 2000, description: 'What the reviewer says about it.' },
    message_id: uuid(
      'Id of the rated reply, other than the announcement of a handoff. Without it, the whole chat is rated.',
    ),
  },
  examples: [{ reviewer: 'zoe@example.com', rating: 5, comment: 'Quick and clear.' }],
} as const
type NewFeedback = FromSchema<typeof newFeedback>

const { reviewer, rating, comment, message_id } = newFeedback.properties
const opinion = {
  message_id: orNull(
    { ...message_id, description: 'Id of the rated reply.' },
    'the whole chat is rated',
  ),
  reviewer,
  rating,
  comment: orNull(comment, 'not given'),
}
export const feedbackSchemas = {
  session: record(
    'SessionFeedback',
    "A reviewer's rating of a session, or of a single reply.",
    {
      session_id: uuid('Id of the session that is rated, or that the reply is in.'),
      ...opinion,
    },
    'feedback',
  ),
  conversation: record(
    'ConversationFeedback',
    "A reviewer's rating of a conversation, or of a single reply.",
    {
      conversation_id: uuid('Id of the conversation that is rated, or that the reply is in.'),
      ...opinion,
    },
    'feedback',
  ),
}

/** The reviewer of all ratings that come with a widget's token. */
const VISITOR = 'visitor'

const REPLACES =
  'Each reviewer has one rating per target: rating it again replaces the first and answers 200.'
const REPLACED =
  'The reviewer had rated it before: `data` holds the rating that replaces the earlier one.'

/** Feedback on sessions and on conversations: the same routes under two prefixes. */
export const feedback = new Router<State, Services>()
for (const kind of ['session', 'conversation'] as const) {
  const path = `/api/v1/${kind}s/:${kind}_id/feedback`
  const Name = THREAD_NAMES[kind]
  const schema = feedbackSchemas[kind]
  const who = authenticateFor(kind)
  feedback.post(
    path,
    operation(
      `put${Name}Feedback`,
      `Rate a ${kind}, or a single reply`,
      { 200: one(schema, REPLACED), 201: one(schema) },
      REPLACES,
    ),
    who,
    rateLimit,
    validateNew(newFeedback),
    (ctx) => postFeedback(ctx, kind),
  )
  feedback.get(
    path,
    operation(
      `list${Name}Feedback`,
      `List the feedback on a ${kind}`,
      { 200: many(schema) },
      `Ratings of the ${kind} and of its replies, the newest first.`,
    ),
    who,
    rateLimit,
    validatePage('desc', { table: 'feedback' }),
    (ctx) => getFeedback(ctx, kind),
  )
}

async function postFeedback(ctx: Ctx, kind: ThreadKind) {
  const { reviewer, rating, comment, message_id = null } = ctx.state.body as NewFeedback
  const { organization_id, subject } = ctx.state.caller
  const thread = await threadOf(ctx, kind)
  const notice = await noticeIfLow(ctx, thread, rating)
  let isNew: boolean | undefined
  let cancelled: CancelledReply[] = []
  const stored = await idempotently(
    ctx,
    async (db) => {
      const message = message_id && (await getMessage(db, organization_id, thread.id, message_id))
      if (message && isAnnouncement(message)) throw noAnswer()
      const fields = {
        thread_id: thread.id,
        message_id,
        rating,
        comment: comment ?? null,
        // A visitor rates once: a session is one visitor's.
        reviewer: subject === null ? reviewer : VISITOR,
      }
      if (notice === undefined) {
        const put = await putFeedback(db, organization_id, fields)
        isNew = put.isNew
        return put.feedback
      }
      let feedback: Feedback
      const place = { organization_id, id: thread.id, kind }
      const store = async (transaction: Db) => {
        const put = await putFeedback(transaction, organization_id, fields)
        ;({ isNew, feedback } = put)
        return asksForPeople(transaction, organization_id, put, message || undefined)
      }
      ;({ cancelled } = await ctx.handoffs.storeAndHandOff(db, place, store, LOW_RATING, notice))
      return feedback!
    },
    (id) => feedbackRecords.get(ctx.db, organization_id, id),
  )
  await notifyCancelled(ctx.notifications, cancelled)
  isNew ??= wasNeverChanged(stored)
  answer(
    ctx,
    isNew ? 201 : 200,
    isNew ? 'Feedback stored.' : 'Feedback replaced.',
    presentFeedback(kind, stored),
  )
}

/** Makes the refusal to rate the announcement of a handoff. */
const noAnswer = () =>
  validationFailed([
    {
      field: 'message_id',
      code: 'no_answer',
      detail: 'is the announcement that people answer, which cannot be rated: rate the whole chat',
    },
  ])

/** The worst ratings, which count as negative. */
const LOW = 2
const LOW_RATING = { reason: 'low_rating', note: null, requested_by: 'rule' } as const

/**
 * Returns the notice to the customer if this rating hands the chat off; undefined if it does not. A
 * user of the dashboard does not rate as a customer.
 */
async function noticeIfLow(ctx: Ctx, thread: Thread, rating: number): Promise<string | undefined> {
  const { kind: by, organization_id } = ctx.state.caller
  if (by === 'dashboard' || rating > LOW || thread.handoff_id) return
  if (thread.status !== OPEN_STATUS[thread.kind]) return
  const [agent] = await agentRecords.some(ctx.db, organization_id, [thread.agent_id])
  if (!agent) return
  const policy = policyOf(agent)
  if (!policy.on_low_rating) return
  const language = codeOf(thread.locale ?? agent.language ?? 'en')
  return handedOffMessage(policy, language, await readOffice(ctx.db, organization_id))
}

/**
 * Whether a low rating asks for people. It does not if it was low before, or if its message is from
 * before the last return. A rating that falls from high to low asks only once in a chat, or each
 * change to and fro would.
 */
async function asksForPeople(
  db: Db,
  organizationId: string,
  { feedback: { thread_id }, isNew, replaced }: PutFeedback,
  message: Message | undefined,
): Promise<boolean> {
  if (replaced !== null && replaced <= LOW) return false
  const last = async (reason?: string) =>
    (
      await handoffRecords.list(
        db,
        organizationId,
        { thread_id, reason },
        { order: 'desc', limit: 1 },
      )
    ).rows[0]
  if (!isNew && (await last(LOW_RATING.reason))) return false
  const returnedAt = message && (await last())?.returned_at
  return !returnedAt || message.created_at > returnedAt
}

async function getFeedback(ctx: Ctx, kind: ThreadKind) {
  const { page } = pageOf(ctx)
  const { organization_id } = ctx.state.caller
  const { id: thread_id } = await threadOf(ctx, kind)
  const found = await feedbackRecords.list(ctx.db, organization_id, { thread_id }, page)
  answerPage(ctx, found, page.limit, (rating) => presentFeedback(kind, rating))
}
