/**
 * Numbers of a vector. Each n-gram has a random direction, and with fewer numbers they disturb each
 * other more.
 */
const DIMENSIONS = 384
/** Characters of the n-grams: from 3, which distinguish words, to 5, which distinguish stems. */
const SIZES = [3, 4, 5]

/**
 * Returns the vector of a text by its n-grams of characters: each is hashed to a random direction
 * and weighted by the logarithm of its count. An embedding model without training would know as
 * much: spelling, and no meaning.
 */
export function ngramVector(text: string): number[] {
  const vector = Array<number>(DIMENSIONS).fill(0)
  for (const [ngram, count] of ngramsOf(text)) {
    const weight = 1 + Math.log(count)
    let random = hashOf(ngram) || 1
    for (let at = 0; at < DIMENSIONS; at++) {
      // xorshift, of which the sign is used.
      random ^= random << 13
      random ^= random >>> 17
      random ^= random << 5
      vector[at]! += random < 0 ? -weight : weight
    }
  }
  return vector
}

/**
 * Returns the share of the question's n-grams that a text has, from 0 to 1: the score of a reranker
 * without training.
 */
export function overlapOf(question: string, text: string): number {
  const asked = [...ngramsOf(question).keys()]
  const given = ngramsOf(text)
  return asked.filter((ngram) => given.has(ngram)).length / Math.max(1, asked.length)
}

/** Counts the n-grams of the words, each word with a blank before and after. */
function ngramsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']) {
    const padded = ` ${word} `
    for (const size of SIZES)
      for (let at = 0; at + size <= padded.length; at++) {
        const ngram = padded.slice(at, at + size)
        counts.set(ngram, (counts.get(ngram) ?? 0) + 1)
      }
  }
  return counts
}

/** Hashes by FNV-1a of 32 bits, with a final mix that spreads short texts. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
