import type { Knex } from 'knex'

/** Each organization is committed by itself, so that no lock is held for all of them. */
export const config = { transaction: false }

/**
 * Stores how many sentences of a reply its sources support, the model that checks them, and the
 * hourly sums of the tokens that providers had in their caches. Sums of earlier hours are made of
 * the usages that are still there.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table messages add column if not exists supported jsonb;
    comment on column messages.supported is
      'of a reply: how many of its checked sentences the sources support {sentences, of}; null: '
      'none was checked, or older than the column';
    alter table agents add column if not exists grounding_model text;
    comment on column agents.grounding_model is
      'the model that checks replies; off: none; null: GROUNDING_MODEL';
    alter table activity_rollups add column if not exists cached_tokens bigint not null default 0;
    comment on column activity_rollups.cached_tokens is
      'tokens among input_tokens that providers had in their caches'`)
  await knex.raw(`
    do $$
    declare organization uuid;
    begin
      for organization in select id from organizations loop
        update activity_rollups r set cached_tokens = u.cached_tokens
          from (select date_bin('1 hour', created_at, 'epoch') as hour, agent_id, model,
                       sum(cached_tokens) as cached_tokens
                  from usages
                 where organization_id = organization and cached_tokens > 0 and outcome <> 'test'
                 group by 1, 2, 3) u
         where r.organization_id = organization and r.hour = u.hour and r.agent_id = u.agent_id
           and r.model is not distinct from u.model;
        commit;
      end loop;
    end $$`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table messages drop column supported;
    alter table agents drop column grounding_model;
    alter table activity_rollups drop column cached_tokens`)
}
