/** Organizations, their people, and the keys of their applications. */
export const ACCOUNTS = `
-- A tenant. Each reference to another noun's record names the organization as well, so the
-- database itself refuses a row of one organization that points to another's.
create table organizations (
  id uuid primary key,
  name text not null unique,
  hourly_limit integer check (hourly_limit > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  office_hours jsonb
);
comment on column organizations.office_hours is
  'the time zone, and the spans of each day in which people are there; null: always';

-- People who sign in to the dashboard. A person may work for several organizations: an address is
-- unique in each of them alone.
create table users (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  email text not null,
  role text not null check (role in ('owner', 'editor', 'viewer')),
  password_hash text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name text,
  last_seen_at timestamptz,
  deactivated_at timestamptz,
  mail_handoffs boolean,
  photo text,
  photo_type text,
  photo_bytes bytea,
  unique (organization_id, id),
  constraint users_whole_photo check (((photo is null) = (photo_type is null))
    and ((photo is null) = (photo_bytes is null)))
);
create unique index users_organization_email on users (organization_id, lower(email));
create index users_address on users (lower(email));
create unique index users_photo on users (photo) where photo is not null;
comment on column users.last_seen_at is
  'the last request of any of their sessions, to the minute; null: never signed in';
comment on column users.deactivated_at is 'since when they may not sign in; null: they may';
comment on column users.mail_handoffs is
  'whether they are mailed when nobody takes a handoff; null: only as an owner';
comment on column users.photo is
  'path of the photo at this server, another one for each photo; null: none';
comment on column users.photo_type is 'media type of the photo';
comment on column users.photo_bytes is 'the photo, at most 64 kB';

-- Browsers in which somebody is signed in.
create table dashboard_sessions (
  token_hash bytea primary key,
  organization_id uuid not null references organizations on delete cascade,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  id uuid not null default gen_random_uuid(),
  user_agent text,
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
create index dashboard_sessions_organization_id_user_id_idx
  on dashboard_sessions (organization_id, user_id);
create index dashboard_sessions_last_seen_at_idx on dashboard_sessions (last_seen_at);
create unique index dashboard_sessions_id_idx on dashboard_sessions (id);
comment on column dashboard_sessions.token_hash is
  'SHA-256 of what the cookie carries, which has 256 random bits';
comment on column dashboard_sessions.id is
  'what a session is named by: its token and the hash of it stay unseen';

-- People who may become users: a link in a mail carries the token.
create table invitations (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  email text not null,
  role text not null check (role in ('owner', 'editor', 'viewer')),
  token_hash bytea not null unique,
  invited_by text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, id)
);
create unique index invitations_address on invitations (organization_id, lower(email));
comment on column invitations.token_hash is
  'SHA-256 of what the link carries, which has 256 random bits';
comment on column invitations.invited_by is
  'the address of the owner as it was then, or the admin tool';

create table password_resets (
  organization_id uuid not null,
  user_id uuid not null,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
create index password_resets_expires_at_idx on password_resets (expires_at);
comment on table password_resets is 'one for each user: another link ends the earlier one';
comment on column password_resets.token_hash is
  'SHA-256 of what the link carries, which has 256 random bits';

-- The authenticator app of a user.
create table authenticators (
  id uuid primary key,
  organization_id uuid not null,
  sealed_secret text not null,
  last_step bigint not null,
  created_at timestamptz not null default now(),
  unique (organization_id, id),
  foreign key (organization_id, id) references users (organization_id, id) on delete cascade
);
comment on column authenticators.id is 'the user''s';
comment on column authenticators.sealed_secret is 'see shared/lib/sealing.ts';
comment on column authenticators.last_step is
  'the 30 s, counted from 1970, of the last code that was used: it and earlier ones work no more';

-- What signs a user in without their authenticator app.
create table backup_codes (
  organization_id uuid not null,
  user_id uuid not null,
  code_hash bytea not null,
  primary key (organization_id, user_id, code_hash),
  foreign key (organization_id, user_id)
    references authenticators (organization_id, id) on delete cascade
);
comment on column backup_codes.code_hash is
  'SHA-256 of a code of 80 random bits; a used code is deleted';

-- What a user can sign in with instead of a password.
create table passkeys (
  id uuid primary key,
  organization_id uuid not null,
  user_id uuid not null,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
create index passkeys_organization_id_user_id_idx on passkeys (organization_id, user_id);
comment on column passkeys.credential_id is 'what the authenticator calls it, in base64url';
comment on column passkeys.counter is
  'how often it was used, where the authenticator counts; a smaller number reveals a copy';

create table user_identities (
  organization_id uuid not null,
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, issuer, subject),
  unique (organization_id, user_id, issuer),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
comment on table user_identities is
  'who a user is for an identity provider; an address alone identifies nobody';

-- The identity provider by which an organization's people sign in.
create table single_sign_ons (
  id uuid primary key,
  organization_id uuid not null unique references organizations on delete cascade,
  issuer text not null,
  client_id text not null,
  sealed_client_secret text not null,
  client_secret_hint text not null,
  domains text[] not null,
  role_claim text,
  roles jsonb not null default '{}',
  default_role text check (default_role in ('owner', 'editor', 'viewer')),
  is_required boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column single_sign_ons.sealed_client_secret is 'see shared/lib/sealing.ts';
comment on column single_sign_ons.domains is
  'of the addresses of people who may become users by signing in; in small letters';
comment on column single_sign_ons.roles is 'by value of the claim: owner, editor or viewer';
comment on column single_sign_ons.default_role is
  'of people whose claim has no value of roles; null: they may not sign in';
comment on column single_sign_ons.is_required is
  'whether passwords are refused, but for owners with an authenticator app';

-- A set of credentials, and the origins that may use them.
create table applications (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  client_id text not null unique,
  allowed_origins text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  hourly_limit integer check (hourly_limit > 0),
  widget_hourly_limit integer check (widget_hourly_limit > 0),
  agent_ids uuid[] check (cardinality(agent_ids) > 0),
  unique (organization_id, id)
);
create index applications_allowed_origins_idx on applications using gin (allowed_origins);
comment on column applications.hourly_limit is
  'API requests an hour; null: only the organization''s limit';
comment on column applications.widget_hourly_limit is
  'widget requests an hour; null: only the service''s limit';
comment on column applications.agent_ids is
  'the agents that its widget tokens reach; null: every active agent of the organization. One '
  'that was deleted stays on the list, and is reached by nobody';

-- The keys of an application (decision 54).
create table application_secrets (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  application_id uuid not null,
  secret_hash bytea not null,
  hint text not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  name text,
  scopes text[],
  agent_ids uuid[],
  is_test boolean not null default false,
  foreign key (organization_id, application_id)
    references applications (organization_id, id) on delete cascade
);
create index application_secrets_organization_id_application_id_idx
  on application_secrets (organization_id, application_id);
create unique index application_secrets_by_hash on application_secrets (secret_hash);
comment on column application_secrets.secret_hash is
  'SHA-256 of the secret, which has 256 random bits; SHA-512/256 where it has scopes, agents '
  'or is_test, so that code that does not know these columns refuses it';
comment on column application_secrets.hint is
  'the secret''s last four characters, so that people can distinguish two secrets';
comment on column application_secrets.name is 'null: it was issued without one';
comment on column application_secrets.scopes is 'null: all';
comment on column application_secrets.agent_ids is
  'the agents that it reaches; null: all of the organization';
comment on column application_secrets.is_test is
  'whether the threads that it opens are for trying out';

create table application_uses (
  organization_id uuid not null,
  application_id uuid not null,
  last_used_at timestamptz not null,
  primary key (organization_id, application_id),
  foreign key (organization_id, application_id)
    references applications (organization_id, id) on delete cascade
) with (fillfactor = 80);
comment on table application_uses is 'outlives what it was read from';

create table identity_secrets (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  application_id uuid not null,
  sealed_secret text not null,
  hint text not null,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (organization_id, application_id)
    references applications (organization_id, id) on delete cascade
);
create index identity_secrets_of_application on identity_secrets (organization_id, application_id);
comment on table identity_secrets is
  'the secrets by which servers of an application sign who their users are';
comment on column identity_secrets.hint is 'the last four characters of the secret';
comment on column identity_secrets.expires_at is 'null: it is the newest of its application';

create table retentions (
  organization_id uuid primary key references organizations on delete cascade,
  message_days integer check (message_days > 0),
  trace_days integer check (trace_days > 0),
  request_log_days integer check (request_log_days > 0),
  analytics_days integer check (analytics_days > 0),
  audit_days integer check (audit_days > 0),
  updated_at timestamptz not null default now()
);
comment on table retentions is
  'days; null, or without a row: the service''s setting, which is the most in any case';

create table audit_events (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  actor_kind text not null check (actor_kind in ('user', 'application', 'admin_tool', 'unknown')),
  actor_id uuid,
  actor text,
  action text not null,
  target_kind text not null,
  target_id uuid,
  target_label text,
  changes jsonb not null default '{}',
  request_id text,
  address text,
  created_at timestamptz not null default now()
);
create index audit_events_organization_id_id_idx on audit_events (organization_id, id);
create index audit_events_organization_id_target_id_id_idx
  on audit_events (organization_id, target_id, id);
create index audit_events_organization_id_lower_id_idx
  on audit_events (organization_id, lower(actor), id);
create index audit_events_created_at_idx on audit_events (created_at);
create index audit_events_organization_id_created_at_idx
  on audit_events (organization_id, created_at);
create index audit_events_by_action on audit_events (organization_id, action, id);
create index audit_events_by_actor
  on audit_events (organization_id, coalesce(lower(actor), ''), id);
create index audit_events_by_address on audit_events (organization_id, coalesce(address, ''), id);
comment on table audit_events is
  'who changed what; names no other table''s rows, because it outlives them';
comment on column audit_events.actor is
  'the user''s address or the application''s client id, as it was then';
comment on column audit_events.changes is 'by field, {"before", "after"}; cut, and without secrets';
`
