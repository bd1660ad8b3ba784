import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import type { Credentials } from '../../../shared/applications/applications.ts'
import { contextRecords } from '../../../shared/chat/contexts.ts'
import { AppError } from '../../../shared/lib/errors.ts'
import { isStorableJson } from '../../../shared/lib/storable.ts'
import { giveSession, identifyCustomer } from '../../../shared/visitors/identify.ts'
import { allowsOrigin } from '../../auth/credentialCache.ts'
import { vouches } from '../../auth/identity.ts'
import {
  type KnownCustomer,
  secondsOf,
  TOKEN_SECONDS,
  type Visitor,
} from '../../auth/widgetTokens.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { validationFailed } from '../../http/fieldErrors.ts'
import { operation } from '../../http/operation.ts'
import { count, object, orNull, text, time } from '../../http/schemas.ts'
import { rateLimitAddress } from '../../middleware/rateLimit.ts'
import { noteThreads } from '../../middleware/signalThreads.ts'
import { validate } from '../../middleware/validate.ts'
import { invalid, readIdentity, type VerifiedIdentity } from './identityToken.ts'

const mint = {
  type: 'object',
  additionalProperties: false,
  required: ['client_id'],
  properties: {
    client_id: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'Client id of the application that the page belongs to.',
    },
    token: {
      type: 'string',
      minLength: 1,
      maxLength: 2000,
      description:
        'The last token of this page, even if it has expired: the new token is for the same visitor, for 30 days in all. Without it: a new visitor.',
    },
    identity_token: {
      type: 'string',
      minLength: 1,
      maxLength: 8000,
      description:
        'Who the visitor is: a JWT that your server has signed with HS256 and an identity secret of the application. `sub` is your own id of the user; `iat` and `exp` are at most 24 hours apart; `name`, `email` and `traits` are merged into the traits of their context. Without it: as in `token`, until that identity ends, or anonymous.',
    },
    session_id: {
      type: 'string',
      format: 'uuid',
      description:
        "Only with `identity_token`: an open session of the visitor of `token`, which becomes the customer's if it belongs to no customer yet. Other sessions do not change.",
    },
  },
  examples: [{ client_id: 'app_greenleaf' }],
} as const
type Mint = FromSchema<typeof mint>

const widgetToken = object('WidgetToken', 'A token for one visitor, on pages of one origin.', {
  token: text('The token, a JWT, to be sent as `Authorization: Bearer …`.'),
  expires_in: count(
    `Seconds for which the token is valid: ${TOKEN_SECONDS}, or less if the identity of the visitor ends earlier.`,
  ),
  token_type: { type: 'string', enum: ['Bearer'], description: 'How the token is sent.' },
  identified_until: orNull(
    time('Until when the identity token identifies the visitor, over all renewed tokens'),
    'the visitor is anonymous',
  ),
})

const MINT =
  "Needs no credentials, but an Origin that the application allows; one IP address gets 30 tokens a minute (`MINT_MINUTE_LIMIT`). The token opens sessions, reaches only its visitor's sessions, and works only for this origin. With `identity_token`, it also reaches the customer's sessions from other devices. This is the only answer without an envelope."

export const widgetTokens = new Router<State, Services>()
widgetTokens.post(
  '/api/v1/auth/widget-token',
  operation('mintWidgetToken', "Get a token for a visitor's browser", { 200: widgetToken }, MINT, {
    Origin: {
      type: 'string',
      example: 'https://shop.example.com',
      description:
        'Origin of the page, which browsers send by themselves. The application must allow it.',
    },
  }),
  rateLimitAddress('mint'),
  validate(mint),
  postMint,
)

/** Answers without an envelope, as the specification shows it. */
async function postMint(ctx: Ctx) {
  const { client_id, token: last, identity_token, session_id } = ctx.state.body as Mint
  if (session_id !== undefined && identity_token === undefined)
    throw validationFailed([
      { field: 'session_id', code: 'identity_token', detail: 'goes only with `identity_token`' },
    ])
  const origin = ctx.get('Origin')
  const application = ctx.credentials.kept(client_id) ?? (await ctx.credentials.read(client_id))
  if (!application || !allowsOrigin(application.allowed_origins, origin))
    throw new AppError('origin_not_allowed', NOT_ALLOWED)
  const of = { app: client_id, org: application.organization_id, origin }
  const recalled = last === undefined ? undefined : ctx.tokens.recall(last)
  const isSameVisitor =
    recalled?.app === of.app && recalled.org === of.org && recalled.origin === of.origin
  const before = isSameVisitor ? recalled : undefined
  const visitor =
    identity_token === undefined
      ? { ...before, ...of, customer: await stillKnown(ctx, application, before?.customer) }
      : { ...of, ...(await identified(ctx, application, identity_token, { before, session_id })) }
  const token = ctx.tokens.mint(visitor)
  if (!token)
    throw new AppError(
      'widget_not_configured',
      'The operator has not set WIDGET_TOKEN_KEYS: there are no tokens.',
    )
  const { customer } = visitor
  ctx.status = 200
  ctx.body = {
    token,
    expires_in: secondsOf(visitor),
    token_type: 'Bearer',
    identified_until: customer ? new Date(customer.until * 1000) : null,
  }
}

/**
 * Returns the customer of the last token, unless what vouched for them has ended, or their context
 * was deleted.
 */
async function stillKnown(
  ctx: Ctx,
  application: Credentials,
  customer: KnownCustomer | undefined,
): Promise<KnownCustomer | undefined> {
  if (!customer || !(await vouches(ctx, application, customer.secret))) return undefined
  const found = await contextRecords.some(ctx.db, application.organization_id, [customer.context])
  return found.length ? customer : undefined
}

/**
 * Finds out who the visitor is, and gives the session to them. A visitor who was known as another
 * customer becomes a new visitor.
 * @throws AppError invalid_identity
 */
async function identified(
  ctx: Ctx,
  application: Credentials,
  identityToken: string,
  { before, session_id }: { before: Visitor | undefined; session_id: string | undefined },
): Promise<Pick<Visitor, 'customer'> & Partial<Pick<Visitor, 'sub' | 'since'>>> {
  const { organization_id } = application
  const { secret, until, ...named } = await identityIn(ctx, application, identityToken)
  const { context, goesOn, given } = await ctx.db.transaction(async (transaction) => {
    const context = await identifyCustomer(transaction, organization_id, named, requireStorable)
    if (!context)
      throw invalid('the data of this user was erased after it was signed. Sign a new one.')
    const goesOn =
      before && (!before.customer || before.customer.context === context) ? before : undefined
    const given =
      session_id !== undefined &&
      goesOn !== undefined &&
      (await giveSession(transaction, organization_id, session_id, goesOn.sub, context))
    return { context, goesOn, given }
  })
  if (given) noteThreads(ctx, [session_id!], organization_id)
  return {
    ...(goesOn && { sub: goesOn.sub, since: goesOn.since }),
    customer: { context, secret, until },
  }
}

/**
 * Reads an identity token. A refusal reads the database and tries again, because the cache may lack
 * a secret that was just created.
 */
async function identityIn(
  ctx: Ctx,
  application: Credentials,
  token: string,
): Promise<VerifiedIdentity> {
  try {
    return readIdentity(token, application, ctx.sealer)
  } catch (error) {
    const now = await ctx.credentials.read(application.client_id)
    if (!(error instanceof AppError && error.code === 'invalid_identity') || !now) throw error
    return readIdentity(token, now, ctx.sealer)
  }
}

function requireStorable(traits: unknown): void {
  if (!isStorableJson(traits))
    throw invalid(
      'the traits of the user, with those of this token, would be over 16 kB or 5 levels.',
    )
}

/** Also the answer for an unknown client id, so that nobody can probe for ids. */
const NOT_ALLOWED =
  'No application with this client_id allows the Origin of this request. Its owner adds origins to the list.'
