import type { recordsOf } from '../../../shared/db/crud.ts'
import type { Db } from '../../../shared/db/db.ts'
import { noteAudit } from '../../audit/recordEvent.ts'
import type { Ctx } from '../../context.ts'
import { answer, answerDeleted, answerPage } from '../../http/envelope.ts'
import { idOf } from './ids.ts'
import { pageOf } from './paging.ts'

/**
 * Makes the handlers that all resources have in common: list, read and remove.
 * @param goes what is deleted with a record, for the sentence of the answer
 */
export function handlersOf<Row extends { id: string }>(
  records: Pick<ReturnType<typeof recordsOf<Row>>, 'name' | 'get' | 'list'> & {
    remove: (db: Db, organizationId: string, id: string) => Promise<object>
  },
  present: (row: Row) => unknown,
  goes: string,
) {
  const { name } = records
  const title = name.charAt(0).toUpperCase() + name.slice(1)
  return {
    async list(ctx: Ctx) {
      const { page, filter } = pageOf(ctx)
      const found = await records.list(ctx.db, ctx.state.caller.organization_id, filter, page)
      answerPage(ctx, found, page.limit, present)
    },

    async read(ctx: Ctx) {
      const row = await records.get(ctx.db, ctx.state.caller.organization_id, idOf(ctx, name))
      answer(ctx, 200, `${title} found.`, present(row))
    },

    async remove(ctx: Ctx) {
      const id = idOf(ctx, name)
      const removed = await records.remove(ctx.db, ctx.state.caller.organization_id, id)
      noteAudit(ctx, { before: present(removed as Row) as object })
      answerDeleted(ctx, id, `${title} deleted, with ${goes}.`)
    },
  }
}

/** Changes a record as `change` does, and notes for the audit what it was. @throws AppError not_found, precondition_failed */
export const changeRecord = <Row extends { id: string }>(
  ctx: Ctx,
  records: Pick<ReturnType<typeof recordsOf<Row>>, 'lock' | 'change'>,
  id: string,
  changes: Partial<Row>,
  seen?: Date,
): Promise<Row> =>
  ctx.db.transaction(async (transaction) => {
    const { organization_id } = ctx.state.caller
    noteAudit(ctx, { before: await records.lock(transaction, organization_id, id) })
    return records.change(transaction, organization_id, id, changes, seen)
  })
