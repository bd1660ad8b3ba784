import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import type { ThreadKind } from '../../../shared/chat/threads.ts'
import { AppError } from '../../../shared/lib/errors.ts'
import { PRESENCE_STATES, PRESENT_ROLES } from '../../../shared/lib/queue/liveSignals.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { validationFailed } from '../../http/fieldErrors.ts'
import { operation } from '../../http/operation.ts'
import { object, one } from '../../http/schemas.ts'
import { authenticateFor } from '../../middleware/authenticate.ts'
import { rateLimitReads } from '../../middleware/rateLimit.ts'
import { validate } from '../../middleware/validate.ts'
import { placeOf, THREAD_NAMES } from '../threads/threads.ts'

const state = {
  type: 'string',
  enum: PRESENCE_STATES,
  description:
    'What the person does: writes a message that the others will see (`typing`), looks at the chat (`viewing`), or has left (`away`).',
} as const
const role = {
  type: 'string',
  enum: PRESENT_ROLES,
  description: 'Role: the `customer`, or a person of your organization (`human_agent`).',
} as const

const newPresence = {
  type: 'object',
  additionalProperties: false,
  required: ['state'],
  properties: {
    state: { ...state, description: `${state.description} Not \`viewing\` with a widget token.` },
    role: {
      ...role,
      description: `${role.description} Not with a widget token (403). Default: \`human_agent\` at the dashboard, otherwise \`customer\`.`,
    },
    author: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      pattern: '^[^\\r\\n]*\\S[^\\r\\n]*$',
      description:
        'Name of a `human_agent`, which the customer sees. A user of the dashboard has their own. Default: none.',
    },
  },
  examples: [{ state: 'typing' }, { state: 'typing', role: 'human_agent', author: 'Anna' }],
} as const

const HOW =
  'Sent at once to clients that follow the chat, and not stored. Send `typing` at most every 3 seconds while the person writes; clients drop it after 6 seconds. Visitors see only that people write, by name, and only while people have the chat.'

/** Presence in sessions and in conversations: the same route under two prefixes. */
export const presences = new Router<State, Services>()
for (const kind of ['session', 'conversation'] as const) {
  const Name = THREAD_NAMES[kind]
  presences.post(
    `/api/v1/${kind}s/:${kind}_id/presence`,
    operation(
      `send${Name}Presence`,
      `Show that a person types in a ${kind}`,
      { 200: one(object('Presence', 'What a person does in a chat.', { role, state })) },
      HOW,
    ),
    authenticateFor(kind),
    rateLimitReads,
    validate(newPresence),
    (ctx) => postPresence(ctx, kind),
  )
}

async function postPresence(ctx: Ctx, kind: ThreadKind) {
  const { state, role, author } = ctx.state.body as FromSchema<typeof newPresence>
  const { kind: by, user } = ctx.state.caller
  if (by === 'widget' && (role || author))
    throw new AppError('scope', 'A visitor is the customer: omit `role` and `author`.')
  if (by === 'widget' && state === 'viewing')
    throw validationFailed([{ field: 'state', code: 'enum', detail: 'must be `typing` or `away`' }])
  const { id: thread_id, organization_id } = await placeOf(ctx, kind)
  const shownRole = role ?? (by === 'dashboard' ? 'human_agent' : 'customer')
  const isPerson = shownRole === 'human_agent'
  ctx.liveSignals.presenceChanged({
    organization_id,
    thread_id,
    role: shownRole,
    state,
    user_id: (isPerson && user?.id) || null,
    name: (isPerson && (user ? user.name : author)) || null,
    photo: (isPerson && user?.photo) || null,
  })
  answer(ctx, 200, 'Sent.', { role: shownRole, state })
}
