import { expect } from 'chai'
import { Client, eventually } from '../support/http/client.ts'
import { onOneQueue, type Parley, startParley } from '../support/product/parley.ts'
import {
  killAll,
  type Running,
  type RunningApi,
  runApi,
  runWorker,
} from '../support/product/processes.ts'
import { type FakeEmbeddings, startFakeEmbeddings, well } from '../support/servers/embeddings.ts'
import { type Collector, type ReceivedSpan, startCollector } from '../support/servers/otlp.ts'
import { freePort } from '../support/servers/servers.ts'

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'
const TRACEPARENT = `00-${TRACE_ID}-b7ad6b7169203331-01`
const TOKEN = 'a-token-for-metrics-only'
const NAMES = [
  'POST /api/v1/conversations/{conversation_id}/messages',
  'accept',
  'chat test-model',
  'job reply',
  'load',
  'retrieve',
  'store',
  'wait',
]

/** A trace is stored with the message, so it does not depend on the queue. */
onOneQueue('a trace @long', function (backend) {
  let parley: Parley
  let collector: Collector
  let api: RunningApi
  let worker: Running
  let client: Client
  before(async () => {
    collector = await startCollector()
    // The exporter waits for a batch, or this long.
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '100' }
    parley = await startParley({ backend, settings, workers: false })
    const index = runWorker(parley.env, 'index')
    ;[api, worker] = await Promise.all([runApi(parley.env), runWorker(parley.env), index])
    client = new Client(api.address, parley.client.credentials)
  })
  after(async () => {
    await killAll()
    await parley.stop()
    await collector.close()
  })
  beforeEach(() => parley.model.reset())

  /** Returns the spans of the request's trace, once so many have come. */
  const spansOf = (requestId: string, isWhole: (spans: ReceivedSpan[]) => boolean) =>
    eventually(async () => {
      const root = collector.spans.find(
        ({ kind, attributes }) => kind === 2 && attributes['parley.request_id'] === requestId,
      )
      const spans = collector.spans.filter(({ traceId }) => traceId === root?.traceId)
      return root && isWhole(spans) && spans
    }, 60)
  const byName = (spans: ReceivedSpan[], name: string) => spans.find((span) => span.name === name)!

  it('leads from the request through the job to the call of the model, as a part of the caller’s trace', async () => {
    parley.model.behave(() => ({ text: 'In the box.' }))
    const conversation = await client.makeConversation()
    const headers = { traceparent: TRACEPARENT, 'X-Request-Id': 'follow-me' }
    const { status, body } = await client.say(conversation.id, 'Where?', headers)
    expect(status).to.equal(201)
    const spans = await spansOf('follow-me', (found) => found.length >= NAMES.length)
    expect(spans.map(({ name }) => name).sort()).to.deep.equal(NAMES)
    const named = (name: string) => byName(spans, name)
    const root = named(NAMES[0]!)
    expect(root).to.deep.include({
      traceId: TRACE_ID,
      parentSpanId: 'b7ad6b7169203331',
      kind: 2,
      service: 'parley-api',
    })
    expect(root.attributes).to.include({
      'http.response.status_code': 201,
      'parley.request_id': 'follow-me',
    })
    for (const name of ['accept', 'wait']) expect(named(name).parentSpanId).to.equal(root.spanId)
    expect(named('job reply')).to.include({
      parentSpanId: named('accept').spanId,
      kind: 5,
      service: 'parley-worker',
    })
    expect(named('job reply').attributes).to.include({
      'parley.job_id': body.data.id,
      'parley.request_id': 'follow-me',
      'parley.organization_id': parley.client.organizationId,
      'parley.outcome': 'completed',
      'gen_ai.conversation.id': conversation.id,
    })
    for (const name of ['load', 'retrieve', 'store', 'chat test-model'])
      expect(named(name).parentSpanId, name).to.equal(named('job reply').spanId)
    expect(named('chat test-model').kind).to.equal(3)
    expect(named('chat test-model').attributes).to.deep.include({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'test-model',
      'gen_ai.response.finish_reasons': ['stop'],
      'gen_ai.usage.input_tokens': 11,
      'gen_ai.usage.output_tokens': 7,
    })
    for (const { status, name } of spans) expect(status.code ?? 0, name).to.equal(0)
  })

  it('continues at the provider, with the id of the request', async () => {
    const conversation = await client.makeConversation()
    const ids = { 'X-Request-Id': 'given-on', 'Idempotency-Key': 'given-on' }
    await client.say(conversation.id, 'Where?', ids)
    const [headers] = parley.model.headers
    expect(headers).to.include({ 'x-client-request-id': 'given-on' })
    const spans = await spansOf('given-on', (found) => found.length >= NAMES.length)
    const [{ traceId }] = spans as [ReceivedSpan]
    expect(headers!.traceparent).to.equal(
      `00-${traceId}-${byName(spans, 'chat test-model').spanId}-01`,
    )
    expect(byName(spans, 'job reply').parentSpanId).to.equal(byName(spans, 'accept').spanId)
  })

  it('continues when a worker finds the message without its wake-up @long', async () => {
    await parley.db('open_jobs').del()
    expect(await worker.stop()).to.equal(0)
    const conversation = await client.makeConversation()
    const headers = { Prefer: 'respond-async', 'X-Request-Id': 'without-a-wake-up' }
    await client.say(conversation.id, 'Where?', headers)
    // The columns of a claim whose worker has died.
    await parley
      .db('open_jobs')
      .where({ thread_id: conversation.id })
      .update({
        attempt: 1,
        worker: 'gone',
        claimed_at: new Date(Date.now() - 70_000),
        lease_expires_at: new Date(Date.now() - 60_000),
      })
    worker = await runWorker(parley.env)
    const spans = await spansOf('without-a-wake-up', (found) => Boolean(byName(found, 'job reply')))
    expect(byName(spans, 'job reply').parentSpanId).to.equal(byName(spans, 'accept').spanId)
    expect(byName(spans, 'job reply').attributes).to.include({ 'parley.attempt': 2 })
  })

  it('shows where something failed', async () => {
    parley.model.behave(() => ({ status: 400 }))
    const conversation = await client.makeConversation()
    expect(
      (await client.say(conversation.id, 'Where?', { 'X-Request-Id': 'refused' })).status,
    ).to.equal(502)
    const spans = await spansOf('refused', (found) => Boolean(byName(found, 'job reply')))
    for (const name of ['chat test-model', 'job reply', NAMES[0]!]) {
      expect(byName(spans, name).status, name).to.deep.equal({ code: 2, message: 'model_rejected' })
      expect(byName(spans, name).attributes['error.type']).to.equal('model_rejected')
    }
    expect(byName(spans, 'load').status.code ?? 0).to.equal(0)
  })

  it('continues in the index lane @long', async () => {
    const pair = { question: 'Where?', answer: 'In the box.' }
    await client.post('/api/v1/knowledge/qa', pair, { 'X-Request-Id': 'learned' })
    const spans = await spansOf('learned', (found) => Boolean(byName(found, 'job index')))
    expect(byName(spans, 'job index')).to.include({ service: 'parley-worker-index' })
  })

  it('has its id in the lines of both logs', async () => {
    const conversation = await client.makeConversation()
    await client.say(conversation.id, 'Where?', { 'X-Request-Id': 'logged' })
    const [{ traceId }] = (await spansOf('logged', (found) =>
      Boolean(byName(found, 'job reply')),
    )) as [ReceivedSpan]
    for (const process of [api, worker]) {
      const lines = process
        .output()
        .split('\n')
        .filter((line) => line.includes('"request_id":"logged"'))
      expect(lines).to.have.length(1)
      expect(JSON.parse(lines[0]!).trace_id).to.equal(traceId)
    }
  })

  it("is not made of load balancers' probes", async () => {
    const before = collector.spans.length
    await client.get('/health')
    await client.get('/api/v1/agents', { 'X-Request-Id': 'after-health' })
    await spansOf('after-health', (found) => found.length > 0)
    expect(collector.spans.slice(before).map(({ name }) => name)).to.deep.equal([
      'GET /api/v1/agents',
    ])
  })
})

describe("a question's vector @long", function () {
  let parley: Parley
  let fake: FakeEmbeddings
  let collector: Collector
  before(async () => {
    ;[fake, collector] = await Promise.all([startFakeEmbeddings(), startCollector()])
    const settings = {
      EMBEDDING_MODEL: 'ollama:fake',
      OLLAMA_BASE_URL: fake.url,
      METRICS_TOKEN: TOKEN,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '100',
      // Shortens the interval of the figures.
      TIME_SCALE: '0.3',
    }
    parley = await startParley({ backend: 'postgres', settings, workers: false })
  })
  after(async () => {
    await killAll()
    await Promise.all([parley.stop(), fake.close(), collector.close()])
  })

  it("is requested with the request's id, in its trace, and is counted with its failures", async () => {
    fake.behave((request, index) => (index === 0 ? well(request) : { status: 400 }))
    const [api] = await Promise.all([runApi(parley.env), runWorker(parley.env)])
    const client = new Client(api.address, parley.client.credentials)
    const ask = async (id: string) =>
      client.say((await client.makeConversation()).id, 'Where is my car?', { 'X-Request-Id': id })
    expect((await ask('with-a-vector')).status).to.equal(201)
    expect((await ask('without-one')).status).to.equal(201)
    const [call, failed] = await eventually(async () => {
      const calls = collector.spans.filter(({ name }) => name === 'embeddings fake')
      return calls.length === 2 && calls
    }, 60)
    const [headers] = fake.headers
    expect(headers).to.include({
      'x-client-request-id': 'with-a-vector',
      traceparent: `00-${call!.traceId}-${call!.spanId}-01`,
    })
    expect(collector.spans.find(({ spanId }) => spanId === call!.parentSpanId)!.name).to.equal(
      'retrieve',
    )
    expect(call!.kind).to.equal(3)
    expect(call!.attributes).to.deep.include({
      'gen_ai.operation.name': 'embeddings',
      'gen_ai.provider.name': 'ollama',
      'gen_ai.request.model': 'fake',
      'parley.request_id': 'with-a-vector',
      'parley.embedding.texts': 1,
    })
    expect(failed!.attributes).to.include({
      'error.type': 'model_rejected',
      'parley.request_id': 'without-one',
    })
    const counted = (error: string) =>
      new RegExp(
        `parley_embedding_call_duration_seconds_count\\{[^}]*error="${error}"[^}]*\\} 1$`,
        'm',
      )
    await eventually(async () => {
      const response = await fetch(`${api.address}/metrics`, {
        headers: { Authorization: `Bearer ${TOKEN}` },
      })
      const text = await response.text()
      return counted('').test(text) && counted('model_rejected').test(text)
    }, 60)
  })
})

describe('with an unreachable collector @long', () => {
  let parley: Parley
  before(async () => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${await freePort()}`
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_BSP_SCHEDULE_DELAY: '100' }
    parley = await startParley({ backend: 'postgres', settings, workers: false })
  })
  after(async () => {
    await killAll()
    await parley.stop()
  })

  it('requests are answered, the log says that spans are lost, and the process ends', async function () {
    const api = await runApi(parley.env)
    const client = new Client(api.address, parley.client.credentials)
    expect((await client.get('/api/v1/agents')).status).to.equal(200)
    await eventually(async () => api.output().includes('OpenTelemetry reports a problem'), 60)
    expect(await api.stop()).to.equal(0)
  })
})

describe('without a collector @long', () => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ backend: 'postgres' })
  })
  after(() => parley.stop())

  it('no trace is made, nor stored with a message', async () => {
    const conversation = await parley.client.makeConversation()
    parley.model.behave(() => ({ hang: true }))
    const headers = { traceparent: TRACEPARENT, Prefer: 'respond-async' }
    await parley.client.say(conversation.id, 'Where?', headers)
    const [job] = await parley.db('open_jobs').where({ thread_id: conversation.id })
    expect(job.traceparent).to.equal(null)
  })
})
