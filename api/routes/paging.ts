import type { Page } from '../../shared/store/paging.ts'
import type { Ctx } from '../context.ts'
import { validateQuery } from '../middleware/validate.ts'

/** A list's query: `limit`, `after` and `order`, and nothing else. */
export const validatePage = (order: Page['order']) =>
  validateQuery({
    type: 'object',
    additionalProperties: false,
    properties: {
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      after: { type: 'string', format: 'uuid' },
      order: { type: 'string', enum: ['asc', 'desc'], default: order },
    },
  })

/** What `validatePage` left. */
export const pageOf = (ctx: Ctx) => ctx.state.query as Page
