import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { closePages, hasChromium } from '../../support/browser/browser.ts'
import { type Dashboard, startDashboard } from '../../support/browser/dashboard.ts'
import { expectAccessible, keepPicture } from '../../support/browser/looks.ts'
import { request, type SignedIn, signedIn } from '../../support/http/access.ts'
import { eventually } from '../../support/http/client.ts'

const inChromium = hasChromium ? describe : describe.skip

const LOOKS = {
  'desk-1440': { viewport: { width: 1440, height: 900 } },
  'tablet-1024': { viewport: { width: 1024, height: 768 } },
  'phone-390': { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  'dark-1440': { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
} as const

inChromium("the dashboard's inbox", function () {
  this.timeout(300_000)
  let dashboard: Dashboard
  let agent: any
  let anna: SignedIn
  let ben: SignedIn
  before(async () => {
    dashboard = await startDashboard()
    const { client, parley } = dashboard
    agent = await client.makeAgent({ name: 'Fern' })
    await client.post('/api/v1/knowledge/qa', {
      question: 'What does delivery cost?',
      answer: 'Delivery costs 4.90 euros.',
    })
    await client.post('/api/v1/saved-answers', {
      name: 'returns',
      content: 'You can send it back within 30 days.',
    })
    await client.post('/api/v1/saved-answers', {
      name: 'hours',
      content: 'We are here from 9 to 17.',
    })
    anna = await signedIn(parley, client, 'editor')
    ben = await signedIn(parley, client, 'owner')
    await parley.db('users').where({ id: anna.user.id }).update({ name: 'Anna' })
    await parley.db('users').where({ id: ben.user.id }).update({ name: 'Ben' })
  })
  after(() => dashboard?.stop())
  afterEach(async () => {
    await closePages(dashboard.browser)
    dashboard.parley.model.reset()
    // Each story begins with an empty inbox.
    await dashboard.parley.db('threads').where({ agent_id: agent.id }).delete()
  })
  beforeEach(() => {
    dashboard.complaints.length = 0
  })

  /** Sends a request of a user whose page is not open. */
  const asUser = async ({ token, headers }: SignedIn, path: string, body: object) => {
    const own = { ...headers, Cookie: `parley_session=${token}` }
    const { status } = await request(dashboard.client.address, 'POST', path, own, body)
    expect(status).to.be.within(200, 201)
  }
  const pathOf = (id: string) => `/api/v1/conversations/${id}`
  const ask = (id: string, content: string) => dashboard.client.say(id, content)
  const messagesOf = async (id: string) =>
    (await dashboard.client.get(`${pathOf(id)}/messages?visibility=all`)).body.data as any[]
  const handoffOf = async (id: string) =>
    (await dashboard.client.get(`${pathOf(id)}/handoffs`)).body.data[0]
  /** Makes a customer who asks for a person. @returns the id of the conversation */
  async function waits(name: string, content: string, note?: string): Promise<string> {
    const { client } = dashboard
    const { id } = await client.makeConversation({ agent_id: agent.id, customer_id: name })
    await client.post(`${pathOf(id)}/handoff`, {
      reason: 'customer_request',
      ...(note && { note }),
    })
    await ask(id, content)
    return id
  }
  const rows = (page: Page) =>
    page.getByRole('list', { name: 'Conversations that people have' }).getByRole('listitem')
  const replyField = (page: Page) => page.getByRole('textbox', { name: 'Reply' })
  const noteField = (page: Page) => page.getByRole('textbox', { name: 'Internal note' })
  const badge = (page: Page) => page.locator('.side .nav-count [aria-hidden]')
  /**
   * Returns a stored message. Until its post is answered, it may also be among those that are being
   * sent.
   */
  const said = (page: Page, text: string) =>
    page.locator('.case .messages:not(.outgoing) .message', { hasText: text })

  it('supports a whole story: taken, answered, noted, and returned', async () => {
    const page = await dashboard.openAs(anna, '/inbox')
    await page.getByText('Nobody is waiting').waitFor()
    const id = await waits('Zoë', 'My lamp is broken.', 'Angry.')
    const words = rows(page).getByText('My lamp is broken.')
    const isBold = () => words.and(page.locator('.is-unread')).count()
    await eventually(async () => (await isBold()) === 1)
    await eventually(async () => (await badge(page).innerText()) === '1')
    expect(await page.title()).to.equal('(1) Inbox · Parley')
    await rows(page).getByRole('link').click()
    await page.getByText('Note: Angry.').waitFor()
    await eventually(async () => (await isBold()) === 0)
    await page.getByRole('button', { name: 'Take', exact: true }).click()
    await page.getByText('Assigned to you').waitFor()
    expect((await handoffOf(id)).assignee_id).to.equal(anna.user.id)
    expect(page.url(), 'the reader stays in the list').not.to.contain('filter=')

    await replyField(page).fill('I send you a new one.')
    await replyField(page).press('Enter')
    await said(page, 'I send you a new one.').waitFor()
    await eventually(async () => (await badge(page).count()) === 0)
    expect(await page.title()).to.equal('Inbox · Parley')
    await ask(id, 'Thank you!')
    await said(page, 'Thank you!').waitFor()
    await page.getByRole('button', { name: 'Note', exact: true }).click()
    await noteField(page).fill('Third broken lamp this week.')
    await page.getByRole('button', { name: 'Add note' }).click()
    await said(page, 'Third broken lamp').and(page.locator('.note')).waitFor()
    await eventually(async () => (await messagesOf(id)).length === 4)
    expect((await messagesOf(id)).map(({ role, visibility }) => visibility ?? role)).to.deep.equal([
      'user',
      'public',
      'user',
      'internal',
    ])

    await page.locator('.case').getByRole('button', { name: 'Return to agent' }).click()
    await page.getByRole('textbox', { name: 'Note to the agent' }).fill('A new lamp is on its way.')
    await page.getByRole('button', { name: 'Return', exact: true }).click()
    await page.getByText('Fern answers again.').waitFor()
    await page.getByText('Nobody is waiting').waitFor()
    expect(await handoffOf(id)).to.include({ return_note: 'A new lamp is on its way.', replies: 1 })
    expect(dashboard.complaints).to.deep.equal([])
  })

  it('can be used by keyboard alone @long', async () => {
    const [first, second] = [await waits('Zoë', 'One?'), await waits('Max', 'Two?')]
    const page = await dashboard.openAs(anna, '/inbox')
    await rows(page).first().waitFor()
    const press = (...keys: string[]) =>
      keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
    await press('j', 'j')
    await page.locator(`[data-thread="${second}"]:focus`).waitFor()
    await press('k', 'Enter')
    await page.getByRole('heading', { name: 'Zoë' }).waitFor()
    // The key has the same effect as the button, once the button is there.
    await page.getByRole('button', { name: 'Take', exact: true }).waitFor()
    await press('t')
    await page.getByText('Assigned to you').waitFor()
    await press('r')
    await page.keyboard.type('First line')
    await press('Shift+Enter')
    await page.keyboard.type('second line')
    await press('Enter')
    await eventually(
      async () => (await messagesOf(first)).at(-1).content === 'First line\nsecond line',
    )
    await press('/')
    await page.getByRole('combobox', { name: 'Find a saved answer' }).waitFor()
    await page.keyboard.type('back')
    await page.getByRole('option', { name: 'You can send it back' }).waitFor()
    await press('Enter')
    await eventually(
      async () => (await replyField(page).inputValue()) === 'You can send it back within 30 days.',
    )
    await page.locator('textarea:focus').waitFor()
    await press('Enter')
    await eventually(async () =>
      (await messagesOf(first)).at(-1).content.includes('within 30 days'),
    )
    await press('Escape', 'n')
    await page.keyboard.type('Call her tomorrow.')
    await press('Enter')
    await eventually(async () => (await messagesOf(first)).at(-1).visibility === 'internal')
    dashboard.parley.model.behave(() => ({ text: 'Delivery costs 4.90 euros [1].' }))
    await press('Escape', 's')
    await page.getByRole('button', { name: 'Use and edit' }).and(page.locator(':focus')).waitFor()
    await press('u')
    await eventually(async () => /^Delivery costs/.test(await replyField(page).inputValue()))
    await press('Enter')
    await eventually(async () => (await messagesOf(first)).at(-1).content.includes('4.90'))
    await press('Escape')
    await page.locator('.transcript:focus').waitFor()
    await press('a')
    await page.getByRole('heading', { name: 'Assign this conversation?' }).waitFor()
    await page.keyboard.type('Ben')
    await press('Enter')
    await page.getByText('Assigned to Ben.', { exact: true }).waitFor()
    expect((await handoffOf(first)).assignee_id).to.equal(ben.user.id)
    await press('Escape', '1')
    await rows(page).getByText('Two?').waitFor()
    await press('j', 'Enter')
    await page.getByRole('heading', { name: 'Max' }).waitFor()
    await page.getByRole('button', { name: 'Take', exact: true }).waitFor()
    await press('x')
    await page
      .getByRole('button', { name: 'Close conversation' })
      .and(page.locator(':focus'))
      .waitFor()
    await press('Enter')
    await page.getByText('Conversation closed.', { exact: true }).waitFor()
    await press('?')
    await page.getByText('Take the conversation, from its agent or a colleague as well').waitFor()
    expect(dashboard.complaints).to.deep.equal([])
  })

  it('keeps the newest message in view when the transcript shrinks, except while somebody reads @long', async () => {
    const id = await waits('cust-low', 'Where is it?')
    for (const words of ['One', 'Two', 'Three']) await ask(id, `${words}\n`.repeat(30))
    await ask(id, 'This is the end.')
    const page = await dashboard.openAs(anna, `/inbox/${id}`, LOOKS['desk-1440'])
    const end = said(page, 'This is the end.')
    await end.waitFor()
    const isInView = () =>
      end.evaluate((one) => {
        const box = one.closest('.transcript')!.getBoundingClientRect()
        return (
          one.getBoundingClientRect().bottom <= box.bottom &&
          one.getBoundingClientRect().top >= box.top
        )
      })
    await eventually(isInView)
    await page.setViewportSize({ width: 1440, height: 700 })
    await eventually(isInView)
    await page.locator('.transcript').evaluate((box) => box.scrollTo({ top: 0 }))
    await page.setViewportSize({ width: 1440, height: 640 })
    await page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
    )
    expect(await page.locator('.transcript').evaluate((box) => box.scrollTop)).to.equal(0)
    expect(dashboard.complaints).to.deep.equal([])
  })

  it('says which colleague was faster @long', async () => {
    const id = await waits('Zoë', 'One?')
    const page = await dashboard.openAs(anna, `/inbox/${id}`)
    await replyField(page).fill('I am looking')
    // The page is not notified before it asks.
    await page.route('**/api/v1/conversations/*/assign', async (route) => {
      await asUser(ben, `${pathOf(id)}/assign`, { user_id: ben.user.id })
      await route.continue()
    })
    await page.getByRole('button', { name: 'Take', exact: true }).click()
    await page.getByText('Ben has taken it already.').waitFor()
    await page.getByText('Ben answers here. Your draft is kept.').waitFor()
    await replyField(page).press('Enter')
    expect(await replyField(page).inputValue()).to.equal('I am looking')
    await expectAccessible(page, 'taken by another')
    await page.unroute('**/api/v1/conversations/*/assign')
    await page.getByRole('button', { name: 'Take back' }).click()
    await page.getByText('Assigned to you').waitFor()
    await replyField(page).pressSequentially(' for it.')
    await replyField(page).press('Enter')
    await said(page, 'I am looking for it.').waitFor()
    expect((await handoffOf(id)).assignee_id).to.equal(anna.user.id)
  })

  it('keeps a draft over a reload, and sends a failed message once @long', async () => {
    const id = await waits('Zoë', 'One?')
    const page = await dashboard.openAs(anna, `/inbox/${id}`)
    await replyField(page).fill('Half a sen')
    await page.reload()
    await eventually(async () => (await replyField(page).inputValue()) === 'Half a sen')
    await replyField(page).fill('A whole sentence.')
    // The message is stored, but its answer is lost, so the page does not know.
    let lost = 0
    await page.route('**/api/v1/conversations/*/messages', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      lost++
      return route.abort()
    })
    await replyField(page).press('Enter')
    await page.getByText('Not sent.').waitFor()
    expect(lost).to.be.above(0)
    expect(await replyField(page).inputValue()).to.equal('')
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.unroute('**/api/v1/conversations/*/messages')
    // The page continues by itself once the service is reachable.
    await page.reload()
    await eventually(async () => (await page.locator('.outgoing').count()) === 0)
    expect((await messagesOf(id)).map(({ content }) => content)).to.deep.equal([
      'One?',
      'A whole sentence.',
    ])
  })

  it("suggests the agent's answer, which the person edits @long", async () => {
    const id = await waits('Zoë', 'What does delivery cost?')
    dashboard.parley.model.behave(() => ({ text: 'Delivery costs 4.90 euros [1].' }))
    const page = await dashboard.openAs(anna, `/inbox/${id}`)
    await page.getByRole('button', { name: 'Suggest an answer' }).click()
    const panel = page.getByRole('region', { name: 'Suggested answer' })
    await panel.locator('.citation').waitFor()
    await keepPicture(page, 'inbox-suggestion', 'dashboard')
    await panel.getByRole('button', { name: 'Use and edit' }).click()
    const suggested = await replyField(page).inputValue()
    expect(suggested).to.match(/^Delivery costs 4\.90 euros/)
    expect(await messagesOf(id)).to.have.length(1)
    await replyField(page).press('End')
    await page.keyboard.type(' Best, Anna')
    await page.keyboard.press('Enter')
    await eventually(
      async () => (await messagesOf(id)).at(-1).content === `${suggested} Best, Anna`,
    )
  })

  it("takes over an agent's chat, from its transcript @long", async () => {
    const { id } = await dashboard.client.makeConversation({
      agent_id: agent.id,
      customer_id: 'Max',
    })
    await ask(id, 'What does delivery cost?')
    const page = await dashboard.openAs(anna, `/conversations/${id}`)
    await page.getByRole('button', { name: 'Take over' }).click()
    await page.getByText('Assigned to you').waitFor()
    expect(new URL(page.url()).pathname).to.equal(`/dashboard/inbox/${id}`)
    expect(await handoffOf(id)).to.include({ reason: 'takeover', assignee_id: anna.user.id })
  })

  it('says when the list cannot be read, and reads it again @long', async () => {
    await waits('Zoë', 'One?')
    const page = await dashboard.openAs(anna, '/account')
    await page.route('**/api/v1/inbox?*', (route) => route.fulfill({ status: 500, json: {} }))
    await page.getByRole('link', { name: 'Inbox' }).click()
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    await expectAccessible(page, 'no list')
    await keepPicture(page, 'inbox-failed', 'dashboard')
    await page.unroute('**/api/v1/inbox?*')
    await again.click()
    await rows(page).getByText('One?').waitFor()
    expect(await again.count()).to.equal(0)
  })

  it('shows viewers everything, and lets them change nothing @long', async () => {
    const id = await waits('Zoë', 'One?')
    const page = await dashboard.open(`/inbox/${id}`, 'viewer')
    await said(page, 'One?').waitFor()
    expect(await page.locator('.case-composer').count()).to.equal(0)
    expect(await page.getByRole('button', { name: 'Take' }).count()).to.equal(0)
  })

  it('shows notifications and a count in the tab, once switched on @long', async () => {
    const page = await dashboard.openAs(anna, '/inbox')
    await page.evaluate(`{
      window.notified = []
      window.Notification = class { static permission = 'default'
        static async requestPermission() { return (this.permission = 'granted') }
        constructor(title, { body }) { notified.push(title + ': ' + body) } close() {} }
    }`)
    await page.getByText('Nobody is waiting').waitFor()
    await waits('Zoë', 'One?')
    await eventually(async () => (await badge(page).count()) === 1)
    expect(await page.evaluate('notified')).to.deep.equal([])
    await page.getByRole('button', { name: 'Alerts' }).click()
    await page.getByLabel('Browser notification').check()
    await page.keyboard.press('Escape')
    await waits('Max', 'Two?')
    await eventually(async () => (await page.evaluate<string[]>('notified')).length === 1)
    expect(await page.evaluate('notified')).to.deep.equal([
      'A customer is waiting: 2 customers are waiting for an answer.',
    ])
    expect(await page.title()).to.equal('(2) Inbox · Parley')
  })

  it('keeps its count on every page by the stream of changes, and polls each minute without one @long', async () => {
    const page = await dashboard.openAs(anna, '/agents')
    await page.clock.install()
    const reads: string[] = []
    page.on('request', (one) => {
      if (one.url().endsWith('/api/v1/inbox/counts')) reads.push(one.url())
    })
    await page.reload()
    // Once with the page, and again when the stream is open.
    await eventually(async () => reads.length === 2)
    for (let minutes = 0; minutes < 3; minutes++) await page.clock.fastForward(61_000)
    await page.evaluate('fetch("/livez")')
    expect(reads).to.have.length(2)
    await waits('Zoë', 'One?')
    await eventually(async () => (await badge(page).count()) === 1)

    await page.route('**/api/v1/thread-events', (route) => route.fulfill({ status: 503 }))
    await page.reload()
    await badge(page).waitFor()
    reads.length = 0
    await page.clock.fastForward(61_000)
    await eventually(async () => reads.length > 0)
  })

  it('shows which colleagues look and type @long', async () => {
    const id = await waits('Zoë', 'One?')
    const page = await dashboard.openAs(anna, `/inbox/${id}?filter=all`)
    await said(page, 'One?').waitFor()
    const other = await dashboard.openAs(ben, `/inbox/${id}`)
    const presence = page.locator('.case > .case-presence')
    await presence.getByText('Ben is looking at it').waitFor()
    await replyField(other).pressSequentially('Hello')
    await presence.getByText('Ben is typing …').waitFor()
    await other.keyboard.press('Enter')
    await said(page, 'Hello').waitFor()
    await dashboard.client.post(`${pathOf(id)}/presence`, { state: 'typing' })
    await presence.getByText('Zoë is typing …').waitFor()
    await page.locator('.thread .case-presence', { hasText: 'Zoë is typing …' }).waitFor()
    await other.goto(`${dashboard.client.address}/dashboard/inbox`)
    await presence.getByText('Ben', { exact: false }).waitFor({ state: 'detached' })
    expect(dashboard.complaints).to.deep.equal([])
  })

  it('keeps saved answers, which editors write @long', async () => {
    const page = await dashboard.openAs(anna, '/inbox/answers?new')
    await page.getByRole('textbox', { name: 'Name' }).fill('thanks')
    await page.getByRole('textbox', { name: 'Text' }).fill('Thank you for your patience.')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('cell', { name: 'Thank you for your patience.' }).waitFor()
    await expectAccessible(page, 'saved answers')
    await keepPicture(page, 'inbox-answers', 'dashboard')
    await page.getByRole('button', { name: 'Delete thanks' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('Deleted thanks.').waitFor()
  })

  for (const [look, options] of Object.entries(LOOKS))
    it(`is accessible: ${look} @long`, async () => {
      const id = await waits(
        'Zoë Winter',
        'My lamp is broken. I want a new one, or my money back.',
        'Third try.',
      )
      await waits('Max', 'Can I change my address?')
      const say = (content: string, more: object = {}) =>
        asUser(anna, `${pathOf(id)}/messages`, { content, role: 'human_agent', ...more })
      await say('I am so sorry. I look into it.')
      await say('Warehouse says: out of stock.', { visibility: 'internal' })
      await ask(id, 'Any news?')
      const page = await dashboard.openAs(anna, '/inbox?filter=all', options)
      await rows(page).first().waitFor()
      await expectAccessible(page, 'the list')
      await keepPicture(page, `inbox-list-${look}`, 'dashboard')
      await rows(page).getByRole('link').filter({ hasText: 'Zoë' }).click()
      await said(page, 'Any news?').waitFor()
      await page.getByText('Assigned to you').waitFor()
      await expectAccessible(page, 'a conversation')
      await keepPicture(page, `inbox-case-${look}`, 'dashboard')
      await page.getByRole('button', { name: 'Saved answers' }).last().click()
      await page.getByRole('option').first().waitFor()
      await expectAccessible(page, 'saved answers')
      await keepPicture(page, `inbox-saved-${look}`, 'dashboard')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Note', exact: true }).click()
      await expectAccessible(page, 'a note')
      await keepPicture(page, `inbox-note-${look}`, 'dashboard')
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).to.equal(
        true,
      )
      expect(dashboard.complaints).to.deep.equal([])
    })
})
