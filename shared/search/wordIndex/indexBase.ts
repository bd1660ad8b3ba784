import { copyOf } from '../../lib/async/memoize.ts'
import type { Db } from '../../lib/db/db.ts'
import type { Memory } from './loadingMap.ts'
import type { Totals } from './readIndex.ts'

/** The state that all parts of an index share. */
export interface IndexBase {
  db: Db
  organizationId: string
  memory: Memory
  totals: () => Promise<Totals>
  chunks: ChunkNumbers
}

/** Chunks that contain a term, by their numbers, in the order of their ids. */
export interface Postings {
  chunks: Uint32Array
  /** The share of the term's weight that each chunk scores, in 65,535ths; at least 1. */
  shares: Uint16Array
}

/** The numbers of the chunks in an index: from 0 on, in the order in which they were first read. */
export interface ChunkNumbers {
  /**
   * The first 53 of the 63 bits of each chunk's id. Chunks with equal scores come in this order,
   * which does not depend on the order of reading.
   */
  readonly order: readonly number[]
  idOf(chunk: number): string
  /** Returns the number of the chunk with this id; undefined: it has none yet. */
  numberOf(id: string): number | undefined
  /** Returns the numbers of the chunks with these ids. A new chunk gets the next number. */
  numbersOf(ids: readonly string[]): Uint32Array
}

/** The memory of a chunk's id and number, counted in postings. */
const CHUNK_SIZE = 50

export function makeChunkNumbers(memory: Memory): ChunkNumbers {
  const ids: string[] = []
  const order: number[] = []
  const numbers = new Map<string, number>()

  function number(id: string): number {
    const known = numbers.get(id)
    if (known !== undefined) return known
    // A string that was split off a text would keep the whole text in memory.
    const own = copyOf(id)
    numbers.set(own, ids.length)
    order.push(Number(own))
    return ids.push(own) - 1
  }

  return {
    order,
    idOf: (chunk) => ids[chunk]!,
    numberOf: (id) => numbers.get(id),
    numbersOf(some) {
      const before = ids.length
      const chunks = Uint32Array.from(some, number)
      memory.take((ids.length - before) * CHUNK_SIZE)
      return chunks
    },
  }
}
