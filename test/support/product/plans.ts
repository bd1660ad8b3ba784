import type { Db } from '../../../shared/db/db.ts'
import { sqlText } from '../../../shared/db/statements.ts'

/**
 * Returns how PostgreSQL would run the statements of `work`, which get no rows. Tables of tests are small: it avoids
 * what would take long with a large one, sorting and reading a table whole, wherever an index lets it.
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
