import { expect } from 'chai'
import { closePages, hasChromium } from '../../support/browser/browser.ts'
import { type Dashboard, startDashboard } from '../../support/browser/dashboard.ts'
import { expectAccessible, keepPicture } from '../../support/browser/looks.ts'

const inChromium = hasChromium ? describe : describe.skip

inChromium("the dashboard's settings of handoffs @long", () => {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await startDashboard()
  })
  after(() => dashboard?.stop())
  afterEach(() => closePages(dashboard.browser))
  beforeEach(() => {
    dashboard.complaints.length = 0
  })

  it('set the rules of an agent', async () => {
    const { client } = dashboard
    const { id } = await client.makeAgent()
    const page = await dashboard.open(`/agents/${id}`)
    await page.getByLabel('When customers ask for a person').check()
    await page.getByLabel('After replies without an answer').fill('2')
    await page.getByLabel('Minutes without an answer').fill('')
    await page.getByLabel('On these topics').fill('contract\ndata protection\n')
    await page.getByLabel('What the customer is told').fill('Somebody comes.')
    await keepPicture(page, 'agent-handoffs', 'dashboard')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').first().waitFor()
    const { handoff_policy } = (await client.get(`/api/v1/agents/${id}`)).body.data
    expect(handoff_policy).to.deep.equal({
      on_request: true,
      on_low_rating: false,
      on_no_answer: 2,
      on_topics: ['contract', 'data protection'],
      message: 'Somebody comes.',
      unanswered_minutes: null,
      unanswered_action: 'tell',
    })
    await expectAccessible(page, 'agent with a policy')
    expect(dashboard.complaints).to.deep.equal([])
  })

  it('set the time zone, which the browser suggests', async () => {
    const page = await dashboard.open('/organization', 'owner', { timezoneId: 'Asia/Kathmandu' })
    await page.getByRole('button', { name: 'Set time zone' }).click()
    const dialog = page.getByRole('dialog')
    const field = dialog.getByLabel('Time zone')
    expect(await field.inputValue()).to.match(/^Asia\/Kath?mandu$/)
    expect(await dialog.locator('datalist option[value="Europe/Berlin"]').count()).to.equal(1)
    await field.fill('Europe/Lisbon')
    await keepPicture(page, 'time-zone', 'dashboard')
    await expectAccessible(page, 'time zone')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Europe/Lisbon').first().waitFor()
    expect(dashboard.complaints).to.deep.equal([])
  })

  it('set office hours @long', async () => {
    const page = await dashboard.open('/organization')
    await page.getByText('People answer at any time.').waitFor()
    await page.getByRole('button', { name: 'Set hours' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Time zone').fill('Europe/Berlin')
    await dialog.getByLabel('From').first().fill('08:30')
    await dialog.getByRole('button', { name: 'Remove hours 5' }).click()
    await keepPicture(page, 'office-hours', 'dashboard')
    await expectAccessible(page, 'office hours')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('08:30–17:00').waitFor()
    expect(await page.getByText('Closed').count()).to.equal(3)
    expect(dashboard.complaints).to.deep.equal([])
  })
})
