import type { Knex } from 'knex'

/** How chats that are handed off get their assignee (decision 117). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table organizations add column assignment text not null default 'manual'
      check (assignment in ('manual', 'round_robin', 'least_busy'));
    comment on column organizations.assignment is
      'how chats that are handed off get their assignee; manual: people take them';

    alter table users add column takes_chats boolean, add column last_assigned_at timestamptz;
    comment on column users.takes_chats is
      'whether the user gets chats by rule; null: if their role is agent';
    comment on column users.last_assigned_at is 'when a rule last gave the user a chat; null: never';

    alter table handoffs add column assigned_by text check (assigned_by in ('person', 'rule'));
    comment on column handoffs.assigned_by is
      'what last set or removed the assignee; null: nothing yet, or the assignee has left since';
    update handoffs set assigned_by = 'person' where returned_at is null and assignee_id is not null`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table handoffs drop column assigned_by;
    alter table users drop column takes_chats, drop column last_assigned_at;
    alter table organizations drop column assignment`)
}
