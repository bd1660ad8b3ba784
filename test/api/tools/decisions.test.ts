import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { makeWaitingReply, type WaitingReply } from '../../support/data/toolCalls.ts'
import { bearer, mintToken, request, type SignedIn, signedIn } from '../../support/http/access.ts'
import type { Answer, Client } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

/** Answers at once, because no worker runs. */
const LATER = { Prefer: 'respond-async' }
const MANY = { API_HOURLY_LIMIT: '1000000' }

describe('a decision on a tool call', () => {
  let parley: Parley
  let client: Client
  let organization_id: string
  let agent_id: string
  let thread_id: string
  let editor: SignedIn
  before(async () => {
    parley = await startParley({ workers: false, settings: MANY })
    client = parley.client
    organization_id = client.organizationId
    agent_id = (await client.makeAgent()).id
    editor = await signedIn(parley, client, 'editor')
  })
  after(() => parley.stop())
  beforeEach(async () => {
    thread_id = (await client.makeConversation({ agent_id })).id
  })

  const waiting = (fields: object = {}, others: object[] = []) =>
    makeWaitingReply(parley.db, { organization_id, thread_id }, fields, others)
  const pathOf = ({ id }: { id: string }) =>
    `/api/v1/conversations/${thread_id}/messages/${id}/decisions`
  const bodyOf = ({ call_id, digest }: WaitingReply, more: object = {}) => ({
    call_id,
    digest,
    decision: 'approve',
    ...more,
  })
  const decide = (reply: WaitingReply, more: object = {}, headers: object = {}): Promise<Answer> =>
    client.post(pathOf(reply), bodyOf(reply, more), { ...LATER, ...headers })
  const decideAs = (user: SignedIn, reply: WaitingReply, more: object = {}) =>
    request(
      client.address,
      'POST',
      pathOf(reply),
      { ...user.headers, ...LATER },
      bodyOf(reply, more),
    )
  const stepOf = ({ call_id }: WaitingReply) => parley.db('reply_steps').where({ call_id }).first()
  const openJobs = () => parley.db('open_jobs').where({ thread_id })

  it('opens a reply that continues the one that asked, at the end of the thread', async () => {
    const reply = await waiting()
    const answer = await decide(reply, { note: 'Be quick.' })
    expect(answer.status, JSON.stringify(answer.body)).to.equal(202)
    expect(answer.body.data).to.include({
      status: 'processing',
      in_reply_to: reply.question_id,
      continues: reply.id,
    })
    expect(answer.headers.get('Location')).to.equal(
      `/api/v1/conversations/${thread_id}/messages/${answer.body.data.id}`,
    )
    const [job] = await openJobs()
    expect(job).to.include({
      id: answer.body.data.id,
      question_id: reply.id,
      asked_id: reply.question_id,
      steps: 2,
      position: 3,
      needs_model: true,
    })
    expect(await stepOf(reply)).to.include({
      state: 'approved',
      decided_as: 'key',
      note: 'Be quick.',
      ended_at: null,
    })
  })

  it('that denies ends the call, and begins a reply as well', async () => {
    const reply = await waiting()
    expect((await decide(reply, { decision: 'deny' })).status).to.equal(202)
    const step = await stepOf(reply)
    expect(step.state).to.equal('denied')
    expect(step.ended_at).to.be.a('date')
    expect(await openJobs()).to.have.length(1)
  })

  it('counts once: the same again has the same reply, the other one is refused', async () => {
    const reply = await waiting()
    const answers = await Promise.all(Array.from({ length: 5 }, () => decide(reply)))
    const ids = new Set(answers.map(({ body }) => body.data.id))
    expect(ids.size, JSON.stringify(answers.map(({ body }) => body))).to.equal(1)
    expect(await openJobs()).to.have.length(1)
    const other = await decide(reply, { decision: 'deny' })
    expect(other.status).to.equal(409)
    expect(other.body).to.include({ code: 'decision_used' })
    expect(other.body.data).to.deep.equal({ state: 'approved' })
  })

  it('of two at the same moment that differ, takes one', async () => {
    const reply = await waiting()
    const answers = await Promise.all(
      ['approve', 'deny', 'approve', 'deny'].map((decision) => decide(reply, { decision })),
    )
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([202, 202, 409, 409])
    expect(await openJobs()).to.have.length(1)
  })

  it('has the same answer for a repeated Idempotency-Key', async () => {
    const reply = await waiting()
    const key = { 'Idempotency-Key': randomUUID() }
    const first = await decide(reply, {}, key)
    const second = await decide(reply, {}, key)
    expect(second.body.data.id).to.equal(first.body.data.id)
    expect(second.headers.get('Idempotent-Replayed')).to.equal('true')
    expect((await decide(reply, { decision: 'deny' }, key)).body.code).to.equal(
      'idempotency_mismatch',
    )
  })

  it('is bound to the digest, and to the reply that asked', async () => {
    const reply = await waiting()
    const changed = await decide(reply, { digest: 'ab'.repeat(32) })
    expect(changed.body).to.include({ status_code: 409, code: 'decision_changed' })
    const upper = { digest: reply.digest.toUpperCase(), call_id: reply.call_id.toUpperCase() }
    const other = await waiting()
    expect((await decide({ ...reply, id: other.id })).status).to.equal(404)
    expect((await decide(reply, { call_id: randomUUID() })).status).to.equal(404)
    expect((await stepOf(reply)).state).to.equal('waiting')
    expect((await decide(reply, upper)).status).to.equal(202)
  })

  it('comes too late once the call has expired, whether or not a chore has seen it', async () => {
    const late = await waiting({ expires_at: new Date(Date.now() - 1) })
    expect((await decide(late)).body).to.include({ status_code: 409, code: 'decision_expired' })
    const ended = await waiting({ state: 'expired' })
    expect((await decide(ended)).body).to.include({ code: 'decision_expired' })
    expect(await openJobs()).to.deep.equal([])
  })

  it('waits for the other calls of the reply, but not for those that have expired', async () => {
    const reply = await waiting({}, [{ name: 'second' }, { expires_at: new Date(Date.now() - 1) }])
    const first = await decide(reply)
    expect(first.status, JSON.stringify(first.body)).to.equal(200)
    expect(first.body.data).to.include({ id: reply.id, status: 'requires_action' })
    expect(await openJobs()).to.deep.equal([])
    const again = await decide(reply)
    expect(again.status).to.equal(200)
    const second = first.body.data.actions[1]
    const last = await client.post(
      pathOf(reply),
      { call_id: second.call_id, digest: second.digest, decision: 'deny' },
      LATER,
    )
    expect(last.status).to.equal(202)
    const states = await parley.db('reply_steps').where({ reply_id: reply.id }).orderBy('step')
    expect(states.slice(1).map(({ state }) => state)).to.deep.equal([
      'approved',
      'denied',
      'expired',
    ])
  })

  it('of a person is for editors and owners, of a customer for keys and visitors', async () => {
    const inner = await waiting({ decides: 'person' })
    expect((await decide(inner)).body).to.include({ code: 'scope' })
    const viewer = await signedIn(parley, client, 'viewer')
    expect((await decideAs(viewer, inner)).status).to.equal(403)
    expect((await decideAs(editor, inner)).status).to.equal(202)
    expect(await stepOf(inner)).to.include({ decided_by: editor.user.id, decided_as: 'user' })
    const outer = await waiting()
    expect((await decideAs(editor, outer)).body).to.include({ code: 'scope' })
    await parley.db('threads').where({ id: thread_id }).update({ is_playground: true })
    expect((await decideAs(editor, outer)).status).to.equal(202)
  })

  it('with a widget token is for the own session, and shows nothing of a person’s', async () => {
    const token = await mintToken(client)
    const opened = await request(client.address, 'POST', '/api/v1/sessions', bearer(token), {
      agent_id,
    })
    const session_id = opened.body.data.id
    const place = { organization_id, thread_id: session_id }
    const reply = await makeWaitingReply(parley.db, place, {}, [{ decides: 'person' }])
    const path = `/api/v1/sessions/${session_id}/messages/${reply.id}`
    const shown = await request(client.address, 'GET', path, bearer(token))
    const [own, inner] = shown.body.data.actions
    expect(own).to.deep.include({ arguments: { order: 'A-17', amount: 12.5 }, tool: null })
    expect(inner).to.include({ arguments: null, digest: null, words: null, tool: null })
    for (const call of shown.body.data.tool_calls)
      expect(call).to.include({ name: null, arguments: null, tool_id: null, title: 'Refund' })
    const body = bodyOf(reply)
    const decided = await request(
      client.address,
      'POST',
      `${path}/decisions`,
      { ...bearer(token), ...LATER },
      body,
    )
    expect(decided.status, JSON.stringify(decided.body)).to.equal(200)
    const stranger = await mintToken(client)
    const refused = await request(
      client.address,
      'POST',
      `${path}/decisions`,
      bearer(stranger),
      body,
    )
    expect(refused.status).to.equal(404)
  })

  it('stores nothing if a message would be refused, and can be made again', async () => {
    const reply = await waiting()
    await parley.db('agents').where({ id: agent_id }).update({ is_active: false })
    expect((await decide(reply)).body).to.include({ code: 'agent_inactive' })
    await parley.db('agents').where({ id: agent_id }).update({ is_active: true })
    expect((await stepOf(reply)).state).to.equal('waiting')
    await parley.db('threads').where({ id: thread_id }).update({ status: 'closed' })
    expect((await decide(reply)).body).to.include({ code: 'thread_closed' })
    await parley.db('threads').where({ id: thread_id }).update({ status: 'open' })
    expect((await decide(reply)).status).to.equal(202)
  })

  it('is refused once people have the chat, which ends what waits and what was approved', async () => {
    const reply = await waiting({}, [{ state: 'approved' }, { state: 'unknown' }])
    await client.post(`/api/v1/conversations/${thread_id}/handoff`, {})
    expect((await decide(reply)).body).to.include({ code: 'decision_expired' })
    const steps = await parley.db('reply_steps').where({ reply_id: reply.id }).orderBy('step')
    expect(steps.slice(1).map(({ state }) => state)).to.deep.equal([
      'expired',
      'expired',
      'unknown',
    ])
    expect(steps[1].error).to.include({ code: 'handed_off' })
  })

  it('is shown in words, with the titles of the arguments', async () => {
    const [tool] = await parley
      .db('tools')
      .insert({
        id: randomUUID(),
        organization_id,
        name: 'refund',
        title: 'Refund',
        description: 'Refunds an order.',
        kind: 'http',
        input_schema: { type: 'object', properties: { order: { type: 'string', title: 'Order' } } },
        effect: 'write',
        url_template: 'https://shop.example.com',
        confirm_text: 'Refund {amount} for {/order} and {missing}?',
      })
      .returning('id')
    const reply = await waiting({ tool_id: tool.id })
    const { body } = await client.get(`/api/v1/conversations/${thread_id}/messages/${reply.id}`)
    expect(body.data.actions[0]).to.deep.include({
      words: 'Refund 12.5 for A-17 and {missing}?',
      argument_titles: { order: 'Order' },
      state: 'waiting',
    })
  })
})
