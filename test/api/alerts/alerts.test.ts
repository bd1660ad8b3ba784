import { expect } from 'chai'
import { v7 as uuid } from 'uuid'
import { checkAlerts } from '../../../shared/alerts/findAlerts.ts'
import type { Mail } from '../../../shared/mail/mailer.ts'
import { breakerKeyOf } from '../../../shared/models/circuitBreaker.ts'
import { sendOwnerMails } from '../../../workers/mail/ownerMails.ts'
import { readWeek } from '../../../workers/mail/week.ts'
import { weekWords } from '../../../workers/mail/weekWords.ts'
import { request, signedIn } from '../../support/http/access.ts'
import { type Client, eventually } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const LIMIT = 10

describe('alerts', () => {
  let parley: Parley
  let client: Client
  before(async () => {
    parley = await startParley({ workers: false, settings: { API_HOURLY_LIMIT: `${LIMIT}` } })
  })
  after(() => parley.stop())
  beforeEach(async () => {
    client = await parley.another(`Organization ${uuid()}`)
  })

  const insert = async (table: string, fields: object) => {
    const row = { id: uuid(), organization_id: client.organizationId, ...fields }
    return (await parley.db(table).insert(row).returning('*'))[0]
  }
  const stored = () =>
    parley.db('alerts').where({ organization_id: client.organizationId }).orderBy('id')
  const check = () => checkAlerts(parley.db)

  /** Stores a thread with so many replies, of which some failed. */
  async function reply(count: number, failed: number, fields: object = {}) {
    const agent = await insert('agents', { name: 'Mira' })
    const of = { agent_id: agent.id }
    const thread = await insert('threads', {
      ...of,
      kind: 'conversation',
      status: 'open',
      ...fields,
    })
    for (let n = 0; n < count; n++)
      await insert('messages', {
        ...of,
        thread_id: thread.id,
        seq: n + 1,
        role: 'assistant',
        status: n < failed ? 'failed' : 'completed',
        content: n < failed ? null : 'Yes.',
        error: n < failed ? { code: 'model_unavailable', detail: 'So.' } : null,
        request_id: 'r',
        completed_at: new Date(),
      })
    return thread.id as string
  }

  it('are raised once while many replies fail, and again after all was well', async () => {
    const thread = await reply(20, 5)
    await check()
    await check()
    const [first, ...others] = await stored()
    expect(others).to.deep.equal([])
    expect(first).to.deep.include({ kind: 'failures', facts: { failed: 5, replies: 20 } })
    await parley
      .db('messages')
      .where({ thread_id: thread })
      .update({ status: 'completed', error: null, content: 'Yes.' })
    await check()
    await reply(20, 10)
    await check()
    const states = (await stored()).map(({ resolved_at }: any) => resolved_at !== null)
    expect(states).to.deep.equal([true, false])
    const { body } = await client.get('/api/v1/alerts?state=open')
    expect(body.data.map(({ kind, state }: any) => [kind, state])).to.deep.equal([
      ['failures', 'open'],
    ])
    const types = await parley
      .db('event_outbox')
      .where({ organization_id: client.organizationId, target_kind: 'alert' })
      .pluck('type')
    expect(types.sort()).to.deep.equal(['alert.raised', 'alert.raised', 'alert.resolved'])
  })

  it('are not raised by few failures, a small share of them, or tests', async () => {
    await reply(4, 4)
    await reply(40, 1)
    await reply(9, 9, { is_test: true })
    await check()
    expect(await stored()).to.deep.equal([])
  })

  it('are raised for a budget once a period, and for a connection until its model answers', async () => {
    const budget = await insert('budgets', {
      scope: 'organization',
      unit: 'usd',
      amount: 10,
      period: 'month',
      at_limit: 'refuse',
    })
    const begins = `${new Date().toISOString().slice(0, 7)}-01`
    await parley.db('budget_periods').insert({
      organization_id: client.organizationId,
      budget_id: budget.id,
      begins,
      subject: '',
      spent: 8.5,
      warned_at: new Date(),
    })
    await insert('connections', { name: 'own', provider: 'openai' })
    const key = breakerKeyOf(client.organizationId, 'own:large')
    await parley.db('model_breakers').insert({ key, open_ms: 1_000, trial_at: new Date() })
    await check()
    await check()
    const found = (await stored()).map(({ kind, facts }: any) => [kind, facts.used ?? facts.model])
    expect(found.sort()).to.deep.equal([
      ['budget', 8.5],
      ['connection', 'own:large'],
    ])
    await parley.db('model_breakers').where({ key }).delete()
    await check()
    const open = (await stored()).filter(({ resolved_at }: any) => !resolved_at)
    expect(open.map(({ kind }: any) => kind)).to.deep.equal(['budget'])
  })

  it('are raised once when 80 % of a limit is used, for the rest of its window', async () => {
    for (let n = 1; n < 0.8 * LIMIT; n++) await client.get('/api/v1/agents')
    expect(await stored()).to.deep.equal([])
    for (let n = 0; n < 4; n++) await client.get('/api/v1/agents')
    await eventually(async () => expect(await stored()).to.have.length(1))
    const [alert] = await stored()
    expect(alert.facts).to.deep.equal({ bucket: 'organization', limit: LIMIT, used: 8 })
    await parley.db('alerts').update({ ends_at: new Date() })
    await check()
    expect((await stored())[0].resolved_at).not.to.equal(null)
  })

  it('are mailed once to owners who want them, in their language, and not once resolved', async () => {
    const owner = await signedIn(parley, client, 'owner')
    const editor = await signedIn(parley, client, 'editor')
    const users = () => parley.db('users').where({ organization_id: client.organizationId })
    await users().where({ role: 'owner' }).update({ language: 'de' })
    const path = '/api/v1/account/notifications'
    const read = await request(client.address, 'GET', path, editor.headers)
    expect(read.body.data).to.deep.equal({
      mail_handoffs: false,
      mail_alerts: false,
      mail_weekly: false,
    })
    await reply(10, 10)
    await check()
    const mails: Mail[] = []
    const config = { PUBLIC_URL: 'https://parley.example' }
    const send = async (mail: Mail) => mails.push(mail) > 0
    const deps = { db: parley.db, log: { warn: () => undefined }, mailer: { send }, config } as any
    await sendOwnerMails(deps)
    await sendOwnerMails(deps)
    const about = mails.filter(({ subject }) => subject.includes('Antworten'))
    expect(about).to.have.length(
      await users()
        .where({ role: 'owner' })
        .then((all) => all.length),
    )
    expect(about[0]!.text)
      .to.contain('10 von 10 Antworten')
      .and.contain('https://parley.example/dashboard/')
    const off = await request(client.address, 'PATCH', path, owner.headers, { mail_alerts: false })
    expect(off.body.data).to.include({ mail_alerts: false, mail_weekly: true })
  })

  it('have a weekly mail with the figures of the answers', async () => {
    await reply(4, 1)
    const monday = new Date()
    monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7))
    const week = (await readWeek(
      parley.db,
      client.organizationId,
      monday.toISOString().slice(0, 10),
    ))!
    expect(week.current).to.include({ questions: 4, failed_replies: 1 })
    expect(week.previous).to.equal(null)
    for (const [language, words] of [
      ['en', 'Questions: 4'],
      ['de', 'Fragen: 4'],
    ] as const) {
      const reader = { email: 'ada@example.com', organization: 'Shop', language }
      expect(weekWords(reader, week, (page) => page).text).to.contain(words)
    }
  })
})
