import type { Knex } from 'knex'

/** Tools that agents may call, and the servers of MCP that offer some of them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table mcp_servers (
      id uuid not null,
      organization_id uuid not null references organizations on delete cascade,
      name text not null,
      url text not null,
      auth_header text,
      sealed_auth text,
      auth_hint text,
      protocol text,
      status text not null default 'new' check (status in ('new', 'ready', 'unreachable')),
      detail text,
      listed_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (organization_id, id),
      constraint mcp_servers_names unique (organization_id, name)
    );
    comment on table mcp_servers is 'servers of the Model Context Protocol, whose tools agents may call';
    comment on column mcp_servers.protocol is 'the version of MCP that it spoke last; null: not reached yet';
    comment on column mcp_servers.detail is 'what the last listing found, for people';

    create table tools (
      id uuid not null,
      organization_id uuid not null references organizations on delete cascade,
      name text not null,
      title text not null,
      description text not null,
      kind text not null check (kind in ('http', 'mcp')),
      input_schema jsonb not null,
      examples text[] not null default '{}',
      effect text not null check (effect in ('read', 'write')),
      method text,
      url_template text,
      body_template jsonb,
      auth_header text,
      sealed_auth text,
      auth_hint text,
      sealed_secret text,
      idempotency_header text,
      probe jsonb,
      confirm text not null default 'never' check (confirm in ('never', 'customer', 'person')),
      confirm_when jsonb,
      confirm_text text,
      needs_verified boolean not null default false,
      trusts_result boolean not null default false,
      in_tests boolean not null default false,
      timeout_ms integer not null default 8000,
      max_bytes integer not null default 65536,
      is_active boolean not null default true,
      mcp_server_id uuid,
      mcp_name text,
      mcp_digest text,
      mcp_change jsonb,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (organization_id, id),
      constraint tools_names unique (organization_id, name),
      constraint tools_of_server foreign key (organization_id, mcp_server_id)
        references mcp_servers (organization_id, id) on delete cascade,
      check ((kind = 'mcp') = (mcp_server_id is not null)),
      check ((kind = 'http') = (url_template is not null))
    );
    create index tools_by_server on tools (organization_id, mcp_server_id) where mcp_server_id is not null;
    comment on table tools is 'requests that an agent may have made while it replies';
    comment on column tools.sealed_secret is 'signs the headers that say for whom a call is made';
    comment on column tools.idempotency_header is 'carries the id of the call; null: the server knows no keys';
    comment on column tools.probe is '{url_template, pointer, done, not_done, is_final}; null: nothing can be asked';
    comment on column tools.confirm_when is '{pointer, above} or {pointer, among}; null: every call is confirmed';
    comment on column tools.mcp_digest is 'of description and schema, as an owner has accepted them';
    comment on column tools.mcp_change is
      'what the server says now, if it differs: the tool is off until an owner accepts it';

    alter table agents add column if not exists tool_ids uuid[] not null default '{}';
    comment on column agents.tool_ids is 'the tools that it may call, at most 16, in the order of the prompt'`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table agents drop column if exists tool_ids;
    drop table if exists tools;
    drop table if exists mcp_servers`)
}
