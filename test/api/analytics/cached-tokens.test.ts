import { expect } from 'chai'
import { v7 as uuid } from 'uuid'
import { down, up } from '../../../migrations/0116_checks_and_caches_of_replies.ts'
import { rollUpActivity } from '../../../shared/analytics/activityRollups.ts'
import type { Client } from '../../support/http/client.ts'
import { HOUR_MS } from '../../support/http/requests.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

describe('the tokens that a provider had in its cache', () => {
  let parley: Parley
  let client: Client
  before(async () => {
    parley = await startParley()
  })
  after(() => parley.stop())
  beforeEach(async () => {
    client = await parley.another(`Organization ${uuid()}`)
    parley.model.behave(() => ({ text: 'We open at nine.', cached: 8 }))
  })

  async function ask() {
    const agent = await client.makeAgent()
    const { id } = await client.makeConversation({ agent_id: agent.id })
    const path = `/api/v1/conversations/${id}/messages`
    const { body } = await client.post(path, { content: 'When do you open?', trace: true })
    return { id, path, agent, reply: body.data }
  }
  const get = async (path: string) => (await client.get(path)).body
  const usage = async (query = '') => get(`/api/v1/analytics/usage?bucket=hour${query}`)
  const USED = { input_tokens: 11, cached_tokens: 8, output_tokens: 7 }

  it('are in the usage of a reply, its trace and a trial, and in the transcript', async () => {
    const { id, path, agent, reply } = await ask()
    expect(reply.usage).to.include({ ...USED, total_tokens: 18 })
    expect((await get(`${path}/${reply.id}`)).data).to.deep.equal(reply)
    expect((await get(`${path}/${reply.id}/trace`)).data.usage).to.include(USED)
    const trial = await client.post(`/api/v1/agents/${agent.id}/trials`, { question: 'And today?' })
    expect(trial.body.data.usage).to.include({ ...USED, total_tokens: 18 })
    expect(trial.body.data.trace.usage).to.include(USED)
    const { address, authorization: headers } = client
    const file = await fetch(`${address}/api/v1/threads/${id}/export?format=csv`, { headers })
    expect(await file.text()).to.contain(',input_tokens,cached_tokens,output_tokens,')
  })

  it('are summed in the analytics, also of hours that are rolled up, and in their file', async () => {
    const hour = new Date(Math.floor(Date.now() / HOUR_MS - 5) * HOUR_MS)
    const within = `&from=${hour.toJSON()}&to=${new Date(hour.getTime() + HOUR_MS).toJSON()}`
    for (let nth = 0; nth < 2; nth++) await ask()
    const organization_id = client.organizationId
    const moved = { created_at: new Date(hour.getTime() + HOUR_MS / 2) }
    for (const table of ['messages', 'usages', 'threads', 'jobs'])
      await parley.db(table).where({ organization_id }).update(moved)
    const TWICE = { input_tokens: 22, cached_tokens: 16, output_tokens: 14, total_tokens: 36 }
    for (const isRolledUp of [false, true]) {
      if (isRolledUp) await rollUpActivity(parley.db, 60_000)
      const { data, totals } = await usage(within)
      expect(data).to.have.length(1)
      for (const figures of [data[0], totals]) expect(figures).to.include(TWICE)
    }
    const { data } = await usage(`${within}&sort=cached_tokens&group_by=model`)
    expect(data[0]).to.include({ model: 'openai:test-model', ...TWICE })
    const { address, authorization: headers } = client
    const url = `${address}/api/v1/analytics/usage?bucket=hour&format=csv${within}`
    const [columns, line] = (await (await fetch(url, { headers })).text()).split(/\r?\n/)
    expect(line!.split(',')[columns!.split(',').indexOf('cached_tokens')]).to.equal('16')
    // The migration adds up what was rolled up before it.
    await down(parley.db as never)
    await up(parley.db as never)
    expect((await usage(within)).totals).to.include(TWICE)
  })

  it('are none in messages that a filter of requests leaves out', async () => {
    await ask()
    const { data } = await usage('&method=POST')
    expect(data[0]).to.include({ input_tokens: null, cached_tokens: null })
  })
})
