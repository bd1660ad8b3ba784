import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { readTopics } from '../../../workers/questions/readTopics.ts'
import { closePages, hasChromium } from '../../support/browser/browser.ts'
import { type Dashboard, startDashboard } from '../../support/browser/dashboard.ts'
import { expectAccessible, keepPicture } from '../../support/browser/looks.ts'
import { signedIn } from '../../support/http/access.ts'
import { type Client, eventually } from '../../support/http/client.ts'

const inChromium = hasChromium ? describe : describe.skip

/** Questions, and whether the knowledge has their answers. */
const ASKED = [
  ['How much does delivery cost?', true],
  ['What are the delivery costs?', true],
  ['Can I pay by invoice?', false],
  ['can I pay by invoice', false],
  ['Do you sell gift cards?', false],
  ['Hello!', false],
] as const

inChromium("the dashboard's overview @long", function () {
  let dashboard: Dashboard
  let client: Client
  let threads: string[]
  before(async () => {
    dashboard = await startDashboard()
    const { parley } = dashboard
    client = await parley.another('Greenleaf')
    const agent = await client.makeAgent({ language: 'en' })
    const pair = { question: 'How much does delivery cost?', answer: 'It costs 4.90 euros.' }
    await client.post('/api/v1/knowledge/qa', pair)
    threads = []
    for (const [content, isKnown] of ASKED) {
      parley.model.behave(() => ({
        text: isKnown ? 'It costs 4.90 euros [1].' : 'I do not know that.',
      }))
      const { id } = await client.makeConversation({
        agent_id: agent.id,
        customer_id: `c-${threads.length % 4}`,
      })
      threads.push(id)
      await client.say(id, content)
    }
    const rated = { reviewer: 'Ada', rating: 1 }
    await client.post(`/api/v1/conversations/${threads[4]}/feedback`, rated)
    await readTopics(parley.db, { milliseconds: 60_000, settledMs: 0 })
  })
  after(() => dashboard?.stop())
  afterEach(() => closePages(dashboard.browser))

  const open = async (role: 'owner' | 'viewer' = 'owner', options = {}): Promise<Page> =>
    dashboard.openAs(await signedIn(dashboard.parley, client, role), '/', options)
  const figure = (page: Page, name: string) =>
    page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })
  const listed = (page: Page) =>
    page.getByRole('region', { name: 'Needs a look' }).getByRole('listitem')

  it('has the same figures as SQL, and each leads to its conversations', async () => {
    const page = await open()
    const value = async (name: string) =>
      (await figure(page, name).locator('.figure-value').innerText()).trim()
    await figure(page, 'Questions').waitFor()
    const { rows } = await dashboard.parley.db.raw(
      `select count(*) filter (where role = 'user')::int as questions, count(*) filter (where grounded)::int as grounded
         from messages where organization_id = ?`,
      [client.organizationId],
    )
    const [{ questions, grounded }] = rows
    expect([questions, grounded]).to.deep.equal([6, 2])
    expect(await value('Questions')).to.match(/^6\b/)
    expect(await value('Answered from knowledge')).to.match(/^33%/)
    expect(await value('People served')).to.match(/^4\b/)
    await figure(page, 'Answered from knowledge')
      .getByRole('link', { name: 'Answered from knowledge' })
      .click()
    await page.getByRole('heading', { name: 'Conversations', level: 1 }).waitFor()
    await page.getByText('Answered from knowledge.').waitFor()
    await page.getByText('2 in total').waitFor()
    await page.getByRole('button', { name: 'Without tests' }).waitFor()
    expect(await page.locator(`a[href*="/conversations/${threads[0]}"]`).count()).to.be.above(0)
    expect(await page.locator(`a[href*="/conversations/${threads[2]}"]`).count()).to.equal(0)
  })

  it('leads from what people did to the conversations that each figure counts @long', async () => {
    const shop = await dashboard.parley.another('Handed off')
    const agent = await shop.makeAgent()
    const asked: string[] = []
    for (let n = 0; n < 5; n++) {
      const { id } = await shop.makeConversation({ agent_id: agent.id })
      await shop.say(id, 'Where is my parcel?')
      asked.push(id)
    }
    const reasons = ['customer_request', 'customer_request', 'topic']
    for (const [n, reason] of reasons.entries())
      await shop.post(`/api/v1/conversations/${asked[n]}/handoff`, { reason })
    expect((await shop.post(`/api/v1/conversations/${asked[2]}/return`, {})).status).to.equal(200)
    const page = await dashboard.openAs(await signedIn(dashboard.parley, shop, 'viewer'), '/')
    const figures = page.getByRole('region', { name: 'Agents and people' })
    for (const [name, threads] of [
      ['Handled by agents alone', asked.slice(3)],
      ['Handed off to people', asked.slice(0, 3)],
      ['Because: The customer asked for a person', asked.slice(0, 2)],
      ['Returned to the agent', asked.slice(2, 3)],
    ] as const) {
      await figures.getByRole('link', { name }).waitFor()
      const value = figures.getByRole('definition')
      const names = await figures.getByRole('term').allInnerTexts()
      expect(await value.nth(names.indexOf(name)).innerText(), name).to.match(
        new RegExp(`^${threads.length}\\b`),
      )
      await figures.getByRole('link', { name }).click()
      await page.getByText(`Figure: ${name}.`).waitFor()
      await page.getByText(`${threads.length} in total`).waitFor()
      for (const id of threads)
        expect(await page.locator(`a[href*="/conversations/${id}"]`).count(), name).to.be.above(0)
      await page.goBack()
    }
    // No widget has answered yet, so there is nothing to list.
    expect(await figures.getByRole('link', { name: 'Answered by people' }).count()).to.equal(0)
  })

  it('leads to the cost of the same period, whatever else its address has, and to the questions @long', async () => {
    const owner = await signedIn(dashboard.parley, client, 'owner')
    const page = await dashboard.openAs(owner, '/?look=failed')
    const cost = figure(page, 'Cost').getByRole('link', { name: 'Cost' })
    expect(await cost.getAttribute('href')).to.equal('/dashboard/analytics/usage?period=30d')
    await page
      .getByRole('region', { name: 'Newest questions' })
      .getByRole('link', { name: 'gift cards' })
      .click()
    await page.locator('.message.found').getByText('Do you sell gift cards?').waitFor()
  })

  it('shows the topics of questions, which lead to their conversations @long', async () => {
    const page = await open('viewer')
    const topics = page.getByRole('region', { name: 'Topics' })
    await topics.getByText('2 conversations, 2 answered').waitFor()
    const newest = page.getByRole('region', { name: 'Newest questions' })
    await newest.getByRole('link', { name: 'Hello!' }).waitFor()
    // A viewer cannot change anything.
    expect(await page.getByRole('button', { name: 'Write the answer' }).count()).to.equal(0)
    await topics.getByRole('link', { name: /Delivery cost/ }).click()
    await page.getByText(/Topic: delivery costs?\./).waitFor()
    await page.getByText('2 in total').waitFor()
  })

  it("lists questions that need a look, and writes a missing answer into the agent's knowledge", async () => {
    dashboard.complaints.length = 0
    const page = await open()
    await page.getByRole('link', { name: 'can I pay by invoice' }).first().waitFor()
    expect(await listed(page).count()).to.equal(2)
    const invoice = listed(page).filter({ hasText: 'can I pay by invoice' })
    expect(await invoice.innerText()).to.contain('Not from knowledge 2 ×')
    expect(await listed(page).filter({ hasText: 'gift cards' }).innerText()).to.contain('Rated low')
    await expectAccessible(page, 'the overview')
    await keepPicture(page, 'overview-full', 'dashboard')
    for (const forcedColors of ['none', 'active'] as const) {
      await page.emulateMedia({ forcedColors })
      const shades = await page
        .locator('.attention .chip')
        .evaluateAll((chips: any[]) =>
          chips.map((chip) => [
            chip.ariaPressed,
            chip.ownerDocument.defaultView.getComputedStyle(chip).backgroundColor,
          ]),
        )
      const [[isPressed, chosen], ...others] = shades as [[string, string], ...[string, string][]]
      expect([isPressed, others.length], forcedColors).to.deep.equal(['true', 2])
      expect(others.map(([, shade]) => shade)).to.not.include(chosen)
    }
    await page.emulateMedia({ forcedColors: 'none' })

    await invoice.getByRole('button', { name: 'Write the answer' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The agent said: “I do not know that.”').waitFor()
    expect(await dialog.getByLabel('Question', { exact: true }).inputValue()).to.equal(
      'can I pay by invoice',
    )
    await expectAccessible(page, 'the dialog with the question')
    await dialog.getByLabel('Answer', { exact: true }).fill('Yes, within 14 days.')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await dialog.waitFor({ state: 'detached' })
    await eventually(async () => (await listed(page).count()) === 1)
    const { organizationId: organization_id } = client
    const [pair] = await dashboard.parley
      .db('knowledge_entries')
      .where({ organization_id, question: 'can I pay by invoice' })
    expect(pair.answer).to.equal('Yes, within 14 days.')
    const { agent_id } = await dashboard.parley.db('threads').where({ id: threads[2] }).first()
    expect(pair.agent_ids).to.deep.equal([agent_id])

    await listed(page).first().getByRole('button', { name: 'Dismiss' }).click()
    await page.getByText(/^Nothing needs a look\. Failed replies/).waitFor()
    await page.reload()
    await page.getByText(/^Nothing needs a look\. Failed replies/).waitFor()
    expect(dashboard.complaints).to.deep.equal([])
  })

  it('reaches every question that needs a look, page by page @long', async () => {
    const { parley } = dashboard
    const many = await parley.another('Many questions')
    const { id: agent_id } = await many.makeAgent({ language: 'en' })
    const thread = await many.makeConversation({ agent_id })
    const of = {
      organization_id: many.organizationId,
      thread_id: thread.id,
      agent_id,
      request_id: 'r',
    }
    const asked = Array.from({ length: 230 }, (_, n) => {
      const at = new Date(Date.now() - n * 60_000)
      const [id, both] = [uuid(), { ...of, created_at: at, completed_at: at }]
      return [
        {
          ...both,
          id,
          seq: 2 * n + 1,
          role: 'user',
          status: 'completed',
          content: `Where is parcel ${n}?`,
        },
        {
          ...both,
          id: uuid(),
          seq: 2 * n + 2,
          role: 'assistant',
          status: 'failed',
          in_reply_to: id,
          error: { code: 'model_unavailable', detail: 'So.' },
        },
      ]
    })
    await parley.db('messages').insert(asked.flat())
    const page = await dashboard.openAs(await signedIn(parley, many, 'owner'), '/')
    const more = page
      .getByRole('region', { name: 'Needs a look' })
      .getByRole('button', { name: 'Show more' })
    for (const count of [5, 100, 200, 230]) {
      await eventually(async () => (await listed(page).count()) === count)
      if (count === 230) break
      await page.getByText(`${count} of 230`).waitFor()
      await more.click()
    }
    await more.waitFor({ state: 'detached' })
    expect(
      new Set(await listed(page).locator('.attention-question').allInnerTexts()).size,
    ).to.equal(230)
    // A dismissed question disappears, and the others stay.
    await listed(page).first().getByRole('button', { name: 'Dismiss' }).click()
    await eventually(async () => (await listed(page).count()) === 229)
    await figure(page, 'Need a look').getByText('229', { exact: true }).waitFor()
  })

  it('leads from the number of ratings to the conversations that have them @long', async () => {
    const page = await open()
    await figure(page, 'Rating').getByRole('link', { name: 'Rating', exact: true }).click()
    await page.getByRole('button', { name: /^Rated/ }).waitFor()
    await page.getByText('1 in total').waitFor()
    expect(await page.locator(`a[href*="/conversations/${threads[4]}"]`).count()).to.be.above(0)
  })

  it('names each part that it cannot read, claims nothing about it, and reads it again @long', async () => {
    const page = await dashboard.openAs(
      await signedIn(dashboard.parley, client, 'owner'),
      '/account',
    )
    const unread = /analytics\/(?:overview|questions)|knowledge\/contradictions/
    await page.route(unread, (route) => route.fulfill({ status: 500, json: {} }))
    await page.getByRole('link', { name: 'Overview' }).click()
    await figure(page, 'Questions').waitFor()
    const again = page.getByRole('button', { name: 'Try again' })
    await eventually(async () => (await again.count()) === 3)
    expect(await page.getByText(/^Nothing needs a look/).count()).to.equal(0)
    await page.unroute(unread)
    for (let left = 3; left > 0; left--) {
      await again.first().click()
      await eventually(async () => (await again.count()) < left)
    }
    await page.getByRole('region', { name: 'Topics' }).waitFor()
    await page.getByRole('figure').waitFor()
    await page
      .getByText(/^Nothing needs a look/)
      .first()
      .waitFor()
  })

  it('shows only the first steps on the first day', async () => {
    const fresh = await dashboard.parley.another('Fresh')
    const user = await signedIn(dashboard.parley, fresh, 'owner')
    for (const [look, options] of Object.entries({
      light: {},
      'phone-390': { viewport: { width: 390, height: 844 } },
    })) {
      const page = await dashboard.openAs(user, '/', options)
      await page.getByRole('link', { name: 'Create an agent' }).waitFor()
      expect(
        await page
          .getByRole('listitem')
          .filter({ has: page.getByRole('heading', { level: 3 }) })
          .count(),
      ).to.equal(4)
      expect(await page.getByRole('article').count()).to.equal(0)
      expect(await page.getByRole('figure').count()).to.equal(0)
      await expectAccessible(page, `the first day, ${look}`)
      await keepPicture(page, `overview-first-day-${look}`, 'dashboard')
    }
  })

  it('keeps the first steps until a widget has answered on a page of the owner @long', async () => {
    const page = await open()
    const steps = page.getByRole('region', { name: 'First steps' })
    await steps.getByText('3 of 4 done').waitFor()
    await steps.getByRole('link', { name: 'Get the script tag' }).waitFor()
    await dashboard.parley
      .db('threads')
      .where({ id: threads[0] })
      .update({ page_origin: 'https://shop.example.com' })
    await page.reload()
    await figure(page, 'Questions').waitFor()
    expect(await steps.count()).to.equal(0)
  })
})
