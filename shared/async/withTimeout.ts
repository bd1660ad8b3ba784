/**
 * The work's outcome, or a rejection with `late()` after `ms`; the work itself goes on. When this process itself was busy for that long, the
 * outcome may be there already: it is checked once more before the timeout.
 */
export function withTimeout<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => setImmediate(() => reject(late())), ms)
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}
