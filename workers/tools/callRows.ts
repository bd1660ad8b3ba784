import type { Times } from '../../shared/lib/config/times.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { type Begun, beginAgain, beginCall, type NewCall } from '../../shared/tools/beginCall.ts'
import { endCall, readCall } from '../../shared/tools/endCall.ts'
import type { CallStep } from '../../shared/tools/steps.ts'
import type { Tool } from '../../shared/tools/tools.ts'
import { commit } from '../jobs/commit.ts'
import { LEASE_LOST } from '../jobs/keepLease.ts'
import { type ActingRun, nextStep } from './acting.ts'
import type { LearnedOutcome } from './sendCall.ts'

/** A call whose socket may open, until its lease is over. */
export interface Ready {
  call: CallStep
  tool: Tool
  /** Until then no other worker can have the job, in milliseconds of `performance.now()`. */
  until: number
}

/** What is stored of a call; `expired`: it may not be made any more. */
export type End = Omit<LearnedOutcome, 'state'> & { state: LearnedOutcome['state'] | 'expired' }

/**
 * Stores the calls of a reply, and keeps its steps the same as the rows. Each waits until PostgreSQL
 * answers. @throws LEASE_LOST, the signal's reason
 */
export interface CallRows {
  /**
   * Adds a call. @returns the new step; undefined: nothing was stored, because the question has had
   * its last call or an owner has changed the tool
   */
  add(run: ActingRun, row: Omit<NewCall, 'step'>): Promise<Added>
  /**
   * Begins a stored call. @returns undefined: its row says that it may not begin. Then `call` is
   * read anew
   */
  begin(
    run: ActingRun,
    call: CallStep,
    tool: Tool,
    was: 'approved' | 'pending',
  ): Promise<Ready | undefined>
  /** Stores the outcome of a call, also when the reply was stopped. */
  end(run: ActingRun, call: CallStep, end: End): Promise<void>
}

interface Added {
  begun: Begun
  step: CallStep | undefined
}

/** The least time for which the outcome of a call is stored again and again, in milliseconds. */
const KEPT_TRYING_MS = 30_000

export function makeCallRows(
  db: Db,
  { rowLockedMs, commitRetryMs }: Pick<Times, 'rowLockedMs' | 'commitRetryMs'>,
): CallRows {
  const store = <T>(write: () => Promise<T>, signal: AbortSignal) =>
    commit(write, commitRetryMs, signal)

  return {
    async add(run, fields) {
      const { claim, signal, steps } = run
      const row = { ...fields, step: nextStep(steps) }
      const begun = await store(() => beginCall(db, claim, row, rowLockedMs), signal)
      if (begun.kind === 'lost') throw LEASE_LOST
      if (begun.kind !== 'begun') return { begun, step: undefined }
      const step = stepOf(run, row, begun.expires_at)
      steps.push(step)
      return { begun, step }
    },

    async begin({ claim, signal }, call, tool, was) {
      const { call_id, digest } = call
      const stored = { call_id, digest, was, tool }
      const begun = await store(() => beginAgain(db, claim, stored, rowLockedMs), signal)
      if (begun.kind === 'lost') throw LEASE_LOST
      if (begun.kind === 'begun') {
        const { id, attempt } = claim
        const tries = call.tries + 1
        Object.assign(call, { state: 'pending', attempt, run_by: id, tries, age_ms: 0 })
        return { call, tool, until: begun.until }
      }
      const now = await store(() => readCall(db, claim.organization_id, call_id), signal)
      if (!now) throw LEASE_LOST
      Object.assign(call, now)
      return undefined
    },

    async end(run, call, end) {
      const { call_id, attempt } = call
      const { organization_id } = run.claim
      const patience = AbortSignal.timeout(Math.max(KEPT_TRYING_MS, Math.ceil(run.leftMs())))
      const write = () => endCall(db, organization_id, { ...end, call_id, attempt })
      const now = await store(write, patience)
      // The thread was deleted, or another worker has begun the call anew.
      if (!now || now.state === 'pending') throw LEASE_LOST
      Object.assign(call, now)
    },
  }
}

function stepOf(
  { claim }: ActingRun,
  { tool, expires_ms: _, ...row }: NewCall,
  expires_at: string | null,
): CallStep {
  return {
    ...row,
    kind: 'tool',
    reply_id: claim.id,
    tool_id: tool?.id ?? null,
    expires_at,
    run_by: claim.id,
    attempt: claim.attempt,
    tries: Number(row.state === 'pending'),
    age_ms: row.state === 'pending' ? 0 : null,
    settled_as: null,
    note: null,
  }
}
