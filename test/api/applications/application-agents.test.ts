import { expect } from 'chai'
import { bearer, mintToken, request, type SignedIn, signedIn } from '../../support/http/access.ts'
import type { Client } from '../../support/http/client.ts'
import {
  makeApplication,
  type Parley,
  startParley,
  TEST_ORIGIN,
} from '../../support/product/parley.ts'

const APPLICATIONS = '/api/v1/applications'
const SESSIONS = '/api/v1/sessions'
const NOWHERE = '01900000-0000-7000-8000-000000000000'

describe('an application that is limited to agents', () => {
  let parley: Parley
  let client: Client
  let owner: SignedIn
  let support: string
  let internal: string
  let id: string
  /** The token of a visitor that came before the application named any agent. */
  let token: string
  before(async () => {
    const settings = { MINT_MINUTE_LIMIT: '100000', WIDGET_SESSION_MINUTE_LIMIT: '100000' }
    parley = await startParley({ settings })
  })
  after(() => parley.stop())
  let count = 0
  beforeEach(async () => {
    client = await parley.another(`Organization ${++count}`)
    owner = await signedIn(parley, client, 'owner')
    support = (await client.makeAgent({ name: 'Support' })).id
    internal = (await client.makeAgent({ name: 'Internal' })).id
    const applications = await request(client.address, 'GET', APPLICATIONS, owner.headers)
    id = applications.body.data[0].id
    token = await mintToken(client)
  })

  const change = (body: object) =>
    request(client.address, 'PATCH', `${APPLICATIONS}/${id}`, owner.headers, body)
  const name = async (agent_ids: string[] | null) => {
    const { status, body } = await change({ agent_ids })
    expect(status, JSON.stringify(body)).to.equal(200)
    expect(body.data.agent_ids).to.deep.equal(
      agent_ids?.map((agentId) => agentId.toLowerCase()) ?? null,
    )
  }
  const visit = (method: string, path: string, body?: object) =>
    request(client.address, method, path, bearer(token), body)
  const open = async (agent_id: string) => visit('POST', SESSIONS, { agent_id })
  const say = (session: string) =>
    visit('POST', `${SESSIONS}/${session}/messages`, { content: 'Hello?' })

  it('lets its visitors talk to the named agents only, in capital letters too', async () => {
    await name([support.toUpperCase()])
    const { status, body } = await open(support.toUpperCase())
    expect(status).to.equal(201)
    expect((await say(body.data.id)).status).to.equal(201)
    const [unlisted, unknown] = [await open(internal), await open(NOWHERE)]
    expect([unlisted.status, unlisted.body.code]).to.deep.equal([404, 'not_found'])
    expect(unlisted.body.detail).to.equal(unknown.body.detail)
  })

  it("ends its visitors' sessions with other agents, and leaves them to its server", async () => {
    const session = (await open(internal)).body.data.id
    const { body } = await say(session)
    await name([support])
    const messages = `${SESSIONS}/${session}/messages`
    const rating = { reviewer: 'me', rating: 1 }
    for (const [method, path, content] of [
      ['GET', `${SESSIONS}/${session}`],
      ['GET', messages],
      ['GET', `${messages}/${body.data.id}`],
      ['POST', messages, { content: 'Still there?' }],
      ['POST', `${SESSIONS}/${session}/feedback`, rating],
      ['GET', `${SESSIONS}/${session}/feedback`],
    ] as const)
      expect((await visit(method, path, content)).status, `${method} ${path}`).to.equal(404)
    expect((await client.get(messages)).body.data).to.have.length(2)
    expect((await client.post(messages, { content: 'And for a server?' })).status).to.equal(201)
    await name(null)
    expect((await visit('GET', messages)).body.data).to.have.length(4)
  })

  it('shows its visitors the widget configurations of the named agents only', async () => {
    await name([support])
    const statuses: number[] = []
    for (const agent_id of [support, internal, null]) {
      const made = await client.post('/api/v1/widget-configurations', {
        name: 'Chat',
        ...(agent_id ? { agent_id } : {}),
      })
      expect(made.status).to.equal(201)
      statuses.push(
        (await visit('GET', `/api/v1/widget-configurations/${made.body.data.id}`)).status,
      )
    }
    expect(statuses).to.deep.equal([200, 404, 200])
  })

  it('reaches no agent when the last of them is deleted, instead of all', async () => {
    await name([support])
    expect((await client.send('DELETE', `/api/v1/agents/${support}`)).status).to.equal(200)
    expect([(await open(support)).status, (await open(internal)).status]).to.deep.equal([404, 404])
  })

  it('does not limit another application', async () => {
    await name([support])
    const { application } = await makeApplication(parley.db, client.organizationId, [TEST_ORIGIN])
    const { body } = await request(
      client.address,
      'POST',
      '/api/v1/auth/widget-token',
      { Origin: TEST_ORIGIN },
      { client_id: application.client_id },
    )
    token = body.token
    expect((await open(internal)).status).to.equal(201)
  })

  it('can name only agents of its organization, each once', async () => {
    const other = await parley.another(`Stranger ${count}`)
    const foreign = (await other.makeAgent({ name: 'Theirs' })).id
    const made = { name: 'Shop', agent_ids: [support, foreign, NOWHERE] }
    const created = await request(client.address, 'POST', APPLICATIONS, owner.headers, made)
    for (const { status, body } of [created, await change({ agent_ids: made.agent_ids })])
      expect([status, body.code]).to.deep.equal([404, 'not_found'])
    for (const agent_ids of [[], [support, support], 'all'])
      expect((await change({ agent_ids })).status, String(agent_ids)).to.equal(422)
    const { status, body } = await request(client.address, 'POST', APPLICATIONS, owner.headers, {
      name: 'Shop',
      agent_ids: [support],
    })
    expect([status, body.data.agent_ids]).to.deep.equal([201, [support]])
  })
})
