import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import { batched, batchedLists } from '../../../shared/lib/db/batch.ts'

const moment = (ms = 1) => new Promise((resolve) => setTimeout(resolve, ms))

describe('a batched function', () => {
  /** The batches of work that it got. */
  let batches: number[][]
  beforeEach(() => {
    batches = []
  })
  const doubled = async (numbers: number[]) => {
    batches.push(numbers)
    await moment(3)
    if (numbers.includes(13)) throw new Error('13 cannot be doubled')
    return numbers.map((number) => 2 * number)
  }

  it('runs calls of neighbouring turns together, and collects those that come during it', async () => {
    const double = batched(doubled, 100)
    const first = [double(1), double(2)]
    await setImmediate()
    first.push(double(3))
    while (!batches.length) await setImmediate()
    const later = [4, 5].map(double)
    expect(await Promise.all([...first, ...later])).to.deep.equal([2, 4, 6, 8, 10])
    expect(batches).to.deep.equal([
      [1, 2, 3],
      [4, 5],
    ])
    expect(await double(6)).to.equal(12)
    expect(batches.at(-1)).to.deep.equal([6])
  })

  it('puts at most the given number of calls in a batch', async () => {
    const double = batched(doubled, 2)
    const numbers = [1, 2, 3, 4, 5, 6]
    expect(await Promise.all(numbers.map(double))).to.deep.equal(
      numbers.map((number) => 2 * number),
    )
    expect(Math.max(...batches.map(({ length }) => length))).to.equal(2)
  })

  it('fails for the call that cannot be done, and for no other', async () => {
    const double = batched(doubled, 100)
    const outcomes = await Promise.allSettled([1, 12, 13, 14].map(double))
    expect(outcomes.map(({ status }) => status)).to.deep.equal([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
  })

  it('fails for all calls if the database was away', async () => {
    const double = batched(async (numbers: number[]) => {
      batches.push(numbers)
      await moment()
      throw Object.assign(new Error('gone'), { code: '57P01' })
    }, 100)
    const outcomes = await Promise.allSettled([1, 2, 3].map(double))
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected', 'rejected'])
    expect(batches).to.deep.equal([[1, 2, 3]])
  })

  it('runs calls that must be separate alone, and none of them waits for another that is delayed', async () => {
    const held = new Promise<number[]>(() => {})
    let begun = 0
    const double = batched(
      (numbers: number[]) => {
        begun++
        batches.push(numbers)
        return held
      },
      100,
      (number) => String(number % 2),
    )
    for (const number of [1, 2, 3, 5, 6, 8]) double(number)
    while (begun < 3) await moment(5)
    expect(batches).to.deep.equal([
      [1, 2],
      [3, 6],
      [5, 8],
    ])
  })

  it('runs other batches while one is delayed', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let begun = 0
    const double = batched(async (numbers: number[]) => {
      begun++
      if (numbers.includes(1)) await held
      return numbers.map((number) => 2 * number)
    }, 100)
    const first = double(1)
    while (!begun) await setImmediate()
    expect(await Promise.all([double(2), double(3)])).to.deep.equal([4, 6])
    release()
    expect(await first).to.equal(2)
  })

  it('gives each list the results of its own items', async () => {
    const double = batchedLists((numbers: readonly number[]) => doubled([...numbers]), 100)
    const lists = [[1], [2, 3], [], [4, 2]]
    expect(await Promise.all(lists.map(double))).to.deep.equal([[2], [4, 6], [], [8, 4]])
    expect(batches).to.deep.equal([[1, 2, 3, 4, 2]])
    expect(
      (await Promise.allSettled([[5], [6, 13], [7]].map(double))).map(({ status }) => status),
    ).to.deep.equal(['fulfilled', 'rejected', 'fulfilled'])
  })
})
