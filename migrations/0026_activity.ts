import type { Knex } from 'knex'

/**
 * What people look for among threads: the newest first, failures, bad ratings, replies that no
 * knowledge supports. Processes of an older version do not move `active_at`: threads in which they
 * take a message stand where they stood, until their next message.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table threads add column active_at timestamptz not null default now();
    comment on column threads.active_at is 'when its last message was posted; without one, when it was opened';
    update threads t set active_at = coalesce(
      (select m.created_at from messages m where m.thread_id = t.id order by m.seq desc limit 1), t.created_at);

    create index threads_active on threads (organization_id, active_at, id);
    create index messages_failed_by_thread on messages (organization_id, thread_id) where status = 'failed';
    create index messages_ungrounded on messages (organization_id, thread_id) where not grounded;
    create index feedback_negative on feedback (organization_id, thread_id) where rating <= 2;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index threads_active, messages_failed_by_thread, messages_ungrounded, feedback_negative;
    alter table threads drop column active_at;
  `)
}
