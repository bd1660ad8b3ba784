import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { seedThreads } from '../../../bench/seedThreads.ts'
import { closePages, hasChromium } from '../../support/browser/browser.ts'
import { type Dashboard, startDashboard } from '../../support/browser/dashboard.ts'
import { eventually } from '../../support/http/client.ts'

const inChromium = hasChromium ? describe : describe.skip

const ROWS = 1_500
/** The most rows that are rendered: those in view and just outside. */
const MAX_RENDERED = 60

// Evaluated in the page.
const scrollDown = '(() => { scrollTo(0, document.documentElement.scrollHeight) })()'
const allElements = 'document.querySelectorAll("*").length'

inChromium('a long list @long', () => {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await startDashboard()
    const { db, client } = dashboard.parley
    await seedThreads(db, client.organizationId, {
      threads: ROWS,
      customers: ROWS,
      texts: [['Where is my parcel?', 'It is on its way.']],
    })
  })
  after(() => dashboard?.stop())
  afterEach(() => closePages(dashboard.browser))

  /**
   * Scrolls to the end, page by page. @returns the most rows and elements that the document had at
   * a time
   */
  async function scrollThrough(
    page: Page,
    row: string,
  ): Promise<{ rows: number; elements: number }> {
    const most = { rows: 0, elements: 0 }
    const foot = page.locator('.list-foot [role=status]')
    for (let before = ''; !before.includes('in total'); ) {
      await eventually(async () => (await foot.innerText()) !== before)
      before = await foot.innerText()
      await page.evaluate(scrollDown)
      most.rows = Math.max(most.rows, await page.locator(row).count())
      most.elements = Math.max(most.elements, await page.evaluate<number>(allElements))
    }
    expect(await foot.innerText()).to.equal(`${ROWS.toLocaleString('en')} in total`)
    return most
  }

  for (const [name, path, row] of [
    ['of conversations', '/conversations', '[data-thread]'],
    ['of customers, a table', '/customers', 'tr[data-index]'],
  ] as const)
    it(`${name} has as few elements at its end as at its top @long`, async () => {
      const page = await dashboard.open(path)
      await page.locator(row).first().waitFor()
      const atTop = await page.evaluate<number>(allElements)
      const most = await scrollThrough(page, row)
      expect(most.rows).to.be.within(10, MAX_RENDERED)
      expect(most.elements).to.be.below(2 * atTop)
      const last = page.locator(row).last()
      await eventually(
        async () =>
          Number(
            await last.locator('xpath=ancestor-or-self::*[@data-index]').getAttribute('data-index'),
          ) ===
          ROWS - 1,
      )
      expect(dashboard.complaints).to.deep.equal([])
    })

  it('changes its height at once, also with reduced motion', async () => {
    const page = await dashboard.open('/conversations')
    const list = page.getByRole('list', { name: 'Conversations' })
    await list.waitFor()
    expect(await page.evaluate('matchMedia("(prefers-reduced-motion: reduce)").matches')).to.equal(
      true,
    )
    const height = await list.evaluate((element: any) => {
      element.style.paddingTop = '5000px'
      return (globalThis as any).getComputedStyle(element).paddingTop
    })
    expect(height).to.equal('5000px')
  })

  it("is read again by itself from its beginning, not page by page to the reader's place @long", async () => {
    const page = await dashboard.open('/customers')
    await page.locator('tr[data-index]').first().waitFor()
    await scrollThrough(page, 'tr[data-index]')
    // The pages that were read are out of date.
    await page.clock.setFixedTime(Date.now() + 60_000)
    const asked: string[] = []
    page.on('request', (one) => asked.push(new URL(one.url()).pathname))
    await page.getByRole('link', { name: 'Agents', exact: true }).click()
    await page.getByRole('heading', { name: 'Agents' }).waitFor()
    await page.goBack()
    await page.locator('tr[data-index]').first().waitFor()
    await page.getByText(`${ROWS.toLocaleString('en')} in total`).waitFor()
    expect(asked.filter((path) => path === '/api/v1/contexts')).to.have.length.below(2)
  })

  it('stays in place when a conversation in it is closed: only that row is read again', async () => {
    const { id } = await dashboard.client.makeConversation({ customer_id: 'closed-soon' })
    for (let later = 0; later < 3; later++) await dashboard.client.makeConversation()
    const page = await dashboard.open('/conversations')
    const row = page.getByRole('listitem').filter({ hasText: 'closed-soon' })
    await row.waitFor()
    const place = await row.getAttribute('data-index')
    const foot = page.locator('.list-foot [role=status]')
    for (let loaded = 50; loaded < 300; loaded += 50) {
      await eventually(async () => (await foot.innerText()) === `${loaded} loaded`)
      await page.evaluate('document.querySelector(".list-foot button").click()')
    }
    await page.getByText('300 loaded').waitFor()
    await row.getByRole('link').click()
    await page.waitForURL(`**/conversations/${id}`)
    const pages: string[] = []
    page.on('request', (one) => {
      if (new URL(one.url()).pathname === '/api/v1/threads') pages.push(one.url())
    })
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('button', { name: 'Close conversation' }).click()
    await row.getByText('Closed', { exact: true }).waitFor()
    // The event of the change reads the first page, for new rows.
    await eventually(async () => pages.length > 0)
    expect(pages.filter((page) => page.includes('after='))).to.deep.equal([])
    expect(await row.getAttribute('data-index')).to.equal(place)
    expect(await foot.innerText()).to.equal('300 loaded')
    expect(dashboard.complaints).to.deep.equal([])
  })
})
