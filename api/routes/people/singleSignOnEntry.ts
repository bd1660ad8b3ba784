import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { AppError } from '../../../shared/lib/errors.ts'
import { getOrganization } from '../../../shared/people/organizations.ts'
import {
  findSingleSignOn,
  readSingleSignOn,
  type SingleSignOn,
  singleSignOnPlace,
} from '../../../shared/people/singleSignOn.ts'
import { noteAudit, requestOf, storeAuditEvent } from '../../audit/recordEvent.ts'
import { type Admission, admit } from '../../auth/admission.ts'
import { requireOwnPage } from '../../auth/identity.ts'
import { enter, signedIn } from '../../auth/loginSessions.ts'
import type { OidcChecks } from '../../auth/oidc.ts'
import { readSealedCookie, setSealedCookie } from '../../auth/sealedCookies.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { object, one, text } from '../../http/schemas.ts'
import { rateLimitAddress } from '../../middleware/rateLimit.ts'
import { validate } from '../../middleware/validate.ts'

const departure = {
  type: 'object',
  additionalProperties: false,
  required: ['organization'],
  properties: {
    organization: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'Name of the organization, in capitals or not.',
    },
  },
  examples: [{ organization: 'Example Ltd' }],
} as const

const arrival = {
  type: 'object',
  additionalProperties: false,
  required: ['query'],
  properties: {
    query: {
      type: 'string',
      minLength: 1,
      maxLength: 8_000,
      description:
        'The query string of the address to which the identity provider sent the browser.',
    },
  },
  examples: [{ query: 'code=a-code&state=the-state' }],
} as const

const where = one(
  object('SingleSignOnDeparture', 'Where to sign in.', {
    url: text("Address of the organization's identity provider, to which the browser goes."),
  }),
)

/** Ties the return from the identity provider to the browser that left for it. */
interface Departure extends OidcChecks {
  organization_id: string
}

/** Returns the address to which identity providers send people back. */
export const redirectUri = ({ config, origin }: Ctx) =>
  new URL('/dashboard/single-sign-on', config.PUBLIC_URL ?? origin).href

/** Returns the organization's client at its identity provider. */
export const clientOf = ({ sealer }: Ctx, found: SingleSignOn) => ({
  organization_id: found.organization_id,
  issuer: found.issuer,
  client_id: found.client_id,
  client_secret: sealer.open(found.sealed_client_secret, singleSignOnPlace(found)),
})

/** Sign-ins by an organization's own identity provider, with OpenID Connect. */
export const singleSignOnEntry = new Router<State, Services>()
singleSignOnEntry.post(
  '/dashboard/single-sign-on',
  operation(
    'beginSingleSignOn',
    'Begin to sign in by single sign-on',
    { 200: where },
    'Sets a cookie, which ties the way back to this browser for 10 minutes. Answers 404 for an organization that does not exist or has no single sign-on.',
  ),
  rateLimitAddress('sign_in'),
  validate(departure),
  postDeparture,
)
singleSignOnEntry.post(
  '/dashboard/single-sign-on/finish',
  operation(
    'finishSingleSignOn',
    'Sign in with the answer of the identity provider',
    { 201: signedIn },
    "Creates the user at their first sign-in. The token's issuer and subject identify them.",
  ),
  rateLimitAddress('sign_in'),
  validate(arrival),
  postArrival,
)

async function postDeparture(ctx: Ctx) {
  requireOwnPage(ctx)
  const { organization } = ctx.state.body as FromSchema<typeof departure>
  const found = await findSingleSignOn(ctx.db, organization.trim())
  if (!found)
    throw new AppError(
      'not_found',
      'No organization of this name has single sign-on. Sign in with your password, or ask its owner.',
    )
  const { url, checks } = await ctx.oidc.begin(clientOf(ctx, found), redirectUri(ctx))
  setSealedCookie(ctx, 'single_sign_on', { organization_id: found.organization_id, ...checks })
  answer(ctx, 200, 'Go there.', { url })
}

async function postArrival(ctx: Ctx) {
  requireOwnPage(ctx)
  const { query } = ctx.state.body as FromSchema<typeof arrival>
  const departed = readSealedCookie<Departure>(ctx, 'single_sign_on')
  if (!departed)
    throw new AppError(
      'single_sign_on_failed',
      'This sign-in did not begin in this browser within the last 10 minutes. Start again.',
    )
  const { organization_id, ...checks } = departed
  setSealedCookie(ctx, 'single_sign_on', null)
  const found = await readSingleSignOn(ctx.db, organization_id)
  if (!found)
    throw new AppError('single_sign_on_failed', 'Your organization has no single sign-on any more.')
  const url = new URL(redirectUri(ctx))
  url.search = query
  const claims = await ctx.oidc.finish(clientOf(ctx, found), url, checks)
  const admission = await admit(ctx, found, claims)
  const { name: organization } = await getOrganization(ctx.db, organization_id)
  await auditChange(ctx, admission)
  const { id, email } = admission.user
  noteAudit(ctx, {
    actor: { organization_id, actor_kind: 'user', actor_id: id, actor: email },
    target: { id, label: email },
    after: { issuer: found.issuer },
    fields: ['issuer'],
  })
  answer(ctx, 201, 'Signed in.', await enter(ctx, { ...admission.user, organization }))
}

const ACTIONS = {
  created: 'user.created',
  linked: 'user.identity_linked',
  role: 'user.changed',
} as const

/** Audits what the provider changed of the user, before they are signed in. */
async function auditChange(ctx: Ctx, { user, change, before }: Admission): Promise<void> {
  if (!change) return
  const { id, organization_id, email, role } = user
  await storeAuditEvent(ctx, {
    organization_id,
    actor_kind: 'user',
    actor_id: id,
    actor: email,
    ...requestOf(ctx),
    action: ACTIONS[change],
    target_kind: 'user',
    target_id: id,
    target_label: email,
    changes: { role: { ...(before && { before }), after: role } },
  })
}
