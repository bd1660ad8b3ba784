import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'

/**
 * Minutes for which people count as present after the last sign of their dashboard: it shows one
 * each minute while it is open, also in a tab out of view.
 */
const PRESENT_MINUTES = 3

/** SQL: whether the user of a row of `users` gets chats by rule while they are present. */
export const TAKES_CHATS = `(users.role <> 'viewer' and coalesce(users.takes_chats, users.role = 'agent'))`

/** SQL: whether the user of a row of `users` has the dashboard open. */
export const IS_PRESENT = `(coalesce(users.last_seen_at > now() - interval '${PRESENT_MINUTES} minutes', false)
  and exists (select from dashboard_sessions s where s.organization_id = users.organization_id and s.user_id = users.id))`

/** SQL: whether the user of a row of `users` can be given a chat now. */
export const IS_AVAILABLE = `(users.deactivated_at is null and ${TAKES_CHATS} and ${IS_PRESENT})`

/** Sets whether a user gets chats by rule. */
export async function setTakesChats(
  db: Db,
  { organization_id, id }: { organization_id: string; id: string },
  takes: boolean,
): Promise<void> {
  await sql(db)`
    update users set takes_chats = ${takes}, updated_at = now()
     where organization_id = ${organization_id} and id = ${id}`
}
