import type { Claims } from './claims.ts'
import type { ModelAvailability } from './modelAvailability.ts'
import type { JobSource } from './pool.ts'

/**
 * Makes the source of rows that no worker took in time: their wake-ups were lost or refused, or
 * their leases ran out.
 * @param onMore called when more may be due
 */
export const fromSweep = (claims: Claims, onMore: () => void): JobSource => ({
  async *offer(most) {
    const due = await claims.due({ limit: most, suspects: false })
    if (due.length === most) onMore()
    yield due
  },
})

/** Makes the source of trials: one reply for each model whose breaker allows a trial. */
export const fromTrials = (claims: Claims, models: ModelAvailability): JobSource => ({
  async *offer(most) {
    let left = most
    for (const trial of models.toTry()) {
      if (left === 0) return
      const found = await claims.due({ limit: 1, suspects: 'too', trial })
      left -= found.length
      yield found
    }
  },
})
