import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { notFound } from '../../../shared/lib/errors.ts'
import { endDashboardSessions } from '../../../shared/people/dashboardSessions.ts'
import {
  changeUser,
  findUser,
  listUsers,
  type Person,
  removeUser,
  someUsers,
} from '../../../shared/people/users.ts'
import { noteAudit } from '../../audit/recordEvent.ts'
import { role } from '../../auth/loginSessions.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer, answerDeleted, answerPage } from '../../http/envelope.ts'
import { ifMatch, seenBy } from '../../http/etags.ts'
import { operation } from '../../http/operation.ts'
import {
  deleted,
  flag,
  many,
  one,
  orNull,
  photo,
  presenter,
  record,
  text,
  time,
} from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { noteThreads } from '../../middleware/signalThreads.ts'
import { validateChanges } from '../../middleware/validate.ts'
import { idOf } from '../records/ids.ts'
import { pageOf, validatePage } from '../records/paging.ts'
import { endedSessions } from './account.ts'
import { takesChats } from './availability.ts'

export const person = record(
  'Person',
  'A user of the dashboard.',
  {
    email: text('Address with which the user signs in.'),
    name: orNull(text('Name of the user.'), 'not given'),
    photo,
    role,
    is_active: flag('Whether they may sign in.'),
    takes_chats: takesChats,
    is_present: flag('Whether they have the dashboard open.'),
    last_seen_at: orNull(
      time('When they last had the dashboard open, to the minute'),
      'they never signed in',
    ),
  },
  'user',
)
const present = presenter<Person>(person)

const userChanges = {
  type: 'object',
  additionalProperties: false,
  properties: {
    role,
    is_active: {
      type: 'boolean',
      description:
        'Whether the user may sign in. False signs them out everywhere, single sign-on included.',
    },
    takes_chats: takesChats,
  },
  examples: [{ role: 'editor' }],
} as const

const LAST =
  'Answers 409 `last_owner` for the last owner of the organization. Takes effect from the next request on. The chats of a user who may no longer answer are released, so that others can take them.'

/** The people of an organization. */
export const users = new Router<State, Services>()
users.get(
  '/api/v1/users',
  operation(
    'listUsers',
    'List the users of the dashboard',
    { 200: many(person) },
    'Users of your organization, oldest first by default.',
  ),
  authenticate('dashboard'),
  rateLimit,
  validatePage('asc', { table: 'users' }),
  getUsers,
)
users.patch(
  '/api/v1/users/:id',
  operation(
    'changeUser',
    'Change the role of a user, or whether they may sign in or get chats',
    { 200: one(person) },
    LAST,
    ifMatch('user'),
  ),
  authenticate('owner'),
  rateLimit,
  validateChanges(userChanges, show),
  patchUser,
)
users.delete(
  '/api/v1/users/:id',
  operation(
    'deleteUser',
    'Remove a user, who is signed out at once',
    { 200: deleted },
    LAST,
    ifMatch('user'),
  ),
  authenticate('owner'),
  rateLimit,
  deleteUser,
)
users.delete(
  '/api/v1/users/:id/sessions',
  operation(
    'endUserSessions',
    'Sign a user out everywhere',
    { 200: endedSessions },
    'Ends all their sessions at the dashboard; they can sign in again.',
  ),
  authenticate('owner'),
  rateLimit,
  deleteSessions,
)

async function getUsers(ctx: Ctx) {
  const { page } = pageOf(ctx)
  const found = await listUsers(ctx.db, ctx.state.caller.organization_id, page)
  answerPage(ctx, found, page.limit, present)
}

async function show(ctx: Ctx) {
  const [found] = await someUsers(ctx.db, ctx.state.caller.organization_id, [idOf(ctx, 'user')])
  if (!found) throw notFound('user')
  return present(found)
}

async function patchUser(ctx: Ctx) {
  const changes = ctx.state.body as FromSchema<typeof userChanges>
  const { before, after, released } = await changeUser(
    ctx.db,
    ctx.state.caller.organization_id,
    idOf(ctx, 'user'),
    changes,
    seenBy(ctx, present),
  )
  noteThreads(ctx, released)
  noteAudit(ctx, { before, target: { id: after.id, label: after.email } })
  const detail = after.is_active
    ? `${after.email} is ${after.role} now.`
    : `${after.email} may not sign in.`
  answer(ctx, 200, detail, present(after))
}

async function deleteUser(ctx: Ctx) {
  const { db, state } = ctx
  const wanted = idOf(ctx, 'user')
  const { organization_id } = state.caller
  const { removed, released } = await removeUser(db, organization_id, wanted, seenBy(ctx, present))
  noteThreads(ctx, released)
  const { id, email, role, name } = removed
  noteAudit(ctx, { before: { email, role, name }, target: { id, label: email } })
  answerDeleted(ctx, id, `${email} removed, and signed out.`)
}

async function deleteSessions(ctx: Ctx) {
  const user = await findUser(ctx.db, ctx.state.caller.organization_id, idOf(ctx, 'user'))
  const ended_sessions = await endDashboardSessions(ctx.db, user)
  noteAudit(ctx, { target: { id: user.id, label: user.email }, fields: ['ended_sessions'] })
  answer(ctx, 200, `${user.email} is signed out everywhere.`, { ended_sessions })
}
