/** Agents, the widgets that show them, and the servers of models that answer. */
export const AGENTS = `
-- Personas that answer.
create table agents (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  description text,
  tone text,
  language text,
  default_tasks text[] not null default '{}',
  is_active boolean not null default true,
  instructions text,
  model text,
  temperature double precision,
  max_output_tokens integer,
  fallback_message text,
  greeting text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  require_grounding boolean not null default false,
  deleted_at timestamptz,
  fallback_models text[] not null default '{}',
  handoff_policy jsonb,
  allow_attachments boolean not null default false,
  mail_transcripts boolean not null default false,
  unique (organization_id, id)
);
comment on column agents.require_grounding is
  'replies that no knowledge supports are replaced by the fallback message';
comment on column agents.deleted_at is
  'nobody finds it or its threads any more; housekeeping deletes them, and then this row';
comment on column agents.handoff_policy is
  'when the agent hands off by itself, and when customers get the notice that nobody has answered; '
  'null: the defaults';
comment on column agents.allow_attachments is
  'whether messages to the agent may have images and PDFs';
comment on column agents.mail_transcripts is
  'whether a chat that is closed is mailed to its customer, whose address is proven';

-- How a widget looks and speaks.
create table widget_configurations (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  agent_id uuid,
  title text,
  greeting text,
  suggested_questions text[] not null default '{}',
  colors jsonb not null default '{}',
  position text not null default 'bottom-right' check (position in ('bottom-right', 'bottom-left')),
  theme text not null default 'auto' check (theme in ('auto', 'light', 'dark')),
  locale text,
  texts jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  remember boolean not null default false,
  offers_people boolean not null default false,
  unique (organization_id, id),
  foreign key (organization_id, agent_id)
    references agents (organization_id, id) on delete set null (agent_id)
);
create index widget_configurations_organization_id_agent_id_idx
  on widget_configurations (organization_id, agent_id) where agent_id is not null;

-- Servers of models, of an organization or of the operator. Keys are sealed with SECRET_KEYS.
create table connections (
  id uuid primary key,
  organization_id uuid references organizations on delete cascade,
  name text not null,
  provider text not null,
  base_url text,
  options jsonb not null default '{}',
  sealed_key text,
  key_hint text,
  models text[] not null default '{}',
  prices jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_test jsonb,
  unique nulls not distinct (organization_id, name)
);
comment on column connections.organization_id is 'null: the operator''s, for every organization';
comment on column connections.base_url is 'null: the provider''s own address';
comment on column connections.sealed_key is 'see shared/lib/sealing.ts; null: the server needs no key';
comment on column connections.key_hint is 'the key''s last four characters';
comment on column connections.models is 'empty: any model of the server';
comment on column connections.prices is 'USD per million tokens by model: input, output';
comment on column connections.last_test is
  'works, detail, tested_at; null: not tested since it was made or its server, key or models '
  'changed';

-- Decision 52.
create table model_breakers (
  key text primary key,
  open_ms double precision not null,
  trial_at timestamptz not null,
  tried_at timestamptz not null default now()
) with (fillfactor = 50);
comment on table model_breakers is
  'models that are down: each has a row until it answers, or for an hour after its last call';
comment on column model_breakers.trial_at is
  'when the next worker may make one call; taking it puts this off by open_ms';
comment on column model_breakers.tried_at is 'when it was last found down';
`
