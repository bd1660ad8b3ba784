import type { Db } from '../lib/db/db.ts'
import { preparedText, sqlText } from '../lib/db/statements.ts'
import type { ApplicableBudget } from './applicable.ts'
import { upTo, WARN_AT } from './budgets.ts'
import type { BudgetEvent } from './reserve.ts'

/** The spending of an attempt in a budget in which it had a reservation. */
export interface Settlement extends Pick<ApplicableBudget, 'subject'> {
  budget_id: string
  /** The first day of the period of the reservation, `YYYY-MM-DD`. */
  begins: string
  /** The amount spent, in the budget's unit. */
  settled: number
}

/**
 * Returns SQL that settles the reservations of attempts, for the statement that stores their ends.
 * Adds to the amount that another worker settled for the same attempt, because both called a model.
 * @param ended the SQL name of a table with organization_id, id, attempt and the `Settlement[]` as
 *   `spent`, which may be null
 */
export const settling = (ended: string) => `
  insert into budget_reservations (organization_id, reply_id, attempt, budget_id, begins, subject, amount, settled, expires_at)
  select ${ended}.organization_id, ${ended}.id, ${ended}.attempt, s.budget_id, s.begins, s.subject, 0, s.settled, now()
    from ${ended}, jsonb_to_recordset(${ended}.spent) as s (budget_id uuid, begins date, subject text, settled numeric)
  on conflict (reply_id, attempt, budget_id)
    do update set settled = coalesce(budget_reservations.settled, 0) + excluded.settled`

/**
 * The most shares of budgets, and the most lost reservations, that one call of `sumUpBudgets`
 * processes.
 */
const MAX_SHARES = 500

/**
 * Adds settled amounts to the periods of budgets and releases the reservations of dead workers, so
 * that owners are warned even if no further reply comes.
 * @returns how many reservations ended, and the budgets that were warned or reached for the first
 *   time in their period
 */
export async function sumUpBudgets(
  db: Db,
): Promise<{ ended: number; events: (BudgetEvent & { organization_id: string })[] }> {
  const [summed] = await preparedText<Awaited<ReturnType<typeof sumUpBudgets>>>(db, SUM_UP, {})
  return summed!
}

/** Locks the rows of periods in the same order as reservations. */
const SUM_UP = `
  with due as materialized (
    select distinct organization_id, budget_id, begins, subject from budget_reservations
     where settled is not null or expires_at < now() limit ${MAX_SHARES}
  ), counters as materialized (
    select c.* from (select * from due order by budget_id, begins, subject) k
     cross join lateral (
       select * from budget_periods p
        where p.organization_id = k.organization_id and p.budget_id = k.budget_id and p.begins = k.begins and p.subject = k.subject
          for no key update) c
  ), freed as (
    delete from budget_reservations r using due d
     where r.organization_id = d.organization_id and r.budget_id = d.budget_id and r.begins = d.begins and r.subject = d.subject
       and (r.settled is not null or r.expires_at < now())
       and (select count(*) from counters) >= 0
    returning r.organization_id, r.budget_id, r.begins, r.subject, r.amount, coalesce(r.settled, 0) as settled
  ), noted as materialized (
    select c.organization_id, c.budget_id, c.begins, c.subject, ${upTo('c.spent + f.settled')} as spent,
           greatest(0, c.reserved - f.amount) as reserved,
           c.warned_at is null and c.spent + f.settled >= b.amount * ${WARN_AT} as is_warned,
           c.reached_at is null and c.spent + f.settled >= b.amount as is_reached
      from counters c
      join (select organization_id, budget_id, begins, subject, sum(amount) as amount, sum(settled) as settled
              from freed group by 1, 2, 3, 4) f using (organization_id, budget_id, begins, subject)
      join budgets b on b.organization_id = c.organization_id and b.id = c.budget_id
  ), counted as (
    update budget_periods p
       set spent = noted.spent, reserved = noted.reserved,
           warned_at = case when is_warned then now() else warned_at end,
           reached_at = case when is_reached then now() else reached_at end
      from noted
     where p.organization_id = noted.organization_id and p.budget_id = noted.budget_id and p.begins = noted.begins
       and p.subject = noted.subject
  )
  select (select count(*)::integer from freed) as ended,
         coalesce((select json_agg(json_build_object('organization_id', organization_id, 'kind', kind, 'budget_id', budget_id,
                                                     'begins', begins, 'subject', subject))
                     from noted cross join lateral (values ('warned', is_warned), ('reached', is_reached)) as e (kind, is_so)
                    where is_so), '[]') as events`

/** Days for which the sums of ended periods are kept. Usage rows keep the history. */
const KEPT_DAYS = 40

/** Deletes the sums of periods that ended long ago. @returns how many */
export async function deleteOldPeriods(db: Db): Promise<number> {
  const [deleted] = await sqlText<{ rows: number }>(
    db,
    `with deleted as (delete from budget_periods where begins < now() - interval '${KEPT_DAYS + 31} days' returning 1)
     select count(*)::integer as rows from deleted`,
  )
  return deleted!.rows
}
