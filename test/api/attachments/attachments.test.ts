import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { doChores } from '../../../workers/jobs/housekeeping.ts'
import { makePng, upload } from '../../support/data/attachments.ts'
import { bearer, mintToken, request, signedIn } from '../../support/http/access.ts'
import type { Answer, Client } from '../../support/http/client.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'
import { startFakeS3 } from '../../support/servers/objects.ts'

const PDF = '%PDF-1.4\n1 0 obj << >> endobj\n'

onOneQueue('attachments', function (backend) {
  this.timeout(60_000)
  let parley: Parley
  let client: Client
  let agent: any
  before(async () => {
    parley = await startParley({ backend })
    client = parley.client
    agent = await client.makeAgent({ allow_attachments: true })
  })
  after(() => parley.stop())

  const makeConversation = () => client.makeConversation({ agent_id: agent.id })
  const sent = async (thread: any, body: object, headers = {}): Promise<Answer> =>
    client.post(
      `/api/v1/${thread.object}s/${thread.id}/messages`,
      { content: 'See this.', ...body },
      headers,
    )
  const download = (
    thread: any,
    id: string,
    headers: Record<string, string> = client.authorization,
  ) =>
    fetch(`${client.address}/api/v1/${thread.object}s/${thread.id}/attachments/${id}`, { headers })
  const chores = () => {
    const config = loadConfig(parley.env)
    return doChores(parley.db, config, makeLog('test', config))
  }

  it('are off until the agent allows them', async () => {
    const { id, allow_attachments } = await client.makeAgent()
    expect(allow_attachments).to.equal(false)
    const thread = await client.makeConversation({ agent_id: id })
    const refused = await upload(client, thread, makePng(), 'a.png')
    expect(refused.status).to.equal(422)
    expect(refused.body.data.errors[0]).to.include({
      field: 'file',
      code: 'attachments_not_allowed',
    })
  })

  it('are uploaded, sent with a message, and shown in its record wherever it appears', async () => {
    const thread = await makeConversation()
    const png = makePng()
    const first = await upload(client, thread, png, 'photo.png')
    expect(first.status, JSON.stringify(first.body)).to.equal(201)
    expect(first.body.data).to.include({
      object: 'attachment',
      conversation_id: thread.id,
      name: 'photo.png',
      type: 'image/png',
      bytes: png.length,
    })
    const second = await upload(client, thread, PDF, 'bill.pdf')
    const ids = [second.body.data.id, first.body.data.id]
    const reply = await sent(thread, { attachments: ids })
    expect(reply.status).to.equal(201)
    const [question, answer] = (await client.get(`/api/v1/conversations/${thread.id}/messages`))
      .body.data
    expect(question.attachments).to.deep.equal([
      { id: ids[0], name: 'bill.pdf', type: 'application/pdf', bytes: PDF.length },
      { id: ids[1], name: 'photo.png', type: 'image/png', bytes: png.length },
    ])
    expect(answer).not.to.have.property('attachments')
    const one = await client.get(`/api/v1/conversations/${thread.id}/messages/${question.id}`)
    expect(one.body.data.attachments).to.deep.equal(question.attachments)
    const exported = await fetch(`${client.address}/api/v1/threads/${thread.id}/export`, {
      headers: client.authorization,
    })
    expect(await exported.text()).to.contain('bill.pdf')
  })

  it('are downloaded byte by byte, and as a type that no browser runs', async () => {
    const thread = await makeConversation()
    // A polyglot: an image to one reader, a script to another.
    const bytes = 'GIF89a\x01\x00\x01\x00=1;alert(document.domain)//<script>alert(1)</script>'
    const { id, name } = (await upload(client, thread, bytes, '../../<b>x.html')).body.data
    expect(name).to.equal('<b>x.html.gif')
    await sent(thread, { attachments: [id] })
    const response = await download(thread, id)
    expect(response.status).to.equal(200)
    expect(await response.text()).to.equal(bytes)
    expect(Object.fromEntries(response.headers)).to.include({
      'content-type': 'image/gif',
      'content-disposition': 'attachment; filename="<b>x.html.gif"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
  })

  it('are stored once for all requests with the same key, and refused with another file', async () => {
    const thread = await makeConversation()
    const headers = { ...client.authorization, 'Idempotency-Key': 'one' }
    const [first, again] = [
      await upload(client, thread, makePng(), 'a.png', headers),
      await upload(client, thread, makePng(), 'a.png', headers),
    ]
    expect(again.body.data.id).to.equal(first.body.data.id)
    expect((await upload(client, thread, makePng(9), 'a.png', headers)).body.code).to.equal(
      'idempotency_mismatch',
    )
    expect(await parley.db('attachments').where({ thread_id: thread.id })).to.have.length(1)
    const body = { attachments: [first.body.data.id] }
    const [said, repeated] = [
      await sent(thread, body, { 'Idempotency-Key': 'two' }),
      await sent(thread, body, { 'Idempotency-Key': 'two' }),
    ]
    expect([said.status, repeated.status]).to.deep.equal([201, 201])
    expect(repeated.body.data.id).to.equal(said.body.data.id)
  })

  it('belong to one message only, the first that names them', async () => {
    const thread = await makeConversation()
    const { id } = (await upload(client, thread, makePng(), 'a.png')).body.data
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => sent(thread, { attachments: [id], on_busy: 'queue' })),
    )
    expect(answers.filter(({ status }) => status === 201)).to.have.length(1)
    for (const { status, body } of answers.filter(({ status }) => status !== 201)) {
      expect(status).to.equal(422)
      expect(body.data.errors).to.have.length(1)
      expect(body.data.errors[0]).to.include({ field: 'attachments.0', code: 'not_found' })
    }
    const questions = await parley.db('messages').where({ thread_id: thread.id, role: 'user' })
    expect(questions).to.have.length(1)
  })

  it('of people are sent in their messages, and those of notes are for colleagues only', async () => {
    const { headers } = await signedIn(parley, client, 'editor')
    const token = bearer(await mintToken(client))
    const opened = await request(client.address, 'POST', '/api/v1/sessions', token, {
      agent_id: agent.id,
    })
    const thread = opened.body.data
    const path = `/api/v1/sessions/${thread.id}/messages`
    await client.post(`/api/v1/sessions/${thread.id}/handoff`, {})
    const shown = (await upload(client, thread, PDF, 'offer.pdf', headers)).body.data
    const hidden = (await upload(client, thread, PDF, 'notes.pdf', headers)).body.data
    const says = (body: object) =>
      request(client.address, 'POST', path, headers, {
        content: 'Here.',
        role: 'human_agent',
        ...body,
      })
    const said = await says({ attachments: [shown.id] })
    expect(said.status, JSON.stringify(said.body)).to.equal(201)
    expect(said.body.data.attachments).to.deep.equal([
      { id: shown.id, name: 'offer.pdf', type: 'application/pdf', bytes: PDF.length },
    ])
    expect((await says({ attachments: [hidden.id], visibility: 'internal' })).status).to.equal(201)
    const again = await says({ attachments: [shown.id] })
    expect(again.body.data.errors[0]).to.include({ field: 'attachments.0', code: 'not_found' })
    expect((await download(thread, shown.id, token)).status).to.equal(200)
    expect((await download(thread, hidden.id, token)).status).to.equal(404)
    expect((await download(thread, hidden.id)).status).to.equal(200)
    const own = (await upload(client, thread, makePng(), 'mine.png', token)).body.data
    const question = await request(client.address, 'POST', path, token, {
      content: 'Mine.',
      attachments: [own.id],
    })
    expect(question.status).to.equal(201)
    expect(question.body.data).to.include({ handled_by: 'human' })
    expect(question.body.data.attachments[0]).to.include({ name: 'mine.png' })
    const other = bearer(await mintToken(client))
    expect((await download(thread, shown.id, other)).status).to.equal(404)
  })

  it('can be read only after a message has them, and are deleted if no message takes them within a day', async () => {
    const thread = await makeConversation()
    const [early, late] = [
      (await upload(client, thread, makePng(), 'a.png')).body.data,
      (await upload(client, thread, makePng(), 'b.png')).body.data,
    ]
    expect((await download(thread, early.id)).status).to.equal(404)
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)
    await parley
      .db('attachments')
      .where({ id: early.id })
      .update({ created_at: ago(24.5) })
    await parley
      .db('attachments')
      .where({ id: late.id })
      .update({ created_at: ago(25.5) })
    const refused = await sent(thread, { attachments: [early.id] })
    expect(refused.body.data.errors[0]).to.include({ field: 'attachments.0', code: 'not_found' })
    await chores()
    expect(
      await parley.db('attachments').where({ thread_id: thread.id }).pluck('id'),
    ).to.deep.equal([early.id])
  })

  it('are in the export of a person, and are erased with them', async () => {
    const context = (await client.post('/api/v1/contexts', { user_reference: 'zoe', traits: {} }))
      .body.data
    const thread = await client.makeConversation({
      agent_id: agent.id,
      user_context_id: context.id,
    })
    const png = makePng(20)
    const { id } = (await upload(client, thread, png, 'me.png')).body.data
    await sent(thread, { attachments: [id] })
    const answer = await fetch(`${client.address}/api/v1/contexts/${context.id}/export`, {
      headers: client.authorization,
    })
    const lines = (await answer.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const file = lines.find(({ type }) => type === 'attachment')
    expect(file).to.include({ id, name: 'me.png', media_type: 'image/png', bytes: png.length })
    expect(Buffer.from(file.content, 'base64').equals(png)).to.equal(true)
    await client.send('DELETE', `/api/v1/contexts/${context.id}?erase=everything`)
    expect(await parley.db('attachments').where({ id })).to.deep.equal([])
  })
})

describe('attachments in an object storage', () => {
  it('are stored there, read from there, and deleted with their chat', async () => {
    const s3 = await startFakeS3()
    const parley = await startParley({ settings: s3.settings })
    const { client } = parley
    try {
      const agent = await client.makeAgent({ allow_attachments: true })
      const thread = await client.makeConversation({ agent_id: agent.id })
      const png = makePng(30)
      const { id } = (await upload(client, thread, png, 'a.png')).body.data
      const [key, ...more] = [...s3.objects.keys()].filter((one) => one.includes(id))
      expect(more).to.deep.equal([])
      expect(s3.objects.get(key!)!.equals(png)).to.equal(true)
      expect((await parley.db('attachments').where({ id }).first()).bytes).to.equal(null)
      const path = `/api/v1/conversations/${thread.id}`
      await client.post(`${path}/messages`, { content: 'See.', attachments: [id] })
      const response = await fetch(`${client.address}${path}/attachments/${id}`, {
        headers: client.authorization,
      })
      const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
      expect(hash(Buffer.from(await response.arrayBuffer()))).to.equal(hash(png))
      const config = loadConfig(parley.env)
      await doChores(parley.db, config, makeLog('test', config))
      expect(s3.objects.has(key!), 'while a message has it').to.equal(true)
      await client.send('DELETE', path)
      await doChores(parley.db, config, makeLog('test', config))
      expect(s3.objects.has(key!), 'after its chat').to.equal(false)
    } finally {
      await parley.stop()
      await s3.close()
    }
  })
})
