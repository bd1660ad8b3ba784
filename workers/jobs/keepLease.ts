import { makeRenewLease } from '../../shared/jobs/leases.ts'
import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import type { Times } from '../../shared/lib/config/times.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import type { Log } from '../../shared/lib/observability/log.ts'

/** The abort reason of a job that lost its lease. */
export const LEASE_LOST = new Error('another worker has this job now')

/** Renews a claim's lease until `end` is called. Aborts the job if the lease is lost. */
export type KeepLease = (claim: LeasedJob, stop: AbortController) => { end(): void }

export function makeKeepLease(
  lane: string,
  { db, log, times }: { db: Db; log: Log; times: Times },
): KeepLease {
  const renewLease = makeRenewLease(db, lane, times)

  return function keepLease(claim, stop) {
    let timer: NodeJS.Timeout
    let ended = false
    const renewIn = (ms: number) => {
      if (!ended) timer = setTimeout(renew, ms)
    }
    // One renewal at a time: while the row is locked, a fixed interval would queue up more.
    async function renew(): Promise<void> {
      const { attempt } = claim
      try {
        if (await renewLease(claim)) renewIn(times.renewMs)
        else if (claim.isMoving || claim.attempt !== attempt) renewIn(times.renewRetryMs)
        else stop.abort(LEASE_LOST)
      } catch (error) {
        const { id, request_id } = claim
        log.warn(
          { lane, id, request_id, err: error },
          'could not renew the lease; the fencing token keeps it safe',
        )
        renewIn(times.renewRetryMs)
      }
    }
    renewIn(times.renewMs)
    return {
      end() {
        ended = true
        clearTimeout(timer)
      },
    }
  }
}
