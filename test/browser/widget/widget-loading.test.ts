import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { closePages, hasChromium } from '../../support/browser/browser.ts'
import {
  ask,
  builtChat,
  builtScript,
  pageWith,
  type Shop,
  startShop,
} from '../../support/browser/shop.ts'
import { eventually } from '../../support/http/client.ts'

const inChromium = hasChromium ? describe : describe.skip

inChromium("the widget's files", function () {
  let shop: Shop
  before(async () => {
    shop = await startShop(
      { title: 'Ask us', greeting: 'Hello!', texts: { retry: 'Once more' } },
      { MINT_MINUTE_LIMIT: '1000' },
    )
    shop.page('/nothing', { html: pageWith('') })
    shop.page('/plain', { html: pageWith(shop.tag({ 'data-config-id': '' })) })
  })
  after(() => shop?.stop())
  afterEach(() => closePages(shop.browser))
  beforeEach(() => {
    shop.complaints.length = 0
    shop.parley.model.behave(() => ({ text: 'At nine.' }))
  })

  const CHAT = '**/widget/chat-*'
  /** Collects the files that a page requests from the server, from its next address on. */
  function listen(page: Page): string[] {
    const seen: string[] = []
    page.on('request', (request) => {
      const { pathname, origin } = new URL(request.url())
      if (origin === shop.parley.client.address && !pathname.startsWith('/api/'))
        seen.push(pathname)
    })
    return seen
  }

  it('are the first script alone, until the chat is about to be opened @long', async () => {
    const page = await shop.open('/nothing')
    const seen = listen(page)
    await page.goto(`${shop.origin}/`)
    await page.locator('.launcher').waitFor()
    await page.evaluate("new Promise((resolve) => Parley.on('ready', resolve))")
    expect(seen).to.deep.equal(['/widget.js'])
    await page.locator('.launcher').hover()
    await eventually(async () => seen.length === 2)
    expect(seen[1]).to.equal(`/widget/${builtChat().name}`)
    expect(await page.getByRole('dialog').count()).to.equal(0)
    expect(await ask(page, 'When?')).to.equal('At nine.')
    await page.getByRole('button', { name: 'Close chat' }).first().click()
    await page.reload()
    await page.locator('.launcher').waitFor()
    await page.evaluate("new Promise((resolve) => Parley.on('ready', resolve))")
    expect(seen.slice(2)).to.deep.equal(['/widget.js'])
    expect(shop.complaints).to.deep.equal([])
  })

  it('are requested twice if one process lacks the chat script, as during a deployment @long', async () => {
    const page = await shop.open('/nothing')
    const seen = listen(page)
    let asked = 0
    await page.route(CHAT, (route) =>
      asked++
        ? route.continue()
        : route.fulfill({ status: 404, headers: { 'Access-Control-Allow-Origin': '*' }, json: {} }),
    )
    await page.goto(`${shop.origin}/`)
    expect(await ask(page, 'When?')).to.equal('At nine.')
    expect(seen).to.have.length(3)
  })

  it('can be requested again when the chat could not be loaded, and the widget says so @long', async () => {
    const page = await shop.open('/nothing')
    await page.route(CHAT, (route) => route.abort('connectionfailed'))
    await page.goto(`${shop.origin}/`)
    await page.locator('.launcher').click()
    await page.getByRole('status').getByText('⚠ Once more').waitFor()
    expect(await page.getByRole('dialog').count()).to.equal(0)
    await page.goto(`${shop.origin}/plain`)
    await page.getByRole('button', { name: 'Open chat' }).click()
    await page.getByRole('status').getByText('⚠ Open chat').waitFor()
    await page.unroute(CHAT)
    await page.locator('.launcher').click()
    await page.getByRole('dialog').waitFor()
    expect(await page.locator('.notice').innerText()).to.equal('')
    expect(await ask(page, 'When?')).to.equal('At nine.')
  })

  it('are of the present version if a page has an old script whose chat script is gone @long', async () => {
    const { name } = builtChat()
    const page = await shop.open('/nothing')
    await page.route(/\/widget\.js$/, (route) => {
      // Only the page's own request: later requests look for another version.
      if (route.request().resourceType() !== 'script') return route.continue()
      const body = builtScript().toString().replaceAll(name, 'chat-Outdated.js')
      return route.fulfill({ body, contentType: 'text/javascript' })
    })
    await page.goto(`${shop.origin}/`)
    await page.locator('.launcher').waitFor()
    await page.evaluate(
      "window.heard = []; void Parley.on('reply', ({ content }) => heard.push(content))",
    )
    await page.locator('.launcher').click()
    await page.getByRole('dialog').waitFor()
    expect(await ask(page, 'When?')).to.equal('At nine.')
    expect(await page.locator('parley-widget').count()).to.equal(1)
    expect(await page.evaluate('heard')).to.deep.equal(['At nine.'])
    await page.evaluate('Parley.close()')
    expect(await page.getByRole('dialog').count()).to.equal(0)
  })
})
