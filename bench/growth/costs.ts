import { Redis } from 'ioredis'
import type { Stack } from '../load/stack.ts'

/** What servers do for a message, besides taking processor time. */
export interface Costs {
  /** Transactions that wrote or read. */
  transactions: number
  /** Pages that PostgreSQL found in its own memory, and that it took from the operating system, which may have had them. */
  blocks_hit: number
  blocks_read: number
  wal_bytes: number
  /** Times that PostgreSQL waited for its log to be on the disk; one may serve several transactions. */
  wal_syncs: number
  redis_commands: number
}

/** Reads the counters; what processes have done shows when they have stopped. */
export async function readCosts(stack: Stack, database: string): Promise<Costs> {
  const [row] = await stack.query<Record<keyof Costs, string>>(
    database,
    `select d.xact_commit as transactions, d.blks_hit as blocks_hit, d.blks_read as blocks_read,
            pg_current_wal_lsn() - '0/0' as wal_bytes,
            (select sum(fsyncs) from pg_stat_io where object = 'wal') as wal_syncs
       from pg_stat_database d where d.datname = current_database()`,
  )
  const redis = new Redis(stack.redisUrl)
  const commands = /total_commands_processed:(\d+)/.exec(await redis.info('stats'))![1]
  redis.disconnect()
  const { transactions, blocks_hit, blocks_read, wal_bytes, wal_syncs } = row!
  return {
    ...{
      transactions: Number(transactions),
      blocks_hit: Number(blocks_hit),
      blocks_read: Number(blocks_read),
    },
    ...{ wal_bytes: Number(wal_bytes), wal_syncs: Number(wal_syncs), redis_commands: Number(commands) },
  }
}

/** What was done between two readings, a message. */
export function costsBetween(before: Costs, after: Costs, messages: number): Costs {
  const names = Object.keys(before) as (keyof Costs)[]
  return Object.fromEntries(
    names.map((name) => [name, (after[name] - before[name]) / messages]),
  ) as unknown as Costs
}
