import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { closePages, hasChromium } from '../../support/browser/browser.ts'
import { ask, pageWith, type Shop, startShop } from '../../support/browser/shop.ts'
import { eventually } from '../../support/http/client.ts'
import { makeMoment } from '../../support/servers/model.ts'
import { makeProxy, type TcpProxy } from '../../support/servers/proxy.ts'

const inChromium = hasChromium ? describe : describe.skip

inChromium('the widget, when replies stream and connections break,', function () {
  let shop: Shop
  /** The proxy between the widget and the server. */
  let proxy: TcpProxy
  before(async () => {
    shop = await startShop({ greeting: 'Hello!' })
    proxy = await makeProxy(shop.parley.client.address)
    await proxy.open()
    shop.page('/', { html: pageWith(shop.tag({ src: new URL('/widget.js', proxy.url).href })) })
  })
  after(async () => {
    await proxy?.close()
    await shop?.stop()
  })
  afterEach(() => closePages(shop.browser))

  const WORDS =
    'We open at nine, and close at six, but for **Saturdays**, when we close at four.'.split(
      /(?<= )/,
    )
  const TEXT = WORDS.join('').replaceAll('**', '')
  /** @param after the last word waits for it */
  const slowly = (everyMs: number, after = Promise.resolve()) =>
    shop.parley.model.behave(() => ({ pieces: WORDS, everyMs, after }))
  const replies = (page: Page) => page.locator('.message.it .bubble')

  async function begin(page: Page, question = 'When?') {
    if (!(await page.getByRole('dialog').isVisible())) await page.locator('.launcher').click()
    await page.getByRole('textbox').fill(question)
    await page.keyboard.press('Enter')
  }
  const untilHalf = (page: Page) =>
    eventually(async () => (await replies(page).nth(1).innerText()).includes('close'))
  const done = async (page: Page) => {
    await page.locator('.foot').waitFor()
    return replies(page).nth(1).innerText()
  }
  const questionsOfNewest = async () => {
    const { id } = await shop.parley.db('threads').orderBy('created_at', 'desc').first()
    return shop.parley.db('messages').where({ thread_id: id, role: 'user' })
  }

  it('shows the words as they come, and shows that it is busy', async () => {
    const seen = makeMoment()
    slowly(60, seen.promise)
    const page = await shop.open('/')
    await begin(page)
    await page.locator('.dots').waitFor()
    await untilHalf(page)
    const streaming = page.locator('[aria-busy]')
    expect(await streaming.getAttribute('aria-live')).to.equal('off')
    expect(await streaming.innerText()).not.to.contain('four')
    seen.come()
    expect(await done(page)).to.equal(TEXT)
    expect(await page.locator('[aria-busy], .dots').count()).to.equal(0)
  })

  it('keeps what a visitor writes during a reply, and sends it afterwards @long', async () => {
    const written = makeMoment()
    slowly(40, written.promise)
    const page = await shop.open('/')
    await begin(page)
    await page.keyboard.type('And on Sundays?')
    await page.keyboard.press('Enter')
    expect(await page.getByRole('textbox').inputValue()).to.equal('And on Sundays?')
    written.come()
    await done(page)
    await page.keyboard.press('Enter')
    await page.locator('.foot').nth(1).waitFor()
    expect(await questionsOfNewest()).to.have.length(2)
  })

  it('joins a reply again where a connection broke, without losing or doubling anything', async () => {
    slowly(100)
    const page = await shop.open('/')
    await begin(page)
    await untilHalf(page)
    await proxy.close()
    await proxy.open()
    expect(await done(page)).to.equal(TEXT)
    expect(await questionsOfNewest()).to.have.length(1)
    expect(shop.parley.model.requests.length).to.be.above(0)
  })

  it('continues a reply after a reload in the middle of it @long', async () => {
    slowly(100)
    const page = await shop.open('/')
    await begin(page)
    await untilHalf(page)
    await page.reload()
    expect(await done(page)).to.equal(TEXT)
    expect(await questionsOfNewest()).to.have.length(1)
  })

  it('starts over when a second attempt writes something else @long', async () => {
    let attempts = 0
    shop.parley.model.behave(() =>
      attempts++
        ? { text: 'At ten.' }
        : { pieces: ['At nine, ', 'for sure. ', 'Or '], everyMs: 60, ending: 'reset' },
    )
    const page = await shop.open('/')
    await begin(page)
    expect(await done(page)).to.equal('At ten.')
    expect(attempts).to.equal(2)
  })

  it('sends a question when the server is back, once @long', async () => {
    slowly(10)
    const page = await shop.open('/')
    await page.locator('.launcher').click()
    await page.getByRole('textbox').waitFor()
    await proxy.close()
    await begin(page)
    await page.getByText('No connection. Trying again …').waitFor()
    await page.locator('#own').click()
    await proxy.open()
    expect(await done(page)).to.equal(TEXT)
    expect(await page.getByText('No connection.').isVisible()).to.equal(false)
    expect(await questionsOfNewest()).to.have.length(1)
  })

  it('sends a question when the network is back, once @long', async () => {
    slowly(10)
    const page = await shop.open('/')
    await page.locator('.launcher').click()
    await page.getByRole('textbox').waitFor()
    await page.context().setOffline(true)
    await page.getByText('No connection.').waitFor({ state: 'attached' })
    await begin(page)
    await page.context().setOffline(false)
    expect(await done(page)).to.equal(TEXT)
    expect(await questionsOfNewest()).to.have.length(1)
  })

  it('gives up after a while, and sends the same question again on demand @long', async () => {
    slowly(10)
    const page = await shop.open('/')
    await page.locator('.launcher').click()
    await page.getByRole('textbox').waitFor()
    await page.clock.install()
    await proxy.close()
    await begin(page)
    await eventually(async () => {
      await page.clock.runFor(8_000)
      return page.locator('.problem').isVisible()
    })
    await proxy.open()
    await page.clock.resume()
    await page.getByRole('button', { name: 'Try again' }).click()
    expect(await done(page)).to.equal(TEXT)
    expect(await questionsOfNewest()).to.have.length(1)
  })

  it('notices a dead connection @long', async () => {
    const frozen = makeMoment()
    slowly(100, frozen.promise)
    const page = await shop.open('/')
    await page.locator('.launcher').click()
    await page.getByRole('textbox').waitFor()
    await page.clock.install()
    await begin(page)
    await untilHalf(page)
    await page.evaluate(
      "(() => { const { fetch } = window; window.joins = 0; window.fetch = (url, init) => { if (init?.headers?.['Last-Event-ID']) joins++; return fetch(url, init) } })()",
    )
    proxy.freeze()
    frozen.come()
    await page.clock.runFor(26_000)
    await eventually(async () => {
      await page.clock.runFor(1_000)
      return (await page.evaluate('joins')) === 1
    })
    proxy.thaw()
    await proxy.close()
    await proxy.open()
    await page.clock.resume()
    expect(await done(page)).to.equal(TEXT)
  })

  it('waits and polls if streams do not arrive @long', async () => {
    shop.parley.model.behave(() => ({ text: TEXT }))
    const page = await shop.open('/')
    await page.locator('.launcher').click()
    await page.getByRole('textbox').waitFor()
    await page.clock.install()
    let held = 0
    await page.route('**/messages**', (route) => {
      if (!route.request().headers().accept?.includes('event-stream')) return route.continue()
      held++
    })
    await begin(page)
    await eventually(async () => held === 1)
    await page.clock.runFor(26_000)
    await page.clock.resume()
    expect(await done(page)).to.equal(TEXT)
    await ask(page, 'And now?')
    expect(held).to.equal(1)
    expect(await questionsOfNewest()).to.have.length(2)
  })

  it('leaves a page alone if its server is away @long', async () => {
    await proxy.close()
    const page = await shop.open('/')
    await page.locator('#own').click()
    expect(await page.evaluate('typeof Parley')).to.equal('undefined')
    expect(await page.locator('parley-widget').count()).to.equal(0)
    await proxy.open()
  })
})
