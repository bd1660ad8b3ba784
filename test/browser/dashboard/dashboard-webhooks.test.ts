import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { closePages, hasChromium } from '../../support/browser/browser.ts'
import { type Dashboard, startDashboard } from '../../support/browser/dashboard.ts'
import { expectAccessible, keepPicture } from '../../support/browser/looks.ts'
import { request, type SignedIn, signedIn } from '../../support/http/access.ts'
import { eventually } from '../../support/http/client.ts'
import {
  answering,
  type Received,
  type Receiver,
  startReceiver,
} from '../../support/webhooks/receiver.ts'

const inChromium = hasChromium ? describe : describe.skip
const ENDPOINTS = '/api/v1/webhook-endpoints'

inChromium("the dashboard's webhooks @long", function () {
  let dashboard: Dashboard
  let receiver: Receiver
  let owner: SignedIn
  before(async () => {
    receiver = await startReceiver()
    dashboard = await startDashboard({
      EGRESS_ALLOWED_HOSTS: receiver.host,
      API_HOURLY_LIMIT: '1000',
      DASHBOARD_USER_HOURLY_LIMIT: '5000',
    })
    owner = await signedIn(dashboard.parley, dashboard.client, 'owner')
  })
  after(async () => {
    await dashboard?.stop()
    await receiver?.close()
  })
  beforeEach(() => {
    dashboard.complaints.length = 0
    receiver.received.length = 0
    receiver.behave(answering(200, {}, 'thank you'))
  })
  afterEach(async () => {
    await closePages(dashboard.browser)
    await dashboard.parley.db('webhook_endpoints').delete()
  })

  const button = (page: Page, name: string | RegExp) =>
    page.getByRole('button', { name, exact: true })

  async function call(method: string, path: string, body: object) {
    // The cookie's name outside production.
    const headers = { ...owner.headers, Cookie: `parley_session=${owner.token}` }
    const answer = await request(dashboard.client.address, method, path, headers, body)
    expect(answer.status, JSON.stringify(answer.body)).to.be.below(300)
    return answer.body.data
  }
  const makeEndpoint = (fields: object = {}) =>
    call('POST', ENDPOINTS, { url: receiver.url, events: ['conversation.created'], ...fields })

  /** Returns the webhooks of a type that have arrived, once there are so many. */
  const arrived = (type: string, count: number): Promise<Received[]> =>
    eventually(async () => {
      const found = receiver.received.filter(({ body }) => JSON.parse(body).type === type)
      return found.length >= count && found
    })

  const signatureOf = ({ headers, body }: Received, secret: string) => {
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  }

  const converse = async (title: string) => {
    const agent = await dashboard.client.makeAgent({})
    return dashboard.client.makeConversation({ agent_id: agent.id, title })
  }

  it('are created with a secret that is shown once, and tested', async () => {
    const page = await dashboard.openAs(owner, '/webhooks')
    await page.getByText('No endpoints yet').waitFor()
    await expectAccessible(page, 'no endpoints')
    await button(page, 'New endpoint').first().click()
    const form = page.getByRole('dialog', { name: 'New endpoint' })
    await form.getByLabel('URL').fill('http://10.0.0.1/hook')
    await form.getByLabel('Description (optional)').fill('Orders into the warehouse')
    await form.getByLabel('Selected events').check()
    expect(await button(page, 'Create endpoint').isDisabled()).to.equal(true)
    await form.getByLabel('Replies').check()
    await form.getByText('3 selected').waitFor()
    await form.getByLabel('message.cancelled').uncheck()
    await form.getByLabel('Search types').fill('rated low conversation')
    await form.getByText('No type has these words.').waitFor()
    await form.getByLabel('Search types').fill('conversation opened')
    await form.getByLabel('conversation.created').check()
    await form.getByLabel('Search types').fill('')
    await expectAccessible(page, 'a new endpoint')
    await keepPicture(page, 'webhooks-new', 'dashboard')
    await button(page, 'Create endpoint').click()
    await form.getByText(/URL .*EGRESS_ALLOWED_HOSTS/).waitFor()
    await form.getByLabel('URL').fill(receiver.url)
    await button(page, 'Create endpoint').click()

    const shown = page.getByRole('dialog', { name: 'Endpoint created' })
    const secret = (await shown.locator('code').innerText()).trim()
    expect(secret).to.match(/^whsec_/)
    await button(page, 'Copy the secret').click()
    expect(await page.evaluate('navigator.clipboard.readText()')).to.equal(secret)
    await expectAccessible(page, 'a new secret')
    await shown.getByLabel('I have stored the secret').check()
    await button(page, 'Done').click()
    await page.getByText('Nothing sent yet').waitFor()
    expect(await page.content()).not.to.contain(secret)
    const [stored] = await dashboard.parley.db('webhook_endpoints')
    expect(page.url()).to.match(new RegExp(`/webhooks/${stored.id}$`))
    expect(stored.events).to.have.members([
      'message.completed',
      'message.failed',
      'conversation.created',
    ])

    await button(page, 'Send test event').click()
    await page.getByText(/The endpoint answered 200 in/).waitFor()
    await page.getByRole('dialog').getByText('thank you').waitFor()
    await expectAccessible(page, 'a test')
    await keepPicture(page, 'webhooks-test', 'dashboard')
    const [test] = await arrived('endpoint.tested', 1)
    expect(test!.headers['webhook-signature']).to.equal(signatureOf(test!, secret))
    receiver.behave(answering(503, {}, 'down for repairs'))
    await button(page, 'Send another').click()
    await page.getByText('Only an answer from 200 to 299 counts as delivered.').waitFor()
    await page.getByText(/Parley tries again/).waitFor()
    await button(page, 'Done').click()
    await page.getByText('One try has failed since the last success').waitFor()
    expect(dashboard.complaints.filter((complaint) => !complaint.includes('422'))).to.deep.equal([])
  })

  it('show each delivery with its request and answers, retry one, and replay many @long', async () => {
    receiver.behave(answering(503, {}, 'down for repairs'))
    const { id, secret } = await makeEndpoint()
    const { id: conversation } = await converse('Where is my lamp?')
    await arrived('conversation.created', 1)
    const page = await dashboard.openAs(owner, `/webhooks/${id}`)
    const row = page.getByRole('row').filter({ hasText: 'conversation.created' })
    await row.getByText('Trying again').waitFor()
    await row.getByText('503').waitFor()
    await page.getByLabel('Delivered', { exact: true }).check()
    await page.getByText('No such deliveries').waitFor()
    await page.getByLabel('Waiting', { exact: true }).check()
    await row.getByRole('button').press('Enter')
    const drawer = page.getByRole('dialog', { name: 'conversation.created' })
    await drawer.getByText('down for repairs').first().waitFor()
    await drawer.getByText('"Where is my lamp?"').waitFor()
    await drawer.getByText('webhook-signature').waitFor()
    await expectAccessible(page, 'a delivery')
    await keepPicture(page, 'webhooks-delivery', 'dashboard')

    receiver.behave(answering(200))
    await button(page, 'Try now').click()
    await drawer.getByText('Delivered', { exact: true }).waitFor()
    const retried = (await arrived('conversation.created', 2)).at(-1)
    expect(retried!.headers['webhook-signature']).to.equal(signatureOf(retried!, secret))
    expect(JSON.parse(retried!.body).data.id).to.equal(conversation)
    expect(retried!.headers['webhook-id']).to.equal(receiver.received[0]!.headers['webhook-id'])
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })

    await button(page, 'Replay events').click()
    const replay = page.getByRole('dialog')
    await button(page, 'Replay').click()
    await replay.getByText('There is no such event of this time.').waitFor()
    await button(page, 'Done').click()
    await button(page, 'Replay events').click()
    await replay.getByLabel(/^Everything/).check()
    await replay.getByText('All types of events').click()
    expect(await replay.getByLabel('message.completed').count()).to.equal(0)
    await expectAccessible(page, 'a replay')
    await button(page, 'Replay').click()
    await replay.getByText('1 event is being sent again.').waitFor()
    await eventually(async () => receiver.received.at(-1)!.headers['webhook-replayed'] === 'true')
    expect(dashboard.complaints).to.deep.equal([])
  })

  it('are changed, paused, given another secret, and deleted @long', async () => {
    const { id, secret } = await makeEndpoint()
    const page = await dashboard.openAs(owner, '/webhooks')
    await page.getByRole('link', { name: new RegExp(receiver.host) }).click()
    await button(page, 'Edit').click()
    const form = page.getByRole('dialog', { name: 'Edit endpoint' })
    expect(await form.getByLabel('conversation.created').isChecked()).to.equal(true)
    await form.getByLabel('All events, including future types').check()
    await button(page, 'Save').click()
    await page.getByText('Saved.').waitFor()
    await page.getByText('All events, including future types').waitFor()

    const choose = async (what: string) => {
      await button(page, 'More actions').click()
      await button(page, what).click()
    }
    await choose('Rotate secret …')
    await page.getByLabel('The old secret expires').selectOption('1')
    await button(page, 'Rotate').click()
    const shown = page.getByRole('dialog', { name: 'New secret' })
    const renewed = (await shown.locator('code').innerText()).trim()
    await shown.getByLabel('I have stored the secret').check()
    await button(page, 'Done').click()
    await page.getByText(/The previous secret expires/).waitFor()
    await button(page, 'Send test event').click()
    await page.getByText('The event is delivered.').waitFor()
    await button(page, 'Done').click()
    const [test] = await arrived('endpoint.tested', 1)
    expect(test!.headers['webhook-signature']!.toString().split(' ')).to.have.members([
      signatureOf(test!, renewed),
      signatureOf(test!, secret),
    ])

    await page.route(`**${ENDPOINTS}/*`, (route) => route.fulfill({ status: 500, json: {} }))
    await choose('Pause')
    await page.getByRole('alert').waitFor()
    await page.unroute(`**${ENDPOINTS}/*`)
    dashboard.complaints.length = 0
    await choose('Pause')
    await page.getByText('This endpoint is paused').waitFor()
    expect(await button(page, 'Send test event').isDisabled()).to.equal(true)
    await expectAccessible(page, 'a paused endpoint')
    await button(page, 'Resume').click()
    await page.getByText('This endpoint is paused').waitFor({ state: 'detached' })
    expect((await dashboard.parley.db('webhook_endpoints').first()).is_active).to.equal(true)

    await choose('Delete …')
    await button(page, 'Delete endpoint').click()
    await page.getByText('No endpoints yet').waitFor()
    expect(await dashboard.parley.db('webhook_endpoints').where({ id })).to.deep.equal([])
    expect(dashboard.complaints).to.deep.equal([])
  })

  it('show that Parley has disabled an endpoint, and enable it again @long', async () => {
    receiver.behave(answering(410))
    const { id } = await makeEndpoint()
    await converse('Is anybody there?')
    const isDisabled = async () =>
      (await dashboard.parley.db('webhook_endpoints').first()).disabled_at !== null
    await eventually(isDisabled)
    const page = await dashboard.openAs(owner, '/')
    await page.getByText(/A webhook endpoint is disabled/).waitFor()
    await page.getByRole('link', { name: 'See webhooks' }).click()
    await page.getByText(/Parley disabled this endpoint/).waitFor()
    await page.getByText(/It answered 410 Gone/).waitFor()
    await expectAccessible(page, 'a disabled endpoint')
    await keepPicture(page, 'webhooks-disabled', 'dashboard')
    await page.getByRole('link', { name: 'Webhooks' }).first().click()
    await page
      .getByRole('row')
      .getByText(/after an answer 410 Gone/)
      .waitFor()
    await page.getByRole('link', { name: new RegExp(receiver.host) }).click()
    receiver.behave(answering(200))
    await button(page, 'Enable again').click()
    await page.getByText(/Parley disabled this endpoint/).waitFor({ state: 'detached' })
    expect(await isDisabled()).to.equal(false)
    // Others are not notified, because they may not see endpoints.
    const viewer = await dashboard.open(`/webhooks/${id}`, 'viewer')
    await viewer.getByText('Your role cannot open this').waitFor()
    await viewer.goto(`${dashboard.client.address}/dashboard/webhooks`)
    await viewer.getByText('Your role cannot open this').waitFor()
    expect(await button(viewer, 'New endpoint').count()).to.equal(0)
    expect(dashboard.complaints).to.deep.equal([])
  })

  it('show events as they happen @long', async () => {
    await converse('Before the page')
    const page = await dashboard.open('/webhooks/events', 'viewer')
    const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text })
    await rowOf('Before the page').waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await expectAccessible(page, 'live events')
    const { id } = await converse('While it is open')
    await rowOf('While it is open').waitFor()
    await keepPicture(page, 'webhooks-events', 'dashboard')

    await button(page, 'Pause').click()
    await page.getByText('Paused', { exact: true }).waitFor()
    await converse('While it is paused')
    // Two events: the agent's and the conversation's.
    await button(page, 'Show 2 new events').waitFor()
    expect(await rowOf('While it is paused').count()).to.equal(0)
    await button(page, 'Show 2 new events').click()
    await rowOf('While it is paused').waitFor()

    await page.getByLabel('Type').selectOption('conversation.created')
    await rowOf('Before the page').waitFor()
    expect(await rowOf('agent.created').count()).to.equal(0)
    await page.getByText('Live', { exact: true }).waitFor()
    await converse('With a filter')
    await rowOf('With a filter').waitFor()
    expect(await rowOf('agent.created').count()).to.equal(0)
    expect(page.url()).to.contain('type=conversation.created')

    await rowOf('While it is open').getByRole('button').press('Enter')
    const drawer = page.getByRole('dialog', { name: 'conversation.created' })
    await drawer.getByText(`"${id}"`).first().waitFor()
    await expectAccessible(page, 'an event')
    await keepPicture(page, 'webhooks-event', 'dashboard')
    await page.reload()
    await drawer.getByText(`"${id}"`).first().waitFor()
    await drawer.getByRole('link', { name: 'While it is open' }).click()
    await page.waitForURL(`**/conversations/${id}`)
    expect(dashboard.complaints).to.deep.equal([])
  })

  /** Hides the tab, or shows it again. */
  const turn = (page: Page, state: 'hidden' | 'visible') =>
    page.evaluate(`
      Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))`)

  it('continue with events from where they were when the tab was hidden @long', async () => {
    const page = await dashboard.open('/webhooks/events')
    await page.getByText('Live', { exact: true }).waitFor()
    await turn(page, 'hidden')
    await page.getByText('Connecting …').waitFor()
    await converse('While it is away')
    await turn(page, 'visible')
    await page.getByRole('row').filter({ hasText: 'While it is away' }).waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    expect(dashboard.complaints).to.deep.equal([])
  })

  it('restart the list of events if the shown events are no longer kept @long', async () => {
    await converse('Long ago')
    const page = await dashboard.open('/webhooks/events')
    const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text })
    await rowOf('Long ago').waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await turn(page, 'hidden')
    await page.getByText('Connecting …').waitFor()
    await dashboard.parley.db('events').delete()
    await converse('Since then')
    await turn(page, 'visible')
    await rowOf('Since then').waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await rowOf('Long ago').waitFor({ state: 'detached' })
    await converse('Just now')
    await rowOf('Just now').waitFor()
    // Both the stream and the request for the reason of the refusal get this answer.
    expect(dashboard.complaints.filter((complaint) => !complaint.includes('410'))).to.deep.equal([])
  })

  it('speak German, and are found by the palette @long', async () => {
    const page = await dashboard.openAs(owner, '/', { locale: 'de-DE' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Suchen, wechseln' }).fill('Neuer Webhook')
    await page.getByRole('option', { name: 'Neuer Webhook-Endpunkt' }).waitFor()
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'Neuer Endpunkt' })
    await form.getByLabel('Ausgewählte Ereignisse').check()
    await form.getByText('Ein Agent hat geantwortet.').waitFor()
    await form.getByLabel('Typen suchen').fill('bewertung gelöscht')
    await form.getByLabel('feedback.deleted').check()
    await keepPicture(page, 'webhooks-new-german', 'dashboard')
  })
})
