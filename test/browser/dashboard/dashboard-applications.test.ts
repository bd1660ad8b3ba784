import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { closePages, hasChromium, type SitePage, startSite } from '../../support/browser/browser.ts'
import { type Dashboard, startDashboard } from '../../support/browser/dashboard.ts'
import { expectAccessible, keepPicture } from '../../support/browser/looks.ts'
import { request, signedIn } from '../../support/http/access.ts'
import { Client, eventually } from '../../support/http/client.ts'
import { makeApplication, TEST_ORIGIN } from '../../support/product/parley.ts'

const inChromium = hasChromium ? describe : describe.skip
const AGENTS = '/api/v1/agents'

inChromium("the dashboard's applications @long", function () {
  let dashboard: Dashboard
  before(async () => {
    // Caches applications and their origins for half of production's time.
    const settings = { MINT_MINUTE_LIMIT: '1000', API_HOURLY_LIMIT: '1000', TIME_SCALE: '0.5' }
    dashboard = await startDashboard(settings)
    await dashboard.client.makeAgent({ name: 'Flora' })
  })
  after(() => dashboard?.stop())
  beforeEach(() => {
    dashboard.complaints.length = 0
  })
  afterEach(() => closePages(dashboard.browser))

  const address = () => dashboard.client.address

  /** Makes a new application, and opens its page. */
  async function openNew(origins: string[] = [], role: 'owner' | 'editor' | 'viewer' = 'owner') {
    const { parley, client } = dashboard
    const { application, secret } = await makeApplication(parley.db, client.organizationId, origins)
    const page = await dashboard.open(`/applications/${application.id}`, role)
    await page.getByRole('heading', { name: 'Secrets' }).waitFor()
    return { application, secret, page }
  }

  const statusWith = async (client_id: string, secret: string) =>
    (
      await new Client(address(), { ...dashboard.client.credentials, client_id, secret }).get(
        AGENTS,
      )
    ).status

  const clipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()')

  /** Returns the secret from the dialog that shows it, and closes the dialog by its own button. */
  async function takeSecret(page: Page): Promise<string> {
    await page.getByRole('button', { name: 'Copy the secret' }).click()
    const secret = await clipboard(page)
    expect(secret).to.match(/^sk_[\w-]{43}$/)
    return secret
  }

  /** Collects all answers to the page's requests from now on. */
  function answersOf(page: Page): string[] {
    const answers: string[] = []
    page.on('response', async (response) => answers.push(await response.text().catch(() => '')))
    return answers
  }

  it('are created with a secret that is shown once, until it is stored', async () => {
    const page = await dashboard.open('/applications')
    await page.getByRole('button', { name: 'New application' }).first().click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Support portal')
    await page.getByLabel('Selected agents').check()
    expect(await page.getByRole('button', { name: 'Create', exact: true }).isDisabled()).to.equal(
      true,
    )
    await page.getByLabel('Flora').check()
    await keepPicture(page, 'application-new-light', 'dashboard')
    await page.getByLabel('Allowed origin').fill('portal.example.com')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText('has no scheme: write https://portal.example.com').first().waitFor()
    await page.getByLabel('Allowed origin').fill('https://portal.example.com')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Application created' })
    await dialog.waitFor()
    await expectAccessible(page, 'a secret shown once')
    await keepPicture(page, 'application-secret-light', 'dashboard')
    const secret = await takeSecret(page)
    // Browsers let the second attempt to leave through.
    for (let pressed = 0; pressed < 3; pressed++) await page.keyboard.press('Escape')
    expect(await dialog.isVisible()).to.equal(true)
    expect(await dialog.getByRole('button', { name: 'Done' }).isDisabled()).to.equal(true)
    await dialog.getByLabel('I have stored the secret').check()
    const answers = answersOf(page)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { name: 'Support portal', level: 1 }).waitFor()
    const clientId = (await page.locator('code', { hasText: /^app_/ }).first().textContent())!
    expect(await statusWith(clientId, secret)).to.equal(200)
    const agents = page.getByRole('region', { name: 'Agents for visitors' })
    await agents.getByText('Flora').waitFor()
    await agents.getByRole('button', { name: 'Choose' }).click()
    await page.getByLabel('All agents, including future ones').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await agents.getByText('every active agent').waitFor()
    await page.reload()
    await page.getByText(`sk_…${secret.slice(-4)}`).waitFor()
    await page.goto(`${address()}/dashboard/applications`)
    await page.getByRole('link', { name: 'Support portal' }).waitFor()
    expect(await page.content()).not.to.include(secret)
    expect(answers.join('\n')).not.to.include(secret)
    expect(answers.join('\n')).to.include(clientId)
  })

  it('rotate a secret: both work during the grace, a revoked secret is refused, and none is shown again @long', async () => {
    const { application, secret: old, page } = await openNew()
    await page.getByRole('button', { name: 'Rotate' }).click()
    await page.getByLabel('Older secrets expire').selectOption('In an hour')
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
    await page.getByText('Copy the secret now').waitFor()
    const rotated = await takeSecret(page)
    const answers = answersOf(page)
    await page.getByLabel('I have stored the secret').check()
    await page.getByRole('button', { name: 'Done' }).click()
    for (const secret of [old, rotated])
      expect(await statusWith(application.client_id, secret)).to.equal(200)
    await page.getByText('expires in 1 hour').waitFor()
    await keepPicture(page, 'application-light', 'dashboard')

    await page.getByRole('button', { name: `Revoke sk_…${old.slice(-4)}` }).click()
    await page.getByRole('button', { name: 'Revoke', exact: true }).last().click()
    await page.getByText(`Revoked sk_…${old.slice(-4)}.`).waitFor()
    await eventually(async () => (await statusWith(application.client_id, old)) === 401)
    expect(await statusWith(application.client_id, rotated)).to.equal(200)

    for (const path of ['/applications', `/applications/${application.id}`]) {
      await page.goto(`${address()}/dashboard${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.locator('.loading').first().waitFor({ state: 'detached' })
      for (const secret of [old, rotated]) expect(await page.content()).not.to.include(secret)
    }
    for (const secret of [old, rotated]) expect(answers.join('\n')).not.to.include(secret)
    expect(answers.join('\n')).to.include(application.client_id)
  })

  it('get a key with the chosen scopes, for one agent, shown once @long', async () => {
    const flora = await dashboard.client.makeAgent({ name: 'Flora of the key' })
    const other = await dashboard.client.makeAgent({ name: 'Other of the key' })
    const { secret: old, page } = await openNew()
    await page.getByRole('button', { name: 'New key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Night import')
    await dialog.getByLabel('Chat', { exact: true }).uncheck()
    await dialog.getByText('Select at least one.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Create key' }).isDisabled()).to.equal(true)
    await dialog.getByLabel('Knowledge', { exact: true }).check()
    await dialog.getByLabel('Selected agents').check()
    await dialog.getByLabel(flora.name).check()
    await expectAccessible(page, 'a new key')
    await keepPicture(page, 'application-key-light', 'dashboard')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('dialog', { name: 'Key created' }).waitFor()
    const key = await takeSecret(page)
    await page.getByLabel('I have stored the secret').check()
    await page.getByRole('button', { name: 'Done' }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'Night import' })
    await row.getByText('Knowledge', { exact: true }).waitFor()
    await row.getByText(`Only ${flora.name}`).waitFor()
    expect(await page.content()).not.to.include(key)
    const statusOf = async (method: string, path: string, body?: object) =>
      (await request(address(), method, path, { Authorization: `Bearer ${key}` }, body)).status
    expect(await statusOf('GET', `${AGENTS}/${flora.id}`)).to.equal(200)
    expect(await statusOf('GET', `${AGENTS}/${other.id}`)).to.equal(404)
    expect(await statusOf('POST', '/api/v1/conversations', { agent_id: flora.id })).to.equal(403)
    await keepPicture(page, 'application-keys-light', 'dashboard')
    await page.getByRole('button', { name: `Revoke sk_…${key.slice(-4)}` }).click()
    await page.getByRole('button', { name: 'Revoke', exact: true }).last().click()
    await page.getByText(`Revoked sk_…${key.slice(-4)}.`).waitFor()
    await eventually(async () => (await statusOf('GET', AGENTS)) === 401)
    await page.getByText(`sk_…${old.slice(-4)}`).waitFor()
  })

  it('get a key for tests, whose conversations are marked @long', async () => {
    const agent = await dashboard.client.makeAgent({ name: 'Flora' })
    const { page } = await openNew()
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Trying out')
    await page.getByLabel('For tests').check()
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('button', { name: 'Copy the secret' }).click()
    const key = await clipboard(page)
    expect(key).to.match(/^sk_test_/)
    const body = { agent_id: agent.id, customer_id: 'somebody-for-tests' }
    const headers = { Authorization: `Bearer ${key}` }
    const made = await request(address(), 'POST', '/api/v1/conversations', headers, body)
    expect(made.status).to.equal(201)
    await page.getByLabel('I have stored the secret').check()
    await page.getByRole('button', { name: 'Done' }).click()
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Trying out' })
      .getByText('Test', { exact: true })
      .waitFor()
    await page.goto(`${address()}/dashboard/conversations`)
    const thread = page.locator('[data-thread]').filter({ hasText: 'somebody-for-tests' })
    await thread.getByText('Test', { exact: true }).waitFor()
  })

  it('warn before the only secret is revoked, and offer to make another @long', async () => {
    const { secret, page } = await openNew()
    await page.getByRole('button', { name: `Revoke sk_…${secret.slice(-4)}` }).click()
    await page.getByText('This is the only secret').waitFor()
    await page.getByRole('button', { name: 'Revoke', exact: true }).last().click()
    await page.getByText('No server can use this application').waitFor()
    await page.getByRole('button', { name: 'New secret' }).waitFor()
    await page.getByText(/^Revoked sk_/).waitFor()
    expect(await page.evaluate('document.activeElement.textContent')).to.equal('Secrets')
  })

  for (const role of ['viewer', 'editor'] as const)
    it(`show ${role === 'viewer' ? 'a viewer' : 'an editor'} no button that changes an application, and the API refuses changes @long`, async () => {
      const { application, page } = await openNew([TEST_ORIGIN], role)
      await page.getByText(TEST_ORIGIN).first().waitFor()
      for (const name of ['Rotate', /^Revoke/, 'Delete', 'Rename', 'Add', 'Change', /^Remove/])
        expect(await page.getByRole('button', { name }).count(), String(name)).to.equal(0)
      const { headers, token } = await signedIn(dashboard.parley, dashboard.client, role)
      const credentials = { ...headers, Cookie: `parley_session=${token}` }
      const path = `/api/v1/applications/${application.id}`
      for (const [method, at, body] of [
        ['POST', `${path}/secrets`, {}],
        ['PATCH', path, { allowed_origins: [] }],
        ['DELETE', path, undefined],
      ] as const)
        expect((await request(address(), method, at, credentials, body)).status, method).to.equal(
          403,
        )
    })

  it('can add an origin, whose pages then have a chat, and remove it, and then they have none @long', async () => {
    const site = await startSite()
    const { application, page } = await openNew()
    const mint = async () => {
      const visitor = await dashboard.browser.newPage()
      await visitor.goto(site.origin)
      const status = await visitor.evaluate<number>(
        `fetch('${address()}/api/v1/auth/widget-token', { method: 'POST',
           headers: { 'Content-Type': 'application/json' },
           body: '{"client_id":"${application.client_id}"}' }).then(({ status }) => status, () => 0)`,
      )
      await visitor.close()
      return status
    }
    expect(await mint()).not.to.equal(200)
    await page.getByLabel('Add origin').fill(`${site.origin}/shop`)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText(`This has more than scheme, host and port: write ${site.origin}`).waitFor()
    await keepPicture(page, 'application-origin-light', 'dashboard')
    await page.getByRole('button', { name: `Add ${site.origin}` }).click()
    await page.getByText('The widget works there').waitFor()
    await eventually(async () => (await mint()) === 200)
    await page.getByRole('button', { name: `Remove ${site.origin}` }).click()
    await page.getByText('Its conversations end within 5 seconds').waitFor()
    await eventually(async () => (await mint()) !== 200)
    await site.close()
  })

  it('have limits, which the page shows with their use @long', async () => {
    const { application, secret, page } = await openNew()
    await page.getByRole('button', { name: 'Change' }).click()
    await page.getByLabel('API requests per hour').fill('5000')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText("must be at most 1000, the organization's own limit").first().waitFor()
    await page.getByLabel('API requests per hour').fill('4')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('0 of 4 per hour').waitFor()
    for (let n = 0; n < 3; n++)
      expect(await statusWith(application.client_id, secret)).to.equal(200)
    await page.reload()
    await page.getByText('3 of 4 per hour').waitFor()
  })

  it('are gone when they are deleted @long', async () => {
    const { application, secret, page } = await openNew()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete application' }).click()
    await page.getByRole('heading', { name: 'Applications', level: 1 }).waitFor()
    expect(await statusWith(application.client_id, secret)).to.equal(401)
    await page.goto(`${address()}/dashboard/applications/${application.id}`)
    await page.getByText('There is no application with this id').waitFor()
  })

  it('show a script tag that works as copied @long', async () => {
    const pages: Record<string, SitePage> = {}
    const site = await startSite(
      (path) => pages[path] ?? { html: '<!doctype html><title>Shop</title>' },
    )
    const made = await dashboard.client.post('/api/v1/widget-configurations', {
      name: 'Shop chat',
      title: 'Ask Greenleaf',
      agent_id: (await dashboard.client.makeAgent({ name: 'Flora' })).id,
    })
    expect(made.status).to.equal(201)
    const { application, page } = await openNew([site.origin])
    await page.getByLabel('Widget', { exact: true }).selectOption('Shop chat')
    await page.getByRole('button', { name: 'Copy the script tag' }).click()
    const tag = await clipboard(page)
    expect(tag).to.include(application.client_id)
    pages['/'] = {
      html: `<!doctype html><html lang="en"><title>Shop</title><body><h1>Shop</h1>${tag}</body></html>`,
    }
    dashboard.parley.model.behave(() => ({ text: 'Two days.' }))
    const visitor = await dashboard.browser.newPage()
    await visitor.goto(site.origin)
    await visitor.getByRole('button', { name: 'Open chat' }).click()
    await visitor.getByRole('dialog', { name: 'Ask Greenleaf' }).waitFor()
    await visitor.getByRole('textbox').fill('How long does it take?')
    await visitor.keyboard.press('Enter')
    await visitor.getByText('Two days.').waitFor()
    await site.close()
  })

  it('say that no page may have a chat yet @long', async () => {
    const { page } = await openNew()
    await page.getByText('No page can use it yet').waitFor()
  })

  it("come beside their organization's name and limits, which its owners can read @long", async () => {
    const client = await dashboard.parley.another('Greenleaf')
    const owner = await dashboard.openAs(
      await signedIn(dashboard.parley, client, 'owner'),
      '/organization',
    )
    await owner.getByText('Greenleaf', { exact: true }).waitFor()
    await owner.getByRole('heading', { name: 'API requests' }).waitFor()
    expect(await owner.getByRole('textbox').count()).to.equal(0)
  })

  it("come beside their organization's retention, which its owners choose @long", async () => {
    const client = await dashboard.parley.another('Forgetful')
    const page = await dashboard.openAs(
      await signedIn(dashboard.parley, client, 'owner'),
      '/organization',
    )
    await page.getByText('Forever').waitFor()
    await page.getByRole('button', { name: 'Change' }).click()
    await page.getByLabel('Request logs').fill('31')
    await page.getByLabel('Sessions and conversations').fill('90')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('must be at most 30, as long as the service keeps it').first().waitFor()
    await page.getByLabel('Request logs').fill('10')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('90 days').waitFor()
    const [row] = await dashboard.parley
      .db('retentions')
      .where('organization_id', client.organizationId)
    expect(row).to.include({ message_days: 90, request_log_days: 10, trace_days: null })
    const viewer = await dashboard.openAs(
      await signedIn(dashboard.parley, client, 'viewer'),
      '/organization',
    )
    await viewer.getByText('90 days').waitFor()
    expect(await viewer.getByRole('button', { name: 'Change' }).count()).to.equal(0)
  })

  for (const [look, options] of Object.entries({
    light: {},
    dark: { colorScheme: 'dark' },
    'phone-390': { viewport: { width: 390, height: 844 } },
  } as const))
    it(`have no fault that axe finds, ${look} @long`, async () => {
      const { parley, client } = dashboard
      const origins = [
        'https://shop.example.com',
        'https://*.example.org',
        'http://plain.example.com',
      ]
      const { application } = await makeApplication(parley.db, client.organizationId, origins)
      const page = await dashboard.open('/applications', 'owner', options)
      const { width, height } = page.viewportSize()!
      for (const [name, path] of [
        ['applications', '/applications'],
        ['application', `/applications/${application.id}`],
      ] as const) {
        await page.goto(`${address()}/dashboard${path}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page
          .getByRole(name === 'applications' ? 'table' : 'progressbar')
          .first()
          .waitFor()
        await expectAccessible(page, name)
        const [wide, room] = await page.evaluate<[number, number]>(
          '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
        )
        expect(wide, `${name} scrolls sideways`).to.be.at.most(room)
        if (name === 'application')
          await page.setViewportSize({ width, height: look === 'phone-390' ? 2600 : 1400 })
        await keepPicture(page, `${name}-page-${look}`, 'dashboard')
        await page.setViewportSize({ width, height })
      }
      expect(dashboard.complaints).to.deep.equal([])
    })
})
