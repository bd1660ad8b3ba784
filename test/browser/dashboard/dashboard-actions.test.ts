import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { closePages, hasChromium } from '../../support/browser/browser.ts'
import { type Dashboard, startDashboard } from '../../support/browser/dashboard.ts'
import { expectAccessible, keepPicture } from '../../support/browser/looks.ts'
import { makeWaitingReply, type WaitingReply } from '../../support/data/toolCalls.ts'

const inChromium = hasChromium ? describe : describe.skip

inChromium('the actions of agents in the dashboard @long', function () {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await startDashboard({ API_HOURLY_LIMIT: '1000' })
  })
  after(() => dashboard?.stop())
  afterEach(() => closePages(dashboard.browser))

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const stateOf = async ({ call_id }: WaitingReply) =>
    (await dashboard.parley.db('reply_steps').where({ call_id }).first()).state
  const waiting = async (fields: object, others: object[] = []) => {
    const { id: thread_id } = await dashboard.client.makeConversation()
    const place = { organization_id: dashboard.client.organizationId, thread_id }
    return { thread_id, reply: await makeWaitingReply(dashboard.parley.db, place, fields, others) }
  }

  it('are found in the inbox, and approved or settled in the transcript', async () => {
    const { thread_id, reply } = await waiting({ decides: 'person' })
    const lost = await waiting({ state: 'unknown', decides: null, title: 'Cancel the order' })
    await waiting({ decides: 'customer', title: 'Of the customer' })
    const page = await dashboard.open('/inbox', 'editor')
    await page.getByRole('link', { name: 'To decide 2' }).click()
    const list = page.getByRole('list', { name: 'Actions to decide' })
    await list.getByText('Cancel the order').waitFor()
    expect(await list.getByRole('listitem').count()).to.equal(2)
    await expectAccessible(page, 'the list of actions')
    await keepPicture(page, 'actions-inbox')
    await list.getByText('Refund', { exact: true }).click()
    await page.waitForURL(new RegExp(thread_id))
    await button(page, 'Approve').waitFor()
    await page.getByRole('list', { name: 'Actions' }).getByText('Refund').click()
    await page.getByText('A-17').first().waitFor()
    for (const width of [1280, 768, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await keepPicture(page, `actions-${width}`)
    }
    await expectAccessible(page, 'an action in the transcript')
    await button(page, 'Approve').click()
    await button(page, 'Approve').waitFor({ state: 'detached' })
    expect(await stateOf(reply)).to.not.equal('waiting')

    await page.goto(`${dashboard.client.address}/dashboard/conversations/${lost.thread_id}`)
    await page.getByLabel('Note').fill('It is in the list.')
    await button(page, 'It happened').click()
    await button(page, 'It happened').waitFor({ state: 'detached' })
    expect(await stateOf(lost.reply)).to.equal('succeeded')
    await page.getByRole('list', { name: 'Actions' }).getByText('Cancel the order').click()
    await page.getByText('It is in the list.').waitFor()
  })

  it('of the customer, and those that a viewer sees, have no buttons', async () => {
    const { thread_id } = await waiting({ decides: 'customer' })
    const page = await dashboard.open(`/conversations/${thread_id}`, 'editor')
    await page.getByText('The customer decides.').waitFor()
    expect(await button(page, 'Approve').count()).to.equal(0)
    const people = await waiting({ decides: 'person' }, [{ state: 'unknown', decides: null }])
    const viewed = await dashboard.open(`/conversations/${people.thread_id}`, 'viewer')
    await viewed.getByText('A person of your organization decides.').waitFor()
    for (const name of ['Approve', 'Deny', 'It happened', 'It did not'])
      expect(await button(viewed, name).count(), name).to.equal(0)
  })

  it('are decided as the customer in the playground, and then go on', async () => {
    const { thread_id, reply } = await waiting({ decides: 'customer' })
    const metadata = JSON.stringify({ source: 'playground' })
    const own = { is_playground: true, metadata }
    await dashboard.parley.db('threads').where({ id: thread_id }).update(own)
    const { agent_id } = await dashboard.parley.db('threads').where({ id: thread_id }).first()
    const page = await dashboard.open(`/agents/${agent_id}/playground?conversation=${thread_id}`)
    await button(page, 'Deny').waitFor()
    await keepPicture(page, 'actions-playground')
    await button(page, 'Deny').click()
    await button(page, 'Deny').waitFor({ state: 'detached' })
    expect(await stateOf(reply)).to.equal('denied')
    await page.getByText('Denied').waitFor()
    // The reply that continues stands below the one that waited.
    await page.locator('.turn .reply').nth(1).waitFor()
    expect(await page.locator('.turn').count()).to.equal(1)
  })
})
