import { expect } from 'chai'
import fc from 'fast-check'
import { TIMES } from '../../../shared/config/times.ts'
import type { AppError } from '../../../shared/errors.ts'
import { type Accept, makeAccept } from '../../../shared/store/chat/accept.ts'
import { type EndReply, makeEndReply } from '../../../shared/store/chat/endReplies.ts'
import { makeHandoffs } from '../../../shared/store/chat/handoffs.ts'
import { listMessages, type Message } from '../../../shared/store/chat/messages.ts'
import { claimWoken } from '../../../shared/store/queue/claims.ts'
import type { LeasedJob } from '../../../shared/store/queue/openJobs.ts'
import { makeUser } from '../../support/http/access.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import { triesOf } from '../../support/run/runsAll.ts'

/** How many threads are played; HANDOFF_STORIES sets another number: `npm run handoffs` plays 20,000. */
const STORIES = Number(process.env.HANDOFF_STORIES ?? triesOf(1_000))
/** Threads that are played at the same time. */
const AT_ONCE = 8

/** What a worker does with a reply that it has claimed. `late`: it dies, is taken for dead, and comes back. */
const fates = fc.constantFrom('end', 'fail', 'die', 'late')
/** What people do after a handoff, before they return the thread or not. */
const deeds = fc.constantFrom('assign', 'say', 'note', 'release', 'handOff', 'killed')
const turns = fc.nat({ max: 6 })

/** What happens in a thread. The actors run at the same time, and each waits for a while between its steps. */
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
})
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never

describe('one speaker at a time', function () {
  this.timeout(120_000 + STORIES * 200)
  let parley: Parley
  let accept: Accept
  let endReply: EndReply
  let agent_id: string
  let users: string[]
  const handoffs = makeHandoffs(TIMES.rowLockedMs)
  before(async () => {
    parley = await startParley({ backend: 'postgres', workers: false })
    accept = makeAccept(parley.db, TIMES.rowLockedMs)
    endReply = makeEndReply(parley.db, TIMES.rowLockedMs)
    agent_id = (await parley.client.makeAgent()).id
    users = [
      (await makeUser(parley, parley.client, 'editor')).id,
      (await makeUser(parley, parley.client, 'owner')).id,
    ]
    // Looks at the commit of each reply of the agent, with what others have committed by then.
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
  after(() => parley.stop())

  it(`for ${STORIES} threads, whatever happens at the same time and is killed`, async () => {
    const several = fc.array(story, { minLength: AT_ONCE, maxLength: AT_ONCE })
    const property = fc.asyncProperty(several, async (stories) => {
      await Promise.all(stories.map(play))
      expect(await parley.db('leaks')).to.deep.equal([])
    })
    await fc.assert(property, { numRuns: Math.ceil(STORIES / AT_ONCE), endOnFailure: true })
    const { rows } = await parley.db.raw(`
      select count(*) filter (where role = 'assistant' and status = 'completed')::int as replies,
             count(*) filter (where error->>'code' = 'handed_off')::int as cancelled,
             count(*) filter (where role = 'human_agent')::int as human from messages`)
    for (const [what, count] of Object.entries(rows[0])) expect(count, what).to.be.above(STORIES / 10)
  })

  /** As long as so many short statements take. */
  async function pause(turns: number): Promise<void> {
    for (let turn = 0; turn < turns; turn++) await parley.db.query({ text: 'select 1' })
  }

  async function play({ posts, workers, handoffs: plans, reads }: Story): Promise<void> {
    const organization_id = parley.client.organizationId
    const { id } = await parley.client.makeConversation({ agent_id })
    const thread = { organization_id, id, kind: 'conversation' } as const
    const asked: { id: string; isHandedOff: boolean }[] = []
    const seen: Message[] = []
    await Promise.all([
      each(posts, async () => asked.push(await post(thread))),
      ...workers.map((steps) => each(steps, (fate) => work(thread, fate))),
      each(
        plans.map((plan) => [plan.wait, plan] as const),
        (plan) => takeOver(thread, plan),
      ),
      each(reads, () => readOn(id, seen)),
    ])
    await settle(thread)
    await readOn(id, seen)
    await check(thread, asked, seen)
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

  const post = async ({ organization_id, id, kind }: Place) =>
    (await accept({
      ...{
        organization_id,
        thread: { kind, id },
        subject: null,
        content: 'Hi',
        metadata: {},
        on_busy: 'queue',
      },
      ...{ request_id: 'r', reply_to: 'w', streamed: false, traced: false },
      ...{ deadline_seconds: 60, wake_up_grace_ms: 0, capacity: { organization: 1e6, total: 1e6, floor: 0 } },
    }))!

  /** Claims the next reply of the thread, as a worker does, and lets it meet its fate. */
  async function work({ organization_id, id: thread_id }: Place, fate: string): Promise<boolean> {
    const open = await parley.db('open_jobs').where({ thread_id }).orderBy('position').first('id')
    if (!open) return false
    const claimant = { worker: 'w', shareConcurrency: 1e6, leaseMs: 60_000 }
    const [claim] = await claimWoken(parley.db, 'reply', [{ id: open.id, organization_id }], claimant)
    if (!claim) return true
    if (fate === 'die' || fate === 'late')
      await parley
        .db('open_jobs')
        .where({ id: claim.id, attempt: claim.attempt })
        .update({ worker: null, claimed_at: null, lease_expires_at: null })
    else await pause(2)
    if (fate !== 'die') await end(claim, fate)
    return true
  }

  const end = (claim: LeasedJob, fate = 'end') =>
    endReply(
      fate === 'fail'
        ? { claim, status: 'failed', error: { code: 'model_unavailable', detail: 'Away.' } }
        : {
            ...{ claim, status: 'completed' },
            reply: { content: 'Yes.', citations: [], grounded: true, finish_reason: 'stop' },
          },
    )

  /** A handoff, what people do then, and its return. */
  async function takeOver(thread: Place, { deeds, isReturned }: Story['handoffs'][number]): Promise<void> {
    const fields = { reason: 'other', note: null, requested_by: 'key' } as const
    const begun = await Promise.all([
      handoffs.handOff(parley.db, thread, fields),
      handoffs.handOff(parley.db, thread, fields),
    ])
    expect(new Set(begun.map(({ handoff }) => handoff.id)).size, 'handoffs at once').to.equal(1)
    const before = await repliesOf(thread)
    for (const [turns, deed] of deeds) {
      await pause(turns)
      if (deed === 'assign') await assignTwo(thread)
      else if (deed === 'release') await handoffs.assign(parley.db, thread, null)
      else if (deed === 'handOff') await handoffs.handOff(parley.db, thread, fields)
      else if (deed === 'killed') await killed((db) => handoffs.giveBack(db, thread, null))
      else await handoffs.say(parley.db, thread, { ...HUMAN, is_internal: deed === 'note' })
    }
    expect(await repliesOf(thread), 'replies since the handoff').to.deep.equal(before)
    if (isReturned) await handoffs.giveBack(parley.db, thread, null)
    else await killed((db) => handoffs.giveBack(db, thread, null))
  }

  const HUMAN = {
    ...{ content: 'I am here.', metadata: {}, author_id: null, author_name: 'Anna', request_id: 'r' },
  }

  /** Its process dies before the commit. */
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
        handoffs.assign(parley.db, thread, user).then(
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

  /** Reads on where a client left off, as one that connects again. */
  async function readOn(id: string, seen: Message[]): Promise<void> {
    const after = seen.at(-1)?.id
    const page = { limit: 100, order: 'asc', ...(after && { after }) } as const
    seen.push(...(await listMessages(parley.db, parley.client.organizationId, id, page, true)).rows)
  }

  /** Has living workers finish what is open. */
  async function settle(thread: Place): Promise<void> {
    while (await work(thread, 'end'));
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
      seen.map((one) => one.id),
      'what the reader has seen',
    ).to.deep.equal(rows.map((one) => one.id))
    for (const { id, isHandedOff } of asked) {
      const stored = rows.find((one) => one.id === id)
      expect(stored?.role, 'what a post was told').to.equal(isHandedOff ? 'user' : 'assistant')
    }
    const questions = rows.filter(({ role }) => role === 'user')
    expect(questions).to.have.length(asked.length)
    const replies = rows.filter(({ role }) => role === 'assistant')
    expect(replies).to.have.length(asked.filter(({ isHandedOff }) => !isHandedOff).length)
  }
})
