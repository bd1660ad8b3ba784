import { expect } from 'chai'
import { v7 as uuid } from 'uuid'
import { down, up } from '../../../migrations/0115_announcements_of_handoffs.ts'
import { readTopics } from '../../../workers/questions/readTopics.ts'
import type { Client } from '../../support/http/client.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'

onOneQueue('the announcement of a handoff', (backend) => {
  let parley: Parley
  let client: Client
  before(async () => {
    parley = await startParley({ backend })
  })
  after(() => parley.stop())
  beforeEach(async () => {
    parley.model.behave(() => ({ text: 'Delivery costs 4.90 euros [1].' }))
    client = await parley.another(`Organization ${uuid()}`)
    await client.post('/api/v1/knowledge/qa', {
      question: 'What does delivery cost?',
      answer: 'Delivery costs 4.90 euros.',
    })
  })

  /** Opens a chat with these rules, and asks. @returns the chat's path and the last reply */
  async function ask(handoff_policy: object, ...questions: string[]) {
    const agent = await client.makeAgent({ handoff_policy, language: 'en' })
    const { id } = await client.makeConversation({ agent_id: agent.id })
    let reply: any
    for (const question of questions) reply = (await client.say(id, question)).body.data
    return { id: id as string, path: `/api/v1/conversations/${id}`, reply }
  }
  const get = async (path: string): Promise<any> => {
    const { status, body } = await client.get(`/api/v1${path}`)
    expect(status, JSON.stringify(body)).to.equal(200)
    return body.data
  }
  const figures = async () => {
    const { current } = await get('/analytics/answers')
    const { questions, grounded_replies, ungrounded_replies, failed_replies } = current
    return { questions, grounded_replies, ungrounded_replies, failed_replies }
  }
  const asked = async () =>
    (await get('/analytics/questions')).newest.map(({ question, outcome }: any) => [
      question,
      outcome,
    ])
  const outcomeOf = async (id: string) => (await get(`/threads/${id}`)).outcome
  const rate = (path: string, message_id?: string) =>
    client.post(`${path}/feedback`, { reviewer: 'zoe', rating: 1, message_id })

  const RULES = { on_request: true, on_topics: ['contract'] }
  const ANNOUNCED = { status: 'completed', grounded: null, finish_reason: 'handed_off' }

  it('is no answer: it is in no share, needs no look, and has no topic', async () => {
    await ask(RULES, 'What does delivery cost?')
    const person = await ask(RULES, 'Can I talk to a human?')
    const contract = await ask(RULES, 'Where is my contract?')
    await ask(RULES, 'When does the contract end?')
    for (const { reply } of [person, contract]) expect(reply).to.include(ANNOUNCED)
    expect(await figures()).to.deep.equal({
      questions: 4,
      grounded_replies: 1,
      ungrounded_replies: 0,
      failed_replies: 0,
    })
    expect(await get('/attention')).to.deep.equal([])
    expect(await asked()).to.deep.equal([
      ['When does the contract end?', 'handed_off'],
      ['Where is my contract?', 'handed_off'],
      ['Can I talk to a human?', 'handed_off'],
      ['What does delivery cost?', 'answered'],
    ])
    await readTopics(parley.db, { milliseconds: 60_000, settledMs: 0 })
    const { topics, first_questions } = await get('/analytics/questions')
    expect([topics, first_questions]).to.deep.equal([[], 1])
    expect(await get('/threads?has_ungrounded_replies=true')).to.deep.equal([])
    expect(await outcomeOf(person.id)).to.equal('handed_off')
  })

  it('cannot be rated, but its chat can', async () => {
    const { path, reply } = await ask(RULES, 'Can I talk to a human?')
    const refused = await rate(path, reply.id)
    expect(refused.status).to.equal(422)
    expect(refused.body.data.errors).to.deep.equal([
      {
        field: 'message_id',
        code: 'no_answer',
        detail:
          'is the announcement that people answer, which cannot be rated: rate the whole chat',
      },
    ])
    expect((await rate(path)).status).to.equal(201)
    expect(await outcomeOf(path.split('/').at(-1)!)).to.equal('rated_low')
  })

  it('leaves a reply without an answer a gap in the knowledge, though people get the chat', async () => {
    parley.model.behave(() => ({ text: 'I have no idea.' }))
    const { id, path, reply } = await ask({ on_no_answer: 1 }, 'Do you ship to Mars?')
    expect(reply).to.include({ ...ANNOUNCED, grounded: false })
    expect(await figures()).to.include({ grounded_replies: 0, ungrounded_replies: 1 })
    expect((await get('/attention')).map(({ question }: any) => question)).to.deep.equal([
      'Do you ship to Mars?',
    ])
    expect(await asked()).to.deep.equal([['Do you ship to Mars?', 'handed_off']])
    expect(await outcomeOf(id)).to.equal('handed_off')
    expect((await rate(path, reply.id)).status).to.equal(201)
  })

  it('is marked when it was stored as an answer by an earlier version', async () => {
    const { db } = parley
    const before = await ask(RULES, 'Can I talk to a human?')
    parley.model.behave(() => ({ text: 'I have no idea.' }))
    const unknown = await ask({}, 'Do you ship to Mars?')
    await down(db as never)
    expect(await figures()).to.include({ grounded_replies: 0, ungrounded_replies: 2 })
    const words = { terms: ['en:human'], forms: ['human'], is_answered: false }
    const thread = await db('threads').where({ id: before.id }).first()
    await db('first_questions').insert({
      ...words,
      organization_id: thread.organization_id,
      agent_id: thread.agent_id,
      thread_id: thread.id,
      asked_at: thread.created_at,
    })
    await up(db as never)
    expect(await figures()).to.include({ grounded_replies: 0, ungrounded_replies: 1 })
    const messagesOf = async ({ path }: { path: string }) =>
      (await client.get(`${path}/messages`)).body.data
    expect((await messagesOf(before))[1]).to.include(ANNOUNCED)
    expect((await messagesOf(unknown))[1]).to.include({ grounded: false, finish_reason: 'stop' })
    expect(await db('first_questions').where({ thread_id: before.id })).to.deep.equal([])
  })
})
