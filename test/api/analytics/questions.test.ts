import { expect } from 'chai'
import { v7 as uuid } from 'uuid'
import { readTopics } from '../../../workers/questions/readTopics.ts'
import { bearer, mint, request, signedIn } from '../../support/http/access.ts'
import type { Client } from '../../support/http/client.ts'
import { DAY_MS, HOUR_MS } from '../../support/http/requests.ts'
import {
  makeApplication,
  type Parley,
  startParley,
  TEST_ORIGIN,
} from '../../support/product/parley.ts'

/** Some days ago, at a midnight in UTC. */
const BASE = Math.floor(Date.now() / DAY_MS - 10) * DAY_MS
const at = (hours: number) => new Date(BASE + hours * HOUR_MS)
const period = (from: number, to: number) => ({
  from: at(from).toISOString(),
  to: at(to).toISOString(),
})

/** A question, and its outcome. */
interface Asked {
  text: string
  hours: number
  outcome?: 'grounded' | 'ungrounded' | 'failed'
  person?: string
  rating?: number
  /** The knowledge entry that the reply cites. */
  cites?: string
  /** The metadata of its thread. */
  metadata?: Record<string, unknown>
  /** Other questions of the same thread. */
  more?: Asked[]
}

describe('the analytics of questions', () => {
  let parley: Parley
  let client: Client
  let agent: string
  before(async () => {
    parley = await startParley({ workers: false, settings: { DEMO_FILE: 'nowhere' } })
  })
  after(() => parley.stop())
  beforeEach(async () => {
    client = await parley.another(`Organization ${uuid()}`)
    agent = (await client.makeAgent({ language: 'en' })).id
  })

  /**
   * Stores a thread with its questions as they would have been stored then. @returns the thread's
   * id
   */
  async function store(asked: Asked, agent_id = agent): Promise<string> {
    const all = [asked, ...(asked.more ?? [])]
    const of = { organization_id: client.organizationId }
    const thread_id = uuid({ msecs: at(asked.hours).getTime() })
    const last = Math.max(...all.map(({ hours }) => hours))
    await parley.db('threads').insert({
      ...of,
      id: thread_id,
      agent_id,
      kind: 'conversation',
      status: 'open',
      customer_id: asked.person ?? null,
      metadata: asked.metadata ?? {},
      last_seq: 2 * all.length,
      created_at: at(asked.hours),
      active_at: at(last),
    })
    for (const [n, { text, hours, outcome = 'grounded', rating, cites }] of all.entries()) {
      const created_at = at(hours)
      const id = uuid({ msecs: created_at.getTime() })
      const reply_id = uuid({ msecs: created_at.getTime() + 1 })
      const common = { ...of, thread_id, agent_id, request_id: 'r', metadata: {}, created_at }
      await parley.db('messages').insert({
        ...common,
        id,
        seq: 2 * n + 1,
        role: 'user',
        status: 'completed',
        content: text,
        completed_at: created_at,
      })
      const isCompleted = outcome !== 'failed'
      await parley.db('messages').insert({
        ...common,
        id: reply_id,
        seq: 2 * n + 2,
        role: 'assistant',
        in_reply_to: id,
        completed_at: at(hours + 0.01),
        status: isCompleted ? 'completed' : 'failed',
        content: isCompleted ? 'So it is.' : null,
        grounded: isCompleted ? outcome === 'grounded' : null,
        ...(cites && {
          citations: JSON.stringify([{ knowledge_id: cites, kind: 'qa', score: 1 }]),
        }),
        model: isCompleted ? 'openai:test-model' : null,
        error: isCompleted ? null : { code: 'model_unavailable', detail: 'So.' },
      })
      await parley.db('usages').insert({
        ...of,
        reply_id,
        agent_id,
        attempt: 1,
        outcome: 'completed',
        model: 'openai:test-model',
        input_tokens: 10,
        output_tokens: 5,
        cost_usd: 0.01 * (n + 1),
        model_ms: 5,
        created_at,
      })
      if (rating)
        await parley.db('feedback').insert({
          ...of,
          id: uuid(),
          thread_id,
          message_id: reply_id,
          reviewer: 'Ada',
          rating,
          created_at,
        })
    }
    return thread_id
  }

  const get = async (path: string, query: Record<string, string> = {}): Promise<any> => {
    const { status, body } = await client.get(`/api/v1${path}?${new URLSearchParams(query)}`)
    expect(status, JSON.stringify(body)).to.equal(200)
    return body
  }
  const threadsOf = async (query: Record<string, string>): Promise<string[]> =>
    (await get('/threads', query)).data.map(({ id }: { id: string }) => id)
  const during = (from: number, to: number) => ({
    during_from: at(from).toISOString(),
    during_to: at(to).toISOString(),
  })
  const rows = async (text: string, values: Record<string, unknown> = {}) =>
    (await parley.db.raw(text, { organization: client.organizationId, ...values } as any)).rows
  const readWords = () => readTopics(parley.db, { milliseconds: 60_000, settledMs: 0 })

  /**
   * Stores the chats that a small shop may have in a month, with threads that continue after the
   * window.
   */
  async function fill(): Promise<Record<string, string>> {
    return {
      answered: await store({ text: 'How much does delivery cost?', hours: 1, person: 'zoe' }),
      again: await store({
        text: 'What are the costs of the delivery?',
        hours: 2,
        person: 'zoe',
        rating: 5,
        more: [{ text: 'And to France?', hours: 30, outcome: 'ungrounded' }],
      }),
      ungrounded: await store({ text: 'Can I return a plant?', hours: 3, outcome: 'ungrounded' }),
      failed: await store({
        text: 'How do returns work?',
        hours: 4,
        outcome: 'failed',
        person: 'ben',
        more: [{ text: 'How do returns work?!', hours: 5 }],
      }),
      bad: await store({ text: 'Is the pot included?', hours: 6, rating: 1 }),
      before: await store({
        text: 'Do you ship abroad?',
        hours: -5,
        person: 'ada',
        more: [{ text: 'Do you ship to Spain?', hours: 7, outcome: 'failed' }],
      }),
      hello: await store({ text: 'Hello!', hours: 8, outcome: 'ungrounded' }),
    }
  }

  it('count questions and replies as SQL does, for a window and for the previous window', async () => {
    await fill()
    const other = (await client.makeAgent()).id
    await store({ text: 'Where are you?', hours: 9, outcome: 'failed' }, other)
    for (const [from, to, only] of [
      [0, 24],
      [-12, 6.5],
      [4.5, 31],
      [0, 24, agent],
      [40, 41],
    ] as const) {
      const { data } = await get('/analytics/answers', {
        ...period(from, to),
        ...(only && { agent_id: only }),
      })
      expect(data.period).to.deep.equal(period(from, to))
      expect(data.previous_period).to.deep.equal(period(2 * from - to, from))
      for (const [name, begin, end] of [
        ['current', from, to],
        ['previous', 2 * from - to, from],
      ] as const) {
        const values = { from: at(begin), to: at(end), agent: only ?? null }
        const mine = `m.organization_id = :organization and m.created_at >= :from and m.created_at < :to
          and (:agent::uuid is null or m.agent_id = :agent::uuid)`
        const [counted] = await rows(
          `select count(distinct coalesce(t.customer_id, t.id::text)) filter (where m.role = 'user')::int as people,
                  count(distinct t.id) filter (where m.role = 'user')::int as conversations,
                  count(*) filter (where m.role = 'user')::int as questions,
                  count(*) filter (where m.grounded)::int as grounded_replies,
                  count(*) filter (where not m.grounded)::int as ungrounded_replies,
                  count(*) filter (where m.status = 'failed')::int as failed_replies
             from messages m join threads t on t.id = m.thread_id where ${mine}`,
          values,
        )
        const [rated] = await rows(
          `select count(*)::int as ratings, count(*) filter (where rating <= 2)::int as low_ratings,
                  avg(rating)::float8 as average_rating
             from feedback f join (select id, agent_id from threads) m on m.id = f.thread_id where ${mine.replaceAll('m.organization', 'f.organization').replaceAll('m.created', 'f.created')}`,
          values,
        )
        const [{ cost }] = await rows(
          `select coalesce(sum(cost_usd), 0)::float8 as cost from usages m where ${mine}`,
          values,
        )
        const { cost_usd, ...figures } = data[name]
        expect(figures, `${name} of ${from} to ${to}`).to.deep.equal({ ...counted, ...rated })
        expect(cost_usd).to.be.closeTo(cost, 1e-9)
      }
    }
  })

  it('count what people did: why, how soon, and how they were rated', async () => {
    const made = await fill()
    const other = (await client.makeAgent()).id
    const elsewhere = await store({ text: 'Where are you?', hours: 9 }, other)
    /** @param seconds until a person has answered; null: no person has */
    const handOff = async (
      thread_id: string,
      hours: number,
      seconds: number | null,
      fields: object = {},
    ) => {
      const of = { organization_id: client.organizationId, agent_id: agent, epoch: 1 }
      const first_reply_at =
        seconds === null ? null : new Date(at(hours).getTime() + seconds * 1000)
      await parley.db('handoffs').insert({
        ...of,
        id: uuid(),
        thread_id,
        reason: 'no_answer',
        requested_by: 'rule',
        created_at: at(hours),
        first_reply_at,
        ...fields,
      })
      await parley.db('threads').where({ id: thread_id }).update({ handoff_epoch: 1 })
    }
    await handOff(made.answered!, 2, 60)
    await handOff(made.ungrounded!, 4, 100, { reason: 'topic', returned_at: at(5) })
    await handOff(made.bad!, 7, 1000)
    await parley.db('threads').where({ id: made.bad }).update({ status: 'closed' })
    await handOff(made.failed!, 6, null, { unanswered_at: at(7) })
    await handOff(made.hello!, 9, 0, { reason: 'takeover' })
    await handOff(elsewhere, 10, 5, { agent_id: other })
    await handOff(made.before!, -4, 7)
    const of = { organization_id: client.organizationId, reviewer: 'Zoe', created_at: at(12) }
    await parley.db('feedback').insert({ ...of, id: uuid(), thread_id: made.answered, rating: 4 })
    const { data } = await get('/analytics/answers', { ...period(0, 24), agent_id: agent })
    const { by_reason, by_outcome, first_answer_p90_seconds, ...figures } = data.handoffs
    expect(figures).to.deep.equal({
      // Only `again` counts: `before` was handed over, and so were the others.
      agent_alone: 1,
      handed_over: 5,
      answered: 4,
      unanswered: 1,
      first_answers_met: 0,
      first_answers_missed: 0,
      next_answers_met: 0,
      next_answers_missed: 0,
      first_answer_p50_seconds: 100,
      ratings_after: 1,
      average_rating_after: 4,
      agent_ratings: 2,
      agent_average_rating: 3,
    })
    expect(first_answer_p90_seconds).to.be.closeTo(820, 0.001)
    expect(by_reason).to.deep.equal({
      customer_request: 0,
      no_answer: 3,
      low_rating: 0,
      topic: 1,
      takeover: 1,
      other: 0,
    })
    expect(by_outcome).to.deep.equal({ returned: 1, closed: 1, open: 3 })
    expect(data.previous_handoffs).to.include({ handed_over: 1, first_answer_p50_seconds: 7 })
    const listed = (more: Record<string, string>) =>
      threadsOf({ ...during(0, 24), agent_id: agent, is_test: 'false', ...more })
    const { answered, ungrounded, bad, failed, hello, again } = made
    for (const [filter, expected] of [
      [{ handoffs: 'none' }, [again]],
      [{ handoffs: 'any' }, [answered, ungrounded, bad, failed, hello]],
      [{ handoffs: 'answered' }, [answered, ungrounded, bad, hello]],
      [{ handoffs: 'unanswered' }, [failed]],
      [{ handoffs: 'returned' }, [ungrounded]],
      [{ handoffs: 'closed' }, [bad]],
      [{ handoffs: 'open' }, [answered, failed, hello]],
      [{ handoff_reason: 'no_answer' }, [answered, bad, failed]],
      [{ handoff_reason: 'no_answer', handoffs: 'answered' }, [answered, bad]],
      [{ handoff_reason: 'no_answer', handoffs: 'none' }, []],
      [{ handoff_reason: 'takeover' }, [hello]],
    ] as const)
      expect(await listed(filter), JSON.stringify(filter)).to.have.members([...expected])
    expect(await threadsOf({ ...during(-24, 0), handoffs: 'any' })).to.deep.equal([made.before])
    const all = (await get('/analytics/answers', period(0, 24))).data.handoffs
    expect(all).to.include({ handed_over: 6, agent_alone: 1 })
    const none = (await get('/analytics/answers', period(40, 41))).data.handoffs
    expect(none).to.include({
      handed_over: 0,
      first_answer_p50_seconds: null,
      average_rating_after: null,
    })
  })

  it('lead from each figure to its conversations', async () => {
    const { answered, again, ungrounded, failed, bad, before, hello } = await fill()
    const window = during(0, 24)
    const list = async (more: Record<string, string> = {}) => threadsOf({ ...window, ...more })
    expect(await list()).to.have.members([answered, again, ungrounded, failed, bad, before, hello])
    expect(await list({ has_failures: 'true' })).to.have.members([failed, before])
    expect(await list({ has_ungrounded_replies: 'true' })).to.have.members([ungrounded, hello])
    expect(await list({ has_grounded_replies: 'true' })).to.have.members([
      answered,
      again,
      failed,
      bad,
    ])
    expect(await list({ has_negative_feedback: 'true' })).to.have.members([bad])
    expect(await list({ has_feedback: 'true' })).to.have.members([again, bad])
    expect(await list({ has_positive_feedback: 'true' })).to.have.members([again])
    // A rating may come after the thread's last message.
    await parley
      .db('feedback')
      .where({ thread_id: bad })
      .update({ created_at: at(50) })
    for (const name of ['has_feedback', 'has_negative_feedback'])
      expect(await threadsOf({ ...during(48, 72), [name]: 'true' })).to.deep.equal([bad])
    expect(await list({ has_failures: 'true', has_grounded_replies: 'true' })).to.have.members([
      failed,
    ])
    // Threads after or before the window do not count.
    expect(await threadsOf({ ...during(24, 48), has_ungrounded_replies: 'true' })).to.have.members([
      again,
    ])
    expect(await threadsOf(during(-6, -4))).to.deep.equal([before])
    expect(await threadsOf(during(24, 29))).to.deep.equal([])
    const { status, body } = await client.get('/api/v1/threads?topic=delivery')
    expect(status).to.equal(422)
    expect(body.data.errors[0].field).to.equal('topic')
  })

  it('group questions into topics: forms of a word together, two words for both, with their conversations', async () => {
    const made = await fill()
    for (const n of [1, 2, 3])
      await store({ text: `Is plant ${n}00 a gift for sam${n}@example.com?`, hours: 10 })
    await store({
      text: 'Do you sell gifts? See https://example.com/gifts',
      hours: 10,
      outcome: 'failed',
    })
    await readWords()
    const { data } = await get('/analytics/questions', period(0, 24))
    const topics = data.topics.map(({ words, conversations, answered }: any) => [
      words,
      conversations,
      answered,
    ])
    expect(topics).to.deep.equal([
      ['plant gift', 3, 3],
      ['delivery cost', 2, 2],
      ['return', 2, 0],
    ])
    expect(data.first_questions).to.equal(9)
    expect(data.counted_since).to.equal(null)
    const listed = (words: string) =>
      threadsOf({
        ...during(0, 24),
        topic: data.topics.find((one: any) => one.words === words).topic,
      })
    expect(await listed('delivery cost')).to.have.members([made.answered, made.again])
    expect(await listed('return')).to.have.members([made.ungrounded, made.failed])
    expect(await listed('plant gift')).to.have.length(3)
    // A second run finds nothing new, and deleted words are gone from the topics.
    expect(await readWords()).to.equal(0)
    await client.send('DELETE', `/api/v1/conversations/${made.answered}`)
    const after = await get('/analytics/questions', period(0, 24))
    expect(after.data.topics.map(({ words }: any) => words)).to.not.include('delivery cost')
  })

  it('take questions in other words and languages together if the replies cite the same entry', async () => {
    const cites = uuid()
    const asked = [
      'Hi! Do you ship to Switzerland? Thanks!',
      'Good morning, can you send a plant to Basel?',
      'Guten Tag, liefern Sie in die Schweiz? Danke!',
    ]
    const made = []
    for (const text of asked) made.push(await store({ text, hours: 1, cites }))
    await store({ text: 'Hello! Is the pot included? Thanks!', hours: 2, cites: uuid() })
    await readWords()
    const { data } = await get('/analytics/questions', period(0, 24))
    expect(data.topics).to.have.length(1)
    expect(data.topics[0]).to.include({ conversations: 3, answered: 3 })
    expect(await threadsOf({ ...during(0, 24), topic: data.topics[0].topic })).to.have.members(made)
  })

  it('find topics in each language, and none of another organization or agent', async () => {
    const french = (await client.makeAgent({ language: 'fr' })).id
    await store({ text: 'Comment faire un retour ?', hours: 1 }, french)
    await store({ text: 'Les retours sont-ils gratuits ?', hours: 2 }, french)
    await store({ text: 'How do I return it?', hours: 3 })
    await store({ text: 'Are returns free?', hours: 4 })
    await readWords()
    const words = async (query = {}) =>
      (await get('/analytics/questions', { ...period(0, 24), ...query })).data.topics.map(
        (one: any) => one.topic,
      )
    expect(await words()).to.have.members(['fr:retour', 'en:return'])
    expect(await words({ agent_id: french })).to.deep.equal(['fr:retour'])
    client = await parley.another(`Organization ${uuid()}`)
    expect(await words()).to.deep.equal([])
  })

  it('include a question in topics only after its reply has ended', async () => {
    const conversation = await client.makeConversation()
    const path = `/api/v1/conversations/${conversation.id}/messages`
    await client.post(path, { content: 'Where is my parcel?' }, { Prefer: 'respond-async' })
    await readWords()
    const read = () => rows('select * from first_questions where organization_id = :organization')
    expect(await read()).to.deep.equal([])
    const [{ newest }] = [(await get('/analytics/questions')).data]
    expect(newest.map(({ question, outcome }: any) => [question, outcome])).to.deep.equal([
      ['Where is my parcel?', 'unfinished'],
    ])
    const { body } = await client.get(path)
    expect((await client.send('DELETE', `${path}/${body.data[1].id}`)).status).to.equal(200)
    await readWords()
    expect((await read()).map(({ terms, is_answered }: any) => [terms, is_answered])).to.deep.equal(
      [[['en:parcel'], false]],
    )
  })

  it('list questions that need a look once each, with their reasons, most frequent first', async () => {
    const made = await fill()
    await store({ text: 'can i RETURN a plant', hours: 11, outcome: 'ungrounded', rating: 2 })
    const { data, total, totals, main_totals, is_capped } = await get('/attention', period(0, 24))
    expect(data.map(({ question, counts }: any) => [question, counts])).to.deep.equal([
      ['can i RETURN a plant', { failed: 0, rated_low: 1, ungrounded: 2 }],
      ['Do you ship to Spain?', { failed: 1, rated_low: 0, ungrounded: 0 }],
      ['Is the pot included?', { failed: 0, rated_low: 1, ungrounded: 0 }],
      ['How do returns work?', { failed: 1, rated_low: 0, ungrounded: 0 }],
    ])
    expect({ total, totals, main_totals, is_capped }).to.deep.equal({
      total: 4,
      totals: { failed: 2, rated_low: 2, ungrounded: 1 },
      main_totals: { failed: 2, rated_low: 2, ungrounded: 0 },
      is_capped: false,
    })
    expect(data[1]).to.include({ thread_id: made.before, error: 'model_unavailable', reply: null })
    const main = await get('/attention', { ...period(0, 24), main_reason: 'ungrounded' })
    expect(main.data).to.deep.equal([])
    const failed = await get('/attention', { ...period(0, 24), reason: 'failed', limit: '1' })
    expect(failed.data.map(({ question }: any) => question)).to.deep.equal([
      'Do you ship to Spain?',
    ])
    expect(failed.total).to.equal(4)
  })

  it('count only threads with a value of a key of metadata, and compare its values', async () => {
    const pro = { metadata: { plan: 'pro', seats: 3 } }
    const rated = await store({ text: 'How do returns work?', hours: 1, rating: 1, ...pro })
    const failed = await store({ text: 'Are returns free?', hours: 2, outcome: 'failed', ...pro })
    await store({ text: 'Are returns free?', hours: 3, metadata: { plan: 'free' }, rating: 5 })
    await store({ text: 'Where are you?', hours: 4, outcome: 'ungrounded' })
    await readWords()
    const slice = { metadata_key: 'plan', metadata_value: 'pro' }
    const ofPro = { ...period(0, 24), ...slice }
    const { current } = (await get('/analytics/answers', ofPro)).data
    expect(current).to.include({
      people: 2,
      conversations: 2,
      questions: 2,
      grounded_replies: 1,
      ungrounded_replies: 0,
      failed_replies: 1,
      ratings: 1,
      low_ratings: 1,
      average_rating: 1,
      cost_usd: 0.02,
    })
    const { topics, first_questions, newest } = (await get('/analytics/questions', ofPro)).data
    expect([topics[0].conversations, first_questions, newest.length]).to.deep.equal([2, 2, 2])
    const seats = { metadata_key: 'seats', metadata_value: '3' }
    expect((await get('/attention', { ...period(0, 24), ...seats })).total).to.equal(2)
    expect(await threadsOf({ ...during(0, 24), ...slice })).to.have.members([rated, failed])
    const { data } = await get('/analytics/slices', { ...period(0, 24), key: 'plan' })
    expect(data.keys).to.deep.equal([
      { key: 'plan', conversations: 3, values: 2 },
      { key: 'seats', conversations: 2, values: 1 },
    ])
    const all = (await get('/analytics/answers', period(0, 24))).data.current
    expect(data.slices.map(({ value }: any) => value)).to.deep.equal(['pro', 'free', null])
    for (const name of [
      'conversations',
      'questions',
      'grounded_replies',
      'failed_replies',
      'ratings',
    ])
      expect(
        data.slices.reduce((sum: number, one: any) => sum + one[name], 0),
        name,
      ).to.equal(all[name])
    for (const half of ['metadata_key=plan', 'metadata_value=pro'])
      for (const path of ['/analytics/answers', '/attention', '/threads'])
        expect((await client.get(`/api/v1${path}?${half}`)).status).to.equal(422)
  })

  it('list questions that need a look page by page, each once, though others leave the list', async () => {
    const texts = Array.from({ length: 7 }, (_, n) => `Do you sell item ${n}?`)
    for (const [n, text] of texts.entries()) {
      await store({ text, hours: 1 + (n % 3), outcome: 'failed' })
      if (n % 2) await store({ text, hours: 5, outcome: 'ungrounded' })
    }
    const whole = (await get('/attention', period(0, 24))).data.map(({ id }: any) => id)
    expect(whole).to.have.length(7)
    for (const reason of [undefined, 'failed']) {
      const query = { ...period(0, 24), limit: '3', ...(reason && { reason }) }
      const read: string[] = []
      let after: string | undefined
      do {
        const { data, pagination, total } = await get('/attention', {
          ...query,
          ...(after && { after }),
        })
        expect([total, pagination.limit]).to.deep.equal([7, 3])
        read.push(...data.map(({ id }: any) => id))
        after = pagination.next_cursor
        expect(pagination.has_more).to.equal(after !== null)
      } while (after)
      expect(read).to.deep.equal(whole)
    }
    const first = await get('/attention', { ...period(0, 24), limit: '3' })
    await client.send('DELETE', `/api/v1/attention/${whole[1]}`)
    const next = await get('/attention', {
      ...period(0, 24),
      limit: '3',
      after: first.pagination.next_cursor,
    })
    expect(next.data.map(({ id }: any) => id)).to.deep.equal(whole.slice(3, 6))
    const { status, body } = await client.get('/api/v1/attention?after=3')
    expect([status, body.data.errors[0].field]).to.deep.equal([422, 'after'])
  })

  it('drop a question that was dealt with, until the same is asked again', async () => {
    await store({ text: 'Can I return a plant?', hours: 1, outcome: 'ungrounded' })
    await store({ text: 'Do you ship to Spain?', hours: 2, outcome: 'failed' })
    const listed = async () =>
      (await get('/attention', { from: at(0).toISOString() })).data.map(
        ({ question }: any) => question,
      )
    const [{ id }] = (await get('/attention', period(1, 2))).data
    const gone = await client.send('DELETE', `/api/v1/attention/${id}`)
    expect(gone.status).to.equal(200)
    expect(gone.body.data).to.deep.equal({ id, deleted: true })
    expect(await listed()).to.deep.equal(['Do you ship to Spain?'])
    // None of its words is kept, except in the conversation.
    expect(
      await rows('select * from handled_questions where organization_id = :organization'),
    ).to.satisfy((found: any[]) => found.length === 1 && !JSON.stringify(found).includes('plant'))
    const soon = (Date.now() - BASE) / HOUR_MS + 1
    await store({ text: 'can I return a plant', hours: soon, outcome: 'ungrounded' })
    const { data } = await get('/attention', { ...period(0, soon + 1) })
    expect(data.map(({ question }: any) => question)).to.have.members([
      'can I return a plant',
      'Do you ship to Spain?',
    ])
  })

  it('show first steps until a widget has answered on a page of the owner, not on the demo page', async () => {
    const { headers } = await signedIn(parley, client, 'viewer')
    const steps = async () =>
      (await request(client.address, 'GET', '/api/v1/organization/first-steps', headers)).body.data
    expect(await steps()).to.deep.equal({
      has_agent: true,
      has_knowledge: false,
      has_question: false,
      page_origin: null,
    })
    const origins = [TEST_ORIGIN, client.address]
    const { application } = await makeApplication(parley.db, client.organizationId, origins)
    const credentials = { ...client.credentials, client_id: application.client_id }
    const shop: Client = Object.assign(Object.create(client), { credentials })
    /** Asks on a page of the origin, and stores the reply as a worker would. */
    async function visit(origin: string) {
      const { body } = await mint(shop, { origin })
      const visitor = { ...bearer(body.token), Origin: origin, Prefer: 'respond-async' }
      const post = async (path: string, sent: object) =>
        (await request(client.address, 'POST', path, visitor, sent)).body.data
      const { id } = await post('/api/v1/sessions', { agent_id: agent })
      const reply = await post(`/api/v1/sessions/${id}/messages`, { content: 'Hi' })
      expect(await steps()).to.include({ has_question: true, page_origin: null })
      await parley.db('messages').insert({
        id: reply.id,
        organization_id: client.organizationId,
        thread_id: id,
        agent_id: agent,
        seq: 2,
        role: 'assistant',
        status: 'completed',
        content: 'Hello.',
        in_reply_to: reply.in_reply_to,
        request_id: 'r',
        metadata: {},
        completed_at: new Date(),
      })
    }
    await visit(client.address)
    expect(await steps()).to.include({ page_origin: null })
    await visit(TEST_ORIGIN)
    expect(await steps()).to.include({ page_origin: TEST_ORIGIN })
  })
})
