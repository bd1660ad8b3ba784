import { expect } from 'chai'
import { type FairLoop, makeFairLoop } from '../../../shared/lib/async/fairLoop.ts'

describe('a fair loop', () => {
  /** Makes a loop whose clock moves only by the work done. */
  function loopWithClock() {
    let clock = 1_000
    const loop = makeFairLoop(() => clock)
    return { loop, work: (ms: number) => (clock += ms) }
  }

  const turnOfTheLoop = () => new Promise((resolve) => setImmediate(resolve))

  /** Resolves when a pending continuation would have run, if the loop was not yielded. */
  const sameTick = async () => {
    for (let times = 0; times < 20; times++) await Promise.resolve()
  }

  /** Does pieces of work, each after its turn, and records them. */
  async function doPieces(
    loop: FairLoop,
    { share, pieces, each }: { share: string; pieces: number; each: () => void },
    order: string[],
  ): Promise<void> {
    const yieldLoop = loop.of(share)
    for (let nth = 0; nth < pieces; nth++) {
      await yieldLoop()
      order.push(share)
      each()
    }
  }

  it('lets a lone caller continue in the same tick while its work is short', async () => {
    const { loop, work } = loopWithClock()
    const order: string[] = []
    doPieces(loop, { share: 'a', pieces: 10, each: () => work(0.1) }, order)
    await sameTick()
    expect(order).to.have.length(10)
  })

  it('yields the loop after each piece of a long work', async () => {
    const { loop, work } = loopWithClock()
    const order: string[] = []
    const all = doPieces(loop, { share: 'a', pieces: 5, each: () => work(5) }, order)
    const seen: number[] = []
    while (order.length < 5) {
      await sameTick()
      seen.push(order.length)
      await turnOfTheLoop()
    }
    expect(seen).to.include.members([1, 2, 3, 4])
    await all
  })

  it('continues the organization that has used the least time, whoever came first', async () => {
    const { loop, work } = loopWithClock()
    const order: string[] = []
    const long = Array.from({ length: 20 }, () =>
      doPieces(loop, { share: 'long', pieces: 10, each: () => work(5) }, order),
    )
    await turnOfTheLoop()
    const short = doPieces(loop, { share: 'short', pieces: 5, each: () => work(1) }, order)
    await Promise.all([...long, short])
    const begun = order.indexOf('short')
    const between = order.slice(begun, order.lastIndexOf('short') + 1)
    expect(order).to.have.length(205)
    // Its second and later pieces may each wait for the one running piece.
    expect(between.filter((share) => share === 'long')).to.have.length.at.most(5)
    expect(begun).to.be.at.most(4)
  })

  it('shares time, not turns, between two organizations that always have work', async () => {
    const { loop, work } = loopWithClock()
    const order: string[] = []
    const spent = { heavy: 0, light: 0 }
    const worker = (share: 'heavy' | 'light', ms: number) =>
      doPieces(
        loop,
        {
          share,
          pieces: 100,
          each() {
            work(ms)
            if (order.length <= 100) spent[share] += ms
          },
        },
        order,
      )
    await Promise.all([
      worker('heavy', 9),
      worker('heavy', 9),
      worker('light', 3),
      worker('light', 3),
    ])
    expect(spent.heavy / spent.light).to.be.within(0.8, 1.25)
  })

  it('serves callers of one organization in their order, and gives an idle organization no credit', async () => {
    const { loop, work } = loopWithClock()
    const order: string[] = []
    const all = ['a', 'a', 'a', 'b', 'b', 'b'].map(async (share, nth) => {
      await loop.of(share)()
      order.push(`${share}${nth}`)
      work(4)
    })
    await Promise.all(all)
    expect(order).to.deep.equal(['a0', 'b3', 'a1', 'b4', 'a2', 'b5'])
    await turnOfTheLoop()
    // Much later both start as equals, however much one had used.
    work(60_000)
    const again: string[] = []
    await Promise.all([
      doPieces(loop, { share: 'a', pieces: 3, each: () => work(8) }, again),
      doPieces(loop, { share: 'b', pieces: 3, each: () => work(8) }, again),
    ])
    expect(again).to.deep.equal(['a', 'b', 'a', 'b', 'a', 'b'])
  })

  it('continues after a piece that threw', async () => {
    const { loop, work } = loopWithClock()
    const failing = loop
      .of('a')()
      .then(() => {
        work(3)
        throw new Error('no')
      })
      .catch(() => 'failed')
    const next = loop
      .of('b')()
      .then(() => 'went on')
    expect(await Promise.all([failing, next])).to.deep.equal(['failed', 'went on'])
  })
})
