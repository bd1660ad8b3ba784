import { expect } from 'chai'
import { v7 as uuid } from 'uuid'
import { makePng, upload } from '../../support/data/attachments.ts'
import { bearer, mintToken, request, signedIn } from '../../support/http/access.ts'
import type { Answer, Client } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const GIF = 'GIF89a\x01\x00\x01\x00'
const MB = 1024 * 1024

describe('attachments that are refused', function () {
  this.timeout(60_000)
  let parley: Parley
  let client: Client
  let agent: any
  let thread: any
  before(async () => {
    const settings = {
      ATTACHMENTS_CHAT_DAILY_LIMIT: '6',
      ATTACHMENTS_ORGANIZATION_DAILY_MEGABYTES: '30',
    }
    parley = await startParley({ workers: false, settings })
    client = parley.client
    agent = await client.makeAgent({ allow_attachments: true })
    thread = await client.makeConversation({ agent_id: agent.id })
  })
  after(() => parley.stop())

  const errorOf = ({ status, body }: Answer) => {
    const { field, code } = body.data?.errors?.[0] ?? {}
    return [status, body.code, field, code].filter((one) => one !== undefined).join(' ')
  }
  const post = (to: any, body: object, of: Client = client) =>
    of.post(
      `/api/v1/${to.object}s/${to.id}/messages`,
      { content: 'See.', ...body },
      { Prefer: 'respond-async' },
    )

  const FILES: [what: string, bytes: Buffer | string, name: string, error: string][] = [
    [
      'a page with the name of an image',
      '<script>alert(1)</script>',
      'a.png',
      '422 validation_failed file file_type',
    ],
    [
      'an SVG',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'a.svg',
      '422 validation_failed file file_type',
    ],
    [
      'a page before a PDF',
      `<html></html>%PDF-1.4`,
      'a.pdf',
      '422 validation_failed file file_type',
    ],
    ['an archive', 'PK\x03\x04', 'a.docx', '422 validation_failed file file_type'],
    ['an empty file', '', 'a.png', '422 validation_failed file file_type'],
    ['an image without a size', 'GIF89a', 'a.gif', '422 validation_failed file file_broken'],
    [
      'an image that unpacks to gigabytes',
      makePng(8, 8, { width: 60_000, height: 60_000 }),
      'a.png',
      '422 validation_failed file image_size',
    ],
    ['an image over 5 MB', GIF + '\0'.repeat(5 * MB), 'a.gif', '413 payload_too_large'],
    ['a PDF over 10 MB', `%PDF-1.4${'\0'.repeat(10 * MB)}`, 'a.pdf', '413 payload_too_large'],
  ]
  for (const [what, bytes, name, error] of FILES)
    it(`include ${what}`, async () => {
      const answer = await upload(client, thread, bytes, name)
      expect(errorOf(answer)).to.equal(error)
      expect(await parley.db('attachments').where({ thread_id: thread.id })).to.deep.equal([])
    })

  it('include a form with two files, with other fields, or without a file, and JSON', async () => {
    const path = `/api/v1/conversations/${thread.id}/attachments`
    const send = (form: FormData) =>
      request(client.address, 'POST', path, client.authorization, form)
    const two = new FormData()
    for (const name of ['a.gif', 'b.gif']) two.append('file', new Blob([GIF]), name)
    expect(errorOf(await send(two))).to.equal('422 validation_failed file maxItems')
    const more = new FormData()
    more.append('title', 'x')
    more.append('file', new Blob([GIF]), 'a.gif')
    expect(errorOf(await send(more))).to.equal('422 validation_failed title unknown_field')
    const none = new FormData()
    none.append('file', '')
    expect(errorOf(await send(none))).to.match(/^422 validation_failed/)
    const json = await request(client.address, 'POST', path, client.authorization, { file: 'a' })
    expect(errorOf(json)).to.equal('415 unsupported_media_type')
  })

  it('include an unknown id, ids of another chat or organization, a repeated id, and five ids', async () => {
    const to = await client.makeConversation({ agent_id: agent.id })
    const other = await client.makeConversation({ agent_id: agent.id })
    const foreign = await parley.another('Somebody else')
    const theirAgent = await foreign.makeAgent({ allow_attachments: true })
    const theirs = await foreign.makeConversation({ agent_id: theirAgent.id })
    const own = (await upload(client, to, GIF, 'a.gif')).body.data.id
    const ids = {
      nothing: uuid(),
      chat: (await upload(client, other, GIF, 'a.gif')).body.data.id,
      organization: (await upload(foreign, theirs, GIF, 'a.gif')).body.data.id,
    }
    for (const [what, id] of Object.entries(ids)) {
      const refused = await post(to, { attachments: [own, id] })
      expect(errorOf(refused), what).to.equal('422 validation_failed attachments.1 not_found')
      expect(refused.body.data.errors, what).to.have.length(1)
    }
    expect(errorOf(await post(to, { attachments: [own, own] }))).to.equal(
      '422 validation_failed attachments uniqueItems',
    )
    expect(
      errorOf(await post(to, { attachments: Array.from({ length: 5 }, () => uuid()) })),
    ).to.equal('422 validation_failed attachments maxItems')
    expect(await parley.db('messages').where({ thread_id: to.id })).to.deep.equal([])
    // The same id in capital letters is the same file.
    expect((await post(to, { attachments: [own, own.toUpperCase()] })).status).to.equal(202)
    const path = (id: string) => `/api/v1/conversations/${theirs.id}/attachments/${id}`
    expect((await client.get(path(ids.organization))).status).to.equal(404)
  })

  it('include files of a closed chat, and of an agent that has meanwhile turned attachments off', async () => {
    const { id } = await client.makeAgent({ allow_attachments: true })
    const to = await client.makeConversation({ agent_id: id })
    const file = (await upload(client, to, GIF, 'a.gif')).body.data.id
    const change = (path: string, body: object) =>
      client.send('PATCH', path, JSON.stringify(body), { 'Content-Type': 'application/json' })
    await change(`/api/v1/agents/${id}`, { allow_attachments: false })
    const refused = await post(to, { attachments: [file] })
    expect(errorOf(refused)).to.equal('422 validation_failed attachments attachments_not_allowed')
    await client.post(`/api/v1/conversations/${to.id}/handoff`, {})
    const said = await post(to, { attachments: [file], role: 'human_agent' })
    expect(errorOf(said)).to.equal('422 validation_failed attachments attachments_not_allowed')
    expect((await parley.db('attachments').where({ id: file }).first()).message_id).to.equal(null)
    await change(`/api/v1/agents/${id}`, { allow_attachments: true })
    await change(`/api/v1/conversations/${to.id}`, { status: 'closed' })
    expect(errorOf(await upload(client, to, GIF, 'a.gif'))).to.equal('409 thread_closed')
  })

  it('include endless uploads, in a chat and in an organization @long', async () => {
    const visitor = bearer(await mintToken(client))
    const open = async () =>
      (await request(client.address, 'POST', '/api/v1/sessions', visitor, { agent_id: agent.id }))
        .body.data
    const session = await open()
    const codes: string[] = []
    for (let times = 0; times < 8; times++)
      codes.push(errorOf(await upload(client, session, GIF, 'a.gif', visitor)))
    expect(codes).to.deep.equal([...Array(6).fill('201'), ...Array(2).fill('429 rate_limited')])
    const big = `%PDF-1.4${'\0'.repeat(9.5 * MB)}`
    const sizes: string[] = []
    for (let times = 0; times < 4; times++)
      sizes.push(errorOf(await upload(client, await open(), big, 'a.pdf', visitor)))
    expect(sizes).to.deep.equal([...Array(3).fill('201'), '429 rate_limited'])
    const last = await upload(client, await open(), big, 'a.pdf', visitor)
    expect(Number(last.headers.get('retry-after'))).to.be.above(0)
    const others = await parley.another('With room')
    const theirs = await others.makeConversation({
      agent_id: (await others.makeAgent({ allow_attachments: true })).id,
    })
    expect((await upload(others, theirs, big, 'a.pdf')).status).to.equal(201)
  })

  it('include files of viewers', async () => {
    const { headers } = await signedIn(parley, client, 'viewer')
    expect(errorOf(await upload(client, thread, GIF, 'a.gif', headers))).to.equal('403 scope')
  })
})
