import { expect } from 'chai'
import { bestFirst, inBlocks } from '../shared/store/candidates.ts'
import { emptyIndex } from '../shared/store/heldIndex.ts'

describe('candidates in blocks', () => {
  const CHUNKS = 1_000
  /** Half of them in an order without meaning, with ids in another one. */
  const candidatesOf = (score: (nth: number) => number) => {
    const index = emptyIndex('00000000-0000-4000-8000-000000000000')
    index.order = Array.from({ length: CHUNKS }, (_, chunk) => (chunk * 7_919) % 10_007)
    const chunks = Uint32Array.from({ length: CHUNKS / 2 }, (_, nth) => (nth * 377) % CHUNKS)
    return { index, candidates: { chunks, scores: Float64Array.from(chunks, (_, nth) => score(nth)) } }
  }
  const SCORES: [string, (nth: number) => number][] = [
    ['each scores another', (nth) => (nth * 131) % 509],
    ['many score the same', (nth) => nth % 3],
    ['all score the same', () => 0.1],
    ['one scores more', (nth) => (nth === 77 ? 2 : 1)],
  ]
  for (const [name, score] of SCORES) {
    for (const size of [1, 6, 200, 499, 500, 900]) {
      it(`of ${size} are the best, then the best of the others, where ${name}`, () => {
        const { index, candidates } = candidatesOf(score)
        const all = Array.from(candidates.chunks, (chunk, place) => ({
          chunk,
          score: candidates.scores[place]!,
        }))
        const sorted = bestFirst(index, all)
        const blocks = [...inBlocks(index, candidates, size)]
        expect(blocks.map(({ length }) => length)).to.deep.equal(
          Array.from({ length: Math.ceil(500 / size) }, (_, nth) => Math.min(size, 500 - nth * size)),
        )
        expect(blocks.flatMap((block) => bestFirst(index, block))).to.deep.equal(sorted)
      })
    }
  }

  it('are none where nothing scores', () => {
    const index = emptyIndex('00000000-0000-4000-8000-000000000000')
    expect(
      [...inBlocks(index, { chunks: new Uint32Array(0), scores: new Float64Array(0) }, 6)].flat(),
    ).to.deep.equal([])
  })
})
