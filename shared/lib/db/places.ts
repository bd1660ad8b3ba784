import { version } from 'uuid'
import { AppError, type FieldError } from '../errors.ts'
import { builder, run } from './builder.ts'
import type { Db } from './db.ts'

/** The records of a list. */
export interface Listed {
  table: string
  /** The kind of the rows, if the table has several kinds. */
  kind?: string
  /** The column of their ids. Default: `id`. */
  id?: string
}

/** The sentence about an `after` that is not a cursor. */
export const CURSOR =
  'is not a cursor of this list or stream: send the cursor of the previous answer unchanged (`next_cursor` of a list, `cursor` of a stream), or leave `after` out to start at the beginning'

/** The tables whose records are listed. */
const TABLES =
  `agents threads messages contexts handoffs feedback knowledge_entries knowledge_synonyms knowledge_contradictions
  saved_answers widget_configurations applications users invitations connections budgets audit_events webhook_endpoints
  webhook_deliveries events tools mcp_servers alerts`.split(/\s+/)

/** Milliseconds by which the clock of a process that makes ids may be ahead at most. */
const CLOCK_MS = 3_600_000

/**
 * Refuses an id after which no page of the list can begin. A page can begin after the id of a
 * deleted record, because ids are in the order of time. Such an id has the form of our ids, and no
 * other record has it.
 * @param isSorted whether the list is sorted by a column. Then a deleted record has no place,
 *   because its value is unknown
 * @throws AppError validation_failed; cursor_expired: the record of a sorted list is gone
 */
export async function requirePlace(
  db: Db,
  organizationId: string,
  { table, kind, id: column = 'id' }: Listed,
  id: string,
  isSorted: boolean,
): Promise<void> {
  const rowOf = (of: string, filter = {}, column = 'id') =>
    builder(of)
      .select(builder.raw('1'))
      .where({ organization_id: organizationId, [column]: id, ...filter })
      .limit(1)
  const exists = async (queries: ReturnType<typeof rowOf>[]) =>
    (await run(db, builder.unionAll(queries, true))).rowCount > 0
  if (await exists([rowOf(table, kind && { kind }, column)])) return
  if (!isOurs(id) || (await exists(TABLES.map((of) => rowOf(of))))) {
    const errors: FieldError[] = [{ field: 'after', code: 'cursor', detail: CURSOR }]
    throw new AppError('validation_failed', `after: ${CURSOR}`, { data: { errors } })
  }
  if (isSorted)
    throw new AppError(
      'cursor_expired',
      'after: the record of this cursor is gone, and with it its place in this order. Read again from the first page, without it.',
    )
}

/** Whether an id has the form of a UUID v7 of the past. */
const isOurs = (id: string) =>
  version(id) === 7 && Number.parseInt(id.slice(0, 13).replace('-', ''), 16) < Date.now() + CLOCK_MS
