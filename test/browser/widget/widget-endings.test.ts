import { expect } from 'chai'
import type { Page, Request } from 'playwright-core'
import { closePages, hasChromium } from '../../support/browser/browser.ts'
import { ask, pageWith, type Shop, startShop } from '../../support/browser/shop.ts'
import { forge, now, readToken } from '../../support/http/access.ts'
import { eventually } from '../../support/http/client.ts'
import { makeMoment } from '../../support/servers/model.ts'

const DAY = 24 * 3600
const inChromium = hasChromium ? describe : describe.skip

inChromium('the widget, when its token, session or server goes,', function () {
  let shop: Shop
  before(async () => {
    shop = await startShop(
      { title: 'Ask Greenleaf', greeting: 'Hello!' },
      { MINT_MINUTE_LIMIT: '1000', WIDGET_SESSION_MINUTE_LIMIT: '1000' },
    )
    shop.page('/nothing', { html: pageWith('') })
  })
  after(() => shop?.stop())
  afterEach(() => closePages(shop.browser))
  beforeEach(() => {
    shop.complaints.length = 0
    shop.parley.model.behave(() => ({ text: 'At nine.' }))
  })

  const bubbles = (page: Page) => page.locator('.bubble').allInnerTexts()
  const token = (page: Page) =>
    page.evaluate<string>(
      "JSON.parse(Object.entries(sessionStorage).find(([name]) => name.startsWith('parley:'))[1]).token",
    )
  /** Returns the same visitor's token, which ended so many seconds ago. */
  const ended = (of: string, seconds: number) =>
    forge({ ...readToken(of).claims, iat: now() - seconds - 3600, exp: now() - seconds })
  /** Collects the page's requests to the server from now on, as `POST /sessions`. */
  const listen = (page: Page) => {
    const seen: string[] = []
    page.on('request', (request: Request) => {
      const [, path] = /\/api\/v1(\/[^?]*)/.exec(request.url()) ?? []
      if (path && request.method() !== 'OPTIONS')
        seen.push(`${request.method()} ${path.replace(/[0-9a-f-]{36}/g, ':id')}`)
    })
    return seen
  }
  const questions = (content: string) => shop.parley.db('messages').where({ role: 'user', content })

  it('renews a token that has ended, and asks once @long', async () => {
    const page = await shop.open('/')
    await ask(page, 'When?')
    const old = ended(await token(page), 60)
    let sent = 0
    await page.route('**/messages', (route) => {
      const headers = route.request().headers()
      return route.continue({
        headers: sent++ ? headers : { ...headers, authorization: `Bearer ${old}` },
      })
    })
    const seen = listen(page)
    expect(await ask(page, 'With a token that ended?')).to.equal('At nine.')
    const post = 'POST /sessions/:id/messages'
    expect(seen).to.deep.equal([post, 'POST /auth/widget-token', post])
    expect(await questions('With a token that ended?')).to.have.length(1)
  })

  it('asks for no third token if two were refused, and says so @long', async () => {
    const page = await shop.open('/')
    await page.locator('.launcher').click()
    await page.route('**/sessions', (route) =>
      route.continue({
        headers: { ...route.request().headers(), authorization: 'Bearer no-token' },
      }),
    )
    const seen = listen(page)
    await page.evaluate("Parley.send('When?')")
    await page.locator('.problem').waitFor()
    expect(seen).to.deep.equal(['POST /sessions', 'POST /auth/widget-token', 'POST /sessions'])
    await page.unroute('**/sessions')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('.foot').waitFor()
  })

  for (const [what, days, texts] of [
    [
      'knows a visitor whose token ended an hour ago',
      1 / 24,
      ['Hello!', 'Do you know me?', 'At nine.'],
    ],
    ['begins anew with one whose token ended 31 days ago', 31, ['Hello!']],
  ] as const)
    it(`${what}, after a reload @long`, async () => {
      const page = await shop.open('/')
      await ask(page, 'Do you know me?')
      const old = ended(await token(page), days * DAY)
      await page.addInitScript((kept) => {
        const storage = (globalThis as any).sessionStorage
        for (const name of Object.keys(storage))
          storage.setItem(
            name,
            JSON.stringify({ ...JSON.parse(storage.getItem(name)!), token: kept }),
          )
      }, old)
      const seen = listen(page)
      await page.reload()
      await eventually(
        async () => seen.filter((request) => request.endsWith('/messages')).length === 2,
      )
      await eventually(async () => (await bubbles(page)).join() === texts.join())
      expect(await ask(page, 'And now?')).to.equal('At nine.')
      expect(seen.filter((request) => request.endsWith('token'))).to.have.length(1)
      expect(await page.locator('.problem').count()).to.equal(0)
    })

  it('starts a new chat with the same question if its session has expired or was erased @long', async () => {
    for (const end of [
      () => shop.parley.db('threads').update({ status: 'expired' }),
      () => shop.parley.db('threads').delete(),
    ]) {
      const page = await shop.open('/')
      await ask(page, 'When?')
      await end()
      await page.getByRole('textbox').fill('And now?')
      await page.keyboard.press('Enter')
      await page.locator('.problem').getByText('This chat has ended.').waitFor()
      await page.locator('.problem').getByRole('button', { name: 'New chat' }).click()
      await page.locator('.foot').waitFor()
      expect(await bubbles(page)).to.deep.equal(['Hello!', 'And now?', 'At nine.'])
      await page.reload()
      await page.locator('.foot').waitFor()
      expect(await bubbles(page)).to.deep.equal(['Hello!', 'And now?', 'At nine.'])
    }
  })

  it("shows the owner's texts and a conversation once a server is back that was away at the beginning @long", async () => {
    const page = await shop.open('/nothing')
    // The configuration was read from the browser's cache.
    await page.route(`${shop.parley.client.address}/**`, (route) =>
      route.request().resourceType() === 'script'
        ? route.continue()
        : route.abort('connectionrefused'),
    )
    await page.goto(`${shop.origin}/`)
    await page.locator('.launcher').click()
    await page.getByText('No connection.').waitFor()
    await page.locator('#own').click()
    await page.unroute(`${shop.parley.client.address}/**`)
    expect(await ask(page, 'When?')).to.equal('At nine.')
    await eventually(async () => (await page.locator('.title').innerText()) === 'Ask Greenleaf')
    expect(await page.locator('.banner').innerText()).to.equal('')
    expect(
      shop.complaints.filter((text) => !text.includes('net::ERR_CONNECTION_REFUSED')),
    ).to.deep.equal([])
  })

  it('leaves a page alone on which it is not allowed, except for one hint', async () => {
    const page = await shop.open('/nothing')
    const errors: unknown[] = []
    page.on('pageerror', (error) => errors.push(error))
    const seen = listen(page)
    await page.goto(`${shop.foreign}/`)
    await page.evaluate("new Promise((resolve) => Parley.on('ready', resolve))")
    const asked = seen.length
    await page.evaluate(
      "document.querySelector('#own').addEventListener('click', () => { window.bought = true })",
    )
    for (let press = 0; press < 3; press++) {
      await page.evaluate("Parley.close(); Parley.open(); Parley.send('When?')")
      await page.locator('#own').click()
    }
    expect(await page.evaluate('bought')).to.equal(true)
    expect(await page.locator('parley-widget').count()).to.equal(0)
    expect(shop.complaints.filter((text) => text.startsWith('Parley:'))).to.have.length(1)
    expect(asked).to.be.at.most(2)
    expect(errors).to.deep.equal([])
  })

  it('knows nothing of a visitor who signed out, and requests nothing more @long', async () => {
    const page = await shop.open('/')
    await ask(page, 'My secret')
    await page.getByRole('textbox').fill('A secret draft')
    const first = await token(page)
    const signedOut = makeMoment()
    const pieces = ['A late ', 'secret.']
    shop.parley.model.behave(() => ({ pieces, everyMs: 100, after: signedOut.promise }))
    await page.evaluate("Parley.send('Another secret'); Parley.send('A secret that waits')")
    await page.locator('[aria-busy]').waitFor()
    await page.evaluate('void Parley.logout()')
    signedOut.come()
    const seen = listen(page)
    const left = () =>
      page.evaluate<string>(
        "document.querySelector('parley-widget').shadowRoot.querySelector('.root').outerHTML + JSON.stringify(sessionStorage) + document.documentElement.outerHTML",
      )
    expect(await left()).not.to.match(/secret/i)
    await eventually(async () => {
      const replies = await shop.parley
        .db('messages')
        .where({ role: 'assistant' })
        .whereLike('content', '%late%')
      return replies.length > 0
    })
    expect(await left()).not.to.match(/secret/i)
    expect(await page.getByRole('textbox').inputValue()).to.equal('')
    expect(seen).to.deep.equal([])
    const [mint] = await Promise.all([
      page.waitForRequest('**/widget-token'),
      page.evaluate("Parley.send('I am new')"),
    ])
    expect(mint.postDataJSON()).to.deep.equal({ client_id: shop.client_id })
    await page.locator('.foot').waitFor()
    expect(readToken(await token(page)).claims.sub).not.to.equal(readToken(first).claims.sub)
    const [question] = await questions('I am new')
    expect(
      await shop.parley.db('messages').where({ thread_id: question!.thread_id }),
    ).to.have.length(2)
    expect(await questions('A secret that waits')).to.have.length(0)
  })
})

inChromium('the widget of a visitor who asks too much', function () {
  let shop: Shop
  before(async () => {
    shop = await startShop(
      { greeting: 'Hello!', texts: { limit_reached: 'Our gardeners need a rest.' } },
      { WIDGET_SESSION_MINUTE_LIMIT: '3' },
    )
    shop.parley.model.behave(() => ({ text: 'At nine.' }))
  })
  after(() => shop?.stop())
  afterEach(() => closePages(shop.browser))

  it("shows the owner's text for the server's limit, and requests nothing until that is over @long", async () => {
    const page = await shop.open('/')
    let count = 0
    for (const problem = page.locator('.problem'); count < 8; count++) {
      await page.evaluate(`Parley.open(); Parley.send('Question ${count}')`)
      await page.locator('.problem, .foot').nth(count).waitFor()
      if (await problem.count()) break
    }
    expect(count).to.be.within(1, 4)
    expect(await page.locator('.problem').innerText()).to.contain('Our gardeners need a rest.')
    const asked = shop.parley.model.requests.length
    const again = page.getByRole('button', { name: 'Try again' })
    expect(await again.getAttribute('aria-disabled')).to.equal('true')
    expect(await again.innerText()).to.match(/[01]:\d\d/)
    await again.click({ force: true })
    await page.locator('.problem').getByText('Our gardeners need a rest.').waitFor()
    expect(shop.parley.model.requests.length).to.equal(asked)
    expect(await shop.parley.db('messages').where({ role: 'user' })).to.have.length(count)
  })
})
