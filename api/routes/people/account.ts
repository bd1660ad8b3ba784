import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { hashPassword, hashSecret } from '../../../shared/lib/secrets.ts'
import {
  type DashboardSession,
  endDashboardSession,
  endDashboardSessions,
  listDashboardSessions,
} from '../../../shared/people/dashboardSessions.ts'
import { renameUser, setPassword } from '../../../shared/people/users.ts'
import { noteAudit } from '../../audit/recordEvent.ts'
import { rememberDevice } from '../../auth/knownDevices.ts'
import {
  presentSignedIn,
  presentUser,
  setCookie,
  signedIn,
  tokenOf,
} from '../../auth/loginSessions.ts'
import { requireOwnPassword, wrongPassword } from '../../auth/ownPassword.ts'
import { newPassword, refuseObvious } from '../../auth/passwords.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { browserName } from '../../http/browserName.ts'
import { answer } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { count, flag, object, one, orNull, text, time, uuid } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validate, validateChanges } from '../../middleware/validate.ts'
import { idOf } from '../records/ids.ts'

/** The name of a person. */
export const personName = {
  type: 'string',
  minLength: 1,
  maxLength: 120,
  pattern: '\\S',
  description: 'Name of the user; must not be blank.',
} as const

const accountChanges = {
  type: 'object',
  additionalProperties: false,
  properties: { name: orNull(personName, 'no name') },
  examples: [{ name: 'Zoe' }],
} as const

const passwordChange = {
  type: 'object',
  additionalProperties: false,
  required: ['current_password', 'new_password'],
  properties: {
    current_password: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'The password to be replaced, which proves that the request comes from you.',
    },
    new_password: newPassword,
  },
  examples: [{ current_password: 'a long password', new_password: 'four words nobody expects' }],
} as const

const ownSession = object(
  'OwnSession',
  'A session at the dashboard: one browser in which you are signed in.',
  {
    id: uuid('Id of this session, with which to end it.'),
    browser: orNull(
      text('Browser and system at the sign-in, such as `Firefox on Linux`.'),
      'the browser did not say',
    ),
    is_current: flag('Whether this request belongs to this session.'),
    created_at: time('When you signed in'),
    last_seen_at: time('When its last request came, to the minute'),
  },
)
const presentSession = ({ user_agent, ...session }: DashboardSession) => ({
  ...session,
  browser: browserName(user_agent),
})
const ownSessions = one({
  type: 'array',
  items: ownSession,
  description: 'The current session first, then by their last request; at most 200.',
})
export const endedSessions = one(
  object('EndedSessions', 'The outcome of signing out.', {
    ended_sessions: count('How many sessions were open and have ended.'),
  }),
)

/** Routes for the user's own account, open to every role. */
export const account = new Router<State, Services>()
account.patch(
  '/api/v1/account',
  operation(
    'changeAccount',
    'Change your name',
    { 200: signedIn },
    'Changes your name at the dashboard.',
  ),
  authenticate('viewer'),
  rateLimit,
  validateChanges(accountChanges, async (ctx) => presentUser(ctx.state.caller.user!)),
  patchAccount,
)
account.post(
  '/api/v1/account/password',
  operation(
    'changePassword',
    'Change your password',
    { 200: signedIn },
    'Ends all your other sessions. A wrong `current_password` counts as a try to sign in (`ACCOUNT_SIGN_IN_LIMIT`).',
  ),
  authenticate('viewer'),
  rateLimit,
  validate(passwordChange),
  postPassword,
)
account.get(
  '/api/v1/account/sessions',
  operation(
    'listOwnSessions',
    'List where you are signed in',
    { 200: ownSessions },
    'A session ends after 12 hours without a request, and after 7 days in all.',
  ),
  authenticate('viewer'),
  rateLimit,
  getSessions,
)
account.delete(
  '/api/v1/account/sessions',
  operation(
    'signOutEverywhere',
    'Sign out everywhere, here as well',
    { 200: endedSessions },
    'Ends all your sessions at the dashboard, and clears the cookie of this session.',
  ),
  authenticate('viewer'),
  rateLimit,
  deleteSessions,
)
account.delete(
  '/api/v1/account/sessions/:id',
  operation(
    'endOwnSession',
    'End one of your sessions',
    { 200: endedSessions },
    'Answers 0 `ended_sessions` if you have no such session, or it has ended.',
  ),
  authenticate('viewer'),
  rateLimit,
  deleteSession,
)

async function patchAccount(ctx: Ctx) {
  const { name } = ctx.state.body as { name?: string | null }
  const user = ctx.state.caller.user!
  if (name === undefined)
    return answer(ctx, 200, 'Nothing changed.', presentSignedIn(user, tokenOf(ctx)))
  const renamed = { ...user, ...(await renameUser(ctx.db, user, name?.trim() ?? null)) }
  noteAudit(ctx, { target: { id: user.id, label: user.email }, before: user, after: renamed })
  answer(ctx, 200, 'Name changed.', presentSignedIn(renamed, tokenOf(ctx)))
}

async function postPassword(ctx: Ctx) {
  const { current_password, new_password } = ctx.state.body as FromSchema<typeof passwordChange>
  const user = ctx.state.caller.user!
  const seen = await requireOwnPassword(ctx, 'current_password', current_password)
  await refuseObvious('new_password', new_password, user.email)
  const password_hash = await hashPassword(new_password, ctx.config.PASSWORD_COST)
  const kept = { exceptTokenHash: hashSecret(tokenOf(ctx)), seen }
  if (!(await setPassword(ctx.db, user, password_hash, kept)))
    throw wrongPassword('current_password')
  rememberDevice(ctx, { id: user.id, password_hash })
  noteAudit(ctx, { target: { id: user.id, label: user.email } })
  answer(
    ctx,
    200,
    'Password changed. Your other sessions have ended.',
    presentSignedIn(user, tokenOf(ctx)),
  )
}

async function getSessions(ctx: Ctx) {
  const found = await listDashboardSessions(
    ctx.db,
    ctx.state.caller.user!,
    hashSecret(tokenOf(ctx)),
  )
  answer(ctx, 200, `${found.length} found.`, found.map(presentSession))
}

async function deleteSession(ctx: Ctx) {
  const user = ctx.state.caller.user!
  const id = idOf(ctx, 'session')
  const ended = await endDashboardSession(ctx.db, user, id)
  if (!ended) {
    noteAudit(ctx, { isNothing: true })
    return answer(ctx, 200, 'You have no such session: it has ended.', { ended_sessions: 0 })
  }
  if (ended.token_hash.equals(hashSecret(tokenOf(ctx)))) setCookie(ctx, null)
  noteAudit(ctx, {
    target: { id: user.id, label: user.email },
    after: { browser: browserName(ended.user_agent) },
    fields: ['browser'],
  })
  answer(ctx, 200, 'Session ended.', { ended_sessions: 1 })
}

async function deleteSessions(ctx: Ctx) {
  const user = ctx.state.caller.user!
  const ended_sessions = await endDashboardSessions(ctx.db, user)
  setCookie(ctx, null)
  noteAudit(ctx, { target: { id: user.id, label: user.email }, fields: ['ended_sessions'] })
  answer(ctx, 200, 'Signed out everywhere.', { ended_sessions })
}
