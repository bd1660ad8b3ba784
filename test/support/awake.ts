/** What one look at this clock counts at most. */
const MOST_MS = 100
let running = 0
let last = performance.now()

/** Milliseconds of a clock that stands still while the whole machine does, as a shared one may for seconds: nobody is late by that. */
export function awake(): number {
  const now = performance.now()
  running += Math.min(now - last, MOST_MS)
  last = now
  return running
}
setInterval(awake, 20).unref()
