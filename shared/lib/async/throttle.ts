export interface Throttle {
  /** Sends the collection soon: at once, or `everyMs` after the last time. */
  request(): void
  /** Sends the collection for the last time. */
  close(): Promise<void>
}

/**
 * Makes a throttle, which sends a collection at once, and then at most every `everyMs`
 * milliseconds.
 * @param take empties the collection and returns its contents; undefined: the collection is empty
 * @param send never throws
 */
export function makeThrottle<Batch>(
  take: () => Batch | undefined,
  send: (batch: Batch) => Promise<void>,
  everyMs: number,
): Throttle {
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    timer = undefined
    const batch = take()
    if (batch === undefined) return
    timer = setTimeout(flush, everyMs)
    await send(batch)
  }

  return {
    request() {
      timer ??= setTimeout(flush, 0)
    },
    async close() {
      clearTimeout(timer)
      await flush()
      clearTimeout(timer)
    },
  }
}
