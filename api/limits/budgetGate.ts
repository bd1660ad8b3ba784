import { LRUCache } from 'lru-cache'
import { findReached, type ReachedBudget, subjectsOf } from '../../shared/budgets/reached.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { AppError } from '../../shared/lib/errors.ts'
import type { Log } from '../../shared/lib/observability/log.ts'

/** A message or trial that is about to be accepted. */
interface GatedRequest {
  organization_id: string
  application_id: string | null
  /** The thread of a message, or the agent of a trial. */
  thread_id?: string
  agent_id?: string
}

/**
 * Knows which budgets are reached, as of a second ago, so that messages are refused before anything
 * is stored. A worker decides exactly when it reserves.
 */
export interface BudgetGate {
  /** @returns the error with which to refuse the request; undefined if it is accepted */
  refusalOf(asked: GatedRequest): Promise<AppError | undefined>
  /**
   * Seconds after which a reply that a worker has refused may be tried again, because its budgets
   * then have room.
   */
  retryAfter(asked: GatedRequest): Promise<number>
}

const MAX_ORGANIZATIONS = 10_000
/** Seconds in which running replies are likely to end and release what they reserved. */
const SOON = 5

export function makeBudgetGate(db: Db, log: Log, ttlMs: number): BudgetGate {
  const reached = new LRUCache<string, readonly ReachedBudget[]>({
    max: MAX_ORGANIZATIONS,
    ttl: ttlMs,
    fetchMethod: (organizationId) => findReached(db, organizationId),
  })
  /** While the database is down, only the workers decide. */
  const reachedOf = async (organizationId: string, forceRefresh = false) =>
    (await reached.fetch(organizationId, { forceRefresh }).catch((error) => {
      log.warn({ err: error }, 'could not read which budgets are reached')
      return []
    })) ?? []

  /** Returns the share that resets last among those that apply to the request. */
  async function lastOf(
    { organization_id, application_id, thread_id, agent_id }: GatedRequest,
    shares: readonly ReachedBudget[],
  ): Promise<ReachedBudget | undefined> {
    const isOfThread = shares.some(({ scope }) => scope === 'agent' || scope === 'customer')
    const found =
      isOfThread && thread_id ? await subjectsOf(db, organization_id, thread_id) : undefined
    const subjects = {
      organization: '',
      application: application_id,
      agent: agent_id ?? found?.agent,
      customer: found?.customer,
    }
    const [last] = shares.filter(({ scope, subject }) => subjects[scope] === subject).sort(latest)
    return last
  }

  return {
    async refusalOf(asked) {
      const closed = (await reachedOf(asked.organization_id)).filter(({ is_used_up }) => is_used_up)
      const last = await lastOf(asked, closed)
      return last && refusal(last)
    },
    async retryAfter(asked) {
      // The worker has just noted it, so the cached list may lack it.
      const last = await lastOf(asked, await reachedOf(asked.organization_id, true))
      return last ? secondsTo(last.ends_at) : SOON
    },
  }
}

const latest = (left: ReachedBudget, right: ReachedBudget) =>
  right.ends_at.getTime() - left.ends_at.getTime()

const secondsTo = (time: Date) => Math.max(1, Math.ceil((time.getTime() - Date.now()) / 1000))

const OF: Record<ReachedBudget['scope'], string> = {
  organization: 'of your organization',
  application: 'of this application',
  agent: 'of this agent',
  customer: 'of this customer',
}

const refusal = ({ scope, unit, amount, period, ends_at }: ReachedBudget) =>
  new AppError(
    'budget_reached',
    `The budget ${OF[scope]} is reached: ${unit === 'usd' ? `${amount} USD` : `${amount} tokens`} a ${period}. It starts again at ${ends_at.toISOString()}; an owner can raise it.`,
    { retryAfter: secondsTo(ends_at) },
  )
