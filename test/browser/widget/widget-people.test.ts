import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { closePages, hasChromium } from '../../support/browser/browser.ts'
import { expectAccessibleWidget, keepPicture } from '../../support/browser/looks.ts'
import { ask, pageWith, type Shop, startShop } from '../../support/browser/shop.ts'
import { eventually } from '../../support/http/client.ts'
import { type MailServer, startMailServer } from '../../support/people/smtp.ts'
import { makeMoment } from '../../support/servers/model.ts'

const inChromium = hasChromium ? describe : describe.skip

inChromium('people in the widget', function () {
  let shop: Shop
  let mails: MailServer
  before(async () => {
    mails = await startMailServer()
    shop = await startShop(
      { greeting: 'Hello!', offers_people: true },
      { MINT_MINUTE_LIMIT: '1000', WIDGET_SESSION_MINUTE_LIMIT: '1000', SMTP_URL: mails.url },
    )
    shop.page('/ar', { html: pageWith(shop.tag({ 'data-locale': 'ar' })) })
  })
  after(async () => {
    await shop?.stop()
    await mails?.close()
  })
  afterEach(() => closePages(shop.browser))
  beforeEach(() => {
    shop.complaints.length = 0
    shop.parley.model.behave(() => ({ text: 'At nine.' }))
  })

  const bubbles = (page: Page) => page.locator('.bubble').allInnerTexts()
  const newestSession = async () =>
    ((await shop.parley.db('threads').orderBy('created_at', 'desc').first()) as { id: string }).id
  /** Sends a person's request to the API. */
  const post = async (path: string, body: object) => {
    const answer = await shop.parley.client.post(
      `/api/v1/sessions/${await newestSession()}/${path}`,
      body,
    )
    expect(answer.status, JSON.stringify(answer.body)).to.be.within(200, 201)
  }
  const say = (content: string) =>
    post('messages', { content, role: 'human_agent', author: 'Anna Berg' })
  const who = (page: Page) => page.locator('.who').innerText()
  async function call(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Talk to a person' }).click()
    await page.getByText('Someone from our team will answer here soon.').waitFor()
  }

  it('are asked for by a button, answer by name, and give the chat back @long', async () => {
    const page = await shop.open('/')
    await ask(page, 'When?')
    await call(page)
    const calls = shop.parley.model.requests.length
    await page.getByRole('textbox').fill('Are you there?')
    await page.keyboard.press('Enter')
    await eventually(
      async () => (await shop.parley.db('messages').where({ role: 'user' })).length > 1,
    )
    await post('presence', { state: 'typing', role: 'human_agent', author: 'Anna Berg' })
    await page.getByText('Anna Berg is typing …').waitFor()
    await say('I **am**.')
    await page.locator('.bubble strong').waitFor()
    expect(await page.locator('.by').innerText()).to.equal('Anna Berg')
    expect(await who(page)).to.equal('Anna Berg is here to help.')
    expect(await page.locator('.typist').innerText()).to.equal('')
    expect(await bubbles(page)).to.deep.equal([
      'Hello!',
      'When?',
      'At nine.',
      'Are you there?',
      'I am.',
    ])
    expect(shop.parley.model.requests).to.have.length(calls)
    await expectAccessibleWidget(page, 'people')
    await keepPicture(page, 'people')
    await post('return', {})
    await page.getByText('The AI is answering again.').waitFor()
    await ask(page, 'And on Sundays?')
    expect(await who(page)).to.equal('')
    expect(shop.complaints).to.deep.equal([])
  })

  it('come within a time that is shown at once, and visitors can add what it is about @long', async () => {
    const { db, client } = shop.parley
    // Five customers have waited for four minutes.
    for (let count = 0; count < 5; count++) {
      const { id } = await client.makeSession({ agent_id: shop.agent_id })
      await client.post(`/api/v1/sessions/${id}/handoff`, { reason: 'customer_request' })
      await client.post(`/api/v1/sessions/${id}/messages`, {
        content: 'Hello.',
        role: 'human_agent',
      })
    }
    await db('handoffs').update({ created_at: db.raw("first_reply_at - interval '4 minutes'") })
    const asked = makeMoment()
    const page = await shop.open('/')
    await page.route('**/handoff', async (route) => {
      await asked.promise
      await route.continue()
    })
    const calls = shop.parley.model.requests.length
    await page.locator('.launcher').click()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Talk to a person' }).click()
    await page.getByText('Connecting you …').waitFor()
    asked.come()
    await page.getByText('Someone from our team will answer here in about 4 minutes.').waitFor()
    expect(await who(page)).to.contain('In the meantime, tell us what it is about.')
    await expectAccessibleWidget(page, 'waiting for people')
    await keepPicture(page, 'people-waiting')
    await page.keyboard.type('My lamp is broken.')
    await page.keyboard.press('Enter')
    await eventually(async () => !(await who(page)).includes('tell us'))
    expect(await bubbles(page)).to.deep.equal(['Hello!', 'My lamp is broken.'])
    expect(shop.parley.model.requests).to.have.length(calls)
    await db('handoffs').delete()
  })

  it('can be asked for again after a failure, which is shown @long', async () => {
    const page = await shop.open('/')
    await ask(page, 'When?')
    await page.route('**/handoff', (route) =>
      route.fulfill({ status: 500, headers: { 'Access-Control-Allow-Origin': '*' }, json: {} }),
    )
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Talk to a person' }).click()
    await page.getByText('Something went wrong.').waitFor()
    await keepPicture(page, 'people-failed')
    await page.unroute('**/handoff')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Someone from our team will answer here soon.').waitFor()
    expect(await page.getByRole('button', { name: 'Try again' }).count()).to.equal(0)
  })

  it('are still received when a stream ends with the token that opened it @long', async () => {
    const page = await shop.open('/')
    let streams = 0
    await page.route('**/events?*', (route) => {
      if (streams++) return route.continue()
      const headers = {
        'Access-Control-Allow-Origin': shop.origin,
        'Content-Type': 'text/event-stream',
      }
      return route.fulfill({
        headers,
        body: 'event: ready\ndata: {}\n\nevent: ended\ndata: {}\n\n',
      })
    })
    await ask(page, 'When?')
    await call(page)
    await say('I am still here.')
    await page.getByText('I am still here.').waitFor()
    expect(streams).to.be.above(1)
  })

  it('are received while the chat is closed and after a change of page, and their messages are counted @long', async () => {
    const page = await shop.open('/')
    await ask(page, 'When?')
    await call(page)
    await page.evaluate('Parley.close()')
    await say('First.')
    await page.locator('.unread').getByText('1').waitFor()
    await page.reload()
    await page.locator('.unread').getByText('1').waitFor()
    await say('Second.')
    await page.locator('.unread').getByText('2').waitFor()
    await keepPicture(page, 'launcher-unread')
    expect(await page.title()).to.equal('(2) A shop')
    await page.locator('.launcher').click()
    await page.getByText('Second.').waitFor()
    expect((await bubbles(page)).slice(-2)).to.deep.equal(['First.', 'Second.'])
    expect(await page.locator('.unread').isVisible()).to.equal(false)
  })

  it('are received without a gap and once each when connections break @long', async () => {
    const page = await shop.open('/')
    await ask(page, 'When?')
    await call(page)
    await say('One.')
    await page.getByText('One.').waitFor()
    for (const [cut, next] of [
      ['Two.', 'Three.'],
      ['Four.', 'Five.'],
    ] as const) {
      await page.context().setOffline(true)
      await say(cut)
      await page.context().setOffline(false)
      await page.getByText(cut).waitFor()
      await say(next)
      await page.getByText(next).waitFor()
    }
    expect((await bubbles(page)).slice(3)).to.deep.equal([
      'One.',
      'Two.',
      'Three.',
      'Four.',
      'Five.',
    ])
  })

  it('are received without streams @long', async () => {
    const page = await shop.open('/')
    await page.route('**/events?*', (route) => {
      const isStream = route.request().headers().accept === 'text/event-stream'
      return isStream ? route.abort('connectionreset') : route.continue()
    })
    await ask(page, 'When?')
    await call(page)
    await say('I am here.')
    await page.getByText('I am here.').waitFor()
  })

  it('are shown as present to everybody who follows, from right to left @long', async () => {
    const page = await shop.open('/ar', { viewport: { width: 390, height: 844 } })
    await ask(page, 'متى تفتحون؟')
    await page.locator('.dots-button').click()
    await page.locator('.menu button').first().click()
    await eventually(async () => (await who(page)).includes('شخص'))
    await say('مرحبًا، أنا هنا.')
    await page.locator('.by').waitFor()
    await expectAccessibleWidget(page, 'people, from right to left')
    await keepPicture(page, 'people-ar')
  })

  it('are away out of office hours, and the visitor can leave an address @long', async () => {
    const { db, client } = shop.parley
    const hours = (value: object | null) =>
      db('organizations')
        .where({ id: client.organizationId })
        .update({ office_hours: value && JSON.stringify(value) })
    await hours({ timezone: 'Europe/Berlin', days: [] })
    try {
      const page = await shop.open('/', { viewport: { width: 390, height: 844 } })
      await ask(page, 'When?')
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('button', { name: 'Talk to a person' }).click()
      const field = page.getByRole('textbox', { name: 'E-mail address' })
      await field.fill('zoe@example.com')
      await expectAccessibleWidget(page, 'out of hours')
      await keepPicture(page, 'people-away')
      await page.keyboard.press('Enter')
      await page.getByText('We will write to zoe@example.com.').waitFor()
      const [thread] = await db('threads')
        .where({ organization_id: client.organizationId })
        .orderBy('id', 'desc')
      const contact = await client.get(`/api/v1/sessions/${thread.id}/contact`)
      expect(contact.body.data).to.include({ email: 'zoe@example.com' })
      expect(await field.isVisible()).to.equal(false)
    } finally {
      await hours(null)
    }
  })

  it('are not needed for the transcript, which comes by mail to a proven address @long', async () => {
    const page = await shop.open('/', { viewport: { width: 390, height: 844 } })
    await ask(page, 'When?')
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Transcript by e-mail' }).click()
    await page.getByRole('textbox', { name: 'E-mail address' }).fill('tom@example.com')
    await page.keyboard.press('Enter')
    const [mail] = await mails.untilMailed('tom@example.com')
    const code = page.getByRole('textbox', { name: 'Code from the e-mail' })
    await code.fill('abc')
    await page.keyboard.press('Enter')
    await page.getByText('Something went wrong.').waitFor()
    await expectAccessibleWidget(page, 'transcript by mail')
    await keepPicture(page, 'transcript-mail')
    shop.complaints.length = 0
    await code.fill(/\d{6}/.exec(mail!.text!)![0])
    await page.keyboard.press('Enter')
    await page.getByText('The transcript is on its way.').waitFor()
    const [, transcript] = await mails.untilMailed('tom@example.com', 2)
    expect(transcript!.text).to.contain('When?').and.contain('At nine.')
    expect(await page.evaluate('document.activeElement.shadowRoot.activeElement.tagName')).to.equal(
      'TEXTAREA',
    )
    expect(shop.complaints).to.deep.equal([])
  })

  it('are offered after a failed reply, and never if the owner does not offer them @long', async () => {
    shop.parley.model.behave(() => ({ status: 400 }))
    const page = await shop.open('/')
    await page.locator('.launcher').click()
    await page.getByRole('textbox').fill('When?')
    await page.keyboard.press('Enter')
    await page.locator('.problem').getByRole('button', { name: 'Talk to a person' }).click()
    await page.getByText('Someone from our team will answer here soon.').waitFor()
    shop.page('/none', { html: pageWith(shop.tag({ 'data-config-id': '' })) })
    const other = await shop.open('/none')
    await other.locator('.launcher').click()
    await other.getByRole('textbox').fill('When?')
    await other.keyboard.press('Enter')
    await other.locator('.problem').waitFor()
    expect(await other.getByText('Talk to a person').count()).to.equal(0)
  })
})
