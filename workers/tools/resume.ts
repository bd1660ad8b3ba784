import { beginNextAttempt } from '../../shared/jobs/leases.ts'
import type { Times } from '../../shared/lib/config/times.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { REPLY } from '../../shared/lib/jobs.ts'
import { commit } from '../jobs/commit.ts'
import { LEASE_LOST } from '../jobs/keepLease.ts'
import { type ActingRun, callWithId } from './acting.ts'
import { isOver } from './planCall.ts'
import { lastRound, type RunRound } from './runRound.ts'

interface ResumeDeps {
  db: Db
  times: Times
  runRound: RunRound
}

/**
 * Takes up the steps that are stored already: those of a worker that died, or of the reply that a
 * decision continues. Calls that began are not made again, unless that is harmless.
 * @returns `nothing`: there are none
 * @throws LEASE_LOST, the signal's reason
 */
export type Resume = (run: ActingRun) => Promise<'go_on' | 'waits' | 'nothing'>

export const makeResume =
  ({ db, times, runRound }: ResumeDeps): Resume =>
  async (run) => {
    const round = lastRound(run)
    if (!round) return 'nothing'
    const { claim, steps, signal } = run
    const calls = round.said.calls.map(({ call_id }) => callWithId(steps, call_id))
    // Two workers may hold one token (decision 25): only one of them gets the next.
    if (calls.some((call) => !call || !isOver(call))) {
      const move = () => beginNextAttempt(db, REPLY.name, claim, times)
      if (!(await commit(move, times.commitRetryMs, signal))) throw LEASE_LOST
    }
    return runRound(run, round)
  }
