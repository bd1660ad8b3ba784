import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { AppError } from '../../../shared/lib/errors.ts'
import { parseUrl } from '../../../shared/lib/parseUrl.ts'
import { hashSecret } from '../../../shared/lib/secrets.ts'
import { readAuthenticator } from '../../../shared/people/authenticators.ts'
import {
  endSessionsByPassword,
  newSingleSignOnId,
  putSingleSignOn,
  readSingleSignOn,
  removeSingleSignOn,
  type SingleSignOn,
  singleSignOnPlace,
} from '../../../shared/people/singleSignOn.ts'
import { ROLES, type Role } from '../../../shared/people/users.ts'
import { noteAudit } from '../../audit/recordEvent.ts'
import { role, tokenOf } from '../../auth/loginSessions.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer, answerDeleted } from '../../http/envelope.ts'
import { ifMatch, seenBy, tagOf } from '../../http/etags.ts'
import { validationFailed } from '../../http/fieldErrors.ts'
import { operation } from '../../http/operation.ts'
import {
  deleted,
  described,
  object,
  one,
  orNull,
  presenter,
  record,
  text,
} from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validate } from '../../middleware/validate.ts'
import { clientOf, redirectUri } from './singleSignOnEntry.ts'

/**
 * Characters of a secret that gets a hint: four characters of a shorter secret would reveal too
 * much.
 */
const MIN_HINTED = 16

const DOMAIN = '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){1,8}[a-z0-9-]{2,63}$'

const fields = {
  issuer: {
    type: 'string',
    maxLength: 500,
    pattern: '^https?://[^\\s?#@]+$',
    description:
      'Address of the identity provider as its tokens have it, below which it has `.well-known/openid-configuration`. It must be public; the operator can allow others (`EGRESS_ALLOWED_HOSTS`).',
  },
  client_id: {
    type: 'string',
    minLength: 1,
    maxLength: 200,
    description: "Parley's client id at the identity provider.",
  },
  domains: {
    type: 'array',
    minItems: 1,
    maxItems: 20,
    uniqueItems: true,
    items: {
      type: 'string',
      maxLength: 253,
      pattern: DOMAIN,
      description: 'A domain, in small letters.',
    },
    description: 'Domains of addresses that may become users by signing in.',
  },
  role_claim: orNull(
    {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: "The claim with a person's groups or roles: a text, or a list of texts.",
    },
    'new users get `default_role`',
  ),
  roles: {
    type: 'object',
    maxProperties: 50,
    additionalProperties: { type: 'string', enum: ROLES },
    description:
      'The role for each value of the claim; the highest role wins. It is set at each sign-in, except for the last owner.',
  },
  default_role: orNull(
    { ...role, description: 'The role of people whose claim has no value of `roles`.' },
    'they may not sign in',
  ),
  is_required: {
    type: 'boolean',
    description:
      'Whether passwords are refused. Owners with an authenticator app may still use theirs, in case the provider fails; so you need an app to set this.',
  },
} as const

const settings = {
  type: 'object',
  additionalProperties: false,
  required: ['issuer', 'client_id', 'domains'],
  properties: {
    ...fields,
    client_secret: {
      type: 'string',
      minLength: 1,
      maxLength: 1_000,
      pattern: '^[!-~]+$',
      description:
        'The secret that the identity provider gave for it. No answer has it. Needed at first, and with another issuer or client; otherwise the stored one stays.',
    },
  },
  examples: [
    {
      issuer: 'https://login.example.com',
      client_id: 'parley',
      client_secret: 'a-secret-of-the-provider',
      domains: ['example.com'],
      role_claim: 'groups',
      roles: { 'parley-admins': 'owner' },
      default_role: 'viewer',
    },
  ],
} as const
type Settings = Omit<FromSchema<typeof settings>, 'role_claim' | 'default_role'> & {
  role_claim?: string | null
  default_role?: Role | null
}

const shown = record('SingleSignOn', 'The identity provider by which your people sign in.', {
  ...fields,
  client_secret_hint: text('The last four characters of the client secret; empty for a short one.'),
  redirect_uri: text('Address to enter at the identity provider, to which it sends people back.'),
})
const present = (ctx: Ctx, found: SingleSignOn) => ({
  ...presenter<SingleSignOn>(shown)(found),
  redirect_uri: redirectUri(ctx),
})
const setUp = object('SingleSignOnSetUp', "The organization's single sign-on, if it is set up.", {
  settings: orNull(described(shown, 'The settings.'), 'your organization has none'),
  redirect_uri: text('Address to enter at the identity provider, to which it sends people back.'),
})

/** An organization's own identity provider. */
export const singleSignOn = new Router<State, Services>()
singleSignOn.get(
  '/api/v1/single-sign-on',
  operation('readSingleSignOn', 'Read how your people sign in by single sign-on', {
    200: one(setUp),
  }),
  authenticate('owner'),
  rateLimit,
  getSettings,
)
singleSignOn.post(
  '/api/v1/single-sign-on',
  operation(
    'putSingleSignOn',
    'Set up single sign-on',
    { 200: one(shown) },
    'Asks the identity provider for its addresses before anything is stored, so a wrong `issuer` is named. Replaces all settings. When `is_required` becomes true, sessions of people who have never signed in by it end, except yours.',
  ),
  authenticate('owner'),
  rateLimit,
  validate(settings),
  postSettings,
)
singleSignOn.delete(
  '/api/v1/single-sign-on',
  operation(
    'deleteSingleSignOn',
    'Remove single sign-on',
    { 200: deleted },
    'People without a password ask for a link to choose one.',
    ifMatch('settings'),
  ),
  authenticate('owner'),
  rateLimit,
  deleteSettings,
)

async function getSettings(ctx: Ctx) {
  const found = await readSingleSignOn(ctx.db, ctx.state.caller.organization_id)
  const settings = found ? present(ctx, found) : null
  const shown = { settings, redirect_uri: redirectUri(ctx) }
  ctx.state.tag = tagOf(shown, settings ?? shown)
  answer(ctx, 200, found ? 'Single sign-on found.' : 'There is no single sign-on.', shown)
}

async function postSettings(ctx: Ctx) {
  const body = ctx.state.body as Settings
  const { organization_id, user } = ctx.state.caller
  const before = await readSingleSignOn(ctx.db, organization_id)
  const client_secret = secretFor(ctx, body, before)
  const { issuer, client_id, domains, is_required = false } = body
  if (!parseUrl(issuer))
    throw invalid('issuer', 'format', 'must be an address, such as https://login.example.com')
  if (is_required && !before?.is_required && !(await readAuthenticator(ctx.db, user!)))
    throw invalid(
      'is_required',
      'conflict',
      'needs an authenticator app of yours: set one up in your account first',
    )
  await discover(ctx, { organization_id, issuer, client_id, client_secret })
  const id = before?.id ?? newSingleSignOnId()
  const stored = await putSingleSignOn(ctx.db, organization_id, id, {
    issuer,
    client_id,
    domains: [...domains],
    is_required,
    sealed_client_secret: ctx.sealer.seal(
      client_secret,
      singleSignOnPlace({ organization_id, id }),
    ),
    client_secret_hint: client_secret.length < MIN_HINTED ? '' : client_secret.slice(-4),
    role_claim: body.role_claim ?? null,
    roles: { ...body.roles },
    default_role: body.default_role ?? null,
  })
  if (is_required && !before?.is_required)
    await endSessionsByPassword(ctx.db, organization_id, issuer, hashSecret(tokenOf(ctx)))
  noteAudit(ctx, { target: { id, label: issuer }, ...(before && { before }) })
  answer(ctx, 200, 'Single sign-on is set up.', present(ctx, stored))
}

/** Returns the secret of the body, or the stored secret of the same client at the same issuer. */
function secretFor(
  ctx: Ctx,
  { client_secret, issuer, client_id }: Settings,
  before: SingleSignOn | undefined,
) {
  if (client_secret) return client_secret
  // Otherwise an attacker could have a stored secret sent to an address of theirs.
  if (before?.issuer === issuer && before.client_id === client_id)
    return clientOf(ctx, before).client_secret
  throw invalid('client_secret', 'required', 'is required with another issuer or client')
}

async function discover(ctx: Ctx, client: Parameters<typeof ctx.oidc.discover>[0]): Promise<void> {
  try {
    await ctx.oidc.discover(client)
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'unavailable') throw error
    throw invalid('issuer', 'issuer', `cannot be used. ${error.message}`)
  }
}

async function deleteSettings(ctx: Ctx) {
  const check = seenBy<SingleSignOn>(ctx, (row) => present(ctx, row))
  const removed = await removeSingleSignOn(ctx.db, ctx.state.caller.organization_id, check)
  if (!removed) throw new AppError('not_found', 'Your organization has no single sign-on.')
  const { issuer, client_id, domains, is_required } = removed
  noteAudit(ctx, {
    before: { issuer, client_id, domains, is_required },
    target: { id: removed.id, label: issuer },
  })
  answerDeleted(ctx, removed.id, 'Single sign-on removed.')
}

const invalid = (field: string, code: string, detail: string) =>
  validationFailed([{ field, code, detail }])
