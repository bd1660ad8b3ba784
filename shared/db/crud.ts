import { v7 as uuid } from 'uuid'
import { AppError, notFound } from '../errors.ts'
import { builder, run } from './builder.ts'
import type { Db, Result } from './db.ts'
import { type Page, type Paged, toPage } from './paging.ts'

/** Columns and the values that a record must have in them; those that are undefined do not matter. */
export type Filter = Record<string, string | undefined>

interface Kind {
  table: string
  /** What a person calls it. */
  name: string
  /** What tells it from other records of the table. */
  is?: Filter
  /** What every record must fulfil besides, in SQL that names the table. */
  where?: string
  /** What a column has unless told otherwise, and goes back to by null. */
  defaults?: Record<string, unknown>
  /** Filters that are not plain columns: the SQL condition of a value, with `?` for it where it is needed. */
  conditions?: Record<string, (value: string) => string>
}

/**
 * What the API's resources have in common: to be listed, read, changed and deleted, each within its organization.
 * A resource with nothing to add uses these functions as they are.
 */
export function recordsOf<Row extends { id: string }>({
  table,
  name,
  is = {},
  where,
  defaults = {},
  conditions = {},
}: Kind) {
  const within = (organizationId: string, filter: Filter = {}) =>
    builder(table)
      .where({ organization_id: organizationId, ...is, ...given(filter) })
      .modify((query) => {
        if (where) query.whereRaw(where)
      })

  const one = ({ rows: [row] }: Result<Row>): Row => {
    if (!row) throw notFound(name)
    return row
  }

  return {
    name,

    /** @throws AppError not_found, also for another organization's record, and for one that the filter leaves out */
    async get(db: Db, organizationId: string, id: string, filter: Filter = {}): Promise<Row> {
      return one(await run<Row>(db, within(organizationId, { id, ...filter })))
    },

    async list(db: Db, organizationId: string, filter: Filter, page: Page): Promise<Paged<Row>> {
      const wanted = Object.entries(given(filter))
      const columns = Object.fromEntries(wanted.filter(([key]) => !(key in conditions)))
      const query = within(organizationId, columns)
        .modify((query) => {
          for (const [key, value] of wanted) {
            const condition = conditions[key]?.(value!)
            if (condition) query.whereRaw(condition, condition.includes('?') ? [value!] : [])
          }
          if (page.after) query.where('id', page.order === 'asc' ? '>' : '<', page.after)
        })
        .orderBy('id', page.order)
        .limit(page.limit + 1)
      return toPage((await run<Row>(db, query)).rows, page)
    },

    /** Stores a record. Fields that are not given get their defaults. */
    async create(db: Db, organizationId: string, fields: Partial<Row>): Promise<Row> {
      const record = { id: uuid(), organization_id: organizationId, ...is, ...defaults, ...fields }
      return one(await run<Row>(db, builder(table).insert(record).returning('*')))
    },

    /**
     * Writes those columns that `changes` names; null takes one back to its default.
     * @param seen the `updated_at` that the record must still have; undefined: any
     * @throws AppError not_found; precondition_failed when it was changed since it was seen
     */
    async change(
      db: Db,
      organizationId: string,
      id: string,
      changes: Partial<Row>,
      seen?: Date,
    ): Promise<Row> {
      const columns = Object.entries(changes).map(([column, value]) => [
        column,
        value ?? defaults[column] ?? null,
      ])
      const query = within(organizationId, { id })
        .modify((query) => {
          // JavaScript's times have milliseconds, PostgreSQL's a thousandth of that.
          if (seen) query.whereRaw("date_trunc('milliseconds', updated_at) = ?", [seen])
        })
        .update({ ...Object.fromEntries(columns), updated_at: builder.fn.now() })
        .returning('*')
      const [row] = (await run<Row>(db, query)).rows
      if (row) return row
      if (seen && (await run(db, within(organizationId, { id }))).rowCount > 0)
        throw new AppError(
          'precondition_failed',
          `This ${name} was changed by somebody else meanwhile. Read it again.`,
        )
      throw notFound(name)
    },

    /** The record as it is, and as nobody else changes it until the transaction ends. @throws AppError not_found */
    async lock(transaction: Db, organizationId: string, id: string): Promise<Row> {
      // Rows that refer to it may come meanwhile.
      return one(await run<Row>(transaction, within(organizationId, { id }).forNoKeyUpdate()))
    },

    /**
     * Deletes the record and, by the database's own rules, all that belongs to it.
     * @returns it as it was
     * @throws AppError not_found
     */
    async remove(db: Db, organizationId: string, id: string): Promise<Row> {
      return one(await run<Row>(db, within(organizationId, { id }).delete().returning('*')))
    },
  }
}

const given = (filter: Filter) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
