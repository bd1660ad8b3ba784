import Router from '@koa/router'
import { endDashboardSessions } from '../../../shared/store/accounts/dashboardSessions.ts'
import {
  changeRole,
  findUser,
  listUsers,
  type Person,
  type Role,
  removeUser,
} from '../../../shared/store/accounts/users.ts'
import { noteAudit } from '../../audit/recordEvent.ts'
import { role } from '../../auth/loginSessions.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer, answerDeleted, answerPage } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { deleted, many, one, orNull, presenter, record, text, time } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validate } from '../../middleware/validate.ts'
import { idOf } from '../records/ids.ts'
import { pageOf, validatePage } from '../records/paging.ts'
import { endedSessions } from './account.ts'

const person = record(
  'Person',
  'A user of the dashboard.',
  {
    email: text('Address that the user signs in with.'),
    name: orNull(text('What the user is called.'), 'not given'),
    role,
    last_seen_at: orNull(
      time('When their last request at the dashboard came, to the minute'),
      'they never signed in',
    ),
  },
  'user',
)
const present = presenter<Person>(person)

const roleChange = {
  type: 'object',
  additionalProperties: false,
  required: ['role'],
  properties: { role },
  examples: [{ role: 'editor' }],
} as const

const LAST =
  'Answers 409 `last_owner` for the last owner of the organization. Takes effect from the next request on.'

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
  validatePage('asc'),
  getUsers,
)
users.patch(
  '/api/v1/users/:id',
  operation('changeUser', "Change a user's role", { 200: one(person) }, LAST),
  authenticate('owner'),
  rateLimit,
  validate(roleChange),
  patchUser,
)
users.delete(
  '/api/v1/users/:id',
  operation('deleteUser', 'Remove a user, who is signed out at once', { 200: deleted }, LAST),
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

async function patchUser(ctx: Ctx) {
  const { role } = ctx.state.body as { role: Role }
  const { before, after } = await changeRole(
    ctx.db,
    ctx.state.caller.organization_id,
    idOf(ctx, 'user'),
    role,
  )
  noteAudit(ctx, { before, target: { id: after.id, label: after.email } })
  answer(ctx, 200, `${after.email} is ${role} now.`, present(after))
}

async function deleteUser(ctx: Ctx) {
  const removed = await removeUser(ctx.db, ctx.state.caller.organization_id, idOf(ctx, 'user'))
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
