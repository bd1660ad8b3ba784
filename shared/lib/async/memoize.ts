import { LRUCache } from 'lru-cache'

/**
 * Caches the latest results of `make`, because the same words and passages come with message after
 * message. Results must depend on the text alone, and must not be changed.
 * @param most the most results that are kept
 * @param longest the most characters of a text whose result is kept
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

/**
 * Copies a piece of a text before it is kept, because V8 keeps the whole text alive from which the
 * piece was cut.
 */
export const copyOf = (piece: string) => Buffer.from(piece, 'utf16le').toString('utf16le')
