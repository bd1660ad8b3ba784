import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import { type Progress, writeProgress } from '../../shared/knowledge/progress.ts'
import type { Db } from '../../shared/lib/db/db.ts'

/**
 * Writes an attempt's progress at most once every `everyMs` milliseconds, however often it is
 * reported, and one write at a time. A failed write is not repeated: the next report replaces it.
 */
export function progressOf(
  db: Db,
  claim: LeasedJob,
  everyMs: number,
): (progress: Progress) => void {
  let mayWriteAt = 0
  let writing = false
  return (progress) => {
    if (writing || performance.now() < mayWriteAt) return
    writing = true
    mayWriteAt = performance.now() + everyMs
    writeProgress(db, claim, progress)
      .catch(() => undefined)
      .finally(() => {
        writing = false
      })
  }
}
