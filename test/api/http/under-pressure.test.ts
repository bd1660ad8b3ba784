import { connect } from 'node:net'
import { expect } from 'chai'
import { makeUploadCapacity } from '../../../api/uploads/uploadCapacity.ts'
import { claimDue } from '../../../shared/jobs/claims.ts'
import { TIMES } from '../../../shared/lib/config/times.ts'
import { type SignedIn, signedIn } from '../../support/http/access.ts'
import { type Answer, eventually } from '../../support/http/client.ts'
import { type Parley, startParley, TEST_ORIGIN } from '../../support/product/parley.ts'

const times = <T>(count: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)))
const statusesOf = (answers: Answer[]) => [...new Set(answers.map(({ status }) => status))]

describe('an API with two database connections', () => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ settings: { DATABASE_POOL: '2' } })
  })
  after(() => parley.stop())

  it('accepts 20 simultaneous requests with an Idempotency-Key each, on every kind of record @long', async () => {
    const { client } = parley
    const agent_id = (await client.makeAgent()).id
    const thread = `/api/v1/conversations/${(await client.makeConversation({ agent_id })).id}`
    const session = `/api/v1/sessions/${(await client.makeSession({ agent_id })).id}`
    const bodies: [string, (n: number) => object][] = [
      ['/api/v1/agents', () => ({ name: 'Ada' })],
      ['/api/v1/sessions', () => ({ agent_id })],
      ['/api/v1/conversations', () => ({ agent_id })],
      ['/api/v1/contexts', (n) => ({ user_reference: `u-${n}`, traits: {} })],
      ['/api/v1/widget-configurations', () => ({ name: 'Shop', agent_id })],
      ['/api/v1/knowledge/qa', () => ({ question: 'Why?', answer: 'So.', agent_id })],
      ['/api/v1/knowledge/files', () => ({ title: 'Manual', agent_id })],
      [`${thread}/feedback`, (n) => ({ reviewer: `r-${n}`, rating: 5 })],
      [`${session}/feedback`, (n) => ({ reviewer: `r-${n}`, rating: 5 })],
      [`${thread}/messages`, () => ({ content: 'Hi' })],
    ]
    for (const [path, body] of bodies) {
      const answers = await times(20, (n) =>
        client.post(path, body(n), { 'Idempotency-Key': `${path}-${n}`, Prefer: 'respond-async' }),
      )
      expect(
        answers.filter(({ status }) => status > 202).map(({ body }) => body.detail),
        path,
      ).to.deep.equal([])
    }
  })

  it('lets no request wait for another when a context is erased while its conversations change @long', async () => {
    const { client } = parley
    const { id: agent_id } = await client.makeAgent()
    for (let round = 0; round < 10; round++) {
      const put = { user_reference: `user-${round}`, traits: {} }
      const context = (await client.post('/api/v1/contexts', put)).body.data
      const made = await times(4, () =>
        client.makeConversation({ agent_id, customer_id: `user-${round}` }),
      )
      const changes = made.map(({ id }) =>
        client.send('PATCH', `/api/v1/conversations/${id}`, `{"user_context_id":"${context.id}"}`, {
          'Content-Type': 'application/json',
        }),
      )
      const erasing = client.send('DELETE', `/api/v1/contexts/${context.id}?erase=everything`)
      for (const { status } of await Promise.all([erasing, ...changes]))
        expect(status).to.be.oneOf([200, 404])
    }
  })
})

describe('a crowded API without workers', () => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ workers: false, settings: { MAX_WAITERS: '4' } })
  })
  after(() => parley.stop())

  it('keeps half of its places for posting clients, however many wait to read', async () => {
    const { client } = parley
    const path = `/api/v1/conversations/${(await client.makeConversation()).id}/messages`
    const { id } = (await client.post(path, { content: 'Hi' }, { Prefer: 'respond-async' })).body
      .data
    let answered = 0
    const polls = times(4, async () => {
      const poll = await client.get(`${path}/${id}?wait=20`)
      answered++
      return poll
    })
    await eventually(async () => answered === 2)
    let posted = false
    const post = client.post(path, { content: 'And?' }, { Prefer: 'wait=2' }).then((answer) => {
      posted = true
      return answer
    })
    expect(posted).to.equal(false)
    expect((await post).status).to.equal(202)
    expect(answered).to.equal(2)
    await client.send('DELETE', `${path}/${id}`)
    expect(statusesOf(await polls)).to.deep.equal([200])
  })

  it('reports at once that what a repeated message created is gone', async function () {
    // Less than the 25 s for which a request waits for a reply.
    const { client } = parley
    const conversation = await client.makeConversation()
    const say = () =>
      client.say(conversation.id, 'Hi', { 'Idempotency-Key': 'gone', Prefer: 'wait=1' })
    expect((await say()).status).to.equal(202)
    await client.send('DELETE', `/api/v1/conversations/${conversation.id}`)
    const path = `/api/v1/conversations/${conversation.id}/messages`
    const again = await client.post(path, { content: 'Hi' }, { 'Idempotency-Key': 'gone' })
    expect(again.status).to.equal(404)
  })

  it("gives one organization's entries no more places than its share", async () => {
    for (const name of ['Greedy', 'Modest']) {
      const client = await parley.another(name)
      await times(5, (n) =>
        client.post(
          '/api/v1/knowledge/qa',
          { question: `Q${n}?`, answer: 'A.' },
          { Prefer: 'respond-async' },
        ),
      )
    }
    await parley.db('open_jobs').where({ lane: 'index' }).update({ sweep_at: parley.db.fn.now() })
    const claims = await claimDue(parley.db, 'index', {
      limit: 20,
      shareConcurrency: 3,
      worker: 'w',
      leaseMs: TIMES.leaseMs,
      takeOver: true,
      suspects: false,
    })
    const owners = claims.map(({ organization_id }) => organization_id)
    const counts = [...new Set(owners)].map((id) => owners.filter((owner) => owner === id).length)
    expect(counts).to.deep.equal([3, 3])
  })
})

describe('a repeated request', () => {
  let parley: Parley
  let owner: SignedIn
  before(async () => {
    parley = await startParley()
    owner = await signedIn(parley, parley.client, 'owner')
  })
  after(() => parley.stop())

  it('gets the answer of the first, 201 or 200, if a record is replaced', async () => {
    const put = (n: number) =>
      parley.client.post(
        '/api/v1/contexts',
        { user_reference: 'u', traits: {} },
        { 'Idempotency-Key': `put-${n}` },
      )
    expect([(await put(1)).status, (await put(1)).status]).to.deep.equal([201, 201])
    expect([(await put(2)).status, (await put(2)).status]).to.deep.equal([200, 200])
  })

  it('is the same with its fields in another order', async () => {
    const key = { 'Idempotency-Key': 'order' }
    const one = await parley.client.post('/api/v1/agents', { name: 'Ada', tone: 'calm' }, key)
    const two = await parley.client.post('/api/v1/agents', { tone: 'calm', name: 'Ada' }, key)
    expect(two.body.data.id).to.equal(one.body.data.id)
  })

  it('differs if its file has another name', async () => {
    const upload = async (name: string) => {
      const body = new FormData()
      body.append('file', new Blob(['text']), name)
      const headers = { ...owner.headers, 'Idempotency-Key': 'named' }
      const response = await fetch(`${parley.client.address}/knowledge-base/`, {
        method: 'POST',
        headers,
        body,
      })
      return ((await response.json()) as any).code
    }
    expect([await upload('a.txt'), await upload('b.txt')]).to.deep.equal([
      undefined,
      'idempotency_mismatch',
    ])
  })
})

describe('hostile requests', () => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ workers: false })
  })
  after(() => parley.stop())

  it('with many wrong values get the first 20 errors, and only the first error for a body over 16 kB', async () => {
    const wrong = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`x${n}`, 0]))
    const small = await parley.client.post('/api/v1/agents', { name: 'Ada', ...wrong })
    expect(small.body.data.errors).to.have.length(20)
    const default_tasks = Array(80_000).fill('')
    const { status, body } = await parley.client.post('/api/v1/agents', {
      name: 'Ada',
      default_tasks,
    })
    expect(status).to.equal(422)
    expect(body.data.errors).to.have.length(1)
  })

  it('for times before 1970 find nothing and do not fail', async () => {
    for (const to of ['1969-12-31', '0001-01-01T00:00:00Z'])
      expect((await parley.client.get(`/api/v1/threads?text=a&to=${to}`)).status, to).to.equal(200)
  })

  it('with an Origin of thousands of labels are answered like those of any unlisted origin', async () => {
    const Origin = `https://${'a.'.repeat(7_000)}com`
    const response = await fetch(`${parley.client.address}/health`, { headers: { Origin } })
    expect(response.status).to.equal(200)
    expect(response.headers.get('access-control-allow-origin')).to.equal(null)
    await response.body?.cancel()
  })

  it('with more uploads than there is room for must wait, and are accepted once there is room', async () => {
    const owner = await signedIn(parley, parley.client, 'owner')
    const upload = async () => {
      const body = new FormData()
      body.append('file', new Blob(['text']), 'a.txt')
      const headers = { ...owner.headers, Prefer: 'respond-async' }
      const response = await fetch(`${parley.client.address}/knowledge-base/`, {
        method: 'POST',
        headers,
        body,
      })
      await response.body?.cancel()
      return response
    }
    const others = makeUploadCapacity(parley.client.organizationId)
    others.take(42 * 1024 * 1024)
    const refused = await upload()
    others.release()
    expect(refused.status).to.equal(503)
    expect(Number(refused.headers.get('retry-after'))).to.be.above(0)
    expect((await upload()).status).to.equal(202)
  })

  it('with the method CONNECT get 400 in the envelope', async () => {
    const socket = connect(parley.server.port, '127.0.0.1').setEncoding('utf8')
    socket.write('CONNECT shop.example.com:443 HTTP/1.1\r\nHost: shop.example.com\r\n\r\n')
    let answer = ''
    for await (const chunk of socket) answer += chunk
    expect(answer).to.match(/^HTTP\/1\.1 400 /)
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).to.include({
      status: 'error',
      code: 'malformed_request',
    })
  })

  it('that upload are no longer counted while their file is indexed @long', async () => {
    const owner = await signedIn(parley, parley.client, 'owner')
    const upload = async () => {
      const body = new FormData()
      body.append('file', new Blob(['text']), 'a.txt')
      const headers = { ...owner.headers, Prefer: 'wait=3' }
      const response = await fetch(`${parley.client.address}/knowledge-base/`, {
        method: 'POST',
        headers,
        body,
      })
      await response.body?.cancel()
      return response.status
    }
    const stored = async () => Number((await parley.db('knowledge_files').count().first())?.count)
    const before = await stored()
    const waiting = times(4, upload)
    await eventually(async () => (await stored()) === before + 4)
    expect(await upload()).to.equal(202)
    expect(await waiting).to.deep.equal([202, 202, 202, 202])
  })

  it('of pages that an application does not allow are not recorded as its own', async () => {
    const { client_id } = parley.client.credentials
    const mint = async (Origin: string) => {
      const headers = { 'Content-Type': 'application/json', Origin }
      const init = { method: 'POST', headers, body: JSON.stringify({ client_id }) }
      const response = await fetch(`${parley.client.address}/api/v1/auth/widget-token`, init)
      await response.body?.cancel()
      return response.status
    }
    for (let n = 0; n < 30; n++) expect(await mint('https://evil.example')).to.equal(403)
    expect(await mint('https://evil.example')).to.equal(429)
    expect(await mint(TEST_ORIGIN)).to.equal(429)
    const blocks = await eventually(async () => {
      const rows = await parley
        .db('limit_blocks')
        .where({ organization_id: parley.client.organizationId })
      return rows.length > 0 && rows
    })
    expect(blocks.map(({ bucket, client_id }) => [bucket, client_id])).to.deep.equal([
      ['mint', client_id],
    ])
  })
})
