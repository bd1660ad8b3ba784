import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { AppError } from '../../../shared/lib/errors.ts'
import {
  authenticatorPlace,
  putAuthenticator,
  readAuthenticator,
  removeAuthenticator,
} from '../../../shared/people/authenticators.ts'
import { findUser, type User } from '../../../shared/people/users.ts'
import { noteAudit } from '../../audit/recordEvent.ts'
import { confirmation, ownPassword, requireOwnPassword } from '../../auth/ownPassword.ts'
import { hashCode, makeBackupCodes, makeSecret, stepOf } from '../../auth/secondFactor.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { count, flag, object, one, orNull, text, time } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validate } from '../../middleware/validate.ts'
import { idOf } from '../records/ids.ts'

const secret = {
  type: 'string',
  pattern: '^[A-Z2-7]{32}$',
  description: 'Secret that service and authenticator app share: 20 random bytes in base32.',
} as const

const newAuthenticator = {
  type: 'object',
  additionalProperties: false,
  required: ['password', 'secret', 'code'],
  properties: {
    password: ownPassword,
    secret,
    code: {
      type: 'string',
      pattern: '^[0-9]{3}[ ]?[0-9]{3}$',
      description: 'The six digits that the app shows now; proves that it has the secret.',
    },
  },
  examples: [
    { password: 'a long password', secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', code: '492039' },
  ],
} as const

const standing = one(
  object('SecondFactor', 'Whether signing in needs more than your password.', {
    is_on: flag('Whether signing in needs a code of your authenticator app.'),
    since: orNull(time('When you set the app up'), '`is_on` is false'),
    backup_codes_left: count('How many backup codes are unused.'),
  }),
)
const newSecret = one(
  object('AuthenticatorSecret', 'The secret for an authenticator app. It is not stored yet.', {
    secret,
    uri: text('The same as an `otpauth://` address, for a QR code.'),
  }),
)
const backupCodes = one(
  object('BackupCodes', 'Codes for a user without their authenticator app.', {
    backup_codes: {
      type: 'array',
      items: text('A backup code.'),
      description: 'Each signs in once in place of a code of the app. Only this answer has them.',
    },
  }),
)
const removed = one(
  object('SecondFactorRemoved', 'The outcome of removing an authenticator app.', {
    was_on: flag('Whether you had an authenticator app.'),
  }),
)

/** Authenticator apps, whose codes a sign-in by password needs as well. */
export const authenticators = new Router<State, Services>()
authenticators.get(
  '/api/v1/account/authenticator',
  operation(
    'readAuthenticator',
    'Read whether you have an authenticator app',
    { 200: standing },
    'With the number of backup codes that are left.',
  ),
  authenticate('viewer'),
  rateLimit,
  getStanding,
)
authenticators.post(
  '/api/v1/account/authenticator/secret',
  operation(
    'makeAuthenticatorSecret',
    'Create a secret for an authenticator app',
    { 200: newSecret },
    'Stores nothing: `POST /api/v1/account/authenticator` does.',
  ),
  authenticate('viewer'),
  rateLimit,
  postSecret,
)
authenticators.post(
  '/api/v1/account/authenticator',
  operation(
    'putAuthenticator',
    'Set up your authenticator app',
    { 200: backupCodes },
    'From now on, signing in by password needs a code as well. Replaces an earlier app and its backup codes. A wrong `code` answers 422 `second_factor_wrong`.',
  ),
  authenticate('viewer'),
  rateLimit,
  validate(newAuthenticator),
  postOwn,
)
authenticators.post(
  '/api/v1/account/authenticator/remove',
  operation(
    'removeAuthenticator',
    'Remove your authenticator app',
    { 200: removed },
    'Signing in needs only your password again. The backup codes end.',
  ),
  authenticate('viewer'),
  rateLimit,
  validate(confirmation),
  postRemoval,
)
authenticators.delete(
  '/api/v1/users/:id/authenticator',
  operation(
    'removeUserAuthenticator',
    "Remove a user's authenticator app",
    { 200: removed },
    'For a user who has lost the app and the backup codes: they sign in with only the password, and set up another app.',
  ),
  authenticate('owner'),
  rateLimit,
  deleteOfUser,
)

async function getStanding(ctx: Ctx) {
  const found = await readAuthenticator(ctx.db, ctx.state.caller.user!)
  answer(ctx, 200, found ? 'You have an authenticator app.' : 'You have no authenticator app.', {
    is_on: found !== undefined,
    since: found?.created_at ?? null,
    backup_codes_left: found?.codes_left ?? 0,
  })
}

async function postSecret(ctx: Ctx) {
  answer(ctx, 200, 'Secret made.', makeSecret(ctx.state.caller.user!))
}

async function postOwn(ctx: Ctx) {
  const { password, secret, code } = ctx.state.body as FromSchema<typeof newAuthenticator>
  const user = ctx.state.caller.user!
  await requireOwnPassword(ctx, 'password', password)
  const step = stepOf(secret, code)
  if (step === undefined)
    throw new AppError(
      'second_factor_wrong',
      'The app shows another code for this secret. Is the time of your phone right?',
    )
  const backup_codes = makeBackupCodes()
  const sealed = ctx.sealer.seal(secret, authenticatorPlace(user))
  await putAuthenticator(ctx.db, user, sealed, step, backup_codes.map(hashCode))
  noteChange(ctx, user)
  answer(ctx, 200, 'Signing in needs a code from now on. Keep the backup codes.', { backup_codes })
}

async function postRemoval(ctx: Ctx) {
  const { password } = ctx.state.body as FromSchema<typeof confirmation>
  await requireOwnPassword(ctx, 'password', password)
  await remove(ctx, ctx.state.caller.user!)
}

async function deleteOfUser(ctx: Ctx) {
  await remove(ctx, await findUser(ctx.db, ctx.state.caller.organization_id, idOf(ctx, 'user')))
}

async function remove(ctx: Ctx, user: User) {
  const was_on = await removeAuthenticator(ctx.db, user)
  noteChange(ctx, user)
  if (!was_on) noteAudit(ctx, { isNothing: true })
  answer(ctx, 200, was_on ? 'Authenticator app removed.' : 'There was no authenticator app.', {
    was_on,
  })
}

/** Secret, codes and password stay out of the event. */
const noteChange = (ctx: Ctx, { id, email }: User) =>
  noteAudit(ctx, { target: { id, label: email }, fields: [] })
