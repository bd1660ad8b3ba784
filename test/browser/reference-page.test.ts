import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { createKey, findApplication } from '../../shared/applications/applications.ts'
import { hasChromium, startChromium } from '../support/browser/browser.ts'
import { expectAccessible, keepPicture, LOOKS } from '../support/browser/looks.ts'
import { watch } from '../support/browser/shop.ts'
import { operations } from '../support/http/contract.ts'
import { type Parley, startParley } from '../support/product/parley.ts'

const inChromium = hasChromium ? describe : describe.skip

inChromium('the page of the API reference @long', function () {
  let parley: Parley
  let browser: Browser
  /** Errors in the pages' scripts, files that fail to load, and violations of their policy. */
  const complaints: string[] = []
  const requested: string[] = []
  before(async () => {
    parley = await startParley({ workers: false })
    browser = await startChromium()
  })
  after(async () => {
    await browser?.close()
    await parley.stop()
  })

  async function open(hash = '', options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
    context.setDefaultTimeout(100_000)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], {
      origin: parley.client.address,
    })
    const page = await context.newPage()
    watch(page, complaints)
    page.on('request', (request) => requested.push(request.url()))
    await page.goto(`${parley.client.address}/docs${hash}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    return page
  }

  const sampleOf = (id: string, label: string) =>
    operations
      .find(({ operation }) => operation.operationId === id)!
      .operation['x-codeSamples'].find((sample) => sample.label === label)!.source

  for (const width of [1280, 768, 390])
    it(`shows an operation with its samples, and fits a window ${width} pixels wide`, async () => {
      const page = await open('#createAgent', { viewport: { width, height: 900 } })
      const operation = page.locator('#createAgent')
      await operation.getByRole('heading', { name: 'Create an agent' }).waitFor()
      expect(await page.title()).to.equal('Create an agent · Parley: API reference')
      expect(await operation.getByRole('tabpanel').innerText()).to.contain(
        'curl "$BASE_URL/api/v1/agents"',
      )
      expect(await operation.innerText()).to.contain('1,000,000 API requests an hour')
      for (const part of ['Body', 'Answers'])
        expect(await operation.getByRole('heading', { name: part }).isVisible()).to.equal(true)
      const overflow = await page.evaluate<number>(
        'document.documentElement.scrollWidth - innerWidth',
      )
      expect(overflow).to.be.at.most(0)
      await keepPicture(page, `operation-${width}`, 'reference')
    })

  it('finds operations by what they do, their path and their fields, with the keyboard alone', async () => {
    const page = await open()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('add a question pair')
    await page.getByRole('link', { name: 'Add a question/answer pair' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Add a question/answer pair' }).waitFor()
    expect(page.url()).to.match(/#createQa$/)
    const focused = await page.evaluate<string>('document.activeElement.textContent')
    expect(focused.trim()).to.equal('Add a question/answer pair')

    const search = page.getByRole('searchbox')
    await search.fill('retrieve')
    expect(await page.getByRole('status').innerText()).to.match(/^[1-9]\d* found$/)
    await page.keyboard.press('ArrowDown')
    expect(await page.evaluate('document.activeElement.hash')).to.equal('#retrievePassages')
    await search.fill('user_reference')
    await page.getByRole('link', { name: 'Store what you know of a user' }).waitFor()
    await search.fill('no such thing anywhere')
    await page.getByText('Nothing found.').waitFor()
    await search.press('Escape')
    await page.getByRole('link', { name: 'Sessions' }).waitFor()
  })

  it('shows samples in three languages, copies them, and keeps the choice', async () => {
    const page = await open('#postSessionMessage')
    const operation = page.locator('#postSessionMessage')
    const panel = operation.getByRole('tabpanel')
    for (const language of ['curl', 'TypeScript', 'Python']) {
      await operation.getByRole('tab', { name: language }).click()
      expect(await panel.locator('pre').textContent()).to.equal(
        sampleOf('postSessionMessage', language),
      )
    }
    await operation.getByLabel('Request').selectOption('streamed')
    const streamed = sampleOf('postSessionMessage', 'Python, streamed')
    expect(await panel.locator('pre').textContent()).to.equal(streamed)
    await panel.getByRole('button', { name: 'Copy' }).click()
    await panel.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).to.equal(streamed)

    await operation.getByRole('tab', { name: 'Python' }).press('ArrowLeft')
    expect(await page.evaluate('document.activeElement.textContent')).to.equal('TypeScript')
    const other = page.locator('#listSessionMessages')
    expect(await other.getByRole('tab', { selected: true }).innerText()).to.equal('TypeScript')
    await page.reload()
    expect(await operation.getByRole('tab', { selected: true }).innerText()).to.equal('TypeScript')
  })

  it('opens the fields of a record, and the answers', async () => {
    const page = await open('#createSession')
    const operation = page.locator('#createSession')
    await operation.getByText('201 Created; data holds the new Session.').click()
    const answers = operation.locator('.answers')
    await answers.getByText('active, closed, expired').waitFor()
    await operation.getByText('422 A field is missing').click()
    await answers.getByText('"code": "validation_failed"').waitFor()
  })

  it("lists the dashboard's own operations separately, at the end", async () => {
    const page = await open('#createApplication')
    const groups = page.locator('.contents > p')
    const names = ['Introduction', 'For your server', 'Administration', "The dashboard's own"]
    expect(await groups.allInnerTexts()).to.deep.equal(names)
    const own = page.getByRole('list', { name: names.at(-1)! })
    await own.getByRole('link', { name: 'Create an application' }).waitFor()
    expect(await page.locator('.area').innerText()).to.contain(
      "These routes are the dashboard's own",
    )
  })

  it('shows its contents in a narrow window on request', async () => {
    const page = await open('', LOOKS['phone-390'])
    const contents = page.getByRole('navigation')
    expect(await contents.isVisible()).to.equal(false)
    await page.getByRole('button', { name: 'Contents' }).click()
    await contents.getByRole('link', { name: 'Knowledge' }).click()
    await page.getByRole('heading', { level: 1, name: 'Knowledge' }).waitFor()
    expect(await contents.isVisible()).to.equal(false)
  })

  it('is dark on a dark system, and light on a light system', async () => {
    const ground = async (colorScheme: 'dark' | 'light') =>
      (await open('', { colorScheme })).evaluate<string>(
        'getComputedStyle(document.body).backgroundColor',
      )
    expect(await ground('dark')).to.equal('rgb(18, 19, 24)')
    expect(await ground('light')).to.equal('rgb(246, 246, 249)')
  })

  // Without motion, and in English.
  const { 'reduced-motion': _moves, 'right-to-left': _reads, ...looks } = LOOKS
  for (const [look, options] of Object.entries(looks))
    it(`has no fault that axe finds, ${look}`, async () => {
      for (const hash of ['', '#createSession']) {
        const page = await open(hash, options)
        if (hash) await page.locator('#createSession summary').first().click()
        await expectAccessible(page, hash || 'introduction')
        await keepPicture(page, `${hash.slice(1) || 'introduction'}-${look}`, 'reference')
        await page.context().close()
      }
    })

  it('sends a request with a test key, which it takes alone and keeps nowhere', async () => {
    const { db, client } = parley
    const place = (await findApplication(db, client.credentials.client_id))!
    const rights = { scopes: null, agent_ids: null, is_test: true }
    const { secret } = await createKey(db, place, { name: 'Trial', ...rights })
    const page = await open('#createAgent')
    const tryIn = async (id: string) => {
      const operation = page.locator(`#${id}`)
      await operation.getByText('Try it with a test key').click()
      return operation
    }
    const create = await tryIn('createAgent')
    const [key, send] = [
      create.getByLabel('Test key'),
      create.getByRole('button', { name: 'Send' }),
    ]
    await key.fill(client.credentials.secret)
    await create.getByText('This is no test key').waitFor()
    expect(await send.isDisabled()).to.equal(true)
    await key.fill(secret)
    await create.getByLabel('Body').fill('{"name": "From the reference",}')
    await send.click()
    await create.getByText('The body is not JSON').waitFor()
    await create.getByLabel('Body').fill('{"name": "From the reference"}')
    await send.click()
    const answer = create.getByRole('region', { name: 'Answer' })
    await answer.getByText('201').first().waitFor()
    const { id } = await db('agents').where({ name: 'From the reference' }).first()
    await answer.getByText(id).first().waitFor()

    // Other operations have the key and the id.
    const read = await tryIn('readAgent')
    expect(await read.getByLabel('id').inputValue()).to.equal(id)
    await read.getByRole('button', { name: 'Send' }).click()
    await read.getByRole('region', { name: 'Answer' }).getByText('From the reference').waitFor()
    await keepPicture(page, 'trial', 'reference')

    const stored = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])',
    )
    expect(stored).not.to.contain(secret)
    await page.reload()
    expect(await (await tryIn('createAgent')).getByLabel('Test key').inputValue()).to.equal('')
    // A person's sign-in cannot be tried out.
    await page.goto(`${client.address}/docs#createApplication`)
    expect(await page.getByText('Try it with a test key').count()).to.equal(0)
  })

  it('contacts its own server only, obeys its Content-Security-Policy, and logs no error', () => {
    const origins = new Set(requested.map((url) => new URL(url).origin))
    expect([...origins]).to.deep.equal([parley.client.address])
    expect(complaints).to.deep.equal([])
  })

  it('loads at most 40 kB, compressed', () => {
    const folder = 'dist/web/reference/assets'
    const sizes = readdirSync(folder).map(
      (file) => gzipSync(readFileSync(`${folder}/${file}`)).length,
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).to.be.at.most(40_000)
  })
})
