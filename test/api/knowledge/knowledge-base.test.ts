import { once } from 'node:events'
import { connect } from 'node:net'
import { expect } from 'chai'
import { program } from '../../../workers/reader/subprocess.ts'
import { makePdf } from '../../support/data/documents.ts'
import { bearer, type SignedIn, signedIn } from '../../support/http/access.ts'
import { type Answer, eventually, expectEnvelope } from '../../support/http/client.ts'
import { fetchDocumented } from '../../support/http/contract.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const PATH = '/knowledge-base/'
const FILES = '/api/v1/knowledge/files'

describe('an upload to /knowledge-base/', () => {
  let parley: Parley
  let owner: SignedIn
  before(async () => {
    parley = await startParley()
    owner = await signedIn(parley, parley.client, 'owner')
  })
  after(() => parley.stop())

  function form(
    bytes: string | Uint8Array,
    name: string,
    fields: Record<string, string> = {},
  ): FormData {
    const data = new FormData()
    for (const [field, value] of Object.entries(fields)) data.append(field, value)
    data.append('file', new Blob([bytes as string]), name)
    return data
  }

  async function upload(
    body: FormData | string,
    headers: Record<string, string>,
    path = PATH,
  ): Promise<Answer> {
    const response = await fetchDocumented(parley.client.address + path, {
      method: 'POST',
      headers,
      body,
    })
    const answer = {
      status: response.status,
      headers: response.headers,
      body: await response.json(),
    }
    expectEnvelope(answer as Answer)
    return answer as Answer
  }
  const entries = () => parley.db('knowledge_entries').count().first()

  for (const path of ['/knowledge-base/', '/knowledge-base'])
    it(`makes an entry that is indexed, at ${path}`, async () => {
      const { status, body } = await upload(
        form('We open at nine.', 'Hours.txt'),
        owner.headers,
        path,
      )
      expect(status).to.equal(201)
      expect(body.data).to.include({
        title: 'Hours.txt',
        file_type: 'txt',
        file_name: 'Hours.txt',
        size_bytes: 16,
        status: 'ready',
        chunk_count: 1,
      })
      expect((await parley.client.get(`${FILES}/${body.data.id}`)).body.data).to.deep.equal(
        body.data,
      )
    })

  it('gets the title in its file, unless a user has named it @long', async () => {
    const page = (title: string) => `<title>${title}</title><p>Parcels take three days.</p>`
    const { id, title } = (await upload(form(page('All parcels'), 'all.html'), owner.headers)).body
      .data
    expect(title).to.equal('All parcels')
    const again = (bytes: string, more = {}) =>
      upload(form(bytes, 'all.html', { knowledge_id: id, ...more }), owner.headers)
    expect((await again(page('Parcels, 2nd edition'))).body.data.title).to.equal(
      'Parcels, 2nd edition',
    )
    expect((await again(page('untitled'))).body.data.title).to.equal('all.html')
    expect((await again(page('Parcels'), { title: 'Ours' })).body.data.title).to.equal('Ours')
    expect((await again(page('Parcels'))).body.data.title).to.equal('Ours')
    const { id: agent } = await parley.client.makeAgent()
    const question = { question: 'How long do parcels take?' }
    const { body } = await parley.client.post(`/api/v1/agents/${agent}/retrieve`, question)
    expect(body.data[0]).to.include({ knowledge_id: id, title: 'Ours' })
  })

  it('is accepted beside many slow uploads of its own and of another organization', async () => {
    const other = await parley.another('Another one')
    const beside = await signedIn(parley, other, 'editor')
    const { hostname, port } = new URL(parley.client.address)
    const headers = Object.entries({
      Host: hostname,
      'Content-Type': 'multipart/form-data; boundary=x',
      'Content-Length': '1000000',
      ...owner.headers,
    })
    const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    const trickling = Array.from({ length: 12 }, () =>
      connect({ host: hostname, port: Number(port) }),
    )
    try {
      await Promise.all(
        trickling.map(async (socket) => {
          await once(socket, 'connect')
          socket.write(`POST /knowledge-base HTTP/1.1\r\nExpect: 100-continue\r\n${head}\r\n`)
          // Node sends this once the request is with its handler.
          expect(String(await once(socket, 'data'))).to.match(/^HTTP\/1.1 100/)
          socket.write('--x\r\n')
        }),
      )
      for (const { headers } of [owner, beside])
        expect((await upload(form('Nine.', 'a.txt'), headers)).status).to.equal(201)
    } finally {
      for (const socket of trickling) socket.destroy()
    }
  })

  it('accepts title, summary and agent_ids beside the file @long', async () => {
    const agents = [await parley.client.makeAgent(), await parley.client.makeAgent()].map(
      ({ id }) => id,
    )
    const fields = { title: 'Hours', summary: 'When we open', agent_ids: agents.join(',') }
    const { status, body } = await upload(form('Nine.', 'a.md', fields), owner.headers)
    expect(status).to.equal(201)
    expect(body.data).to.deep.include({
      title: 'Hours',
      summary: 'When we open',
      agent_ids: agents,
    })
  })

  it('fills the entry that knowledge_id names, and answers 200', async () => {
    const entry = (await parley.client.post(FILES, { title: 'Manual', file_type: 'pdf' })).body.data
    expect(entry).to.include({ file_name: null, size_bytes: null })
    const pdf = makePdf(['The blue lever opens the hatch.'])
    const { status, body } = await upload(
      form(pdf, 'manual.pdf', { knowledge_id: entry.id }),
      owner.headers,
    )
    expect(status).to.equal(200)
    expect(body.data).to.include({
      id: entry.id,
      title: 'Manual',
      file_name: 'manual.pdf',
      status: 'ready',
    })
    const [chunk] = await parley.db('chunks').where({ entry_id: entry.id })
    expect(chunk.text).to.contain('The blue lever opens the hatch.')
  })

  it('answers 404 to a knowledge_id of another organization as to an unknown id, and stores nothing', async () => {
    const theirs = await parley.another('Their knowledge')
    const { id } = (await theirs.post(FILES, { title: 'Theirs' })).body.data
    const before = await entries()
    const there = await upload(form('x', 'a.txt', { knowledge_id: id }), owner.headers)
    const nowhere = await upload(
      form('x', 'a.txt', { knowledge_id: '01900000-0000-7000-8000-000000000000' }),
      owner.headers,
    )
    expect(there.status).to.equal(404)
    expect({ ...there.body, request_id: '' }).to.deep.equal({ ...nowhere.body, request_id: '' })
    expect(await entries()).to.deep.equal(before)
  })

  it('says in its entry why a file cannot be read', async () => {
    const { status, body } = await upload(form('%PDF-1.4 broken', 'broken.pdf'), owner.headers)
    expect(status).to.equal(201)
    expect(body.data.status).to.equal('failed')
    expect(body.data.error.detail).to.be.a('string').that.matches(/[.]$/)
  })

  it('is retried when the machine was too busy to read it @long', async () => {
    const { patience } = program
    program.patience = 0
    const uploaded = upload(form('We open at nine.', 'busy.txt'), owner.headers)
    const retried = { outcome: 'retried', error_code: 'unavailable' }
    await eventually(() => parley.db('jobs').where(retried).first()).finally(() => {
      program.patience = patience
    })
    expect((await uploaded).body.data).to.include({ status: 'ready', error: null, chunk_count: 1 })
  })

  it('accepts a repeated upload with the same Idempotency-Key once, and refuses another file with that key', async () => {
    const headers = { ...owner.headers, 'Idempotency-Key': 'upload-1' }
    const [one, two] = [
      await upload(form('A', 'a.txt'), headers),
      await upload(form('A', 'a.txt'), headers),
    ]
    expect(two.body.data.id).to.equal(one.body.data.id)
    expect(two.headers.get('idempotent-replayed')).to.equal('true')
    expect((await upload(form('B', 'a.txt'), headers)).body.code).to.equal('idempotency_mismatch')
  })

  it('is for the dashboard: keys and tokens get 403, and requests without credentials 401', async () => {
    const { authorization } = parley.client
    expect((await upload(form('x', 'a.txt'), authorization)).body.code).to.equal('scope')
    expect((await upload(form('x', 'a.txt'), bearer('junk'))).status).to.equal(401)
    expect((await upload(form('x', 'a.txt'), {})).status).to.equal(401)
  })

  it("needs the CSRF token, and a page of Parley's own", async () => {
    expect((await upload(form('x', 'a.txt'), owner.cookie)).body.code).to.equal('csrf_failed')
    const foreign = { ...owner.headers, 'Sec-Fetch-Site': 'cross-site' }
    expect((await upload(form('x', 'a.txt'), foreign)).body.code).to.equal('csrf_failed')
  })

  it('is refused to a viewer and open to an editor', async () => {
    const viewer = await signedIn(parley, parley.client, 'viewer')
    const editor = await signedIn(parley, parley.client, 'editor')
    expect((await upload(form('x', 'a.txt'), viewer.headers)).body.code).to.equal('scope')
    expect((await upload(form('x', 'a.txt'), editor.headers)).status).to.equal(201)
  })

  it('refuses JSON with 415, unknown fields with 422 and 21 MB with 413, and stores nothing', async () => {
    const before = await entries()
    const json = { ...owner.headers, 'Content-Type': 'application/json' }
    expect((await upload('{}', json)).status).to.equal(415)
    const unknown = await upload(form('x', 'a.txt', { color: 'red' }), owner.headers)
    expect(unknown.body.data.errors[0]).to.include({ field: 'color', code: 'unknown_field' })
    const large = await upload(
      form(new Uint8Array(21 * 1024 * 1024).fill(97), 'a.txt'),
      owner.headers,
    )
    expect(large.status).to.equal(413)
    expect(large.body.detail).to.contain('20 MB')
    expect(await entries()).to.deep.equal(before)
  })

  it('does not let the metadata route accept files: 415', async () => {
    expect((await upload(form('x', 'a.txt'), parley.client.authorization, FILES)).status).to.equal(
      415,
    )
  })

  it('is used for a reply at once @long', async () => {
    await upload(
      form('The cellar door code is written inside the lid.', 'cellar.txt'),
      owner.headers,
    )
    const { id } = await parley.client.makeConversation()
    const { body } = await parley.client.say(id, 'Where is the cellar door code?')
    expect(body.data.content).to.contain('written inside the lid')
  })
})

describe('an upload in the earlier form', () => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ settings: { LEGACY_FORM: 'true' } })
  })
  after(() => parley.stop())

  it('is accepted with key and secret at the metadata route, which names its successor', async () => {
    const { id: assistant_id } = await parley.client.makeAgent()
    const data = new FormData()
    data.append('title', 'Hours')
    data.append('file_type', 'txt')
    data.append('assistant_id', assistant_id)
    data.append('file', new Blob(['We open at nine.']), 'hours.txt')
    const { status, body, headers } = await parley.client.send('POST', `${FILES}/`, data)
    expect(status).to.equal(201)
    expect(body.data).to.deep.include({
      title: 'Hours',
      file_name: 'hours.txt',
      agent_ids: [assistant_id],
    })
    expect(headers.get('deprecation')).to.match(/^@\d+$/)
    expect(headers.get('link')).to.equal('</knowledge-base/>; rel="successor-version"')
  })

  it('leaves JSON at that route unchanged', async () => {
    const { status, headers } = await parley.client.post(FILES, { title: 'Metadata' })
    expect(status).to.equal(201)
    expect(headers.get('deprecation')).to.equal(null)
  })
})
