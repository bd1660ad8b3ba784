import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { closePages, hasChromium } from '../../support/browser/browser.ts'
import {
  ask,
  pageWith,
  type Shop,
  startShop,
  strictPolicy,
  watch,
} from '../../support/browser/shop.ts'
import { eventually } from '../../support/http/client.ts'
import { makeMoment } from '../../support/servers/model.ts'

const inChromium = hasChromium ? describe : describe.skip

inChromium("the widget on a shop's page", function () {
  let shop: Shop
  before(async () => {
    shop = await startShop({
      title: 'Ask Greenleaf',
      greeting: 'Hello!',
      suggested_questions: ['Where is my parcel?'],
      texts: {
        limit_reached: 'Our gardeners need a rest.',
        agent_inactive: 'Flora is on holiday.',
      },
    })
  })
  after(() => shop?.stop())
  afterEach(() => closePages(shop.browser))
  beforeEach(() => {
    shop.complaints.length = 0
    shop.parley.model.behave(() => ({ text: 'We open at **nine**.' }))
  })

  const messages = () => shop.parley.db('messages').orderBy('created_at')
  const newestSession = async () =>
    (await shop.parley.db('threads').orderBy('created_at', 'desc').first()) as any
  const bubbles = (page: Page) => page.locator('.bubble').allInnerTexts()
  const stored = (page: Page) => page.evaluate<string>('JSON.stringify(sessionStorage)')

  it('chats, and tells the server its configuration and its page', async () => {
    const page = await shop.open('/prices?email=zoe@example.com')
    expect(await ask(page, 'When do you open?')).to.equal('We open at nine.')
    expect(await page.locator('.message strong').innerText()).to.equal('nine')
    const { metadata, locale } = await newestSession()
    expect(metadata).to.deep.equal({ instance_id: 'default', page: `${shop.origin}/prices` })
    expect(locale).to.equal('en')
    expect(shop.complaints).to.deep.equal([])
  })

  it('sends a suggested question at a press @long', async () => {
    const page = await shop.open('/')
    await page.locator('.launcher').click()
    await page.getByRole('button', { name: 'Where is my parcel?' }).click()
    await page.locator('.foot').waitFor()
    expect(await bubbles(page)).to.deep.equal(['Hello!', 'Where is my parcel?', 'We open at nine.'])
    expect(await page.locator('.chip').count()).to.equal(0)
  })

  it('continues after a reload, and starts empty in another tab', async () => {
    const page = await shop.open('/')
    await ask(page, 'When do you open?')
    await page.getByRole('button', { name: 'Helpful', exact: true }).click()
    await eventually(async () => (await shop.parley.db('feedback')).length === 1)
    await eventually(async () => (await stored(page)).includes('ratings'))
    await page.reload()
    await page.locator('.foot').waitFor()
    expect(await bubbles(page)).to.deep.equal(['Hello!', 'When do you open?', 'We open at nine.'])
    const pressed = page.getByRole('button', { name: 'Helpful', exact: true })
    expect(await pressed.getAttribute('aria-pressed')).to.equal('true')
    const count = (await shop.parley.db('threads')).length
    await ask(page, 'And on Sundays?')
    expect(await shop.parley.db('threads')).to.have.length(count)

    const tab = await page.context().newPage()
    await tab.goto(shop.origin)
    await tab.locator('.launcher').click()
    expect(await bubbles(tab)).to.deep.equal(['Hello!'])
  })

  it('gives a copied tab its own conversation @long', async () => {
    const page = await shop.open('/')
    await ask(page, 'When do you open?')
    // A window that a page opens starts with a copy of its storage.
    const [copy] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate("void window.open('/', '_blank')"),
    ])
    await copy.locator('.launcher').click()
    expect(await bubbles(copy)).to.deep.equal(['Hello!'])
  })

  it('joins a reply that was unfinished when the page was left', async () => {
    const reloaded = makeMoment()
    shop.parley.model.behave(() => ({ text: 'At last.', after: reloaded.promise }))
    const page = await shop.open('/')
    await page.locator('.launcher').click()
    await page.getByRole('textbox').fill('When?')
    const calls = shop.parley.model.requests.length
    await page.keyboard.press('Enter')
    await eventually(async () => shop.parley.model.requests.length > calls)
    const before = (await messages()).length
    await page.reload()
    await page.locator('.dots').waitFor()
    reloaded.come()
    await page.locator('.foot').waitFor()
    expect(await bubbles(page)).to.deep.equal(['Hello!', 'When?', 'At last.'])
    expect(await messages(), 'the reply alone').to.have.length(before + 1)
  })

  it('asks no question twice that the server has, when the page was left before the confirmation @long', async () => {
    const page = await shop.open('/')
    await ask(page, 'When?')
    let posted = 0
    await page.route('**/messages', async (route) => {
      const { accept: _, ...headers } = route.request().headers()
      if (route.request().method() !== 'POST' || posted++) return route.continue()
      // The answer to this request never arrives.
      await route.fetch({ headers: { ...headers, prefer: 'respond-async' } })
    })
    await page.getByRole('textbox').fill('And now?')
    await page.keyboard.press('Enter')
    const { id } = await newestSession()
    const questions = () => shop.parley.db('messages').where({ thread_id: id, role: 'user' })
    await eventually(async () => (await questions()).length === 2)
    await page.reload()
    await page.locator('.foot').nth(1).waitFor()
    expect(await bubbles(page)).to.have.length(5)
    expect(await questions()).to.have.length(2)
    expect(posted).to.equal(2)
  })

  it('works under the strictest policy, with trusted types', async () => {
    const { address } = shop.parley.client
    const headers = { 'Content-Security-Policy': strictPolicy(address) }
    shop.page('/strict', { html: pageWith(shop.tag()), headers })
    const page = await shop.open('/strict')
    expect(await ask(page, 'When?')).to.equal('We open at nine.')
    const { width, height } = (await page.locator('.panel').boundingBox())!
    expect([width, height]).to.deep.equal([384, 620])
    expect(shop.complaints).to.deep.equal([])
  })

  it("looks the same whatever the page's styles do @long", async () => {
    const style =
      '<style>* { all: unset !important } html:root { letter-spacing: 9px !important; text-transform: uppercase !important; line-height: 4 !important; direction: rtl } div, parley-widget { display: none !important; opacity: 0 !important } button { color: red !important; font-size: 99px !important }</style>'
    shop.page('/hostile', { html: pageWith(style + shop.tag()) })
    const boxes = async (path: string) => {
      const page = await shop.open(path)
      await ask(page, 'When?')
      const names = [
        '.launcher',
        '.panel',
        '.bubble >> nth=1',
        'textarea',
        '.thumb >> nth=0',
        '.small',
      ]
      return Promise.all(names.map((name) => page.locator(name).boundingBox()))
    }
    expect(await boxes('/hostile')).to.deep.equal(await boxes('/'))
  })

  it('appears once, however and however often its script is included @long', async () => {
    const src = `${shop.parley.client.address}/widget.js`
    const { client_id, agent_id } = shop
    const inject = `const script = document.createElement('script'); script.type = 'module'; script.src = '${src}?client-id=${client_id}&assistant-id=${agent_id}'; document.head.append(script)`
    const heads = {
      '/twice': shop.tag() + shop.tag(),
      '/defer': shop.tag().replace('async', 'defer'),
      '/blocking': shop.tag().replace('async', ''),
      '/injected': `<script>setTimeout(() => { ${inject} }, 200)</script>`,
      '/named': `${shop.tag()}<meta id="Parley">`,
    }
    for (const [path, head] of Object.entries(heads)) {
      shop.page(path, { html: pageWith(head) })
      const page = await shop.open(path)
      await page.locator('.launcher').waitFor()
      expect(await page.locator('.launcher').count(), path).to.equal(1)
      expect(await page.evaluate('typeof Parley.open'), path).to.equal('function')
    }
    expect(shop.complaints).to.deep.equal([])
  })

  it('comes back if a page replaces its body, and gives up in the end', async () => {
    const page = await shop.open('/')
    await ask(page, 'When?')
    await page.evaluate("document.body.replaceWith(document.createElement('body'))")
    await page.locator('.foot').waitFor()
    await page.evaluate("document.body.textContent = ''")
    await page.locator('.foot').waitFor()
    await page.evaluate(
      "new MutationObserver(() => document.querySelector('parley-widget')?.remove()).observe(document.body, { childList: true })",
    )
    await page.evaluate("document.querySelector('parley-widget').remove()")
    await eventually(async () => (await page.locator('parley-widget').count()) === 0)
    expect(await page.evaluate('1 + 1')).to.equal(2)
  })

  it('is on each page of a long visit, whether a page is a new body or a new address', async () => {
    const page = await shop.open('/')
    const launcher = page.locator('.launcher')
    const visits = {
      'a new body': "document.body.replaceWith(document.createElement('body'))",
      'a new address': "history.pushState(null, '', '?page=NTH'); document.body.textContent = ''",
    }
    for (const [name, visit] of Object.entries(visits))
      for (let nth = 1; nth <= 25; nth++) {
        await page.evaluate(visit.replace('NTH', String(nth)))
        await launcher.waitFor()
        expect(await launcher.count(), `${name}, page ${nth}`).to.equal(1)
      }
  })

  it('adds no global name but its own, and leaves nothing permanent', async () => {
    shop.page('/plain', { html: pageWith('') })
    const names = async (path: string) => {
      const page = await shop.open(path)
      if (path === '/') await ask(page, 'When?')
      expect(await page.evaluate('document.cookie + JSON.stringify(localStorage)')).to.equal('{}')
      return page.evaluate<string[]>('Object.getOwnPropertyNames(window)')
    }
    const before = await names('/plain')
    expect((await names('/')).filter((name) => !before.includes(name))).to.deep.equal(['Parley'])
  })

  it('does not start in browsers that lack what it needs', async () => {
    for (const lacking of ['Document.prototype.adoptedStyleSheets', 'Object.hasOwn']) {
      const context = await shop.browser.newContext()
      const page = await context.newPage()
      watch(page, shop.complaints)
      await page.addInitScript(`delete ${lacking}`)
      await page.goto(shop.origin)
      await page.waitForLoadState('load')
      expect(await page.evaluate('typeof Parley')).to.equal('undefined')
    }
    expect(shop.complaints).to.deep.equal([])
  })

  it('tells an owner once that the origin is not allowed, and shows visitors nothing', async () => {
    const page = await shop.open('/', { at: shop.foreign })
    await page.evaluate("new Promise((resolve) => Parley.on('ready', resolve))")
    await page.evaluate("Parley.open(); Parley.send('Hello?')")
    expect(await page.locator('parley-widget').count()).to.equal(0)
    const hints = shop.complaints.filter((text) => text.startsWith('Parley:'))
    expect(hints).to.have.length(1)
    expect(hints[0]).to.contain(shop.foreign).and.to.contain(shop.client_id)
  })

  it("shows the owner's text when a limit is reached, and retries on demand @long", async () => {
    const page = await shop.open('/')
    await ask(page, 'When?')
    await page.route('**/messages', (route) => {
      const headers = { 'Access-Control-Allow-Origin': shop.origin, 'Retry-After': '30' }
      return route.fulfill({
        status: 429,
        headers,
        json: { code: 'rate_limited', detail: 'Too many.' },
      })
    })
    await page.getByRole('textbox').fill('And now?')
    await page.keyboard.press('Enter')
    await page.getByText('Our gardeners need a rest.').waitFor()
    await page.unroute('**/messages')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('.foot').nth(1).waitFor()
    expect(await bubbles(page)).to.have.length(5)
  })

  it('says that the agent is inactive @long', async () => {
    const page = await shop.open('/')
    await shop.parley.client.send(
      'PATCH',
      `/api/v1/agents/${shop.agent_id}`,
      '{"is_active":false}',
      {
        'Content-Type': 'application/json',
      },
    )
    await page.locator('.launcher').click()
    await page.getByRole('textbox').fill('When?')
    await page.keyboard.press('Enter')
    await page.getByText('Flora is on holiday.').waitFor()
    await shop.parley.client.send(
      'PATCH',
      `/api/v1/agents/${shop.agent_id}`,
      '{"is_active":true}',
      {
        'Content-Type': 'application/json',
      },
    )
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('.foot').waitFor()
  })

  it('starts a new chat with the same question if a session was closed @long', async () => {
    const page = await shop.open('/')
    await ask(page, 'When?')
    const { id } = await newestSession()
    await shop.parley.client.send('PATCH', `/api/v1/sessions/${id}`, '{"status":"closed"}', {
      'Content-Type': 'application/json',
    })
    await page.getByRole('textbox').fill('And now?')
    await page.keyboard.press('Enter')
    await page.locator('.problem').getByRole('button', { name: 'New chat' }).click()
    await page.locator('.foot').waitFor()
    expect(await bubbles(page)).to.deep.equal(['Hello!', 'And now?', 'We open at nine.'])
  })

  it('retries a failed reply as a new question, and a lost question as the same @long', async () => {
    const page = await shop.open('/')
    shop.parley.model.behave(() => ({ status: 400 }))
    await page.locator('.launcher').click()
    await page.getByRole('textbox').fill('When?')
    await page.keyboard.press('Enter')
    await page.locator('.problem').waitFor()
    shop.parley.model.behave(() => ({ text: 'At nine.' }))
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('.foot').waitFor()
    const { id } = await newestSession()
    const questions = () => shop.parley.db('messages').where({ thread_id: id, role: 'user' })
    expect(await questions()).to.have.length(2)
    // The server gets the question, but its answer is lost.
    let lost = 0
    await page.route('**/messages', async (route) => {
      if (lost++ > 2) return route.continue()
      if (lost === 1) await route.fetch()
      await route.abort('connectionreset')
    })
    await ask(page, 'And on Sundays?')
    expect(lost).to.be.above(3)
    expect(await questions()).to.have.length(3)
  })

  it('renews its token once when the server refuses it, and keeps the visitor', async () => {
    const page = await shop.open('/')
    await ask(page, 'When?')
    let refused = 0
    await page.route('**/messages', (route) => {
      if (refused++) return route.continue()
      const headers = { 'Access-Control-Allow-Origin': shop.origin }
      return route.fulfill({
        status: 401,
        headers,
        json: { code: 'unauthenticated', detail: 'It ended.' },
      })
    })
    const [mint] = await Promise.all([
      page.waitForRequest('**/widget-token'),
      ask(page, 'And now?'),
    ])
    expect(mint.postDataJSON()).to.have.keys('client_id', 'token')
    expect(refused).to.equal(2)
  })
})
