import type { Check, Filter, recordsOf } from '../../../shared/lib/db/crud.ts'
import type { Db } from '../../../shared/lib/db/db.ts'
import { noteAudit } from '../../audit/recordEvent.ts'
import type { Ctx } from '../../context.ts'
import { answer, answerDeleted, answerPage } from '../../http/envelope.ts'
import { seenBy } from '../../http/etags.ts'
import { idOf } from './ids.ts'
import { pageOf } from './paging.ts'

/**
 * Makes the handlers that all resources have in common: list, read and remove.
 * @param goes what is deleted with a record, for the sentence of the answer
 * @param reach the records that the caller may read, and those that it may change; without it: all
 */
export function handlersOf<Row extends { id: string }>(
  records: Pick<ReturnType<typeof recordsOf<Row>>, 'name' | 'get' | 'list'> & {
    remove: (db: Db, organizationId: string, id: string, check?: Check<Row>) => Promise<object>
  },
  present: Present<Row>,
  goes: string,
  reach: Reach = EVERYTHING,
) {
  const { name } = records
  const title = name.charAt(0).toUpperCase() + name.slice(1)
  /** Reads the record of the path, and shows it. @throws AppError not_found */
  async function show(ctx: Ctx) {
    const { organization_id } = ctx.state.caller
    return present(await records.get(ctx.db, organization_id, idOf(ctx, name), reach.reads(ctx)))
  }
  return {
    async list(ctx: Ctx) {
      const { page, filter } = pageOf(ctx)
      const within = { ...filter, ...reach.reads(ctx) }
      const found = await records.list(ctx.db, ctx.state.caller.organization_id, within, page)
      answerPage(ctx, found, page.limit, present)
    },

    async read(ctx: Ctx) {
      answer(ctx, 200, `${title} found.`, await show(ctx))
    },

    show,

    async remove(ctx: Ctx) {
      const id = idOf(ctx, name)
      await requireReach(ctx, records, id, reach)
      const { organization_id } = ctx.state.caller
      const removed = await records.remove(ctx.db, organization_id, id, seenBy(ctx, present))
      noteAudit(ctx, { before: present(removed as Row) as object })
      answerDeleted(ctx, id, `${title} deleted, with ${goes}.`)
    },
  }
}

/** The records of a kind that a caller reaches, as filters of its list; empty: all. */
export interface Reach {
  reads: (ctx: Ctx) => Filter
  changes: (ctx: Ctx) => Filter
}
const EVERYTHING: Reach = { reads: () => ({}), changes: () => ({}) }

/**
 * Refuses a record that the caller may not change.
 * @throws AppError not_found, also if it does not exist
 */
export async function requireReach(
  ctx: Ctx,
  records: {
    get: (db: Db, organizationId: string, id: string, filter: Filter) => Promise<unknown>
  },
  id: string,
  { changes }: Reach,
): Promise<void> {
  const filter = changes(ctx)
  if (Object.values(filter).every((value) => value === undefined)) return
  await records.get(ctx.db, ctx.state.caller.organization_id, id, filter)
}

/** Shows a record by the fields of its row. */
export type Present<Row> = (row: Row) => { updated_at?: Date | undefined }

/**
 * Changes a record by `change` if the request's If-Match allows it, and notes its earlier state for
 * the audit.
 * @throws AppError not_found, precondition_failed
 */
export const changeRecord = <Row extends { id: string }>(
  ctx: Ctx,
  records: Pick<ReturnType<typeof recordsOf<Row>>, 'lock' | 'change'>,
  present: Present<Row>,
  id: string,
  changes: Partial<Row>,
  db = ctx.db,
): Promise<Row> =>
  db.transaction(async (transaction) => {
    const { organization_id } = ctx.state.caller
    const before = await records.lock(transaction, organization_id, id)
    seenBy(ctx, present)?.(before)
    noteAudit(ctx, { before })
    return records.change(transaction, organization_id, id, changes)
  })
