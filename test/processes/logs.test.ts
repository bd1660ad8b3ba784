import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { request, signedIn } from '../support/http/access.ts'
import { Client, eventually } from '../support/http/client.ts'
import { type CompatibleServer, startCompatible } from '../support/models/compatible.ts'
import { onOneQueue, type Parley, startParley } from '../support/product/parley.ts'
import {
  killAll,
  type Running,
  type RunningApi,
  runApi,
  runWorker,
} from '../support/product/processes.ts'
import { type Collector, startCollector } from '../support/servers/otlp.ts'

/** A word that all texts of people contain, and no other text. */
const CANARY = 'kingfisher'
const TOKEN = 'a-token-of-the-tests'

/**
 * Checks every log line at the most detailed level, every span, and every metric: none has
 * contents.
 */
onOneQueue('the logs of the service @long', function (backend) {
  let parley: Parley
  let collector: Collector
  let api: RunningApi
  let processes: Running[]
  let server: CompatibleServer
  let client: Client
  before(async () => {
    collector = await startCollector()
    server = await startCompatible()
    parley = await startParley({
      backend,
      settings: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_BSP_SCHEDULE_DELAY: '100',
        METRICS_TOKEN: TOKEN,
        OPENAI_API_KEY: `sk-${CANARY}-0123456789`,
        WIDGET_TOKEN_KEYS: `test:${CANARY} is a secret of 32 bytes or more`,
        FETCH_ALLOWED_HOSTS: '127.0.0.1',
        EGRESS_ALLOWED_HOSTS: server.host,
        DATABASE_TIMEOUT_SECONDS: '3',
        TIME_SCALE: '0.3',
      },
      workers: false,
    })
    const workers = ['reply', 'index'].map((lane) => runWorker(parley.env, lane, 'trace'))
    const [first, ...others] = await Promise.all([runApi(parley.env, 'trace'), ...workers])
    api = first
    processes = [api, ...others]
    client = new Client(api.address, parley.client.credentials)
  })
  after(async () => {
    await killAll()
    await parley.stop()
    await collector.close()
    await server.close()
  })
  beforeEach(() => parley.model.reset())

  const say = async (fields: object = {}, headers: Record<string, string> = {}) => {
    const agent_id = (
      await client.makeAgent({ name: `Ada ${CANARY}`, instructions: `Say ${CANARY}.` })
    ).id
    const conversation = await client.makeConversation({ agent_id })
    const body = { content: `Where is the ${CANARY}?`, metadata: { bird: CANARY }, ...fields }
    return client.post(`/api/v1/conversations/${conversation.id}/messages`, body, headers)
  }

  /**
   * Expects all output to lack the canary, once API and worker have logged the request with this
   * id.
   */
  const expectNoCanary = async () => {
    const last = `last-${Math.random()}`
    parley.model.behave(() => ({ text: 'The end.' }))
    expect((await say({}, { 'X-Request-Id': last })).status).to.equal(201)
    await eventually(async () => {
      const spans = collector.spans.filter(
        ({ attributes }) => attributes['parley.request_id'] === last,
      )
      return spans.length >= 3
    }, 60)
    const headers = { Authorization: `Bearer ${TOKEN}` }
    const metrics = await (await fetch(`${api.address}/metrics`, { headers })).text()
    const output = [
      ...processes.map((process) => process.output()),
      ...collector.bodies,
      metrics,
    ].join('\n')
    expect(output).to.contain(last)
    const at = output.toLowerCase().indexOf(CANARY)
    expect(at < 0 ? '' : output.slice(Math.max(0, at - 300), at + 100)).to.equal('')
    expect(output).not.to.contain(client.credentials.secret).and.not.contain(TOKEN)
  }

  it('have no message, prompt, trait, knowledge or reply', async () => {
    await client.post('/api/v1/knowledge/qa', {
      question: `Where is the ${CANARY}?`,
      answer: `${CANARY} is here.`,
    })
    await client.post('/api/v1/contexts', {
      user_reference: 'erika',
      traits: { favourite: CANARY },
    })
    expect((await say({ trace: true })).status).to.equal(201)
    await expectNoCanary()
  })

  it('have nothing of a refused body', async () => {
    const headers = { 'Content-Type': 'application/json' }
    await client.send('POST', '/api/v1/agents', `{"name": ${CANARY}}`, headers)
    await client.post('/api/v1/agents', { name: 'Ada', [CANARY]: CANARY, tone: [CANARY] })
    await client.get('/api/v1/agents', { 'X-API-Key': CANARY, 'X-API-Secret': CANARY })
    await client.get('/api/v1/agents', { Authorization: `Bearer ${CANARY}.${CANARY}.${CANARY}` })
    await client.get('/api/v1/agents', { 'X-Request-Id': `${CANARY} {}` })
    await client.get(`/api/v1/conversations?after=${CANARY}`)
    await expectNoCanary()
  })

  it("have nothing of a failing provider's answer", async () => {
    const error = JSON.stringify({
      error: { message: `You said: ${CANARY}`, type: CANARY, code: CANARY },
    })
    for (const behaviour of [
      { status: 400, body: error },
      { status: 401, body: error },
      { raw: `{"choices": ${CANARY}` },
      {
        raw: JSON.stringify({
          choices: [{ message: { content: CANARY.repeat(3), role: CANARY } }],
          usage: CANARY,
        }),
      },
      { raw: CANARY },
      { text: 'Here.', finish_reason: `You said: ${CANARY}` },
    ]) {
      parley.model.behave(() => behaviour)
      await say()
    }
    await expectNoCanary()
  })

  it('have nothing of an unreadable piece of a streamed reply', async () => {
    const cut = `data: {"choices":[{"index":0,"delta":{"content":"The ${CANARY}\n\n`
    const words = `You said: ${CANARY}`
    const error = `data: ${JSON.stringify({ error: { message: words, type: words, code: words } })}\n\n`
    for (const raw of [cut, error]) {
      parley.model.behave(() => ({ raw }))
      const { body } = await say({}, { Prefer: 'respond-async' })
      // The attempt has ended, and is logged.
      await eventually(
        async () => (await parley.db('jobs').where({ target_id: body.data.id })).length > 0,
        60,
      )
    }
    await expectNoCanary()
  })

  it('have no key of a connection, whether the server accepts it, refuses it or repeats it', async () => {
    const { headers } = await signedIn(parley, client, 'owner')
    const ask = (method: string, path: string, body?: object) =>
      request(client.address, method, `/api/v1/connections${path}`, headers, body)
    const key = `sk-${CANARY}-key-0123456789`
    const made = await ask('POST', '', {
      name: 'ours',
      provider: 'openai',
      base_url: server.url,
      key,
    })
    expect(made.status).to.equal(201)
    const { id } = made.body.data
    const agent = await client.makeAgent({ model: 'ours:large' })
    const { id: conversation } = await client.makeConversation({ agent_id: agent.id })
    for (const taken of [key, 'sk-another']) {
      server.key = taken
      await client.say(conversation, 'Hi')
      await ask('POST', `/${id}/test`, {})
    }
    await ask('PATCH', `/${id}`, { key: `${key}\n` })
    await ask('POST', '', { name: 'ours', provider: 'openai', key })
    await ask('PATCH', `/${id}`, { key: `${key}-2` })
    await expectNoCanary()
    for (const table of [
      'jobs',
      'audit_events',
      'reply_traces',
      'messages',
      'idempotency_keys',
      'chores',
    ]) {
      const rows = JSON.stringify(await parley.db(table))
      expect(rows.includes(key), table).to.equal(false)
    }
  })

  it('have nothing of an unreadable page', async () => {
    const url = `http://127.0.0.1:1/${CANARY}?${CANARY}`
    await client.post('/api/v1/knowledge/urls', { url })
    await client.post('/api/v1/knowledge/urls', { url: parley.model.url })
    await expectNoCanary()
  })

  it('have nothing of a row that PostgreSQL refuses, with and without the statement', async () => {
    const { db } = parley
    await db.raw(
      `alter table agents add constraint no_bird check (instructions not like '%${CANARY} two%')`,
    )
    await db.raw(
      `alter table messages add constraint no_reply check (role = 'user' or content not like '%two%')`,
    )
    try {
      const refused = await client.post('/api/v1/agents', {
        name: 'Ada',
        instructions: `${CANARY} two`,
      })
      expect(refused.status).to.equal(500)
      parley.model.behave(() => ({ text: `${CANARY} two` }))
      expect((await say()).status).to.equal(500)
    } finally {
      await db.raw('alter table agents drop constraint no_bird')
      await db.raw('alter table messages drop constraint no_reply')
    }
    const logged = processes.map((process) => process.output()).join('\n')
    expect(logged)
      .to.contain('request failed')
      .and.contain('a job failed unexpectedly')
      .and.contain('no_reply')
    await expectNoCanary()
  })

  it('have a malformed request by the id of its answer, and nothing of its content', async () => {
    const { port } = new URL(api.address)
    const socket = connect(Number(port), '127.0.0.1')
    socket.end(`${CANARY} ${CANARY}\r\n\r\n`)
    const answer = await text(socket)
    const { code, request_id } = JSON.parse(answer.split('\r\n\r\n')[1]!)
    expect(code).to.equal('malformed_request')
    expect(answer).to.contain(`X-Request-Id: ${request_id}`)
    const isLogged = (line: string) => line.includes(request_id) && line.includes('"status":400')
    await eventually(async () => api.output().split('\n').some(isLogged), 60)
    await expectNoCanary()
  })

  it('have nothing of messages that came while the database hung', async () => {
    const { db } = parley
    const seen = api.output().length
    await db.knexTransaction(async (transaction) => {
      await transaction.raw('lock table messages, request_logs in access exclusive mode')
      expect((await say({}, { 'X-Request-Id': 'hung' })).status).to.equal(503)
      await api.printed(/could not be stored for the analytics/, seen)
    })
    const lines = api.output().split('\n')
    const isWhy = (line: string) => line.includes('may be tried again') && line.includes('"hung"')
    expect(lines.some(isWhy), 'why is logged with the request').to.equal(true)
    await expectNoCanary()
  })
})
