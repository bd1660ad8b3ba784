import type { Knex } from 'knex'

/**
 * Each fact writes its event into `event_outbox`, in the same statement
 * (docs/decisions/0056-events.md). Triggers do it, so nothing can forget it: chores, cascades, the
 * admin tool, and code of the version before. An event names nobody: its `facts` are ids, states,
 * numbers and codes.
 *
 * A transaction that stores rows of the past switches it off: set_config('parley.events', 'off',
 * true).
 */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await knex.raw(LIMIT_MINUTES)
  // From now on, a chore deletes secrets that have expired, and their triggers tell of it.
  await knex.raw('delete from application_secrets where expires_at < now()')
  for (const [name, { body }] of Object.entries(FUNCTIONS)) await knex.raw(functionOf(name, body))
  // A statement each: it waits for the writers of its table alone.
  for (const statement of triggers()) await knex.raw(statement)
  await knex.raw(BLANK_ANSWERS)
}

export async function down(knex: Knex): Promise<void> {
  for (const name of [...Object.keys(FUNCTIONS), 'blank_answers'])
    await knex.raw(`drop function if exists ${name} cascade`)
  await knex.raw('drop table if exists limit_minutes')
}

const LIMIT_MINUTES = `
  create table if not exists limit_minutes (
    organization_id uuid not null references organizations on delete cascade,
    minute timestamptz not null,
    bucket text not null,
    count integer not null,
    primary key (organization_id, minute, bucket)
  ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
  comment on table limit_minutes is 'refusals of rate limits in minutes that are not told yet: one event tells of each row'`

/**
 * An answer may come after what it repeats was erased. A thread that is just being deleted is
 * locked, and counts as deleted; so nobody waits.
 */
const BLANK_ANSWERS = `
  create or replace function blank_answers() returns trigger language plpgsql as $$
  declare
    about events;
  begin
    select e.* into about from webhook_deliveries d join events e on e.id = d.event_id and e.organization_id = d.organization_id
     where d.organization_id = new.organization_id and d.id = new.delivery_id limit 1;
    if about.thread_id is not null then
      perform from threads where id = about.thread_id for key share skip locked;
      if not found then new.response_head := null; end if;
    elsif about.target_kind = 'user' then
      perform from users where id = about.target_id for key share skip locked;
      if not found then new.response_head := null; end if;
    end if;
    return new;
  end $$;
  create or replace trigger blank_answers before insert on delivery_attempts for each row
    when (new.response_head is not null) execute function blank_answers()`

const IS_ON = `coalesce(current_setting('parley.events', true), '') <> 'off'`

const COLUMNS =
  '(organization_id, type, target_kind, target_id, thread_id, agent_id, facts, is_test)'
const INTO = `insert into event_outbox ${COLUMNS}`

/**
 * A trigger: for rows with a condition, or for all rows that a statement has deleted (`gone`) or
 * inserted (`made`).
 */
type When = { after: string; when: string } | 'each deletion' | 'each insertion'

interface Writer {
  table: string
  on: When[]
  body: string
}

/** Columns that differ between `old` and `new`, without those that are no settings. */
const changed = (others: string[]) => `(
  select coalesce(jsonb_agg(replace(n.key, 'sealed_', '') order by n.key), '[]')
    from jsonb_each(to_jsonb(new)) n join jsonb_each(to_jsonb(old)) o using (key)
   where n.value <> o.value and n.key <> all('{${['updated_at', ...others].join(',')}}'))`

const facts = (pairs: Record<string, string>) =>
  `jsonb_strip_nulls(jsonb_build_object(${Object.entries(pairs)
    .map(([name, value]) => `'${name}', ${value}`)
    .join(', ')}))`

const ENDED = `('completed', 'failed', 'cancelled')`

const FUNCTIONS: Record<string, Writer> = {
  write_message_event: {
    table: 'messages',
    on: [
      { after: 'insert', when: `new.role = 'assistant' and new.status in ${ENDED}` },
      {
        after: 'update of status',
        when: `new.role = 'assistant' and new.status in ${ENDED} and old.status is distinct from new.status`,
      },
    ],
    body: `
      ${INTO}
      select new.organization_id, 'message.' || new.status, 'message', new.id, new.thread_id, new.agent_id,
             ${facts({ status: 'new.status', error_code: `new.error->>'code'` })}, t.is_test
        from threads t where t.id = new.thread_id;`,
  },
  write_thread_event: {
    table: 'threads',
    on: [
      { after: 'insert', when: 'true' },
      { after: 'update of status', when: 'old.status is distinct from new.status' },
    ],
    body: `
      ${INTO}
      select new.organization_id, type, new.kind, new.id, new.id, new.agent_id, ${facts({ status: 'new.status' })}, new.is_test
        from (select new.kind || '.' || case when tg_op = 'INSERT' then 'created'
                                             when new.status in ('active', 'open') then 'reopened'
                                             else new.status end as type) t
       where type in ('session.created', 'session.closed', 'session.expired',
                      'conversation.created', 'conversation.closed', 'conversation.reopened');`,
  },
  /** Answers of receivers may repeat the words of the thread. */
  write_thread_deletions: {
    table: 'threads',
    on: ['each deletion'],
    body: `
      ${INTO}
      select g.organization_id, g.kind || '.deleted', g.kind, g.id, g.id, g.agent_id, '{}', g.is_test
        from gone g join organizations o on o.id = g.organization_id;
      update delivery_attempts a set response_head = null
        from gone g
        join webhook_endpoints w on w.organization_id = g.organization_id
        join events e on e.thread_id = g.id and e.organization_id = g.organization_id
        join webhook_deliveries d on d.event_id = e.id and d.organization_id = e.organization_id and d.endpoint_id = w.id
       where a.organization_id = d.organization_id and a.delivery_id = d.id and a.response_head is not null;`,
  },
  write_feedback_event: {
    table: 'feedback',
    on: [
      { after: 'insert', when: 'true' },
      {
        after: 'update of rating, comment',
        when: '(old.rating, old.comment) is distinct from (new.rating, new.comment)',
      },
    ],
    body: `
      ${INTO}
      select new.organization_id, case when tg_op = 'INSERT' then 'feedback.created' else 'feedback.changed' end, 'feedback',
             new.id, new.thread_id, t.agent_id,
             ${facts({ rating: 'new.rating', previous_rating: `case when tg_op = 'UPDATE' then old.rating end`, message_id: 'new.message_id' })},
             t.is_test
        from threads t where t.id = new.thread_id;`,
  },
  /** What goes with its thread is told by the event of the thread. */
  write_feedback_deletions: {
    table: 'feedback',
    on: ['each deletion'],
    body: `
      ${INTO}
      select g.organization_id, 'feedback.deleted', 'feedback', g.id, g.thread_id, t.agent_id,
             ${facts({ rating: 'g.rating', message_id: 'g.message_id' })}, t.is_test
        from gone g join threads t on t.id = g.thread_id join organizations o on o.id = g.organization_id;`,
  },
  /**
   * A page that is fetched again and has not changed is no event, unless it had failed. Clients see
   * no state `pending`.
   */
  write_knowledge_event: {
    table: 'knowledge_entries',
    on: [
      { after: 'insert', when: 'true' },
      {
        after: 'update of status',
        when: `old.status is distinct from new.status and (new.status = 'failed' or new.status = 'ready'
               and (old.indexed_at is distinct from new.indexed_at or old.error is not null))`,
      },
    ],
    body: `
      ${INTO}
      values (new.organization_id, 'knowledge.' || case when tg_op = 'INSERT' then 'created' else new.status end, 'knowledge_entry',
              new.id, null, null, ${facts({ kind: 'new.kind', status: `case new.status when 'pending' then 'processing' else new.status end`, error_code: `new.error->>'code'` })}, false);`,
  },
  write_knowledge_deletions: {
    table: 'knowledge_entries',
    on: ['each deletion'],
    body: `
      ${INTO}
      select g.organization_id, 'knowledge.deleted', 'knowledge_entry', g.id, null::uuid, null::uuid, ${facts({ kind: 'g.kind' })}, false
        from gone g join organizations o on o.id = g.organization_id;`,
  },
  /** An agent with many rows is first hidden by `deleted_at`, which is its deletion. */
  write_agent_event: {
    table: 'agents',
    on: [
      { after: 'insert', when: 'true' },
      { after: 'update', when: 'old.deleted_at is null and old is distinct from new' },
    ],
    body: `
      ${INTO}
      select new.organization_id, 'agent.' || what, 'agent', new.id, null::uuid, new.id,
             case what when 'changed' then jsonb_build_object('changed', settings) else '{}' end, false
        from (select case when tg_op = 'INSERT' then 'created' when new.deleted_at is null then 'changed' else 'deleted' end as what,
                     case when tg_op = 'UPDATE' then ${changed(['deleted_at'])} end as settings) w
       where what <> 'changed' or settings <> '[]';`,
  },
  write_agent_deletions: {
    table: 'agents',
    on: ['each deletion'],
    body: `
      ${INTO}
      select g.organization_id, 'agent.deleted', 'agent', g.id, null::uuid, g.id, '{}', false
        from gone g join organizations o on o.id = g.organization_id where g.deleted_at is null;`,
  },
  /** Sealing a key anew, with another of SECRET_KEYS, leaves `updated_at`. */
  write_connection_event: {
    table: 'connections',
    on: [
      { after: 'insert', when: 'new.organization_id is not null' },
      {
        after: 'update',
        when: 'new.organization_id is not null and old.updated_at is distinct from new.updated_at',
      },
    ],
    body: `
      ${INTO}
      select new.organization_id, case when tg_op = 'INSERT' then 'connection.created' else 'connection.changed' end, 'connection',
             new.id, null::uuid, null::uuid,
             case when tg_op = 'INSERT' then '{}' else jsonb_build_object('changed', settings) end, false
        from (select case when tg_op = 'UPDATE' then ${changed(['last_test'])} end as settings) w
       where settings is distinct from '[]';`,
  },
  write_connection_deletions: {
    table: 'connections',
    on: ['each deletion'],
    body: `
      ${INTO}
      select g.organization_id, 'connection.deleted', 'connection', g.id, null::uuid, null::uuid, '{}', false
        from gone g join organizations o on o.id = g.organization_id;`,
  },
  write_secret_event: {
    table: 'application_secrets',
    on: [{ after: 'insert', when: 'true' }],
    body: `
      ${INTO}
      values (new.organization_id, 'secret.created', 'secret', new.id, null, null, ${facts({ application_id: 'new.application_id' })}, false);`,
  },
  /** One whose time is over is deleted by a chore. */
  write_secret_deletions: {
    table: 'application_secrets',
    on: ['each deletion'],
    body: `
      ${INTO}
      select g.organization_id, 'secret.revoked', 'secret', g.id, null::uuid, null::uuid,
             ${facts({ application_id: 'g.application_id', reason: `case when g.expires_at <= now() then 'expired' else 'revoked' end` })},
             false
        from gone g join organizations o on o.id = g.organization_id;`,
  },
  write_user_event: {
    table: 'users',
    on: [
      { after: 'insert', when: 'true' },
      {
        after: 'update of role, deactivated_at',
        when: '(old.role, old.deactivated_at is null) is distinct from (new.role, new.deactivated_at is null)',
      },
    ],
    body: `
      ${INTO}
      values (new.organization_id, case when tg_op = 'INSERT' then 'user.joined' else 'user.changed' end, 'user', new.id, null, null,
              ${facts({ role: 'new.role', previous_role: `case when tg_op = 'UPDATE' then old.role end`, is_active: 'new.deactivated_at is null' })},
              false);`,
  },
  /** Answers of receivers may repeat the name and the address. */
  write_user_deletions: {
    table: 'users',
    on: ['each deletion'],
    body: `
      ${INTO}
      select g.organization_id, 'user.removed', 'user', g.id, null::uuid, null::uuid, ${facts({ role: 'g.role' })}, false
        from gone g join organizations o on o.id = g.organization_id;
      update delivery_attempts a set response_head = null
        from gone g
        join webhook_deliveries d on d.organization_id = g.organization_id and d.event_type like 'user.%'
       where a.organization_id = d.organization_id and a.delivery_id = d.id and a.response_head is not null;`,
  },
  write_invitation_event: {
    table: 'invitations',
    on: [
      { after: 'insert', when: 'true' },
      { after: 'update of token_hash', when: 'old.token_hash is distinct from new.token_hash' },
    ],
    body: `
      ${INTO}
      values (new.organization_id, 'user.invited', 'invitation', new.id, null, null,
              ${facts({ role: 'new.role', is_renewed: `tg_op = 'UPDATE'` })}, false);`,
  },
  /** The subject of a customer's budget names the customer. */
  write_budget_event: {
    table: 'budget_periods',
    on: [
      { after: 'insert', when: 'new.warned_at is not null or new.reached_at is not null' },
      {
        after: 'update',
        when: `old.warned_at is null and new.warned_at is not null or old.reached_at is null and new.reached_at is not null`,
      },
    ],
    body: `
      ${INTO}
      select new.organization_id, 'budget.' || what, 'budget', new.budget_id, null::uuid, b.agent_id,
             ${facts({ period: 'b.period', begins: 'new.begins', spent: 'new.spent', amount: 'b.amount', unit: 'b.unit', application_id: `case b.scope when 'application' then new.subject end`, agent_id: `case b.scope when 'agent' then new.subject end` })},
             false
        from budgets b
       cross join (values ('warned', case when tg_op = 'UPDATE' then old.warned_at end, new.warned_at),
                          ('reached', case when tg_op = 'UPDATE' then old.reached_at end, new.reached_at)) as w (what, before, after)
       where b.organization_id = new.organization_id and b.id = new.budget_id and before is null and after is not null;`,
  },
  /**
   * API processes store refusals every second, so they are summed up first. The relay tells of each
   * minute.
   */
  sum_up_limit_blocks: {
    table: 'limit_blocks',
    on: ['each insertion'],
    body: `
      insert into limit_minutes as m (organization_id, minute, bucket, count)
      select organization_id, date_bin('1 minute', created_at, 'epoch'), bucket, count(*) from made group by 1, 2, 3 order by 1, 2, 3
      on conflict (organization_id, minute, bucket) do update set count = m.count + excluded.count;`,
  },
  write_endpoint_event: {
    table: 'webhook_endpoints',
    on: [
      {
        after: 'update of disabled_at',
        when: 'old.disabled_at is null and new.disabled_at is not null',
      },
    ],
    body: `
      ${INTO}
      values (new.organization_id, 'endpoint.disabled', 'webhook_endpoint', new.id, null, null,
              ${facts({ reason: 'new.disabled_reason', failures: 'new.failures' })}, false);`,
  },
}

const functionOf = (name: string, body: string) => `
  create or replace function ${name}() returns trigger language plpgsql as $$
  begin
    if ${IS_ON} then ${body}
    end if;
    return null;
  end $$`

const EACH = {
  'each deletion': 'delete on TABLE referencing old table as gone',
  'each insertion': 'insert on TABLE referencing new table as made',
}

function triggers(): string[] {
  return Object.entries(FUNCTIONS).flatMap(([name, { table, on }]) =>
    on.map((one, nth) =>
      typeof one === 'string'
        ? `create or replace trigger ${name} after ${EACH[one]} for each statement execute function ${name}()`.replace(
            'TABLE',
            table,
          )
        : `create or replace trigger ${name}${nth ? '_of_change' : ''} after ${one.after} on ${table} for each row
             when (${one.when}) execute function ${name}()`,
    ),
  )
}
