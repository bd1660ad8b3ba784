import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { closePages, hasChromium } from '../../support/browser/browser.ts'
import { type Dashboard, startDashboard } from '../../support/browser/dashboard.ts'
import { expectAccessible, keepPicture } from '../../support/browser/looks.ts'

const inChromium = hasChromium ? describe : describe.skip

inChromium("the dashboard's tools @long", function () {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await startDashboard({ API_HOURLY_LIMIT: '1000' })
  })
  after(() => dashboard?.stop())
  afterEach(() => closePages(dashboard.browser))

  const button = (page: Page, name: string | RegExp) =>
    page.getByRole('button', { name, exact: true })

  it('are made, and given to an agent', async () => {
    const agent = await dashboard.client.makeAgent()
    const page = await dashboard.open('/tools')
    await page.getByText('No tools yet').waitFor()
    await button(page, 'New tool').first().click()
    const form = page.getByRole('dialog', { name: 'New tool' })
    await form.getByLabel('Title').fill('Order status')
    expect(await form.getByLabel('Name', { exact: true }).inputValue()).to.equal('order_status')
    await form.getByLabel('Description').fill('Looks up an order.')
    await form.getByLabel('URL').fill('https://shop.example.com/orders/{order}')
    await expectAccessible(page, 'the form of a tool')
    for (const width of [1280, 768, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await keepPicture(page, `tools-form-${width}`)
    }
    await form.getByLabel('Arguments').fill('{')
    await button(page, 'Create tool').click()
    await form.getByText('Arguments is not JSON').waitFor()
    await form.getByLabel('Arguments').fill('{"type": "object"}')
    await button(page, 'Create tool').click()
    await form.getByText('{order} names no property of input_schema').waitFor()
    await form.getByLabel('URL').fill('https://shop.example.com/orders')
    await button(page, 'Create tool').click()
    await page.getByLabel('I have stored the secret').check()
    await button(page, 'Done').click()
    await page.getByText('GET https://shop.example.com/orders').waitFor()
    for (const width of [1280, 768, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await keepPicture(page, `tools-${width}`)
    }
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(`${dashboard.client.address}/dashboard/agents/${agent.id}`)
    await page.getByRole('group', { name: 'Tools' }).getByLabel('Order status').check()
    await button(page, 'Save').click()
    await page
      .getByText(/^Saved/)
      .first()
      .waitFor()
    const { tool_ids } = await dashboard.parley.db('agents').where({ id: agent.id }).first()
    expect(tool_ids).to.have.length(1)
  })

  it('are read by editors, who cannot change them', async () => {
    const page = await dashboard.open('/tools', 'editor')
    await page.getByText('Order status').waitFor()
    expect(await button(page, 'New tool').count()).to.equal(0)
    expect(await button(page, 'Edit Order status').count()).to.equal(0)
  })
})
