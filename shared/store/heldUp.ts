import { setTimeout } from 'node:timers/promises'
import { AppError } from '../errors.ts'

/** Most locks are held for milliseconds. */
const FIRST_PAUSE_MS = 2
const LONGEST_PAUSE_MS = 250
/** As long as a statement may take by default. */
const MOST_MS = 10_000

export class HeldUp extends AppError {
  constructor() {
    super('unavailable', 'Somebody is changing or deleting this at the moment. Try again.', { retryAfter: 5 })
  }
}

/**
 * Does what needs a row that somebody may hold, by a statement that skips it then, again and again. To wait for a lock takes a
 * connection; and whoever deletes an agent holds all its threads and messages for seconds, to which so many may want to write that no
 * connection is left for others.
 * @param attempt undefined: the row is held
 * @throws HeldUp when it is for 10 s
 */
export async function untilFree<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  const begun = performance.now()
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const result = await attempt()
    if (result !== undefined) return result
    if (performance.now() - begun > MOST_MS) throw new HeldUp()
    await setTimeout(pause)
  }
}
