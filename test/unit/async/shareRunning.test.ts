import { expect } from 'chai'
import { shareRunning } from '../../../shared/lib/async/shareRunning.ts'

describe('calls that share a running call', () => {
  it('run once for each key at a time, and anew after the end', async () => {
    const ends: ((value: number) => void)[] = []
    const keys: string[] = []
    const call = shareRunning((key) => {
      keys.push(key)
      return new Promise<number>((resolve) => ends.push(resolve))
    })
    const first = Promise.all([call('a'), call('b'), call('a')])
    expect(keys).to.deep.equal(['a', 'b'])
    ends[0]!(1)
    ends[1]!(2)
    expect(await first).to.deep.equal([1, 2, 1])
    const next = call('a')
    expect(keys).to.deep.equal(['a', 'b', 'a'])
    ends[2]!(3)
    expect(await next).to.equal(3)
  })

  it('fail together, and the next call does not', async () => {
    const results = [Promise.reject(new Error('gone')), Promise.resolve('there')]
    const call = shareRunning(() => results.shift()!)
    const both = await Promise.allSettled([call('a'), call('a')])
    expect(both.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected'])
    expect(await call('a')).to.equal('there')
  })
})
