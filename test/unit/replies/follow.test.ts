import { expect } from 'chai'
import { makeReplyFeed, type ReplyFeed } from '../../../api/replies/replyFeed.ts'
import type { FollowedDraft } from '../../../shared/chat/drafts.ts'
import { timesAt } from '../../../shared/lib/config/times.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import type { NotificationReceiver } from '../../../shared/lib/queue/notifications.ts'
import { eventually } from '../../support/http/client.ts'

const REREAD_MS = timesAt(0.2).rereadMs

describe('a client that follows a reply', () => {
  let heard: Map<string, (signal: string) => void>
  let saved: FollowedDraft[]
  let reads: string[][]
  let finished: string[]
  let follow: ReplyFeed
  beforeEach(() => {
    heard = new Map()
    saved = []
    reads = []
    finished = []
    const notifications: NotificationReceiver = {
      async listen(address, onNotification) {
        heard.set(address, onNotification)
      },
      unlisten: (address) => heard.delete(address),
      onReconnect: () => undefined,
      close: async () => undefined,
    }
    follow = makeReplyFeed({
      notifications,
      read: async (ids) => {
        reads.push(ids)
        return saved.filter(({ id }) => ids.includes(id))
      },
      onFinished: (id) => finished.push(id),
      rereadMs: REREAD_MS,
      log: makeLog('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' }),
    })
  })
  afterEach(() => follow.close())

  const send = (offset: number, text: string, attempt = 1) =>
    heard.get('a')!(JSON.stringify({ attempt, offset, text }))

  async function followA(isBegun = false) {
    const seen: string[] = []
    const stop = await follow.follow(
      'a',
      ({ attempt, text }) => seen.push(`${attempt}:${text}`),
      isBegun,
    )
    return { seen, stop }
  }

  it('ends with the written text if pieces are lost, come twice or too late', async () => {
    const { seen, stop } = await followA()
    send(0, 'One ')
    send(0, 'One ')
    send(2, 'e two ')
    send(14, 'four')
    expect(seen).to.deep.equal(['1:One ', '1:One two '])
    saved = [{ id: 'a', attempt: 1, text: 'One two three' }]
    await eventually(async () => seen.length > 2)
    expect(seen.at(-1)).to.equal('1:One two three')
    send(13, ' four five')
    expect(seen.at(-1)).to.equal('1:One two three four five')
    stop()
  })

  it('starts anew with each attempt, and gets nothing more of the previous attempt', async () => {
    const { seen, stop } = await followA()
    send(0, 'Never mind', 1)
    send(0, 'At nine', 2)
    send(10, ' that', 1)
    expect(seen).to.deep.equal(['1:Never mind', '2:At nine'])
    stop()
  })

  it('learns of tool calls in their newest states, of every attempt and from the database', async () => {
    const states: string[] = []
    const call = (state: string, attempt = 1, call_id = 'c') =>
      JSON.stringify({ attempt, call: { call_id, name: 'n', title: 'T', state, ms: null } })
    await follow.follow(
      'a',
      ({ calls }) => calls && states.push(calls.map(({ state }) => state).join()),
      false,
    )
    const hear = heard.get('a')!
    hear(call('pending'))
    hear(call('pending'))
    send(0, 'Text', 2)
    hear(call('succeeded'))
    hear(call('pending', 2))
    hear(JSON.stringify({ attempt: 2, call: { call_id: 'x' } }))
    hear(call('pending', 2, 'd'))
    expect([...new Set(states)]).to.deep.equal(['pending', 'succeeded', 'succeeded,pending'])
    const late: string[] = []
    await follow.follow('a', ({ text, calls }) => late.push(`${text}:${calls?.length}`), true)
    expect(late).to.deep.equal(['Text:2'])
    saved = [{ id: 'a', attempt: 3, text: '', calls: [JSON.parse(call('failed', 1, 'd')).call] }]
    await eventually(async () => states.at(-1) === 'succeeded,failed')
  })

  it('discards a text that is withdrawn, and gets nothing more of its attempt', async () => {
    const { seen } = await followA()
    send(0, 'The user ')
    heard.get('a')!(JSON.stringify({ attempt: 1, offset: 0, text: '', isWithdrawn: true }))
    send(9, 'asks')
    send(0, 'The user asks')
    send(0, 'At nine.', 2)
    expect(seen).to.deep.equal(['1:The user ', '1:', '2:At nine.'])
  })

  it('learns that a text was withdrawn before it came, from the process or the database', async () => {
    await followA()
    heard.get('a')!(JSON.stringify({ attempt: 1, offset: 0, text: '', isWithdrawn: true }))
    expect((await followA()).seen).to.deep.equal(['1:'])
    saved = [{ id: 'b', attempt: 1, text: '', isWithdrawn: true }]
    const seen: FollowedDraft[] = []
    await follow.follow('b', (draft) => seen.push(draft), true)
    expect(seen).to.deep.equal([{ id: 'b', attempt: 1, text: '', isWithdrawn: true }])
  })

  it('gets stored pieces at once if there may be some', async () => {
    saved = [{ id: 'a', attempt: 3, text: 'So far' }]
    const { seen, stop } = await followA(true)
    expect(seen).to.deep.equal(['3:So far'])
    send(6, ' so good', 3)
    expect(seen.at(-1)).to.equal('3:So far so good')
    stop()
  })

  it('shares one subscription with all followers, until the last has left', async () => {
    const [one, two] = [await followA(), await followA()]
    send(0, 'Hi')
    expect([one.seen, two.seen]).to.deep.equal([['1:Hi'], ['1:Hi']])
    const three = await followA()
    expect(three.seen, 'with what the others have').to.deep.equal(['1:Hi'])
    one.stop()
    two.stop()
    expect(heard.has('a')).to.equal(true)
    three.stop()
    three.stop()
    expect(heard.has('a')).to.equal(false)
  })

  it('learns when a reply is finished, and does not take nonsense for an end', async () => {
    const { seen, stop } = await followA()
    heard.get('a')!('finished')
    expect(finished).to.deep.equal(['a'])
    for (const nonsense of [
      '{',
      'null',
      '7',
      '{"attempt":1,"offset":0}',
      '{"attempt":1,"offset":"0","text":"x"}',
    ])
      expect(() => heard.get('a')!(nonsense), nonsense).not.to.throw()
    expect(seen).to.deep.equal([])
    stop()
  })

  it('causes reads only while it follows', async () => {
    const { stop } = await followA()
    await eventually(async () => reads.length === 1)
    stop()
    const before = reads.length
    await new Promise((resolve) => setTimeout(resolve, 3 * REREAD_MS))
    expect(reads).to.have.length(before)
  })
})
