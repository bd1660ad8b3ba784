import type { Filter, recordsOf } from '../../../shared/db/crud.ts'
import type { Db } from '../../../shared/db/db.ts'
import { noteAudit } from '../../audit/recordEvent.ts'
import type { Ctx } from '../../context.ts'
import { answer, answerDeleted, answerPage } from '../../http/envelope.ts'
import { idOf } from './ids.ts'
import { pageOf } from './paging.ts'

/**
 * Makes the handlers that all resources have in common: list, read and remove.
 * @param goes what is deleted with a record, for the sentence of the answer
 * @param reach the records that the caller may read, and those that it may change; without it: all
 */
export function handlersOf<Row extends { id: string }>(
  records: Pick<ReturnType<typeof recordsOf<Row>>, 'name' | 'get' | 'list'> & {
    remove: (db: Db, organizationId: string, id: string) => Promise<object>
  },
  present: (row: Row) => unknown,
  goes: string,
  reach: Reach = EVERYTHING,
) {
  const { name } = records
  const title = name.charAt(0).toUpperCase() + name.slice(1)
  return {
    async list(ctx: Ctx) {
      const { page, filter } = pageOf(ctx)
      const within = { ...filter, ...reach.reads(ctx) }
      const found = await records.list(ctx.db, ctx.state.caller.organization_id, within, page)
      answerPage(ctx, found, page.limit, present)
    },

    async read(ctx: Ctx) {
      const { organization_id } = ctx.state.caller
      const row = await records.get(ctx.db, organization_id, idOf(ctx, name), reach.reads(ctx))
      answer(ctx, 200, `${title} found.`, present(row))
    },

    async remove(ctx: Ctx) {
      const id = idOf(ctx, name)
      await requireReach(ctx, records, id, reach)
      const removed = await records.remove(ctx.db, ctx.state.caller.organization_id, id)
      noteAudit(ctx, { before: present(removed as Row) as object })
      answerDeleted(ctx, id, `${title} deleted, with ${goes}.`)
    },
  }
}

/** Which records of a kind a caller reaches, as filters of its list; without a value: all. */
export interface Reach {
  reads: (ctx: Ctx) => Filter
  changes: (ctx: Ctx) => Filter
}
const EVERYTHING: Reach = { reads: () => ({}), changes: () => ({}) }

/** @throws AppError not_found: the caller may not change this record, or it is not there */
export async function requireReach(
  ctx: Ctx,
  records: { get: (db: Db, organizationId: string, id: string, filter: Filter) => Promise<unknown> },
  id: string,
  { changes }: Reach,
): Promise<void> {
  const filter = changes(ctx)
  if (Object.values(filter).every((value) => value === undefined)) return
  await records.get(ctx.db, ctx.state.caller.organization_id, id, filter)
}

/** Changes a record as `change` does, and notes for the audit what it was. @throws AppError not_found, precondition_failed */
export const changeRecord = <Row extends { id: string }>(
  ctx: Ctx,
  records: Pick<ReturnType<typeof recordsOf<Row>>, 'lock' | 'change'>,
  id: string,
  changes: Partial<Row>,
  seen?: Date,
  db = ctx.db,
): Promise<Row> =>
  db.transaction(async (transaction) => {
    const { organization_id } = ctx.state.caller
    noteAudit(ctx, { before: await records.lock(transaction, organization_id, id) })
    return records.change(transaction, organization_id, id, changes, seen)
  })
