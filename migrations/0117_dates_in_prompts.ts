import type { Knex } from 'knex'

/**
 * Stores each organization's time zone, and when chunks were written, so that a prompt has
 * today's date and the age of its sources. The time zone was a part of the office hours alone.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table organizations add column time_zone text not null default 'UTC';
    update organizations set time_zone = office_hours->>'timezone' where office_hours is not null;
    comment on column organizations.time_zone is
      'IANA name; office_hours repeats it for the former version, which knows it from there alone';
    alter table chunks add column written_at timestamptz;
    alter table chunks alter column written_at set default now();
    comment on column chunks.written_at is
      'since when the entry has had this text; null: since before this was stored';`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table chunks drop column written_at;
    alter table organizations drop column time_zone`)
}
