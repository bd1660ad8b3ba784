import { Redis } from 'ioredis'
import type { Stack } from '../load/stack.ts'

/** The servers' work for a message, apart from processor time. */
export interface Costs {
  /** Committed transactions, whether they wrote or only read. */
  transactions: number
  /**
   * Pages found in PostgreSQL's own memory, and pages read from the operating system, which may
   * have cached them.
   */
  blocks_hit: number
  blocks_read: number
  wal_bytes: number
  /** Waits of PostgreSQL for its log to reach the disk. One wait may serve several transactions. */
  wal_syncs: number
  redis_commands: number
}

/** Reads the counters. They include a process's work only after it has stopped. */
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
    transactions: Number(transactions),
    blocks_hit: Number(blocks_hit),
    blocks_read: Number(blocks_read),
    wal_bytes: Number(wal_bytes),
    wal_syncs: Number(wal_syncs),
    redis_commands: Number(commands),
  }
}

/** Returns the work per message between two readings. */
export function costsBetween(before: Costs, after: Costs, messages: number): Costs {
  const names = Object.keys(before) as (keyof Costs)[]
  return Object.fromEntries(
    names.map((name) => [name, (after[name] - before[name]) / messages]),
  ) as unknown as Costs
}
