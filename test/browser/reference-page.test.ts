import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { hasChromium, startChromium } from '../support/browser/browser.ts'
import { type Parley, startParley } from '../support/product/parley.ts'

const inChromium = hasChromium ? describe : describe.skip

inChromium('the page of the reference', function () {
  let parley: Parley
  let browser: Browser
  let page: Page
  /** What the page complains of: errors of its scripts, files that fail to load, what its policy forbids. */
  const complaints: string[] = []
  before(async () => {
    parley = await startParley({ backend: 'postgres', workers: false })
    browser = await startChromium()
    page = await browser.newPage()
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`))
  })
  after(async () => {
    await browser?.close()
    await parley.stop()
  })

  for (const width of [1200, 390])
    it(`shows an operation with its example, and fits a window ${width} pixels wide`, async () => {
      await page.setViewportSize({ width, height: 900 })
      // Away first: to the same address with a fragment a browser does not load the page again.
      await page.goto('about:blank')
      await page.goto(`${parley.client.address}/docs#/agents/createAgent`)
      const operation = page.locator('#operations-agents-createAgent')
      // One for each kind of credentials, a key's first.
      const line = operation.locator('.opblock-description pre').first()
      await line.waitFor()
      expect(await line.textContent()).to.match(/^curl "\$BASE_URL\/api\/v1\/agents" [^$]+\$CLIENT_ID/)
      expect(await operation.locator('.responses-table').isVisible()).to.equal(true)
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      expect(overflow).to.be.at.most(0)
    })

  it('has no place for a secret', async () => {
    expect(
      await page.locator('.authorize:visible, .authorization__btn:visible, input:visible').count(),
    ).to.equal(0)
  })

  it('keeps to its policy, and fails at nothing', () => expect(complaints).to.deep.equal([]))
})
