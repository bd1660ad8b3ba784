import { expect } from 'chai'
import { rollUpActivity } from '../../../shared/analytics/activityRollups.ts'
import { readTopics } from '../../../workers/questions/readTopics.ts'
import { request, type SignedIn, signedIn } from '../../support/http/access.ts'
import type { Client } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

describe('a conversation of the playground', () => {
  let parley: Parley
  let client: Client
  let owner: SignedIn
  let agent: string
  before(async () => {
    parley = await startParley()
    client = parley.client
    owner = await signedIn(parley, client, 'owner')
    agent = (await client.makeAgent({ language: 'en' })).id
  })
  after(() => parley.stop())

  const atDashboard = async (method: string, path: string, body?: object): Promise<any> => {
    const answer = await request(client.address, method, path, owner.headers, body)
    expect(answer.status, JSON.stringify(answer.body)).to.be.within(200, 201)
    return answer.body.data
  }
  const window = () =>
    `from=${new Date(Date.now() - 7 * 86_400_000).toISOString()}&to=${new Date(Date.now() + 60_000).toISOString()}`
  /** Reads the figures of people and questions, and those of models' costs. */
  async function figures() {
    const { current, handoffs } = await atDashboard('GET', `/api/v1/analytics/answers?${window()}`)
    const { cost_usd, ...answers } = current
    const overview = (await atDashboard('GET', `/api/v1/analytics/overview?${window()}`)).current
    const { messages, replies, failed_replies, conversations, sessions, feedback_count } = overview
    return {
      cost: { cost_usd, tokens: overview.total_tokens },
      others: {
        answers,
        handoffs,
        messages,
        replies,
        failed_replies,
        conversations,
        sessions,
        feedback_count,
        questions: await atDashboard('GET', `/api/v1/analytics/questions?${window()}`).then(
          ({ period: _, ...rest }) => rest,
        ),
        attention: await atDashboard('GET', `/api/v1/attention?${window()}`),
        activity: await atDashboard('GET', '/api/v1/agent-activity'),
      },
    }
  }
  const ids = async (query: string) =>
    (await atDashboard('GET', `/api/v1/threads?${query}`)).map(({ id }: { id: string }) => id)

  it('counts in no figure but those of cost, before and after roll-ups', async () => {
    const live = await client.makeConversation({ agent_id: agent, customer_id: 'zoe' })
    await client.say(live.id, 'What does delivery cost?')
    await readTopics(parley.db, { milliseconds: 60_000, settledMs: 0 })
    const before = await figures()
    expect(before.others.answers).to.include({ people: 1, conversations: 1, questions: 1 })

    const { id } = await atDashboard('POST', '/api/v1/conversations', {
      agent_id: agent,
      customer_id: 'playground:ada@example.com',
      metadata: { source: 'playground' },
    })
    const path = `/api/v1/conversations/${id}`
    await atDashboard('POST', `${path}/messages`, { content: 'Do you sell ferns?' })
    await client.post(`${path}/feedback`, { reviewer: 'Ada', rating: 1 })
    await atDashboard('POST', `${path}/handoff`, { reason: 'other' })
    await readTopics(parley.db, { milliseconds: 60_000, settledMs: 0 })
    const after = await figures()
    expect(after.others).to.deep.equal(before.others)
    expect(after.cost.cost_usd).to.be.above(before.cost.cost_usd)
    expect(after.cost.tokens).to.be.above(before.cost.tokens)

    expect(await ids('is_playground=false')).to.deep.equal([live.id])
    expect(await ids('is_playground=true')).to.deep.equal([id])
    expect(await ids('')).to.have.members([id, live.id])

    // Two days ago, so that whole hours are rolled up.
    for (const table of ['threads', 'messages', 'usages', 'jobs'])
      await parley.db.raw(
        `update ${table} set created_at = created_at - interval '2 days' where organization_id = ?`,
        [client.organizationId],
      )
    await rollUpActivity(parley.db, 60_000)
    const rolled = (await figures()).others
    for (const name of ['messages', 'replies', 'failed_replies', 'conversations'] as const)
      expect(rolled[name], name).to.equal(before.others[name])
  })
})
