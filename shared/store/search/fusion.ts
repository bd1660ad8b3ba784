/** How little the first places differ, as its authors have it (Cormack, Clarke and Büttcher 2009). */
const K = 60

/**
 * Reciprocal rank fusion: what several rankings have, best first, by its places in them and not by scores, which no two
 * kinds of search share. At the same score, what stands in an earlier ranking goes first.
 */
export function fuse(rankings: readonly (readonly string[])[]): { id: string; score: number }[] {
  const scores = new Map<string, number>()
  for (const ranking of rankings)
    for (const [place, id] of ranking.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (K + place + 1))
  return [...scores].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score)
}
