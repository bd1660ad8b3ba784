import type { Knex } from 'knex'

/**
 * Indexes of what lists are filtered by, and by which one organization's indexing is counted. And
 * the one reference that did not name its organization.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index knowledge_entries_unready on knowledge_entries (organization_id, kind, id) where status <> 'ready';
    create index knowledge_entries_agents on knowledge_entries using gin (agent_ids) where agent_ids is not null;
    create index knowledge_entries_running on knowledge_entries (organization_id) where status = 'processing';
    create index threads_visitor on threads (organization_id, visitor_id, id) where visitor_id is not null;
    create index threads_ended on threads (organization_id, kind, status, id) where status in ('closed', 'expired');

    alter table messages drop constraint messages_in_reply_to_fkey;
    alter table messages add constraint messages_in_reply_to_fkey
      foreign key (organization_id, in_reply_to) references messages (organization_id, id) on delete cascade;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table messages drop constraint messages_in_reply_to_fkey;
    alter table messages add constraint messages_in_reply_to_fkey
      foreign key (in_reply_to) references messages on delete cascade;
    drop index knowledge_entries_unready, knowledge_entries_agents, knowledge_entries_running, threads_visitor,
               threads_ended;
  `)
}
