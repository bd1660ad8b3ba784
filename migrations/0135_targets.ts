import type { Knex } from 'knex'

/** By when people should answer (decision 117). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table organizations
      add column first_answer_minutes integer check (first_answer_minutes between 1 and 10080),
      add column next_answer_minutes integer check (next_answer_minutes between 1 and 10080);
    comment on column organizations.first_answer_minutes is
      'minutes of office hours in which a person should first answer; null: no target';
    comment on column organizations.next_answer_minutes is
      'minutes of office hours in which each further answer should come; null: no target';

    alter table handoffs
      add column due_at timestamptz,
      add column overdue_at timestamptz,
      add column first_answer_met boolean,
      add column next_answers_met integer not null default 0,
      add column next_answers_missed integer not null default 0;
    comment on column handoffs.due_at is
      'by when a person should answer the waiting customer; null: nobody waits, or there is no target';
    comment on column handoffs.overdue_at is
      'when a target was last missed; null: never';
    comment on column handoffs.first_answer_met is
      'whether the first answer met its target; null: there was none, or it is still open';
    comment on column handoffs.next_answers_met is 'further answers that met their target';
    comment on column handoffs.next_answers_missed is 'waits for a further answer that missed it'`)
}

export async function down(knex: Knex): Promise<void> {
  // With the triggers that read them, which are repeatable.
  await knex.raw(`
    alter table handoffs drop column due_at cascade, drop column overdue_at cascade,
      drop column first_answer_met, drop column next_answers_met, drop column next_answers_missed;
    alter table organizations drop column first_answer_minutes, drop column next_answer_minutes`)
}
