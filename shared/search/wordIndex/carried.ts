import type { ChangeLog, SomeChanges } from './changedPostings.ts'
import type { Memory } from './loadingMap.ts'

/** A value that is right for an index with that many changes. */
export interface Dated<Value> {
  value: Value
  since: number
}

/**
 * The values of former indexes that nothing has needed since. They wait as they were, so that a
 * change costs nothing for them.
 */
export interface Carried<Value> {
  /**
   * Takes a value out.
   * @param after makes it right for this index; undefined: it has to be read anew
   */
  take(
    name: string,
    after: (value: Value, changes: SomeChanges) => Value | undefined,
  ): Value | undefined
  /** Returns what is left, and the values of this index. */
  with(own: Iterable<readonly [string, Value]>): Map<string, Dated<Value>>
}

/**
 * @param log has as many changes as the index that carries the values over
 * @param sizeOf the memory of a value with its name
 */
export function makeCarried<Value>(
  log: ChangeLog,
  memory: Memory,
  sizeOf: (value: Value) => number,
  former: ReadonlyMap<string, Dated<Value>> = new Map(),
): Carried<Value> {
  const now = log.length
  const left = new Map([...former].filter(([, { since }]) => log.reaches(since)))
  let size = 0
  for (const { value } of left.values()) size += sizeOf(value)
  memory.take(size)
  return {
    take(name, after) {
      const dated = left.get(name)
      if (!dated) return undefined
      left.delete(name)
      memory.take(-sizeOf(dated.value))
      return log.reaches(dated.since)
        ? after(dated.value, log.between(dated.since, now))
        : undefined
    },
    with(own) {
      const all = new Map(left)
      for (const [name, value] of own) all.set(name, { value, since: now })
      return all
    },
  }
}
