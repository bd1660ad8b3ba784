import type { Db } from '../lib/db/db.ts'
import { sqlText } from '../lib/db/statements.ts'
import { type FoundAlert, raiseAlerts, resolveEnded, resolveOthers } from './alerts.ts'

/** Minutes of which replies are counted. */
const MINUTES = 15
/** The failed replies, and their share of those that ended, from which on an alert is raised. */
const RAISED = { failed: 5, share: 0.2 }
/** The share below which it is resolved: a lower one, so that the alert does not come and go. */
const RESOLVED_SHARE = 0.1

/** Failures of test keys and in the playground alert nobody. */
const TRIED = `thread_id not in (
  select id from threads where organization_id = o.id and is_test
  union all select id from threads where organization_id = o.id and is_playground)`

/**
 * Failed replies of the last minutes, by organization. `messages_failed` has few rows, so an
 * organization without failures costs one look at that index.
 */
const FAILURES = `
  select o.id as organization_id, failed.count as failed, ended.count as replies
    from organizations o
   cross join lateral (
     select count(*)::int as count from messages
      where organization_id = o.id and status = 'failed' and ${TRIED} and created_at >= now() - interval '${MINUTES} minutes') failed
   cross join lateral (
     select count(*)::int as count from messages
      where failed.count > 0 and organization_id = o.id and role = 'assistant' and completed_at is not null
        and status in ('completed', 'failed') and ${TRIED} and created_at >= now() - interval '${MINUTES} minutes') ended
   where failed.count > 0`

/** Budgets that are nearly spent in their present period; a budget with many shares counts once. */
const BUDGETS = `
  select distinct on (b.organization_id, b.id, p.begins) b.organization_id, 'budget' as kind, b.id || ' ' || p.begins as subject,
         (p.begins + ('1 ' || b.period)::interval) at time zone 'utc' as ends_at,
         jsonb_build_object('budget_id', b.id, 'limit', b.amount, 'used', p.spent, 'unit', b.unit) as facts
    from budget_periods p join budgets b on b.organization_id = p.organization_id and b.id = p.budget_id
   where p.warned_at is not null and (p.begins + ('1 ' || b.period)::interval) at time zone 'utc' > now()
   order by b.organization_id, b.id, p.begins, p.warned_at`

/**
 * Models of connections that do not answer. The key of a breaker begins with the organization, as
 * `breakerKeyOf` writes it; models of the operator belong to none.
 */
const CONNECTIONS = `
  select c.organization_id, 'connection' as kind, c.id || ' ' || model.name as subject, null::timestamptz as ends_at,
         jsonb_build_object('connection_id', c.id, 'model', c.name || ':' || model.name) as facts
    from model_breakers b
   cross join lateral (select split_part(b.key, '/', 1) as organization, substr(b.key, strpos(b.key, '/') + 1) as rest) parts
   cross join lateral (select split_part(parts.rest, ':', 1) as connection, substr(parts.rest, strpos(parts.rest, ':') + 1) as name) model
    join connections c on c.organization_id::text = parts.organization and c.name = model.connection`

interface FailureRow {
  organization_id: string
  failed: number
  replies: number
}

/**
 * Raises alerts about replies, budgets and connections, and resolves those for which all is well
 * again. Alerts about limits come from the API, which counts the requests.
 * @returns the new alerts
 */
export async function checkAlerts(
  db: Db,
): Promise<Pick<FoundAlert, 'organization_id' | 'kind' | 'subject'>[]> {
  const failures = await sqlText<FailureRow>(db, FAILURES)
  const failing = failures.filter(
    ({ failed, replies }) => failed >= RAISED.failed && failed >= RAISED.share * replies,
  )
  const still = failures
    .filter(({ failed, replies }) => failed >= RESOLVED_SHARE * replies)
    .map(({ organization_id }) => ({ organization_id, subject: '' }))
  const connections = await sqlText<FoundAlert>(db, CONNECTIONS)
  const budgets = await sqlText<FoundAlert>(db, BUDGETS)
  await resolveEnded(db)
  await resolveOthers(db, 'failures', still)
  await resolveOthers(db, 'connection', connections)
  await resolveOthers(db, 'budget', budgets)
  return raiseAlerts(db, [...failing.map(alertOfFailures), ...connections, ...budgets])
}

const alertOfFailures = ({ organization_id, failed, replies }: FailureRow): FoundAlert => ({
  organization_id,
  kind: 'failures',
  subject: '',
  facts: { failed, replies },
  ends_at: null,
})
