import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { AppError } from '../../../shared/errors.ts'
import { allowsOrigin } from '../../auth/credentialCache.ts'
import { TOKEN_SECONDS } from '../../auth/widgetTokens.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { operation } from '../../http/operation.ts'
import { count, object, text } from '../../http/schemas.ts'
import { rateLimitAddress } from '../../middleware/rateLimit.ts'
import { validate } from '../../middleware/validate.ts'

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
        'The last token of this page, ended at most 24 hours ago: the new one is then for the same visitor, for 30 days in all. Without it: a new visitor.',
    },
  },
  examples: [{ client_id: 'app_greenleaf' }],
} as const
type Mint = FromSchema<typeof mint>

const widgetToken = object('WidgetToken', 'A token for one visitor, on pages of one origin.', {
  token: text('The token, a JWT, to be sent as `Authorization: Bearer …`.'),
  expires_in: count(`Seconds for which the token is valid: ${TOKEN_SECONDS}.`),
  token_type: { type: 'string', enum: ['Bearer'], description: 'How the token is sent.' },
})

const MINT =
  'Needs no credentials, but an Origin that the application allows; one IP address gets 30 tokens a minute (`MINT_MINUTE_LIMIT`). The token opens sessions, reaches those of its visitor alone, and works for no other origin. The one answer without an envelope.'

export const widgetTokens = new Router<State, Services>()
widgetTokens.post(
  '/api/v1/auth/widget-token',
  operation('mintWidgetToken', "Get a token for a visitor's browser", { 200: widgetToken }, MINT, {
    Origin: {
      type: 'string',
      example: 'https://shop.example.com',
      description:
        'Origin of the page: browsers send it by themselves. It must be one that the application allows.',
    },
  }),
  rateLimitAddress('mint'),
  validate(mint),
  postMint,
)

/** Answers without an envelope, as the specification shows it. */
async function postMint(ctx: Ctx) {
  const { client_id, token: last } = ctx.state.body as Mint
  const origin = ctx.get('Origin')
  const application = ctx.credentials.kept(client_id) ?? (await ctx.credentials.read(client_id))
  if (!application || !allowsOrigin(application.allowed_origins, origin))
    throw new AppError('origin_not_allowed', NOT_ALLOWED)
  const of = { app: client_id, org: application.organization_id, origin }
  const before = last === undefined ? undefined : ctx.tokens.recall(last)
  const isSameVisitor = before?.app === of.app && before.org === of.org && before.origin === of.origin
  const token = ctx.tokens.mint(isSameVisitor ? { ...before, ...of } : of)
  if (!token)
    throw new AppError(
      'widget_not_configured',
      'The operator has not set WIDGET_TOKEN_KEYS: there are no tokens.',
    )
  ctx.status = 200
  ctx.body = { token, expires_in: TOKEN_SECONDS, token_type: 'Bearer' }
}

/** Also for an unknown client id, so that nobody can probe for ids. */
const NOT_ALLOWED =
  'No application with this client_id allows the Origin of this request. Its owner adds origins to the list.'
