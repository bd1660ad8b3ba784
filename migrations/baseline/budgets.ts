/** The cost of calls of models, and limits on the cost. */
export const BUDGETS = `
-- Partitioned by the id of the reply, whose first 48 bits are its time: so (reply_id, attempt)
-- stays unique in all of the table.
create table usages (
  reply_id uuid not null,
  organization_id uuid not null references organizations on delete cascade,
  agent_id uuid not null,
  model text not null,
  attempt integer not null,
  outcome text not null,
  input_tokens integer not null,
  output_tokens integer not null,
  cost_usd numeric(14, 8),
  model_ms double precision not null,
  created_at timestamptz not null default now(),
  cached_tokens integer not null default 0,
  primary key (reply_id, attempt)
) partition by range (reply_id);
create index usages_by_time on usages (organization_id, created_at)
  include (agent_id, model, outcome, input_tokens, output_tokens, cost_usd, model_ms);
comment on table usages is
  'one row a call of a model, also of one that came to nothing; outlives the reply, so that '
  'deleting a conversation does not change the bill; a partition a month';
comment on column usages.outcome is
  'completed; failed, of a call that came to nothing; test, of a thread for trying out, which '
  'no figure counts';
comment on column usages.cost_usd is 'null: not known, for want of a price or of a count';
comment on column usages.cached_tokens is
  'those of the input tokens that the provider had in its cache';

-- Limits on what the calls of models may cost (decision 53).
create table budgets (
  id uuid not null,
  organization_id uuid not null references organizations on delete cascade,
  scope text not null check (scope in ('organization', 'application', 'agent', 'customer')),
  application_id uuid,
  agent_id uuid,
  customer_id text,
  unit text not null check (unit in ('usd', 'tokens')),
  amount numeric(20, 8) not null check (amount > 0),
  period text not null check (period in ('day', 'month')),
  at_limit text not null check (at_limit in ('refuse', 'fallback_model', 'extractive')),
  fallback_model text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, application_id)
    references applications (organization_id, id) on delete cascade,
  foreign key (organization_id, agent_id) references agents (organization_id, id) on delete cascade,
  check ((application_id is null) or (scope = 'application')),
  check ((agent_id is null) or (scope = 'agent')),
  check ((customer_id is null) or (scope = 'customer')),
  check ((at_limit = 'fallback_model') = (fallback_model is not null))
);
comment on column budgets.application_id is
  'null, as agent_id and customer_id: one budget for each of its scope';

create table budget_periods (
  organization_id uuid not null,
  budget_id uuid not null,
  begins date not null,
  subject text not null,
  spent numeric(20, 8) not null default 0,
  reserved numeric(20, 8) not null default 0,
  warned_at timestamptz,
  reached_at timestamptz,
  primary key (organization_id, budget_id, begins, subject),
  foreign key (organization_id, budget_id)
    references budgets (organization_id, id) on delete cascade
) with (
  fillfactor = 50,
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 1000
);
comment on table budget_periods is
  'what is spent and reserved of a budget in a day or month of UTC; its row is locked for a '
  'moment by each reservation';
comment on column budget_periods.subject is
  'the id of the application, agent or customer whose share it is; empty: the organization''s';
comment on column budget_periods.spent is
  'without what is settled in budget_reservations and not yet added';

create table budget_reservations (
  organization_id uuid not null references organizations on delete cascade,
  reply_id uuid not null,
  attempt integer not null,
  budget_id uuid not null,
  begins date not null,
  subject text not null,
  amount numeric(20, 8) not null,
  settled numeric(20, 8),
  expires_at timestamptz not null,
  primary key (reply_id, attempt, budget_id)
) with (
  fillfactor = 50,
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0
);
create index budget_reservations_settled
  on budget_reservations (organization_id, budget_id, begins, subject) where settled is not null;
comment on table budget_reservations is
  'the most that running calls of models may cost; without foreign keys to budgets, so that '
  'the end of a reply waits for nobody';
comment on column budget_reservations.reply_id is 'a reply or a trial';
comment on column budget_reservations.settled is
  'what the calls have cost; the next reservation adds it to budget_periods and deletes the row';
comment on column budget_reservations.expires_at is
  'after this, the worker is dead, and a chore releases the amount';
`
