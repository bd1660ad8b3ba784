import { expect } from 'chai'
import { makeSharedReads } from '../../../api/replies/sharedReads.ts'

describe('the reads of many followers', () => {
  /** Counts runs, each of which ends when it is asked to. */
  function makeSource() {
    const reads = makeSharedReads<number>()
    const ends: (() => void)[] = []
    const run = () => {
      const nth = ends.length + 1
      return new Promise<number>((resolve) => ends.push(() => resolve(nth)))
    }
    return { reads, ends, ask: (id: string, what: string) => reads.read(id, what, run) }
  }

  it('are one for the same place, also after it has ended', async () => {
    const { ends, ask } = makeSource()
    const first = [ask('thread', '1'), ask('thread', '1')]
    ends[0]!()
    expect(await Promise.all(first)).to.deep.equal([1, 1])
    expect(await ask('thread', '1')).to.equal(1)
    expect(ends).to.have.length(1)
  })

  it('are apart for other places and threads', () => {
    const { ends, ask } = makeSource()
    ask('thread', '1')
    ask('thread', '2')
    ask('other', '1')
    expect(ends).to.have.length(3)
  })

  it('begin anew after a change, also while an earlier one runs', async () => {
    const { reads, ends, ask } = makeSource()
    const before = ask('thread', '1')
    reads.changed('thread')
    const after = [ask('thread', '1'), ask('thread', '1')]
    for (const end of ends) end()
    expect([await before, ...(await Promise.all(after))]).to.deep.equal([1, 2, 2])
    expect(await ask('thread', '1'), 'the end of the earlier one forgets nothing').to.equal(2)
  })

  it('are tried again after a failure', async () => {
    const reads = makeSharedReads<string>()
    const failed = await reads
      .read('thread', '1', () => Promise.reject(new Error('away')))
      .catch(({ message }) => message)
    expect(failed).to.equal('away')
    expect(await reads.read('thread', '1', async () => 'read')).to.equal('read')
  })
})
