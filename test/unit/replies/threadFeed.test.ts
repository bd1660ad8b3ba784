import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import { makeThreadFeed } from '../../../api/replies/threadFeed.ts'

const follower = {
  onChange: () => undefined,
  onPresence: () => undefined,
  onClose: () => undefined,
}

describe('the feed of the threads of an organization', () => {
  it('follows once changes arrive, also for a client that comes while the first one waits for them', async () => {
    const did: string[] = []
    let arrive = (): void => undefined
    const notifications = {
      listen(organizationId: string) {
        did.push(`listen ${organizationId}`)
        return new Promise<void>((resolve) => {
          arrive = resolve
        })
      },
      unlisten: (organizationId: string) => void did.push(`unlisten ${organizationId}`),
      onReconnect: () => undefined,
      close: async () => undefined,
    }
    const feed = makeThreadFeed(notifications, 10)
    const both = Promise.all(
      ['first', 'second'].map(async (name) => {
        const unfollow = await feed.follow('acme', { ...follower })
        did.push(`${name} follows`)
        return unfollow!
      }),
    )
    await nextTurn()
    expect(did).to.deep.equal(['listen acme'])
    arrive()
    const [leaveFirst, leaveSecond] = await both
    expect(did).to.deep.equal(['listen acme', 'first follows', 'second follows'])
    leaveFirst!()
    leaveFirst!()
    leaveSecond!()
    leaveSecond!()
    expect(did.slice(3)).to.deep.equal(['unlisten acme'])
    const again = feed.follow('acme', { ...follower })
    arrive()
    await again
    expect(did.slice(4)).to.deep.equal(['listen acme'])
  })
})
