import { expect } from 'chai'
import { makeCarried } from '../../../shared/search/wordIndex/carried.ts'
import { makeChangeLog, postingsAfter } from '../../../shared/search/wordIndex/changedPostings.ts'
import type { Postings } from '../../../shared/search/wordIndex/indexBase.ts'

/** Chunks by their numbers, which are their order as well, each with a share of 1. */
const postings = (...chunks: number[]): Postings => ({
  chunks: Uint32Array.from(chunks),
  shares: Uint16Array.from(chunks, () => 1),
})
const ORDER = { order: Array.from({ length: 100 }, (_, chunk) => chunk) }
const added = (...chunks: number[]) => new Map([['parcel', postings(...chunks)]])

describe('what an index of words carries over', () => {
  let size: number
  const memory = {
    get size() {
      return size
    },
    take(more: number) {
      size += more
    },
  }
  beforeEach(() => {
    size = 0
  })

  it('has the changes since a term was read, of which later ones may undo earlier ones', () => {
    const log = makeChangeLog()
    log.add(added(9), [])
    log.add(added(2, 5), [3])
    log.add(new Map(), [5])
    const numbersAfter = (since: number, until: number) => {
      const changes = log.between(since, until)
      const left = postingsAfter(postings(1, 3, 7), true, changes.addedTo('parcel'), changes, ORDER)
      return [...left.chunks]
    }
    expect(numbersAfter(0, 1)).to.deep.equal([1, 3, 7, 9])
    expect(numbersAfter(0, 2)).to.deep.equal([1, 2, 5, 7, 9])
    expect(numbersAfter(0, 3)).to.deep.equal([1, 2, 7, 9])
    expect(numbersAfter(1, 3)).to.deep.equal([1, 2, 7])
    expect(numbersAfter(3, 3)).to.deep.equal([1, 7])
  })

  it('counts as memory until it is taken', () => {
    const log = makeChangeLog()
    const former = new Map([['parcel', { value: 'a term', since: 0 }]])
    const carried = makeCarried<string>(log, memory, () => 80, former)
    expect(size).to.equal(80)
    expect(carried.take('parcel', (value) => value)).to.equal('a term')
    expect(size).to.equal(0)
    expect(carried.take('parcel', (value) => value)).to.equal(undefined)
    expect([...carried.with([['order', 'another']])]).to.deep.equal([
      ['order', { value: 'another', since: 0 }],
    ])
  })

  it('is forgotten after it has waited for 50 changes', () => {
    const log = makeChangeLog()
    const former = new Map([['parcel', { value: 'a term', since: 0 }]])
    for (let change = 0; change < 50; change++) log.add(new Map(), [])
    expect(makeCarried<string>(log, memory, () => 1, former).with([])).to.have.length(1)
    log.add(new Map(), [])
    expect(makeCarried<string>(log, memory, () => 1, former).with([])).to.have.length(0)
  })
})
