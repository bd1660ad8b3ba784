import { expect } from 'chai'
import { parseList } from 'structured-headers'
import { bearer, mintToken, request, type SignedIn, signedIn } from '../../support/http/access.ts'
import { Client, eventually } from '../../support/http/client.ts'
import {
  makeApplication,
  onBothQueues,
  type Parley,
  startParley,
  TEST_ORIGIN,
} from '../../support/product/parley.ts'

const AGENTS = '/api/v1/agents'

onBothQueues("an application's own limit", function (backend) {
  let parley: Parley
  let client: Client
  let owner: SignedIn
  let other: Client
  let path: string
  let count = 0
  before(async () => {
    const settings = {
      MINT_MINUTE_LIMIT: '1000',
      API_HOURLY_LIMIT: '5',
      WIDGET_APPLICATION_HOURLY_LIMIT: '9',
    }
    parley = await startParley({ backend, workers: false, settings })
  })
  after(() => parley.stop())
  beforeEach(async () => {
    client = await parley.another(`Sharing ${++count}`)
    owner = await signedIn(parley, client, 'owner')
    const { application, secret } = await makeApplication(parley.db, client.organizationId, [
      TEST_ORIGIN,
    ])
    other = new Client(client.address, {
      ...client.credentials,
      client_id: application.client_id,
      secret,
    })
    const { data } = (await send('GET', '/api/v1/applications')).body
    const { id } = data.find(({ client_id }: any) => client_id === client.credentials.client_id)
    path = `/api/v1/applications/${id}`
  })

  const send = (method: string, path: string, body?: object) =>
    request(parley.client.address, method, path, owner.headers, body)

  async function give(limits: object) {
    expect((await send('PATCH', path, { limits })).status).to.equal(200)
  }

  const policiesOf = (headers: Headers) =>
    parseList(headers.get('ratelimit-policy')!).map(([name, more]) => [
      name,
      (more as any).get('q'),
    ])

  it('refuses this application alone, says which limit it is, and costs its organization nothing', async () => {
    await give({ hourly_limit: 2 })
    const passed = [await client.get(AGENTS), await client.get(AGENTS)]
    expect(passed.map(({ status }) => status)).to.deep.equal([200, 200])
    expect(policiesOf(passed[0]!.headers)).to.deep.equal([
      ['key', 2],
      ['organization', 5],
    ])
    expect(passed[1]!.headers.get('ratelimit')).to.match(/^"key";r=0;t=\d+$/)
    const { status, body, headers } = await client.get(AGENTS)
    expect([status, body.code]).to.deep.equal([429, 'rate_limited'])
    expect(body.detail).to.equal(
      `The limit of 2 API requests an hour for this application is reached. Try again in ${headers.get('retry-after')} s. An owner of your organization can give a higher limit.`,
    )
    const there = await other.get(AGENTS)
    expect([there.status, there.headers.get('x-ratelimit-remaining')]).to.deep.equal([200, '2'])
    expect(policiesOf(there.headers)).to.deep.equal([['organization', 5]])
  })

  it('does not give it more than its organization has left', async () => {
    await give({ hourly_limit: 4 })
    for (let n = 0; n < 3; n++) await other.get(AGENTS)
    const answers = [await client.get(AGENTS), await client.get(AGENTS), await client.get(AGENTS)]
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 429])
    expect(answers[2]!.body.detail).to.match(/for your organization is reached/)
  })

  it('shows its use as counted, refused requests included', async () => {
    await give({ hourly_limit: 2 })
    for (let n = 0; n < 4; n++) await client.get(AGENTS)
    const { requests, widget, organization } = (await send('GET', `${path}/limits`)).body.data
    expect(requests).to.include({ limit: 2, used: 2, remaining: 0 })
    expect(organization).to.include({ limit: 5, used: 2, remaining: 3 })
    expect(widget).to.deep.equal({ limit: 9, used: 0, remaining: 9, resets_at: null })
    await give({ hourly_limit: null })
    expect((await send('GET', `${path}/limits`)).body.data.requests).to.equal(null)
    expect((await client.get(AGENTS)).status).to.equal(200)
  })

  it("covers its widget's visitors together, and is at most the service's", async () => {
    await give({ widget_hourly_limit: 2 })
    const agent = (await other.makeAgent()).id
    const open = async () =>
      request(client.address, 'POST', '/api/v1/sessions', bearer(await mintToken(client)), {
        agent_id: agent,
      })
    const statuses = [(await open()).status, (await open()).status]
    const refused = await open()
    expect([...statuses, refused.status]).to.deep.equal([201, 201, 429])
    expect(refused.body.detail).to.match(
      /^The limit of 2 widget requests an hour for this application is/,
    )
    expect((await send('GET', `${path}/limits`)).body.data.widget).to.include({ limit: 2, used: 2 })
    await parley.db('applications').where({ client_id: client.credentials.client_id }).update({
      widget_hourly_limit: 1_000,
    })
    expect((await send('GET', `${path}/limits`)).body.data.widget).to.include({ limit: 9, used: 2 })
  })

  it('is listed by its name among the limit events when it refuses', async () => {
    await give({ hourly_limit: 1 })
    for (let n = 0; n < 2; n++) await client.get(AGENTS)
    const blocked = await eventually(async () => {
      const { data } = (await send('GET', '/api/v1/analytics/rate-limits?outcome=blocked')).body
      return data.length > 0 && data
    })
    expect(blocked[0]).to.include({ bucket: 'key', client_id: client.credentials.client_id })
  })
})
