import { expect } from 'chai'
import { type Parley, startParley } from '../../support/product/parley.ts'

const DEPRECATED = /^@\d+$/

describe("the API's earlier form", () => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ settings: { LEGACY_FORM: 'true' } })
  })
  after(() => parley.stop())

  const expectDeprecated = (headers: Headers, successor: string) => {
    expect(headers.get('deprecation')).to.match(DEPRECATED)
    expect(headers.get('link')).to.equal(`<${successor}>; rel="successor-version"`)
  }

  for (const slash of ['', '/'])
    it(`serves /api/v1/assistants${slash} like agents, and names its successor`, async () => {
      const made = await parley.client.post(`/api/v1/assistants${slash}`, { name: 'Ada' })
      expect(made.status).to.equal(201)
      expectDeprecated(made.headers, `/api/v1/agents${slash}`)
      const listed = await parley.client.get(`/api/v1/assistants${slash}`)
      expect(listed.body.data.map(({ id }: any) => id)).to.contain(made.body.data.id)
      const read = await parley.client.get(`/api/v1/agents/${made.body.data.id}`)
      expect(read.body.data).to.deep.equal(made.body.data)
    })

  it('reads, changes and deletes an assistant', async () => {
    const { id } = await parley.client.makeAgent()
    const path = `/api/v1/assistants/${id}`
    const changed = await parley.client.send('PATCH', path, '{"name":"Bea"}', {
      'Content-Type': 'application/json',
    })
    expect(changed.body.data.name).to.equal('Bea')
    expectDeprecated(changed.headers, `/api/v1/agents/${id}`)
    expect((await parley.client.send('DELETE', path)).status).to.equal(200)
    const gone = await parley.client.get(path)
    expect(gone.status).to.equal(404)
    expectDeprecated(gone.headers, `/api/v1/agents/${id}`)
  })

  it('asks for credentials under the old path, too', async () => {
    const response = await fetch(`${parley.client.address}/api/v1/assistants`)
    expect(response.status).to.equal(401)
    await response.body?.cancel()
  })

  it('accepts assistant_id for agent_id in bodies and filters, and answers with both', async () => {
    const { id: assistant_id } = await parley.client.makeAgent()
    for (const path of ['/api/v1/sessions', '/api/v1/conversations']) {
      const made = await parley.client.post(path, { assistant_id })
      expect(made.status).to.equal(201)
      expect(made.body.data).to.include({ agent_id: assistant_id, assistant_id })
      expectDeprecated(made.headers, path)
      const listed = await parley.client.get(`${path}?assistant_id=${assistant_id}`)
      expect(listed.body.data.map(({ id }: any) => id)).to.deep.equal([made.body.data.id])
      expectDeprecated(listed.headers, path)
    }
  })

  it("answers with both names in replies, and marks today's form as current", async () => {
    const { id } = await parley.client.makeConversation()
    const { status, body, headers } = await parley.client.say(id, 'Hi')
    expect(status).to.equal(201)
    expect(body.data.assistant_id).to.equal(body.data.agent_id)
    expect(headers.get('deprecation')).to.equal(null)
  })

  it('refuses both names in one request with 422', async () => {
    const { id } = await parley.client.makeAgent()
    const { status, body } = await parley.client.post('/api/v1/sessions', {
      agent_id: id,
      assistant_id: id,
    })
    expect(status).to.equal(422)
    expect(body.data.errors[0]).to.include({ field: 'assistant_id', code: 'unknown_field' })
  })

  it('has a limit of 1000 requests an hour, unless another limit is set', async () => {
    const limited = async (settings: Record<string, string>) => {
      const other = await startParley({ workers: false, settings })
      const { headers } = await other.client.get('/api/v1/agents')
      await other.stop()
      return headers.get('x-ratelimit-limit')
    }
    expect(await limited({ LEGACY_FORM: 'true', API_HOURLY_LIMIT: '' })).to.equal('1000')
    expect(await limited({ LEGACY_FORM: 'true', API_HOURLY_LIMIT: '7' })).to.equal('7')
    expect(await limited({ API_HOURLY_LIMIT: '' })).to.equal('100')
  })

  it('is in the reference, as deprecated', async () => {
    const response = await fetch(`${parley.client.address}/openapi.json`)
    const { paths, components } = (await response.json()) as any
    expect(paths['/api/v1/assistants'].post).to.include({
      deprecated: true,
      operationId: 'createAgentLegacy',
    })
    expect(paths['/api/v1/assistants/{id}'].get.deprecated).to.equal(true)
    expect(components.schemas.Session.properties.assistant_id.deprecated).to.equal(true)
  })
})

describe('an API without its earlier form', () => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ workers: false })
  })
  after(() => parley.stop())

  it('answers 404 to /api/v1/assistants', async () => {
    expect((await parley.client.get('/api/v1/assistants')).status).to.equal(404)
    expect((await parley.client.post('/api/v1/assistants/', { name: 'Ada' })).status).to.equal(404)
  })

  it('refuses assistant_id with 422, and answers with agent_id alone', async () => {
    const { id } = await parley.client.makeAgent()
    expect((await parley.client.post('/api/v1/sessions', { assistant_id: id })).status).to.equal(
      422,
    )
    expect(await parley.client.makeSession({ agent_id: id })).not.to.have.property('assistant_id')
  })
})
