import type { Knex } from 'knex'

/**
 * The models that answer when an agent's own cannot, which model a reply was to have, and the
 * models that are down, for all workers (docs/decisions/0052-fallback-models.md). Each statement
 * locks one table.
 */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table if not exists model_breakers (
      key text primary key,
      open_ms double precision not null,
      trial_at timestamptz not null,
      tried_at timestamptz not null default now()
    ) with (fillfactor = 50)`)
  await knex.raw(
    "comment on table model_breakers is 'models that are down: each has a row until it answers, or for an hour after its last call'",
  )
  await knex.raw(
    "comment on column model_breakers.trial_at is 'when the next worker may make one call; taking it puts this off by open_ms'",
  )
  await knex.raw("comment on column model_breakers.tried_at is 'when it was last found down'")
  await knex.raw(
    "alter table agents add column if not exists fallback_models text[] not null default '{}'",
  )
  await knex.raw('alter table messages add column if not exists fallback_for text')
  await knex.raw(
    "comment on column messages.fallback_for is 'the model that was to write the reply and could not; null: it did, or the message is no reply'",
  )
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table model_breakers')
  await knex.raw('alter table agents drop column fallback_models')
  await knex.raw('alter table messages drop column fallback_for')
}
