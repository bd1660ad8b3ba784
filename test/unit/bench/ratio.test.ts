import { expect } from 'chai'
import { judge, type RecordedRatio, ratioIn } from '../../../bench/load/ratio.ts'
import type { Result } from '../../../bench/load/rounds.ts'

const cpu = { api: 1, worker: 2, postgres: 2, redis: 0.25, total: 5.25 }
const ratioOf = (ratio: number): RecordedRatio => ({
  measured_on: '2026-11-30',
  ratio,
  cpu_ms: { plain: cpu, parley: cpu },
})

describe('the ratio of processor time', () => {
  it('may grow by 5 % of the recorded one, and no further without a word why', () => {
    expect(judge(ratioOf(1.25), ratioOf(1.2)).isWorse).to.equal(false)
    const { isWorse, sentence } = judge(ratioOf(1.3), ratioOf(1.2))
    expect(isWorse).to.equal(true)
    expect(sentence).to.match(/^A message takes 1\.30 times .* 1\.20 was recorded on 2026-11-30\./)
    expect(sentence).to.contain('8 % more, and 5 % are allowed')
    expect(sentence).to.contain('with npm run bench -- load --short --record, and say why')
  })

  it('asks to record what is better, and what was never recorded', () => {
    const better = judge(ratioOf(1), ratioOf(1.2))
    expect(better.isWorse).to.equal(false)
    expect(better.sentence).to.match(/17 % less: record it with npm run bench/)
    const first = judge(ratioOf(1), undefined)
    expect(first).to.include({ isWorse: false })
    expect(first.sentence).to.match(/no figure is recorded: npm run bench/)
  })

  it('is the median of ratios within rounds, to a hundredth', () => {
    const figures = { cpu_ms: { ...cpu, total: 5.2549 } } as any
    const { ratio, cpu_ms } = ratioIn({
      medians: { plain: figures, redis: figures },
      ratios: { redis: { plain: { cpu_ms: { total: 1.1951 } } } },
    } as unknown as Result)
    expect(ratio).to.equal(1.2)
    expect(cpu_ms.parley.total).to.equal(5.25)
  })
})
