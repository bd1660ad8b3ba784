import type { Knex } from 'knex'

/** Each organization is committed by itself, so that no lock is held for all of them. */
export const config = { transaction: false }

/**
 * Marks the replies that only announce a handoff, which were stored as answers that knowledge does
 * not support, and drops their questions from the topics. They are the completed replies without a
 * model, and `messages_ungrounded` finds them without reading other messages.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`comment on column messages.grounded is
    'of a completed reply: whether it cites knowledge; null: not completed, a question, an '
    'announcement of a handoff, or older than the column'`)
  await knex.raw(`
    do $$
    declare organization uuid;
    begin
      for organization in select id from organizations loop
        with announced as (
          update messages set grounded = null, finish_reason = 'handed_off'
           where organization_id = organization and not grounded and model is null
             and role = 'assistant' and status = 'completed'
          returning in_reply_to
        )
        delete from first_questions f using announced a, messages q
         where q.id = a.in_reply_to and q.seq = 1 and f.thread_id = q.thread_id;
        commit;
      end loop;
    end $$`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    `update messages set grounded = false, finish_reason = 'stop'
      where finish_reason = 'handed_off' and grounded is null`,
  )
}
