import { expect } from 'chai'
import fc from 'fast-check'
import { type Accept, makeAccept } from '../../../shared/chat/accept.ts'
import { type EndReply, makeEndReply } from '../../../shared/chat/endReplies.ts'
import { listMessages, type Message } from '../../../shared/chat/messages.ts'
import { makeHandoffs } from '../../../shared/handoffs/handoffs.ts'
import { claimWoken } from '../../../shared/jobs/claims.ts'
import type { LeasedJob } from '../../../shared/jobs/openJobs.ts'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { TIMES } from '../../../shared/lib/config/times.ts'
import { notify } from '../../../shared/lib/db/health.ts'
import type { AppError } from '../../../shared/lib/errors.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import {
  makeNotificationSender,
  type NotificationSender,
} from '../../../shared/lib/queue/notifications.ts'
import { makeUser } from '../../support/http/access.ts'
import { Client, eventually } from '../../support/http/client.ts'
import { type LiveReader, makeLiveReader } from '../../support/http/liveReader.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'
import { triesOf } from '../../support/run/runsAll.ts'

/**
 * How many threads are played on each backend; HANDOFF_STORIES sets another number: `.ci/nightly`
 * plays 20,000.
 */
const STORIES = Number(process.env.HANDOFF_STORIES ?? triesOf(400))
/** Threads that are played at the same time. */
const AT_ONCE = 8

/**
 * What a worker does with a reply that it has claimed. `late`: it dies, is taken for dead, and
 * comes back; `overtaken`: another worker has claimed the reply by then.
 */
const fates = fc.constantFrom('end', 'fail', 'die', 'late', 'overtaken')
/** The actions of people after a handoff, before they return the thread or not. */
const deeds = fc.constantFrom('assign', 'say', 'note', 'release', 'handOff', 'killed')
const turns = fc.nat({ max: 6 })

/** The course of a thread. The actors run at the same time, and each waits between its steps. */
const story = fc.record({
  posts: fc.array(turns, { minLength: 1, maxLength: 4 }),
  workers: fc.array(fc.array(fc.tuple(turns, fates), { minLength: 1, maxLength: 6 }), {
    minLength: 2,
    maxLength: 2,
  }),
  handoffs: fc.array(
    fc.record({
      wait: fc.nat({ max: 20 }),
      deeds: fc.array(fc.tuple(turns, deeds), { maxLength: 5 }),
      isReturned: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  reads: fc.array(turns, { maxLength: 5 }),
  // How long clients follow the thread until they are cut off, or whether they ask once.
  readers: fc.array(fc.array(fc.tuple(turns, fc.constantFrom('stream', 'ask')), { maxLength: 4 }), {
    minLength: 1,
    maxLength: 2,
  }),
})
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never

onOneQueue('a chat has one speaker at a time', function (backend) {
  this.timeout(120_000 + STORIES * 1_000)
  let parley: Parley
  let other: Parley
  let sender: NotificationSender
  let accept: Accept
  let endReply: EndReply
  let agent_id: string
  let users: string[]
  const handoffs = makeHandoffs(TIMES.rowLockedMs)
  before(async () => {
    const settings = { API_HOURLY_LIMIT: '1000000000' }
    parley = await startParley({ backend, workers: false, settings })
    other = await startParley({
      backend,
      workers: false,
      settings,
      databaseUrl: parley.env.DATABASE_URL!,
    })
    const config = loadConfig(parley.env)
    sender = makeNotificationSender(
      config,
      (channel, payload) => notify(parley.db, channel, payload),
      makeLog('test', config),
    )
    accept = makeAccept(parley.db, TIMES.rowLockedMs)
    endReply = makeEndReply(parley.db, TIMES.rowLockedMs)
    agent_id = (await parley.client.makeAgent()).id
    users = [
      (await makeUser(parley, parley.client, 'editor')).id,
      (await makeUser(parley, parley.client, 'owner')).id,
    ]
    // Compares the commit of each of the agent's replies with what others have committed by then.
    await parley.db.raw(`
      create table leaks (message_id uuid);
      create function find_leak() returns trigger language plpgsql as $$
      begin
        if exists (select from threads where id = new.thread_id and handoff_id is not null) then
          insert into leaks values (new.id);
        end if;
        return null;
      end $$;
      create constraint trigger find_leak after insert on messages deferrable initially deferred for each row
        when (new.role = 'assistant' and new.status = 'completed') execute function find_leak()`)
  })
  after(async () => {
    await sender.close()
    await other.stop()
    await parley.stop()
  })

  it('in hundreds of threads, whatever happens at the same time and is killed', async () => {
    const several = fc.array(story, { minLength: AT_ONCE, maxLength: AT_ONCE })
    const property = fc.asyncProperty(several, async (stories) => {
      await Promise.all(stories.map(play))
      expect(await parley.db('leaks')).to.deep.equal([])
    })
    await fc.assert(property, {
      numRuns: Math.ceil(STORIES / AT_ONCE),
      endOnFailure: true,
      includeErrorInReport: true,
    })
    const { rows } = await parley.db.raw(`
      select count(*) filter (where role = 'assistant' and status = 'completed')::int as replies,
             count(*) filter (where error->>'code' = 'handed_off')::int as cancelled,
             count(*) filter (where role = 'human_agent')::int as human from messages`)
    for (const [what, count] of Object.entries(rows[0]))
      expect(count, what).to.be.above(STORIES / 10)
  })

  /** Waits as long as so many short statements take. */
  async function pause(turns: number): Promise<void> {
    for (let turn = 0; turn < turns; turn++) await parley.db.query({ text: 'select 1' })
  }

  async function play({
    posts,
    workers,
    handoffs: plans,
    reads,
    readers: cuts,
  }: Story): Promise<void> {
    const organization_id = parley.client.organizationId
    const { id } = await parley.client.makeConversation({ agent_id })
    const thread = { organization_id, id, kind: 'conversation' } as const
    const asked: { id: string; isHandedOff: boolean }[] = []
    const seen: Message[] = []
    const clients = [parley.client, new Client(other.client.address, parley.client.credentials)]
    const readers = cuts.map(() => makeLiveReader(clients, `/api/v1/conversations/${id}`))
    await Promise.all([
      ...readers.map((reader, index) => each(cuts[index]!, (how) => follow(reader, how))),
      each(posts, async () => asked.push(await post(thread))),
      ...workers.map((steps) => each(steps, (fate) => work(thread, fate))),
      each(
        plans.map((plan) => [plan.wait, plan] as const),
        (plan) => takeOver(thread, plan),
      ),
      each(reads, () => readOn(id, seen)),
    ])
    for (const reader of readers) await reader.connect()
    await settle(thread)
    await readOn(id, seen)
    await check(thread, asked, seen)
    for (const reader of readers) await checkReader(thread, reader)
  }

  type Place = { organization_id: string; id: string; kind: 'conversation' }

  async function each<T>(
    steps: readonly (number | readonly [number, T])[],
    step: (what: T) => Promise<unknown>,
  ) {
    for (const one of steps) {
      const [turns, what] = typeof one === 'number' ? [one, undefined as T] : one
      await pause(turns)
      await step(what)
    }
  }

  /** Signals that the thread has changed, as the code around the store does. */
  async function signalled<T>(
    { organization_id, id }: Omit<Place, 'kind'>,
    change: Promise<T>,
  ): Promise<T> {
    const result = await change
    sender.threads.changed(organization_id, id)
    return result
  }

  /** Follows the thread for a while until it is cut off, or asks once. */
  async function follow(reader: LiveReader, how: string): Promise<void> {
    if (how === 'ask') return reader.ask()
    await reader.connect()
    await pause(10)
    reader.leave()
  }

  const post = async ({ organization_id, id, kind }: Place) =>
    (await signalled(
      { organization_id, id },
      accept({
        organization_id,
        thread: { kind, id },
        subject: null,
        content: 'Hi',
        metadata: {},
        on_busy: 'queue',
        request_id: 'r',
        reply_to: 'w',
        streamed: false,
        traced: false,
        deadline_seconds: 60,
        wake_up_grace_ms: 0,
        capacity: { organization: 1e6, total: 1e6, floor: 0 },
      }),
    ))!

  /** Claims the next reply of the thread, as a worker does, and gives it its fate. */
  async function work({ organization_id, id: thread_id }: Place, fate: string): Promise<boolean> {
    const open = await parley.db('open_jobs').where({ thread_id }).orderBy('position').first('id')
    if (!open) return false
    const claimant = { worker: 'w', shareConcurrency: 1e6, leaseMs: 60_000 }
    const [claim] = await claimWoken(
      parley.db,
      'reply',
      [{ id: open.id, organization_id }],
      claimant,
    )
    if (!claim) return true
    if (fate === 'die' || fate === 'late' || fate === 'overtaken')
      await parley
        .db('open_jobs')
        .where({ id: claim.id, attempt: claim.attempt })
        .update({ worker: null, claimed_at: null, lease_expires_at: null })
    else await pause(2)
    if (fate === 'overtaken') await overtake(claim)
    else if (fate !== 'die') await end(claim, fate)
    return true
  }

  /** Lets another worker claim the reply, and both try to end it: only the other one can. */
  async function overtake(claim: LeasedJob): Promise<void> {
    const { id, organization_id } = claim
    const claimant = { worker: 'other', shareConcurrency: 1e6, leaseMs: 60_000 }
    const [second] = await claimWoken(parley.db, 'reply', [{ id, organization_id }], claimant)
    const [isFirstStored] = await Promise.all([end(claim), second && end(second)])
    if (second) expect(isFirstStored, 'stored after the claim was lost').to.equal(false)
  }

  const end = (claim: LeasedJob, fate = 'end') =>
    signalled(
      { organization_id: claim.organization_id, id: claim.thread_id! },
      endReply(
        fate === 'fail'
          ? { claim, status: 'failed', error: { code: 'model_unavailable', detail: 'Away.' } }
          : {
              claim,
              status: 'completed',
              reply: { content: 'Yes.', citations: [], grounded: true, finish_reason: 'stop' },
            },
      ),
    )

  /** Performs a handoff, the actions of people, and the return. */
  async function takeOver(
    thread: Place,
    { deeds, isReturned }: Story['handoffs'][number],
  ): Promise<void> {
    const fields = { reason: 'other', note: null, requested_by: 'key' } as const
    const byKey = { author_id: null, author_name: null, request_id: 'test' }
    const handOff = () => signalled(thread, handoffs.handOff(parley.db, thread, fields, byKey))
    const begun = await Promise.all([handOff(), handOff()])
    expect(new Set(begun.map(({ handoff }) => handoff.id)).size, 'handoffs at once').to.equal(1)
    const before = await repliesOf(thread)
    for (const [turns, deed] of deeds) {
      await pause(turns)
      if (deed === 'assign') await assignTwo(thread)
      else if (deed === 'release') await signalled(thread, handoffs.assign(parley.db, thread, null))
      else if (deed === 'handOff') await handOff()
      else if (deed === 'killed') await killed((db) => handoffs.giveBack(db, thread, null))
      else
        await signalled(
          thread,
          handoffs.say(parley.db, thread, { ...HUMAN, is_internal: deed === 'note' }),
        )
    }
    expect(await repliesOf(thread), 'replies since the handoff').to.deep.equal(before)
    if (isReturned) await signalled(thread, handoffs.giveBack(parley.db, thread, null))
    else await killed((db) => handoffs.giveBack(db, thread, null))
  }

  const HUMAN = {
    content: 'I am here.',
    metadata: {},
    author_id: null,
    author_name: 'Anna',
    request_id: 'r',
  }

  /** Runs work whose process dies before the commit. */
  const killed = (work: (db: Parley['db']) => Promise<unknown>) =>
    parley.db
      .transaction(async (transaction) => {
        await work(transaction as Parley['db'])
        throw new Error('killed')
      })
      .catch((error) => expect(error.message).to.equal('killed'))

  async function assignTwo(thread: Place): Promise<void> {
    const tried = await Promise.all(
      users.map((user) =>
        signalled(thread, handoffs.assign(parley.db, thread, user)).then(
          ({ assignee_id }) => assignee_id,
          (error: AppError) => error.code,
        ),
      ),
    )
    const won = tried.filter((one) => users.includes(one!))
    expect(won, `assigned: ${tried}`).to.have.length(1)
    expect(tried).to.include('already_assigned')
  }

  const repliesOf = async ({ id }: Place) =>
    (
      await parley
        .db('messages')
        .where({ thread_id: id, role: 'assistant', status: 'completed' })
        .orderBy('seq')
    ).map(({ seq }) => seq)

  /** Reads on from where a client stopped, like a client that connects again. */
  async function readOn(id: string, seen: Message[]): Promise<void> {
    const after = seen.at(-1)?.id
    const page = { limit: 100, order: 'asc', ...(after && { after }) } as const
    seen.push(...(await listMessages(parley.db, parley.client.organizationId, id, page, true)).rows)
  }

  /** Has living workers finish open replies. */
  async function settle(thread: Place): Promise<void> {
    while (await work(thread, 'end'));
  }

  /**
   * Checks that a client has received each finished message unchanged, and nothing else, and knows
   * who answers in the end.
   */
  async function checkReader({ id, organization_id }: Place, reader: LiveReader): Promise<void> {
    const page = { limit: 100, order: 'asc' } as const
    const { rows } = await listMessages(parley.db, organization_id, id, page)
    const thread = await parley.db('threads').where({ id }).first('handoff_id')
    const stored = rows.map(({ id, role, status, content }) => ({ id, role, status, content }))
    const missing = () => stored.filter((message) => !reader.seen.has(message.id))
    const handledBy = thread.handoff_id ? 'human' : 'agent'
    await eventually(async () => !missing().length && reader.handledBy() === handledBy).catch(
      (error) => {
        throw new Error(`missing: ${JSON.stringify(missing())}`, { cause: error })
      },
    )
    for (const one of stored) expect(reader.seen.get(one.id)).to.include(one)
    expect(reader.seen).to.have.property('size', stored.length)
    reader.leave()
  }

  async function check(
    { organization_id, id }: Place,
    asked: { id: string; isHandedOff: boolean }[],
    seen: Message[],
  ) {
    const page = { limit: 100, order: 'asc' } as const
    const { rows } = await listMessages(parley.db, organization_id, id, page, true)
    expect(rows.map(({ seq }) => seq)).to.deep.equal(rows.map((_, at) => at + 1))
    expect(
      seen.map((message) => message.id),
      'what the reader has seen',
    ).to.deep.equal(rows.map((row) => row.id))
    for (const { id, isHandedOff } of asked) {
      const stored = rows.find((row) => row.id === id)
      expect(stored?.role, 'what a post was signalled').to.equal(isHandedOff ? 'user' : 'assistant')
    }
    const questions = rows.filter(({ role }) => role === 'user')
    expect(questions).to.have.length(asked.length)
    const replies = rows.filter(({ role }) => role === 'assistant')
    expect(replies).to.have.length(asked.filter(({ isHandedOff }) => !isHandedOff).length)
  }
})
