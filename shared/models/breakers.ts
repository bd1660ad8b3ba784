import type { Db } from '../lib/db/db.ts'
import { preparedText } from '../lib/db/statements.ts'
import type { BreakerChange, SharedBreaker } from './sharedBreakers.ts'

/** The most models whose breakers are shared. Breakers of further models stay in single workers. */
const MAX_SHARED = 200

const CHANGE = `
  with given as materialized (
    select * from json_to_recordset(:changes::json) as given (key text, event text, "openMs" float8)
  ), closed as (
    delete from model_breakers using given where model_breakers.key = given.key and event = 'closed'
  ), failed as (
    update model_breakers b
       set open_ms = "openMs", trial_at = now() + make_interval(secs => "openMs" / 1000), tried_at = now()
      from given where b.key = given.key and event = 'trial_failed'
  )
  insert into model_breakers (key, open_ms, trial_at)
  select key, "openMs", now() + make_interval(secs => "openMs" / 1000) from given where event = 'opened'
  on conflict (key) do nothing`

/** Stores for all workers what this worker has learned, at most one change for each key. */
export async function changeBreakers(db: Db, changes: readonly BreakerChange[]): Promise<void> {
  await preparedText(db, CHANGE, { changes: JSON.stringify(changes) })
}

const TAKE = `
  with gone as (
    delete from model_breakers where tried_at < now() - interval '1 hour'
  ), taken as (
    update model_breakers set trial_at = now() + make_interval(secs => open_ms / 1000)
     where key = any(array(
       select key from model_breakers where trial_at <= now() and tried_at >= now() - interval '1 hour'
        for no key update skip locked))
    returning key
  )
  select key, open_ms, extract(epoch from trial_at - now())::float8 * 1000 as trial_ms,
         extract(epoch from now() - tried_at)::float8 * 1000 as tried_ms, taken.key is not null as is_taken
    from model_breakers left join taken using (key)
   where tried_at >= now() - interval '1 hour'
   order by tried_at desc limit ${MAX_SHARED}`

/**
 * Reads the models that are down, and takes the trials that are due, so that one worker makes each
 * trial. Forgets models that were last found down more than an hour ago.
 */
export const takeTrials = (db: Db): Promise<SharedBreaker[]> =>
  preparedText<SharedBreaker>(db, TAKE, {})
