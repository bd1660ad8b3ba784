/** The share of waiting callers that is released per tick. */
const SHARE = 1 / 8

/**
 * Releases waiting callers a few per tick of the event loop, in order, so that a batch does not
 * resume all at once. A lone caller is released immediately. Decision 28 says why.
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
