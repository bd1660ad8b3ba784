import type { Knex } from 'knex'

/**
 * What happens to handoffs is told, as in migration 0078: ids, states and numbers, no words. What
 * goes with its thread is told by the event of the thread. Each statement locks `handoffs` for some
 * milliseconds.
 */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table handoffs add column if not exists unanswered_at timestamptz')
  await knex.raw(
    `comment on column handoffs.unanswered_at is 'when the customer was told that nobody has answered in time; null: nobody was'`,
  )
  await knex.raw(WRITE)
  for (const [name, event, condition] of TRIGGERS)
    await knex.raw(
      `create or replace trigger ${name} after ${event} on handoffs for each row when (${condition}) execute function write_handoff_event()`,
    )
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function if exists write_handoff_event cascade')
  await knex.raw('alter table handoffs drop column if exists unanswered_at')
}

const IS_ASSIGNED =
  'new.assignee_id is not null and old.assignee_id is distinct from new.assignee_id'
const IS_ASKED = 'new.questions > old.questions'
const IS_REPLIED = 'new.replies > old.replies'
const IS_UNANSWERED = 'old.unanswered_at is null and new.unanswered_at is not null'
const IS_RETURNED = 'old.returned_at is null and new.returned_at is not null'

const WRITE = `
  create or replace function write_handoff_event() returns trigger language plpgsql as $$
  begin
    if coalesce(current_setting('parley.events', true), '') <> 'off' then
      insert into event_outbox (organization_id, type, target_kind, target_id, thread_id, agent_id, facts, is_test)
      select new.organization_id, 'handoff.' || what.type, 'handoff', new.id, new.thread_id, new.agent_id,
             jsonb_strip_nulls(what.facts), t.is_test
        from threads t cross join (values
          ('requested', tg_op = 'INSERT', jsonb_build_object('reason', new.reason, 'requested_by', new.requested_by)),
          ('assigned', tg_op = 'UPDATE' and ${IS_ASSIGNED}, jsonb_build_object('assignee_id', new.assignee_id)),
          ('asked', tg_op = 'UPDATE' and ${IS_ASKED}, jsonb_build_object('message_id', new.last_question_id)),
          ('replied', tg_op = 'UPDATE' and ${IS_REPLIED},
           jsonb_build_object('message_id', new.last_reply_id, 'is_first', old.replies = 0)),
          ('unanswered', tg_op = 'UPDATE' and ${IS_UNANSWERED}, '{}'::jsonb),
          ('returned', tg_op = 'UPDATE' and ${IS_RETURNED}, jsonb_build_object('replies', new.replies))
        ) as what (type, is_so, facts)
       where t.id = new.thread_id and what.is_so;
    end if;
    return null;
  end $$`

const TRIGGERS = [
  ['write_handoff_event', 'insert', 'true'],
  [
    'write_handoff_event_of_change',
    'update',
    [IS_ASSIGNED, IS_ASKED, IS_REPLIED, IS_UNANSWERED, IS_RETURNED].join(' or '),
  ],
] as const
