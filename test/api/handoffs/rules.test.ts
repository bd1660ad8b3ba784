import { expect } from 'chai'
import { makeHandoffs } from '../../../shared/handoffs/handoffs.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { noticeUnanswered } from '../../../workers/handoffs/noticeUnanswered.ts'
import {
  bearer,
  makeUser,
  mintToken,
  request,
  signedIn,
  signedInAs,
} from '../../support/http/access.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'
import { waitsForLock } from '../../support/product/statements.ts'

const NOTICE = 'I am passing you on to a colleague, who will answer you here.'

onOneQueue('an agent with rules for handoffs', (backend) => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ backend })
    await parley.client.post('/api/v1/knowledge/qa', {
      question: 'What does delivery cost?',
      answer: 'Delivery costs 4.90 euros.',
    })
  })
  after(() => parley.stop())
  beforeEach(() => {
    parley.model.reset()
    parley.model.behave(() => ({ text: 'I have no idea.' }))
  })

  const pathOf = (id: string) => `/api/v1/conversations/${id}`
  const open = async (handoff_policy: object, fields: object = {}) => {
    const agent = await parley.client.makeAgent({ handoff_policy, ...fields })
    const { id } = await parley.client.makeConversation({ agent_id: agent.id })
    return { id: id as string, agent, path: pathOf(id) }
  }
  const handoffsOf = async (path: string) =>
    (await parley.client.get(`${path}/handoffs`)).body.data as any[]
  const handledBy = async (path: string) => (await parley.client.get(path)).body.data.handled_by
  const ask = async (id: string, content: string) =>
    (await parley.client.say(id, content)).body.data
  const rate = (path: string, rating: number, more: object = {}) =>
    parley.client.post(`${path}/feedback`, { reviewer: 'zoe', rating, ...more })

  it('has them off by default, and shows all of its policy', async () => {
    const { client } = parley
    const defaults = {
      on_no_answer: null,
      on_low_rating: false,
      on_request: false,
      on_topics: [],
      message: null,
      unanswered_minutes: 15,
      unanswered_action: 'tell',
    }
    const agent = await client.makeAgent()
    expect(agent.handoff_policy).to.deep.equal(defaults)
    const change = async (handoff_policy: object | null) =>
      client.send('PATCH', `/api/v1/agents/${agent.id}`, JSON.stringify({ handoff_policy }), {
        'Content-Type': 'application/json',
      })
    const set = { on_topics: ['contract'], unanswered_minutes: null }
    expect((await change(set)).body.data.handoff_policy).to.deep.equal({ ...defaults, ...set })
    expect((await change(null)).body.data.handoff_policy).to.deep.equal(defaults)
    expect((await change({ on_no_answer: 0 })).status).to.equal(422)
    expect((await change({ on_topics: ['...'] })).status).to.equal(422)
    const { id } = await client.makeConversation({ agent_id: agent.id })
    await ask(id, 'Can I talk to a human?')
    await ask(id, 'Anybody at all?')
    await rate(pathOf(id), 1)
    expect(await handledBy(pathOf(id))).to.equal('agent')
  })

  it('hands off customers who ask for a person, in their language and without a model, and says so', async () => {
    const { id, path } = await open({ on_request: true })
    await ask(id, 'I do not want to talk to a human. What is blue?')
    expect(await handledBy(path)).to.equal('agent')
    const requests = parley.model.requests.length
    const reply = await ask(id, 'Hallo! Ich möchte mit einem Menschen sprechen.')
    expect(reply).to.include({
      role: 'assistant',
      status: 'completed',
      grounded: null,
      finish_reason: 'handed_off',
      model: null,
      usage: null,
    })
    expect(reply.content).to.contain('unser Team')
    expect(parley.model.requests).to.have.length(requests)
    const handoffs = await handoffsOf(path)
    expect(handoffs).to.have.length(1)
    expect(handoffs[0]).to.include({ reason: 'customer_request', requested_by: 'rule', note: null })
    expect(await ask(id, 'Hello?')).to.include({ handled_by: 'human', reply: null })
  })

  it('stores no low rating whose handoff fails, and both once when the rating is sent again', async () => {
    const { client, db } = parley
    const { id, path } = await open({ on_low_rating: true })
    const send = () =>
      client.post(
        `${path}/feedback`,
        { reviewer: 'zoe', rating: 1 },
        { 'Idempotency-Key': `rating-${id}` },
      )
    const stored = async () => [
      (await db('feedback').where({ thread_id: id })).length,
      (await db('handoffs').where({ thread_id: id })).length,
    ]
    const held = await db.knexTransaction()
    try {
      // The rating is written, and the handoff waits.
      await held.raw('lock table handoffs in share mode')
      const answer = send()
      await waitsForLock(db)
      await db.raw(
        `select pg_cancel_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into handoffs%'`,
      )
      expect((await answer).status).to.be.at.least(500)
      expect(await stored()).to.deep.equal([0, 0])
    } finally {
      await held.rollback()
    }
    for (let times = 0; times < 2; times++) expect((await send()).status).to.equal(201)
    expect(await stored()).to.deep.equal([1, 1])
    expect(await handledBy(path)).to.equal('human')
  })

  it('does not hand off again after the return, until the customer asks again', async () => {
    const { client } = parley
    const { id, path } = await open({
      on_request: true,
      on_no_answer: 2,
      message: 'Somebody comes.',
    })
    expect((await ask(id, 'Agent!')).content).to.equal('Somebody comes.')
    await client.post(`${path}/return`, {})
    const reply = await ask(id, 'What is blue?')
    expect(reply.content).to.equal('I have no idea.')
    expect(await handledBy(path)).to.equal('agent')
    expect(await handoffsOf(path)).to.have.length(1)
    await ask(id, 'Agent!')
    expect(await handoffsOf(path)).to.have.length(2)
  })

  it('hands off a message about one of its topics, also in another form of the word', async () => {
    const { id, path } = await open({ on_topics: ['data protection', 'contract'] })
    await ask(id, 'Do you have data on protected plants?')
    expect(await handledBy(path)).to.equal('agent')
    expect((await ask(id, 'Where are my contracts?')).content).to.equal(NOTICE)
    expect((await handoffsOf(path))[0]).to.include({ reason: 'topic', requested_by: 'rule' })
  })

  it('hands off after unsupported replies in a row, small talk not counted', async () => {
    const { client, model } = parley
    const { id, path } = await open({ on_no_answer: 2 })
    expect((await ask(id, 'What is blue?')).content).to.equal('I have no idea.')
    model.behave(() => ({ text: 'Delivery costs 4.90 euros [1].' }))
    expect((await ask(id, 'What does delivery cost?')).grounded).to.equal(true)
    model.behave(() => ({ text: 'I have no idea.' }))
    await ask(id, 'What is red?')
    await ask(id, 'Thank you!')
    expect(await handledBy(path)).to.equal('agent')
    expect((await ask(id, 'What is green?')).content).to.equal(`I have no idea.\n\n${NOTICE}`)
    expect(await handoffsOf(path)).to.have.length(1)
    expect((await handoffsOf(path))[0]).to.include({ reason: 'no_answer' })
    // Replies from before the return do not count.
    await client.post(`${path}/return`, {})
    await ask(id, 'What is yellow?')
    expect(await handledBy(path)).to.equal('agent')
  })

  it('cancels the replies that wait behind the reply that hands off', async () => {
    const { client } = parley
    const { id, path } = await open({ on_no_answer: 1 })
    const [first, second] = await Promise.all([ask(id, 'What is blue?'), ask(id, 'And red?')])
    const answers = [first, second].sort((a) => (a.role === 'assistant' ? -1 : 1))
    expect(answers[0].content).to.equal(`I have no idea.\n\n${NOTICE}`)
    expect(answers[1]).to.include({ role: 'user', handled_by: 'human' })
    expect(await handoffsOf(path)).to.have.length(1)
    const { data } = (await client.get(`${path}/messages`)).body
    expect(
      data.filter((one: any) => one.role === 'assistant' && one.status === 'completed'),
    ).to.have.length(1)
  })

  it("hands off a customer who rates a reply low, once, and not for a colleague's rating", async () => {
    const { client } = parley
    const { id, path } = await open({ on_low_rating: true })
    const reply = await ask(id, 'What is blue?')
    await rate(path, 3)
    const colleague = await signedIn(parley, client, 'editor')
    const low = { reviewer: 'colleague', rating: 1 }
    await request(client.address, 'POST', `${path}/feedback`, colleague.headers, low)
    expect(await handledBy(path)).to.equal('agent')
    const key = { 'Idempotency-Key': 'low' }
    const body = { reviewer: 'zoe', rating: 2, message_id: reply.id }
    for (let times = 0; times < 2; times++)
      expect((await client.post(`${path}/feedback`, body, key)).status).to.equal(201)
    const handoffs = await handoffsOf(path)
    expect(handoffs).to.have.length(1)
    expect(handoffs[0]).to.include({ reason: 'low_rating', requested_by: 'rule', replies: 0 })
    const { data } = (await client.get(`${path}/messages`)).body
    expect(data.at(-1)).to.include({ role: 'human_agent', author: null, content: NOTICE })
    expect(data.at(-1).automatic).to.equal('handed_off')
    // A rating of a reply from before the return causes no handoff.
    await client.post(`${path}/return`, {})
    await rate(path, 1, { message_id: reply.id, reviewer: 'anna' })
    expect(await handledBy(path)).to.equal('agent')
  })

  it('hands off a customer who changes a rating from high to low, once in a chat', async () => {
    const { client } = parley
    const { path } = await open({ on_low_rating: true })
    for (const rating of [4, 3]) await rate(path, rating)
    expect(await handledBy(path)).to.equal('agent')
    const changed = await rate(path, 2)
    expect([changed.status, changed.body.data.rating]).to.deep.equal([200, 2])
    expect(await handledBy(path)).to.equal('human')
    // People have the chat, so it is not handed off again.
    for (const rating of [5, 1]) await rate(path, rating)
    expect(await handoffsOf(path)).to.have.length(1)
    await client.post(`${path}/return`, {})
    for (const rating of [2, 5, 1]) await rate(path, rating)
    expect(await handledBy(path)).to.equal('agent')
    expect(await handoffsOf(path)).to.have.length(1)
  })

  it('hands off once for simultaneous ratings, and stores the rating of a closed chat', async () => {
    const { client } = parley
    const { path } = await open({ on_low_rating: true })
    const rated = await Promise.all(
      ['zoe', 'anna', 'tom', 'zoe'].map((reviewer) => rate(path, 1, { reviewer })),
    )
    expect(rated.map(({ status }) => status).sort()).to.deep.equal([200, 201, 201, 201])
    expect(await handoffsOf(path)).to.have.length(1)
    const { data } = (await client.get(`${path}/messages`)).body
    expect(data).to.have.length(1)
    const closed = await open({ on_low_rating: true })
    const json = { 'Content-Type': 'application/json' }
    await client.send('PATCH', closed.path, JSON.stringify({ status: 'closed' }), json)
    expect((await rate(closed.path, 1)).status).to.equal(201)
    expect(await handoffsOf(closed.path)).to.deep.equal([])
  })

  it("hands off by a visitor's rating, in the language of the session", async () => {
    const { client } = parley
    const agent = await client.makeAgent({ handoff_policy: { on_low_rating: true } })
    const headers = bearer(await mintToken(client))
    const call = (method: string, path: string, body?: object) =>
      request(client.address, method, path, headers, body)
    const session = (await call('POST', '/api/v1/sessions', { agent_id: agent.id, locale: 'fr' }))
      .body.data
    const path = `/api/v1/sessions/${session.id}`
    await call('POST', `${path}/messages`, { content: 'Bonjour' })
    expect((await call('POST', `${path}/feedback`, { reviewer: 'x', rating: 1 })).status).to.equal(
      201,
    )
    expect((await call('GET', path)).body.data.handled_by).to.equal('human')
    const said = (await call('GET', `${path}/messages`)).body.data.at(-1)
    expect(said.content).to.contain('collègue')
  })

  describe('whose people do not answer', () => {
    const log = makeLog('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' })
    const chore = () => {
      const { db } = parley
      const deps = { db, log, handoffs: makeHandoffs(1000) }
      return noticeUnanswered({ ...deps, threadChanged() {}, stop: new AbortController().signal })
    }
    /** Moves a handoff, and its wait, so many minutes into the past. */
    const makeOld = (id: string, minutes: number) =>
      parley.db.raw(
        `update handoffs
            set created_at = created_at - make_interval(mins => :minutes), waiting_since = waiting_since - make_interval(mins => :minutes),
                unanswered_at = unanswered_at - make_interval(mins => :minutes)
          where thread_id = :id`,
        { minutes, id },
      )
    // Ends the waits of earlier tests.
    beforeEach(() => parley.db('handoffs').update({ waiting_since: null }))

    it('notifies the customer once, after the time that the agent sets', async () => {
      const { client, db } = parley
      const { id, path } = await open({ unanswered_minutes: 5 })
      await client.post(`${path}/handoff`, {})
      await ask(id, 'Is anybody there?')
      await makeOld(id, 4)
      expect(await chore()).to.equal(0)
      await makeOld(id, 2)
      const rounds = await Promise.all([chore(), chore(), chore()])
      expect(rounds.reduce((sum, notified) => sum + notified)).to.equal(1)
      expect(await chore()).to.equal(0)
      const { data } = (await client.get(`${path}/messages`)).body
      expect(data).to.have.length(2)
      expect(data[1].content).to.contain('Nobody has been able to answer you yet')
      expect(data[1].automatic).to.equal('unanswered')
      const [handoff] = await handoffsOf(path)
      expect(handoff).to.include({ replies: 0, first_reply_at: null, returned_at: null })
      expect(handoff.unanswered_at).to.be.a('string')
      expect(await handledBy(path)).to.equal('human')
      const unanswered = { thread_id: id, type: 'handoff.unanswered' }
      const facts = db('event_outbox').select('id').where(unanswered)
      // In one statement, because a fact may move from one table to the other at any moment.
      expect(await facts.unionAll(db('events').select('id').where(unanswered))).to.have.length(1)
    })

    it('shows visitors how long people take, and asks them for an address', async () => {
      const client = await parley.another(`waiting ${backend}`)
      const { id } = await client.makeConversation()
      const stateOf = async () => (await client.get(`${pathOf(id)}/handoff`)).body.data
      const open = {
        expected_wait_seconds: null,
        is_open: true,
        opens_at: null,
        asks_for_email: false,
      }
      expect(await stateOf()).to.include({ handled_by: 'agent', ...open })
      for (let minutes = 1; minutes <= 5; minutes++) {
        const other = (await client.makeConversation()).id
        await client.post(`${pathOf(other)}/handoff`, {})
        await parley.db.raw(
          `update handoffs set first_reply_at = created_at + make_interval(mins => ?) where thread_id = ?`,
          [minutes * minutes, other],
        )
      }
      await client.post(`${pathOf(id)}/handoff`, {})
      expect(await stateOf()).to.include({
        handled_by: 'human',
        ...open,
        expected_wait_seconds: 540,
      })
      await makeOld(id, 16)
      expect(await chore()).to.equal(1)
      expect(await stateOf()).to.include({ asks_for_email: true, has_contact: false })
      const body = JSON.stringify({ email: 'zoe@example.com' })
      await client.send('PUT', `${pathOf(id)}/contact`, body, {
        'Content-Type': 'application/json',
      })
      expect(await stateOf()).to.include({ asks_for_email: false, has_contact: true })
    })

    it('takes the chat back if its policy says so', async () => {
      const { client } = parley
      const { id, path } = await open({ unanswered_minutes: 5, unanswered_action: 'return' })
      await client.post(`${path}/handoff`, {})
      await makeOld(id, 6)
      expect(await chore()).to.equal(1)
      expect(await handledBy(path)).to.equal('agent')
      expect((await ask(id, 'What is blue?')).role).to.equal('assistant')
      expect(await chore()).to.equal(0)
    })

    it('notifies the customer for each wait, and leaves the chat to people once they have answered', async () => {
      const { client, db } = parley
      const { id, path } = await open({ unanswered_minutes: 5, unanswered_action: 'return' })
      const answer = (content: string) =>
        client.post(`${path}/messages`, { content, role: 'human_agent' })
      const facts = async () => {
        const unanswered = { thread_id: id, type: 'handoff.unanswered' }
        // In one statement, because a fact may move from one table to the other at any moment.
        const found = db('event_outbox').select('id').where(unanswered)
        return (await found.unionAll(db('events').select('id').where(unanswered))).length
      }
      const asksForAddress = async () =>
        (await client.get(`${path}/handoff`)).body.data.asks_for_email
      await client.post(`${path}/handoff`, {})
      for (const round of [1, 2]) {
        await answer('One moment.')
        await makeOld(id, 60)
        expect(await chore(), 'nobody waits').to.equal(0)
        await ask(id, 'And the red one?')
        await makeOld(id, 4)
        await ask(id, 'Is anybody there?')
        expect(await chore(), 'not in time yet').to.equal(0)
        await makeOld(id, 2)
        const rounds = await Promise.all([chore(), chore(), chore()])
        expect(rounds.reduce((sum, notified) => sum + notified)).to.equal(1)
        expect(await chore(), 'once').to.equal(0)
        expect(await facts()).to.equal(round)
        expect(await asksForAddress()).to.equal(true)
        const said = (await client.get(`${path}/messages`)).body.data.at(-1)
        expect(said.content).to.contain('Nobody has been able to answer you yet')
        expect(await handledBy(path)).to.equal('human')
      }
      await answer('It is sold out.')
      // A customer who says thanks does not wait.
      await ask(id, 'Thank you very much!')
      await makeOld(id, 60)
      expect(await asksForAddress()).to.equal(false)
      expect(await chore()).to.equal(0)
    })

    it("counts the time of a takeover from the customer's question, whenever it comes", async () => {
      const { client } = parley
      const { id, path } = await open({ unanswered_minutes: 5, unanswered_action: 'return' })
      await client.post(`${path}/handoff`, { reason: 'takeover' })
      await makeOld(id, 3 * 24 * 60)
      await ask(id, 'Is the red one in stock?')
      expect(await chore()).to.equal(0)
      await makeOld(id, 4)
      expect(await chore()).to.equal(0)
      expect(await handledBy(path)).to.equal('human')
      await makeOld(id, 2)
      expect(await chore()).to.equal(1)
      expect(await handledBy(path)).to.equal('agent')
    })

    it('notifies nobody if people have answered, nobody waits, the chat is closed, or the agent says nothing', async () => {
      const { client } = parley
      const answered = await open({})
      await client.post(`${answered.path}/handoff`, {})
      await client.post(`${answered.path}/messages`, { content: 'Hello', role: 'human_agent' })
      const taken = await open({})
      await client.post(`${taken.path}/handoff`, { reason: 'takeover' })
      const closed = await open({})
      await client.post(`${closed.path}/handoff`, {})
      await client.send('PATCH', closed.path, JSON.stringify({ status: 'closed' }), {
        'Content-Type': 'application/json',
      })
      const silent = await open({ unanswered_minutes: null })
      await client.post(`${silent.path}/handoff`, {})
      for (const { id } of [answered, taken, closed, silent]) await makeOld(id, 60)
      expect(await chore()).to.equal(0)
    })

    it('says when people are back, outside of office hours', async () => {
      const { client } = parley
      const owner = await signedInAs(parley, await makeUser(parley, client, 'owner'))
      const change = (office_hours: object | null) =>
        request(client.address, 'PATCH', '/api/v1/organization', owner.headers, { office_hours })
      expect(
        (await change({ timezone: 'Mars/Base', days: [] })).body.data.errors[0].field,
      ).to.equal('office_hours.timezone')
      const days = (from: string, to: string, week: string[]) =>
        week.map((day) => ({ day, from, to }))
      const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
      const turned = { timezone: 'Europe/Berlin', days: days('17:00', '09:00', ['monday']) }
      expect((await change(turned)).body.data.errors[0].field).to.equal('office_hours.days.0.to')
      // Closed today, and open on the day three days ahead.
      const today = new Intl.DateTimeFormat('en', {
        weekday: 'long',
        timeZone: 'Asia/Tokyo',
      }).format()
      const later = WEEK[(WEEK.indexOf(today.toLowerCase()) + 3) % 7]!
      const hours = { timezone: 'Asia/Tokyo', days: days('08:30', '24:00', [later]), holidays: [] }
      expect((await change(hours)).body.data.office_hours).to.deep.equal(hours)
      const { id, path } = await open({ on_request: true }, { language: 'en' })
      const state = (await client.get(`${path}/handoff`)).body.data
      expect(state).to.include({ is_open: false, asks_for_email: false })
      expect(new Date(state.opens_at).getTime()).to.be.above(Date.now() + 86_400_000)
      const { content } = await ask(id, 'Can I talk to a human?')
      expect(content).to.contain(NOTICE).and.to.contain('Leave us your e-mail address')
      expect(content.toLowerCase()).to.contain(later).and.to.contain('8:30')
      await makeOld(id, 60)
      expect(await chore()).to.equal(1)
      const { data } = (await client.get(`${pathOf(id)}/messages`)).body
      expect(data.at(-1).content.toLowerCase()).to.contain(later)
      const always = { timezone: 'Asia/Tokyo', days: days('00:00', '24:00', WEEK) }
      await change(always)
      const another = await open({ on_request: true }, { language: 'en' })
      expect((await ask(another.id, 'Can I talk to a human?')).content).to.equal(NOTICE)
      expect((await change(null)).body.data.office_hours).to.equal(null)
    })
  })
})
