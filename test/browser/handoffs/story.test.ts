import { expect } from 'chai'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { closePages, hasChromium } from '../../support/browser/browser.ts'
import { openDashboard } from '../../support/browser/dashboard.ts'
import { keepPicture } from '../../support/browser/looks.ts'
import { ask, pageWith, type Shop, startShop } from '../../support/browser/shop.ts'
import { type SignedIn, signedIn } from '../../support/http/access.ts'
import { eventually } from '../../support/http/client.ts'
import { makeProxy, type TcpProxy } from '../../support/servers/proxy.ts'

const inChromium = hasChromium ? describe : describe.skip

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

inChromium('a chat of a customer, an agent and two people @long', function () {
  this.timeout(300_000)
  let shop: Shop
  /** The network of each of the three people. */
  let networks: Record<'customer' | 'Anna' | 'Ben', TcpProxy>
  let people: Record<'Anna' | 'Ben', SignedIn>
  before(async () => {
    shop = await startShop(
      { greeting: 'Hello!', offers_people: true },
      { MINT_MINUTE_LIMIT: '1000' },
    )
    const { client, db } = shop.parley
    const [customer, Anna, Ben] = await Promise.all([1, 2, 3].map(() => makeProxy(client.address)))
    networks = { customer: customer!, Anna: Anna!, Ben: Ben! }
    const src = new URL('/widget.js', networks.customer.url).href
    shop.page('/', { html: pageWith(shop.tag({ src })) })
    shop.page('/ar', { html: pageWith(shop.tag({ src, 'data-locale': 'ar' })) })
    people = {
      Anna: await signedIn(shop.parley, client, 'editor'),
      Ben: await signedIn(shop.parley, client, 'owner'),
    }
    for (const [name, { user }] of Object.entries(people))
      await db('users').where({ id: user.id }).update({ name })
  })
  after(() => shop?.stop())
  beforeEach(async () => {
    for (const network of Object.values(networks)) await network.open()
  })
  afterEach(async () => {
    await closePages(shop.browser)
    for (const network of Object.values(networks)) await network.close()
  })

  const openInbox = (who: 'Anna' | 'Ben', path = '/inbox', options?: BrowserContextOptions) =>
    openDashboard(
      {
        browser: shop.browser,
        path,
        token: people[who].token,
        complaints: shop.complaints,
        address: new URL(networks[who].url).origin,
      },
      options,
    )
  const newestSession = async () =>
    ((await shop.parley.db('threads').orderBy('created_at', 'desc').first()) as { id: string }).id
  const messagesOf = async (id: string) =>
    (await shop.parley.client.get(`/api/v1/sessions/${id}/messages?visibility=all&limit=100`)).body
      .data as any[]
  const handoffOf = async (id: string) =>
    (await shop.parley.client.get(`/api/v1/sessions/${id}/handoffs`)).body.data[0]
  /** Returns the messages that the customer sees. */
  const bubbles = (page: Page) => page.locator('.bubble').allInnerTexts()
  const who = (page: Page) => page.locator('.who')
  async function write(customer: Page, text: string) {
    await customer.getByRole('dialog').getByRole('textbox').fill(text)
    await customer.keyboard.press('Enter')
  }
  /** Returns the messages with this text that a person sees. */
  const said = (page: Page, text: string) => page.locator('.case .message', { hasText: text })
  const allSaid = (page: Page) =>
    page.locator('.case .message :is(.question-text, .markdown)').allInnerTexts()
  const field = (page: Page, name = 'Reply') => page.getByRole('textbox', { name })
  async function say(page: Page, text: string) {
    await field(page).fill(text)
    await field(page).press('Enter')
  }
  const open = (page: Page) =>
    page
      .getByRole('list', { name: 'Conversations that people have' })
      .getByRole('link')
      .first()
      .click()

  it('has one speaker at a time and loses no word while networks are cut', async () => {
    const { model, db } = shop.parley
    model.behave(() => ({ text: 'It was sent on Monday.' }))
    const customer = await shop.open('/')
    await ask(customer, 'Where is my lamp?')
    await customer.getByRole('button', { name: 'More' }).click()
    await customer.getByRole('button', { name: 'Talk to a person' }).click()
    await who(customer).getByText('will answer').waitFor()
    const id = await newestSession()
    const calls = model.requests.length
    await write(customer, 'It has still not come.')

    // Both try to take the chat. Exactly one gets it, and the other sees the winner's name.
    const pages = { Anna: await openInbox('Anna'), Ben: await openInbox('Ben') }
    for (const page of Object.values(pages)) await open(page)
    const takes = Object.values(pages).map((page) =>
      page.getByRole('button', { name: 'Take', exact: true }),
    )
    for (const take of takes) await take.waitFor()
    await Promise.all(takes.map((take) => take.click()))
    const { assignee_id } = await eventually(async () => {
      const handoff = await handoffOf(id)
      return handoff.assignee_id && handoff
    })
    const [mine, other] =
      assignee_id === people.Anna.user.id ? (['Anna', 'Ben'] as const) : (['Ben', 'Anna'] as const)
    const [page, colleague] = [pages[mine], pages[other]]
    await page.getByText('Assigned to you').waitFor()
    await colleague.getByText(`${mine} answers here.`).waitFor()
    await who(customer).getByText(mine).waitFor()

    // The customer's network is cut while the person writes.
    await field(page).pressSequentially('I am looking')
    await customer.locator('.typist').getByText(mine).waitFor()
    await networks.customer.close()
    await field(page).press('Enter')
    await said(page, 'I am looking').waitFor()
    await say(page, 'One moment, please.')
    await eventually(async () => (await messagesOf(id)).length === 5)
    await write(customer, 'Take your time.')
    await customer.getByText('No connection').waitFor()
    await networks.customer.open()
    await customer.getByText('One moment, please.').waitFor()
    await said(page, 'Take your time.').waitFor()

    // The network of the answering person is cut in the middle of a sentence.
    await field(page).pressSequentially('It is in ')
    await networks[mine].close()
    await field(page).pressSequentially('Hamburg.')
    await field(page).press('Enter')
    await page.getByText('Not sent.').waitFor()
    await page.getByText('No connection.').waitFor()
    const again = page.locator('.outgoing').getByRole('button', { name: 'Try again' })
    // The list ends at the top of the field.
    const top = async (of: Locator) => (await of.boundingBox())!.y
    await eventually(async () => (await top(again)) < (await top(field(page))) - 30)
    await keepPicture(page, 'inbox-without-connection', 'dashboard')
    await write(customer, 'Are you there?')
    await eventually(async () => (await messagesOf(id)).length === 7)
    await networks[mine].open()
    await customer.getByText('It is in Hamburg.').waitFor()
    await said(page, 'Are you there?').waitFor()
    await eventually(async () => (await page.locator('.outgoing').count()) === 0)
    await page.getByText('No connection.').waitFor({ state: 'detached' })

    // The network of the watching colleague, who has left a note, is cut.
    await field(colleague, 'Internal note').fill('She waits for the third time.')
    await field(colleague, 'Internal note').press('Enter')
    await said(page, 'She waits for the third time.').waitFor()
    await networks[other].close()
    await say(page, 'You get it tomorrow.')
    await customer.getByText('You get it tomorrow.').waitFor()
    await write(customer, 'Thank you!')
    await said(page, 'Thank you!').waitFor()
    await networks[other].open()
    await said(colleague, 'Thank you!').waitFor()
    expect(model.requests).to.have.length(calls)

    // The agent gets the chat back, and knows what people said.
    model.behave(() => ({ text: 'Tomorrow, as my colleague said.' }))
    await page.locator('.case').getByRole('button', { name: 'Return to agent' }).click()
    await page.getByRole('textbox', { name: 'Note to the agent' }).fill('The parcel is in Hamburg.')
    await page.getByRole('button', { name: 'Return', exact: true }).click()
    await who(customer).getByText('The AI is answering again.').waitFor()
    expect(await ask(customer, 'So when do I get it?')).to.equal('Tomorrow, as my colleague said.')
    const prompt = model.requests
      .at(-1)!
      .messages.map(({ content }) => content)
      .join('\n')
    expect(prompt).to.include(`[${mine}, a person of the company, wrote:]\nYou get it tomorrow.`)
    expect(prompt).to.include('The parcel is in Hamburg.')
    expect(prompt).to.include('Take your time.').and.not.include('third time')
    await customer.getByRole('button', { name: 'Helpful', exact: true }).last().click()
    await eventually(() => db('feedback').where({ thread_id: id, rating: 5 }).first())

    const stored = (await messagesOf(id)).filter(({ content }) => content)
    const isNote = (message: any) => message.visibility === 'internal'
    const shown = stored.filter((message) => !isNote(message)).map(({ content }) => content)
    expect(stored.filter(isNote)).to.have.length(1)
    expect(shown).to.have.members([
      'Where is my lamp?',
      'It was sent on Monday.',
      'It has still not come.',
      'I am looking',
      'One moment, please.',
      'Take your time.',
      'Are you there?',
      'It is in Hamburg.',
      'You get it tomorrow.',
      'Thank you!',
      'So when do I get it?',
      'Tomorrow, as my colleague said.',
    ])
    expect(await bubbles(customer)).to.deep.equal(['Hello!', ...shown])
    await said(colleague, 'Tomorrow, as my colleague said.').waitFor()
    expect(await allSaid(colleague)).to.deep.equal(stored.map(({ content }) => content))

    // The figures include the handoff.
    await page.goto(`${new URL(networks[mine].url).origin}/dashboard/`)
    const figures = page.getByRole('region', { name: 'Agents and people' })
    await figures.waitFor()
    await keepPicture(page, 'overview-people', 'dashboard')
    expect(await figures.innerText())
      .to.match(/Handed off to people\s+1\b/)
      .and.match(/asked for a person\s+1\b/)
      .and.match(/Answered by people\s+1\b/)
      .and.match(/Not answered in time\s+0\b/)
  })

  it('works on phones, in Arabic, and is taken and returned by keyboard alone', async () => {
    const { model } = shop.parley
    model.behave(() => ({ text: 'أُرسل يوم الاثنين.' }))
    const customer = await shop.open('/ar', PHONE)
    await ask(customer, 'أين مصباحي؟')
    await customer.locator('.dots-button').tap()
    await customer.locator('.menu button').first().tap()
    await who(customer).getByText('شخص').waitFor()
    await write(customer, 'لم يصل بعد.')
    const id = await newestSession()

    // A person on a phone.
    const phone = await openInbox('Anna', '/inbox', PHONE)
    await phone
      .getByRole('list', { name: 'Conversations that people have' })
      .getByRole('link')
      .first()
      .tap()
    await phone.getByRole('button', { name: 'Take', exact: true }).tap()
    await phone.getByText('Assigned to you').waitFor()
    await field(phone).fill('سأبحث عنه.')
    await phone.getByRole('button', { name: 'Send', exact: true }).tap()
    await customer.getByText('سأبحث عنه.').waitFor()
    expect(await customer.evaluate('document.documentElement.scrollWidth <= innerWidth')).to.equal(
      true,
    )
    expect(await phone.evaluate('document.documentElement.scrollWidth <= innerWidth')).to.equal(
      true,
    )

    // A colleague who uses the keyboard alone takes it over, answers, and gives it back.
    const page = await openInbox('Ben', '/inbox?filter=all')
    await page
      .getByRole('list', { name: 'Conversations that people have' })
      .getByRole('link')
      .waitFor()
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await press('j', 'Enter')
    await page.getByText('Anna answers here.').waitFor()
    await press('t')
    await page.getByText('Assigned to you').waitFor()
    await press('r')
    await page.keyboard.type('يصل غدًا.')
    await press('Enter')
    await customer.getByText('يصل غدًا.').waitFor()
    await press('Escape', 'b')
    await page.getByRole('textbox', { name: 'Note to the agent' }).waitFor()
    await page.keyboard.type('It comes tomorrow.')
    await press('Tab', 'Enter')
    await page.getByText('Flora answers again.').waitFor()
    expect(await handoffOf(id)).to.include({ return_note: 'It comes tomorrow.', replies: 2 })
    await customer.locator('.people .face').waitFor({ state: 'hidden' })
    expect(shop.complaints.filter((text) => !/ERR_|Failed to load/.test(text))).to.deep.equal([])
  })
})
