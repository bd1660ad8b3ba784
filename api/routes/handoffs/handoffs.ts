import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import type { ThreadKind } from '../../../shared/chat/threads.ts'
import { assignedBy, reason, requestedBy } from '../../../shared/handoffs/handoffFields.ts'
import { notifyCancelled } from '../../../shared/handoffs/notifyCancelled.ts'
import { presentHandoff } from '../../../shared/handoffs/presentHandoff.ts'
import { handoffRecords } from '../../../shared/handoffs/records.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer, answerPage } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { count, EXAMPLE_ID, many, one, orNull, record, time, uuid } from '../../http/schemas.ts'
import { authenticate, authenticateFor } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validate, validateNew } from '../../middleware/validate.ts'
import { pageOf, validatePage } from '../records/paging.ts'
import { placeOf, THREAD_NAMES } from '../threads/threads.ts'

const noteAbout = (description: string) =>
  ({ type: 'string', maxLength: 2000, description }) as const

/** By when a person should answer. */
export const dueAt = time(
  "By when a person should answer the waiting customer, by the organization's `targets`",
)

export const NOTE = 'A note for the people; the customer and the model do not see it.'
const newHandoff = {
  type: 'object',
  additionalProperties: false,
  properties: {
    reason: {
      ...reason,
      description: `${reason.description} With a widget token it is always \`customer_request\`. Default: \`other\`.`,
    },
    note: noteAbout(NOTE),
  },
  examples: [{ reason: 'customer_request', note: 'Wants to return a broken lamp.' }],
} as const

const assignment = {
  type: 'object',
  additionalProperties: false,
  required: ['user_id'],
  properties: {
    user_id: {
      type: ['string', 'null'],
      format: 'uuid',
      description:
        'Id of the user who answers from now on, an agent, an editor or an owner. Null: no user, so that others can take it.',
    },
  },
  examples: [{ user_id: EXAMPLE_ID }],
} as const

const RETURN_NOTE =
  'A note for the agent from now on. The model sees it as data, and may repeat it to the customer.'
const newReturn = {
  type: 'object',
  additionalProperties: false,
  properties: { note: noteAbout(`${RETURN_NOTE} The handoff shows it as \`return_note\`.`) },
  examples: [{ note: 'The lamp is refunded.' }],
} as const

const schemaOf = (kind: ThreadKind) => {
  const Name = THREAD_NAMES[kind]
  return record(
    `${Name}Handoff`,
    `A time during which people have a ${kind}, or had it.`,
    {
      [`${kind}_id`]: uuid(`Id of the ${kind} that people have, or had.`),
      agent_id: uuid('Id of the agent that had it before.'),
      reason,
      note: orNull(noteAbout(NOTE), 'not given'),
      requested_by: requestedBy,
      assignee_id: orNull(uuid('Id of the user who answers.'), 'no user is assigned'),
      assigned_at: orNull(time('When the user was assigned'), 'no user is assigned'),
      assigned_by: orNull(assignedBy, 'nothing has yet, or the assignee has left'),
      questions: count('Messages of the customer during the handoff.'),
      replies: count(
        'Messages of people to the customer during the handoff, without internal notes.',
      ),
      first_reply_at: orNull(time('When a person first answered'), 'no person has answered yet'),
      unanswered_at: orNull(
        time('When the customer last got the notice that nobody has answered in time'),
        'people have always answered in time, or the agent sets no time',
      ),
      due_at: orNull(dueAt, 'nobody waits, or there is no target'),
      overdue_at: orNull(time('When a target was last missed'), 'never'),
      return_note: orNull(noteAbout(RETURN_NOTE), 'not given'),
      returned_at: orNull(time('When the agent got it back'), 'people still have it'),
    },
    'handoff',
  )
}
/** The schemas of handoffs, by the kind of their thread. */
export const handoffSchemas = {
  session: schemaOf('session'),
  conversation: schemaOf('conversation'),
}

const ONE_SPEAKER =
  "From then on no reply of the agent is stored until people return it; its unfinished replies end as cancelled. If people have the chat already, answers 200 with the current handoff and keeps its reason. The `note` becomes the handoff's if it has none, otherwise an internal note, which `GET …/messages?visibility=all` lists."

/** Handoffs of sessions and of conversations: the same routes under two prefixes. */
export const handoffs = new Router<State, Services>()
for (const kind of ['session', 'conversation'] as const) {
  const path = `/api/v1/${kind}s/:${kind}_id`
  const Name = THREAD_NAMES[kind]
  const schema = handoffSchemas[kind]
  handoffs.post(
    `${path}/handoff`,
    operation(
      `handOff${Name}`,
      `Hand a ${kind} off to people`,
      {
        200: one(schema, 'People had it already: `data` holds the current handoff.'),
        201: one(schema),
      },
      ONE_SPEAKER,
    ),
    authenticateFor(kind),
    rateLimit,
    validateNew(newHandoff),
    (ctx) => postHandoff(ctx, kind),
  )
  handoffs.post(
    `${path}/assign`,
    operation(
      `assign${Name}`,
      `Assign a user to a ${kind} that people have`,
      { 200: one(schema) },
      'Answers 409 `already_assigned` while another user is assigned, so that two users cannot take it at once. A user of the dashboard may pass on their own chats.',
    ),
    authenticate('application', 'dashboard'),
    rateLimit,
    validate(assignment),
    (ctx) => postAssignment(ctx, kind),
  )
  handoffs.post(
    `${path}/return`,
    operation(
      `return${Name}`,
      `Return a ${kind} to its agent`,
      { 200: one(schema) },
      'The agent answers the next message, and knows what people have said.',
    ),
    authenticate('application', 'dashboard'),
    rateLimit,
    validateNew(newReturn),
    (ctx) => postReturn(ctx, kind),
  )
  handoffs.get(
    `${path}/handoffs`,
    operation(
      `list${Name}Handoffs`,
      `List the handoffs of a ${kind}`,
      { 200: many(schema) },
      'The newest first. People have it now if the first one has no `returned_at`.',
    ),
    authenticate('application', 'dashboard'),
    rateLimit,
    validatePage('desc', { table: 'handoffs' }),
    (ctx) => getHandoffs(ctx, kind),
  )
}

async function postHandoff(ctx: Ctx, kind: ThreadKind) {
  const { reason = 'other', note = null } = ctx.state.body as FromSchema<typeof newHandoff>
  const { kind: by, user } = ctx.state.caller
  const place = await placeOf(ctx, kind)
  const fields = {
    reason: by === 'widget' ? 'customer_request' : reason,
    note,
    requested_by: REQUESTED_BY[by],
  } as const
  const { handoff, isNew, cancelled } = await ctx.handoffs.handOff(ctx.db, place, fields, {
    author_id: user?.id ?? null,
    author_name: user?.name ?? null,
    request_id: ctx.state.requestId,
  })
  await notifyCancelled(ctx.notifications, cancelled)
  const shown = presentHandoff(kind, handoff, by === 'widget')
  answer(
    ctx,
    isNew ? 201 : 200,
    isNew
      ? 'Handed off.'
      : note
        ? 'People have it already, and the note is kept.'
        : 'People have it already.',
    shown,
  )
}

const REQUESTED_BY = { widget: 'visitor', application: 'key', dashboard: 'user' } as const

async function postAssignment(ctx: Ctx, kind: ThreadKind) {
  const { user_id } = ctx.state.body as FromSchema<typeof assignment>
  const place = await placeOf(ctx, kind)
  const handoff = await ctx.handoffs.assign(
    ctx.db,
    place,
    user_id,
    ctx.state.caller.user?.id ?? null,
  )
  answer(ctx, 200, user_id ? 'Assigned.' : 'Released.', presentHandoff(kind, handoff))
}

async function postReturn(ctx: Ctx, kind: ThreadKind) {
  const { note = null } = ctx.state.body as FromSchema<typeof newReturn>
  const place = await placeOf(ctx, kind)
  const handoff = await ctx.handoffs.giveBack(ctx.db, place, note)
  answer(ctx, 200, 'Returned to the agent.', presentHandoff(kind, handoff))
}

async function getHandoffs(ctx: Ctx, kind: ThreadKind) {
  const { page } = pageOf(ctx)
  const { organization_id, id: thread_id } = await placeOf(ctx, kind)
  const found = await handoffRecords.list(ctx.db, organization_id, { thread_id }, page)
  answerPage(ctx, found, page.limit, (handoff) => presentHandoff(kind, handoff))
}
