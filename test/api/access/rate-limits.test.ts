import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { Redis } from 'ioredis'
import { parseItem, parseList } from 'structured-headers'
import { makeRateLimiter } from '../../../api/limits/rateLimiter.ts'
import type { LimitEvent } from '../../../api/metrics/requestRecorder.ts'
import { deleteOldLimits } from '../../../shared/analytics/limits.ts'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import type { SignedInUser } from '../../../shared/people/dashboardSessions.ts'
import { setHourlyLimit } from '../../../shared/people/organizations.ts'
import { type SignedIn, signedIn } from '../../support/http/access.ts'
import { type Answer, type Client, eventually } from '../../support/http/client.ts'
import { fetchDocumented } from '../../support/http/contract.ts'
import { addLimitedRoutes, caller } from '../../support/http/routes.ts'
import {
  onBothQueues,
  type Parley,
  startParley,
  TEST_ORIGIN,
} from '../../support/product/parley.ts'
import { makeProxy, type TcpProxy } from '../../support/servers/proxy.ts'
import { emptyRedis, hasRedis } from '../../support/servers/servers.ts'

const WIDGET = {
  WIDGET_SESSION_MINUTE_LIMIT: '3',
  WIDGET_IP_HOURLY_LIMIT: '5',
  WIDGET_APPLICATION_HOURLY_LIMIT: '8',
  MINT_MINUTE_LIMIT: '2',
  SIGN_IN_MINUTE_LIMIT: '4',
  DASHBOARD_USER_HOURLY_LIMIT: '5',
  DASHBOARD_USER_READS_HOURLY_LIMIT: '7',
}

const remainingOf = ({ headers }: Answer) => Number(headers.get('x-ratelimit-remaining'))

onBothQueues('a limit', function (backend) {
  let parley: Parley
  let removeRoutes: () => void
  const events: LimitEvent[] = []
  before(async () => {
    removeRoutes = addLimitedRoutes()
    parley = await startParley({
      backend,
      settings: { TRUST_PROXY_HOPS: '1', API_HOURLY_LIMIT: '100', ...WIDGET },
      recorder: {
        request: () => undefined,
        limit: (event) => events.push(event),
        pending: () => ({ requests: 0, limits: 0 }),
        close: async () => undefined,
      },
    })
    parley.model.behave(() => ({ text: 'answered' }))
  })
  after(async () => {
    removeRoutes()
    await parley.stop()
  })

  /** Makes an organization with its own limit. */
  async function limitedTo(limit: number): Promise<Client> {
    const client = await parley.another(`limited ${randomUUID()}`)
    await setHourlyLimit(parley.db, client.organizationId, limit)
    return client
  }

  async function exhaust(client: Client, limit: number): Promise<void> {
    for (let n = 0; n < limit; n++)
      expect((await client.get('/api/v1/agents')).status).to.equal(200)
    expect((await client.get('/api/v1/agents')).status).to.equal(429)
  }

  /** Makes every window end in a moment. */
  async function endWindows(): Promise<void> {
    if (backend === 'postgres') {
      await parley.db('rate_limits').update({ expire: Date.now() + 50 })
      return
    }
    const redis = new Redis(parley.env.REDIS_URL!)
    for (const key of await redis.keys('parley-limit:*')) await redis.pexpire(key, 50)
    redis.disconnect()
  }

  it('is in the headers of each answer and failure, with what the caller has left', async () => {
    const client = await limitedTo(4)
    const answers = [
      await client.get('/api/v1/agents'),
      await client.post('/api/v1/agents', { name: 'Ada' }),
      await client.get(`/api/v1/agents/${randomUUID()}`),
      await client.post('/api/v1/agents', {}),
      await client.get('/api/v1/agents'),
    ]
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 201, 404, 422, 429])
    answers.forEach(({ headers }, index) => {
      const left = Math.max(0, 3 - index)
      const [[policy, parameters]] = parseList(headers.get('ratelimit-policy')!) as any
      expect([policy, ...parameters]).to.deep.equal(['organization', ['q', 4], ['w', 3600]])
      const [bucket, standing] = parseItem(headers.get('ratelimit')!)
      expect(bucket).to.equal('organization')
      expect(standing.get('r')).to.equal(left)
      expect(standing.get('t')).to.be.within(3500, 3600)
      expect(headers.get('x-ratelimit-limit')).to.equal('4')
      expect(headers.get('x-ratelimit-remaining')).to.equal(String(left))
      expect(headers.get('x-ratelimit-reset')).to.equal(String(standing.get('t')))
    })
  })

  it('that is reached answers 429 and says which limit it is, its size, and when to retry', async () => {
    const client = await limitedTo(1)
    await exhaust(client, 1)
    const { body, headers } = await client.get('/api/v1/agents')
    expect(body.code).to.equal('rate_limited')
    const [, standing] = parseItem(headers.get('ratelimit')!)
    expect(headers.get('retry-after')).to.equal(String(standing.get('t')))
    expect(body.detail).to.equal(
      `The limit of 1 API requests an hour for your organization is reached. Try again in ${standing.get('t')} s. The operator of this service can give a higher limit.`,
    )
  })

  it("of a user counts changes and questions apart from reads, and counts no other user's", async () => {
    const client = await limitedTo(100)
    const [one, another] = [
      await signedIn(parley, client, 'editor'),
      await signedIn(parley, client, 'viewer'),
    ]
    const agent = await client.makeAgent()
    const retrieve = ({ headers }: SignedIn) =>
      fetchDocumented(`${client.address}/api/v1/agents/${agent.id}/retrieve`, {
        method: 'POST',
        body: JSON.stringify({ question: 'Open?' }),
        headers: { 'Content-Type': 'application/json', ...headers },
      })
    const read = ({ cookie }: SignedIn) =>
      fetchDocumented(`${client.address}/api/v1/applications`, { headers: cookie })
    for (let n = 0; n < 5; n++) expect((await retrieve(one)).status).to.equal(200)
    const refused = await retrieve(one)
    expect(refused.status).to.equal(429)
    expect(((await refused.json()) as any).detail).to.match(
      /^The limit of 5 changes, messages and look-ups an hour/,
    )
    expect(refused.headers.get('ratelimit')).to.match(/^"dashboard_user";r=0;t=\d+$/)
    expect((await retrieve(another)).status).to.equal(200)
    for (let n = 0; n < 7; n++) expect((await read(one)).status).to.equal(200)
    expect((await read(one)).status).to.equal(429)
  })

  it('lets no extra requests pass where many of them meet the end of its window', async () => {
    const LIMIT = 30
    const config = loadConfig(parley.env)
    const limits = await makeRateLimiter(config, parley.db, makeLog('test', config))
    const claim = { bucket: 'edge', of: randomUUID(), limit: LIMIT, window: 60 }
    const passed = async (tries: number) => {
      const verdicts = await Promise.all(Array.from({ length: tries }, () => limits.count([claim])))
      return verdicts.filter(({ allowed }) => allowed).length
    }
    try {
      expect(await passed(2 * LIMIT)).to.equal(LIMIT)
      const [before] = await Promise.all([passed(400), endWindows()])
      expect(before).to.be.at.most(LIMIT)
      let after = before
      while (after === 0) after = await passed(100)
      after += await passed(800)
      expect(after).to.equal(LIMIT)
      expect(await limits.look(claim)).to.include({ used: LIMIT, remaining: 0 })
    } finally {
      limits.close()
    }
  })

  it('gives a refund only within its window', async () => {
    const config = loadConfig(parley.env)
    const limits = await makeRateLimiter(config, parley.db, makeLog('test', config))
    const claim = { bucket: 'back', of: randomUUID(), limit: 2, window: 60 }
    try {
      const first = await limits.count([claim])
      await limits.count([claim])
      await first.giveBack()
      expect(await limits.look(claim)).to.include({ used: 1 })
      const late = await limits.count([claim])
      await endWindows()
      await eventually(async () => (await limits.look(claim)).used === 0)
      await late.giveBack()
      await limits.count([claim])
      await late.giveBack()
      expect(await limits.look(claim)).to.include({ used: 1 })
    } finally {
      limits.close()
    }
  })

  it('that is reached stores nothing, and does not affect another organization', async () => {
    const client = await limitedTo(1)
    const other = await limitedTo(2)
    await exhaust(client, 1)
    expect((await client.post('/api/v1/agents', { name: 'Ada' })).status).to.equal(429)
    expect(
      await parley.db('agents').where({ organization_id: client.organizationId }),
    ).to.deep.equal([])
    expect(remainingOf(await other.get('/api/v1/agents'))).to.equal(1)
  })

  it('begins anew when its window is over', async () => {
    const client = await limitedTo(2)
    await exhaust(client, 2)
    await endWindows()
    const first = await eventually(async () => {
      const answer = await client.get('/api/v1/agents')
      return answer.status === 200 && answer
    })
    expect(remainingOf(first)).to.equal(1)
    expect(Number(first.headers.get('x-ratelimit-reset'))).to.be.within(3500, 3600)
  })

  it('that is changed applies soon, whatever was refused before @long', async () => {
    const client = await limitedTo(2)
    await exhaust(client, 2)
    for (let n = 0; n < 5; n++) await client.get('/api/v1/agents')
    await setHourlyLimit(parley.db, client.organizationId, 4)
    const raised = await eventually(async () => {
      const answer = await client.get('/api/v1/agents')
      return answer.status === 200 && answer
    })
    expect(remainingOf(raised)).to.equal(1)
    await setHourlyLimit(parley.db, client.organizationId, 1)
    const lowered = await eventually(async () => {
      const answer = await client.get('/api/v1/agents')
      return answer.status === 429 && answer.headers.get('x-ratelimit-limit') === '1' && answer
    })
    expect(remainingOf(lowered)).to.equal(0)
  })

  it('counts no polls, no preflights and nothing without credentials', async () => {
    const client = await limitedTo(9)
    const conversation = await client.makeConversation()
    const posted = await client.say(conversation.id, 'Hi')
    expect(remainingOf(posted)).to.equal(6)
    const poll = await client.get(posted.headers.get('location')!)
    expect(poll.status).to.equal(200)
    expect(poll.headers.get('ratelimit')).to.equal('"reads";r=269;t=3600')
    for (const path of ['/health', '/ready']) {
      const { status, headers } = await client.get(path)
      expect([status, headers.get('ratelimit')], path).to.deep.equal([200, null])
    }
    await fetch(`${client.address}/api/v1/agents`, { method: 'OPTIONS' })
    expect((await client.get('/api/v1/agents', { 'X-API-Secret': 'wrong' })).status).to.equal(401)
    expect(remainingOf(await client.get('/api/v1/agents'))).to.equal(5)
  })

  it('counts no replays, and serves them when it is reached', async () => {
    const client = await limitedTo(5)
    const key = { 'Idempotency-Key': 'again' }
    const conversation = await client.makeConversation()
    const first = await client.say(conversation.id, 'Hi', key)
    expect(remainingOf(first)).to.equal(2)
    const second = await client.say(conversation.id, 'Hi', key)
    expect(second.headers.get('idempotent-replayed')).to.equal('true')
    expect(remainingOf(second)).to.equal(2)
    await exhaust(client, 2)
    const third = await client.say(conversation.id, 'Hi', key)
    expect(third.status).to.equal(201)
    expect(third.body.data).to.deep.equal(first.body.data)
    expect((await client.say(conversation.id, 'Other', key)).status).to.equal(422)
    const fresh = await client.say(conversation.id, 'Hi', { 'Idempotency-Key': 'new' })
    expect(fresh.status).to.equal(429)
    expect((await client.say(conversation.id, 'Hi', { 'Idempotency-Key': 'a b' })).status).to.equal(
      429,
    )
    const stored = await parley.db('messages').where({ organization_id: client.organizationId })
    expect(stored).to.have.length(2)
  })

  it('replays nothing for another organization, or after 24 hours', async () => {
    const [client, other] = [await limitedTo(1), await limitedTo(1)]
    const post = (by: Client) =>
      by.post('/api/v1/agents', { name: 'Ada' }, { 'Idempotency-Key': 'mine' })
    expect((await post(client)).status).to.equal(201)
    await exhaust(other, 1)
    expect((await post(other)).status).to.equal(429)
    expect((await post(client)).status).to.equal(201)
    await parley.db.raw(
      `update idempotency_keys set created_at = now() - interval '25 hours' where key = 'mine'`,
    )
    expect((await post(client)).status).to.equal(429)
  })

  it('records each request that was allowed, and each that was refused', async () => {
    const client = await limitedTo(2)
    const [{ id: application_id }] = await parley.db('applications').where({
      client_id: client.credentials.client_id,
    })
    await client.get(`/api/v1/agents/${randomUUID()}`)
    const key = { 'Idempotency-Key': 'once' }
    for (let n = 0; n < 2; n++) await client.post('/api/v1/agents/', { name: 'Ada' }, key)
    await client.get('/api/v1/agents')
    await client.get('/api/v1/agents')
    const common = {
      organization_id: client.organizationId,
      application_id,
      client_id: client.credentials.client_id,
      bucket: 'organization',
    }
    const mine = events.filter((event) => event.organization_id === client.organizationId)
    expect(mine).to.deep.equal([
      { ...common, endpoint: '/api/v1/agents/:id', outcome: 'allowed' },
      { ...common, endpoint: '/api/v1/agents', outcome: 'allowed' },
      { ...common, endpoint: '/api/v1/agents', outcome: 'blocked' },
      { ...common, endpoint: '/api/v1/agents', outcome: 'blocked' },
    ])
  })

  describe('on look-ups that no other limit counts', () => {
    const reply = `/api/v1/sessions/${randomUUID()}/messages/${randomUUID()}`

    it('is thirty times as high, and records only what it refuses', async () => {
      const client = await limitedTo(1)
      for (let n = 0; n < 30; n++) expect((await client.get(reply)).status).to.equal(404)
      const refused = await client.get(reply)
      expect(refused.status).to.equal(429)
      expect(refused.body.detail).to.contain(
        'The limit of 30 look-ups an hour that count against no other limit is reached.',
      )
      expect((await client.get('/api/v1/agents')).status).to.equal(200)
      const recorded = events.filter(
        ({ organization_id }) => organization_id === client.organizationId,
      )
      expect(recorded.map(({ bucket, outcome }) => [bucket, outcome])).to.deep.equal([
        ['reads', 'blocked'],
        ['organization', 'allowed'],
      ])
    })

    it('lets a caller that another limit refuses read why', async () => {
      const client = await limitedTo(1)
      await exhaust(client, 1)
      expect((await client.get('/analytics/rate-limits')).status).to.equal(200)
    })
  })

  describe('on a widget', () => {
    const application = () => ({
      organization_id: randomUUID(),
      application_id: randomUUID(),
      client_id: `app_${randomUUID()}`,
    })
    const from = (address: string) => ({ 'X-Forwarded-For': address })
    const visit = (who: object, session: string | undefined, address: string) =>
      parley.client.get(session ? `/api/v1/sessions/${session}/test` : '/test/caller', {
        ...caller({ kind: 'widget', subject: 'visitor', ...who }),
        ...from(address),
      })
    const bucketOf = ({ headers }: Answer) => parseItem(headers.get('ratelimit')!)[0]

    it('sends all limits that apply, and headers of the limit with the fewest left', async () => {
      const { headers } = await visit(application(), randomUUID(), '10.0.0.1')
      const policies = parseList(headers.get('ratelimit-policy')!) as any
      expect(
        policies.map(([name, parameters]: any) => [name, ...parameters.values()]),
      ).to.deep.equal([
        ['session', 3, 60],
        ['ip', 5, 3600],
        ['application', 8, 3600],
      ])
      expect(headers.get('ratelimit')).to.match(/^"session";r=2;t=\d+$/)
      const without = await visit(application(), undefined, '10.0.0.1')
      expect(without.headers.get('ratelimit')).to.match(/^"ip";r=4;t=\d+$/)
    })

    it('refuses by the session, its id in whatever case, and costs other sessions nothing', async () => {
      const app = application()
      const session = 'abcdef00-0000-7000-8000-00000000000a'
      for (const id of [session, session.toUpperCase(), session])
        expect((await visit(app, id, '10.0.1.1')).status).to.equal(200)
      for (let n = 0; n < 6; n++) {
        const refused = await visit(app, session, '10.0.1.1')
        expect(refused.status).to.equal(429)
        expect(bucketOf(refused)).to.equal('session')
        expect(refused.body.detail).to.contain(
          'The limit of 3 requests a minute in this session is reached.',
        )
      }
      const other = await visit(app, randomUUID(), '10.0.1.1')
      expect(other.headers.get('ratelimit')).to.match(/^"ip";r=1;/)
    })

    it("keeps a stranger from using up another visitor's session", async () => {
      const [app, session] = [application(), randomUUID()]
      for (let n = 0; n < 4; n++) await visit({ ...app, subject: 'stranger' }, session, '10.0.2.1')
      expect((await visit(app, session, '10.0.2.2')).status).to.equal(200)
    })

    it('refuses by the address, within one organization', async () => {
      const app = application()
      for (let n = 0; n < 5; n++)
        expect((await visit(app, randomUUID(), '10.0.3.1')).status).to.equal(200)
      const refused = await visit(app, randomUUID(), '10.0.3.1')
      expect(refused.status).to.equal(429)
      expect(bucketOf(refused)).to.equal('ip')
      expect((await visit(app, undefined, '10.0.3.2')).status).to.equal(200)
      expect((await visit(application(), undefined, '10.0.3.1')).status).to.equal(200)
    })

    it('refuses by the wider networks of an IPv6 address, which one customer can own', async () => {
      const app = application()
      const among = async (addresses: string[]) => {
        const answers = []
        // A new application each time, because its limit is not the subject.
        for (const address of addresses)
          answers.push(await visit({ ...app, application_id: randomUUID() }, undefined, address))
        return answers.filter(({ status }) => status === 200).length
      }
      const numbers = Array.from({ length: 60 }, (_, n) => n.toString(16).padStart(2, '0'))
      expect(await among(numbers.slice(0, 12).map((n) => `2001:db8:0:1${n}::1`))).to.equal(10)
      expect(await among(numbers.map((n) => `2001:db8:0:${n}00::1`))).to.equal(30)
      const other = await visit(app, undefined, '2001:db8:1::1')
      expect(other.headers.get('ratelimit-policy')).to.equal(
        '"ip";q=5;w=3600, "application";q=8;w=3600',
      )
    })

    it('refuses by the application, and counts a refused request nowhere else', async () => {
      const app = application()
      for (let n = 0; n < 8; n++)
        expect((await visit(app, undefined, `10.0.4.${n}`)).status).to.equal(200)
      for (let n = 0; n < 6; n++) {
        const refused = await visit(app, undefined, '10.0.4.100')
        expect(refused.status).to.equal(429)
        expect(bucketOf(refused)).to.equal('application')
      }
      const sibling = await visit({ ...app, application_id: randomUUID() }, undefined, '10.0.4.100')
      expect(sibling.headers.get('ratelimit')).to.match(/^"ip";r=4;/)
    })

    it("does not count against the organization's limit, and neither do a dashboard user's requests", async () => {
      const client = await limitedTo(3)
      const app = { ...application(), organization_id: client.organizationId }
      expect((await visit(app, undefined, '10.0.5.1')).status).to.equal(200)
      const user = caller({
        kind: 'dashboard',
        organization_id: client.organizationId,
        user: { id: randomUUID() } as SignedInUser,
      })
      const byUser = await parley.client.get('/test/caller', user)
      expect(byUser.status).to.equal(200)
      expect(byUser.headers.get('ratelimit')).to.match(/^"dashboard_user_reads";r=\d+;t=\d+$/)
      expect(remainingOf(await client.get('/api/v1/agents'))).to.equal(2)
    })

    it('applies to tokens and to sign-ins by address, and records a refused token with its application', async () => {
      const { client_id } = parley.client.credentials
      const mint = async () => {
        const headers = {
          'Content-Type': 'application/json',
          Origin: TEST_ORIGIN,
          ...from('10.0.6.1'),
        }
        const body = JSON.stringify({ client_id })
        const response = await fetch(`${parley.client.address}/test/mint`, {
          method: 'POST',
          headers,
          body,
        })
        await response.body?.cancel()
        return response
      }
      expect([(await mint()).status, (await mint()).status, (await mint()).status]).to.deep.equal([
        200, 200, 429,
      ])
      const signIn = () => parley.client.post('/test/sign_in', {}, from('10.0.6.1'))
      for (let n = 0; n < 4; n++) expect((await signIn()).status).to.equal(200)
      const refused = await signIn()
      expect(refused.status).to.equal(429)
      expect(refused.headers.get('ratelimit-policy')).to.equal('"sign_in";q=4;w=60')
      const recorded = events.filter(({ endpoint }) => endpoint === '/test/mint')
      expect(recorded.map(({ client_id, outcome }) => [client_id, outcome])).to.deep.equal([
        [client_id, 'allowed'],
        [client_id, 'allowed'],
        [client_id, 'blocked'],
      ])
    })
  })
})

describe('a rate-limit count in PostgreSQL', () => {
  it('is deleted when its window is over', async () => {
    const parley = await startParley({ backend: 'postgres', workers: false })
    await parley.client.get('/api/v1/agents')
    await deleteOldLimits(parley.db)
    expect(await parley.db('rate_limits')).to.have.length(1)
    await parley.db('rate_limits').update({ expire: Date.now() - 1 })
    await deleteOldLimits(parley.db)
    expect(await parley.db('rate_limits')).to.deep.equal([])
    await parley.stop()
  })
})

;(hasRedis ? describe : describe.skip)('while Redis', () => {
  let parley: Parley
  let proxy: TcpProxy
  let client: Client
  beforeEach(async () => {
    proxy = await makeProxy(await emptyRedis())
    await proxy.open()
    parley = await startParley({
      backend: 'redis',
      workers: false,
      settings: { REDIS_URL: proxy.url },
    })
    client = parley.client
    await setHourlyLimit(parley.db, client.organizationId, 20)
    for (let n = 0; n < 3; n++) expect((await ask()).status).to.equal(200)
  })
  afterEach(async () => {
    await parley.stop()
    await proxy.close()
  })
  const ask = () => client.get('/api/v1/agents')
  const askTimes = async (times: number) => {
    const statuses = []
    for (let n = 0; n < times; n++) statuses.push((await ask()).status)
    return statuses
  }

  const outages: Record<string, [begin: () => unknown, end: () => unknown]> = {
    'is down': [() => proxy.close(), () => proxy.open()],
    'is frozen': [() => proxy.freeze(), () => proxy.thaw()],
  }
  for (const [name, [begin, end]] of Object.entries(outages))
    it(`${name}, requests are answered and each process counts by itself; then Redis counts again`, async () => {
      await begin()
      // Three of 20 were counted before.
      expect(await askTimes(24)).to.deep.equal([...Array(17).fill(200), ...Array(7).fill(429)])
      await end()
      const recovered = await eventually(async () => {
        const answer = await ask()
        return answer.status === 200 && answer
      })
      // The frozen Redis may count the requests that it has buffered, one a second.
      expect(remainingOf(recovered)).to.be.within(1, 16)
      await eventually(async () => (await ask()).status === 429)
    })
})
