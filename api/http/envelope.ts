import type { Numbered, NumberedPage } from '../../shared/analytics/requests.ts'
import type { Paged } from '../../shared/lib/db/paging.ts'
import type { Ctx } from '../context.ts'
import { setRecordPlace } from './recordPlace.ts'

/**
 * Answers with a success. Only `middleware/errors.ts` answers with failures. A 201 gets the
 * `Location` of its record.
 * @param more further fields of the body
 */
export function answer(
  ctx: Ctx,
  status: number,
  detail: string,
  data: unknown,
  more: Readonly<Record<string, unknown>> = {},
): void {
  ctx.status = status
  if (status === 201) setRecordPlace(ctx, data)
  ctx.body = { status: 'success', status_code: status, detail, data, ...more }
}

/** Answers with a page of a list. */
export function answerPage<Row extends { id: string }>(
  ctx: Ctx,
  { rows, has_more }: Paged<Row>,
  limit: number,
  present: (row: Row) => unknown,
): void {
  ctx.status = 200
  ctx.body = {
    status: 'success',
    status_code: 200,
    detail: `${rows.length} found.`,
    data: rows.map(present),
    pagination: { limit, has_more, next_cursor: has_more ? rows.at(-1)!.id : null },
  }
}

/**
 * Answers with a numbered page.
 * @param more further fields of the body
 */
export function answerNumbered(
  ctx: Ctx,
  { rows, total }: Numbered<unknown>,
  { page, page_size }: NumberedPage,
  more: Readonly<Record<string, unknown>> = {},
): void {
  ctx.status = 200
  ctx.body = {
    status: 'success',
    status_code: 200,
    detail: `${total} found.`,
    data: rows,
    pagination: { page, page_size, total },
    ...more,
  }
}

/** Answers that a record was deleted, with everything that belonged to it. */
export function answerDeleted(ctx: Ctx, id: string, detail: string): void {
  answer(ctx, 200, detail, { id, deleted: true })
}
