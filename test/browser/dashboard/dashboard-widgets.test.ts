import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { closePages, hasChromium, startSite } from '../../support/browser/browser.ts'
import { type Dashboard, startDashboard } from '../../support/browser/dashboard.ts'
import { expectAccessible, keepPicture } from '../../support/browser/looks.ts'
import { eventually } from '../../support/http/client.ts'

const inChromium = hasChromium ? describe : describe.skip

inChromium("the dashboard's widgets @long", function () {
  let dashboard: Dashboard
  let agent_id: string
  before(async () => {
    dashboard = await startDashboard()
    agent_id = (await dashboard.client.makeAgent({ name: 'Flora' })).id
  })
  after(() => dashboard?.stop())
  beforeEach(() => {
    dashboard.complaints.length = 0
  })
  afterEach(() => closePages(dashboard.browser))

  async function makeWidget(fields: object = {}): Promise<string> {
    const path = '/api/v1/widget-configurations'
    const { status, body } = await dashboard.client.post(path, {
      name: 'Shop',
      agent_id,
      ...fields,
    })
    expect(status, JSON.stringify(body)).to.equal(201)
    return body.data.id
  }
  const widget = async (id: string) =>
    (await dashboard.client.get(`/api/v1/widget-configurations/${id}`)).body.data

  async function openEditor(fields: object = {}, role: 'owner' | 'viewer' = 'owner', options = {}) {
    const id = await makeWidget(fields)
    const page = await dashboard.open(`/widgets/${id}`, role, options)
    await previewOf(page).getByRole('dialog').waitFor()
    return { id, page }
  }
  const previewOf = (page: Page) => page.frameLocator('iframe')
  const colorOf = (page: Page, selector: string) =>
    previewOf(page)
      .locator(selector)
      .evaluate(
        (element) => (globalThis as any).getComputedStyle(element).backgroundColor as string,
      )

  const untilColored = (page: Page, selector: string, color: string) =>
    eventually(async () => (await colorOf(page, selector)) === color)

  it('are created with an agent, and then edited', async () => {
    const page = await dashboard.open('/widgets')
    await page.getByRole('button', { name: 'New widget' }).first().click()
    await page.getByLabel('Name').fill('Help desk')
    await page.getByLabel('Agent').selectOption('Flora')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Help desk', level: 1 }).waitFor()
    await previewOf(page).getByRole('dialog', { name: 'Chat' }).waitFor()
  })

  it('are previewed as they are edited, before anything is saved', async () => {
    const { id, page } = await openEditor()
    const preview = previewOf(page)
    await page.getByLabel('Title', { exact: true }).fill('Ask Greenleaf')
    await preview.getByRole('dialog', { name: 'Ask Greenleaf' }).waitFor()
    await page.getByLabel('Greeting', { exact: true }).fill('Welcome to our **garden**!')
    await preview.locator('strong', { hasText: 'garden' }).waitFor()
    await page.getByRole('button', { name: 'Add a question' }).click()
    await page.getByLabel('Question 1', { exact: true }).fill('Where is my parcel?')
    await preview.getByRole('button', { name: 'Where is my parcel?' }).waitFor()
    await page.getByRole('textbox', { name: 'Primary', exact: true }).fill('#2e7d32')
    await preview.locator('.head').waitFor()
    await untilColored(page, '.head', 'rgb(46, 125, 50)')
    await page.getByLabel('Position').selectOption('Bottom left')
    await preview.locator('.root.left').waitFor({ state: 'attached' })
    await page.getByLabel('Widget theme').selectOption('Always dark')
    await untilColored(page, '.panel', 'rgb(24, 25, 30)')
    await page.getByLabel('Language', { exact: true }).selectOption('German')
    await preview.getByText('Antworten stammen von einer KI').waitFor()
    await page.getByText('Texts', { exact: true }).click()
    await page.getByLabel('Below the message field').fill('Our gardeners check nothing.')
    await preview.getByText('Our gardeners check nothing.').waitFor()
    await keepPicture(page, 'widget-editor-edited', 'dashboard')

    const before = await widget(id)
    expect([before.title, before.colors, before.texts]).to.deep.equal([null, {}, {}])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    expect(await widget(id)).to.deep.include({
      title: 'Ask Greenleaf',
      greeting: 'Welcome to our **garden**!',
      suggested_questions: ['Where is my parcel?'],
      colors: { primary: '#2e7d32' },
      position: 'bottom-left',
      theme: 'dark',
      locale: 'de',
      texts: { disclaimer: 'Our gardeners check nothing.' },
    })
    await eventually(() => page.getByRole('button', { name: 'Save' }).isDisabled())
  })

  it('answer in their preview without a server @long', async () => {
    const { page } = await openEditor({ suggested_questions: ['Where is my parcel?'] })
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await previewOf(page).getByRole('button', { name: 'Where is my parcel?' }).click()
    await previewOf(page).getByText('your agent').waitFor()
    expect(requests.filter((url) => url.includes('/sessions'))).to.deep.equal([])
    expect(await dashboard.parley.db('threads')).to.deep.equal([])
  })

  it('are previewed in every state that visitors can meet, with its texts @long', async () => {
    const { page } = await openEditor({ texts: { limit_reached: 'Our gardeners need a rest.' } })
    const preview = previewOf(page)
    const scene = page.getByLabel('What to show')
    for (const [name, text] of [
      ['Question and reply', 'How long does delivery take?'],
      ['Limit reached', 'Our gardeners need a rest.'],
      ['Conversation ended', 'This chat has ended.'],
      ['No connection', 'No connection. Trying again …'],
    ] as const) {
      await scene.selectOption(name)
      await preview.getByText(text).first().waitFor()
    }
    await scene.selectOption('Closed')
    await preview.getByRole('button', { name: 'Open chat' }).waitFor()
  })

  it('are previewed for a phone and for a dark colour scheme @long', async () => {
    const { page } = await openEditor()
    await page.getByRole('button', { name: 'Show in dark mode' }).click()
    await untilColored(page, '.panel', 'rgb(24, 25, 30)')
    await page.getByRole('button', { name: 'Show on a phone' }).click()
    await previewOf(page).locator('.panel[aria-modal=true]').waitFor()
    await keepPicture(page, 'widget-editor-phone-preview', 'dashboard')
  })

  it('warn of colours that are hard to read, and not of colours that follow from others @long', async () => {
    const { page } = await openEditor()
    await page.getByRole('textbox', { name: 'Primary', exact: true }).fill('#ffeb3b')
    expect(await page.getByText('the contrast is only').count()).to.equal(0)
    await page.getByRole('textbox', { name: 'Text on primary', exact: true }).fill('#ffffff')
    await page
      .getByText('The header and the visitor’s messages: the contrast is only 1.2.')
      .waitFor()
    await keepPicture(page, 'widget-editor-contrast', 'dashboard')
    await page.getByRole('button', { name: 'Text on primary: automatic' }).click()
    await page.getByText('the contrast is only').waitFor({ state: 'detached' })
  })

  it('keep unsaved changes while the user looks elsewhere, and discard them on request @long', async () => {
    const { page } = await openEditor({ title: 'Before' })
    await page.getByLabel('Title', { exact: true }).fill('After')
    await page.getByRole('link', { name: 'Applications' }).first().click()
    await page.getByRole('heading', { name: 'Applications', level: 1 }).waitFor()
    await page.goBack()
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).to.equal('After')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await eventually(
      async () => (await page.getByLabel('Title', { exact: true }).inputValue()) === 'Before',
    )
  })

  it('can be seen, but not changed, by a viewer', async () => {
    const { page } = await openEditor({ title: 'Ask Greenleaf' }, 'viewer')
    await previewOf(page).getByRole('dialog', { name: 'Ask Greenleaf' }).waitFor()
    expect(await page.getByLabel('Title', { exact: true }).isDisabled()).to.equal(true)
    for (const name of ['Save', 'Delete'])
      expect(await page.getByRole('button', { name }).count()).to.equal(0)
  })

  it('are not previewed in a page of another site', async () => {
    const { client } = dashboard
    const site = await startSite(() => ({
      html: `<!doctype html><iframe src="${client.address}/dashboard/preview"></iframe>`,
    }))
    const visitor = await dashboard.browser.newPage()
    await visitor.goto(site.origin)
    expect(visitor.frames().map((frame) => frame.url())).not.to.include(
      `${client.address}/dashboard/preview`,
    )
    await site.close()
  })

  it('are gone when they are deleted @long', async () => {
    const { id, page } = await openEditor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete widget' }).click()
    await page.getByRole('heading', { name: 'Widgets', level: 1 }).waitFor()
    expect((await dashboard.client.get(`/api/v1/widget-configurations/${id}`)).status).to.equal(404)
  })

  for (const [look, options] of Object.entries({
    light: {},
    dark: { colorScheme: 'dark' },
    'phone-390': { viewport: { width: 390, height: 844 } },
  } as const))
    it(`have no fault that axe finds, ${look} @long`, async () => {
      const { page } = await openEditor(
        {
          title: 'Ask Greenleaf',
          greeting: 'Hello! What can we do for you?',
          suggested_questions: ['Where is my parcel?', 'What does delivery cost?'],
          colors: { primary: '#2e7d32' },
          texts: { disclaimer: 'Answers come from an AI.' },
        },
        'owner',
        options,
      )
      await page.getByRole('button', { name: 'Copy the script tag' }).waitFor()
      await expectAccessible(page, 'the editor')
      const [wide, room] = await page.evaluate<[number, number]>(
        '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
      )
      expect(wide, 'scrolls sideways').to.be.at.most(room)
      const { width } = page.viewportSize()!
      await page.setViewportSize({ width, height: width < 500 ? 2600 : 1600 })
      await keepPicture(page, `widget-editor-${look}`, 'dashboard')
      await page.goto(`${dashboard.client.address}/dashboard/widgets`)
      await page.getByRole('table').waitFor()
      await expectAccessible(page, 'the list')
      await keepPicture(page, `widgets-page-${look}`, 'dashboard')
      expect(dashboard.complaints).to.deep.equal([])
    })
})
