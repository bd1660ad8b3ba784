import { expect } from 'chai'
import { makePacer } from '../../../shared/lib/async/pace.ts'

describe('a pacer', () => {
  const turnOfTheLoop = () => new Promise((resolve) => setImmediate(resolve))

  /** Returns how many calls have continued after each turn of the event loop, until all have. */
  async function progressOf(count: number): Promise<{ order: number[]; progress: number[] }> {
    const turn = makePacer()
    const order: number[] = []
    const progress: number[] = []
    for (let nth = 0; nth < count; nth++) turn().then(() => order.push(nth))
    await Promise.resolve()
    for (progress.push(order.length); order.length < count; progress.push(order.length))
      await turnOfTheLoop()
    return { order, progress }
  }

  it('releases a lone caller at once', async () => {
    const turn = makePacer()
    for (let times = 0; times < 3; times++) {
      let isOn = false
      turn().then(() => {
        isOn = true
      })
      await Promise.resolve()
      expect(isOn).to.equal(true)
      await turnOfTheLoop()
    }
  })

  it('releases callers that come together one per tick, in order', async () => {
    const { order, progress } = await progressOf(8)
    expect(order).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7])
    expect(progress).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('releases several of hundreds per tick, so that none waits for hundreds of ticks', async () => {
    const { order, progress } = await progressOf(600)
    expect(order).to.deep.equal([...order].sort((one, other) => one - other))
    expect(progress[1]! - progress[0]!).to.equal(75)
    expect(progress).to.have.length.below(50)
  })

  it('releases no caller before callers that are already waiting', async () => {
    const turn = makePacer()
    const order: string[] = []
    const take = (name: string) => turn().then(() => order.push(name))
    for (const name of ['first', 'second', 'third']) take(name)
    await turnOfTheLoop()
    await take('late')
    expect(order).to.deep.equal(['first', 'second', 'third', 'late'])
  })
})
