import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type Dashboard, startDashboard } from '../../support/browser/dashboard.ts'
import { keepPicture } from '../../support/browser/looks.ts'
import { type SignedIn, signedIn } from '../../support/http/access.ts'

const AT = '/organization/budgets'

describe('budgets in the dashboard @long', () => {
  let dashboard: Dashboard
  let owner: SignedIn
  before(async () => {
    dashboard = await startDashboard()
    owner = await signedIn(dashboard.parley, dashboard.client, 'owner')
  })
  after(() => dashboard.stop())

  const look = (page: Page, name: string) => keepPicture(page, `budgets-${name}`, 'dashboard')

  it('are set by an owner, shown with what is spent, changed and deleted', async () => {
    const { parley, client } = dashboard
    const agent = await client.makeAgent({ name: 'Flora', max_output_tokens: 50 })
    const page = await dashboard.openAs(owner, AT)
    await page.getByRole('heading', { name: 'No budget limits what models may cost' }).waitFor()
    await look(page, 'empty')

    await page.getByRole('button', { name: 'Set a budget' }).click()
    await page.getByLabel('For', { exact: true }).selectOption('agent')
    await page.getByLabel('Agent', { exact: true }).selectOption({ label: 'Flora' })
    await page.getByLabel('Counts').selectOption('tokens')
    await page.getByLabel('Amount in tokens').fill('0.5')
    await page.getByLabel('Amount in tokens').fill('1')
    await look(page, 'form')
    await page.getByRole('button', { name: 'Set the budget' }).click()
    const card = page.getByRole('region', { name: 'Agent Flora' })
    await card.getByText('0 tokens of 1 tokens per month').waitFor()

    const conversation = await client.makeConversation({ agent_id: agent.id })
    expect((await client.say(conversation.id, 'How much?')).status).to.equal(429)
    await page.reload()
    await card.getByText('Reached').waitFor()
    await look(page, 'reached')

    await page.goto(`${client.address}/dashboard/`)
    await page.getByText('A budget is reached.').waitFor()
    await look(page, 'overview')
    await page.getByRole('link', { name: 'See budgets' }).click()

    await card.getByRole('button', { name: 'Change the budget: Agent Flora' }).click()
    await page.getByLabel('Amount in tokens').fill('100000')
    await page.getByRole('button', { name: 'Save' }).click()
    await card.getByText('0 tokens of 100,000 tokens per month').waitFor()
    await card.getByText('Reached').waitFor({ state: 'detached' })

    await card.getByRole('button', { name: 'Delete the budget: Agent Flora' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('heading', { name: 'No budget limits what models may cost' }).waitFor()
    expect(await parley.db('budgets')).to.deep.equal([])
  })

  it('say which model has no price @long', async () => {
    const unpriced = await dashboard.client.makeAgent({ model: 'openai:who-knows' })
    const page = await dashboard.openAs(owner, `${AT}?new`)
    await page.getByLabel('Amount in US dollars').fill('5')
    await page.getByRole('button', { name: 'Set the budget' }).click()
    await page.getByText(/openai:who-knows has no known price/).waitFor()
    await look(page, 'unpriced')
    // The browser reports the answer 422, which the form shows.
    dashboard.complaints.splice(0)
    await dashboard.client.send('DELETE', `/api/v1/agents/${unpriced.id}`)
  })

  it('can be read, but not changed, by others, in German as well, at every width @long', async () => {
    const { parley, client } = dashboard
    const { id: organization_id } = await parley
      .db('organizations')
      .where({ id: client.organizationId })
      .first()
    const plain = { organization_id, at_limit: 'refuse' }
    const [begins] = new Date().toISOString().split('T')
    const make = async (id: number, fields: object, spent: object) => {
      const budget_id = `01900000-0000-7000-8000-00000000000${id}`
      await parley.db('budgets').insert({ id: budget_id, ...plain, period: 'day', ...fields })
      await parley
        .db('budget_periods')
        .insert({ organization_id, budget_id, begins, subject: '', ...spent })
    }
    await make(
      1,
      { scope: 'organization', unit: 'usd', amount: 20 },
      { spent: 4.31, reserved: 0.25 },
    )
    await make(
      2,
      { scope: 'customer', unit: 'tokens', amount: 50_000 },
      {
        subject: 'customer-with-a-rather-long-name@example.com',
        spent: 44_000,
        warned_at: new Date(),
      },
    )
    await make(
      3,
      {
        scope: 'application',
        unit: 'usd',
        amount: 1.5,
        at_limit: 'fallback_model',
        fallback_model: 'openai:gpt-4o-mini',
      },
      { subject: 'x', spent: 1.5, warned_at: new Date(), reached_at: new Date() },
    )
    for (const width of [390, 1024, 1440])
      for (const locale of ['en-GB', 'de-DE']) {
        const page = await dashboard.open(AT, 'viewer', {
          viewport: { width, height: 900 },
          locale,
        })
        const of = locale === 'en-GB' ? 'Whole organization' : 'Ganze Organisation'
        await page.getByRole('region', { name: of }).waitFor()
        expect(
          await page.getByRole('button', { name: /Set a budget|Budget festlegen/ }).count(),
        ).to.equal(0)
        const [wide, shown] = await page.evaluate<[number, number]>(
          '[document.documentElement.scrollWidth, innerWidth]',
        )
        expect(wide).to.be.at.most(shown)
        await look(page, `${width}-${locale}`)
        await page.context().close()
      }
    expect(dashboard.complaints).to.deep.equal([])
  })
})
