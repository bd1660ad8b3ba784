import type { Db } from '../../../shared/lib/db/db.ts'
import { sqlText } from '../../../shared/lib/db/statements.ts'

/**
 * Returns how PostgreSQL would run the statements of `work`, which get no rows. Tables of tests are
 * small, so PostgreSQL is made to avoid sorting and full scans, which take long with a large table,
 * wherever an index allows it.
 */
export async function planOf(db: Db, work: (db: Db) => Promise<unknown>): Promise<string> {
  const lines: string[] = []
  await db.transaction(async (transaction) => {
    for (const way of ['seqscan', 'bitmapscan', 'sort', 'incremental_sort'])
      await sqlText(transaction, `set local enable_${way} = off`)
    await work({
      ...transaction,
      async query({ text, values }) {
        const { rows } = await transaction.query<Record<string, string>>({
          text: `explain ${text}`,
          ...(values && { values }),
        })
        lines.push(...rows.map((row) => row['QUERY PLAN']!))
        return { rows: [], rowCount: 0 }
      },
    })
  })
  return lines.join('\n')
}

/** PostgreSQL's cost of some statements. */
export interface Costs {
  /** The highest estimate of all statements, in PostgreSQL's own unit. */
  cost: number
  /** The pages that all statements read. */
  pages: number
}

/** Returns the costs of the statements of `work`, which run, and are rolled back. */
export async function costsOf(db: Db, work: (db: Db) => Promise<unknown>): Promise<Costs> {
  const costs: Costs = { cost: 0, pages: 0 }
  const rollback = new Error('rolled back')
  await db
    .transaction(async (transaction) => {
      const measured: Db = {
        async query({ text, values }) {
          await transaction.query({ text: 'savepoint measured' })
          const { rows } = await transaction.query<
            Record<string, [{ Plan: Record<string, number> }]>
          >({
            text: `explain (analyze, buffers, timing off, format json) ${text}`,
            ...(values && { values }),
          })
          await transaction.query({ text: 'rollback to savepoint measured' })
          const plan = rows[0]!['QUERY PLAN']![0].Plan
          costs.cost = Math.max(costs.cost, plan['Total Cost']!)
          costs.pages += plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!
          return transaction.query({ text, ...(values && { values }) })
        },
        transaction: (inner) => inner(measured),
      }
      await work(measured)
      throw rollback
    })
    .catch((error) => {
      if (error !== rollback) throw error
    })
  return costs
}
