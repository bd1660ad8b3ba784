import { expect } from 'chai'
import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import { MAX_CRASHES, makeSuspects } from '../../workers/jobs/suspects.ts'

const SLOTS = 100
const claimOf = (crashes: number) => ({ crashes }) as LeasedJob

describe('the suspects of a worker', () => {
  /** Returns how many suspects with so many crashes are taken. */
  function taken(crashes: number, slots = SLOTS): number {
    const suspects = makeSuspects(slots)
    let count = 0
    for (let next = suspects.next(); next; next = suspects.next())
      for (let n = 0; n < next.limit; n++, count++) suspects.add(claimOf(crashes))
    return count
  }

  it('are a quarter of its slots, then a quarter of that, and one before the last try', () => {
    expect([2, 3, 4].map((crashes) => taken(crashes))).to.deep.equal([25, 6, 1])
    expect([2, 3, 4].map((crashes) => taken(crashes, 2))).to.deep.equal([1, 1, 1])
    expect(taken(4, 2_000), 'of a large worker').to.equal(1)
  })

  it("have equally many crashes each, so that a culprit is not beside another's last try", () => {
    const suspects = makeSuspects(SLOTS)
    expect(suspects.next()).to.deep.equal({ crashes: true, limit: 1 })
    suspects.add(claimOf(3))
    expect(suspects.next()).to.deep.equal({ crashes: 3, limit: 5 })
    suspects.ended()
    expect(suspects.next()).to.deep.equal({ crashes: true, limit: 1 })
  })

  it('that kill their worker lose only themselves, whichever they are', () => {
    const COUNT = 80
    for (const culprits of [[0], [79], [3, 40], [0, 1, 2, 3]]) {
      const crashes = Array<number>(COUNT).fill(2)
      const left = new Set(crashes.keys())
      const failed: number[] = []
      for (let rounds = 0; left.size > 0; rounds++) {
        expect(rounds).to.be.below(1_000)
        const suspects = makeSuspects(SLOTS)
        const group: number[] = []
        for (let next = suspects.next(); next; next = suspects.next()) {
          const { crashes: wanted, limit } = next
          const due = [...left].filter(
            (one) => !group.includes(one) && (wanted === true || crashes[one] === wanted),
          )
          for (const one of due.slice(0, limit)) {
            suspects.add(claimOf(crashes[one]!))
            group.push(one)
          }
          if (due.length < limit) break
        }
        const dies = group.some((one) => culprits.includes(one))
        for (const one of group) {
          if (!dies) left.delete(one)
          else if (++crashes[one]! >= MAX_CRASHES) {
            failed.push(one)
            left.delete(one)
          }
        }
      }
      expect(failed.sort()).to.deep.equal(culprits)
    }
  })
})
