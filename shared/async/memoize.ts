import { LRUCache } from 'lru-cache'

/**
 * `make`, which keeps what it made of the texts that it was last asked for: the same words and passages come with message
 * after message. For what depends on the text alone, and for results that nobody changes.
 * @param most texts that it keeps
 * @param longest characters of a text that it keeps
 */
export function memoize<Made extends NonNullable<unknown>>(
  make: (text: string) => Made,
  { most, longest }: { most: number; longest: number },
): (text: string) => Made {
  const made = new LRUCache<string, Made>({ max: most })
  return (text) => {
    if (text.length > longest) return make(text)
    const known = made.get(text)
    if (known !== undefined) return known
    const own = copyOf(text)
    const result = make(own)
    made.set(own, result)
    return result
  }
}

/** Copies a piece before keeping it: V8 holds on to the whole text that a piece was cut from. */
export const copyOf = (piece: string) => Buffer.from(piece, 'utf16le').toString('utf16le')
