import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { closePages, hasChromium } from '../../support/browser/browser.ts'
import { ask, pageWith, type Shop, startShop } from '../../support/browser/shop.ts'
import { readToken } from '../../support/http/access.ts'
import { eventually } from '../../support/http/client.ts'
import { makeMoment } from '../../support/servers/model.ts'

const inChromium = hasChromium ? describe : describe.skip

inChromium("the widget's JavaScript API", function () {
  let shop: Shop
  before(async () => {
    shop = await startShop({ title: 'Ask us', greeting: 'Hello!' }, { MINT_MINUTE_LIMIT: '1000' })
    shop.page('/two', {
      html: pageWith(
        shop.tag({ 'data-instance-id': 'one' }) +
          shop.tag({ 'data-instance-id': 'two', 'data-locale': 'de' }),
      ),
    })
  })
  after(() => shop?.stop())
  afterEach(() => closePages(shop.browser))
  beforeEach(() => {
    shop.complaints.length = 0
    shop.parley.model.behave(() => ({ text: 'We open at nine.' }))
  })

  const bubbles = (page: Page) => page.locator('.bubble').allInnerTexts()
  const stored = (page: Page) => page.evaluate<string>('JSON.stringify(sessionStorage)')
  /** Returns the visitor for whom the page's widget acts. */
  const visitor = async (page: Page) =>
    readToken(/"token\\":\\"([^\\]+)/.exec(await stored(page))![1]!).claims.sub
  const focused = (page: Page) =>
    page.evaluate<string>(
      "(() => { let at = document.activeElement; while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement; return at.getAttribute('aria-label') ?? at.id ?? at.localName })()",
    )

  it('can be called before the widget is ready, and notifies the page of events @long', async () => {
    const calls = `
      document.querySelector('script[data-client-id]').addEventListener('load', () => {
        window.heard = []
        for (const name of ['ready', 'open', 'close', 'message', 'session', 'reply', 'error'])
          Parley.on(name, (detail) => heard.push([name, detail.content ?? Object.keys(detail).join()]))
        Parley.open()
        Parley.send('When?')
        const off = Parley.on('reply', () => heard.push('never'))
        off()
      })`
    shop.page('/calls', { html: pageWith(`${shop.tag()}<script>${calls}</script>`) })
    const page = await shop.open('/calls')
    await page.locator('.foot').waitFor()
    await page.evaluate('Parley.close()')
    const heard = await page.evaluate<string[][]>('heard')
    // The chat script is loaded while the widget gets its token.
    expect(heard.splice(0, 2)).to.have.deep.members([
      ['open', ''],
      ['ready', ''],
    ])
    expect(heard).to.deep.equal([
      ['message', 'When?'],
      ['session', 'id'],
      ['reply', 'We open at nine.'],
      ['close', ''],
    ])
    expect(
      await page.evaluate("new Promise((resolve) => Parley.on('ready', () => resolve('again')))"),
    ).to.equal('again')
    expect(shop.complaints).to.deep.equal([])
  })

  it('asks questions one after the other, however fast they are sent @long', async () => {
    const page = await shop.open('/')
    await page.locator('.launcher').waitFor()
    await page.evaluate("for (const text of ['one', 'two', ' ', 'three']) Parley.send(text)")
    await page.evaluate('Parley.open()')
    await page.locator('.foot').nth(2).waitFor()
    const reply = 'We open at nine.'
    expect(await bubbles(page)).to.deep.equal([
      'Hello!',
      'one',
      reply,
      'two',
      reply,
      'three',
      reply,
    ])
  })

  it("continues when one of the page's listeners fails @long", async () => {
    const page = await shop.open('/')
    await page.locator('.launcher').waitFor()
    await page.evaluate(
      "void Parley.on('message', () => { throw new Error('the page made a mistake') })",
    )
    await ask(page, 'When?')
    expect(shop.complaints.join()).to.match(/^[^,]*the page made a mistake$/)
  })

  it('keeps two widgets independent of each other @long', async () => {
    const page = await shop.open('/two')
    await page.locator('.launcher').nth(1).waitFor()
    const [one, two] = ['one', 'two'].map((id) =>
      page.locator(`parley-widget[data-instance-id="${id}"]`),
    )
    await page.evaluate("Parley.instance('two').send('Nur hier')")
    await page.evaluate("Parley.instance('two').open()")
    await two!.locator('.foot').waitFor()
    expect(await two!.locator('.bubble').allInnerTexts()).to.deep.equal([
      'Hello!',
      'Nur hier',
      'We open at nine.',
    ])
    expect(await two!.locator('.launcher').getAttribute('aria-label')).to.equal('Chat schließen')
    await page.evaluate("Parley.instance('one').open()")
    expect(await one!.locator('.bubble').allInnerTexts()).to.deep.equal(['Hello!'])
    const boxes = await Promise.all(
      [one, two].map((widget) => widget!.locator('.panel').boundingBox()),
    )
    const [left, right] = boxes.sort((a, b) => a!.x - b!.x)
    expect(left!.x + left!.width).to.be.at.most(right!.x)
    expect(await page.evaluate("Parley.instance('three').open()")).to.equal(undefined)
    const sessions = await shop.parley.db('threads').orderBy('created_at', 'desc')
    expect(sessions[0].metadata.instance_id).to.equal('two')
  })

  it('signs a visitor out of every tab, and the next visitor is another @long', async () => {
    const page = await shop.open('/')
    await ask(page, 'My secret')
    const first = await visitor(page)
    const tab = await page.context().newPage()
    await tab.goto(shop.origin)
    await ask(tab, 'Another secret')
    // For a page of the same shop with another widget.
    await page.evaluate(
      "sessionStorage.setItem('parley:other', '{}'); sessionStorage.setItem('own', '1')",
    )
    const signedOut = makeMoment()
    shop.parley.model.behave(() => ({ text: 'Too late.', after: signedOut.promise }))
    await page.getByRole('textbox').fill('More')
    await page.keyboard.press('Enter')
    await page.evaluate('Parley.logout()')
    for (const each of [page, tab]) {
      await eventually(async () => (await bubbles(each)).join() === 'Hello!')
      expect(await stored(each))
        .not.to.contain('token')
        .and.not.to.contain('session')
    }
    expect(Object.keys(JSON.parse(await stored(page)))).to.deep.equal(['own'])
    shop.parley.model.behave(() => ({ text: 'We open at nine.' }))
    signedOut.come()
    await ask(page, 'I am new')
    expect(await visitor(page)).not.to.equal(first)
    expect(await bubbles(page)).to.deep.equal(['Hello!', 'I am new', 'We open at nine.'])
    await page.reload()
    await page.locator('.foot').waitFor()
    expect(await bubbles(page)).to.deep.equal(['Hello!', 'I am new', 'We open at nine.'])
  })

  it('removes the widget without a trace, and can add it again @long', async () => {
    const page = await shop.open('/')
    await ask(page, 'When?')
    await page.evaluate('Parley.destroy()')
    expect(await page.locator('parley-widget').count()).to.equal(0)
    expect(await page.evaluate('Parley.open()')).to.equal(undefined)
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.evaluate("dispatchEvent(new Event('online'))")
    await page.locator('#own').click()
    expect(requests).to.deep.equal([])
    await page.evaluate(
      "(() => { const old = document.querySelector('script'); const again = document.createElement('script'); for (const { name, value } of old.attributes) again.setAttribute(name, value); document.head.append(again) })()",
    )
    await page.locator('.foot').waitFor()
    expect(await bubbles(page)).to.deep.equal(['Hello!', 'When?', 'We open at nine.'])
    expect(shop.complaints).to.deep.equal([])
  })

  it('changes its language, and its writing direction with it @long', async () => {
    const page = await shop.open('/')
    await ask(page, 'When?')
    await page.getByRole('textbox').fill('Not sent yet')
    await page.evaluate("Parley.setLocale('ar')")
    // Its texts are loaded in parallel.
    await page.locator('.root[dir=rtl][lang=ar] .launcher[aria-label="إغلاق الدردشة"]').waitFor()
    expect(await page.getByRole('textbox').inputValue()).to.equal('Not sent yet')
    const [own, panel] = await Promise.all(
      ['.me .bubble', '.panel'].map((name) => page.locator(name).boundingBox()),
    )
    expect(own!.x - panel!.x).to.be.below(30)
    // The owner chooses its place.
    expect(panel!.x).to.be.above(500)
  })

  it('can be used by keyboard alone, and returns the focus @long', async () => {
    const page = await shop.open('/')
    await page.locator('.launcher').waitFor()
    await page.keyboard.press('Tab')
    expect(await focused(page)).to.equal('own')
    await page.keyboard.press('Tab')
    expect(await focused(page)).to.equal('Open chat')
    await page.keyboard.press('Enter')
    // The chat script is loaded in parallel.
    await eventually(async () => (await focused(page)) === 'Write a message …')
    await page.keyboard.type('When?')
    await page.keyboard.press('Enter')
    await page.locator('.foot').waitFor()
    expect(await focused(page)).to.equal('Write a message …')
    for (const name of ['Not helpful', 'Helpful']) {
      await page.keyboard.press('Shift+Tab')
      expect(await focused(page)).to.equal(name)
    }
    await page.keyboard.press('Space')
    expect(await focused(page)).to.equal('Helpful')
    const pressed = page.getByRole('button', { name: 'Helpful', exact: true })
    await eventually(async () => (await pressed.getAttribute('aria-pressed')) === 'true')
    await page.keyboard.press('Escape')
    expect(await page.getByRole('dialog').count()).to.equal(0)
    expect(await focused(page)).to.equal('Open chat')
    await page.locator('#own').focus()
    await page.evaluate('Parley.open()')
    await page.keyboard.press('Escape')
    expect(await focused(page)).to.equal('own')
  })

  it("keeps the widget's key presses from the page @long", async () => {
    const page = await shop.open('/')
    await page.locator('.launcher').waitFor()
    await page.evaluate(
      "window.keys = []; void addEventListener('keydown', ({ key }) => keys.push(key))",
    )
    await page.locator('.launcher').click()
    await page.keyboard.type('s/')
    expect(await page.evaluate('keys')).to.deep.equal([])
  })

  it('announces each reply once to screen readers, when it is complete @long', async () => {
    const page = await shop.open('/')
    await page.locator('.launcher').click()
    const log = page.getByRole('log')
    await eventually(async () => (await log.getAttribute('aria-live')) === 'polite')
    await ask(page, 'When?')
    expect(await log.getByText('Reply:').count()).to.equal(2)
    expect(await page.locator('[aria-busy]').count()).to.equal(0)
    expect(await log.getAttribute('aria-live')).to.equal('polite')
  })

  it('fills the window of a phone, and keeps the focus inside @long', async () => {
    for (const width of [390, 320]) {
      const page = await shop.open('/', {
        viewport: { width, height: 600 },
        hasTouch: true,
        isMobile: true,
      })
      await ask(page, 'Averyveryverylongwordthatfitsintonolineofanyphonewhatsoever?')
      expect(await page.locator('.panel').boundingBox()).to.deep.equal({
        x: 0,
        y: 0,
        width,
        height: 600,
      })
      expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(width)
      const wide = await page.evaluate(
        "(() => { const log = document.querySelector('parley-widget').shadowRoot.querySelector('.log'); return log.scrollWidth - log.clientWidth })()",
      )
      expect(wide).to.equal(0)
      const targets = await page.locator('.panel button:visible').all()
      for (const target of targets) {
        const box = (await target.boundingBox())!
        expect(
          Math.min(box.width, box.height),
          `${await target.getAttribute('aria-label')}`,
        ).to.be.at.least(44)
      }
      for (let press = 0; press < 12; press++) {
        await page.keyboard.press('Tab')
        expect(await page.evaluate('document.activeElement.localName')).to.equal('parley-widget')
      }
      await page.getByRole('button', { name: 'Close chat' }).click()
      expect(await page.getByRole('dialog').count()).to.equal(0)
    }
  })
})
