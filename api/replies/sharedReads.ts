/** Milliseconds for which a result is kept, in which many followers read one after another. */
const KEPT_MS = 500

/** Reads for many followers of the same thing, once for all that ask for the same. */
export interface SharedReads<Result> {
  /** @param what is read of the thing, such as what follows a place */
  read(id: string, what: string, run: () => Promise<Result>): Promise<Result>
  /** Forgets what was read of a thing before it changed. Call it before followers read again. */
  changed(id: string): void
}

/**
 * Shares a read that began after the last change. A result is dropped after `KEPT_MS`, because it
 * may have 100 kB. A failed read is tried again by the next caller.
 */
export function makeSharedReads<Result>(): SharedReads<Result> {
  const things = new Map<string, Map<string, Promise<Result>>>()

  function forget(id: string, reads: Map<string, Promise<Result>>, what: string): void {
    reads.delete(what)
    if (reads.size === 0 && things.get(id) === reads) things.delete(id)
  }

  return {
    read(id, what, run) {
      const reads = things.get(id) ?? new Map<string, Promise<Result>>()
      things.set(id, reads)
      const shared = reads.get(what)
      if (shared) return shared
      const own = run()
      reads.set(what, own)
      own.then(
        () => setTimeout(() => forget(id, reads, what), KEPT_MS).unref(),
        () => forget(id, reads, what),
      )
      return own
    },
    changed: (id) => void things.delete(id),
  }
}
