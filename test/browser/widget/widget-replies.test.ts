import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { closePages, hasChromium } from '../../support/browser/browser.ts'
import { ask, type Shop, startShop } from '../../support/browser/shop.ts'
import { eventually } from '../../support/http/client.ts'
import { makeMoment } from '../../support/servers/model.ts'

const inChromium = hasChromium ? describe : describe.skip

inChromium("the widget's replies", function () {
  let shop: Shop
  before(async () => {
    shop = await startShop(
      { greeting: 'Hello!' },
      { MINT_MINUTE_LIMIT: '1000', WIDGET_SESSION_MINUTE_LIMIT: '1000' },
    )
  })
  after(() => shop?.stop())
  afterEach(() => closePages(shop.browser))
  beforeEach(() => shop.parley.model.behave(() => ({ text: 'At nine.' })))

  const bubbles = (page: Page) => page.locator('.bubble').allInnerTexts()
  async function send(page: Page, question: string): Promise<void> {
    await page.getByRole('textbox').fill(question)
    await page.keyboard.press('Enter')
  }
  /**
   * Returns the distance in px from the top of the list to the beginning of the newest message.
   */
  const belowTop = (page: Page) =>
    page
      .locator('.log')
      .evaluate((log) =>
        Math.round(
          log.querySelector('.message:last-child')!.getBoundingClientRect().top -
            log.getBoundingClientRect().top,
        ),
      )

  it('are shown from their beginning if they exceed the window, also after a reload @long', async () => {
    shop.parley.model.behave(() => ({ pieces: Array(40).fill('A line.\n\n'), everyMs: 5 }))
    const page = await shop.open('/')
    await ask(page, 'What is there to know?')
    expect(await belowTop(page)).to.be.within(0, 30)
    expect(await page.locator('.newest').isVisible()).to.equal(true)
    await page.reload()
    await page.locator('.foot').waitFor()
    expect(await belowTop(page)).to.be.within(0, 30)
    await page.locator('.newest').click()
    expect(await belowTop(page)).to.be.below(-100)
  })

  it('can be stopped while they are written, and asked for again @long', async () => {
    const page = await shop.open('/')
    const never = makeMoment()
    shop.parley.model.behave(() => ({
      pieces: ['It is ', 'long.'],
      everyMs: 5,
      after: never.promise,
    }))
    await page.locator('.launcher').click()
    await send(page, 'When?')
    await page.locator('[aria-busy]').waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.locator('.problem').getByText('Stopped.').waitFor()
    never.come()
    const [reply] = await shop.parley
      .db('messages')
      .where({ role: 'assistant' })
      .orderBy('created_at', 'desc')
    expect(reply!.status).to.equal('cancelled')
    expect((await bubbles(page)).at(-1)).to.match(/^It is/)
    shop.parley.model.behave(() => ({ text: 'At nine.' }))
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('.foot').waitFor()
    expect((await bubbles(page)).at(-1)).to.equal('At nine.')
    expect(await page.getByRole('button', { name: 'Send' }).count()).to.equal(1)
  })

  it('can be stopped before the server has confirmed the question @long', async () => {
    const page = await shop.open('/')
    await page.locator('.launcher').click()
    const pressed = makeMoment()
    const never = makeMoment()
    shop.parley.model.behave(() => ({ text: 'Too late.', after: never.promise }))
    await page.route('**/messages', async (route) => {
      await pressed.promise
      await route.continue()
    })
    await send(page, 'When?')
    await page.getByRole('button', { name: 'Stop' }).click()
    pressed.come()
    await page.locator('.problem').getByText('Stopped.').waitFor()
    never.come()
  })

  it('ask what was wrong when they did not help @long', async () => {
    const page = await shop.open('/')
    await ask(page, 'When?')
    await page.getByRole('button', { name: 'Not helpful' }).click()
    const field = page.getByRole('textbox', { name: 'What was wrong?' })
    await field.fill('You are closed on Mondays.')
    await page.locator('.message .why').getByRole('button', { name: 'Send' }).click()
    await page.getByText('Thank you.').waitFor()
    const [{ rating, comment, reviewer }] = await shop.parley
      .db('feedback')
      .orderBy('created_at', 'desc')
    expect([rating, comment, reviewer]).to.deep.equal([1, 'You are closed on Mondays.', 'visitor'])
    await page.getByRole('button', { name: 'Helpful', exact: true }).click()
    await page.locator('.message .why').waitFor({ state: 'detached' })
  })

  it('are hidden by a new chat, and come back when that is undone @long', async () => {
    const page = await shop.open('/')
    await ask(page, 'When?')
    await page.getByRole('button', { name: 'New chat' }).click()
    expect(await bubbles(page)).to.deep.equal(['Hello!'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.locator('.foot').waitFor()
    expect(await bubbles(page)).to.deep.equal(['Hello!', 'When?', 'At nine.'])
    const count = (await shop.parley.db('threads')).length
    await ask(page, 'And on Sundays?')
    expect(await shop.parley.db('threads')).to.have.length(count)
    await page.getByRole('button', { name: 'New chat' }).click()
    await ask(page, 'Something else')
    expect(await page.getByRole('button', { name: 'Undo' }).count()).to.equal(0)
  })

  it('show code that can be copied @long', async () => {
    const code = 'let a = "<b>"\nlet c = 1'
    shop.parley.model.behave(() => ({ text: `Write:\n\n\`\`\`js\n${code}\n\`\`\`` }))
    const page = await shop.open('/', { permissions: ['clipboard-read', 'clipboard-write'] })
    await ask(page, 'How?')
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).to.equal(code)
  })

  it('say after a while that they take longer @long', async () => {
    shop.parley.model.behave(() => ({ hang: true }))
    const page = await shop.open('/')
    await page.locator('.launcher').click()
    await page.getByRole('textbox').waitFor()
    await page.clock.install()
    await send(page, 'When?')
    await page.locator('.dots').waitFor()
    await page.clock.runFor(7_000)
    const words = page.getByText('Still working on it …')
    expect(await words.count()).to.equal(0)
    await page.clock.runFor(1_000)
    await words.waitFor()
  })

  it('show how long a limit lasts, and cannot be requested again before @long', async () => {
    const page = await shop.open('/')
    await ask(page, 'When?')
    await page.clock.install()
    await page.route('**/messages', (route) => {
      const headers = {
        'Access-Control-Allow-Origin': shop.origin,
        'Access-Control-Expose-Headers': 'Retry-After',
        'Retry-After': '95',
      }
      return route.fulfill({
        status: 429,
        headers,
        json: { code: 'rate_limited', detail: 'Too many.' },
      })
    })
    await send(page, 'And now?')
    const again = page.getByRole('button', { name: 'Try again' })
    await again.getByText('1:35').waitFor()
    await page.unroute('**/messages')
    await page.clock.runFor(10_000)
    await again.getByText('1:25').waitFor()
    await again.click({ force: true })
    expect(await page.locator('.problem').count()).to.equal(1)
    await page.clock.runFor(90_000)
    await eventually(async () => (await again.getAttribute('aria-disabled')) === null)
    await again.click()
    await page.locator('.foot').nth(1).waitFor()
  })

  it('show tables and quotes within the window of a phone @long', async () => {
    const row = '| A pot of clay | 12.50 € | three weeks | none of them are left at present |\n'
    const head = '| Pot | Price | Delivery | Remark |\n|---|--:|---|---|\n'
    shop.parley.model.behave(() => ({ text: `${head}${row.repeat(3)}\n> As said: **soon**.` }))
    const page = await shop.open('/', { viewport: { width: 320, height: 568 } })
    await ask(page, 'What is there?')
    expect(await page.locator('table td').count()).to.equal(12)
    expect(await page.locator('blockquote strong').innerText()).to.equal('soon')
    const wide = (selector: string) =>
      page.locator(selector).evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(await wide('.log')).to.equal(0)
    expect(await wide('.table')).to.be.above(0)
  })
})
