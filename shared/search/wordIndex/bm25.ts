/**
 * The parameters of BM25 that Robertson and Zaragoza (2009) recommend and most implementations use.
 */
const K1 = 1.2
const B = 0.75

/**
 * Returns the weight of a term, which is the most that it can score; above 0. It falls with the
 * number of chunks that contain the term.
 */
export const weightOf = (documents: number, chunks: number) =>
  (K1 + 1) * Math.log(1 + (Math.max(chunks - documents, 0) + 0.5) / (documents + 0.5))

/**
 * Makes the function that returns the share of a term's weight, 0–1, that a chunk scores.
 * @param average mean length of a chunk in words
 */
export function saturationOf(average: number): (frequency: number, length: number) => number {
  const base = K1 * (1 - B)
  const byLength = (K1 * B) / average
  return (frequency, length) => frequency / (frequency + base + byLength * length)
}
