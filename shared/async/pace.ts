/** Of those that wait, the share that goes on in one turn: of a few one, of hundreds so many that none waits for long. */
const SHARE = 1 / 8

/**
 * Has what came together go on one after the other: in each turn of the event loop some, in the order in which they came,
 * and what else there is to do in between. Who comes when nobody is before them goes on at once. Decision 28 says what for.
 */
export function makePacer(): () => Promise<void> {
  const waiting: (() => void)[] = []
  let isTaken = false

  function next(): void {
    isTaken = waiting.length > 0
    if (!isTaken) return
    setImmediate(next)
    for (const go of waiting.splice(0, Math.ceil(waiting.length * SHARE))) go()
  }

  return () => {
    if (isTaken) return new Promise((resolve) => waiting.push(resolve))
    isTaken = true
    setImmediate(next)
    return Promise.resolve()
  }
}
