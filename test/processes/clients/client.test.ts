import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { makeClient } from '../../../client/index.ts'
import { type Parley, startParley, TEST_ORIGIN } from '../../support/product/parley.ts'
import { run } from '../../support/product/processes.ts'

describe('the typed client', () => {
  describe('with the API', () => {
    let parley: Parley
    before(async () => {
      parley = await startParley()
    })
    after(() => parley.stop())

    const credentials = () => {
      const { address, credentials } = parley.client
      return { address, clientId: credentials.client_id, clientSecret: credentials.secret }
    }

    it('goes from an agent to a reply, and reads both again', async () => {
      parley.model.behave(() => ({ text: 'It comes tomorrow.' }))
      const client = makeClient(credentials())
      const agent = await client.POST('/api/v1/agents', {
        body: { name: 'Ada', default_tasks: ['answer'] },
      })
      const { id: agent_id, default_tasks } = agent.data!.data
      expect(default_tasks).to.deep.equal(['answer'])
      const conversation = await client.POST('/api/v1/conversations', { body: { agent_id } })
      const path = { conversation_id: conversation.data!.data.id }
      const reply = await client.POST('/api/v1/conversations/{conversation_id}/messages', {
        params: { path },
        body: { content: 'Where is my parcel?' },
      })
      expect(reply.response.status).to.equal(201)
      expect(reply.data!.data.content).to.equal('It comes tomorrow.')
      const messages = await client.GET('/api/v1/conversations/{conversation_id}/messages', {
        params: { path, query: { order: 'desc', limit: 1 } },
      })
      expect(messages.data!.data).to.deep.equal([reply.data!.data])
      expect(messages.data!.pagination.has_more).to.equal(true)
      const changed = await client.PATCH('/api/v1/agents/{id}', {
        params: { path: { id: agent_id } },
        body: { tone: 'friendly' },
      })
      expect(changed.data!.data.tone).to.equal('friendly')
      const gone = await client.DELETE('/api/v1/agents/{id}', {
        params: { path: { id: agent_id }, query: { conversations: 'delete' } },
      })
      expect(gone.data!.data).to.deep.equal({ id: agent_id, deleted: true })
    })

    it('returns failures unchanged, typed', async () => {
      const { error, data } = await makeClient(credentials()).POST('/api/v1/agents', {
        body: { name: '' },
      })
      expect(data).to.equal(undefined)
      expect(error!.code).to.equal('validation_failed')
      const stranger = makeClient({ ...credentials(), clientSecret: 'sk_wrong' })
      expect((await stranger.GET('/api/v1/agents')).error!.code).to.equal('unauthenticated')
    })

    it("acts for a visitor with a widget's token", async () => {
      const agent = await parley.client.makeAgent()
      const { address, clientId } = credentials()
      const minted = await makeClient({ address, token: '' }).POST('/api/v1/auth/widget-token', {
        params: { header: { Origin: TEST_ORIGIN } },
        body: { client_id: clientId },
      })
      const visitor = makeClient({ address, token: minted.data!.token })
      const session = await visitor.POST('/api/v1/sessions', { body: { agent_id: agent.id } })
      const path = { id: session.data!.data.id }
      expect((await visitor.GET('/api/v1/sessions/{id}', { params: { path } })).data).to.be.an(
        'object',
      )
      expect((await visitor.GET('/api/v1/agents')).error!.code).to.equal('scope')
    })

    it('makes one record when the answer to a POST is lost on its way', async () => {
      let losses = 0
      const lossy = async (request: Request) => {
        const response = await fetch(request)
        if (losses++ > 0) return response
        await response.body?.cancel()
        throw new TypeError('the connection broke')
      }
      const client = makeClient({ ...credentials(), fetch: lossy })
      const { data, response } = await client.POST('/api/v1/agents', {
        body: { name: 'Made once' },
      })
      expect(response.headers.get('idempotent-replayed')).to.equal('true')
      const rows = await parley.db('agents').where({ name: 'Made once' })
      expect(rows.map(({ id }) => id)).to.deep.equal([data!.data.id])
    })

    it('works as the guide shows it', async () => {
      const example = readFileSync('test/support/http/clientExample.ts', 'utf8')
      expect(readFileSync('docs/guide/server.md', 'utf8')).to.contain(`\`\`\`ts\n${example}\`\`\``)
      parley.model.behave(() => ({ text: 'It comes tomorrow.' }))
      const { address, clientId, clientSecret } = credentials()
      const settings = { PARLEY_ADDRESS: address, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret }
      const program = run(
        'node',
        ['--import', 'tsx', 'test/support/http/clientExample.ts'],
        settings,
      )
      expect(await program.ended, program.output()).to.equal(0)
      expect(program.output()).to.equal('It comes tomorrow.\n')
    })
  })

  describe('when the service fails', () => {
    let server: Server
    let requests: { method: string; key: string | undefined; body: string }[]
    let behave: (index: number, response: ServerResponse, request: IncomingMessage) => void
    before(async () => {
      server = createServer(async (request, response) => {
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(chunk as Buffer)
        const key = request.headers['idempotency-key'] as string | undefined
        requests.push({ method: request.method!, key, body: Buffer.concat(chunks).toString() })
        behave(requests.length - 1, response, request)
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    })
    after(() => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    })
    beforeEach(() => {
      requests = []
    })

    const client = (options: { tries?: number; patience?: number } = {}) =>
      makeClient({
        address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        token: 'a.b.c',
        ...options,
      })
    const refuse = (response: ServerResponse, status: number, retryAfter: string) =>
      response
        .writeHead(status, { 'Content-Type': 'application/json', 'Retry-After': retryAfter })
        .end('{"code":"unavailable"}')
    const succeed = (response: ServerResponse) =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"data":[]}')
    const name = 'Ada'
    const path = { id: '01900000-0000-7000-8000-000000000000' }

    for (const status of [429, 503])
      it(`repeats a POST after a ${status}, with the same key and body`, async () => {
        behave = (index, response) =>
          index < 2 ? refuse(response, status, '0') : succeed(response)
        const { response } = await client().POST('/api/v1/agents', { body: { name } })
        expect(response.status).to.equal(200)
        expect(requests).to.have.length(3)
        expect(requests[0]!.key).to.match(/^[\w-]{36}$/)
        expect(new Set(requests.map((request) => JSON.stringify(request)))).to.have.property(
          'size',
          1,
        )
      })

    it('sends two requests with separate keys, or with a given key', async () => {
      behave = (_, response) => succeed(response)
      const header = { 'Idempotency-Key': 'mine' }
      await client().POST('/api/v1/agents', { body: { name } })
      await client().POST('/api/v1/agents', { body: { name } })
      await client().POST('/api/v1/agents', { body: { name }, params: { header } })
      const keys = requests.map(({ key }) => key)
      expect(keys[0]).not.to.equal(keys[1])
      expect(keys[2]).to.equal('mine')
    })

    it('repeats a GET after a broken connection', async () => {
      behave = (index, response, request) =>
        index === 0 ? request.socket.destroy() : succeed(response)
      expect((await client({ patience: 0 }).GET('/api/v1/agents')).response.status).to.equal(200)
      expect(requests).to.have.length(2)
    })

    it('gives up after its tries, and returns the last answer', async () => {
      behave = (_, response) => refuse(response, 503, '0')
      const { error, response } = await client({ tries: 2 }).GET('/api/v1/agents')
      expect(response.status).to.equal(503)
      expect(error!.code).to.equal('unavailable')
      expect(requests).to.have.length(2)
    })

    it('returns the answer at once if Retry-After exceeds its patience', async () => {
      behave = (_, response) => refuse(response, 429, '3600')
      expect((await client().GET('/api/v1/agents')).response.status).to.equal(429)
      expect(requests).to.have.length(1)
    })

    it('repeats neither PATCH nor DELETE', async () => {
      behave = (_, response) => refuse(response, 503, '0')
      await client().PATCH('/api/v1/agents/{id}', { params: { path }, body: { name } })
      await client().DELETE('/api/v1/agents/{id}', { params: { path } })
      expect(requests.map(({ method }) => method)).to.deep.equal(['PATCH', 'DELETE'])
    })

    it('ends its wait when it is aborted', async () => {
      const abort = new AbortController()
      behave = (_, response) => {
        refuse(response, 503, '9')
        setTimeout(() => abort.abort(new Error('enough')), 20)
      }
      const failed = await client()
        .GET('/api/v1/agents', { signal: abort.signal })
        .catch((error) => error)
      expect(failed).to.have.property('message', 'enough')
      expect(requests).to.have.length(1)
    })
  })
})
