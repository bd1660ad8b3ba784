import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { storedJson } from '../../shared/schema.ts'
import { type Context, getContext, putContext } from '../../shared/store/contexts.ts'
import type { Ctx, Services, State } from '../context.ts'
import { answer } from '../envelope.ts'
import { authenticate } from '../middleware/authenticate.ts'
import { validate } from '../middleware/validate.ts'
import { once } from '../once.ts'

const newContext = {
  type: 'object',
  additionalProperties: false,
  required: ['user_reference', 'traits'],
  properties: {
    user_reference: { type: 'string', minLength: 1, maxLength: 200 },
    traits: storedJson,
  },
} as const
type NewContext = FromSchema<typeof newContext>

export const contexts = new Router<State, Services>()
contexts.post('/api/v1/contexts', authenticate, validate(newContext), postContext)

async function postContext(ctx: Ctx) {
  const body = ctx.state.body as NewContext
  const { organization_id } = ctx.state.caller
  const context = await once(
    ctx,
    (db) => putContext(db, organization_id, body),
    (id) => getContext(ctx.db, organization_id, id),
  )
  const isNew = context.created_at.getTime() === context.updated_at.getTime()
  answer(ctx, isNew ? 201 : 200, isNew ? 'Context created.' : 'Context replaced.', present(context))
}

const present = (context: Context) => ({
  id: context.id,
  user_reference: context.user_reference,
  traits: context.traits,
  created_at: context.created_at,
  updated_at: context.updated_at,
})
