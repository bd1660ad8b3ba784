import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { closePages, hasChromium } from '../../support/browser/browser.ts'
import { ask, pageWith, type Shop, startShop, strictPolicy } from '../../support/browser/shop.ts'
import { eventually } from '../../support/http/client.ts'

const inChromium = hasChromium ? describe : describe.skip

/** Scripts that run before the widget's. */
const HOSTS: Record<string, string> = {
  'adds to every array and object, for all to see': `
    Array.prototype.last = function () { return this[this.length - 1] }
    Object.prototype.extend = function () { return this }
    Object.prototype.hidden = 'x'; Object.prototype.signal = undefined; Object.prototype.isFinal = true`,
  'writes arrays as Prototype.js did': `
    Array.prototype.toJSON = function () { return '[' + this.map((item) => JSON.stringify(item)).join(', ') + ']' }`,
  'has a JSON of its own': `
    const { stringify, parse } = JSON
    JSON.stringify = (value, ...rest) => stringify(value, rest[0], 2)
    JSON.parse = (text, ...rest) => parse(text, ...rest)`,
  'watches every request': `
    const { fetch } = window
    window.fetch = async function (...given) {
      const response = await fetch.apply(this, given)
      response.clone().text().catch(() => {})
      return response
    }`,
  'has taken the name': `
    window.Parley = 'a mine of stone'`,
  'has taken it for a function, which cannot be written': `
    Object.defineProperty(window, 'Parley', { value: () => 'mine' })`,
  'has other timers, frames and listeners': `
    for (const name of ['setTimeout', 'requestAnimationFrame']) {
      const before = window[name].bind(window)
      window[name] = (call, ...rest) => before((...given) => call(...given), ...rest)
    }
    const add = EventTarget.prototype.addEventListener
    EventTarget.prototype.addEventListener = function (name, listener, options) {
      return add.call(this, name, typeof listener === 'function' ? function (event) { return listener.call(this, event) } : listener, options)
    }`,
  'stops every key and click that it gets': `
    for (const name of ['keydown', 'keypress', 'input', 'focusin'])
      document.addEventListener(name, (event) => { if (event.target.localName !== 'parley-widget') event.preventDefault() })`,
  'takes what it may store away': `
    Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('no', 'SecurityError') } })
    Object.defineProperty(window, 'BroadcastChannel', { value: undefined })`,
}

const CLOBBERS =
  '<img name="currentScript"><form id="Parley" name="Parley"><button name="open"></button><button name="instance"></button></form><a id="parley" name="sessionStorage"></a>'

inChromium('the widget on a page', function () {
  let shop: Shop
  before(async () => {
    shop = await startShop(
      { title: 'Ask Greenleaf', greeting: 'Hello!', suggested_questions: ['Where?', 'When?'] },
      { MINT_MINUTE_LIMIT: '1000', WIDGET_SESSION_MINUTE_LIMIT: '1000' },
    )
    shop.page('/nothing', { html: pageWith('') })
  })
  after(() => shop?.stop())
  afterEach(() => closePages(shop.browser))
  beforeEach(() => {
    shop.complaints.length = 0
    shop.parley.model.behave(() => ({ pieces: ['At ', '**nine**', '.'], everyMs: 20 }))
  })

  /** Asks by a suggested question, reloads, and asks by typing. */
  async function converse(page: Page): Promise<void> {
    await page.locator('.launcher').click()
    await page.locator('.chip').first().click()
    await page.locator('.foot').waitFor()
    await page.locator('.thumb').first().click()
    const text = await ask(page, 'And on Sundays?')
    expect(text).to.equal('At nine.')
    expect(await page.locator('.bubble strong').count()).to.equal(2)
  }

  for (const [what, script] of Object.entries(HOSTS))
    it(`that ${what} works as anywhere @long`, async () => {
      shop.page('/host', { html: pageWith(`<script>${script}</script>${shop.tag()}`) })
      const page = await shop.open('/host')
      const before = await page.evaluate(
        'typeof Parley + (typeof Parley === "object" ? "" : Parley)',
      )
      await converse(page)
      expect(
        await page.evaluate('typeof Parley + (typeof Parley === "object" ? "" : Parley)'),
      ).to.equal(before)
      await page.reload()
      // Without storage, a reload starts a new chat.
      if (!what.includes('store')) await page.locator('.foot').nth(1).waitFor()
      else await page.locator('.launcher').waitFor()
      expect(shop.complaints).to.deep.equal([])
    })

  it('whose elements have the names of its own works as anywhere @long', async () => {
    shop.page('/clobbered', { html: pageWith('', `${CLOBBERS}${shop.tag()}`) })
    const page = await shop.open('/clobbered')
    await converse(page)
    expect(await page.evaluate('typeof Parley.open')).to.equal('function')
    expect(shop.complaints).to.deep.equal([])
  })

  it('whose policy allows only its server breaks no rule, in any state', async () => {
    const policy = `${strictPolicy(shop.parley.client.address)}; trusted-types 'none'; form-action 'none'; base-uri 'none'`
    const headers = { 'Content-Security-Policy': policy }
    shop.page('/policy', { html: pageWith(shop.tag()), headers })
    const page = await shop.open('/nothing')
    await page.addInitScript(
      "window.broken = []; addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => broken.push([violatedDirective, blockedURI, sample].join(' ')))",
    )
    await page.goto(`${shop.origin}/policy`)
    await converse(page)
    expect(await page.evaluate('broken')).to.deep.equal([])
    const [{ id }] = await shop.parley
      .db('messages')
      .where({ role: 'assistant' })
      .orderBy('created_at', 'desc')
    const citation = {
      knowledge_id: id,
      kind: 'url',
      title: 'A',
      url: 'https://x.example/',
      quote: 'B',
      score: 1,
    }
    await shop.parley
      .db('messages')
      .where({ id })
      .update({ citations: JSON.stringify([citation]) })
    await page.reload()
    await page.locator('.source').click()
    shop.parley.model.behave(() => ({ status: 400 }))
    await page.evaluate("Parley.send('Fail'); Parley.setLocale('ar')")
    await page.locator('.problem').waitFor()
    await page.evaluate('Parley.logout(); Parley.destroy()')
    expect(shop.complaints).to.deep.equal([])
    // Chromium reports violations a moment later. A deliberate violation is reported after them.
    await page.evaluate("void new Image().setAttribute('src', 'https://x.example/')")
    await eventually(async () => (await page.evaluate<number>('broken.length')) > 0)
    expect(await page.evaluate('broken')).to.deep.equal(['img-src https://x.example/ '])
  })

  it('that is framed without an origin shows nothing @long', async () => {
    shop.page('/framed', { html: pageWith(shop.tag()) })
    const frame = `<iframe sandbox="allow-scripts" src="/framed" width="600" height="600"></iframe>`
    shop.page('/frame', { html: pageWith('', frame) })
    const page = await shop.open('/frame')
    await eventually(async () => shop.complaints.some((text) => text.startsWith('Parley:')))
    expect(await page.frameLocator('iframe').locator('parley-widget').count()).to.equal(0)
    expect(
      shop.complaints.filter((text) => !/CORS|Failed to load resource/.test(text)),
    ).to.have.length(1)
  })

  const STYLES: Record<string, string> = {
    'resets everything': '* { all: revert !important }',
    'turns and hides everything':
      'html, body, body > * { transform: none; writing-mode: vertical-rl; direction: rtl; letter-spacing: 9px; text-transform: uppercase; visibility: hidden !important; opacity: .1 !important; pointer-events: none !important; user-select: none !important }',
    'has huge letters, a grid and columns':
      'html { font-size: 90px; word-spacing: 30px; line-height: 4 } body { display: grid; columns: 3; gap: 90px; overflow: hidden } body > * { position: static !important; float: left; width: 10px !important; clip-path: inset(50%) !important; animation: spin 1s infinite }',
  }
  let plain: unknown
  for (const [what, style] of Object.entries(STYLES))
    it(`whose style ${what} can be used as anywhere @long`, async () => {
      const look = async (path: string, css: string) => {
        shop.page(path, { html: pageWith(`<style>${css}</style>${shop.tag()}`) })
        const page = await shop.open(path)
        await page.locator('.launcher').click()
        await page.locator('.chip').first().click()
        await page.locator('.foot').waitFor()
        await page.evaluate(
          "Promise.all(document.querySelector('parley-widget').shadowRoot.getAnimations().map(({ finished }) => finished))",
        )
        const names = [
          '.launcher',
          '.panel',
          '.title',
          '.me .bubble',
          'textarea',
          '.thumb >> nth=0',
          '.small',
        ]
        const boxes = await Promise.all(names.map((name) => page.locator(name).boundingBox()))
        const styles = await page.locator('.me .bubble').evaluate((bubble: any) => {
          const { getComputedStyle } = globalThis as any
          const at = getComputedStyle(bubble)
          return [
            at.fontSize,
            at.letterSpacing,
            at.wordSpacing,
            at.textTransform,
            at.writingMode,
            at.visibility,
            at.cursor,
            at.userSelect,
            at.direction,
          ]
        })
        await page.context().close()
        const round = (value: number) => Math.round(value)
        return [boxes.map((box) => box && Object.values(box).map(round)), styles]
      }
      plain ??= await look('/plain', '')
      expect(await look('/styled', style)).to.deep.equal(plain)
    })
})
