import { isTransient } from '../../shared/lib/db/failures.ts'
import { RowLocked } from '../../shared/lib/db/lockRetry.ts'

/**
 * Repeats a commit until PostgreSQL answers or the run is aborted. A paid reply or a sent webhook
 * must survive a restart of PostgreSQL and a locked row. The fencing token makes a repeated commit
 * harmless.
 */
export async function commit<Result>(
  complete: () => Promise<Result>,
  retryMs: number,
  signal: AbortSignal,
): Promise<Result> {
  for (;;) {
    try {
      return await complete()
    } catch (error) {
      if (!isTransient(error) && !(error instanceof RowLocked)) throw error
      signal.throwIfAborted()
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }
}
