/** The memory of an index, counted in postings of 6 bytes. */
export interface Memory {
  readonly size: number
  /** Counts memory that is taken, or given back if the size is negative. */
  take(size: number): void
}

/** Values that are read when they are first needed. */
export interface LoadingMap<Key, Value> {
  /**
   * Reads the values that are missing or not enough. Callers that need the same key share one read.
   * If the read fails, only the caller that started it gets the error, and the others read again.
   * @param read returns the values of these keys, in their order
   * @returns looks up the value of any of these keys
   */
  load(
    keys: readonly Key[],
    read: (missing: readonly Key[]) => Promise<readonly Value[]>,
    isEnough?: (value: Value) => boolean,
  ): Promise<(key: Key) => Value>
  has(key: Key): boolean
  /** Keeps values that need no reading. */
  keep(entries: Iterable<readonly [Key, Value]>): void
  /** Lists the values that have been read. */
  entries(): Iterable<readonly [Key, Value]>
}

/**
 * Makes an empty map.
 * @param sizeOf the memory of a value with its key
 * @param carriedOver makes a missing value without reading; undefined: it has to be read
 */
export function makeLoadingMap<Key, Value>(
  memory: Memory,
  sizeOf: (value: Value) => number,
  carriedOver: (key: Key) => Value | undefined = () => undefined,
): LoadingMap<Key, Value> {
  const values = new Map<Key, Value>()
  const reading = new Map<Key, Promise<void>>()

  const lookUp = (key: Key) => {
    const value = values.get(key)
    if (value === undefined) throw new Error(`the index has not loaded ${JSON.stringify(key)}`)
    return value
  }

  function keep(entries: Iterable<readonly [Key, Value]>): void {
    let size = 0
    for (const [key, value] of entries) {
      const before = values.get(key)
      size += sizeOf(value) - (before === undefined ? 0 : sizeOf(before))
      values.set(key, value)
    }
    memory.take(size)
  }

  return {
    async load(keys, read, isEnough = () => true) {
      for (const key of keys) {
        const value = values.has(key) ? undefined : carriedOver(key)
        if (value !== undefined) keep([[key, value]])
      }
      const isMissing = (key: Key) => {
        const value = values.get(key)
        return value === undefined || !isEnough(value)
      }
      for (;;) {
        const missing = keys.filter(isMissing)
        if (!missing.length) return lookUp
        const others = new Set(missing.flatMap((key) => reading.get(key) ?? []))
        const own = [...new Set(missing.filter((key) => !reading.has(key)))]
        if (own.length) {
          const ownRead = read(own)
            .then((found) => keep(found.map((value, nth) => [own[nth]!, value])))
            .finally(() => {
              for (const key of own) reading.delete(key)
            })
          for (const key of own) reading.set(key, ownRead)
          await ownRead
        }
        await Promise.allSettled(others)
      }
    },
    has: (key) => values.has(key),
    keep,
    entries: () => values.entries(),
  }
}

/** Makes a single value that is read when it is first needed, with the rules of `LoadingMap`. */
export function loadOnce<Value>(
  memory: Memory,
  sizeOf: (value: Value) => number,
  read: () => Promise<Value>,
): () => Promise<Value> {
  const only = makeLoadingMap<'', Value>(memory, sizeOf)
  return async () => (await only.load([''], async () => [await read()]))('')
}
