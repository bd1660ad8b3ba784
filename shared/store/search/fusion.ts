/**
 * The constant of reciprocal rank fusion, as its authors chose it (Cormack, Clarke and Büttcher 2009). The
 * larger it is, the less the first places differ.
 */
const K = 60

/**
 * Merges rankings by reciprocal rank fusion, best first. It uses places instead of scores, because different
 * kinds of search have no common scale. With equal scores, ids of an earlier ranking come first.
 */
export function fuse(rankings: readonly (readonly string[])[]): { id: string; score: number }[] {
  const scores = new Map<string, number>()
  for (const ranking of rankings)
    for (const [place, id] of ranking.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (K + place + 1))
  return [...scores].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score)
}
