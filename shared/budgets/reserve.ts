import { LRUCache } from 'lru-cache'
import { batched } from '../lib/db/batch.ts'
import type { Db } from '../lib/db/db.ts'
import { preparedText } from '../lib/db/statements.ts'
import type { ApplicableBudget } from './applicable.ts'
import { beginOf, upTo, WARN_AT } from './budgets.ts'

/**
 * Reserves the most that a model call may cost, before the call. The row of a budget's period is
 * locked only while the one statement runs, never during a call. Ends of replies do not lock it:
 * they store the cost in other rows (`settle.ts`), and the next reservation adds these.
 */

/** The amount that a reply needs in a budget for its next call. */
interface WantedShare extends Pick<ApplicableBudget, 'id' | 'subject' | 'period'> {
  /**
   * The attempt's spending so far plus the most that its next call may cost, in the budget's unit.
   */
  amount: number
  /**
   * Whether to reserve the amount beyond the limit, because the budget's fallback model is called.
   */
  isForced: boolean
  /**
   * The first day of the period in which the attempt began, `YYYY-MM-DD`; undefined: this is its
   * first call.
   */
  begins: string | undefined
}

export interface ReservationAsked {
  organization_id: string
  /** The reply or trial. */
  reply_id: string
  attempt: number
  /** Milliseconds after which no worker can still run this attempt. */
  expires_ms: number
  wanted: readonly WantedShare[]
}

export interface Reserved {
  /** The first day of the period, by the budget's id; undefined: the reservation was refused. */
  begins: Readonly<Record<string, string>> | undefined
  /**
   * The ids of budgets that have too little left, even if running replies give back all that they
   * reserved.
   */
  reached: readonly string[]
  /** Budgets that were warned or reached for the first time in their period. */
  events: readonly BudgetEvent[]
}

export interface BudgetEvent {
  kind: 'warned' | 'reached'
  budget_id: string
  subject: string
  begins: string
}

/** Reserves in all wanted budgets or in none. */
export type Reserve = (asked: ReservationAsked) => Promise<Reserved>

/** The most replies of an organization that one statement reserves for. */
const MAX_AT_ONCE = 50
const MAX_ORGANIZATIONS = 1_000

/** Makes a `Reserve` that handles an organization's concurrent reservations with one statement. */
export function makeReserve(db: Db): Reserve {
  const organizations = new LRUCache<string, Reserve>({
    max: MAX_ORGANIZATIONS,
  })
  const ofOrganization = (id: string) => {
    const known = organizations.get(id)
    if (known) return known
    const reserve = batched((asked: ReservationAsked[]) => reserveAll(db, asked), MAX_AT_ONCE)
    organizations.set(id, reserve)
    return reserve
  }
  return (asked) => ofOrganization(asked.organization_id)(asked)
}

interface ReserveOutcome extends Reserved {
  /** Whether a budget's period has no row yet. */
  isMissing: boolean
  /**
   * Whether the reply would fit without the other replies of the statement, which may not have
   * fitted either.
   */
  isCrowded: boolean
}

/** The most statements for concurrent replies. A reply that is still crowded after these waits. */
const MAX_ROUNDS = 10

/**
 * Reserves for replies of one organization. Repeats it for replies that might fit without the
 * others.
 */
async function reserveAll(db: Db, asked: readonly ReservationAsked[]): Promise<Reserved[]> {
  const done: Reserved[] = []
  let left = [...asked.keys()]
  for (let round = 0; left.length > 0 && round < MAX_ROUNDS; round++) {
    const wanting = left.map((nth) => asked[nth]!)
    const outcomes = await reserveOnce(db, wanting)
    for (const [at, { begins, reached, events }] of outcomes.entries()) {
      const before = done[left[at]!]?.events ?? []
      done[left[at]!] = { begins, reached, events: [...before, ...events] }
    }
    const missing = wanting.filter((_, at) => outcomes[at]!.isMissing)
    if (missing.length > 0) await openPeriods(db, missing)
    left = left.filter((_, at) => outcomes[at]!.isMissing || outcomes[at]!.isCrowded)
  }
  return done
}

interface ReserveRow {
  nth: number
  granted: boolean
  is_missing: boolean
  is_crowded: boolean
  begins: Record<string, string>
  reached: string[] | null
  events: BudgetEvent[] | null
}

async function reserveOnce(db: Db, asked: readonly ReservationAsked[]): Promise<ReserveOutcome[]> {
  const given = asked.flatMap(({ wanted, reply_id, attempt, expires_ms }, nth) =>
    wanted.map(({ id, subject, period, amount, isForced, begins }) => ({
      nth,
      reply_id,
      attempt,
      expires_ms,
      subject,
      period,
      wanted: amount,
      budget_id: id,
      is_forced: isForced,
      given_begins: begins,
    })),
  )
  const rows = await preparedText<ReserveRow>(db, RESERVE, {
    organization_id: asked[0]!.organization_id,
    given: JSON.stringify(given),
  })
  const found = new Map(rows.map((row) => [row.nth, row]))
  const events = rows.flatMap((row) => row.events ?? [])
  return asked.map((_, nth) => {
    // A deleted budget has no limit.
    const { granted, is_missing, is_crowded, begins, reached } = found.get(nth) ?? NO_BUDGET
    return {
      begins: granted ? begins : undefined,
      reached: reached ?? [],
      events: nth === 0 ? events : [],
      isMissing: is_missing,
      isCrowded: is_crowded,
    }
  })
}

const NO_BUDGET = { granted: true, is_missing: false, is_crowded: false, begins: {}, reached: null }

/**
 * Adds settled amounts, releases the reservations of earlier attempts of these replies, and
 * reserves for each reply in all its budgets, in their order. Counts the amounts of earlier replies
 * in the statement even if these are refused. A later reply is then `crowded` and asks again.
 * `counters` reads the locked rows as their last holders left them. Everything else may be older,
 * which counts too much rather than too little.
 */
const RESERVE = `
  with asked as materialized (
    select a.*, coalesce(a.given_begins, ${beginOf('a.period')}) as begins, b.amount as budget
      from json_to_recordset(:given::json) as a (nth integer, reply_id uuid, attempt integer, expires_ms float8, budget_id uuid,
             subject text, period text, given_begins date, wanted numeric, is_forced boolean)
      join budgets b on b.organization_id = :organization_id and b.id = a.budget_id
  ), counters as materialized (
    select c.* from (select distinct budget_id, begins, subject from asked order by 1, 2, 3) k
     cross join lateral (
       select * from budget_periods p
        where p.organization_id = :organization_id and p.budget_id = k.budget_id and p.begins = k.begins and p.subject = k.subject
          for no key update) c
  ), freed as (
    delete from budget_reservations r using counters c
     where r.organization_id = :organization_id and r.budget_id = c.budget_id and r.begins = c.begins and r.subject = c.subject
       and (r.settled is not null or exists (select from asked a where a.reply_id = r.reply_id and a.attempt > r.attempt))
       and not exists (select from asked a where a.reply_id = r.reply_id and a.attempt = r.attempt)
    returning r.budget_id, r.begins, r.subject, r.amount, coalesce(r.settled, 0) as settled
  ), now_spent as materialized (
    select c.budget_id, c.begins, c.subject, c.warned_at, c.reached_at, ${upTo('c.spent + coalesce(f.settled, 0)')} as spent,
           greatest(0, c.reserved - coalesce(f.amount, 0)) as reserved
      from counters c
      left join (select budget_id, begins, subject, sum(amount) as amount, sum(settled) as settled
                   from freed group by 1, 2, 3) f using (budget_id, begins, subject)
  ), needs as materialized (
    select a.*, n.budget_id is null as is_missing, a.wanted - coalesce(own.amount, 0) as more, n.spent, n.reserved,
           sum(a.wanted - coalesce(own.amount, 0)) over (partition by a.budget_id, a.begins, a.subject order by a.nth) as more_so_far
      from asked a
      left join now_spent n using (budget_id, begins, subject)
      left join budget_reservations own
        on own.reply_id = a.reply_id and own.attempt = a.attempt and own.budget_id = a.budget_id
  ), judged as materialized (
    select nth, bool_or(is_missing) as is_missing,
           bool_and(not is_missing and (is_forced or more <= 0 or spent + reserved + more_so_far <= budget)) as granted,
           bool_and(not is_missing and (is_forced or more <= 0 or spent + reserved + more <= budget)) as fits_alone,
           json_object_agg(budget_id, begins) as periods,
           json_agg(budget_id) filter (where not is_forced and spent + wanted > budget) as reached
      from needs group by nth
  ), noted as materialized (
    select n.budget_id, n.begins, n.subject, n.spent, ${upTo('n.reserved + coalesce(sum(needs.more) filter (where judged.granted), 0)')} as reserved,
           n.warned_at is null and n.spent >= max(needs.budget) * ${WARN_AT} as is_warned,
           n.reached_at is null and bool_or(not needs.is_forced and n.spent + needs.wanted > needs.budget) as is_reached
      from now_spent n join needs using (budget_id, begins, subject) join judged using (nth)
     group by n.budget_id, n.begins, n.subject, n.spent, n.reserved, n.warned_at, n.reached_at
  ), counted as (
    update budget_periods p
       set spent = noted.spent, reserved = noted.reserved,
           warned_at = case when is_warned then now() else warned_at end,
           reached_at = case when is_reached then now() else reached_at end
      from noted, (select set_config('synchronous_commit', 'off', true)) not_waiting
     where p.organization_id = :organization_id and p.budget_id = noted.budget_id and p.begins = noted.begins
       and p.subject = noted.subject
  ), stored as (
    insert into budget_reservations (organization_id, reply_id, attempt, budget_id, begins, subject, amount, expires_at)
    select :organization_id, reply_id, attempt, budget_id, begins, subject, wanted, now() + make_interval(secs => expires_ms / 1000)
      from needs join judged using (nth) where judged.granted
    on conflict (reply_id, attempt, budget_id) do update set amount = excluded.amount, expires_at = excluded.expires_at
  )
  select nth, granted, is_missing, fits_alone and not granted as is_crowded, periods as begins, reached,
         (select json_agg(json_build_object('kind', kind, 'budget_id', budget_id, 'begins', begins, 'subject', subject))
            from noted cross join lateral (values ('warned', is_warned), ('reached', is_reached)) as e (kind, is_so)
           where is_so and nth = (select min(nth) from judged)) as events
    from judged`

/**
 * Creates missing rows of periods. The period in which the budget was created starts with the
 * spending before its creation.
 */
async function openPeriods(db: Db, asked: readonly ReservationAsked[]): Promise<void> {
  const given = asked.flatMap(({ wanted }) =>
    wanted.map(({ id, subject, period, begins }) => ({
      budget_id: id,
      subject,
      period,
      given_begins: begins,
    })),
  )
  const { organization_id } = asked[0]!
  await preparedText(db, OPEN, { organization_id, given: JSON.stringify(given) })
}

/** Usage rows name the agent, but neither customer nor application. */
const OPEN = `
  insert into budget_periods (organization_id, budget_id, begins, subject, spent)
  select b.organization_id, b.id, k.begins, a.subject,
         ${upTo('coalesce(u.spent, 0)')}
    from (select distinct * from json_to_recordset(:given::json) as a (budget_id uuid, subject text, period text, given_begins date)) a
    join budgets b on b.organization_id = :organization_id and b.id = a.budget_id
   cross join lateral (select coalesce(a.given_begins, ${beginOf('a.period')}) as begins) k
    left join lateral (
      select sum(case b.unit when 'usd' then u.cost_usd else u.input_tokens::bigint + u.output_tokens end) as spent
        from usages u
       where u.organization_id = b.organization_id and u.created_at >= k.begins::timestamp at time zone 'utc'
         and (b.scope = 'organization' or u.agent_id::text = a.subject)
         and u.model not like 'builtin:%'
         and b.scope in ('organization', 'agent') and b.created_at >= k.begins::timestamp at time zone 'utc') u on true
   order by b.id, k.begins, a.subject
  on conflict do nothing`
