import type { Db } from '../lib/db/db.ts'
import { sqlText } from '../lib/db/statements.ts'
import { OF_NO_TEST } from '../lib/db/testThreads.ts'

/** The calls of one tool that agents asked for in a window. */
export interface ToolFigures {
  /** null: of tools that were deleted, and of names that no tool has. */
  tool_id: string | null
  /** null: as `tool_id`. */
  name: string | null
  title: string | null
  calls: number
  failed: number
  /** Calls of which nobody knows yet whether they had their effect. */
  unknown: number
  /** Milliseconds of the requests that ended: the median. null: none has. */
  p50_ms: number | null
  p95_ms: number | null
}

/**
 * Reads the figures of the tools that were called in a window, the most called first. There are at
 * most as many as an organization may have tools, and one.
 */
export const readToolFigures = (
  db: Db,
  query: { organization_id: string; from: Date; to: Date },
): Promise<ToolFigures[]> => sqlText<ToolFigures>(db, FIGURES, query)

// The conditions are those of the index `reply_steps_of_tool`.
const FIGURES = `
  select f.*, t.name, t.title
    from (select tool_id, count(*)::int as calls,
                 (count(*) filter (where state = 'failed'))::int as failed,
                 (count(*) filter (where state = 'unknown'))::int as unknown,
                 round(percentile_cont(0.5) within group (order by ms)) as p50_ms,
                 round(percentile_cont(0.95) within group (order by ms)) as p95_ms
            from (select tool_id, state, extract(epoch from ended_at - started_at)::float8 * 1000 as ms
                    from reply_steps
                   where organization_id = :organization_id and created_at >= :from and created_at < :to
                     and kind = 'tool' and not is_test and ${OF_NO_TEST}) calls
           group by tool_id) f
    left join tools t on t.organization_id = :organization_id and t.id = f.tool_id
   order by f.calls desc, t.name`
