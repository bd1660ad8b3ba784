import { expect } from 'chai'
import { closePages, hasChromium } from '../../support/browser/browser.ts'
import { type Dashboard, startDashboard } from '../../support/browser/dashboard.ts'
import { request, type SignedIn, signedIn } from '../../support/http/access.ts'

const inChromium = hasChromium ? describe : describe.skip

inChromium('a click on a row @long', () => {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await startDashboard()
  })
  after(() => dashboard?.stop())
  beforeEach(() => {
    dashboard.complaints.length = 0
  })
  afterEach(() => closePages(dashboard.browser))

  async function call(owner: SignedIn, path: string, body: object) {
    // The cookie's name outside production.
    const headers = { ...owner.headers, Cookie: `parley_session=${owner.token}` }
    expect((await request(dashboard.client.address, 'POST', path, headers, body)).status).to.equal(
      201,
    )
  }

  it('follows the link of its main cell, in a new tab with Ctrl, but not if it hits a checkbox or another link', async () => {
    const { id } = await dashboard.client.makeAgent({ name: 'Ada' })
    const page = await dashboard.open('/agents')
    const row = page.getByRole('row').filter({ hasText: 'Ada' })
    await row.getByRole('checkbox').check()
    await row.locator('.choice').click({ position: { x: 2, y: 2 } })
    expect(new URL(page.url()).pathname).to.equal('/dashboard/agents')
    const tab = page.context().waitForEvent('page')
    await row.locator('[data-name=Language]').click({ modifiers: ['Control'] })
    await (await tab).waitForURL(`**/dashboard/agents/${id}`)
    expect(new URL(page.url()).pathname).to.equal('/dashboard/agents')
    await row.locator('[data-name=Language]').click()
    await page.waitForURL(`**/dashboard/agents/${id}`)
    await page.goBack()
    await row.locator('[data-name=Knowledge] a').click()
    await page.waitForURL(`**/dashboard/knowledge?agent=${id}`)
    expect(dashboard.complaints).to.deep.equal([])
  })

  it('presses the button that opens it, to which the focus returns @long', async () => {
    const owner = await signedIn(dashboard.parley, dashboard.client, 'owner')
    await call(owner, '/api/v1/saved-answers', { name: 'Greeting', content: 'Hello!' })
    const page = await dashboard.openAs(owner, '/inbox/answers')
    await page.getByText('Hello!').click()
    const dialog = page.getByRole('dialog', { name: 'Edit saved answer' })
    await dialog.getByRole('heading').click()
    expect(await page.getByRole('dialog').count()).to.equal(1)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.locator('[aria-label="Edit Greeting"]:focus').waitFor()
  })

  it('does nothing for a user who may not open it', async () => {
    const owner = await signedIn(dashboard.parley, dashboard.client, 'owner')
    await call(owner, '/api/v1/knowledge/synonyms', { words: ['fern', 'bracken'] })
    const page = await dashboard.open('/knowledge/synonyms', 'viewer')
    await page.getByText('bracken').click()
    expect(await page.getByRole('dialog').count()).to.equal(0)
    expect(
      await page.evaluate('getComputedStyle(document.querySelector("tbody tr")).cursor'),
    ).to.equal('auto')
  })
})
