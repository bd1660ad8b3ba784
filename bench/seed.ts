import type { Db } from '../shared/lib/db/db.ts'
import { sqlText } from '../shared/lib/db/statements.ts'

/**
 * Stores logged requests of an organization over its last `hours`. They are spread evenly over time
 * and unevenly over its applications and 40 endpoints, with lognormal durations. One in twenty
 * posted a message, and one in fifty hit its limit. The roll-ups are the same as the service would
 * have made.
 */
export async function seedRequests(
  db: Db,
  organizationId: string,
  rows: number,
  hours: number,
): Promise<void> {
  const bindings = { organizationId, rows, hours }
  await sqlText(db, 'set synchronous_commit = off')
  for (const statement of SEED) await sqlText(db, statement, bindings)
  await sqlText(db, 'vacuum analyze')
}

const NEW_ROWS = `
  select case when s < 0.85 then 200 when s < 0.93 then 201 when s < 0.96 then 404 when s < 0.975 then 422
              when s < 0.995 then 429 else 500 end as status_code,
         ('{GET,POST,PATCH,DELETE}'::text[])[1 + route % 4] as method,
         '/api/v1/resource-' || route / 4 || case when route % 4 > 1 then '/{id}' else '' end as endpoint,
         10 * exp(route % 7 * 0.6) * exp(0.8 * sqrt(-2 * ln(random() + 1e-9)) * cos(2 * pi() * random())) as duration_ms,
         client, now() - make_interval(secs => (:rows - k)::float8 * :hours * 3600 / :rows) as created_at, k
    from (select k, random() as s, floor(40 * power(random(), 2))::int as route,
                 1 + floor(5 * power(random(), 2))::int as client
            from generate_series(1, :rows) k) random_rows`

const HOUR = "date_bin('1 hour', created_at, 'epoch')"

/** Statements that make the hourly sums of the whole log, for a database without any. */
export const ROLL_UPS = [
  `insert into request_rollups
   select organization_id, ${HOUR}, client_id, method, endpoint, status_code, count(*)
     from request_logs group by 1, 2, 3, 4, 5, 6 order by 2`,
  `insert into request_durations
   select organization_id, ${HOUR}, client_id, method, endpoint, status_code, duration_bucket(duration_ms), count(*),
          sum(duration_ms)
     from request_logs group by 1, 2, 3, 4, 5, 6, 7 order by 2`,
  `insert into endpoint_durations
   select organization_id, hour, method, endpoint, duration_bucket, sum(count),
          coalesce(sum(count) filter (where status_code >= 400), 0), sum(total_ms)
     from request_durations group by 1, 2, 3, 4, 5 order by 2`,
]

const SEED = [
  `insert into request_logs
   select gen_random_uuid(), :organizationId, 'application', clients[client], method, endpoint, status_code,
          duration_ms, 'request-' || k, created_at
     from (${NEW_ROWS}) n,
          (select array_agg(client_id order by id) as clients from applications
            where organization_id = :organizationId) a
    order by k`,
  ...ROLL_UPS,
  `insert into application_uses
   select organization_id, id, (select max(created_at) from request_logs l where l.client_id = a.client_id)
     from applications a`,
  `insert into limit_blocks
   select id, organization_id, client_id, endpoint, 'organization', created_at
     from request_logs where status_code = 429`,
  `insert into limit_allowances
   select organization_id, hour, client_id, endpoint, 'organization', sum(count)
     from request_rollups where status_code <> 429 group by 1, 2, 3, 4`,
  `insert into agents (id, organization_id, name) values (gen_random_uuid(), :organizationId, 'Ada')`,
  `insert into threads (id, organization_id, agent_id, kind, status)
   select gen_random_uuid(), :organizationId, id, 'conversation', 'open'
     from agents, generate_series(1, 1000)`,
  `insert into messages (id, organization_id, thread_id, agent_id, seq, role, status, content, request_id, model,
                         created_at, completed_at)
   select gen_random_uuid(), t.organization_id, t.id, t.agent_id, seq, case seq % 2 when 1 then 'user' else 'assistant' end,
          case when seq % 100 = 0 then 'failed' else 'completed' end, repeat('Lorem ipsum. ', 20), 'request-' || seq,
          'builtin:extractive', at, at
     from threads t, generate_series(1, :rows / 10000) seq,
          lateral (select now() - make_interval(secs => seq / (:rows / 10000)::float8 * :hours * 3600) as at) moment`,
  `insert into usages (reply_id, organization_id, agent_id, model, attempt, outcome, input_tokens, output_tokens,
                       cost_usd, model_ms, created_at)
   select id, organization_id, agent_id, model, 1, 'completed', 300, 50, 0.0001, 800, created_at
     from messages where role = 'assistant'`,
]
