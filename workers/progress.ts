import type { Db } from '../shared/db.ts'
import type { Claim } from '../shared/store/claims.ts'
import { type Progress, writeProgress } from '../shared/store/progress.ts'

/** How often a reader of the entry sees it move. */
const WRITE_MS = 1_000

/**
 * Takes an attempt's progress, as often as it is told, and writes it about once a second; one at a time, and none that
 * fails is written again: the next one says more.
 */
export function progressOf(db: Db, claim: Claim): (progress: Progress) => void {
  let mayWriteAt = 0
  let writing = false
  return (progress) => {
    if (writing || performance.now() < mayWriteAt) return
    writing = true
    mayWriteAt = performance.now() + WRITE_MS
    writeProgress(db, claim, progress)
      .catch(() => undefined)
      .finally(() => {
        writing = false
      })
  }
}
