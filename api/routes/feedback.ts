import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { type Feedback, feedbackRecords, putFeedback } from '../../shared/store/feedback.ts'
import { getMessage } from '../../shared/store/messages.ts'
import { type ThreadKind, threadRecords } from '../../shared/store/threads.ts'
import type { Ctx, Services, State } from '../context.ts'
import { answer, answerPage } from '../envelope.ts'
import { authenticate } from '../middleware/authenticate.ts'
import { validate } from '../middleware/validate.ts'
import { once } from '../once.ts'
import { idOf } from './ids.ts'
import { pageOf, validatePage } from './paging.ts'

const newFeedback = {
  type: 'object',
  additionalProperties: false,
  required: ['reviewer', 'rating'],
  properties: {
    reviewer: { type: 'string', minLength: 1, maxLength: 200, pattern: '\\S' },
    rating: { type: 'integer', minimum: 1, maximum: 5 },
    comment: { type: 'string', maxLength: 2000 },
    message_id: { type: 'string', format: 'uuid' },
  },
} as const
type NewFeedback = FromSchema<typeof newFeedback>

/** On sessions and on conversations: the same routes under two prefixes. */
export const feedback = new Router<State, Services>()
for (const kind of ['session', 'conversation'] as const) {
  const path = `/api/v1/${kind}s/:thread_id/feedback`
  feedback.post(path, authenticate('application'), validate(newFeedback), (ctx) => postFeedback(ctx, kind))
  feedback.get(path, authenticate('application'), validatePage('desc'), (ctx) => getFeedback(ctx, kind))
}

async function postFeedback(ctx: Ctx, kind: ThreadKind) {
  const { reviewer, rating, comment, message_id } = ctx.state.body as NewFeedback
  const { organization_id } = ctx.state.caller
  const threadId = idOf(ctx, kind, 'thread_id')
  let isNew = true
  const stored = await once(
    ctx,
    async (db) => {
      const thread = await threadRecords[kind].get(db, organization_id, threadId)
      if (message_id) await getMessage(db, organization_id, thread.id, message_id)
      const fields = {
        thread_id: thread.id,
        message_id: message_id ?? null,
        reviewer,
        rating,
        comment: comment ?? null,
      }
      const put = await putFeedback(db, organization_id, fields)
      isNew = put.isNew
      return put.feedback
    },
    (id) => feedbackRecords.get(ctx.db, organization_id, id),
  )
  answer(ctx, isNew ? 201 : 200, isNew ? 'Feedback stored.' : 'Feedback replaced.', present(stored, kind))
}

async function getFeedback(ctx: Ctx, kind: ThreadKind) {
  const { page } = pageOf(ctx)
  const { organization_id } = ctx.state.caller
  const { id: thread_id } = await threadRecords[kind].get(
    ctx.db,
    organization_id,
    idOf(ctx, kind, 'thread_id'),
  )
  const found = await feedbackRecords.list(ctx.db, organization_id, { thread_id }, page)
  answerPage(ctx, found, page.limit, (one) => present(one, kind))
}

const present = (one: Feedback, kind: ThreadKind) => ({
  id: one.id,
  [`${kind}_id`]: one.thread_id,
  message_id: one.message_id,
  reviewer: one.reviewer,
  rating: one.rating,
  comment: one.comment,
  created_at: one.created_at,
  updated_at: one.updated_at,
})
