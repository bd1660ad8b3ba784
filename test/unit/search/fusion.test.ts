import { expect } from 'chai'
import { fuse } from '../../../shared/search/fusion.ts'

describe('two rankings', () => {
  const words = (...found: [id: string, score: number][]) =>
    found.map(([chunk_id, score]) => ({ chunk_id, score }))
  const meaning = (...found: [id: string, similarity: number][]) =>
    found.map(([chunk_id, similarity]) => ({ chunk_id, similarity }))
  const idsOf = (fused: { id: string }[]) => fused.map(({ id }) => id).join('')

  it('are fused by their scores: of the best by words seven tenths, of the similarity three', () => {
    const fused = fuse(
      words(['a', 20], ['b', 15], ['c', 5]),
      meaning(['b', 0.6], ['a', 0.4], ['z', 0.2]),
    )
    expect(idsOf(fused)).to.equal('abcz')
    expect(fused.map(({ score }) => score.toFixed(4))).to.deep.equal([
      (0.7 + (0.3 * 0.2) / 0.8).toFixed(4),
      ((0.7 * 15) / 20 + (0.3 * 0.4) / 0.8).toFixed(4),
      ((0.7 * 5) / 20).toFixed(4),
      '0.0000',
    ])
    expect(fuse([], [])).to.deep.equal([])
    expect(idsOf(fuse(words(['a', 2], ['b', 1]), []))).to.equal('ab')
    expect(idsOf(fuse([], meaning(['a', 0.5], ['b', 0.4])))).to.equal('ab')
  })

  it('keep the order by words if similarities do not differ', () => {
    const found = words(['a', 9], ['b', 8.9], ['c', 8.8])
    for (const similarity of [-1, 0, 0.8, 1])
      expect(idsOf(fuse(found, meaning(['c', similarity], ['b', similarity])))).to.equal('abc')
  })

  it('have the nearest passage by the third place and the second nearest by the fifth, whatever words say', () => {
    const found = words(...[...'abcdefg'].map((id, at) => [id, 20 - at] as [string, number]))
    const fused = fuse(found, meaning(['x', 0.3], ['y', 0.29], ['z', 0.28], ['w', 0.2]))
    expect(idsOf(fused)).to.equal('abxcydefgzw')
    const scores = fused.map(({ score }) => score)
    expect(scores).to.deep.equal([...scores].sort((one, other) => other - one))
    expect(new Set(scores).size).to.equal(scores.length)
  })
})
