/** The letters from which on a word may have an error: shorter words resemble too many others. */
const MIN_LETTERS = 5
/** The letters from which on a known word may have been meant. */
const MIN_KNOWN = 4

/**
 * Returns a word's keys: the word, and the word without each of its letters but the first and the
 * last. Two words share a key if one letter is wrong, missing, added, or has changed places.
 */
const keysOf = (word: string): string[] =>
  word.length < MIN_LETTERS
    ? [word]
    : [word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1)).slice(1, -1)]

/** Returns a word with its last two letters in the other order. */
const swapped = (word: string) => word.slice(0, -2) + word.slice(-1) + word.slice(-2, -1)

/**
 * Finds known words, also where they have one wrong letter. The first and the last letter must be
 * right, because they often make another form of a word, such as its negation.
 */
export class WordSpelling {
  readonly #exact: ReadonlySet<string>
  readonly #uninflected: ReadonlySet<string>
  readonly #near = new Map<string, string>()

  /**
   * @param uninflected the words among them in which a letter may be missing or added. In others,
   *   such as verbs, this makes another form in some languages
   */
  constructor(words: Iterable<string>, uninflected: Iterable<string>) {
    this.#uninflected = new Set(uninflected)
    this.#exact = new Set([...words, ...this.#uninflected])
    for (const word of this.#exact)
      if (word.length >= MIN_KNOWN)
        for (const key of keysOf(word)) if (!this.#near.has(key)) this.#near.set(key, word)
  }

  /** Returns the known word that was meant, or undefined. */
  find(word: string): string | undefined {
    if (this.#exact.has(word)) return word
    if (word.length < MIN_LETTERS) return undefined
    if (this.#exact.has(swapped(word))) return swapped(word)
    for (const key of keysOf(word)) {
      const near = this.#near.get(key)
      if (near && (near.length === word.length || this.#uninflected.has(near))) return near
    }
    return undefined
  }
}
