import type { Knex } from 'knex'

/** How replies came about, of those for which somebody asked to see it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table messages add column traced boolean not null default false;
    comment on column messages.traced is 'of a reply: whether it is to be kept how it came about';

    create table reply_traces (
      reply_id uuid not null,
      organization_id uuid not null references organizations on delete cascade,
      attempt integer not null,
      trace jsonb not null,
      created_at timestamptz not null default now(),
      primary key (organization_id, reply_id),
      foreign key (organization_id, reply_id) references messages (organization_id, id) on delete cascade
    );
    create index on reply_traces (created_at);
    comment on table reply_traces is 'what the latest attempt of a reply was made from; kept for some days only';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table reply_traces; alter table messages drop column traced')
}
