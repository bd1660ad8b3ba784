import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { closePages, hasChromium, savedBy } from '../../support/browser/browser.ts'
import { type Dashboard, startDashboard } from '../../support/browser/dashboard.ts'
import { expectAccessible, keepPicture } from '../../support/browser/looks.ts'
import { eventually } from '../../support/http/client.ts'

const inChromium = hasChromium ? describe : describe.skip

const LOOKS = {
  light: {},
  dark: { colorScheme: 'dark' },
  'phone-390': { viewport: { width: 390, height: 844 } },
} as const

// Evaluated in the page.
const isInView = (element: any) => {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= element.ownerDocument.defaultView.innerHeight
}
const idsOf = (elements: any[]): string[] => elements.map(({ dataset }) => dataset.thread)

const HOSTILE =
  '<img src=x onerror=alert(1)> <script>alert(2)</script> [press](javascript:alert(3)) \u202eevil\u202c שלום ' +
  'x'.repeat(300)

inChromium("the dashboard's conversations", function () {
  let dashboard: Dashboard
  let agent: any
  let context: any
  /** A chat with a cited and rated reply, an unsupported reply, and a failed reply. */
  let sampleChat: any
  let visitor: any
  let hostile: any
  let cited: any
  before(async () => {
    dashboard = await startDashboard()
    const { client, parley } = dashboard
    agent = await client.makeAgent({ name: 'Fern' })
    await client.post('/api/v1/knowledge/qa', {
      question: 'What does delivery cost?',
      answer: 'Delivery costs 4.90 euros.',
    })
    const stored = await client.post('/api/v1/contexts', {
      user_reference: 'customer-4711',
      traits: { name: 'Zoë', plan: 'gold', 'last order': { id: 42, items: ['fern', 'pot'] } },
    })
    context = stored.body.data
    sampleChat = await client.makeConversation({
      agent_id: agent.id,
      customer_id: 'customer-4711',
      user_context_id: context.id,
      title: 'A late parcel',
      metadata: { page: '/orders' },
    })
    visitor = await client.makeSession({ agent_id: agent.id, visitor_id: 'visitor-1' })
    hostile = await client.makeSession({ agent_id: agent.id })
    const post = async (kind: string, id: string, content: string, headers = {}) =>
      (await client.post(`/api/v1/${kind}s/${id}/messages`, { content }, headers)).body.data
    parley.model.behave(() => ({
      text: 'Delivery costs 4.90 euros [1].\n\n- by **post**\n- to your door',
    }))
    cited = await post('conversation', sampleChat.id, 'What does delivery cost?', {
      'X-Request-Id': 'ask-delivery-1',
    })
    parley.model.behave(() => ({ text: 'Bananas are yellow.' }))
    await post('conversation', sampleChat.id, 'And what of bananas?')
    await post('session', visitor.id, 'Do you sell ferns?')
    await post('session', hostile.id, HOSTILE)
    // Workers remove active content from a model's text, but the page must not rely on that.
    await parley.db('messages').where({ thread_id: hostile.id }).update({ content: HOSTILE })
    parley.model.behave(() => ({ status: 401 }))
    await post('conversation', sampleChat.id, 'Are you there?')
    parley.model.reset()
    const rate = (body: object) =>
      client.post(`/api/v1/conversations/${sampleChat.id}/feedback`, body)
    await rate({
      reviewer: 'zoe@example.com',
      rating: 2,
      comment: 'I asked for the parcel.',
      message_id: cited.id,
    })
    await rate({ reviewer: 'ada@example.com', rating: 5 })
  })
  after(() => dashboard?.stop())
  afterEach(() => closePages(dashboard.browser))
  beforeEach(() => {
    dashboard.complaints.length = 0
  })

  const rows = (page: Page) =>
    page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
  const download = async (page: Page, name: string) => {
    // The open conversation's menu is the second of two.
    await page.getByRole('button', { name: 'Export' }).last().click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('a[download]', { hasText: name }).last().click(),
    ])
    return { name: file.suggestedFilename(), text: (await savedBy(file)).toString() }
  }

  it('lead from the list by a filter to a transcript with its citation, cost and feedback', async () => {
    const page = await dashboard.open('/conversations')
    await rows(page).first().waitFor()
    expect(await rows(page).count()).to.equal(3)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByLabel('Rated low').check()
    await page.keyboard.press('Escape')
    await eventually(async () => (await rows(page).count()) === 1)
    expect(new URL(page.url()).searchParams.get('has_negative_feedback')).to.equal('1')
    const text = await rows(page).first().innerText()
    for (const part of ['Zoë', 'A late parcel', 'Fern', 'Rated low', '6 messages'])
      expect(text).to.contain(part)
    await rows(page).getByRole('link').click()

    await page.getByRole('heading', { name: 'A late parcel', level: 2 }).waitFor()
    const reply = page.locator('.message.reply').first()
    await reply.getByText('Delivery costs 4.90 euros', { exact: false }).first().waitFor()
    expect(await reply.locator('.markdown li').allInnerTexts()).to.deep.equal([
      'by post',
      'to your door',
    ])
    await reply.locator('.citation summary').click()
    expect(await reply.locator('blockquote').innerText()).to.equal('Delivery costs 4.90 euros.')
    const entry = await reply.getByRole('link', { name: 'Open entry' }).getAttribute('href')
    expect(entry).to.contain(cited.citations[0].knowledge_id)
    await reply.getByText('Details').click()
    const figures = await reply.locator('.figures').innerText()
    const { usage, model } = cited
    for (const part of [
      model,
      `${usage.input_tokens} in`,
      `${usage.output_tokens} out`,
      'ask-delivery-1',
    ])
      expect(figures).to.contain(part)
    expect(figures).to.match(
      new RegExp(`US\\$0\\.0*${Number(usage.cost_usd.toPrecision(2).replace(/^0\.0*/, ''))}`),
    )
    const opinion = reply.locator('.opinion')
    await opinion.getByRole('img', { name: '2 of 5' }).waitFor()
    expect(await opinion.innerText()).to.contain('I asked for the parcel.')
    await page.locator('.message.reply').nth(1).getByText('Not from knowledge').waitFor()
    await page.locator('.message.reply').nth(2).getByText('No reply.').waitFor()
    await page.locator('.transcript-head').getByRole('button', { name: 'Details' }).click()
    const about = page.getByRole('complementary', { name: 'About this conversation' })
    for (const part of ['Zoë', 'gold', '/orders'])
      await about.getByText(part, { exact: true }).waitFor()
    await page.goBack()
    await eventually(async () => (await rows(page).count()) === 1)
    await page.getByRole('list', { name: 'Filters that are set' }).getByText('Rated low').waitFor()
    await page.locator('.inbox-thread').getByText('Choose a conversation').waitFor()
    expect(dashboard.complaints).to.deep.equal([])
  })

  it('are exported as filtered, and one by one @long', async () => {
    const page = await dashboard.open('/conversations?has_failures=1')
    await rows(page).first().waitFor()
    const { text, name } = await download(page, 'JSON lines')
    expect(name).to.match(/^conversations-.*\.jsonl$/)
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const { rows: stored } = await dashboard.parley.db.raw(
      'select id from messages where thread_id = ? order by seq',
      [sampleChat.id],
    )
    expect(lines.filter(({ type }) => type === 'message').map(({ id }) => id)).to.deep.equal(
      stored.map(({ id }: any) => id),
    )
    await rows(page).getByRole('link').click()
    await page.getByRole('heading', { name: 'Zoë' }).waitFor()
    const one = await download(page, 'CSV')
    expect(one.name).to.equal(`conversation-${sampleChat.id}.csv`)
    expect(one.text).to.contain('I asked for the parcel.')
  })

  it('are found by a text and by kind, and an empty result says so @long', async () => {
    const page = await dashboard.open('/conversations')
    const field = page.getByRole('searchbox', { name: 'Search messages and people' })
    await field.fill('FERNS')
    await eventually(async () => (await rows(page).count()) === 1)
    expect(await rows(page).first().innerText()).to.match(/^Do you sell ferns\?/)
    expect(await rows(page).first().locator('mark').allInnerTexts()).to.deep.equal(['ferns'])
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByLabel('People', { exact: true }).selectOption('Customers')
    await page.getByRole('heading', { name: 'No matching conversations' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Show all conversations' }).click()
    await eventually(async () => (await rows(page).count()) === 3)
    expect(await field.inputValue()).to.equal('')
    await field.fill('zoë')
    await eventually(async () => (await rows(page).count()) === 1)
    expect(await rows(page).first().locator('strong mark').innerText()).to.equal('Zoë')
    // The row shows its title, so the match in the question is shown below.
    await field.fill('does delivery')
    await rows(page)
      .first()
      .locator('.thread-match')
      .getByText('What does delivery cost?')
      .waitFor()
  })

  it('show hostile text as text @long', async () => {
    const page = await dashboard.open(`/conversations/${hostile.id}`)
    const messages = page.locator('.message')
    await messages.nth(1).locator('.markdown').waitFor()
    for (const part of [
      '<img src=x onerror=alert(1)>',
      '<script>alert(2)</script>',
      'javascript:alert(3)',
    ]) {
      expect(await messages.nth(0).innerText()).to.contain(part)
      expect(await messages.nth(1).innerText()).to.contain(part)
    }
    expect(await page.locator('.message :is(img, script, a[href^="javascript"])').count()).to.equal(
      0,
    )
    const [wide, room] = await page.evaluate<[number, number]>(
      '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
    )
    expect(wide).to.be.at.most(room)
    expect(dashboard.complaints).to.deep.equal([])
  })

  it('show new messages as they come @long', async () => {
    const page = await dashboard.open(`/conversations/${visitor.id}`)
    const transcript = page.getByRole('region', { name: 'Messages' })
    await transcript.getByText('Do you sell ferns?').waitFor()
    dashboard.parley.model.behave(() => ({ text: 'We do, since 1990.', delayMs: 500 }))
    await dashboard.client.post(`/api/v1/sessions/${visitor.id}/messages`, {
      content: 'And mosses?',
    })
    await page.getByText('We do, since 1990.').waitFor()
    dashboard.parley.model.reset()
  })

  it('are read from the newest message back @long', async () => {
    const { client, parley } = dashboard
    const { id } = await client.makeConversation({ agent_id: agent.id, customer_id: 'talker' })
    await parley.db.raw(
      `insert into messages (id, organization_id, thread_id, agent_id, seq, role, status, content, request_id, completed_at)
       select gen_random_uuid(), organization_id, id, agent_id, n, 'user', 'completed', 'number ' || n, 'filled', now()
         from threads, generate_series(1, 120) n where id = ?`,
      [id],
    )
    const page = await dashboard.open(`/conversations/${id}`)
    await page.getByText('number 120', { exact: true }).waitFor()
    await page.locator('.day-line').getByText('Today').waitFor()
    expect(await page.locator('.message').count()).to.equal(50)
    for (const count of [100, 120]) {
      await page.getByRole('button', { name: 'Load earlier messages' }).click()
      await eventually(async () => (await page.locator('.message').count()) === count)
    }
    const texts = await page.locator('.question-text').allInnerTexts()
    expect(texts).to.deep.equal(Array.from({ length: 120 }, (_, index) => `number ${index + 1}`))
    // A search opens the transcript at the message that matches, with its neighbours.
    await page.goto(`${client.address}/dashboard/conversations?search=number+30`)
    await rows(page).first().getByRole('link').click()
    const found = page.locator('.message.found')
    await found.getByText('number 30', { exact: true }).waitFor()
    expect(await page.locator('.message').count()).to.equal(51)
    expect(await found.evaluate(isInView)).to.equal(true)
    expect(await page.evaluate("[...CSS.highlights.get('found')].map(String)")).to.deep.equal([
      'number 30',
    ])
    await page.getByRole('button', { name: 'Load later messages' }).click()
    await page.getByText('number 100', { exact: true }).waitFor()
    // Also at the first message, where nothing has to scroll, and the page does not continue to the
    // end.
    const [oldest] = (await client.get(`/api/v1/conversations/${id}/messages?limit=1`)).body.data
    await page.goto(`${client.address}/dashboard/conversations/${id}?message=${oldest.id}`)
    await found.getByText('number 1', { exact: true }).waitFor()
    await page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
    )
    expect(await found.evaluate(isInView)).to.equal(true)
    await client.send('DELETE', `/api/v1/conversations/${id}`)
  })

  it('announce new rows while a reader looks, and keep their places @long', async () => {
    const { client } = dashboard
    const page = await dashboard.open(`/conversations/${sampleChat.id}`)
    await page.locator('.message.reply').first().waitFor()
    const streams = page.waitForResponse(/thread-events/)
    await page.reload()
    await streams
    await rows(page).first().waitFor()
    const names = async () => (await rows(page).locator('strong').allInnerTexts()).slice(0, 3)
    const before = await names()
    const { id } = await client.makeConversation({ agent_id: agent.id, customer_id: 'newcomer' })
    await client.say(id, 'Is anybody there?')
    await page.getByRole('button', { name: '1 new' }).waitFor()
    expect(await names()).to.deep.equal(before)
    // A changed row stays in its place.
    await client.post(`/api/v1/sessions/${visitor.id}/feedback`, { reviewer: 'visitor', rating: 1 })
    await page.locator(`[data-thread="${visitor.id}"]`).getByText('Rated low').waitFor()
    expect(await names()).to.deep.equal(before)
    await page.getByRole('button', { name: '1 new' }).click()
    await eventually(async () => (await names())[0] === 'newcomer')
    await client.send('DELETE', `/api/v1/conversations/${id}`)
    await eventually(async () => (await page.getByText('newcomer').count()) === 0)
  })

  it('show what people of the organization say, and their notes as such @long', async () => {
    const { client } = dashboard
    const { id } = await client.makeConversation({ agent_id: agent.id, customer_id: 'handed-off' })
    const post = async (path: string, body: object) => {
      const { status } = await client.post(`/api/v1/conversations/${id}/${path}`, body)
      expect(status).to.equal(201)
    }
    const say = (content: string, more: object = {}) =>
      post('messages', { content, role: 'human_agent', ...more })
    await post('handoff', { reason: 'customer_request' })
    await post('messages', { content: 'May I speak with a person?' })
    await say('This is Anna, a person.', { author: 'Anna' })
    await say('She wants a new lamp.', { visibility: 'internal' })
    const page = await dashboard.open(`/conversations/${id}`)
    const said = (text: string) => page.locator('.message', { hasText: text })
    await said('May I speak with a person?').getByText('handed-off').waitFor()
    await said('This is Anna, a person.').getByText('Anna', { exact: true }).waitFor()
    expect(await said('This is Anna, a person.').getByText('Internal note').count()).to.equal(0)
    const note = said('She wants a new lamp.')
    await note.getByText('Internal note').waitFor()
    await note.getByText('Someone in your organization').waitFor()
    await say(HOSTILE, { author: '<b>Anna</b>' })
    await said('evil').getByText('<b>Anna</b>', { exact: true }).waitFor()
    expect(await said('evil').locator('img, script, a, b').count()).to.equal(0)
    await expectAccessible(page, 'a person answers')
    await keepPicture(page, 'conversation-handed-off', 'dashboard')
    expect(dashboard.complaints).to.deep.equal([])
    await client.send('DELETE', `/api/v1/conversations/${id}`)
  })

  it('can be walked through by the keyboard @long', async () => {
    const page = await dashboard.open('/conversations')
    await rows(page).first().waitFor()
    const ids = await page.locator('[data-thread]').evaluateAll(idsOf)
    const opened = () => new URL(page.url()).pathname.split('/').at(-1)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await eventually(async () => opened() === ids[0])
    await page.locator('h2:focus').waitFor()
    await page.keyboard.press('j')
    await eventually(async () => opened() === ids[1])
    await page.keyboard.press('k')
    await eventually(async () => opened() === ids[0])
    await page.keyboard.press('Escape')
    await eventually(async () => opened() === 'conversations')
    await page.locator(`[data-thread="${ids[0]}"]:focus`).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('jk')
    expect(await page.getByRole('searchbox').inputValue()).to.equal('jk')
  })

  it('are closed and deleted after a confirmation @long', async () => {
    const { id } = await dashboard.client.makeConversation({
      agent_id: agent.id,
      customer_id: 'gone-soon',
    })
    const page = await dashboard.open(`/conversations/${id}`)
    await page.getByRole('heading', { name: 'No messages yet' }).waitFor()
    const more = page.getByRole('button', { name: 'More actions' })
    await more.click()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('button', { name: 'Close conversation' }).click()
    await page.locator('.transcript-head').getByText('Closed').waitFor()
    await more.click()
    expect(await page.getByRole('button', { name: 'Close', exact: true }).count()).to.equal(0)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Delete conversation' }).click()
    await page.getByRole('heading', { name: 'Conversations', level: 1 }).waitFor()
    await eventually(async () => (await page.getByText('gone-soon').count()) === 0)
    expect((await dashboard.client.get(`/api/v1/conversations/${id}`)).status).to.equal(404)
    await page.goto(`${dashboard.client.address}/dashboard/conversations/${id}`)
    await page.getByRole('heading', { name: 'Conversation not found' }).waitFor()
  })

  it('can be read by a viewer, who changes nothing @long', async () => {
    const page = await dashboard.open(`/conversations/${sampleChat.id}`, 'viewer')
    await page.locator('.question-text').first().waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    expect(await page.getByRole('button', { name: /Close|Delete/ }).count()).to.equal(0)
    await page.goto(`${dashboard.client.address}/dashboard/customers/${context.id}`)
    await page.getByText('gold').waitFor()
    expect(await page.getByRole('button', { name: /Edit|Erase|Delete/ }).count()).to.equal(0)
  })

  for (const [look, options] of Object.entries(LOOKS))
    it(`have no fault that axe finds, ${look} @long`, async () => {
      const page = await dashboard.open('/conversations', 'owner', options)
      const hold = async (path: string, shown: string) => {
        await page.goto(`${dashboard.client.address}/dashboard${path}`)
        await page.locator(shown).first().waitFor()
        await expectAccessible(page, path)
        const [wide, room] = await page.evaluate<[number, number]>(
          '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
        )
        expect(wide, `${path} scrolls sideways`).to.be.at.most(room)
      }
      await hold('/conversations', '.thread')
      await keepPicture(page, `threads-${look}`, 'dashboard')
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      await expectAccessible(page, 'filters')
      await keepPicture(page, `threads-filters-${look}`, 'dashboard')
      await hold(`/conversations/${sampleChat.id}`, '.message.reply .markdown')
      await page.locator('.citation summary').first().click()
      await page.locator('.figures summary').first().click()
      await expectAccessible(page, 'an open transcript')
      await keepPicture(page, `transcript-${look}`, 'dashboard')
      await page.locator('.message').last().scrollIntoViewIfNeeded()
      await keepPicture(page, `transcript-end-${look}`, 'dashboard')
      await hold(`/conversations/${hostile.id}`, '.message.reply .markdown')
      await keepPicture(page, `transcript-hostile-${look}`, 'dashboard')
      await hold('/conversations?text=nothing+like+it', '.empty')
      await keepPicture(page, `threads-none-${look}`, 'dashboard')
      await hold('/customers', '.table')
      await keepPicture(page, `customers-${look}`, 'dashboard')
      await hold(`/customers/${context.id}`, '.customer-threads a')
      await keepPicture(page, `customer-${look}`, 'dashboard')
      await page.getByRole('button', { name: 'Edit' }).click()
      await expectAccessible(page, 'editing traits')
      await keepPicture(page, `customer-edit-${look}`, 'dashboard')
      expect(dashboard.complaints).to.deep.equal([])
    })

  describe('of customers', () => {
    it('are added, found, changed, and erased with all that belongs to them @long', async () => {
      const { client } = dashboard
      const page = await dashboard.open('/customers')
      await page.getByRole('button', { name: 'Add customer' }).click()
      await page.getByLabel('Reference', { exact: true }).fill('customer-4711')
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByText('Reference already exists').waitFor()
      await page.getByLabel('Reference', { exact: true }).fill('new-1')
      await page.getByLabel('Value 1').fill('Ada')
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('heading', { name: 'Ada', level: 1 }).waitFor()
      expect(await page.locator('.about').innerText()).to.equal('new-1')
      await page.getByRole('button', { name: 'Edit' }).click()
      await page.getByRole('button', { name: 'Add trait' }).click()
      await page.getByLabel('Name 2').fill('orders')
      await page.getByLabel('Value 2').fill('7')
      await page.getByRole('button', { name: 'Add trait' }).click()
      await page.getByLabel('Name 3').fill('code')
      await page.getByLabel('Value 3').fill('"007"')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('orders', { exact: true }).waitFor()
      const { body } = await client.get('/api/v1/contexts?user_reference=new-1')
      expect(body.data[0].traits).to.deep.equal({ name: 'Ada', orders: 7, code: '007' })

      const { id } = await client.makeConversation({ agent_id: agent.id, customer_id: 'new-1' })
      await page.goto(`${client.address}/dashboard/customers?search=new`)
      await page.getByRole('link', { name: 'Ada' }).click()
      await page.getByRole('link', { name: 'No messages yet' }).waitFor()
      await page.getByRole('button', { name: 'Erase everything' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Erase everything' }).click()
      await page.getByRole('status').getByText('Erased everything about new-1.').waitFor()
      await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor()
      expect((await client.get(`/api/v1/conversations/${id}`)).status).to.equal(404)
    })
  })

  it('keep their page short, whatever their number, and are reached by the keyboard @long', async () => {
    const { client, parley } = dashboard
    await parley.db.raw(
      `insert into threads (id, organization_id, kind, status, agent_id, customer_id, active_at)
       select gen_random_uuid(), ?, 'conversation', 'open', ?, 'many-' || n, now() - n * interval '1 minute'
         from generate_series(1, 2000) n`,
      [client.organizationId, agent.id],
    )
    const page = await dashboard.open('/conversations?person=many-')
    await page.getByText('many-1', { exact: true }).waitFor()
    const isLoaded = () => page.getByText('2,000 in total').count()
    while (!(await isLoaded())) {
      await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)')
      expect(await rows(page).count()).to.be.within(5, 60)
      await page.waitForTimeout(20)
    }
    await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)')
    await page.getByText('many-2000', { exact: true }).waitFor()
    expect(await rows(page).count()).to.be.within(5, 60)

    await page.evaluate('window.scrollTo(0, 0)')
    const first = page.getByRole('link', { name: /many-1\b/ }).first()
    await first.focus()
    await page.evaluate(`
      window.reached = []
      addEventListener('focusin', ({ target }) => reached.push((target.querySelector('strong') ?? target).textContent))`)
    for (let count = 0; count < 30; count++) {
      await page.keyboard.press('Tab')
      // The page draws faster than anybody clicks: it scrolls in the next frame, and renders the
      // rows that follow.
      await page.evaluate(
        'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
      )
    }
    expect(await page.evaluate('reached')).to.deep.equal(
      Array.from({ length: 30 }, (_, index) => `many-${index + 2}`),
    )
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'many-31', level: 2 }).waitFor()
  })
})
