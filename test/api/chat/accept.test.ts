import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import {
  type Accept,
  type Accepted,
  acceptMessage,
  makeAccept,
} from '../../../shared/chat/accept.ts'
import type { NewMessage } from '../../../shared/chat/acceptStatement.ts'
import { listMessages } from '../../../shared/chat/messages.ts'
import { TIMES } from '../../../shared/lib/config/times.ts'
import { AppError } from '../../../shared/lib/errors.ts'
import type { Client } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import { countStatements, waitsForLock } from '../../support/product/statements.ts'

describe('messages that are accepted together', () => {
  let parley: Parley
  let client: Client
  let accept: Accept
  before(async () => {
    parley = await startParley({ workers: false })
    client = parley.client
  })
  after(() => parley.stop())
  beforeEach(() => {
    accept = makeAccept(parley.db, TIMES.rowLockedMs)
  })

  const message = (thread: string, more: Partial<NewMessage> = {}): NewMessage => ({
    organization_id: client.organizationId,
    thread: { kind: 'conversation', id: thread },
    content: 'Hi',
    metadata: {},
    subject: null,
    streamed: false,
    traced: false,
    on_busy: 'queue',
    request_id: 'r',
    reply_to: 'nobody',
    deadline_seconds: 60,
    wake_up_grace_ms: TIMES.wakeUpGraceMs,
    capacity: { organization: 1000, total: 1000, floor: 0 },
    ...more,
  })
  const request = (thread: string, key: string, body = 'a body') => ({
    organization_id: client.organizationId,
    endpoint: `POST ${thread}`,
    key,
    body_hash: Buffer.from(body),
  })
  const threads = async (count: number) =>
    Promise.all(Array.from({ length: count }, async () => (await client.makeConversation()).id))
  const messagesOf = async (thread: string) => {
    const page = { limit: 100, order: 'asc' } as const
    const { rows } = await listMessages(parley.db, client.organizationId, thread, page)
    return rows.map(({ seq, role, status, content }) => ({ seq, role, status, content }))
  }
  const codes = (outcomes: PromiseSettledResult<unknown>[]) =>
    outcomes.map((one) =>
      one.status === 'rejected'
        ? one.reason instanceof AppError
          ? one.reason.code
          : one.reason
        : 'accepted',
    )

  it('are stored with their replies and keys, by fewer statements than there are messages', async () => {
    const some = await threads(12)
    const statements = await countStatements(async () => {
      const accepted = await Promise.all(
        some.map((thread, nth) =>
          accept(message(thread, { content: `to ${thread}` }), request(thread, `k${nth}`)),
        ),
      )
      const ids = accepted.map((message) => message!.id)
      expect(new Set(ids).size).to.equal(12)
      for (const [nth, thread] of some.entries()) {
        const [key] = await parley.db('idempotency_keys').where({ endpoint: `POST ${thread}` })
        expect(key).to.include({ record_id: ids[nth], key: `k${nth}` })
        expect(key.body_hash.toString()).to.equal('a body')
      }
    }, /with given/)
    expect(statements).to.be.within(1, 4)
    for (const thread of some) {
      const question = await parley.db('messages').where({ thread_id: thread }).first()
      const job = await parley.db('open_jobs').where({ thread_id: thread }).first()
      expect(question.id < job.id, 'as old as their ids say').to.equal(true)
      expect(job.question_id).to.equal(question.id)
    }
    for (const thread of some)
      expect(await messagesOf(thread)).to.deep.equal([
        { seq: 1, role: 'user', status: 'completed', content: `to ${thread}` },
        { seq: 2, role: 'assistant', status: 'queued', content: null },
      ])
  })

  it('get separate places in one thread', async () => {
    const [thread] = (await threads(1)) as [string]
    const contents = Array.from({ length: 9 }, (_, nth) => `number ${nth}`)
    await Promise.all(
      contents.map((content, nth) =>
        accept(message(nth % 2 ? thread : thread.toUpperCase(), { content })),
      ),
    )
    const stored = await messagesOf(thread)
    expect(stored.map(({ seq }) => seq)).to.deep.equal(stored.map((_, nth) => nth + 1))
    expect(
      stored.filter(({ role }) => role === 'user').map(({ content }) => content),
    ).to.have.members(contents)
  })

  it('are each refused for their own faults only', async () => {
    const [open, closed, busy, taken] = (await threads(4)) as [string, string, string, string]
    const stranger = await parley.another('a stranger')
    const theirs = (await stranger.makeConversation()).id
    await parley.db('threads').where({ id: closed }).update({ status: 'closed' })
    await accept(message(busy))
    await accept(message(taken), request(taken, 'k'))
    const inactive = (await client.makeConversation({ agent_id: (await client.makeAgent()).id })).id
    const [{ agent_id }] = await parley.db('threads').where({ id: inactive })
    await parley.db('agents').where({ id: agent_id }).update({ is_active: false })
    const outcomes = await Promise.allSettled([
      accept(message(open)),
      accept(message(closed)),
      accept(message(busy, { on_busy: 'reject' })),
      accept(message(theirs)),
      accept(message(randomUUID())),
      accept(message(inactive)),
      accept(message(taken), request(taken, 'k')),
    ])
    expect(codes(outcomes)).to.deep.equal([
      'accepted',
      'thread_closed',
      'thread_busy',
      'not_found',
      'not_found',
      'agent_inactive',
      'accepted',
    ])
    expect(outcomes.at(-1)).to.include({ value: undefined })
    expect((await messagesOf(theirs)).length + (await messagesOf(closed)).length).to.equal(0)
    expect(await messagesOf(open)).to.have.length(2)
  })

  it('wake a worker only for the first of their thread, while few of their agent are late', async () => {
    const { id: agent_id } = await client.makeAgent()
    const open = async () => (await client.makeConversation({ agent_id })).id
    const needs = async (to: string) => (await accept(message(to)))!.mustWake
    const thread = await open()
    expect(await needs(thread)).to.equal(true)
    expect(await needs(thread), 'whoever ends the first takes it').to.equal(false)
    const crowd = await Promise.all(Array.from({ length: 20 }, open))
    await Promise.all(crowd.map((thread) => accept(message(thread))))
    await parley.db('open_jobs').update({ sweep_at: new Date(Date.now() - 2_000) })
    accept = makeAccept(parley.db, TIMES.rowLockedMs)
    expect(await needs(await open())).to.equal(false)
    expect(await needs((await threads(1))[0]!), 'of another agent').to.equal(true)
    await parley.db('open_jobs').whereIn('thread_id', crowd.slice(0, 10)).delete()
    accept = makeAccept(parley.db, TIMES.rowLockedMs)
    expect(await needs(await open()), 'a few are late').to.equal(true)
    await parley.db('open_jobs').delete()
  })

  it('do not wait for a message whose thread another transaction locks', async () => {
    const [held, ...others] = (await threads(4)) as [string, ...string[]]
    let first!: Promise<Accepted | undefined>
    await parley.db.knexTransaction(async (transaction) => {
      await transaction('threads').where({ id: held }).forUpdate()
      first = accept(message(held))
      const together = others.map((thread) => accept(message(thread)))
      const late = accept(message(held))
      await Promise.all(together)
      expect(await messagesOf(held)).to.deep.equal([])
      late.catch(() => undefined)
    })
    expect((await first)!.id).to.be.a('string')
  })

  it('leave connections to others while their threads are locked, however many messages there are', async () => {
    const held = await threads(30)
    const [other] = (await threads(1)) as [string]
    let late!: Promise<(Accepted | undefined)[]>
    await parley.db.knexTransaction(async (transaction) => {
      await transaction('threads').whereIn('id', held).orderBy('id').forUpdate()
      late = Promise.all(held.map((thread) => accept(message(thread))))
      await setTimeout(100)
      expect(parley.db.use().waiting).to.equal(0)
      expect((await accept(message(other)))!.id).to.be.a('string')
      expect(await messagesOf(held[0]!)).to.deep.equal([])
    })
    expect(new Set((await late).map((accepted) => accepted!.id)).size).to.equal(30)
  })

  it('are refused when their thread is locked for longer than a statement may take', async () => {
    const impatient = makeAccept(parley.db, 300)
    const [thread] = (await threads(1)) as [string]
    await parley.db.knexTransaction(async (transaction) => {
      await transaction('threads').where({ id: thread }).forUpdate()
      const refused = await impatient(message(thread)).catch((error) => error)
      expect(refused).to.include({ code: 'unavailable', retryAfter: 5 })
    })
    expect(await messagesOf(thread)).to.deep.equal([])
  })

  it('take their place after a message that is being stored in the same thread', async () => {
    const [thread] = (await threads(1)) as [string]
    let second!: Promise<Accepted | undefined>
    await parley.db.transaction(async (first) => {
      await acceptMessage(first, message(thread, { content: 'first' }))
      second = accept(message(thread, { content: 'second' }))
      await setTimeout(50)
      expect(await messagesOf(thread)).to.deep.equal([])
    })
    expect((await second)!.id).to.be.a('string')
    expect((await messagesOf(thread)).map(({ content }) => content)).to.deep.equal([
      'first',
      null,
      'second',
      null,
    ])
  })

  it('are refused if they may not wait, and another message is being stored', async () => {
    const [thread] = (await threads(1)) as [string]
    let second!: Promise<unknown>
    await parley.db.transaction(async (first) => {
      await acceptMessage(first, message(thread))
      const late = message(thread, { on_busy: 'reject' })
      second = parley.db.transaction((own) => acceptMessage(own, late)).catch((error) => error)
      await waitsForLock(parley.db)
    })
    expect(await second).to.include({ code: 'thread_busy' })
    expect(await messagesOf(thread)).to.have.length(2)
  })

  it('with one key that come at once are one message', async () => {
    const [thread, other] = (await threads(2)) as [string, string]
    const [mine, theirs] = [1, 2].map(() => makeAccept(parley.db, TIMES.rowLockedMs)) as [
      Accept,
      Accept,
    ]
    const ids = await Promise.all([
      mine(message(other)),
      mine(message(thread), request(thread, 'same')),
      theirs(message(thread), request(thread, 'same')),
      mine(message(thread), request(thread, 'same')),
    ])
    expect(ids.slice(1).filter((id) => id !== undefined)).to.have.length(1)
    expect(await messagesOf(thread)).to.have.length(2)
  })
})
