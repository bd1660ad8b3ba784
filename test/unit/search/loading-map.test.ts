import { expect } from 'chai'
import { makeLoadingMap } from '../../../shared/search/wordIndex/loadingMap.ts'

describe('a map that loads missing values', () => {
  let size = 0
  beforeEach(() => {
    size = 0
  })
  const memory = {
    get size() {
      return size
    },
    take(more: number) {
      size += more
    },
  }
  const makeMap = () => makeLoadingMap<string, number[]>(memory, ({ length }) => length)

  /** Makes reads that the test ends. */
  function makeReads() {
    const reads: {
      keys: readonly string[]
      end: (values: number[][]) => void
      fail: () => void
    }[] = []
    const read = (keys: readonly string[]) =>
      new Promise<number[][]>((end, reject) => {
        reads.push({ keys, end, fail: () => reject(new Error('away')) })
      })
    return { reads, read }
  }

  it('reads each key once for all callers, and what only some need separately', async () => {
    const map = makeMap()
    const { reads, read } = makeReads()
    const both = [map.load(['a', 'b', 'a'], read), map.load(['b', 'c'], read)]
    expect(reads.map(({ keys }) => keys)).to.deep.equal([['a', 'b'], ['c']])
    reads[0]!.end([[1], [2]])
    reads[1]!.end([[3]])
    const [first, second] = await Promise.all(both)
    expect([first!('a'), first!('b'), second!('b'), second!('c')]).to.deep.equal([
      [1],
      [2],
      [2],
      [3],
    ])
    await map.load(['a', 'b', 'c'], read)
    expect(reads).to.have.length(2)
  })

  it('gives an error to the caller that has read, and lets the others read again', async () => {
    const map = makeMap()
    const { reads, read } = makeReads()
    const failing = map.load(['a'], read).catch((error: Error) => error.message)
    const other = map.load(['a'], async () => [[7]])
    reads[0]!.fail()
    expect(await failing).to.equal('away')
    expect((await other)('a')).to.deep.equal([7])
  })

  it('reads an insufficient value again, after the running read', async () => {
    const map = makeMap()
    const { reads, read } = makeReads()
    const few = map.load(['a'], read)
    const many = map.load(['a'], read, ({ length }) => length >= 3)
    expect(reads).to.have.length(1)
    reads[0]!.end([[1]])
    expect((await few)('a')).to.deep.equal([1])
    await new Promise(setImmediate)
    expect(reads).to.have.length(2)
    reads[1]!.end([[1, 2, 3]])
    expect((await many)('a')).to.deep.equal([1, 2, 3])
  })

  it('counts the memory of its values, once for each key', async () => {
    const map = makeMap()
    await map.load(['a', 'b'], async () => [[1], [2]])
    await map.load(
      ['a'],
      async () => [[1, 2, 3]],
      ({ length }) => length >= 3,
    )
    map.keep([['c', [4]]])
    expect(size).to.equal(5)
  })

  it('refuses to look up what was not loaded', async () => {
    const lookUp = await makeMap().load(['a'], async () => [[1]])
    expect(() => lookUp('b')).to.throw('"b"')
  })
})
