import type { Knex } from 'knex'

/**
 * Events of a budget for customers tell the customer's own id, which a receiver may repeat. Its
 * answers are not stored any more, nor those about a budget that is gone: what it was for is not
 * known then.
 */
export const config = { transaction: false }

const DELIVERIES = 10_000

export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    functionOf(`
    elsif about.target_kind = 'budget' then
      perform from budgets
        where organization_id = about.organization_id and id = about.target_id and scope <> 'customer';
      if not found then new.response_head := null; end if;`),
  )
  await knex.raw(BLANK_STORED)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(functionOf(''))
}

/**
 * Blanks what was stored about budgets of any kind, and commits after each step through the key of
 * deliveries.
 */
const BLANK_STORED = `
  do $$
  declare last webhook_deliveries;
  begin
    last.organization_id := '00000000-0000-0000-0000-000000000000';
    last.id := last.organization_id;
    loop
      update delivery_attempts a set response_head = null
        from (select organization_id, id, event_type from webhook_deliveries
               where (organization_id, id) > (last.organization_id, last.id)
               order by organization_id, id limit ${DELIVERIES}) d
       where d.event_type like 'budget.%' and a.organization_id = d.organization_id and a.delivery_id = d.id
         and a.response_head is not null;
      select * into last from (
        select * from webhook_deliveries where (organization_id, id) > (last.organization_id, last.id)
         order by organization_id, id limit ${DELIVERIES}) d order by organization_id desc, id desc limit 1;
      exit when not found;
      commit;
    end loop;
  end $$`

/** The function of migration 0078. @param more what it does for events about other records */
const functionOf = (more: string) => `
  create or replace function blank_answers() returns trigger language plpgsql as $$
  declare
    about events;
  begin
    select e.* into about from webhook_deliveries d join events e on e.id = d.event_id and e.organization_id = d.organization_id
     where d.organization_id = new.organization_id and d.id = new.delivery_id limit 1;
    if about.thread_id is not null then
      perform from threads where id = about.thread_id for key share skip locked;
      if not found then new.response_head := null; end if;
    elsif about.target_kind = 'user' then
      perform from users where id = about.target_id for key share skip locked;
      if not found then new.response_head := null; end if;${more}
    end if;
    return new;
  end $$`
