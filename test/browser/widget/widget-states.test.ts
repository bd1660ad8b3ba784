import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { closePages, hasChromium } from '../../support/browser/browser.ts'
import { expectAccessibleWidget, keepPicture, LOOKS } from '../../support/browser/looks.ts'
import { ask, pageWith, type Shop, startShop } from '../../support/browser/shop.ts'
import { eventually } from '../../support/http/client.ts'

const REPLY = `Most plants want **water once a week**:

1. Feel the soil with a *finger*.
2. If it is dry, pour until it runs through.
   - Cacti: once a month
   - Ferns: \`twice a week\`

More in [our guide](https://greenleaf.example/guide).`
const CITATIONS = [
  {
    kind: 'url',
    title: 'Watering guide',
    url: 'https://greenleaf.example/guide.pdf',
    page: 12,
    quote: 'Most plants want water once a week.',
  },
  { kind: 'qa', title: null, url: null, quote: 'How often do I water a cactus? Once a month.' },
  {
    kind: 'file',
    title: 'A handbook of a very long name about plants of all kinds.pdf',
    url: null,
    quote: 'Ferns want more.',
  },
]
const inChromium = hasChromium ? describe : describe.skip

inChromium('each state of the widget', function () {
  let shop: Shop
  before(async () => {
    shop = await startShop(
      {
        title: 'Ask Greenleaf',
        greeting: 'Hello! I know all about plants. What would you like to know?',
        suggested_questions: ['How often do I water a fern?', 'Where is my parcel?'],
        colors: { primary: '#2e7d32' },
        texts: { limit_reached: 'Our gardeners need a rest. Please come back in a minute.' },
      },
      {
        MINT_MINUTE_LIMIT: '1000',
        WIDGET_IP_HOURLY_LIMIT: '10000',
        WIDGET_SESSION_MINUTE_LIMIT: '1000',
      },
    )
  })
  after(() => shop?.stop())
  afterEach(() => closePages(shop.browser))

  async function send(page: Page, question: string): Promise<void> {
    await page.getByRole('textbox').fill(question)
    await page.keyboard.press('Enter')
  }

  // Other tests use the light page on a desk.
  for (const [look, { locale = 'en', ...options }] of Object.entries(LOOKS))
    it(`has no fault that axe finds, ${look} @long`, async () => {
      const { model, db } = shop.parley
      model.behave(() => ({ text: REPLY }))
      shop.page(`/${locale}`, { html: pageWith(shop.tag({ 'data-locale': locale })) })
      const page = await shop.open(`/${locale}`, options)
      const hasState = async (state: string) => {
        await expectAccessibleWidget(page, state)
        await keepPicture(page, `${look}-${state}`)
      }
      await page.locator('.launcher').waitFor()
      await hasState('1-closed')
      await page.locator('.launcher').click()
      await page.locator('.chip').nth(1).waitFor()
      await hasState('2-open')

      await ask(page, 'How often do I water a plant?')
      const [{ id }] = await db('messages')
        .where({ role: 'assistant' })
        .orderBy('created_at', 'desc')
      const citations = CITATIONS.map((citation) => ({ ...citation, knowledge_id: id, score: 1 }))
      await db('messages')
        .where({ id })
        .update({ citations: JSON.stringify(citations) })
      await page.reload()
      await page.evaluate('Parley.open()')
      await page.locator('.source').nth(2).waitFor()
      await page.locator('.thumb').first().click()
      await hasState('3-conversation')
      await page.locator('.source').first().click()
      expect(await page.locator('.card .page').innerText()).to.contain('12')
      const href = await page.locator('.card a').getAttribute('href')
      expect(href).to.equal('https://greenleaf.example/guide.pdf#page=12')
      await hasState('4-citation')

      model.behave(() => ({
        pieces: ['Well, **let me see', '**: that depends on [your'],
        everyMs: 5,
        ending: 'hang',
      }))
      await send(page, 'And in winter?')
      await page.locator('[aria-busy] strong').waitFor()
      await hasState('5-streaming')
      await page.locator('.head button').first().click()
      model.behave(() => ({ pieces: [], everyMs: 0, ending: 'hang' }))
      await send(page, 'Are you there?')
      await page.locator('.dots').waitFor()
      const moving = await page
        .locator('.dots')
        .evaluate((dots) => dots.getAnimations({ subtree: true }).length)
      expect(moving).to.equal(options.reducedMotion === 'no-preference' ? 3 : 0)
      await hasState('6-waiting')
      await page.locator('.head button').first().click()

      const codes = ['rate_limited', 'agent_inactive', 'thread_closed', 'model_unavailable']
      await page.route('**/sessions', (route) => {
        const headers = { 'Access-Control-Allow-Origin': shop.origin }
        return route.fulfill({ status: 409, headers, json: { code: codes.shift(), detail: 'No.' } })
      })
      for (let index = 0; index < 4; index++) {
        await send(page, `Question ${index + 1}`)
        await page.locator('.problem').nth(index).waitFor()
      }
      await hasState('7-problems')
      await page.unroute('**/sessions')
      await page.context().setOffline(true)
      await page.locator('.banner').waitFor()
      await send(page, 'Is anybody there?')
      await eventually(async () => (await page.locator('.dots').count()) === 1)
      await page.locator('.banner').waitFor()
      await hasState('8-offline')
      expect(shop.complaints.filter((text) => !/Failed to load|net::/.test(text))).to.deep.equal([])
    })

  it('has room for the longest texts, on the smallest phone @long', async () => {
    const long = (length: number) =>
      'Donaudampfschifffahrtsgesellschaftskapitän '.repeat(30).slice(0, length)
    const names = ['disclaimer', 'placeholder', 'failed', 'retry', 'typing']
    const texts = Object.fromEntries(names.map((name) => [name, long(300)]))
    const questions = Array.from({ length: 6 }, (_, index) => index + long(199))
    const fields = { title: long(80), greeting: long(1000), suggested_questions: questions, texts }
    const { body } = await shop.parley.client.post('/api/v1/widget-configurations', {
      name: 'Long',
      ...fields,
    })
    shop.page('/long', { html: pageWith(shop.tag({ 'data-config-id': body.data.id })) })
    shop.parley.model.behave(() => ({ status: 400 }))
    const page = await shop.open('/long', LOOKS['phone-320'])
    await page.locator('.launcher').click()
    await page.locator('.chip').nth(5).waitFor()
    await send(page, 'W'.repeat(300))
    await page.locator('.problem .again').waitFor()
    await expectAccessibleWidget(page, 'long')
    await keepPicture(page, 'phone-320-9-long')
    for (const name of ['.log', '.panel', '.small', '.problem'])
      expect(
        await page.locator(name).evaluate((element) => element.scrollWidth - element.clientWidth),
        name,
      ).to.equal(0)
    expect((await page.getByRole('textbox').boundingBox())!.height).to.be.below(60)
  })
})
