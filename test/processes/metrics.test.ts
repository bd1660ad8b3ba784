import { expect } from 'chai'
import { METRICS } from '../../shared/lib/observability/metricTable.ts'
import { Client, eventually } from '../support/http/client.ts'
import { onOneQueue, type Parley, startParley } from '../support/product/parley.ts'
import {
  killAll,
  type Running,
  type RunningApi,
  runApi,
  runWorker,
} from '../support/product/processes.ts'

const TOKEN = 'a-token-of-the-tests'

/**
 * Returns the values of Prometheus' text format, by `name{labels}`, without the labels that name a
 * process.
 */
function parse(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line)!
      const own = labels
        .split(/,(?=\w+=")/)
        .filter((label) => label && !/^(process|worker)=/.test(label))
        .sort()
      return [own.length ? `${name}{${own.join(',')}}` : name!, Number(value)]
    }),
  )
}

async function read(address: string, query = '', token: string | null = TOKEN) {
  const headers: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}` }
  const response = await fetch(`${address}/metrics${query}`, { headers })
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    text: await response.text(),
  }
}

describe('metrics of an API process', () => {
  let parley: Parley
  let api: RunningApi
  before(async () => {
    parley = await startParley({ settings: { METRICS_TOKEN: TOKEN } })
    api = await runApi(parley.env)
  })
  after(async () => {
    await killAll()
    await parley.stop()
  })

  it('are refused with 401 without the token, and with a wrong token', async () => {
    for (const token of [null, '', 'another', `${TOKEN}-`, TOKEN.slice(1)]) {
      const { status, text } = await read(api.address, '', token)
      expect(status).to.equal(401)
      expect(JSON.parse(text).code).to.equal('unauthenticated')
    }
  })

  it('count an answered message', async () => {
    const client = new Client(api.address, parley.client.credentials)
    expect((await client.say((await client.makeConversation()).id, 'Hi')).status).to.equal(201)
    const route = '/api/v1/conversations/{conversation_id}/messages'
    const name = `parley_http_request_duration_seconds_count{method="POST",route="${route}",status="201"}`
    const { type, values } = await eventually(async () => {
      const { type, text } = await read(api.address)
      const values = parse(text)
      return values.has(name) && { type, values }
    })
    expect(type).to.match(/^text\/plain; version=/)
    expect(values.get(name)).to.equal(1)
  })
})

onOneQueue('metrics @long', function (backend) {
  let parley: Parley
  let api: RunningApi
  let client: Client
  let worker: Running
  before(async () => {
    const settings = { METRICS_TOKEN: TOKEN, TIME_SCALE: '0.3' }
    parley = await startParley({ backend, settings, workers: false })
    ;[api, worker] = await Promise.all([
      runApi(parley.env),
      runWorker({ ...parley.env, SHUTDOWN_SECONDS: '1' }),
      runWorker(parley.env, 'index'),
    ])
    client = new Client(api.address, parley.client.credentials)
  })
  after(async () => {
    await killAll()
    await parley.stop()
  })
  beforeEach(() => parley.model.reset())

  /** Workers send their figures every 1.5 s, and the API reads them as often. */
  const figures = (isThere: (values: Map<string, number>) => boolean) =>
    eventually(async () => {
      const values = parse((await read(api.address)).text)
      return isThere(values) && values
    }, 60)

  it('are refused with 422 for an unknown scope', async () => {
    expect((await read(api.address, '?scope=world')).status).to.equal(422)
  })

  it('count an answered message, from its request to the model and its cost', async () => {
    parley.model.behave(() => ({ text: 'In the box.' }))
    await client.post('/api/v1/knowledge/qa', { question: 'Where?', answer: 'In the box.' })
    const conversation = await client.makeConversation()
    expect((await client.say(conversation.id, 'Where?')).status).to.equal(201)
    const route = '/api/v1/conversations/{conversation_id}/messages'
    const model = 'model="openai:test-model"'
    // Each worker reports its own figures.
    const values = await figures((found) =>
      ['reply', 'index'].every(
        (lane) => found.get(`parley_jobs_total{error="",lane="${lane}",outcome="completed"}`) === 1,
      ),
    )
    expect(
      values.get(
        `parley_http_request_duration_seconds_count{method="POST",route="${route}",status="201"}`,
      ),
    ).to.equal(1)
    expect(
      values.get('parley_rate_limit_decisions_total{bucket="organization",outcome="allowed"}'),
    ).to.be.above(2)
    expect(values.get('parley_analytics_buffer_dropped_total{kind="requests"}')).to.equal(0)
    expect(values.get('parley_jobs_total{error="",lane="reply",outcome="completed"}')).to.equal(1)
    expect(values.get('parley_jobs_total{error="",lane="index",outcome="completed"}')).to.equal(1)
    expect(values.get('parley_queue_wait_seconds_count{lane="reply"}')).to.equal(1)
    expect(
      values.get('parley_job_duration_seconds_count{lane="reply",outcome="completed"}'),
    ).to.equal(1)
    for (const step of ['load', 'retrieve', 'store'])
      expect(values.get(`parley_reply_step_duration_seconds_count{step="${step}"}`), step).to.equal(
        1,
      )
    expect(values.get(`parley_model_call_duration_seconds_count{error="",${model}}`)).to.equal(1)
    expect(values.get(`parley_model_tokens_total{direction="input",${model}}`)).to.equal(11)
    expect(values.get(`parley_model_tokens_total{direction="output",${model}}`)).to.equal(7)
    expect(values.get(`parley_model_cost_usd_total{${model}}`)).to.be.closeTo(
      (11 + 2 * 7) / 1e6,
      1e-9,
    )
    expect(
      values.has('parley_model_first_token_seconds_count{model="openai:test-model"}'),
    ).to.equal(false)
  })

  it('measure the first token of a streamed reply', async () => {
    parley.model.behave(() => ({ pieces: ['In ', 'the ', 'box.'], everyMs: 20 }))
    const conversation = await client.makeConversation()
    const response = await fetch(
      `${api.address}/api/v1/conversations/${conversation.id}/messages`,
      {
        method: 'POST',
        headers: {
          ...client.authorization,
          'Content-Type': 'application/json',
          Accept: 'text/event-stream',
        },
        body: JSON.stringify({ content: 'Where?' }),
      },
    )
    expect(await response.text()).to.contain('message.completed')
    const name = 'parley_model_first_token_seconds_count{model="openai:test-model"}'
    expect((await figures((found) => found.has(name))).get(name)).to.equal(1)
  })

  it('show why a reply failed', async () => {
    parley.model.behave(() => ({ status: 400 }))
    const conversation = await client.makeConversation()
    expect((await client.say(conversation.id, 'Where?')).status).to.equal(502)
    const failed = 'parley_jobs_total{error="model_rejected",lane="reply",outcome="failed"}'
    const values = await figures((found) => found.has(failed))
    expect(values.get(failed)).to.equal(1)
    expect(
      values.get(
        'parley_model_call_duration_seconds_count{error="model_rejected",model="openai:test-model"}',
      ),
    ).to.equal(1)
  })

  it("count a worker's death when another takes its job over", async () => {
    parley.model.behave((_, index) => (index === 0 ? { hang: true } : { text: 'In the box.' }))
    const conversation = await client.makeConversation()
    await client.say(conversation.id, 'Where?', { Prefer: 'respond-async' })
    await eventually(async () => parley.model.requests.length === 1, 60)
    const lost = { thread_id: conversation.id, attempt: 1 }
    await eventually(async () => {
      await parley
        .db('open_jobs')
        .where(lost)
        // So long ago that its living holder does not keep it.
        .update({ lease_expires_at: new Date(Date.now() - 3_600_000) })
      return (await parley.db('jobs').where({ outcome: 'crashed' })).length === 1
    }, 60)
    const values = await figures(
      (found) =>
        (found.get('parley_jobs_total{error="worker_crashed",lane="reply",outcome="crashed"}') ??
          0) > 0,
    )
    expect(
      values.get('parley_jobs_total{error="worker_crashed",lane="reply",outcome="crashed"}'),
    ).to.equal(1)
    expect(
      values.get('parley_jobs_total{error="worker_crashed",lane="index",outcome="crashed"}'),
    ).to.equal(0)
  })

  it('show waiting clients, the queue, slots and connections', async () => {
    parley.model.behave(() => ({ hang: true }))
    const conversation = await client.makeConversation()
    const leave = new AbortController()
    const left = fetch(`${api.address}/api/v1/conversations/${conversation.id}/messages`, {
      method: 'POST',
      headers: { ...client.authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify({ content: 'Where?' }),
      signal: leave.signal,
    }).catch(() => undefined)
    await client.say(conversation.id, 'And when?', { Prefer: 'respond-async' })
    const values = await figures(
      (found) =>
        found.get('parley_queue_depth{lane="reply"}') === 1 &&
        found.get('parley_worker_slots_busy{lane="reply"}') === 1,
    )
    expect(values.get('parley_http_requests_waiting{lane="reply"}')).to.equal(1)
    expect(values.get('parley_queue_running{lane="reply"}')).to.equal(1)
    expect(values.get('parley_queue_depth{lane="index"}')).to.equal(0)
    // The reply waits for the previous one, not for a worker.
    expect(values.get('parley_queue_oldest_wait_seconds{lane="reply"}')).to.equal(0)
    expect(values.get('parley_workers{lane="reply"}')).to.equal(1)
    expect(values.get('parley_worker_slots{lane="reply"}')).to.equal(100)
    expect(values.get('parley_breaker_open{model="openai:test-model"}')).to.equal(0)
    expect(values.get('parley_db_pool_limit')).to.equal(10)
    leave.abort()
    await left
    await parley.db('open_jobs').where({ thread_id: conversation.id }).delete()
  })

  it('count open live streams by their kind', async () => {
    const conversation = await client.makeConversation()
    const leave = new AbortController()
    const follow = (path: string) =>
      fetch(`${api.address}/api/v1/${path}`, {
        headers: { ...client.authorization, Accept: 'text/event-stream' },
        signal: leave.signal,
      })
    const opened = await Promise.all([
      ...[1, 2].map(() => follow(`conversations/${conversation.id}/events`)),
      follow('events'),
    ])
    expect(opened.map(({ status }) => status)).to.deep.equal([200, 200, 200])
    const open = await figures((found) => found.get('parley_live_streams{kind="chat"}') === 2)
    expect(open.get('parley_live_streams{kind="events"}')).to.equal(1)
    expect(open.get('parley_live_streams{kind="threads"}')).to.equal(0)
    expect(open.get('parley_live_streams_limit{kind="chat"}')).to.be.above(2)
    leave.abort()
    await figures((found) => found.get('parley_live_streams{kind="chat"}') === 0)
  })

  it("have a worker label if they are a worker's, and are split by scope", async () => {
    await figures((found) => found.has('parley_worker_slots{lane="reply"}'))
    const [own, fleet] = await Promise.all([
      read(api.address, '?scope=process'),
      read(api.address, '?scope=fleet'),
    ])
    expect(own.text).to.contain('parley_http_requests_waiting').and.not.contain('worker=')
    expect(own.text).not.to.contain('parley_workers')
    expect(fleet.text).to.match(/parley_worker_slots\{[^}]*worker="[^"]+:\d+:/)
    expect(fleet.text).not.to.contain('parley_http_requests_waiting')
  })

  it('are each described once, in the table and in the documents, and have few labels', async () => {
    const { type, text } = await read(api.address)
    expect(type).to.equal('text/plain; version=0.0.4; charset=utf-8')
    const described = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)]
    const names = described.map(([, name]) => name!)
    expect(names).to.deep.equal([...new Set(names)])
    for (const [, name = '', kind] of described.filter(([, name]) => name!.startsWith('parley_')))
      expect(METRICS[name as keyof typeof METRICS]?.type, name).to.equal(kind)
    expect(names).to.include.members([
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
    ])
    expect(text)
      .not.to.contain(parley.client.organizationId)
      .and.not.contain(client.credentials.client_id)
  })

  it('name the route also of a request that is refused for its body', async () => {
    const { id } = await client.makeConversation()
    const path = `/api/v1/conversations/${id}/messages`
    const { status } = await client.send('POST', path, '{', { 'Content-Type': 'application/json' })
    expect(status).to.equal(400)
    const { text } = await read(api.address)
    expect(text).to.match(/method="POST",route="[^"]*conversation_id[^"]*",status="400"/)
    expect(text).not.to.contain(id)
  })

  it('do not name unknown paths', async () => {
    await client.get('/api/v1/secret-of-mine')
    const { text } = await read(api.address)
    expect(text).to.contain('route="none"').and.not.contain('secret-of-mine')
  })

  it('keep what a worker counted until its end, and no longer count it as running', async () => {
    parley.model.behave(() => ({ hang: true }))
    const conversation = await client.makeConversation()
    await client.say(conversation.id, 'Where?', { Prefer: 'respond-async' })
    await eventually(async () => parley.model.requests.length === 1, 60)
    await figures((found) => found.get('parley_workers{lane="reply"}') === 1)
    expect(await worker.stop()).to.equal(0)
    const released = 'parley_jobs_total{error="",lane="reply",outcome="released"}'
    const values = await figures((found) => found.has(released))
    expect(values.get(released)).to.equal(1)
    expect(values.get('parley_workers{lane="reply"}')).to.equal(0)
    expect(values.get('parley_workers{lane="index"}')).to.equal(1)
    expect(values.get('parley_worker_slots{lane="reply"}')).to.equal(0)
    expect(values.get('parley_worker_slots_busy{lane="reply"}')).to.equal(0)
  })
})
