import type { Db } from '../lib/db/db.ts'
import { sql, sqlText } from '../lib/db/statements.ts'

/** An entry that a reply had among its passages. */
export interface UsedEntry {
  entry_id: string
  is_cited: boolean
}

/** Records that a reply has used these entries now. Leaves out deleted entries. */
export async function saveUses(
  db: Db,
  organizationId: string,
  used: readonly UsedEntry[],
): Promise<void> {
  await sql(db)`
    insert into knowledge_uses (organization_id, entry_id, first_found_at, found_at, cited_at)
    select e.organization_id, e.id, now(), now(), case when used.is_cited then now() end
      from json_to_recordset(${JSON.stringify(used)}::json) as used (entry_id uuid, is_cited boolean)
      join knowledge_entries e on e.organization_id = ${organizationId} and e.id = used.entry_id
     order by e.id
    on conflict (organization_id, entry_id) do update
      set first_found_at = coalesce(knowledge_uses.first_found_at, excluded.first_found_at),
          found_at = excluded.found_at, cited_at = coalesce(excluded.cited_at, knowledge_uses.cited_at)`
}

/**
 * Days after which a page counts as stale if it was not read again, and another entry if it was not
 * changed.
 */
export const STALE_PAGE_DAYS = 30
export const STALE_DAYS = 365
/** Days without being found, or cited, after which an entry counts as unused. */
export const UNUSED_DAYS = 30

const daysAgo = (days: number) => `now() - interval '${days} days'`
const use = (column: string) => `(select ${column} from knowledge_uses u
   where u.organization_id = knowledge_entries.organization_id and u.entry_id = knowledge_entries.id)`

/** The SQL conditions on `knowledge_entries` by which an entry needs its owner's attention. */
export const NEEDS = {
  stale: `(kind = 'url' and (coalesce(checked_at, indexed_at, created_at) < ${daysAgo(STALE_PAGE_DAYS)}
             or (status = 'failed' and indexed_at is not null))
           or kind <> 'url' and updated_at < ${daysAgo(STALE_DAYS)})`,
  unread: `(chunk_count > 0 and coalesce(${use('coalesce(found_at, since)')}, created_at) < ${daysAgo(UNUSED_DAYS)})`,
  uncited: `coalesce(${use(`found_at >= ${daysAgo(UNUSED_DAYS)} and first_found_at < ${daysAgo(7)}
             and coalesce(cited_at, '-infinity') < ${daysAgo(UNUSED_DAYS)}`)}, false)`,
  contradicting: `exists (select from knowledge_contradictions c
           where c.organization_id = knowledge_entries.organization_id and c.dismissed_at is null
             and knowledge_entries.id in (c.entry_id, c.other_entry_id))`,
  words_only: '(embed_at is not null and chunk_count > 0)',
} as const
export type Need = keyof typeof NEEDS

/** Counts the organization's entries that need attention, for each reason. */
export async function countNeeds(db: Db, organizationId: string): Promise<Record<Need, number>> {
  const columns = Object.entries(NEEDS).map(
    ([need, where]) => `count(*) filter (where ${where})::int as ${need}`,
  )
  const [counts] = await sqlText<Record<Need, number>>(
    db,
    `select ${columns.join(', ')} from knowledge_entries where organization_id = :organizationId`,
    { organizationId },
  )
  return counts!
}

/** SQL for the times at which an entry was last found and cited, as columns of a list. */
export const LAST_USES = `${use('found_at')} as found_at, ${use('cited_at')} as cited_at`
