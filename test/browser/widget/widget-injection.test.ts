import { expect } from 'chai'
import type { Page } from 'playwright-core'
import english from '../../../web/widget/languages/en.json' with { type: 'json' }
import { closePages, hasChromium } from '../../support/browser/browser.ts'
import { payloadsTo } from '../../support/browser/payloads.ts'
import { ask, pageWith, type Shop, startShop } from '../../support/browser/shop.ts'
import { eventually } from '../../support/http/client.ts'
import {
  type Canary,
  expectHarmless,
  startCanary,
  watchAttacks,
} from '../../support/servers/canary.ts'

const WIDE = {
  MINT_MINUTE_LIMIT: '1000',
  WIDGET_SESSION_MINUTE_LIMIT: '1000',
  WIDGET_IP_HOURLY_LIMIT: '100000',
  WIDGET_APPLICATION_HOURLY_LIMIT: '100000',
}
const BODY = '<h1>A shop</h1>'
const inChromium = hasChromium ? describe : describe.skip

inChromium('the hostile inputs', function () {
  this.timeout(180_000)
  let shop: Shop
  let canary: Canary
  let payloads: string[]
  before(async () => {
    shop = await startShop({}, WIDE)
    canary = await startCanary()
    payloads = payloadsTo(canary.url)
    shop.page('/nothing', { html: pageWith('') })
  })
  after(async () => {
    await shop?.stop()
    await canary?.close()
  })
  afterEach(() => closePages(shop.browser))
  beforeEach(() => {
    shop.complaints.length = 0
  })
  afterEach(() => expect(canary.heard).to.deep.equal([]))

  const quoted = (text: string) =>
    text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')
  async function open(path: string, head = shop.tag()): Promise<{ page: Page; attacks: string[] }> {
    shop.page(path, { html: pageWith(head, BODY) })
    const page = await shop.open('/nothing')
    const allowed = [shop.origin, shop.parley.client.address, 'null']
    const attacks = await watchAttacks(page, allowed)
    await page.goto(shop.origin + path)
    await page.locator('.launcher').first().waitFor()
    return { page, attacks }
  }
  const configure = (fields: object) =>
    shop.parley.db('widget_configurations').where({ id: shop.configuration_id }).update(fields)

  it('are 60', () => {
    expect(new Set(payloads)).to.have.length(60)
  })

  it('are shown as text in a question and in a streamed reply, and again after a reload', async () => {
    // Cuts a text into three pieces, so that marks and tags are cut as well.
    const piecesOf = (text: string) => {
      const third = Math.ceil(text.length / 3)
      return [text.slice(0, third), text.slice(third, 2 * third), text.slice(2 * third)]
    }
    // A prompt does not contain a question word for word, so it names the payload.
    shop.parley.model.behave(({ messages }) => {
      const [, number] = /#(\d+)#/.exec(messages[messages.length - 1]!.content)!
      return { pieces: piecesOf(payloads[Number(number)]!), everyMs: 1 }
    })
    const questions = payloads.map((text, index) => `#${index}# ${text}`)
    const { page, attacks } = await open('/content')
    await page.evaluate('Parley.open()')
    await page.evaluate((texts) => {
      for (const text of texts) (globalThis as any).Parley.send(text)
    }, questions)
    await page.locator('.foot').nth(59).waitFor({ timeout: 150_000 })
    const asked = await page
      .locator('.me .bubble')
      .evaluateAll((all) => all.map((element) => element.textContent))
    expect(asked).to.deep.equal(questions.map((text) => text.trim()))
    const blank = await page
      .locator('.it .bubble')
      .evaluateAll((all) => all.filter((element) => !element.textContent?.trim()).length)
    expect(blank).to.equal(0)
    expect(await expectHarmless(page, BODY)).to.be.above(5)
    // The worker has disarmed much of it, so the database's text is set to reach the widget
    // unchanged. The widget shows 50 replies again.
    const replies = await shop.parley
      .db('messages')
      .where({ role: 'assistant' })
      .orderBy('created_at', 'desc')
    for (const texts of [payloads.slice(0, 50), payloads.slice(-10)]) {
      await Promise.all(
        texts.map((content, index) =>
          shop.parley.db('messages').where({ id: replies[index].id }).update({ content }),
        ),
      )
      await page.reload()
      await page.locator('.foot').nth(49).waitFor()
      expect(await expectHarmless(page, BODY)).to.be.above(5)
    }
    expect(attacks).to.deep.equal([])
    expect(shop.complaints).to.deep.equal([])
  })

  it("are shown as text in citations' titles, addresses and quotes @long", async () => {
    shop.parley.model.behave(() => ({ text: 'Here.' }))
    const { page, attacks } = await open('/citations')
    await ask(page, 'Where?')
    const addresses = payloads.map((text) => /\]\(([^)\s]*\)?)/.exec(text)?.[1] ?? text)
    const citations = payloads.map((text, index) => ({
      knowledge_id: shop.agent_id,
      kind: 'url',
      title: text,
      url: addresses[index],
      quote: text,
      score: 1,
    }))
    await shop.parley
      .db('messages')
      .where({ role: 'assistant' })
      .orderBy('created_at', 'desc')
      .update({ citations: JSON.stringify(citations) })
    await page.reload()
    await page.locator('.source').nth(59).waitFor()
    for (let index = 0; index < 60; index++) {
      await page.locator('.source').nth(index).dispatchEvent('click')
      expect(await page.locator('.card blockquote').textContent()).to.equal(payloads[index])
    }
    await expectHarmless(page, BODY)
    expect(attacks).to.deep.equal([])
    expect(shop.complaints).to.deep.equal([])
  })

  it("are shown as text in the agent's name, and in each text of the configuration @long", async () => {
    const { page, attacks } = await open('/texts')
    shop.parley.model.behave(() => ({ text: 'Here.' }))
    for (let at = 0; at < payloads.length; at += 12) {
      const [first, second, ...questions] = payloads.slice(at, at + 12)
      const texts = Object.fromEntries(
        Object.keys(english).map((key, index) => [key, payloads[(at + index) % 60]]),
      )
      await configure({ title: first, greeting: second, suggested_questions: questions, texts })
      await shop.parley.db('agents').where({ id: shop.agent_id }).update({ name: first })
      await page.evaluate('Parley.destroy(); sessionStorage.clear()')
      await page.reload()
      await page.locator('.launcher').click()
      await page.locator('.chip').first().waitFor()
      expect(await page.locator('.chip').allTextContents()).to.deep.equal(questions)
      await page.locator('.chip').first().click()
      await page.locator('.foot').waitFor()
      expect(await page.locator('.small').textContent()).to.equal(texts.disclaimer)
      await expectHarmless(page, BODY)
    }
    await configure({ title: 'A', greeting: 'B', suggested_questions: [], texts: {} })
    expect(attacks).to.deep.equal([])
    expect(shop.complaints).to.deep.equal([])
  })

  it('include nothing that the API refuses: halves of characters, and NUL @long', async () => {
    shop.parley.model.behave(() => ({ text: 'Here.' }))
    const { page } = await open('/refused')
    await page.evaluate(
      "for (const text of ['a\\u0000b', '\\ud83d', '\\u0000', 'x'.repeat(7999) + '😀']) Parley.send(text)",
    )
    await page.evaluate('Parley.open()')
    await page.locator('.foot').nth(2).waitFor()
    const asked = await page.locator('.me .bubble').allInnerTexts()
    expect(asked).to.deep.equal(['ab', '\ufffd', `${'x'.repeat(7999)}\ufffd`])
  })

  it("are shown as text in an error's code and detail @long", async () => {
    const { page, attacks } = await open('/errors')
    await page.evaluate(
      'Parley.open(); window.errors = []; void Parley.on("error", (error) => errors.push(error))',
    )
    let next = 0
    const names = ['__proto__', 'constructor', 'toString', ...payloads.slice(0, 9)]
    await page.route('**/sessions', (route) => {
      const headers = { 'Access-Control-Allow-Origin': shop.origin }
      const code = names[next++]!
      return route.fulfill({
        status: 400,
        headers,
        json: { status: 'error', code, detail: payloads[next] },
      })
    })
    for (let index = 0; index < names.length; index++) {
      await page.evaluate('Parley.send("Why?")')
      await page.locator('.problem').nth(index).waitFor()
    }
    const problems = await page.locator('.problem').allInnerTexts()
    expect(new Set(problems.map((text) => text.replace(/\s+/g, ' ')))).to.deep.equal(
      new Set(['Something went wrong. Try again']),
    )
    await eventually(async () => (await page.evaluate<number>('errors.length')) === names.length)
    await expectHarmless(page, BODY)
    expect(attacks).to.deep.equal([])
    expect(shop.complaints.filter((text) => text.startsWith('Parley'))).to.deep.equal([])
  })

  it("are shown as text in the script tag's attributes @long", async () => {
    const names = ['client-id', 'assistant-id', 'config-id', 'instance-id', 'locale']
    for (const name of names) {
      const tags = payloads
        .filter((_, index) => index % 6 === names.indexOf(name))
        .map((text, index) =>
          shop.tag({
            'data-instance-id': `${index}`,
            'data-config-id': '',
            [`data-${name}`]: quoted(text),
          }),
        )
      shop.page(`/${name}`, { html: pageWith(tags.join(''), BODY) })
      const page = await shop.open('/nothing')
      const allowed = [shop.origin, shop.parley.client.address, 'null']
      const attacks = await watchAttacks(page, allowed)
      shop.complaints.length = 0
      await page.goto(`${shop.origin}/${name}`)
      const hints = () =>
        shop.complaints.filter((text) => text.startsWith('Parley: the server does not'))
      // The widget of an unknown application is not shown.
      const shown = name === 'client-id' ? 0 : tags.length
      await eventually(
        async () =>
          hints().length === tags.length - shown &&
          (await page.locator('.launcher').count()) === shown,
      )
      expect(await page.locator('body > *').count()).to.equal(shown + 1)
      expect(attacks).to.deep.equal([])
      await page.context().close()
    }
  })
})
