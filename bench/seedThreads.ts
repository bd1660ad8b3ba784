import type { Db } from '../shared/lib/db/db.ts'
import { sqlText } from '../shared/lib/db/statements.ts'

/**
 * Characters of a reply, taken from the beginning of a text: about the length of a model's reply.
 */
const REPLY_CHARACTERS = 400

/**
 * Stores threads of a question and its reply, spread over the last 90 days. Six in ten are
 * conversations with customers, whose names are in their traits. One reply in 20 failed, one in 7
 * has no source, and one in 12 is rated.
 */
export async function seedThreads(
  db: Db,
  organizationId: string,
  {
    threads,
    customers,
    texts,
  }: { threads: number; customers: number; texts: [question: string, answer: string][] },
): Promise<void> {
  const bindings = {
    organizationId,
    threads,
    customers,
    characters: REPLY_CHARACTERS,
    texts: JSON.stringify(texts),
  }
  await sqlText(db, 'set synchronous_commit = off')
  for (const statement of SEED) await sqlText(db, statement, bindings)
  await sqlText(db, 'vacuum analyze')
}

/**
 * Returns a UUID v7 of this time. All ids of Parley are of this version, and searches use their
 * order.
 */
const idAt = (at: string) =>
  `overlay(overlay(md5(random()::text) placing lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') from 1 for 12)
     placing '7' from 13 for 1)::uuid`

const SEED = [
  `insert into agents (id, organization_id, name) values (gen_random_uuid(), :organizationId, 'Ada')`,
  `insert into contexts (id, organization_id, user_reference, traits)
   select gen_random_uuid(), :organizationId, 'customer-' || n,
          jsonb_build_object('name', (array['Zoe', 'Ada', 'Li', 'Noor', 'Jan'])[1 + n % 5] || ' Keller ' || n,
                             'email', 'c' || n || '@example.com', 'plan', 'gold', 'orders', n % 12)
     from generate_series(1, :customers::int) n`,
  `insert into threads (id, organization_id, agent_id, kind, status, customer_id, visitor_id, last_seq, created_at, active_at)
   select ${idAt('at')}, :organizationId, a.id, case when n % 10 < 6 then 'conversation' else 'session' end,
          case when n % 10 < 6 then 'open' else 'active' end,
          case when n % 10 < 6 then 'customer-' || 1 + n % :customers::int end, case when n % 10 >= 6 then 'visitor-' || n end,
          2, at, at + interval '3 seconds'
     from agents a, generate_series(1, :threads::int) n,
          lateral (select now() - make_interval(secs => (:threads::int - n)::float8 * 90 * 86400 / :threads::int) as at) moment
    where a.organization_id = :organizationId`,
  `with texts as materialized (
     select nth, value->>0 as question, left(value->>1, :characters::int) as answer, count(*) over () as all_of_them
       from json_array_elements(:texts::json) with ordinality as given (value, nth))
   insert into messages (id, organization_id, thread_id, agent_id, seq, role, status, content, request_id, grounded, citations,
                         model, created_at, completed_at)
   select ${idAt('at')}, t.organization_id, t.id, t.agent_id, seq, case seq when 1 then 'user' else 'assistant' end,
          case when seq = 2 and n % 20 = 0 then 'failed' else 'completed' end,
          case when seq = 1 then question when n % 20 > 0 then answer end, 'request-' || n,
          case when seq = 2 and n % 20 > 0 then n % 7 > 0 end,
          case when seq = 2 then jsonb_build_array(jsonb_build_object('kind', 'qa', 'quote', left(answer, 200), 'score', 0.9))
               else '[]' end, case seq when 2 then 'test-model' end, at, at
     from (select t.*, row_number() over (order by created_at) as n from threads t
            where organization_id = :organizationId) t
     join texts on texts.nth = 1 + (t.n * 31) % all_of_them
    cross join generate_series(1, 2) seq
    cross join lateral (select t.created_at + make_interval(secs => seq) as at) moment
    order by at`,
  `insert into feedback (id, organization_id, thread_id, reviewer, rating)
   select gen_random_uuid(), organization_id, id, 'visitor', 1 + n % 5
     from (select *, row_number() over (order by created_at) as n from threads
            where organization_id = :organizationId) t
    where n % 12 = 0`,
]
