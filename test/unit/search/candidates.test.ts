import { expect } from 'chai'
import { bestFirst, bestOf } from '../../../shared/search/candidates.ts'

describe('the best candidates', () => {
  const CHUNKS = 1_000
  /** Makes candidates, half of them in a random order, with ids in another order. */
  const candidatesOf = (score: (nth: number) => number) => {
    const index = { order: Array.from({ length: CHUNKS }, (_, chunk) => (chunk * 7_919) % 10_007) }
    const chunks = Uint32Array.from({ length: CHUNKS / 2 }, (_, nth) => (nth * 377) % CHUNKS)
    return {
      index,
      candidates: { chunks, scores: Float64Array.from(chunks, (_, nth) => score(nth)) },
    }
  }
  const SCORES: [string, (nth: number) => number][] = [
    ['each scores another', (nth) => (nth * 131) % 509],
    ['many score the same', (nth) => nth % 3],
    ['all score the same', () => 0.1],
    ['one scores more', (nth) => (nth === 77 ? 2 : 1)],
  ]
  for (const [name, score] of SCORES) {
    for (const size of [1, 6, 200, 499, 500, 900]) {
      it(`are the first ${size} of all, with ${name}`, () => {
        const { index, candidates } = candidatesOf(score)
        const all = Array.from(candidates.chunks, (chunk, place) => ({
          chunk,
          score: candidates.scores[place]!,
        }))
        const best = bestOf(index, candidates, size)
        expect(bestFirst(index, best)).to.deep.equal(bestFirst(index, all).slice(0, size))
      })
    }
  }

  it('are none if nothing scores', () => {
    expect(
      bestOf({ order: [] }, { chunks: new Uint32Array(0), scores: new Float64Array(0) }, 6),
    ).to.deep.equal([])
  })
})
