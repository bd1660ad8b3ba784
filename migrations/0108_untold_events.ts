import type { Knex } from 'knex'

/**
 * Identity secrets tell of their lives as other secrets do, and handoffs of their release, as in
 * migrations 0078 and 0086. Each statement locks one table, for some milliseconds.
 */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  // A chore deletes expired secrets from now on, and the trigger would tell of these as if they had
  // just expired.
  await knex.raw('delete from identity_secrets where expires_at < now()')
  await knex.raw(WRITE_IDENTITY)
  await knex.raw(WRITE_IDENTITY_DELETIONS)
  await knex.raw(
    'create or replace trigger write_identity_event after insert on identity_secrets for each row execute function write_identity_event()',
  )
  await knex.raw(`
    create or replace trigger write_identity_deletions after delete on identity_secrets referencing old table as gone
      for each statement execute function write_identity_deletions()`)
  await knex.raw(WRITE_RELEASE)
  await knex.raw(`
    create or replace trigger write_release_event after update on handoffs for each row
      when (old.assignee_id is not null and new.assignee_id is null and new.returned_at is null)
      execute function write_release_event()`)
}

export async function down(knex: Knex): Promise<void> {
  for (const name of ['write_release_event', 'write_identity_deletions', 'write_identity_event'])
    await knex.raw(`drop function if exists ${name} cascade`)
}

const functionOf = (name: string, body: string) => `
  create or replace function ${name}() returns trigger language plpgsql as $$
  begin
    if coalesce(current_setting('parley.events', true), '') <> 'off' then
      insert into event_outbox (organization_id, type, target_kind, target_id, thread_id, agent_id, facts, is_test) ${body};
    end if;
    return null;
  end $$`

const WRITE_IDENTITY = functionOf(
  'write_identity_event',
  `
      values (new.organization_id, 'identity_secret.created', 'identity_secret', new.id, null, null,
              jsonb_build_object('application_id', new.application_id), false)`,
)

const WRITE_IDENTITY_DELETIONS = functionOf(
  'write_identity_deletions',
  `
      select g.organization_id, 'identity_secret.revoked', 'identity_secret', g.id, null::uuid, null::uuid,
             jsonb_build_object('application_id', g.application_id,
                                'reason', case when g.expires_at <= now() then 'expired' else 'revoked' end), false
        from gone g join organizations o on o.id = g.organization_id`,
)

/**
 * A user who is removed releases what they had; one who goes with the organization tells nobody.
 */
const WRITE_RELEASE = functionOf(
  'write_release_event',
  `
      select new.organization_id, 'handoff.released', 'handoff', new.id, new.thread_id, new.agent_id,
             jsonb_build_object('assignee_id', old.assignee_id), t.is_test
        from threads t join organizations o on o.id = t.organization_id where t.id = new.thread_id`,
)
