import type { Knex } from 'knex'

const CHECKED = [
  ['users', 'role'],
  ['invitations', 'role'],
  ['single_sign_ons', 'default_role'],
] as const

/** Lets users have the role `agent` (decision 117). */
export const up = (knex: Knex): Promise<void> => allow(knex, ['owner', 'editor', 'agent', 'viewer'])

/** Makes agents viewers: they may do less than before, and see what viewers see. */
export async function down(knex: Knex): Promise<void> {
  for (const [table, column] of CHECKED)
    await knex.raw(`update ${table} set ${column} = 'viewer' where ${column} = 'agent'`)
  await knex.raw(`
    update single_sign_ons
       set roles = (select jsonb_object_agg(key, case when value = '"agent"' then '"viewer"' else value end)
                      from jsonb_each(roles))
     where roles::text like '%"agent"%'`)
  await allow(knex, ['owner', 'editor', 'viewer'])
}

async function allow(knex: Knex, roles: readonly string[]): Promise<void> {
  const list = roles.map((role) => `'${role}'`).join(', ')
  for (const [table, column] of CHECKED) {
    const name = `${table}_${column}_check`
    await knex.raw(`
      alter table ${table} drop constraint ${name},
        add constraint ${name} check (${column} in (${list})) not valid;
      alter table ${table} validate constraint ${name}`)
  }
  await knex.raw(
    `comment on column single_sign_ons.roles is 'by value of the claim: ${roles.join(', ')}'`,
  )
}
