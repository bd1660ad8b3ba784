import type { Accepted } from '../../../shared/chat/accept.ts'
import { makeAccept } from '../../../shared/chat/accept.ts'
import { makeEndReply } from '../../../shared/chat/endReplies.ts'
import { REPLY_INPUTS } from '../../../shared/chat/replyInputs.ts'
import { claimWoken } from '../../../shared/jobs/claims.ts'
import type { LeasedJob } from '../../../shared/jobs/openJobs.ts'
import { trackScanBounds } from '../../../shared/jobs/scanBounds.ts'
import { TIMES } from '../../../shared/lib/config/times.ts'
import type { Db } from '../../../shared/lib/db/db.ts'
import { sql, sqlText } from '../../../shared/lib/db/statements.ts'

const MODEL_USAGE = { model: 'm', input_tokens: 1, output_tokens: 1, cost_usd: null, model_ms: 1 }
const REPLY = { content: 'x', citations: [], grounded: false, finish_reason: 'stop' }

/** Asks and answers questions with the statements of API and worker, without their processes. */
export interface Exchanges {
  openConversations(count: number): Promise<string[]>
  /** @throws AppError, as a POST */
  ask(threadId: string): Promise<Accepted | undefined>
  /** Asks a question, and claims its reply. */
  claim(threadId: string): Promise<LeasedJob>
  /** @returns whether the reply was stored */
  finish(claim: LeasedJob): Promise<boolean>
  /** All three. */
  exchange(threadId: string): Promise<boolean>
  /** Reads the lower bounds of open jobs, as a worker does twice a second. */
  readBounds(): Promise<void>
}

/** @param agentId an agent of the organization */
export function makeExchanges(db: Db, organization_id: string, agentId: string): Exchanges {
  const accept = makeAccept(db, TIMES.rowLockedMs)
  const tracker = trackScanBounds('reply')
  const end = makeEndReply(db, TIMES.rowLockedMs, () => tracker.bounds.waiting)

  const ask: Exchanges['ask'] = (threadId) =>
    accept({
      organization_id,
      thread: { kind: 'conversation', id: threadId },
      subject: null,
      content: 'Where is my parcel?',
      metadata: {},
      on_busy: 'queue',
      request_id: 'r',
      reply_to: 'w',
      streamed: false,
      traced: false,
      deadline_seconds: 60,
      wake_up_grace_ms: TIMES.wakeUpGraceMs,
      capacity: { organization: 1_000_000, total: 1_000_000, floor: 0 },
    })

  async function claim(threadId: string): Promise<LeasedJob> {
    const { id } = (await ask(threadId))!
    const claimant = {
      worker: 'w',
      shareConcurrency: 100,
      leaseMs: TIMES.leaseMs,
      inputs: REPLY_INPUTS,
      bounds: tracker.bounds,
    }
    const [claimed] = await claimWoken(db, 'reply', [{ id, organization_id }], claimant)
    return claimed!
  }

  function finish(claimed: LeasedJob): Promise<boolean> {
    const job = {
      organization_id,
      lane: 'reply' as const,
      target_id: claimed.id,
      request_id: 'r',
      worker: 'w',
      attempt: claimed.attempt,
      outcome: 'completed' as const,
      error_code: null,
      wait_ms: 1,
      run_ms: 1,
    }
    return end({
      claim: claimed,
      status: 'completed',
      reply: REPLY,
      usage: MODEL_USAGE,
      jobs: [job],
    })
  }

  return {
    async openConversations(count) {
      const rows = await sql<{ id: string }>(db)`
        insert into threads (id, organization_id, agent_id, kind, status, customer_id)
        select gen_random_uuid(), ${organization_id}, ${agentId}, 'conversation', 'open', 'customer-' || n
          from generate_series(1, ${count}::integer) n returning id`
      return rows.map(({ id }) => id)
    },
    ask,
    claim,
    finish,
    exchange: async (threadId) => finish(await claim(threadId)),
    readBounds: () => tracker.learn(db),
  }
}

/**
 * Returns the pages of tables and indexes that the only connection of `db` has found in memory or
 * read so far.
 */
export async function pagesRead(db: Db): Promise<number> {
  await sqlText(db, 'select pg_stat_force_next_flush()', {})
  const [row] = await sqlText<{ pages: number }>(
    db,
    `select sum(heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit + idx_blks_read, 0))::float8 as pages
       from pg_statio_user_tables`,
    {},
  )
  return row!.pages
}
