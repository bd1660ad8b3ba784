import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { closePages, hasChromium } from '../../support/browser/browser.ts'
import { type Dashboard, startDashboard } from '../../support/browser/dashboard.ts'
import { expectAccessible, keepPicture } from '../../support/browser/looks.ts'
import { PASSWORD, request, type SignedIn, signedIn } from '../../support/http/access.ts'
import { eventually } from '../../support/http/client.ts'
import { answering, type Receiver, startReceiver } from '../../support/webhooks/receiver.ts'

const inChromium = hasChromium ? describe : describe.skip

inChromium('the selected rows of a list @long', () => {
  let dashboard: Dashboard
  let receiver: Receiver
  let owner: SignedIn
  before(async () => {
    receiver = await startReceiver()
    dashboard = await startDashboard({ EGRESS_ALLOWED_HOSTS: receiver.host })
    owner = await signedIn(dashboard.parley, dashboard.client, 'owner')
  })
  after(async () => {
    await dashboard?.stop()
    await receiver?.close()
  })
  beforeEach(() => {
    dashboard.complaints.length = 0
  })
  afterEach(() => closePages(dashboard.browser))

  const select = async (page: Page, names: string[]) => {
    for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  }
  const press = (page: Page, name: string) =>
    page.getByRole('button', { name, exact: true }).click()
  const confirm = (page: Page, title: string, action: string) =>
    page.getByRole('dialog', { name: title }).getByRole('button', { name: action }).click()

  async function call(method: string, path: string, body: object) {
    // The cookie's name outside production.
    const headers = { ...owner.headers, Cookie: `parley_session=${owner.token}` }
    const answer = await request(dashboard.client.address, method, path, headers, body)
    expect(answer.status, JSON.stringify(answer.body)).to.be.below(300)
    return answer.body.data
  }

  it('can be customers who are erased, and no others @long', async () => {
    const { client } = dashboard
    const agent = await client.makeAgent()
    for (const user_reference of ['c-1', 'c-2', 'c-3'])
      await client.post('/api/v1/contexts', {
        user_reference,
        traits: { name: `Zoe ${user_reference}` },
      })
    const { id } = await client.makeConversation({ agent_id: agent.id, customer_id: 'c-2' })
    const page = await dashboard.openAs(owner, '/customers')
    await select(page, ['Zoe c-1', 'Zoe c-2'])
    await page.getByText('2 selected').waitFor()
    await keepPicture(page, 'bulk-customers', 'dashboard')
    await expectAccessible(page, 'selected customers')
    await press(page, 'Erase everything')
    await confirm(page, 'Erase 2 customers?', 'Erase everything')
    await page.getByText('Erased 2 customers.').waitFor()
    const { body } = await client.get('/api/v1/contexts')
    expect(body.data.map((one: { user_reference: string }) => one.user_reference)).to.deep.equal([
      'c-3',
    ])
    expect((await client.get(`/api/v1/conversations/${id}`)).status).to.equal(404)
    await page.getByRole('link', { name: 'Zoe c-1' }).waitFor({ state: 'detached' })
    expect(await page.getByText('selected', { exact: false }).count()).to.equal(0)
    expect(dashboard.complaints).to.deep.equal([])
  })

  it('can be agents that are deactivated and activated, while an agent changed by somebody else is skipped and named @long', async () => {
    const { client } = dashboard
    const made = [await client.makeAgent({ name: 'Bea' }), await client.makeAgent({ name: 'Cleo' })]
    const read = async () =>
      Promise.all(
        made.map(async ({ id }) => (await client.get(`/api/v1/agents/${id}`)).body.data.is_active),
      )
    const page = await dashboard.openAs(owner, '/agents')
    await select(page, ['Bea', 'Cleo'])
    await press(page, 'Deactivate')
    await confirm(page, 'Deactivate 2 agents?', 'Deactivate')
    await page.getByText('2 agents are inactive.').waitFor()
    expect(await read()).to.deep.equal([false, false])
    await page.getByRole('row').filter({ hasText: 'Cleo' }).getByText('Inactive').waitFor()
    await call('PATCH', `/api/v1/agents/${made[1]!.id}`, { description: 'Changed meanwhile.' })
    await select(page, ['Bea', 'Cleo'])
    await press(page, 'Activate')
    await page.getByRole('alert').waitFor()
    expect(await read()).to.deep.equal([true, false])
    await page.getByText('Changed meanwhile.').waitFor()
    await press(page, 'Activate')
    await page.getByText('2 agents are active.').waitFor()
    expect(await read()).to.deep.equal([true, true])
  })

  it('can be deliveries that are retried @long', async () => {
    receiver.behave(answering(503))
    const body = { url: receiver.url, events: ['conversation.created'] }
    const { id } = await call('POST', '/api/v1/webhook-endpoints', body)
    const agent = await dashboard.client.makeAgent()
    const made = [1, 2].map(() => dashboard.client.makeConversation({ agent_id: agent.id }))
    const conversations = (await Promise.all(made)).map((one) => one.id)
    const page = await dashboard.openAs(owner, `/webhooks/${id}`)
    await page.getByRole('row').filter({ hasText: '503' }).nth(1).waitFor()
    receiver.received.length = 0
    receiver.behave(answering(200))
    await page.getByRole('checkbox', { name: 'Select all shown' }).check()
    await press(page, 'Retry')
    await page.getByText('Retrying 2 deliveries.').waitFor()
    await eventually(async () => receiver.received.length === 2)
    const sent = receiver.received.map((webhook) => JSON.parse(webhook.body).data.id)
    expect(sent).to.have.members(conversations)
    await page.getByRole('row').filter({ hasText: 'Delivered' }).nth(1).waitFor()
  })

  it('can be invitations that are revoked @long', async () => {
    for (const email of ['a@example.com', 'b@example.com'])
      await call('POST', '/api/v1/invitations', { email, role: 'viewer' })
    const page = await dashboard.openAs(owner, '/people')
    await select(page, ['a@example.com', 'b@example.com'])
    await press(page, 'Revoke')
    await confirm(page, 'Revoke 2 invitations?', 'Revoke')
    await page.getByText('Revoked 2 invitations.').waitFor()
    await page.getByText('No open invitations').waitFor()
  })

  it('can be saved answers and synonyms that are deleted, and no others @long', async () => {
    for (const name of ['Greeting', 'Opening hours', 'Returns'])
      await call('POST', '/api/v1/saved-answers', { name, content: `${name}: as always.` })
    for (const words of [
      ['sofa', 'couch'],
      ['fern', 'bracken'],
    ])
      await call('POST', '/api/v1/knowledge/synonyms', { words })
    const answers = await dashboard.openAs(owner, '/inbox/answers')
    await select(answers, ['Greeting', 'Returns'])
    await press(answers, 'Delete')
    await confirm(answers, 'Delete 2 saved answers?', 'Delete')
    await answers.getByText('Deleted 2 saved answers.').waitFor()
    await eventually(async () => (await answers.locator('tbody tr').count()) === 1)
    expect(await answers.locator('tbody tr').innerText()).to.contain('Opening hours')
    const synonyms = await dashboard.openAs(owner, '/knowledge/synonyms')
    await select(synonyms, ['sofa, couch'])
    await press(synonyms, 'Delete')
    await confirm(synonyms, 'Delete these synonyms?', 'Delete')
    await eventually(async () => (await synonyms.locator('tbody tr').count()) === 1)
    expect(await synonyms.locator('tbody tr').innerText()).to.contain('bracken')
    expect(dashboard.complaints).to.deep.equal([])
  })

  it('are on a phone only those that are shown @long', async () => {
    const { client } = dashboard
    await client.post('/api/v1/contexts', { user_reference: 'c-9', traits: { name: 'Zoe c-9' } })
    const page = await dashboard.openAs(owner, '/customers', {
      viewport: { width: 390, height: 844 },
    })
    await page.getByRole('checkbox', { name: 'Select Zoe c-9' }).waitFor()
    const headings = page.locator('thead').getByRole('columnheader')
    expect(await headings.allInnerTexts()).to.include('Added')
    // Invisible elements take no focus.
    expect(await page.locator('thead :is(button, input)').count()).to.equal(0)
    await page.getByRole('checkbox', { name: 'Select all shown' }).check()
    await page.getByText(/^\d+ selected$/).waitFor()
    await expectAccessible(page, 'selected customers on a phone')
  })

  it('can be conversations that are closed or deleted, and no others, also by the keyboard', async () => {
    const { client } = dashboard
    const { id: agent_id } = await client.makeAgent({ name: 'Dora' })
    const made: string[] = []
    for (const customer_id of ['Cleo', 'Bela', 'Alma'])
      made.push(
        (await client.makeConversation({ agent_id, customer_id, title: 'A late parcel' })).id,
      )
    const read = async () => (await client.get(`/api/v1/threads?agent_id=${agent_id}`)).body.data
    const page = await dashboard.openAs(owner, `/conversations?agent_id=${agent_id}`)
    const rows = page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
    await eventually(async () => (await rows.count()) === 3)
    expect(await page.getByRole('checkbox').count()).to.equal(0)
    await press(page, 'Select conversations')
    // Skips the active filter.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.getByText('3 selected').waitFor()
    await press(page, 'Clear selection')
    await select(page, ['Alma, A late parcel', 'Cleo, A late parcel'])
    await page.getByText('2 selected').waitFor()
    await expectAccessible(page, 'selected conversations')
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await keepPicture(page, `bulk-conversations-${width}`, 'dashboard')
    }
    await press(page, 'Close')
    await confirm(page, 'Close 2 conversations?', 'Close conversations')
    await page.getByText('Closed 2 conversations.').waitFor()
    expect((await read()).map(({ status }: any) => status)).to.deep.equal([
      'closed',
      'open',
      'closed',
    ])
    const names = (await rows.locator('strong').allInnerTexts()).join()
    expect(names).to.equal('Alma,Bela,Cleo')
    expect(await rows.getByText('Closed').count()).to.equal(2)
    await select(page, ['Cleo'])
    expect(await page.getByRole('button', { name: 'Close', exact: true }).isDisabled()).to.equal(
      true,
    )
    await press(page, 'Delete')
    await confirm(page, 'Delete 1 conversation?', 'Delete')
    await page.getByText('Deleted 1 conversation.').waitFor()
    expect((await read()).map(({ id }: any) => id)).to.deep.equal([made[2], made[1]])
    await eventually(async () => (await rows.count()) === 2)
    await press(page, 'Select conversations')
    expect(await page.getByRole('checkbox').count()).to.equal(0)
    // The event of the deletion may come first, and then the list asks for the deleted row.
    expect(
      dashboard.complaints.filter((complaint) => !complaint.includes(`/threads/${made[0]}`)),
    ).to.deep.equal([])
  })

  it('can be widgets and endpoints that are deleted, and no others @long', async () => {
    for (const name of ['Blue', 'Green', 'Red'])
      await call('POST', '/api/v1/widget-configurations', { name })
    const widgets = await dashboard.openAs(owner, '/widgets')
    await select(widgets, ['Blue', 'Red'])
    await press(widgets, 'Delete')
    await confirm(widgets, 'Delete 2 widgets?', 'Delete')
    await widgets.getByText('Deleted 2 widgets.').waitFor()
    await eventually(async () => (await widgets.locator('tbody tr').count()) === 1)
    expect(await widgets.locator('tbody tr').innerText()).to.contain('Green')
    for (const path of ['one', 'two'])
      await call('POST', '/api/v1/webhook-endpoints', {
        url: `${receiver.url}/${path}`,
        events: ['budget.reached'],
      })
    const endpoints = await dashboard.openAs(owner, '/webhooks')
    await endpoints.getByRole('checkbox', { name: /^Select .*one$/ }).check()
    await press(endpoints, 'Delete')
    await confirm(endpoints, 'Delete this endpoint?', 'Delete')
    await endpoints.getByText('Deleted the endpoint.').waitFor()
    await endpoints.getByRole('link', { name: /one$/ }).waitFor({ state: 'detached' })
    await endpoints.getByRole('link', { name: /two$/ }).waitFor()
    expect(dashboard.complaints).to.deep.equal([])
  })

  it('can be sessions that end, except the current one @long', async () => {
    const { parley, client } = dashboard
    const viewer = await signedIn(parley, client, 'viewer')
    for (const _ of [1, 2]) {
      const other = await dashboard.open('/account', null)
      await other.getByLabel('Email address').fill(viewer.user.email)
      await other.getByLabel('Password').fill(PASSWORD)
      await press(other, 'Sign in')
      await other.getByRole('region', { name: 'Your sessions' }).waitFor()
    }
    const page = await dashboard.openAs(viewer, '/account')
    const sessions = page.getByRole('region', { name: 'Your sessions' }).locator('tbody tr')
    await eventually(async () => (await sessions.count()) === 3)
    await page.getByRole('checkbox', { name: 'Select all shown' }).check()
    await page.getByText('2 selected').waitFor()
    await press(page, 'End')
    await confirm(page, 'End 2 sessions?', 'End')
    await page.getByText('2 sessions ended.').waitFor()
    await eventually(async () => (await sessions.count()) === 1)
    expect(await sessions.innerText()).to.contain('This browser')
  })

  it('do not exist for viewers @long', async () => {
    for (const path of ['/customers', '/agents', '/widgets']) {
      const page = await dashboard.open(path, 'viewer')
      await page.getByRole('row').nth(1).waitFor()
      expect(await page.getByRole('checkbox').count()).to.equal(0)
    }
  })
})
