import { expect } from 'chai'
import { version } from 'uuid'
import { type Client, eventually } from '../../support/http/client.ts'
import { fetchDocumented } from '../../support/http/contract.ts'
import { type Parley, startParley, TEST_ORIGIN } from '../../support/product/parley.ts'
import { makeTestDb, type TestDb } from '../../support/product/testDb.ts'

const PATH = '/api/v1/widget-configurations'
const AS_JSON = { 'Content-Type': 'application/json' }
const NOWHERE = '01900000-0000-7000-8000-000000000000'

describe('a widget configuration', () => {
  let parley: Parley
  let client: Client
  before(async () => {
    parley = await startParley({ workers: false })
    client = parley.client
  })
  after(() => parley.stop())

  const patch = (id: string, body: object, by = client) =>
    by.send('PATCH', `${PATH}/${id}`, JSON.stringify(body), AS_JSON)
  const make = async (fields: object = {}) => {
    const { status, body } = await client.post(PATH, { name: 'Shop', ...fields })
    expect(status, JSON.stringify(body)).to.equal(201)
    return body.data
  }
  /** A widget can also read whether the agent allows attachments. */
  const readOf = (made: object) => ({ ...made, allow_attachments: false })
  const full = {
    name: 'Shop, German',
    title: 'Fragen?',
    greeting: 'Guten Tag! Was darf es sein?',
    suggested_questions: ['Wo ist mein Paket?', 'Wie gebe ich etwas zurück?'],
    colors: {
      primary: '#0a7',
      primary_text: '#FFFFFF',
      background: '#ffffff',
      text: '#222222',
      bubble: '#eeeeee',
      bubble_text: '#111111',
    },
    position: 'bottom-left',
    theme: 'dark',
    locale: 'de-AT',
    texts: {
      placeholder: 'Ihre Frage',
      send: 'Senden',
      limit_reached: 'Bitte später.',
      offline: 'Kein Netz',
    },
    remember: true,
    offers_people: true,
  }

  it('comes back with all its fields', async () => {
    const agent = await client.makeAgent()
    const made = await make({ ...full, agent_id: agent.id })
    expect(made).to.deep.include({ ...full, agent_id: agent.id })
    expect(version(made.id)).to.equal(7)
    expect((await client.get(`${PATH}/${made.id}`)).body.data).to.deep.equal(readOf(made))
  })

  it('has defaults for all but its name', async () => {
    const { id, created_at, updated_at, ...fields } = await make()
    expect(fields).to.deep.equal({
      object: 'widget_configuration',
      name: 'Shop',
      agent_id: null,
      title: null,
      greeting: null,
      suggested_questions: [],
      colors: {},
      position: 'bottom-right',
      theme: 'auto',
      locale: null,
      texts: {},
      remember: false,
      offers_people: false,
    })
  })

  it('is listed newest first, by its agent if asked to', async () => {
    const organization = await parley.another('With two configurations')
    const agent = await organization.makeAgent()
    const first = (await organization.post(PATH, { name: 'a', agent_id: agent.id })).body.data
    const second = (await organization.post(`${PATH}/`, { name: 'b' })).body.data
    const { body } = await organization.get(PATH)
    expect(body.data).to.deep.equal([second, first])
    expect(body.pagination).to.deep.equal({ limit: 20, has_more: false, next_cursor: null })
    expect((await organization.get(`${PATH}?agent_id=${agent.id}`)).body.data).to.deep.equal([
      first,
    ])
  })

  it('is changed in what a PATCH names: colours and texts as a whole, and null restores the default', async () => {
    const made = await make(full)
    const { status, body } = await patch(made.id, {
      colors: { primary: '#123456' },
      texts: null,
      theme: null,
      title: null,
      suggested_questions: ['Why?'],
    })
    expect(status).to.equal(200)
    const { updated_at: _, ...before } = made
    expect(body.data).to.deep.include({
      ...before,
      colors: { primary: '#123456' },
      texts: {},
      theme: 'auto',
      title: null,
      suggested_questions: ['Why?'],
    })
    expect((await client.get(`${PATH}/${made.id}`)).body.data).to.deep.equal(readOf(body.data))
  })

  it('is gone when it is deleted', async () => {
    const { id } = await make()
    const { status, body } = await client.send('DELETE', `${PATH}/${id}`)
    expect(status).to.equal(200)
    expect(body.data).to.deep.equal({ id, deleted: true })
    expect((await client.get(`${PATH}/${id}`)).status).to.equal(404)
    expect((await client.send('DELETE', `${PATH}/${id}`)).status).to.equal(404)
  })

  it('stays without an agent when its agent is deleted', async () => {
    const agent = await client.makeAgent()
    const { id } = await make({ agent_id: agent.id })
    await client.send('DELETE', `/api/v1/agents/${agent.id}`)
    expect((await client.get(`${PATH}/${id}`)).body.data.agent_id).to.equal(null)
  })

  it('sent again with its Idempotency-Key is created once', async () => {
    const key = { 'Idempotency-Key': 'configuration-1' }
    const first = await client.post(PATH, { name: 'Once' }, key)
    const second = await client.post(PATH, { name: 'Once' }, key)
    expect(second.headers.get('idempotent-replayed')).to.equal('true')
    expect(second.body.data).to.deep.equal(first.body.data)
    expect(await parley.db('widget_configurations').where({ name: 'Once' })).to.have.length(1)
  })

  it("can be read, but not changed, with the organization's widget tokens", async () => {
    const made = await make(full)
    const tokenOf = async ({ client_id }: { client_id: string }) => {
      const response = await fetchDocumented(`${client.address}/api/v1/auth/widget-token`, {
        method: 'POST',
        headers: { ...AS_JSON, Origin: TEST_ORIGIN },
        body: JSON.stringify({ client_id }),
      })
      return ((await response.json()) as { token: string }).token
    }
    const send = (token: string, method: string, path: string, body?: string) =>
      fetchDocumented(client.address + path, {
        method,
        headers: { ...AS_JSON, Origin: TEST_ORIGIN, Authorization: `Bearer ${token}` },
        ...(body ? { body } : {}),
      })
    const token = await tokenOf(client.credentials)
    const read = await send(token, 'GET', `${PATH}/${made.id}`)
    expect(read.status).to.equal(200)
    expect(((await read.json()) as any).data).to.deep.equal(readOf(made))
    const foreign = await tokenOf((await parley.another('With a widget of its own')).credentials)
    expect((await send(foreign, 'GET', `${PATH}/${made.id}`)).status).to.equal(404)
    for (const [method, path, body] of [
      ['GET', PATH],
      ['POST', PATH, '{"name":"Mine"}'],
      ['PATCH', `${PATH}/${made.id}`, '{"name":"Mine"}'],
      ['DELETE', `${PATH}/${made.id}`],
    ] as const)
      expect((await send(token, method, path, body)).status, method).to.equal(403)
  })

  it('cannot be read, listed, changed or deleted by another organization', async () => {
    const made = await make()
    const other = await parley.another('Somebody else')
    expect((await other.get(PATH)).body.data).to.deep.equal([])
    for (const id of [made.id, NOWHERE, 'abc'])
      for (const answer of [
        await other.get(`${PATH}/${id}`),
        await patch(id, { name: 'Mine' }, other),
        await other.send('DELETE', `${PATH}/${id}`),
      ]) {
        expect(answer.status).to.equal(404)
        expect(answer.body.detail).to.equal(
          'There is no widget configuration with this id in your organization.',
        )
      }
    expect((await client.get(`${PATH}/${made.id}`)).body.data).to.deep.equal(readOf(made))
  })

  it("with another organization's agent is refused with 404, like an unknown agent", async () => {
    const other = await parley.another('With an agent')
    const mine = await make()
    const foreign = (await other.makeAgent()).id
    for (const agent_id of [foreign, NOWHERE])
      for (const { status, body } of [
        await client.post(PATH, { name: 'Shop', agent_id }),
        await patch(mine.id, { agent_id }),
      ]) {
        expect(status).to.equal(404)
        expect(body.detail).to.equal('There is no agent with this id in your organization.')
      }
  })

  it('whose agent is deleted during its creation is refused with 404', async () => {
    const agent = await client.makeAgent()
    const elsewhere: TestDb = makeTestDb(parley.env.DATABASE_URL!, 2)
    const deletion = await elsewhere.knexTransaction()
    await deletion('agents').where({ id: agent.id }).delete()
    const posted = client.post(PATH, { name: 'Late', agent_id: agent.id })
    await eventually(async () =>
      parley
        .db('pg_stat_activity')
        .where({ wait_event_type: 'Lock' })
        .whereILike('query', '%widget_conf%')
        .first(),
    )
    await deletion.commit()
    await elsewhere.destroy()
    const { status, body } = await posted
    expect(status).to.equal(404)
    expect(body.code).to.equal('not_found')
  })

  for (const [what, body, field] of [
    ['no name', { name: null }, 'name'],
    ['a blank name', { name: '  ' }, 'name'],
    ['a name over 120 characters', { name: 'x'.repeat(121) }, 'name'],
    ['an unknown field', { colour: '#fff' }, 'colour'],
    ['an agent that is no id', { agent_id: 'Ada' }, 'agent_id'],
    ['a title over 80 characters', { title: 'x'.repeat(81) }, 'title'],
    ['a greeting over 1,000 characters', { greeting: 'x'.repeat(1001) }, 'greeting'],
    ['seven questions', { suggested_questions: Array(7).fill('Why?') }, 'suggested_questions'],
    ['a blank question', { suggested_questions: [' '] }, 'suggested_questions.0'],
    [
      'a question over 200 characters',
      { suggested_questions: ['x'.repeat(201)] },
      'suggested_questions.0',
    ],
    ['a colour by name', { colors: { primary: 'red' } }, 'colors.primary'],
    ['a colour that is CSS', { colors: { text: '#fff;background:url(//x)' } }, 'colors.text'],
    ['a colour of four digits', { colors: { text: '#ffff' } }, 'colors.text'],
    ['a colour and a line feed', { colors: { text: '#ffffff\n' } }, 'colors.text'],
    ['a colour for something unknown', { colors: { shadow: '#fff' } }, 'colors.shadow'],
    ['colours in a list', { colors: ['#fff'] }, 'colors'],
    ['a position of its own', { position: 'top' }, 'position'],
    ['a theme of its own', { theme: 'sepia' }, 'theme'],
    ['a locale that is none', { locale: 'German please' }, 'locale'],
    ['an unknown text', { texts: { farewell: 'Bye' } }, 'texts.farewell'],
    ['a text over 300 characters', { texts: { send: 'x'.repeat(301) } }, 'texts.send'],
    ['a text that is none', { texts: { send: 5 } }, 'texts.send'],
  ] as [string, object, string][])
    it(`with ${what} is refused with 422, in a POST and in a PATCH`, async () => {
      const count = async () => (await parley.db('widget_configurations').count().first())!.count
      const made = await make()
      const before = await count()
      const answers = [
        await client.post(PATH, { name: 'Shop', ...body }),
        await patch(made.id, body),
      ]
      for (const answer of answers) expect(answer.status).to.equal(422)
      expect(answers[0]!.body.data.errors[0].field).to.equal(field)
      expect(await count()).to.equal(before)
      expect((await client.get(`${PATH}/${made.id}`)).body.data).to.deep.equal(readOf(made))
    })
})
