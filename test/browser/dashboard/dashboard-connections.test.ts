import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { closePages, hasChromium } from '../../support/browser/browser.ts'
import { type Dashboard, startDashboard } from '../../support/browser/dashboard.ts'
import { expectAccessible, keepPicture } from '../../support/browser/looks.ts'
import { request, signedIn } from '../../support/http/access.ts'
import { type CompatibleServer, startCompatible } from '../../support/models/compatible.ts'

const inChromium = hasChromium ? describe : describe.skip
const CONNECTIONS = '/api/v1/connections'
const KEY = 'sk-planted-0123456789-abcd'

inChromium("the dashboard's connections @long", function () {
  let dashboard: Dashboard
  let server: CompatibleServer
  let other: CompatibleServer
  before(async () => {
    server = await startCompatible()
    other = await startCompatible()
    dashboard = await startDashboard({
      EGRESS_ALLOWED_HOSTS: `${server.host},${other.host}`,
      TIME_SCALE: '0.1',
      API_HOURLY_LIMIT: '1000',
      DASHBOARD_USER_HOURLY_LIMIT: '1000',
    })
  })
  after(async () => {
    await dashboard?.stop()
    await server?.close()
    await other?.close()
  })
  beforeEach(() => {
    dashboard.complaints.length = 0
    Object.assign(server, { key: KEY, received: [], models: ['large', 'small'] })
  })
  afterEach(() => closePages(dashboard.browser))

  const button = (page: Page, name: string | RegExp) =>
    page.getByRole('button', { name, exact: true })

  async function makeConnection(fields: object) {
    const owner = await signedIn(dashboard.parley, dashboard.client, 'owner')
    // The cookie's name outside production.
    const headers = { ...owner.headers, Cookie: `parley_session=${owner.token}` }
    const body = { provider: 'openai', base_url: server.url, key: KEY, ...fields }
    const made = await request(dashboard.client.address, 'POST', CONNECTIONS, headers, body)
    expect(made.status, JSON.stringify(made.body)).to.equal(201)
    return made.body.data
  }

  it('are made, tested, and chosen for an agent, which then answers by them', async () => {
    const page = await dashboard.open('/connections')
    const answers: string[] = []
    page.on('response', async (response) => answers.push(await response.text().catch(() => '')))
    await page.getByText('No connections yet').waitFor()
    await button(page, 'New connection').first().click()
    const form = page.getByRole('dialog', { name: 'New connection' })
    // OpenAI's own address is fixed.
    expect(await form.getByLabel('Address').count()).to.equal(0)
    await form.getByLabel('Provider').selectOption('compatible')
    expect(await form.getByLabel('Name', { exact: true }).inputValue()).to.equal('our-models')
    await form.getByLabel('Address').fill('http://127.0.0.1:9/v1')
    await form.getByLabel('Key (optional)').fill(KEY)
    await button(page, 'Create').click()
    await form.getByText(/Address is refused: .*EGRESS_ALLOWED_HOSTS/).waitFor()
    await expectAccessible(page, 'a new connection')
    await form.getByLabel('Address').fill(server.url)
    await button(page, 'Create').click()

    const test = page.getByRole('dialog', { name: 'Test of our-models' })
    await test.getByText('The connection works.').waitFor()
    await test.getByText('The server lists 2 models').click()
    await expectAccessible(page, 'a tested connection')
    await keepPicture(page, 'connection-test-light', 'dashboard')
    await button(page, 'Choose models').click()
    const edited = page.getByRole('dialog', { name: 'Edit our-models' })
    await edited.getByLabel('Selected models').check()
    await edited.getByLabel('Model', { exact: true }).fill('large')
    await edited.getByLabel('Input', { exact: true }).fill('2')
    await edited.getByLabel('Output', { exact: true }).fill('8')
    await keepPicture(page, 'connection-edit-light', 'dashboard')
    await button(page, 'Save').click()
    await page.getByText('Saved our-models.').waitFor()
    await page.getByText('Not tested').waitFor()
    await button(page, 'Test our-models').click()
    await page.getByText('The server takes the key. large answers.').waitFor()
    await button(page, 'Done').click()
    const row = page.getByRole('row').filter({ hasText: 'our-models' })
    await row.getByText('Works').waitFor()
    expect(await row.innerText()).to.match(/…abcd[\s\S]*large[\s\S]*No agent/)
    expect(answers.join()).not.to.contain(KEY.slice(0, 15))

    const agent = await dashboard.client.makeAgent({ name: 'Flora' })
    await page.goto(`${dashboard.client.address}/dashboard/agents/${agent.id}`)
    const menu = page.getByLabel('Model', { exact: true })
    const group = menu.locator('optgroup[label="our-models"]')
    await group.waitFor({ state: 'attached' })
    expect(await group.locator('option').allTextContents()).to.deep.equal([
      'large · US$2.00 / US$8.00',
    ])
    await menu.selectOption('our-models:large')
    await page
      .getByText('US$2.00 per million prompt tokens, US$8.00 per million reply tokens.')
      .waitFor()
    await button(page, 'Save').click()
    await page.getByText('Saved.').waitFor()
    const { id } = await dashboard.client.makeConversation({ agent_id: agent.id })
    const { body } = await dashboard.client.say(id, 'When does it come?')
    expect(body.data.content).to.equal(server.reply)
    expect(server.received.at(-1)!.authorization).to.equal(`Bearer ${KEY}`)

    await page.goto(`${dashboard.client.address}/dashboard/connections`)
    await row.getByRole('link', { name: 'Flora' }).waitFor()
    await button(page, 'Delete our-models').click()
    const refusal = page.getByRole('dialog', { name: 'our-models is in use' })
    await refusal.getByRole('link', { name: 'Flora' }).waitFor()
    expect(await refusal.getByRole('button', { name: /Delete/ }).count()).to.equal(0)
    expect(dashboard.complaints.filter((complaint) => !complaint.includes('422'))).to.deep.equal([])
  })

  it('show the result of a test, hide their key, and ask for it again for another server @long', async () => {
    const { id } = await makeConnection({ name: 'their-models', models: ['gone'] })
    const page = await dashboard.open('/connections')
    await button(page, 'Test their-models').click()
    await page.getByText('The server has no model gone. It has large, small').first().waitFor()
    await button(page, 'Edit connection').click()
    const form = page.getByRole('dialog', { name: 'Edit their-models' })
    expect(await form.getByLabel('Key (optional)').inputValue()).to.equal('')
    await form.getByText('The stored key ends in abcd.').waitFor()
    await form.getByLabel('Model', { exact: true }).fill('small')
    await form.getByLabel('Address').fill(other.url)
    await form.getByText('a stored key is never sent to another server').waitFor()
    await button(page, 'Save').click()
    await form.getByText('is required with another server: send it again').waitFor()
    await form.getByLabel('Address').fill(server.url)
    await button(page, 'Save').click()
    await page.getByText('Saved their-models.').waitFor()
    expect(await dashboard.parley.db('connections').where({ id }).first()).to.include({
      key_hint: 'abcd',
      base_url: server.url,
    })

    await button(page, 'Delete their-models').click()
    await button(page, 'Delete connection').click()
    await page.getByText('Deleted their-models.').waitFor()
    expect(await dashboard.parley.db('connections').where({ id })).to.deep.equal([])
    expect(other.received).to.deep.equal([])
  })

  it('name an agent that uses their model when their deletion is refused @long', async () => {
    const { name } = await makeConnection({ name: 'late-models' })
    const page = await dashboard.open('/connections')
    await page.getByText('late-models').waitFor()
    await page.getByRole('row').filter({ hasText: 'late-models' }).getByText('No agent').waitFor()
    await dashboard.client.makeAgent({ name: 'Latecomer', model: `${name}:small` })
    await button(page, 'Delete late-models').click()
    await button(page, 'Delete connection').click()
    await page
      .getByRole('dialog', { name: 'late-models is in use' })
      .getByRole('link', { name: 'Latecomer' })
      .waitFor()
  })

  it('are for owners alone', async () => {
    const page = await dashboard.open('/connections', 'editor')
    await page.getByText('Your role cannot open this').waitFor()
    expect(await button(page, 'New connection').count()).to.equal(0)
  })

  it('are found by the palette, in German too @long', async () => {
    const page = await dashboard.open('/', 'owner', { locale: 'de-DE' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Suchen, wechseln' }).fill('Neue Verbindung')
    await page.getByRole('option', { name: 'Neue Verbindung' }).waitFor()
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'Neue Verbindung' })
    await form.waitFor()
    await form.getByLabel('Schlüssel').fill('sk with a blank')
    await page.getByRole('button', { name: 'Anlegen', exact: true }).click()
    await form.getByText('enthält ein Leerzeichen').waitFor()
  })
})
