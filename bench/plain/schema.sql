-- The tables of the plain program: api.js and worker.js use them, bench/load/plain.ts fills them.

create table applications (
  id uuid primary key,
  organization_id uuid not null,
  client_id text not null unique,
  secret_hash text not null,
  hourly_limit int not null
);

create table agents (
  id uuid primary key,
  organization_id uuid not null,
  name text not null,
  description text not null,
  instructions text not null,
  tone text not null,
  language text not null
);

create table contexts (
  id uuid primary key,
  organization_id uuid not null,
  user_reference text not null,
  traits jsonb not null
);

create table knowledge (
  id uuid primary key,
  organization_id uuid not null,
  question text not null,
  answer text not null,
  words tsvector generated always as (to_tsvector('english', question || ' ' || answer)) stored
);
create index on knowledge using gin (words);

create table conversations (
  id uuid primary key,
  organization_id uuid not null,
  agent_id uuid not null references agents,
  context_id uuid references contexts,
  customer_id text not null,
  messages int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on conversations (organization_id, created_at);

create table messages (
  id uuid primary key,
  -- A question and its reply are stored in one transaction, so they share their time.
  position bigint generated always as identity,
  organization_id uuid not null,
  conversation_id uuid not null references conversations,
  question_id uuid,
  role text not null,
  status text not null,
  content text not null,
  metadata jsonb not null default '{}',
  usage jsonb,
  created_at timestamptz not null default now(),
  completed_at timestamptz
);
create index on messages (conversation_id, position);

create table idempotency_keys (
  organization_id uuid not null,
  key text not null,
  body_hash text not null,
  reply_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, key)
);

create table usages (
  id bigint generated always as identity primary key,
  organization_id uuid not null,
  reply_id uuid not null,
  agent_id uuid not null,
  model text not null,
  input_tokens int not null,
  output_tokens int not null,
  duration_ms float8 not null,
  created_at timestamptz not null default now()
);
create index on usages (organization_id, created_at);

create table jobs (
  id bigint generated always as identity primary key,
  organization_id uuid not null,
  reply_id uuid not null,
  outcome text not null,
  attempts int not null,
  duration_ms float8 not null,
  created_at timestamptz not null default now()
);
create index on jobs (organization_id, created_at);

create table request_logs (
  id bigint generated always as identity primary key,
  organization_id uuid not null,
  application_id uuid not null,
  method text not null,
  endpoint text not null,
  status_code int not null,
  duration_ms float8 not null,
  created_at timestamptz not null default now()
);
create index on request_logs (organization_id, created_at);
