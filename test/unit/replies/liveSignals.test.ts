import { expect } from 'chai'
import { makeLiveFeed } from '../../../api/replies/liveFeed.ts'
import {
  liveSignalOf,
  makeLiveSignals,
  PRESENCE_STATES,
  type Presence,
} from '../../../shared/lib/queue/liveSignals.ts'

const ID = '01999999-0000-7000-8000-000000000000'
const presence: Presence = {
  organization_id: ID,
  thread_id: ID,
  role: 'human_agent',
  state: 'typing',
  user_id: ID,
  name: 'Anna',
  photo: `/photos/${'x'.repeat(24)}`,
}

describe('signals about single threads', () => {
  it('carry each thread once, and the last presence of each person, in parts that PostgreSQL takes', async () => {
    const sent: string[] = []
    const signals = makeLiveSignals(async (_, signal) => void sent.push(signal), 1)
    for (let count = 0; count < 400; count++) {
      signals.changed(`${ID}${count % 200}`)
      // A name takes six bytes a character at the most, where JSON has to escape it.
      const name = '\u0001'.repeat(117) + String(count % 20).padStart(3, '0')
      signals.presenceChanged({ ...presence, name, state: PRESENCE_STATES[count % 3]! })
    }
    await signals.close()
    const received = sent.map(liveSignalOf)
    expect(received.flatMap(({ threads }) => threads)).to.have.length(200)
    expect(received.flatMap(({ presences }) => presences)).to.have.length(20)
    expect(received.flatMap(({ presences }) => presences).at(-1)!.state).to.equal(
      PRESENCE_STATES[399 % 3],
    )
    for (const one of sent) expect(Buffer.byteLength(one)).to.be.below(8_000)
  })

  it('are empty if others have sent nonsense', () => {
    const nothing = { threads: [], presences: [] }
    for (const signal of ['', '{', 'null', '[]', '{"threads":1}', '{"threads":[],"presences":{}}'])
      expect(liveSignalOf(signal), signal).to.deep.equal(nothing)
    const mixed = {
      threads: [ID, 1],
      presences: [null, {}, { ...presence, state: 'asleep' }, presence],
    }
    expect(liveSignalOf(JSON.stringify(mixed))).to.deep.equal({
      threads: [ID],
      presences: [presence],
    })
  })
})

/** News without messages. */
const NOTHING = { messages: [], next: { high: 1, missing: [] }, has_more: false, hands: '' }

describe('the feed of single threads', () => {
  let hear: (message: string) => void
  let reconnect: () => void
  let marks = new Map<string, string>()
  let newsRead = 0
  const notifications = {
    async listen(_: string, onMessage: (message: string) => void) {
      hear = onMessage
    },
    onReconnect(onReconnect: () => void) {
      reconnect = onReconnect
    },
    unlisten: () => undefined,
    close: async () => undefined,
  }
  const makeFeed = () =>
    makeLiveFeed({
      notifications,
      onPresence: () => undefined,
      rereadMs: 60_000,
      log: undefined as never,
      readMarks: async () => marks,
      readNews: async () => ({ ...NOTHING, mark: `read ${++newsRead}` }),
      most: { all: 4, ofOrganization: 3, ofThread: 2 },
    })
  function makeFollower(mark = 'read') {
    const received: string[] = []
    const follower = {
      mark: () => mark,
      onSignal: () => void received.push('signal'),
      onPresence: ({ state }: Presence) => void received.push(state),
      onClose: () => void received.push('closed'),
    }
    return { received, follower }
  }

  it('has a bounded number of followers, of a thread, an organization and in all', async () => {
    const feed = await makeFeed()
    const follow = (organization: string, thread: string) =>
      feed.follow(organization, thread, makeFollower().follower)
    const leave = follow('a', '1')!
    expect(follow('a', '1')).to.be.a('function')
    expect(follow('a', '1'), 'of a thread').to.equal(undefined)
    expect(follow('a', '2')).to.be.a('function')
    expect(follow('a', '3'), 'of an organization').to.equal(undefined)
    expect(follow('b', '4')).to.be.a('function')
    expect(follow('b', '5'), 'in all').to.equal(undefined)
    leave()
    leave()
    expect(follow('a', '1')).to.be.a('function')
    expect(follow('a', '6')).to.equal(undefined)
    feed.close()
    expect(follow('c', '7')).to.equal(undefined)
  })

  it('notifies only the followers of a thread, and after a break those whose thread has changed', async () => {
    const feed = await makeFeed()
    const [mine, gone, same] = [makeFollower(), makeFollower(), makeFollower()]
    feed.follow('a', 'mine', mine.follower)
    feed.follow('a', 'gone', gone.follower)
    feed.follow('b', 'same', same.follower)
    hear(
      JSON.stringify({
        threads: ['mine', 'other'],
        presences: [{ ...presence, thread_id: 'mine' }],
      }),
    )
    expect([mine.received, gone.received, same.received]).to.deep.equal([
      ['signal', 'typing'],
      [],
      [],
    ])
    marks = new Map([
      ['mine', 'changed'],
      ['same', 'read'],
    ])
    reconnect()
    await new Promise(setImmediate)
    expect([mine.received.slice(2), gone.received, same.received]).to.deep.equal([
      ['signal'],
      ['signal'],
      [],
    ])
    feed.close()
    expect(same.received).to.include('closed')
  })

  it('reads news once for all followers at a place, and again after each signal', async () => {
    const feed = await makeFeed()
    const place = { high: 1, missing: [] }
    const read = async () => (await feed.readNews('a', 'mine', { ...place }, 20))!.mark
    const both = await Promise.all([read(), read()])
    expect(both[0]).to.equal(both[1])
    hear(JSON.stringify({ threads: ['other'], presences: [] }))
    expect(await read()).to.equal(both[0])
    hear(JSON.stringify({ threads: ['mine'], presences: [] }))
    const next = await read()
    expect(next).not.to.equal(both[0])
    feed.follow('a', 'mine', makeFollower('read').follower)
    marks = new Map([['mine', 'changed']])
    reconnect()
    await new Promise(setImmediate)
    expect(await read(), 'a lost signal').not.to.equal(next)
    feed.close()
  })
})
