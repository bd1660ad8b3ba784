import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { closePages, hasChromium } from '../../support/browser/browser.ts'
import { type Dashboard, startDashboard } from '../../support/browser/dashboard.ts'
import { expectAccessible, keepPicture } from '../../support/browser/looks.ts'
import { eventually } from '../../support/http/client.ts'

const inChromium = hasChromium ? describe : describe.skip

/** Uses the keyboard only. */
inChromium("the dashboard's palette and shortcuts @long", function () {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await startDashboard()
    const { client } = dashboard
    const { id } = await client.makeAgent({ name: 'Delia' })
    await client.post('/api/v1/knowledge/qa', {
      question: 'How long does delivery take?',
      answer: 'Two days.',
    })
    await client.post('/api/v1/contexts', {
      user_reference: 'delila-1',
      traits: { name: 'Delila Keller' },
    })
    const refund = await client.makeConversation({ agent_id: id, customer_id: 'delila-1' })
    await client.say(refund.id, 'Where is my refund?')
    const conversation = await client.makeConversation({
      agent_id: id,
      customer_id: 'zoe',
      title: 'Parcel of Zoe',
    })
    await client.say(conversation.id, 'When is my delivery due?')
    // The first steps are done, so the overview begins with people's questions.
    const page_origin = 'https://shop.example.com'
    await dashboard.parley.db('threads').where({ id: conversation.id }).update({ page_origin })
  })
  after(() => dashboard?.stop())
  afterEach(() => closePages(dashboard.browser))
  beforeEach(() => {
    dashboard.complaints.length = 0
  })

  const box = (page: Page) => page.getByRole('combobox', { name: 'Search, go somewhere' })
  const openPalette = async (page: Page) => {
    await page.keyboard.press('Control+k')
    await box(page).waitFor()
  }
  const heading = (page: Page, name: string) =>
    page.getByRole('heading', { name, level: 1 }).waitFor()
  const pathOf = (page: Page) => new URL(page.url()).pathname.replace('/dashboard', '')
  /** Returns the option that the field names as active. */
  const active = (page: Page) =>
    page.evaluate<string>(
      "document.getElementById(document.activeElement.getAttribute('aria-activedescendant')).textContent",
    )

  it('find records of each kind on the service, count them, and open the chosen one', async () => {
    const page = await dashboard.open('/people')
    await heading(page, 'Members')
    await openPalette(page)
    await page.keyboard.type('del')
    for (const name of ['Delia', 'delila-1', 'How long does delivery take?', 'Parcel of Zoe'])
      await page.getByRole('option', { name }).first().waitFor()
    await page
      .getByRole('status')
      .getByText(/^\d+ results$/)
      .waitFor()
    await expectAccessible(page, 'palette')
    await keepPicture(page, 'palette', 'dashboard')
    while (!(await active(page)).includes('delila-1')) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await heading(page, 'Delila Keller')
    expect(await page.getByRole('dialog').count()).to.equal(0)
    expect(await page.evaluate<string>('document.activeElement.tagName')).to.equal('H1')
    expect(dashboard.complaints).to.deep.equal([])
  })

  it("find conversations by their customer's name, and open them at the matching message @long", async () => {
    const page = await dashboard.open('/people')
    await heading(page, 'Members')
    await openPalette(page)
    await page.keyboard.type('keller')
    await page.getByRole('option', { name: 'Where is my refund? Delila Keller · Delia' }).waitFor()
    const customer = page.getByRole('option', { name: 'Delila Keller delila-1' })
    await customer.waitFor()
    await box(page).fill('refund')
    await customer.waitFor({ state: 'detached' })
    while (!(await active(page)).includes('Where is my refund?'))
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.locator('.message.found').getByText('Where is my refund?').waitFor()
    const { searchParams } = new URL(page.url())
    expect(searchParams.get('search')).to.equal('refund')
    expect(searchParams.get('message')).to.be.a('string')
  })

  it('say when nothing is found, and restore the focus @long', async () => {
    const page = await dashboard.open('/agents')
    await page.getByRole('link', { name: 'Delia', exact: true }).focus()
    await openPalette(page)
    await page.keyboard.type('xyzzy')
    await page.getByRole('status').getByText('Nothing found').waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.evaluate<string>('document.activeElement.textContent')).to.equal('Delia')
  })

  it('create what the role may create @long', async () => {
    const create = async (page: Page, typed: string) => {
      await openPalette(page)
      await page.keyboard.type(typed)
      await page.keyboard.press('Enter')
    }
    const owner = await dashboard.open('/audit')
    await heading(owner, 'Audit')
    for (const [typed, dialog] of [
      ['new invitation', 'Invite'],
      ['new application', 'New application'],
      ['new widget', 'New widget'],
      ['new question', 'Add knowledge'],
    ] as const) {
      await create(owner, typed)
      await owner.getByRole('dialog', { name: new RegExp(dialog, 'i') }).waitFor()
      await owner.keyboard.press('Escape')
      await owner.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await create(owner, 'new agent')
    await heading(owner, 'New agent')
    for (const [role, names] of [
      ['viewer', []],
      [
        'editor',
        ['New agent', 'New files', 'New question and answer', 'New web pages', 'New widget'],
      ],
    ] as const) {
      const page = await dashboard.open('/agents', role)
      await heading(page, 'Agents')
      await openPalette(page)
      await page.keyboard.type('new')
      await page
        .getByRole('status')
        .getByText(/^(\d+ results?|Nothing found)$/)
        .waitFor()
      const created = page.getByRole('group', { name: 'Create' }).getByRole('option')
      expect((await created.allInnerTexts()).sort(), role).to.deep.equal(names)
    }
  })

  it('go to a section by g and a letter, but never while somebody types', async () => {
    const page = await dashboard.open('/')
    await heading(page, 'Overview')
    await page.keyboard.press('g')
    await page.keyboard.press('u')
    await heading(page, 'Customers')
    await page.getByRole('searchbox').first().focus()
    await page.keyboard.type('g?a')
    expect(await page.getByRole('searchbox').first().inputValue()).to.equal('g?a')
    expect(pathOf(page)).to.equal('/customers')
    expect(await page.getByRole('dialog').count()).to.equal(0)
  })

  it('ask before leaving unsaved changes @long', async () => {
    const page = await dashboard.open('/agents/new')
    await page.getByLabel('Name').fill('Flora')
    await openPalette(page)
    await page.keyboard.type('audit')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
    await page.getByRole('button', { name: 'Leave without saving' }).press('Enter')
    await heading(page, 'Audit')
  })

  it('list the shortcuts, and can switch off those of single keys @long', async () => {
    const page = await dashboard.open('/audit')
    await heading(page, 'Audit')
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.waitFor()
    await expectAccessible(page, 'shortcuts')
    await keepPicture(page, 'shortcuts', 'dashboard')
    await dialog.getByRole('checkbox').press('Space')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.reload()
    await heading(page, 'Audit')
    for (const key of ['?', 'g', 'a']) await page.keyboard.press(key)
    await openPalette(page)
    expect(pathOf(page)).to.equal('/audit')
    await page.keyboard.type('keyboard')
    await page.keyboard.press('Enter')
    await dialog.getByRole('checkbox').press('Space')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await dialog.waitFor()
  })

  for (const [path, row] of [
    ['/agents', 'Delia'],
    ['/customers', 'delila-1'],
    ['/knowledge', 'How long does delivery take?'],
    ['/conversations', 'zoe'],
    ['/', 'When is my delivery due?'],
  ] as const)
    it(`reach the first row of ${path} within ten keys, past filters and headings @long`, async () => {
      const page = await dashboard.open(path)
      await page.locator('main').getByText(row).first().waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      expect(await page.evaluate<string>('document.activeElement.textContent')).to.equal(
        'Skip to the list',
      )
      await page.keyboard.press('Enter')
      const isAtRow = () =>
        page.evaluate<boolean>(
          `Boolean(document.activeElement.closest('main :is(tr, li, [role=option])')?.textContent.includes(${JSON.stringify(row)}))`,
        )
      let keys = 3
      for (; !(await isAtRow()) && keys < 40; keys++) await page.keyboard.press('Tab')
      expect(keys).to.be.at.most(10)
    })

  it('treat the side bar as one stop of the Tab key, without a heading before the page’s own', async () => {
    const page = await dashboard.open('/agents')
    await heading(page, 'Agents')
    const focused = () => page.evaluate<string>('document.activeElement.textContent.trim()')
    await page.keyboard.press('Tab')
    expect(await focused()).to.equal('Skip to content')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect(await focused()).to.equal('Agents')
    await page.keyboard.press('ArrowDown')
    expect(await focused()).to.equal('Knowledge')
    await page.keyboard.press('Home')
    expect(await focused()).to.contain('Parley')
    await page.keyboard.press('End')
    expect(await focused()).to.contain('@')
    await page.keyboard.press('Tab')
    await eventually(() =>
      page.evaluate<boolean>("Boolean(document.activeElement.closest('main'))"),
    )
    const headings = await page.evaluate<string[]>(
      "[...document.querySelectorAll('h1, h2, h3')].map(({ tagName }) => tagName)",
    )
    expect(headings[0]).to.equal('H1')
    await page.keyboard.press('Shift+Tab')
    expect(await focused()).to.contain('@')
  })
})
