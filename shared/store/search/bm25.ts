/** BM25's parameters, as Robertson and Zaragoza (2009) recommend and most implementations have them. */
const K1 = 1.2
const B = 0.75

/** The weight of a term by how many of all chunks contain it: the most it can score. Above 0. */
export const weightOf = (documents: number, chunks: number) =>
  (K1 + 1) * Math.log(1 + (Math.max(chunks - documents, 0) + 0.5) / (documents + 0.5))

/**
 * @param average words of a chunk
 * @returns what share of a term's weight a chunk scores by it
 */
export function saturationOf(average: number): (frequency: number, length: number) => number {
  const base = K1 * (1 - B)
  const byLength = (K1 * B) / average
  return (frequency, length) => frequency / (frequency + base + byLength * length)
}
