import Router from '@koa/router'
import type { ThreadSlice } from '../../../shared/lib/db/threadSlices.ts'
import {
  type AttentionPlace,
  type AttentionReason,
  handleQuestion,
  listAttention,
  placeOf,
  REASONS,
} from '../../../shared/questions/attention.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer, answerDeleted } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import {
  count,
  deleted,
  flag,
  listed,
  object,
  orNull,
  paginationOf,
  text,
  time,
  uuid,
} from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { limitConcurrency } from '../../middleware/limitConcurrency.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { periodOf, validateWindow } from '../analytics/analyticsQuery.ts'
import { idOf } from '../records/ids.ts'
import { pageLimit } from '../records/paging.ts'
import { checkSlice, sliceFilter } from '../records/slice.ts'

const counts = (title: string, description: string, of: string) =>
  object(title, description, {
    failed: count(`${of} because a reply failed.`),
    rated_low: count(`${of} because of a rating of 1 or 2.`),
    ungrounded: count(`${of} because a reply cites no knowledge.`),
  })

const item = object(
  'AttentionItem',
  'A question that needs a look, with all times that it was asked.',
  {
    id: uuid('Id of the message that asked it last.'),
    question: text('As it was asked last; at most 2,000 characters.'),
    counts: counts('AttentionCounts', 'How often it needs a look.', 'How often'),
    main_reason: {
      type: 'string',
      enum: REASONS,
      description:
        'The worst of its reasons: `failed` before `rated_low`, and that before `ungrounded`.',
    },
    asked_at: time('When it was last asked'),
    thread_id: uuid('Id of the session or conversation in which it was.'),
    agent_id: uuid('Id of the agent that was asked.'),
    agent_name: text('Current name of the agent.'),
    reply: orNull(text('The first 300 characters of the reply.'), 'the reply failed'),
    error: orNull(text('Code of the error; see `JobError`.'), 'the reply did not fail'),
  },
)

const LIST =
  'Questions whose reply failed, cites no knowledge or was rated 1 or 2 in the window, the most frequent first. Looks at the newest 1,000 replies for each reason. Leaves out greetings and other small talk that no knowledge answers, and questions that were taken off the list and not asked since.'
const HANDLE =
  'For a question that has its answer now, or needs none. It is listed again if it is asked later and the reply needs a look. Only a hash of the question is kept.'

/** A cursor: count, time in milliseconds since 1970, and id. */
const PLACE = /^(\d{1,4})_(\d{1,15})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

export const attention = new Router<State, Services>()
attention.get(
  '/api/v1/attention',
  operation(
    'listAttention',
    'List the questions that need a look',
    {
      200: listed(item, {
        pagination: paginationOf('AttentionPagination', text('')),
        total: count('Questions in all, whatever the page and the `reason`.'),
        totals: counts(
          'AttentionTotals',
          'Questions for each reason. A question with two reasons counts for both.',
          'Questions',
        ),
        main_totals: object(
          'AttentionMainTotals',
          'Questions by their `main_reason`. They add up to `total`.',
          Object.fromEntries(
            REASONS.map((name) => [name, count(`Questions with the main reason \`${name}\`.`)]),
          ),
        ),
        is_capped: flag(
          'Whether there are more than 1,000 replies for a reason, so that older replies are missing.',
        ),
      }),
    },
    LIST,
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validateWindow({
    agent_id: uuid('Only questions to this agent.'),
    ...sliceFilter,
    reason: {
      type: 'string',
      enum: REASONS,
      description: 'Only questions that need a look for this reason.',
    },
    main_reason: {
      type: 'string',
      enum: REASONS,
      description: 'Only questions with this `main_reason`.',
    },
    limit: pageLimit,
    after: {
      type: 'string',
      pattern: PLACE.source,
      description: 'The `next_cursor` of the previous page. Without it: the first page.',
    },
  }),
  limitConcurrency,
  getAttention,
)
attention.delete(
  '/api/v1/attention/:id',
  operation(
    'dismissAttention',
    'Take a question off the list of questions that need a look',
    { 200: deleted },
    HANDLE,
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  deleteAttention,
)

async function getAttention(ctx: Ctx) {
  const { agent_id, reason, main_reason, limit, after, ...slice } = ctx.state
    .query as ThreadSlice & {
    agent_id?: string
    from?: string
    to?: string
    reason?: AttentionReason
    main_reason?: AttentionReason
    limit: number
    after?: string
  }
  const { organization_id } = ctx.state.caller
  checkSlice(slice)
  const { items, has_more, ...more } = await listAttention(
    ctx.db,
    { ...slice, organization_id, agent_id, ...periodOf(ctx) },
    { limit, reason, main_reason, after: placeIn(after) },
  )
  const last = items.at(-1)
  const next_cursor = has_more && last ? cursorOf(placeOf(last)) : null
  answer(ctx, 200, `${more.total} questions.`, items, {
    pagination: { limit, has_more, next_cursor },
    ...more,
  })
}

const cursorOf = ({ times, asked_at, id }: AttentionPlace) => `${times}_${asked_at.getTime()}_${id}`

function placeIn(cursor: string | undefined): AttentionPlace | undefined {
  const [, times, milliseconds, id] = PLACE.exec(cursor ?? '') ?? []
  return id ? { times: Number(times), asked_at: new Date(Number(milliseconds)), id } : undefined
}

async function deleteAttention(ctx: Ctx) {
  const id = idOf(ctx, 'question')
  await handleQuestion(ctx.db, ctx.state.caller.organization_id, id)
  answerDeleted(ctx, id, 'The question is off the list.')
}
