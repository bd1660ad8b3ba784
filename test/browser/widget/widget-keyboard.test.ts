import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { closePages, hasChromium } from '../../support/browser/browser.ts'
import { ask, pageWith, type Shop, startShop } from '../../support/browser/shop.ts'
import { eventually } from '../../support/http/client.ts'
import { makeMoment } from '../../support/servers/model.ts'

const inChromium = hasChromium ? describe : describe.skip

inChromium('the focus in the widget', function () {
  let shop: Shop
  before(async () => {
    shop = await startShop(
      { greeting: 'Hello!', suggested_questions: ['Where is my parcel?'] },
      { MINT_MINUTE_LIMIT: '1000', WIDGET_SESSION_MINUTE_LIMIT: '1000' },
    )
    shop.page('/nothing', { html: pageWith('') })
  })
  after(() => shop?.stop())
  afterEach(() => closePages(shop.browser))
  beforeEach(() => shop.parley.model.behave(() => ({ text: 'At [nine](https://x.example/).' })))

  /** Returns the focused element; `body` if the focus was lost. */
  const focused = (page: Page) =>
    page.evaluate<string>(
      "(() => { let at = document.activeElement; while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement; return at === document.body ? 'body' : at.getAttribute('role') ?? (at.getAttribute('aria-label') || at.textContent.trim() || at.localName) })()",
    )
  const FIELD = 'Write a message …'
  /** Presses Shift+Tab until the element has the focus. */
  async function goTo(page: Page, name: string): Promise<void> {
    const passed: string[] = []
    for (let at = await focused(page); at !== name; at = await focused(page)) {
      expect(passed.length, `${name} among ${passed.join(', ')}`).to.be.below(20)
      passed.push(at)
      await page.keyboard.press('Shift+Tab')
    }
  }
  async function open(): Promise<Page> {
    const page = await shop.open('/')
    await page.locator('.launcher').focus()
    await page.keyboard.press('Enter')
    await page.locator('.chip').waitFor()
    return page
  }

  it('stays in the field when a suggested question is chosen by keyboard @long', async () => {
    const page = await open()
    expect(await focused(page)).to.equal(FIELD)
    await goTo(page, 'Where is my parcel?')
    await page.keyboard.press('Enter')
    expect(await focused(page)).to.equal(FIELD)
    await page.locator('.foot').waitFor()
    expect(await focused(page)).to.equal(FIELD)
  })

  it('stays in the conversation when a reply is asked for again, and in the field after a new chat @long', async () => {
    const page = await open()
    shop.parley.model.behave(() => ({ status: 400 }))
    await page.keyboard.type('When?')
    await page.keyboard.press('Enter')
    await page.locator('.log .again').waitFor()
    shop.parley.model.behave(() => ({ text: 'At nine.' }))
    await goTo(page, 'Try again')
    await page.keyboard.press('Enter')
    await page.locator('.foot').waitFor()
    expect(await focused(page)).to.equal('log')
    await goTo(page, 'New chat')
    await page.keyboard.press('Space')
    expect(await focused(page)).to.equal(FIELD)
  })

  it('stays in the conversation when an ended chat is started anew @long', async () => {
    const page = await open()
    await ask(page, 'When?')
    await shop.parley.db('threads').update({ status: 'closed' })
    await page.keyboard.type('And now?')
    await page.keyboard.press('Enter')
    await page.locator('.log .again').waitFor()
    await goTo(page, 'New chat')
    await page.keyboard.press('Enter')
    await page.locator('.foot').waitFor()
    expect(await focused(page)).not.to.equal('body')
  })

  it('stays in the conversation when the focused block of code is rendered anew @long', async () => {
    const page = await open()
    const pieces = ['```\nAt ', 'nine ', 'and ', 'then ', 'more.']
    const reached = makeMoment()
    shop.parley.model.behave(() => ({ pieces, everyMs: 300, after: reached.promise }))
    await page.keyboard.type('When?')
    await page.keyboard.press('Enter')
    await page.locator('[aria-busy] pre').focus()
    reached.come()
    await page.locator('.foot').waitFor()
    expect(await focused(page)).to.equal('log')
  })

  it('stays in the conversation when the button to its end is pressed @long', async () => {
    const page = await open()
    shop.parley.model.behave(() => ({ text: 'A line.\n\n'.repeat(60) }))
    await ask(page, 'When?')
    await page.locator('.log').evaluate((log) => log.scrollTo(0, 0))
    const scrolled = makeMoment()
    shop.parley.model.behave(() => ({ text: 'At last.', after: scrolled.promise }))
    await page.evaluate("Parley.send('And?')")
    await page.locator('.dots').waitFor()
    await page.locator('.log').evaluate((log) => log.scrollTo(0, 0))
    scrolled.come()
    await page.locator('.newest').waitFor()
    await goTo(page, 'Newest message')
    await page.keyboard.press('Enter')
    await page.locator('.newest').waitFor({ state: 'hidden' })
    expect(await focused(page)).to.equal('log')
  })

  it('stays when texts and colours arrive, or the language changes @long', async () => {
    const page = await open()
    await goTo(page, 'Where is my parcel?')
    await page.evaluate("Parley.setLocale('de')")
    expect(await focused(page)).not.to.equal('body')
  })

  it('returns to its former place by Escape, from anywhere in the chat @long', async () => {
    const page = await shop.open('/')
    await page.locator('.launcher').waitFor()
    for (const name of [FIELD, 'log', 'Close chat']) {
      await page.locator('#own').focus()
      await page.evaluate('Parley.open()')
      await page.getByRole('dialog').waitFor()
      await goTo(page, name)
      await page.keyboard.press('Escape')
      expect(await focused(page), name).to.equal('Buy')
    }
  })

  it('stays on the page when the widget is removed because the server refuses the page @long', async () => {
    shop.page('/late', { html: pageWith(shop.tag({ 'data-config-id': '' })) })
    const page = await shop.open('/nothing')
    const opened = makeMoment()
    await page.route('**/widget-token', async (route) => {
      await opened.promise
      await route.continue()
    })
    await page.goto(`${shop.foreign}/late`)
    // The button appears after 3 seconds, whether the server has answered or not.
    await page.locator('.launcher').waitFor()
    await page.locator('#own').focus()
    opened.come()
    await page.locator('.launcher').waitFor({ state: 'hidden' })
    expect(await focused(page)).to.equal('Buy')
  })

  it('is not taken from the page by a reply, or by a chat that is open after a reload @long', async () => {
    const page = await shop.open('/')
    await ask(page, 'When?')
    await page.locator('#own').focus()
    await page.evaluate("Parley.send('And now?')")
    await page.locator('.foot').nth(1).waitFor()
    expect(await focused(page)).to.equal('Buy')
    await page.reload()
    await page.locator('.foot').nth(1).waitFor()
    expect(await focused(page)).not.to.equal(FIELD)
  })
})

inChromium('a screen reader', function () {
  let shop: Shop
  before(async () => {
    shop = await startShop({ greeting: 'Hello!' })
  })
  after(() => shop?.stop())
  afterEach(() => closePages(shop.browser))

  /** Records each text that is new within a live region, as a screen reader would read it out. */
  const listen = (page: Page) =>
    page.evaluate(`(() => {
      window.announced = []
      const root = document.querySelector('parley-widget').shadowRoot
      new MutationObserver((changes) => {
        for (const { target, addedNodes, type } of changes) {
          const place = target.nodeType === 1 ? target : target.parentElement
          for (const node of type === 'characterData' ? [target] : addedNodes) {
            const element = node.nodeType === 1 ? node : place
            const live = element.closest('[aria-live], [role=log], [role=status]')
            const isOn = live && live.getAttribute('aria-live') !== 'off'
            if (isOn && !element.closest('[aria-busy=true], [hidden]')) announced.push(node.textContent.trim())
          }
        }
      }).observe(root, { subtree: true, childList: true, characterData: true })
    })()`)

  it('is given each message once, however many pieces it comes in', async () => {
    const pieces = 'This comes in quite a number of pieces .'.split(/(?<= )/)
    shop.parley.model.behave(() => ({ pieces, everyMs: 40 }))
    const page = await shop.open('/')
    await page.locator('.launcher').click()
    await eventually(
      async () => (await page.getByRole('log').getAttribute('aria-live')) === 'polite',
    )
    await listen(page)
    await ask(page, 'When?')
    const announced = (await page.evaluate<string[]>('announced')).filter((text) => text !== '')
    expect(announced).to.deep.equal(['You: When?', 'Reply: Writing …', `Reply: ${pieces.join('')}`])
  })
})
