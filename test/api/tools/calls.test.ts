import { expect } from 'chai'
import { makeWaitingReply } from '../../support/data/toolCalls.ts'
import { request, signedIn } from '../../support/http/access.ts'
import type { Client } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

describe('the calls of tools', () => {
  let parley: Parley
  let client: Client
  let organization_id: string
  let thread_id: string
  before(async () => {
    parley = await startParley({ workers: false })
    client = parley.client
    organization_id = client.organizationId
  })
  after(() => parley.stop())
  beforeEach(async () => {
    thread_id = (await client.makeConversation()).id
  })

  const made = (fields: object, others: object[] = []) =>
    makeWaitingReply(parley.db, { organization_id, thread_id }, fields, others)
  const list = async (query: string) =>
    (await client.get(`/api/v1/tool-calls?thread_id=${thread_id}&${query}`)).body

  it('are listed by state, page by page, without their results', async () => {
    await made({ state: 'succeeded', result: JSON.stringify({ inner: 1 }) }, [
      { state: 'unknown' },
      { state: 'waiting' },
      { state: 'failed' },
    ])
    const all = await list('order=asc')
    expect(all.data.map(({ state }: { state: string }) => state)).to.deep.equal([
      'succeeded',
      'unknown',
      'waiting',
      'failed',
    ])
    expect(all.data[0]).to.not.have.property('result')
    const open = await list('state=waiting,unknown&limit=1')
    expect(open.data[0].state).to.equal('waiting')
    const next = await list(`state=waiting,unknown&limit=1&after=${open.pagination.next_cursor}`)
    expect(next.data[0].state).to.equal('unknown')
    expect(next.pagination.has_more).to.equal(false)
    for (const state of ['', 'open', 'waiting,', 'waiting unknown'])
      expect((await client.get(`/api/v1/tool-calls?state=${state}`)).status, state).to.equal(422)
  })

  it('are counted in the inbox while a person has to decide or to settle them', async () => {
    const count = async () => (await client.get('/api/v1/inbox/counts')).body.data.to_decide
    const before = await count()
    await made({ state: 'waiting', decides: 'person' }, [
      { state: 'waiting', decides: 'customer' },
      { state: 'denied', decides: 'person' },
      { state: 'unknown', decides: null },
    ])
    expect((await count()) - before).to.equal(2)
    expect((await list('state=waiting&decides=person')).data).to.have.length(1)
  })

  it('have their result when they are read alone', async () => {
    const at = Date.now()
    const { call_id } = await made({
      state: 'succeeded',
      result: JSON.stringify({ refund: 'R-1' }),
      started_at: new Date(at - 250),
      ended_at: new Date(at),
    })
    const { body } = await client.get(`/api/v1/tool-calls/${call_id}`)
    expect(body.data).to.deep.include({ result: { refund: 'R-1' }, is_cut: false, ms: 250 })
  })

  it('whose outcome is unknown are settled once, by whoever has looked', async () => {
    const { call_id, id } = await made({ state: 'unknown', decides: null })
    const editor = await signedIn(parley, client, 'editor')
    const settle = (outcome: string) =>
      request(client.address, 'POST', `/api/v1/tool-calls/${call_id}/settle`, editor.headers, {
        outcome,
        note: 'It is not in the list.',
      })
    const answers = await Promise.all([settle('not_happened'), settle('not_happened')])
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409])
    const refused = answers.find(({ status }) => status === 409)!
    expect(refused.body).to.include({ code: 'not_settleable' })
    const step = await parley.db('reply_steps').where({ call_id }).first()
    expect(step).to.include({
      state: 'failed',
      settled_as: 'person',
      settled_by: editor.user.id,
      note: 'It is not in the list.',
    })
    expect(step.error.code).to.equal('tool_not_done')
    const shown = await client.get(`/api/v1/conversations/${thread_id}/messages/${id}`)
    expect(shown.body.data.tool_calls[0]).to.include({ state: 'failed', settled_as: 'person' })
  })

  for (const state of [
    'waiting',
    'approved',
    'pending',
    'succeeded',
    'failed',
    'denied',
    'expired',
  ])
    it(`that are ${state} are not settled`, async () => {
      const { call_id } = await made({ state })
      const answer = await client.post(`/api/v1/tool-calls/${call_id}/settle`, {
        outcome: 'happened',
      })
      expect(answer.status).to.equal(409)
      expect(answer.body.data).to.deep.equal({ state })
    })
})
