import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { closePages, hasChromium } from '../../support/browser/browser.ts'
import { type Dashboard, startDashboard } from '../../support/browser/dashboard.ts'
import { keepPicture } from '../../support/browser/looks.ts'
import { PASSWORD, type SignedIn, signedIn } from '../../support/http/access.ts'
import { eventually } from '../../support/http/client.ts'

const BUILT = 'dist/web/dashboard'
const inChromium = hasChromium ? describe : describe.skip

const PHONE = { viewport: { width: 390, height: 844 } }

inChromium('the dashboard', function () {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await startDashboard()
  })
  after(() => dashboard?.stop())
  afterEach(() => closePages(dashboard.browser))
  beforeEach(() => {
    dashboard.complaints.length = 0
  })

  it('asks a stranger to sign in, and then shows the requested page @long', async () => {
    const { user } = await signedIn(dashboard.parley, dashboard.client, 'owner')
    const page = await dashboard.open('/audit', null)
    await page.getByLabel('Email address').fill(user.email)
    await page.getByLabel('Password').fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('the email address or the password is wrong').waitFor()
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Not now' }).click()
    await page.getByRole('heading', { name: 'Audit', level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).to.equal('/dashboard/audit')
  })

  it('leads from the sign-in to the first answered question', async () => {
    const { another, db, model } = dashboard.parley
    const { user } = await signedIn(dashboard.parley, await another('A new shop'), 'owner')
    model.behave(() => ({ text: 'From nine to six, every day [1].' }))
    const page = await dashboard.open('/', null)
    const getByRole: Page['getByRole'] = (...of) => page.getByRole(...of)
    const getByLabel: Page['getByLabel'] = (...of) => page.getByLabel(...of)
    await getByLabel('Email address').fill(user.email)
    await getByLabel('Password').fill(PASSWORD)
    await getByRole('button', { name: 'Sign in' }).click()
    await getByLabel('Your name').fill('Flora Winter')
    await getByRole('button', { name: 'Continue' }).click()

    await getByRole('link', { name: 'Create an agent' }).click()
    await getByLabel('Name').fill('Flora')
    await getByRole('button', { name: 'Create agent' }).click()
    await getByRole('heading', { name: 'Flora', level: 1 }).waitFor()

    await getByRole('link', { name: 'Overview' }).click()
    await getByRole('link', { name: 'Add knowledge' }).click()
    await getByRole('button', { name: 'Add', exact: true }).first().click()
    const dialog = getByRole('dialog')
    await dialog.getByText('Question and answer', { exact: true }).click()
    await dialog.getByLabel('Question', { exact: true }).fill('When are you open?')
    await dialog.getByLabel('Answer', { exact: true }).fill('From nine to six, every day.')
    await dialog.getByRole('button', { name: /^(Add|Save)/ }).click()
    await getByRole('link', { name: 'When are you open?' }).waitFor()
    await eventually(
      async () => (await db('knowledge_entries').where({ status: 'ready' })).length === 1,
    )

    await getByRole('link', { name: 'Agents' }).click()
    await getByRole('link', { name: 'Playground' }).click()
    await getByLabel('Your question').fill('When do you open?')
    await getByRole('button', { name: 'Send' }).click()
    const rests = getByRole('list', { name: 'Sources' })
    await rests.getByRole('link', { name: 'When are you open?' }).waitFor()
    expect(await getByRole('log').innerText()).to.contain('From nine to six, every day.')
    expect(dashboard.complaints.filter((complaint) => !complaint.includes('401'))).to.deep.equal([])
  })

  it('keeps a user signed in, and forgets them when they sign out', async () => {
    const page = await dashboard.open('/')
    await page.reload()
    await page.getByRole('button', { name: '@example.com' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('asks to sign in again when the session has ended, and stays on its page @long', async () => {
    const user = await signedIn(dashboard.parley, dashboard.client, 'owner')
    const page = await dashboard.openAs(user, '/people')
    await page.getByRole('cell', { name: user.user.email }).first().waitFor()
    await page.waitForLoadState('networkidle')
    await dashboard.parley.db('dashboard_sessions').where({ user_id: user.user.id }).delete()
    // The page may have hidden the link after a signal of its stream.
    await page.getByRole('link', { name: 'Agents', includeHidden: true }).dispatchEvent('click')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(new URL(page.url()).pathname).to.equal('/dashboard/agents')
  })

  it('keeps a text that a user was writing when their session ended, and shows it to nobody else @long', async () => {
    const { parley, client } = dashboard
    const [writer, other] = [
      await signedIn(parley, client, 'owner'),
      await signedIn(parley, client, 'editor'),
    ]
    const page = await dashboard.openAs(writer, '/agents/new')
    await page.getByLabel('Name').fill('Flora of the garden')
    const comeBackAs = async ({ user }: SignedIn, isAsked = false) => {
      await parley.db('dashboard_sessions').where({ user_id: writer.user.id }).delete()
      // The page hides its form when one of its own requests gets 401 first.
      await page.locator('button', { hasText: 'Create agent' }).dispatchEvent('click')
      await page.getByLabel('Email address').fill(user.email)
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in' }).click()
      if (isAsked) await page.getByRole('button', { name: 'Not now' }).click()
      await page.getByRole('heading', { name: 'New agent', level: 1 }).waitFor()
      return page.getByLabel('Name').inputValue()
    }
    expect(await comeBackAs(writer)).to.equal('Flora of the garden')
    expect(await comeBackAs(other, true)).to.equal('')
  })

  it('reads again what failed without a network as soon as there is one @long', async () => {
    const page = await dashboard.open('/customers')
    const search = page.getByLabel('Search by name, email or reference')
    await search.waitFor()
    await page.context().setOffline(true)
    await search.fill('nobody of this name')
    await page.getByText('The service is not answering.').waitFor()
    await page.context().setOffline(false)
    await page.getByText('No matching customers').waitFor()
  })

  it('opens a section that failed without a network as soon as there is one, and others in between @long', async () => {
    const page = await dashboard.open('/')
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    await page.context().setOffline(true)
    const open = (name: string) => page.getByRole('link', { name, exact: true }).click()
    await open('Customers')
    await page.getByText('You are offline.').waitFor()
    await open('Overview')
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    await open('Customers')
    await page.getByText('You are offline.').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor()
  })

  it('loads the script of its first page while it asks who is signed in @long', async () => {
    for (const [path, name] of [
      ['/', 'Overview'],
      ['/customers', 'Customers'],
    ] as const) {
      const page = await dashboard.open('/account')
      const asked = page.waitForRequest(`**/assets/${name}-*.js`)
      await page.route('**/dashboard/session', async (route) => {
        await asked
        await route.continue()
      })
      await page.goto(`${dashboard.client.address}/dashboard${path}`)
      await page.getByRole('heading', { name, level: 1 }).waitFor()
    }
  })

  it('asks again for a script that failed to load, and says so @long', async () => {
    const page = await dashboard.open('/')
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    let asked = 0
    await page.route('**/assets/Audit-*.js', (route) => {
      asked++
      return asked === 1 ? route.fulfill({ status: 500 }) : route.continue()
    })
    await page.getByRole('link', { name: 'Audit' }).click()
    await page.getByText('This page cannot be loaded yet.').waitFor()
    await page.getByRole('heading', { name: 'Audit', level: 1 }).waitFor()
    expect(asked).to.equal(2)
  })

  it('is in German for a German browser, until the user chooses English @long', async () => {
    const page = await dashboard.open('/account', 'owner', { locale: 'de-AT' })
    await page.getByRole('heading', { name: 'Ihr Konto', level: 1 }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).to.equal('de')
    await page.getByLabel('Sprache des Dashboards').selectOption('English')
    await page.getByRole('heading', { name: 'Your account', level: 1 }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Your account', level: 1 }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).to.equal('en')
    expect(dashboard.complaints).to.deep.equal([])
  })

  it('shows selections in forced colours, too @long', async () => {
    const page = await dashboard.open('/analytics', 'owner', { forcedColors: 'active' })
    const shadeOf = (selector: string) =>
      page
        .locator(selector)
        .evaluate((element: any) => (globalThis as any).getComputedStyle(element).backgroundColor)
    const chosen = await shadeOf('.segments input:checked + span')
    expect(chosen).to.equal(await shadeOf('.nav a[aria-current]'))
    expect(chosen).not.to.equal(await shadeOf('.segments label:last-child span'))
    await keepPicture(page, 'forced-colours', 'dashboard')
  })

  it('says when a page does not exist @long', async () => {
    const page = await dashboard.open('/nothing/here')
    await page.getByRole('heading', { name: 'There is no page at this address' }).waitFor()
  })

  it('opens its menu on a phone, and closes it after a choice @long', async () => {
    const page = await dashboard.open('/', 'owner', PHONE)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Agents' }).click()
    await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
})

describe("the dashboard's files", () => {
  const files = readdirSync(`${BUILT}/assets`)
  const sources = new Map(files.map((file) => [file, readFileSync(`${BUILT}/assets/${file}`)]))
  const weight = (file: string) => gzipSync(sources.get(file)!, { level: 9 }).length

  /** Returns the files that the browser loads with this file. */
  const withImports = (file: string, found = new Set<string>()): Set<string> => {
    if (found.has(file)) return found
    found.add(file)
    for (const [, name] of sources
      .get(file)!
      .toString()
      .matchAll(/(?:from|import)\s*["']\.\/([\w.-]+)["']/g))
      withImports(name!, found)
    return found
  }

  it('add up to at most 160 kB a page, compressed, of which 48 are all texts in German', () => {
    const document = readFileSync(`${BUILT}/index.html`, 'utf8')
    const first = [...document.matchAll(/assets\/([\w.-]+)/g)].flatMap(([, name]) =>
      name!.endsWith('.js') ? [...withImports(name!)] : [name!],
    )
    const pages = files.filter((file) => file.endsWith('.js'))
    expect(pages.length).to.be.above(12)
    for (const page of pages) {
      // All of the dashboard's styles come with its document.
      const loaded = new Set([...first, ...withImports(page)])
      const bytes = [...loaded].reduce((sum, file) => sum + weight(file), gzipSync(document).length)
      expect(bytes, page).to.be.at.most(160_000)
    }
  })

  it('add up to at most 90 kB of scripts for a first page, compressed, with the texts of a language', () => {
    const document = readFileSync(`${BUILT}/index.html`, 'utf8')
    const named = [...document.matchAll(/assets\/([\w-]+\.js)/g)].map(([, name]) => name!)
    const others = files.filter((file) => /^(?:Overview|first)-.*\.js$/.test(file))
    expect(others).to.have.length(2)
    const scripts = new Set([...named, ...others].flatMap((file) => [...withImports(file)]))
    expect([...scripts].reduce((sum, file) => sum + weight(file), 0)).to.be.at.most(90_000)
  })

  it('contain no path of the machine that built them, and no inline script', () => {
    const document = readFileSync(`${BUILT}/index.html`, 'utf8')
    expect(document).not.to.match(/<script[^>]*>[^<]/)
    for (const [file, source] of sources)
      expect(source.toString(), file).not.to.contain(process.cwd())
  })
})
