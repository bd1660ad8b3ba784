import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { AppError } from '../../../shared/errors.ts'
import { allowsOrigin } from '../../auth/credentialCache.ts'
import { TOKEN_SECONDS } from '../../auth/widgetTokens.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { operation } from '../../http/operation.ts'
import { object, text } from '../../http/plainSchemas.ts'
import { rateLimitAddress } from '../../middleware/rateLimit.ts'
import { validate } from '../../middleware/validate.ts'

const mint = {
  type: 'object',
  additionalProperties: false,
  required: ['client_id'],
  properties: {
    client_id: { type: 'string', minLength: 1, maxLength: 200 },
    token: { type: 'string', minLength: 1, maxLength: 2000 },
  },
  examples: [{ client_id: 'app_greenleaf' }],
} as const
type Mint = FromSchema<typeof mint>

const widgetToken = object('WidgetToken', {
  token: text,
  expires_in: { type: 'integer', description: 'Seconds.' },
  token_type: { type: 'string', enum: ['Bearer'] },
})

const MINT =
  "The request's Origin must be one that the application allows. `token` may be the page's last one, ended at most 24 hours ago: then the new one speaks for the same visitor, for 30 days in all."

export const widgetTokens = new Router<State, Services>()
widgetTokens.post(
  '/api/v1/auth/widget-token',
  operation('mintWidgetToken', "Get a token for a visitor's browser", { 200: widgetToken }, MINT, {
    Origin: {
      type: 'string',
      example: 'https://shop.example.com',
      description: 'Browsers send it by themselves.',
    },
  }),
  rateLimitAddress('mint'),
  validate(mint),
  postMint,
)

/** The one answer without an envelope: the specification shows it bare. */
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

/** The same answer for an unknown client id, so that nobody can probe for ids. */
const NOT_ALLOWED =
  'No application with this client_id allows the Origin of this request. Its owner adds origins to the list.'
