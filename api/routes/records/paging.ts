import type { Filter } from '../../../shared/db/crud.ts'
import type { Page } from '../../../shared/db/paging.ts'
import type { Ctx } from '../../context.ts'
import type { Schema } from '../../http/plainSchemas.ts'
import { validateQuery } from '../../middleware/validate.ts'

/** A list's query: `limit`, `after`, `order`, and the list's own filters; nothing else. */
export const validatePage = (order: Page['order'], filters: Readonly<Record<string, Schema>> = {}) =>
  validateQuery({
    type: 'object',
    additionalProperties: false,
    properties: {
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      after: { type: 'string', format: 'uuid' },
      order: { type: 'string', enum: ['asc', 'desc'], default: order },
      ...filters,
    },
  })

/** The page that `validatePage` has checked. */
export function pageOf(ctx: Ctx): { page: Page; filter: Filter } {
  const { limit, after, order, ...filter } = ctx.state.query as Page & Filter
  return { page: { limit, order, ...(after ? { after } : {}) }, filter }
}
