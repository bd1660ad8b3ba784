import { expect } from 'chai'
import type { Page, Route } from 'playwright-core'
import { closePages, hasChromium } from '../../support/browser/browser.ts'
import { expectAccessibleWidget, keepPicture, LOOKS } from '../../support/browser/looks.ts'
import { pageWith, type Shop, startShop } from '../../support/browser/shop.ts'
import { eventually } from '../../support/http/client.ts'

const inChromium = hasChromium ? describe : describe.skip

const ASKING = '01980000-0000-7000-8000-000000000001'
const GOING_ON = '01980000-0000-7000-8000-000000000002'
const CALL = '01980000-0000-7000-8000-00000000000c'
const DIGEST = 'a'.repeat(64)

const reply = (id: string, fields: object) => ({
  id,
  object: 'message',
  role: 'assistant',
  status: 'completed',
  citations: [],
  grounded: null,
  actions: [],
  created_at: new Date().toISOString(),
  ...fields,
})

const action = (fields: object = {}) => ({
  call_id: CALL,
  title: 'Refund',
  words: 'Refund 39.90 EUR for order 1042?',
  arguments: { order: '1042', amount: 39.9, reason: 'It arrived broken' },
  argument_titles: { amount: 'Amount in euros' },
  decides: 'customer',
  state: 'waiting',
  digest: DIGEST,
  expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  ...fields,
})

const asking = (fields: object = {}) =>
  reply(ASKING, {
    status: 'requires_action',
    content: 'I can refund it. Shall I?',
    actions: [action(fields)],
  })

const stream = (...events: [name: string, data: object][]) => ({
  contentType: 'text/event-stream',
  headers: { 'access-control-allow-origin': '*' },
  body: events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join(''),
})

/** What the page's requests for messages are answered with. */
interface Answers {
  question: Parameters<Route['fulfill']>[0]
  /** Called with the body of a decision. */
  decide(body: object): Parameters<Route['fulfill']>[0] | Promise<never>
  /** The reply that asks, when it is read again. */
  read(): object
}

const json = (status: number, body: object) => ({
  status,
  contentType: 'application/json',
  headers: { 'access-control-allow-origin': '*' },
  body: JSON.stringify(body),
})

inChromium('what the agent does only if the visitor agrees', function () {
  let shop: Shop
  before(async () => {
    shop = await startShop({ colors: { primary: '#2e7d32' } })
  })
  after(() => shop?.stop())
  afterEach(() => closePages(shop.browser))

  /** Opens a page whose server answers so, and asks a question. */
  async function open(answers: Answers, path = '/', look: object = {}): Promise<Page> {
    const page = await shop.open(path, look)
    await page.route(/\/messages(?:\/|$|\?)/, async (route) => {
      const request = route.request()
      if (request.method() === 'OPTIONS') return route.continue()
      const isDecision = request.url().endsWith('/decisions')
      if (isDecision) return route.fulfill(await answers.decide(request.postDataJSON()))
      if (request.method() === 'POST') return route.fulfill(answers.question)
      return route.fulfill(json(200, { data: answers.read() }))
    })
    await page.locator('.launcher').click()
    await page.getByRole('textbox').fill('Please refund order 1042')
    await page.keyboard.press('Enter')
    return page
  }

  const question = stream(
    ['message.started', { id: ASKING }],
    ['action.required', { action: action() }],
    ['message.completed', asking()],
  )
  const refunded = stream(
    ['message.started', { id: GOING_ON }],
    ['tool.started', { call_id: CALL, title: 'Refund' }],
    ['tool.ended', { call_id: CALL, title: 'Refund', state: 'succeeded', ms: 80 }],
    ['message.completed', reply(GOING_ON, { content: 'I have refunded 39.90 EUR.' })],
  )

  it('is asked in a card, with what it is about', async () => {
    const page = await open({ question, decide: () => refunded, read: () => asking() })
    const card = page.getByRole('group', { name: 'Refund 39.90 EUR for order 1042?' })
    await card.waitFor()
    expect(await card.locator('dt').allInnerTexts()).to.deep.equal([
      'Order',
      'Amount in euros',
      'Reason',
    ])
    expect(await card.locator('dd').allInnerTexts()).to.deep.equal([
      '1042',
      '39.9',
      'It arrived broken',
    ])
    expect(await card.locator('.left').innerText()).to.match(/^Time left: (?:60|1) /)
    expect(await card.getByRole('button').allInnerTexts()).to.deep.equal(['Yes', 'No'])
  })

  it('sends the decision with the digest that was shown, and follows the reply', async () => {
    const sent: object[] = []
    const page = await open({
      question,
      decide(body) {
        sent.push(body)
        return refunded
      },
      read: () => asking({ state: 'succeeded' }),
    })
    await page.getByRole('button', { name: 'Yes' }).click()
    await page.getByText('I have refunded 39.90 EUR.').waitFor()
    expect(sent).to.deep.equal([{ call_id: CALL, digest: DIGEST, decision: 'approve' }])
    await page.locator('.act').getByText('Done.').waitFor()
    expect(await page.locator('.act button').count()).to.equal(0)
    expect(await page.locator('.me').count()).to.equal(1)
  })

  it('is answered by the keyboard alone, and keeps the focus in the chat', async () => {
    const sent: any[] = []
    const page = await open({
      question,
      decide(body) {
        sent.push(body)
        return stream(
          ['message.started', { id: GOING_ON }],
          ['message.completed', reply(GOING_ON, { content: 'Then I leave it.' })],
        )
      },
      read: () => asking({ state: 'denied' }),
    })
    await page.getByRole('button', { name: 'No', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.locator('.act').getByText('Not done.').waitFor()
    expect(sent[0].decision).to.equal('deny')
    const focused = await page.locator('.log').evaluate((log) => log.matches(':focus-within'))
    expect(focused).to.equal(true)
  })

  it('says whether it was done, is being checked, or was not decided in time', async () => {
    const texts = {
      pending: 'Working on it …',
      succeeded: 'Done.',
      failed: 'Not done.',
      unknown: 'We are checking whether this was done.',
      expired: 'Time is up. Ask again if you still want this.',
    }
    for (const [state, text] of Object.entries(texts)) {
      const shown = stream(
        ['message.started', { id: ASKING }],
        ['message.completed', asking({ state })],
      )
      const page = await open({ question: shown, decide: () => refunded, read: () => asking() })
      await page.locator('.act').getByText(text).waitFor()
      expect(await page.locator('.act button').count(), state).to.equal(0)
      await page.close()
    }
  })

  it('shows what has become of a decision that came too late', async () => {
    for (const code of ['decision_used', 'decision_expired', 'decision_changed']) {
      const page = await open({
        question,
        decide: () => json(409, { code, detail: 'Too late.' }),
        read: () => asking({ state: 'expired' }),
      })
      await page.getByRole('button', { name: 'Yes' }).click()
      await page.locator('.act').getByText('Time is up.').waitFor()
      expect(await page.locator('.problem').count(), code).to.equal(0)
      await page.close()
    }
  })

  it('ends the time to decide by itself', async () => {
    const soon = asking({ expires_at: new Date(Date.now() + 1_500).toISOString() })
    const shown = stream(['message.started', { id: ASKING }], ['message.completed', soon])
    const page = await open({ question: shown, decide: () => refunded, read: () => soon })
    await page.locator('.act').getByText('Time is up.').waitFor()
    expect(await page.locator('.act button').count()).to.equal(0)
  })

  it('is left to people if they decide, and then says what they did', async () => {
    const hidden = { decides: 'person', words: null, arguments: null, digest: null }
    const first = stream(
      ['message.started', { id: ASKING }],
      ['message.completed', asking({ ...hidden })],
    )
    const page = await open({ question: first, decide: () => refunded, read: () => asking() })
    await page.getByText('I can refund it.').waitFor()
    expect(await page.locator('.act').count()).to.equal(0)
    await page.close()
    const done = stream(
      ['message.started', { id: ASKING }],
      ['message.completed', asking({ ...hidden, state: 'succeeded' })],
    )
    const later = await open({ question: done, decide: () => refunded, read: () => asking() })
    await later.getByRole('group', { name: 'Refund' }).getByText('Done.').waitFor()
  })

  it('names the tool while it is at work', async () => {
    const started = stream(
      ['message.started', { id: ASKING }],
      ['tool.started', { call_id: CALL, title: 'Order status' }],
    )
    const page = await open({
      question: started,
      decide: () => refunded,
      read: () => reply(ASKING, { status: 'processing', content: null }),
    })
    await page.locator('.dots').getByText('Order status').waitFor()
    await keepPicture(page, 'action-working')
  })

  it('shows arguments as text alone', async () => {
    const hostile = {
      words: '<img src=x onerror="window.hit = 1">',
      arguments: { '<b>name</b>': '<script>window.hit = 1</script>', long: 'x'.repeat(5_000) },
    }
    const shown = stream(
      ['message.started', { id: ASKING }],
      ['message.completed', asking(hostile)],
    )
    const page = await open({ question: shown, decide: () => refunded, read: () => asking() })
    await page.locator('.act').waitFor()
    expect(await page.locator('.act img, .act script, .act b').count()).to.equal(0)
    expect(await page.evaluate('window.hit')).to.equal(undefined)
    const [, long] = await page.locator('.act dd').allInnerTexts()
    expect(long!.length).to.be.below(400)
  })

  for (const [look, { locale = 'en', ...options }] of Object.entries(LOOKS))
    it(`has no fault that axe finds, ${look} @long`, async () => {
      shop.page(`/${locale}`, { html: pageWith(shop.tag({ 'data-locale': locale })) })
      const page = await open(
        { question, decide: () => refunded, read: () => asking({ state: 'succeeded' }) },
        `/${locale}`,
        options,
      )
      await page.locator('.act button').first().waitFor()
      await expectAccessibleWidget(page, 'asks')
      await keepPicture(page, `${look}-action-asks`)
      await page.locator('.act button').first().click()
      await eventually(async () => expect(await page.locator('.act button').count()).to.equal(0))
      await page.getByText('I have refunded').waitFor()
      await expectAccessibleWidget(page, 'done')
      await keepPicture(page, `${look}-action-done`)
    })
})
