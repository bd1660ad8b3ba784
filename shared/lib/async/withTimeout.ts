/**
 * Resolves with the outcome of the work, or rejects with `late()` after `ms` milliseconds; the work
 * itself goes on. If this process was busy for all that time, the outcome may have arrived already,
 * so another turn of the event loop passes before the timeout.
 */
export function withTimeout<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => setImmediate(() => reject(late())), ms)
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}
