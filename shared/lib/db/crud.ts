import { v7 as uuid } from 'uuid'
import { notFound } from '../errors.ts'
import { builder, type Query, run } from './builder.ts'
import type { Db, Result } from './db.ts'
import { type Page, type Paged, toPage } from './paging.ts'

/** The values that a record must have, by column. Columns with the value undefined are ignored. */
export type Filter = Record<string, string | undefined>

/**
 * Throws if a record must not be changed or deleted in its present state. Is called while the
 * record's row is locked.
 */
export type Check<Row> = (row: Row) => void

interface Kind {
  table: string
  /** The name of a record in error messages. */
  name: string
  /** Column values that all records of this kind have, and that other records of the table lack. */
  is?: Filter
  /** A further SQL condition on all records of this kind. It names columns with their table. */
  where?: string
  /** The values of columns that are not given at creation, or that a change sets to null. */
  defaults?: Record<string, unknown>
  /**
   * Filters that are not plain columns: each returns an SQL condition, with at most one `?` for the
   * value, or with its own values.
   */
  conditions?: Record<
    string,
    (value: string) => string | readonly [text: string, values: readonly string[]]
  >
}

/**
 * Stores a record with `create`, unless the organization has `most` rows in the table already.
 * @returns undefined: the organization has that many already
 */
export const createBelow = <Row>(
  db: Db,
  organizationId: string,
  { table, most }: { table: string; most: number },
  create: (transaction: Db) => Promise<Row>,
): Promise<Row | undefined> =>
  db.transaction(async (transaction) => {
    // Without this lock, two concurrent requests could both find room for a last record.
    await run(
      transaction,
      builder('organizations').select('id').where({ id: organizationId }).forNoKeyUpdate(),
    )
    const held = builder(table).select('id').where({ organization_id: organizationId }).limit(most)
    return (await run(transaction, held)).rows.length < most ? create(transaction) : undefined
  })

/**
 * Makes the functions that read, list, create, change, lock and delete records of one kind, always
 * within one organization. The API's resources share them.
 */
export function recordsOf<Row extends { id: string }>({
  table,
  name,
  is = {},
  where,
  defaults = {},
  conditions = {},
}: Kind) {
  function within(organizationId: string, filter: Filter = {}) {
    const wanted = Object.entries(given(filter))
    const columns = Object.fromEntries(wanted.filter(([key]) => !(key in conditions)))
    return builder(table)
      .where({ organization_id: organizationId, ...is, ...columns })
      .modify((query) => {
        if (where) query.whereRaw(where)
        for (const [key, value] of wanted) {
          const condition = conditions[key]?.(value!)
          if (typeof condition === 'string')
            query.whereRaw(condition, condition.includes('?') ? [value!] : [])
          else if (condition) query.whereRaw(...condition)
        }
      })
  }

  const found = ({ rows: [row] }: Result<Row>): Row => {
    if (!row) throw notFound(name)
    return row
  }

  /**
   * Returns the record, and locks it against other changes until the transaction ends.
   * @throws AppError not_found, also if the filter excludes it
   */
  async function lock(
    transaction: Db,
    organizationId: string,
    id: string,
    filter: Filter = {},
  ): Promise<Row> {
    // `for update` would also block inserts of rows that refer to this record.
    return found(
      await run<Row>(transaction, within(organizationId, { id, ...filter }).forNoKeyUpdate()),
    )
  }

  /**
   * Does `work` while the record is locked and has passed the check. Without a check, it takes no
   * lock.
   */
  const checked = (
    db: Db,
    organizationId: string,
    id: string,
    check: Check<Row> | undefined,
    work: (db: Db) => Promise<Row>,
  ): Promise<Row> =>
    check
      ? db.transaction(async (transaction) => {
          check(await lock(transaction, organizationId, id))
          return work(transaction)
        })
      : work(db)

  return {
    name,

    /**
     * Reads a record.
     * @throws AppError not_found, also if the record is another organization's or the filter
     *   excludes it
     */
    async get(db: Db, organizationId: string, id: string, filter: Filter = {}): Promise<Row> {
      return found(await run<Row>(db, within(organizationId, { id, ...filter })))
    },

    /** Reads the existing records of these ids, in any order. */
    async some(db: Db, organizationId: string, ids: readonly string[]): Promise<Row[]> {
      return (await run<Row>(db, within(organizationId).whereIn('id', ids))).rows
    },

    async list(db: Db, organizationId: string, filter: Filter, page: Page): Promise<Paged<Row>> {
      const query = within(organizationId, filter)
        .modify(beginAt, table, organizationId, page)
        .orderBy('id', page.order)
        .limit(page.limit + 1)
      return toPage((await run<Row>(db, query)).rows, page)
    },

    /** Stores a record and returns it. Fields that are not given get their defaults. */
    async create(db: Db, organizationId: string, fields: Partial<Row>): Promise<Row> {
      const record = { id: uuid(), organization_id: organizationId, ...is, ...defaults, ...fields }
      return found(await run<Row>(db, builder(table).insert(record).returning('*')))
    },

    /**
     * Writes the columns in `changes`, and returns the changed record. Null resets a column to its
     * default. Without any column, the record stays unchanged, including its `updated_at`.
     * @throws AppError not_found; what `check` throws
     */
    async change(
      db: Db,
      organizationId: string,
      id: string,
      changes: Partial<Row>,
      check?: Check<Row>,
    ): Promise<Row> {
      const columns = Object.entries(changes).map(([column, value]) => [
        column,
        value ?? defaults[column] ?? null,
      ])
      const written = { ...Object.fromEntries(columns), updated_at: builder.fn.now() }
      return checked(db, organizationId, id, check, async (db) => {
        const query = within(organizationId, { id })
        return found(
          await run<Row>(db, columns.length ? query.update(written).returning('*') : query),
        )
      })
    },

    lock,

    /**
     * Deletes the record. The foreign keys of the schema decide which other rows are deleted with
     * it.
     * @returns the deleted record
     * @throws AppError not_found; what `check` throws
     */
    async remove(db: Db, organizationId: string, id: string, check?: Check<Row>): Promise<Row> {
      return checked(db, organizationId, id, check, async (db) =>
        found(await run<Row>(db, within(organizationId, { id }).delete().returning('*'))),
      )
    },
  }
}

/**
 * Restricts the query to records after the last record of the previous page, in the order of the
 * page.
 */
function beginAt(
  query: Query,
  table: string,
  organizationId: string,
  { after, sort, order }: Page,
): void {
  const beyond = order === 'asc' ? '>' : '<'
  if (after && !sort) query.where('id', beyond, after)
  else if (after && sort)
    // The page begins after the current value of the last record.
    query.whereRaw(
      `(??, id) ${beyond} (select ??, id from ?? where organization_id = ? and id = ?)`,
      [sort, sort, table, organizationId, after],
    )
  if (sort) query.orderBy(sort, order)
}

const given = (filter: Filter) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
