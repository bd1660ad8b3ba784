import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { AppError } from '../../../shared/lib/errors.ts'
import {
  createPasskey,
  findByPasskey,
  listPasskeys,
  MAX_PASSKEYS,
  markPasskeyUsed,
  type Passkey,
  removePasskey,
} from '../../../shared/people/passkeys.ts'
import { noteAudit } from '../../audit/recordEvent.ts'
import { requirePasswordAllowed } from '../../auth/admission.ts'
import { requireOwnPage } from '../../auth/identity.ts'
import { enter, signedIn } from '../../auth/loginSessions.ts'
import { confirmation, requireOwnPassword } from '../../auth/ownPassword.ts'
import {
  creationOptions,
  requestOptions,
  verifyCreation,
  verifyRequest,
} from '../../auth/passkeys.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { count, object, one, orNull, presenter, text, time, uuid } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit, rateLimitAddress } from '../../middleware/rateLimit.ts'
import { validate } from '../../middleware/validate.ts'
import { idOf } from '../records/ids.ts'

/** The JSON of a browser's `PublicKeyCredential`. The library checks its parts. */
const response = {
  type: 'object',
  required: ['id', 'rawId', 'response', 'type'],
  properties: {
    id: {
      type: 'string',
      minLength: 1,
      maxLength: 1_400,
      description: "The authenticator's id of the passkey.",
    },
    rawId: { type: 'string', maxLength: 1_400, description: 'The same as `id`.' },
    response: { type: 'object', description: 'The signed data of the authenticator.' },
    type: { type: 'string', enum: ['public-key'], description: 'The kind of credential.' },
  },
  description:
    "The answer of the browser's authenticator, as `PublicKeyCredential.toJSON()` gives it.",
} as const
const EXAMPLE = { id: 'an-id', rawId: 'an-id', type: 'public-key', response: {} }

const newPasskey = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'response'],
  properties: {
    name: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      pattern: '\\S',
      description: 'Your name for it, such as its device.',
    },
    response,
  },
  examples: [{ name: 'Phone', response: EXAMPLE }],
} as const

const arrival = {
  type: 'object',
  additionalProperties: false,
  required: ['response'],
  properties: { response },
  examples: [{ response: EXAMPLE }],
} as const

const passkey = object(
  'Passkey',
  "Your passkey: a device's key, with which you sign in to the dashboard.",
  {
    id: uuid('Id of this passkey, with which to remove it.'),
    name: text('Your name for it.'),
    created_at: time('When you created it'),
    last_used_at: orNull(time('When it last signed you in'), 'never'),
  },
)
const present = presenter<Passkey>(passkey)
const list = one({
  type: 'array',
  items: passkey,
  description: `Your passkeys, oldest first; at most ${MAX_PASSKEYS}.`,
})
const options = one(
  object('PasskeyOptions', "The request to the browser's authenticator.", {
    options: {
      type: 'object',
      description:
        'For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`.',
    },
  }),
)

const removal = one(
  object('PasskeyRemoved', 'The outcome of removing a passkey.', {
    removed_passkeys: count('How many were removed: 1, or 0 if you had no such passkey.'),
  }),
)

/** Passkeys, which combine two factors: the device, and what unlocks it. */
export const passkeys = new Router<State, Services>()
passkeys.post(
  '/dashboard/passkey',
  operation(
    'beginPasskeySignIn',
    'Begin to sign in with a passkey',
    { 200: options },
    'Sets a cookie, which ties the answer to this browser for 10 minutes. Names no user.',
  ),
  rateLimitAddress('sign_in'),
  postBegin,
)
passkeys.post(
  '/dashboard/passkey/finish',
  operation(
    'finishPasskeySignIn',
    'Sign in with a passkey',
    { 201: signedIn },
    'Needs no password and no code. Answers 401 for a passkey that is unknown or was removed.',
  ),
  rateLimitAddress('sign_in'),
  validate(arrival),
  postFinish,
)
passkeys.get(
  '/api/v1/account/passkeys',
  operation(
    'listPasskeys',
    'List your passkeys',
    { 200: list },
    'Shows their names and uses, never their keys.',
  ),
  authenticate('viewer'),
  rateLimit,
  getOwn,
)
passkeys.post(
  '/api/v1/account/passkeys/options',
  operation(
    'beginPasskey',
    'Begin to create a passkey',
    { 200: options },
    'Sets a cookie, which ties the answer to this browser for 10 minutes.',
  ),
  authenticate('viewer'),
  rateLimit,
  validate(confirmation),
  postOptions,
)
passkeys.post(
  '/api/v1/account/passkeys',
  operation(
    'createPasskey',
    'Store a passkey that the browser created',
    { 201: one(passkey) },
    'Takes the answer to the options that this browser got before.',
  ),
  authenticate('viewer'),
  rateLimit,
  validate(newPasskey),
  postOwn,
)
passkeys.delete(
  '/api/v1/account/passkeys/:id',
  operation(
    'deletePasskey',
    'Remove one of your passkeys',
    { 200: removal },
    'It can no longer be used to sign in. Answers 0 `removed_passkeys` if you have no such passkey.',
  ),
  authenticate('viewer'),
  rateLimit,
  deleteOwn,
)

async function postBegin(ctx: Ctx) {
  requireOwnPage(ctx)
  answer(ctx, 200, 'Ask the authenticator.', { options: await requestOptions(ctx) })
}

async function postFinish(ctx: Ctx) {
  requireOwnPage(ctx)
  const { response } = ctx.state.body as FromSchema<typeof arrival>
  const found = await findByPasskey(ctx.db, response.id)
  const counter = found && (await verifyRequest(ctx, found.credential, response))
  if (counter === undefined || !(await markPasskeyUsed(ctx.db, found!, found!.credential, counter)))
    throw new AppError(
      'unauthenticated',
      'Authentication required: this passkey is unknown here, or its answer too old.',
    )
  const { credential, ...user } = found!
  await requirePasswordAllowed(ctx, user, 'passkey')
  noteAudit(ctx, {
    actor: {
      organization_id: user.organization_id,
      actor_kind: 'user',
      actor_id: user.id,
      actor: user.email,
    },
    target: { id: user.id, label: user.email },
    after: { second_factor: 'passkey' },
    fields: ['second_factor'],
  })
  answer(ctx, 201, 'Signed in.', await enter(ctx, user))
}

async function getOwn(ctx: Ctx) {
  const found = await listPasskeys(ctx.db, ctx.state.caller.user!)
  answer(ctx, 200, `${found.length} found.`, found.map(present))
}

async function postOptions(ctx: Ctx) {
  const { password } = ctx.state.body as FromSchema<typeof confirmation>
  const user = ctx.state.caller.user!
  await requireOwnPassword(ctx, 'password', password)
  const existing = await listPasskeys(ctx.db, user)
  if (existing.length >= MAX_PASSKEYS)
    throw new AppError('passkey_refused', `You have ${MAX_PASSKEYS} passkeys. Remove one first.`)
  answer(ctx, 200, 'Ask the authenticator.', {
    options: await creationOptions(ctx, user, existing),
  })
}

async function postOwn(ctx: Ctx) {
  const { name, response } = ctx.state.body as FromSchema<typeof newPasskey>
  const user = ctx.state.caller.user!
  const credential = await verifyCreation(ctx, user, response)
  const created = credential && (await createPasskey(ctx.db, user, credential, name.trim()))
  if (!created)
    throw new AppError(
      'passkey_refused',
      'This is not a passkey for this page, or its answer is older than 10 minutes or was used. Start again.',
    )
  noteAudit(ctx, {
    target: { id: user.id, label: user.email },
    after: { passkey: created.name },
    fields: ['passkey'],
  })
  answer(ctx, 201, 'Passkey kept.', present(created))
}

async function deleteOwn(ctx: Ctx) {
  const user = ctx.state.caller.user!
  const removed = await removePasskey(ctx.db, user, idOf(ctx, 'passkey'))
  noteAudit(ctx, {
    target: { id: user.id, label: user.email },
    ...(removed ? { before: { passkey: removed.name } } : { isNothing: true }),
    fields: ['passkey'],
  })
  answer(ctx, 200, removed ? 'Passkey removed.' : 'You have no such passkey.', {
    removed_passkeys: removed ? 1 : 0,
  })
}
