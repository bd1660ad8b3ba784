import { createHash } from 'node:crypto'
import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'

/** Hours for which an erasure is remembered: longer than any identity token lives. */
const KNOWN_HOURS = 48

/**
 * Records that a customer was erased. Call it in the transaction of the erasure, after their
 * context is locked.
 */
export async function noteErasure(
  transaction: Db,
  organizationId: string,
  reference: string,
): Promise<void> {
  await sql(transaction)`
    insert into erased_customers (organization_id, reference_hash, erased_at)
    values (${organizationId}, ${hashOf(organizationId, reference)}, clock_timestamp())
    on conflict (organization_id, reference_hash) do update set erased_at = excluded.erased_at`
}

/**
 * Returns whether a customer was erased at or after this time.
 * @param since seconds since 1970, at most two days ago
 */
export async function wasErased(
  db: Db,
  organizationId: string,
  reference: string,
  since: number,
): Promise<boolean> {
  const rows = await sql(db)`
    select from erased_customers
     where organization_id = ${organizationId} and reference_hash = ${hashOf(organizationId, reference)}
       and erased_at >= to_timestamp(${since})`
  return rows.length > 0
}

/** Deletes records of erasures that are over two days old. @returns how many */
export async function forgetErasures(db: Db): Promise<number> {
  const rows = await sql(db)`
    delete from erased_customers where erased_at < now() - make_interval(hours => ${KNOWN_HOURS}) returning erased_at`
  return rows.length
}

const hashOf = (organizationId: string, reference: string) =>
  createHash('sha256').update(`${organizationId} ${reference}`).digest()
