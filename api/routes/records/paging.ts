import type { Filter } from '../../../shared/lib/db/crud.ts'
import type { Page } from '../../../shared/lib/db/paging.ts'
import { type Listed, requirePlace } from '../../../shared/lib/db/places.ts'
import type { Ctx, Middleware } from '../../context.ts'
import { describeGuard } from '../../http/operation.ts'
import { type Schema, uuid } from '../../http/schemas.ts'
import { validateQuery } from '../../middleware/validate.ts'

/** How many records a page has. */
export const pageLimit = {
  type: 'integer',
  minimum: 1,
  maximum: 100,
  default: 20,
  description: 'Maximum number of records on a page.',
} as const

/** Which page of a list with numbered pages. */
export const pageNumber = {
  type: 'integer',
  minimum: 1,
  maximum: 1_000_000,
  default: 1,
  description: 'Number of the page; the first is 1.',
} as const

/**
 * Checks a list's query: `limit`, `after`, `order`, and the list's own filters; refuses all else.
 * @param of the list's records, of which `after` names one; undefined: the handler checks `after`
 * @param isSorted whether the list is always sorted by a column other than the id
 */
export function validatePage(
  order: Page['order'],
  of: Listed | undefined,
  filters: Readonly<Record<string, Schema>> = {},
  isSorted = false,
): Middleware {
  const query: Schema = {
    type: 'object',
    additionalProperties: false,
    properties: {
      limit: pageLimit,
      after: uuid('The `next_cursor` of the previous page. Without it: the first page.'),
      order: {
        type: 'string',
        enum: ['asc', 'desc'],
        default: order,
        description:
          'Order of the list: `asc` begins with the oldest records, `desc` with the newest.',
      },
      ...filters,
    },
  }
  const check = validateQuery(query)
  const requireAfter = async (ctx: Ctx) => {
    const { after, sort = 'created_at' } = ctx.state.query as Partial<Page>
    if (!of || !after) return
    await requirePlace(
      ctx.db,
      ctx.state.caller.organization_id,
      of,
      after,
      isSorted || sort !== 'created_at',
    )
  }
  return describeGuard((ctx, next) => check(ctx, () => requireAfter(ctx).then(next)), { query })
}

/** Reads the page and the filters of a query that `validatePage` has checked. */
export function pageOf(ctx: Ctx): { page: Page; filter: Filter } {
  const { limit, after, order, sort, ...filter } = ctx.state.query as Page & Filter
  // Ids sort by creation time.
  const by = sort && sort !== 'created_at' ? { sort } : {}
  return { page: { limit, order, ...(after ? { after } : {}), ...by }, filter }
}
