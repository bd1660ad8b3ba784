import { EventEmitter } from 'node:events'
import { expect } from 'chai'
import { makeStreamReader } from '../../../api/http/streamReader.ts'

describe('streams that a signal makes read at the same time', () => {
  const turnOfTheLoop = () => new Promise((resolve) => setImmediate(resolve))

  /** A context of an open stream. */
  const streamOf = (organization_id: string) =>
    ({
      res: Object.assign(new EventEmitter(), { writableEnded: false, destroyed: false }),
      state: { caller: { organization_id } },
    }) as unknown as Parameters<typeof makeStreamReader>[0]

  it('read two at a time for one organization, and delay no other', async () => {
    const running: { organization: string; end: () => void }[] = []
    const read = (organization: string) =>
      makeStreamReader(streamOf(organization), async () => {
        await new Promise<void>((end) => running.push({ organization, end }))
        return false
      }).readOn()
    const all = Array.from({ length: 20 }, () => read('a'))
    const other = read('b')
    await turnOfTheLoop()
    expect(running.map(({ organization }) => organization)).to.have.members(['a', 'a', 'b'])
    let most = 0
    for (let ended = 0; ended < 21; ended++) {
      most = Math.max(most, running.filter(({ organization }) => organization === 'a').length)
      running.shift()!.end()
      await turnOfTheLoop()
    }
    await Promise.all([...all, other])
    expect(most).to.equal(2)
  })

  it('continue with the next when one fails', async () => {
    const ctx = Object.assign(streamOf('c'), { log: { warn: () => undefined } })
    const read: string[] = []
    const failing = makeStreamReader(ctx, async () => {
      throw new Error('no')
    })
    const next = makeStreamReader(ctx, async () => {
      read.push('next')
      return false
    })
    await Promise.all([failing.readOn(), failing.readOn(), next.readOn()])
    expect(read).to.deep.equal(['next'])
  })
})
