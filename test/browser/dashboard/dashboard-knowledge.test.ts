import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { saveContradictions } from '../../../shared/knowledge/contradictions.ts'
import { closePages, hasChromium, savedBy } from '../../support/browser/browser.ts'
import { type Dashboard, startDashboard } from '../../support/browser/dashboard.ts'
import { expectAccessible, keepPicture } from '../../support/browser/looks.ts'
import { makePdf } from '../../support/data/documents.ts'
import { makeUser, signedIn } from '../../support/http/access.ts'
import { eventually } from '../../support/http/client.ts'
import { type Pages, startPages } from '../../support/servers/pages.ts'

const inChromium = hasChromium ? describe : describe.skip

/** Drops files on the page as a file manager does. */
async function drop(page: Page, files: readonly { name: string; bytes: Buffer }[]): Promise<void> {
  await page.getByRole('heading', { name: 'Knowledge', level: 1 }).waitFor()
  const sent = files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') }))
  const transfer = await page.evaluateHandle((all) => {
    const { DataTransfer, File, atob } = globalThis as any
    const transfer = new DataTransfer()
    for (const { name, base64 } of all)
      transfer.items.add(
        new File([Uint8Array.from(atob(base64), (c: any) => c.charCodeAt(0))], name),
      )
    return transfer
  }, sent)
  for (const type of ['dragenter', 'dragover', 'drop'])
    await page.dispatchEvent('main', type, { dataTransfer: transfer })
}

const GOODS = ['chairs', 'tables', 'lamps', 'beds', 'sofas', 'clocks', 'mirrors', 'carpets']
const COLOURS = ['red', 'green', 'blue', 'white', 'black', 'yellow', 'brown', 'grey']

/** The time limit for background work. */
const LATER = { timeout: 110_000 }

const HOURS = 'Monday to Friday we answer the telephone until half past seven in the evening.'

inChromium("the dashboard's knowledge", function () {
  let dashboard: Dashboard
  let pages: Pages
  let agent: { id: string }
  const entries = (where: object) =>
    dashboard.parley
      .db('knowledge_entries')
      .where({ organization_id: dashboard.client.organizationId, ...where })

  /** Opens the dialog that adds knowledge, for one kind. */
  const startAdding = async (page: Page, kind: string) => {
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('dialog').getByText(kind, { exact: true }).click()
  }

  before(async () => {
    pages = await startPages()
    dashboard = await startDashboard({
      FETCH_ALLOWED_HOSTS: pages.host,
      LLM_MODEL: 'builtin:extractive',
    })
    agent = await dashboard.client.makeAgent({ name: 'Ada' })
  })
  after(async () => {
    await dashboard?.stop()
    await pages?.close()
  })
  afterEach(() => closePages(dashboard.browser))
  beforeEach(() => {
    dashboard.complaints.length = 0
  })

  it('says what to do if there is none @long', async () => {
    const page = await dashboard.open('/knowledge')
    await page.getByRole('heading', { name: 'No knowledge yet' }).waitFor()
    await expectAccessible(page, 'no knowledge')
    await keepPicture(page, 'knowledge-empty', 'dashboard')
  })

  it('accepts a dropped PDF of many pages, shows its progress, and has it cited @long', async () => {
    const page = await dashboard.open('/knowledge')
    const texts = GOODS.flatMap((goods, shelf) =>
      COLOURS.map(
        (colour) =>
          `The ${colour} ${goods} stand on shelf ${shelf}.\nWhoever wants ${colour} ${goods} asks us there.`,
      ),
    )
    const pdf = makePdf([...texts, HOURS], { title: 'Our manual' })
    await drop(page, [{ name: 'manual.pdf', bytes: pdf }])
    const uploads = page.getByRole('region', { name: 'Uploads' })
    await uploads.getByText('manual.pdf').waitFor()
    await uploads.getByText(/^Ready: \d+ passages/).waitFor(LATER)
    await keepPicture(page, 'knowledge-uploaded', 'dashboard')
    await uploads.getByRole('link', { name: 'manual.pdf' }).click()
    await page.getByRole('heading', { name: 'Passages' }).waitFor()
    await page.getByText('The red chairs stand on shelf 0.').first().waitFor()

    const { id } = await dashboard.client.makeConversation({ agent_id: agent.id })
    const { body } = await dashboard.client.say(
      id,
      'Until when do you answer the telephone from Monday to Friday?',
    )
    const [entry] = await entries({ file_name: 'manual.pdf' })
    expect(body.data.content).to.contain('half past seven')
    expect(body.data.citations[0]).to.include({ knowledge_id: entry.id, kind: 'file' })
    await page.goto(`${dashboard.client.address}/dashboard/conversations/${id}`)
    await page.locator('.citation').getByText(`p. ${body.data.citations[0].page}`).waitFor()
    expect(dashboard.complaints).to.deep.equal([])
  })

  it('says that search uses words only, and where to read how to change that @long', async () => {
    const page = await dashboard.open('/knowledge')
    await page.getByText('Found by its words only').waitFor()
    const link = page.getByRole('link', { name: 'Find it by meaning' })
    expect(await link.getAttribute('href')).to.equal('/docs#readKnowledgeStatus')
    await expectAccessible(page, 'knowledge found by words only')
    await keepPicture(page, 'knowledge-words-only', 'dashboard')
  })

  it('gives the file back as it was uploaded @long', async () => {
    const [entry] = await entries({ file_name: 'manual.pdf' })
    const page = await dashboard.open(`/knowledge/file/${entry.id}`)
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).to.equal('manual.pdf')
    expect((await savedBy(download)).length).to.equal(entry.size_bytes)
  })

  it('refuses a wrong type and an empty file before anything is sent, and adds the valid file among them @long', async () => {
    const page = await dashboard.open('/knowledge')
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await drop(page, [
      { name: 'program.exe', bytes: Buffer.from('MZ') },
      { name: 'nothing.txt', bytes: Buffer.alloc(0) },
      { name: 'prices.txt', bytes: Buffer.from('A parcel costs ten euros.') },
    ])
    const uploads = page.getByRole('region', { name: 'Uploads' })
    await uploads.getByText(/This file type is not supported/).waitFor()
    await uploads.getByText(/The file is empty/).waitFor()
    await uploads.getByText(/^Ready: 1 passage/).waitFor(LATER)
    expect(sent).to.have.length(1)
  })

  it('ends a cancelled upload, and completes a broken upload when it is retried @long', async () => {
    const page = await dashboard.open('/knowledge')
    let isBroken = true
    await page.route('**/knowledge-base', (route) => (isBroken ? undefined : route.continue()))
    await drop(page, [{ name: 'first.txt', bytes: Buffer.from('It never comes.') }])
    // Requests that the browser holds back are sent when they are released.
    const ended = page.waitForEvent('requestfailed', (request) =>
      request.url().endsWith('/knowledge-base'),
    )
    await page.getByRole('button', { name: 'Cancel first.txt' }).click()
    await page.getByRole('region', { name: 'Uploads' }).waitFor({ state: 'detached' })
    await ended
    await page.unroute('**/knowledge-base')
    await page.route('**/knowledge-base', (route) =>
      isBroken ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    )
    await drop(page, [{ name: 'second.txt', bytes: Buffer.from('It comes late.') }])
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    isBroken = false
    await again.click()
    await page
      .getByRole('region', { name: 'Uploads' })
      .getByText(/^Ready: 1 passage/)
      .waitFor(LATER)
    expect(await entries({ file_name: 'first.txt' })).to.have.length(0)
    expect(await entries({ file_name: 'second.txt' })).to.have.length(1)
  })

  it('sends no upload of a user after another user has signed in', async () => {
    const page = await dashboard.open('/knowledge')
    await page.route('**/knowledge-base', () => undefined)
    await drop(page, [{ name: 'theirs.txt', bytes: Buffer.from('It is not yours.') }])
    await page.getByRole('button', { name: 'Cancel theirs.txt' }).waitFor()
    await page.getByRole('button', { name: '@example.com' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.unroute('**/knowledge-base')
    const { email, password } = await makeUser(dashboard.parley, dashboard.client, 'editor')
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Not now' }).click()
    await page.getByRole('heading', { name: 'Knowledge', level: 1 }).waitFor()
    expect(await page.getByRole('region', { name: 'Uploads' }).count()).to.equal(0)
    expect(await entries({ file_name: 'theirs.txt' })).to.have.length(0)
  })

  it('names an invalid address in its own words, and keeps what was typed @long', async () => {
    const page = await dashboard.open('/knowledge')
    await startAdding(page, 'Web pages')
    await page.getByLabel('URLs').fill('not an address')
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
    const problem = page
      .getByRole('dialog')
      .getByText('is not a web address. Write it like https://')
    expect(await problem.textContent()).to.match(/^not an address /)
    expect(await page.getByLabel('URLs').inputValue()).to.equal('not an address')
    const align = await page
      .getByRole('dialog')
      .evaluate((one: any) => (globalThis as any).getComputedStyle(one).textAlign)
    expect(align).to.equal('start')
    await keepPicture(page, 'knowledge-no-address', 'dashboard')
  })

  it('shows why an address failed, and has it ready after a retry @long', async () => {
    const page = await dashboard.open('/knowledge')
    await startAdding(page, 'Web pages')
    await page.getByLabel('URLs').fill(pages.url('/terms'))
    await expectAccessible(page, 'the dialog for web pages')
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
    const row = page.getByRole('row').filter({ hasText: '/terms' })
    await row.getByText("The page's server answers 404.").waitFor(LATER)
    await keepPicture(page, 'knowledge-failed', 'dashboard')
    pages.serve(
      '/terms',
      '<title>Our terms</title><main><p>Parcels can be sent back for 30 days.</p></main>',
    )
    await row.getByRole('button', { name: /^Retry/ }).click()
    await page.getByRole('row').filter({ hasText: 'Our terms' }).getByText('Ready').waitFor(LATER)
  })

  it('adds the valid rows of a table with 300, names the line and the fault of the others, and doubles none @long', async () => {
    const rows = Array.from(
      { length: 300 },
      (_, n) => `"Question number ${n}?";"Answer ${n}, über alles";tag`,
    )
    rows[10] = '"";"An answer to nothing";'
    rows[20] = '"A question with no answer?";"";'
    rows[30] = `"${'long '.repeat(500)}?";"Too long";`
    rows[40] = 'When?;At nine; and until six;tag'
    const table = Buffer.from(`Frage;Antwort;Tags\r\n${rows.join('\r\n')}\r\n`, 'latin1')
    const page = await dashboard.open('/knowledge/import')
    await page
      .getByLabel('Table')
      .setInputFiles({ name: 'faq.csv', mimeType: 'text/csv', buffer: table })
    await page.getByRole('heading', { name: '4 rows cannot be added' }).waitFor()
    const faults = page.getByRole('region', { name: 'Rows that cannot be added' })
    expect(await faults.locator('tbody td.number').allInnerTexts()).to.deep.equal([
      '12',
      '22',
      '32',
      '42',
    ])
    await faults.getByText('It has no question.').waitFor()
    expect(await page.getByLabel('Question').inputValue()).to.equal('0')
    expect(await page.getByLabel('Encoding').inputValue()).to.equal('windows-1252')
    await expectAccessible(page, 'a table')
    await keepPicture(page, 'knowledge-import', 'dashboard')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download these rows' }).click()
    const saved = (await savedBy(await downloading)).toString()
    expect(saved).to.match(/An answer to nothing,12,It has no question/)

    await page.getByRole('button', { name: 'Add 296 questions' }).click()
    await page
      .getByText(/^[1-9]\d* of 296 added/)
      .first()
      .waitFor()
    // In the middle of the upload.
    await page.reload()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByText('296 questions were added.').waitFor(LATER)
    const kept = await entries({ kind: 'qa' }).select('question', 'answer', 'tags')
    expect(kept).to.have.length(296)
    expect(new Set(kept.map(({ question }) => question)).size).to.equal(296)
    expect(kept.find(({ question }) => question === 'Question number 299?')).to.deep.include({
      answer: 'Answer 299, über alles',
      tags: ['tag'],
    })
  })

  it('keeps its dialog open while the list fills @long', async () => {
    const { parley } = dashboard
    const first = await signedIn(parley, await parley.another('A fresh shop'), 'owner')
    const page = await dashboard.openAs(first, '/knowledge')
    await page.getByText('No knowledge yet').waitFor()
    await startAdding(page, 'Question and answer')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Question', { exact: true }).fill('When are you open?')
    await dialog.getByLabel('Answer', { exact: true }).fill('From nine to six.')
    await dialog.getByLabel('Add another one after this').check()
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('link', { name: 'When are you open?' }).waitFor()
    await dialog.getByLabel('Question', { exact: true }).fill('And on Sundays?')
  })

  it('shows what an agent would find, best first, and leads to its entry @long', async () => {
    const page = await dashboard.open('/knowledge/find')
    await page.getByLabel('Question').fill('Can parcels be sent back?')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    const first = page.locator('.knowledge-passages li').first()
    await first.getByText('sent back for 30 days').waitFor()
    await expectAccessible(page, 'what is found')
    await keepPicture(page, 'knowledge-find', 'dashboard')
    await first.getByRole('link').click()
    await page.getByRole('heading', { name: 'Our terms', level: 1 }).waitFor()
    await page.goBack()
    await first.getByText('sent back for 30 days').waitFor()
  })

  it('searches, filters by address, and says when nothing matches @long', async () => {
    const page = await dashboard.open('/knowledge')
    await page.getByRole('searchbox', { name: 'Search' }).fill('NUMBER 29')
    await page.getByRole('row').filter({ hasText: 'Question number 299?' }).waitFor()
    await page.waitForURL(/search=NUMBER\+29/)
    await page.getByText('11 in total').waitFor()
    await page.goto(`${dashboard.client.address}/dashboard/knowledge?kind=url`)
    await page.getByRole('row').filter({ hasText: 'Our terms' }).waitFor()
    await page.getByText('1 in total').waitFor()
    await page.getByLabel('Status').selectOption('failed')
    await page.getByRole('heading', { name: 'No matching entries' }).waitFor()
  })

  it('deletes the selected entries, after a confirmation @long', async () => {
    const page = await dashboard.open('/knowledge?search=Question+number+1')
    await page.getByLabel('Select Question number 199?').check()
    await page.getByLabel('Select Question number 198?').check()
    await page.getByText('2 selected').waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete 2 entries?' })
    await expectAccessible(page, 'before deleting')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted 2 entries.').waitFor()
    expect(await entries({ kind: 'qa' })).to.have.length(294)
    expect(await entries({ question: 'Question number 199?' })).to.have.length(0)
  })

  it('changes a pair, and the agents that it serves @long', async () => {
    const [entry] = await entries({ question: 'Question number 50?' })
    const page = await dashboard.open(`/knowledge/qa/${entry.id}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit' })
    await dialog.getByLabel('Answer').fill('Fifty.')
    await dialog.getByLabel('Selected agents').check()
    await expectAccessible(page, 'editing')
    await eventually(() => dialog.getByRole('button', { name: 'Save' }).isDisabled())
    await dialog.getByLabel('Ada').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.locator('.knowledge-chunk').getByText('Fifty.').waitFor()
    const [changed] = await entries({ id: entry.id })
    expect(changed).to.deep.include({ answer: 'Fifty.', agent_ids: [agent.id], tags: ['tag'] })
  })

  it('shows two contradicting sentences side by side, until they are dismissed @long', async () => {
    const [file] = await entries({ file_name: 'manual.pdf' })
    const [pair] = await entries({ kind: 'qa' })
    const statement = (entry: { id: string }, days: number) => ({
      entry_id: entry.id,
      sentence: `Delivery takes ${days} days.`,
      figures: [`${days} days`],
      chunk_id: '',
    })
    const chunkOf = async ({ id }: { id: string }) =>
      (await dashboard.parley.db('chunks').where({ entry_id: id }).first()).id
    const known = { ...statement(pair, 3), chunk_id: await chunkOf(pair) }
    const others = await Promise.all(
      [5, 7].map(async (days) => ({ ...statement(file, days), chunk_id: await chunkOf(file) })),
    )
    const { organizationId } = dashboard.client
    for (const other of others)
      await saveContradictions(dashboard.parley.db, organizationId, [[known, other]])
    const page = await dashboard.open('/knowledge')
    await page.getByRole('link', { name: 'Contradicting' }).click()
    const section = page.getByRole('region', { name: 'Contradictions' })
    await section.getByText('Delivery takes 5 days.').waitFor()
    expect(await section.getByText('Delivery takes 3 days.').count()).to.equal(2)
    expect(
      await section
        .getByRole('link', { name: 'Our manual' })
        .or(section.getByRole('link', { name: 'manual.pdf' }))
        .count(),
    ).to.equal(2)
    const dismissed = section.getByRole('listitem').filter({ hasText: '5 days' })
    await dismissed.getByRole('button', { name: 'Dismiss' }).click()
    await dismissed.waitFor({ state: 'detached' })
    await section.getByText('Delivery takes 7 days.').waitFor()
    expect(dashboard.complaints).to.deep.equal([])
  })

  it('accepts synonyms, which work at once, and explains why an invalid synonym is refused @long', async () => {
    const page = await dashboard.open('/knowledge')
    await page.getByRole('link', { name: 'Synonyms' }).click()
    await page.getByText('No synonyms yet').waitFor()
    await expectAccessible(page, 'no synonyms')
    await page.getByRole('button', { name: 'Add synonyms' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Words').fill('hauberk\nHAUBERK')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('repeats "hauberk"; leave one of them out').waitFor()
    await dialog.getByLabel('Words').fill('hauberk\nshelf')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row').filter({ hasText: 'hauberk' }).waitFor()
    await expectAccessible(page, 'synonyms')
    await keepPicture(page, 'knowledge-synonyms', 'dashboard')
    const found = () =>
      dashboard.client.post(`/api/v1/agents/${agent.id}/retrieve`, { question: 'hauberk' })
    expect((await found()).body.data).not.to.deep.equal([])
    await page.getByRole('button', { name: 'Delete hauberk, shelf' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No synonyms yet').waitFor()
    expect((await found()).body.data).to.deep.equal([])
    expect(dashboard.complaints.filter((complaint) => !complaint.includes('422'))).to.deep.equal([])
  })

  it('filters by what needs attention, and opens an entry at the passage that is cited @long', async () => {
    const [file] = await entries({ file_name: 'manual.pdf' })
    const { db } = dashboard.parley
    const { organizationId: organization_id } = dashboard.client
    const long = new Date(Date.now() - 90 * 86_400_000)
    await db('knowledge_uses')
      .insert({ organization_id, entry_id: file.id, found_at: long, since: long })
      .onConflict(['organization_id', 'entry_id'])
      .merge()
    const page = await dashboard.open('/knowledge')
    await page.getByRole('link', { name: /^Never retrieved/ }).click()
    await page.getByText('No reply found these for 30 days.').waitFor()
    await page.getByRole('row').nth(1).waitFor()
    expect(await page.getByRole('row').count()).to.equal(2)
    await expectAccessible(page, 'never retrieved')
    await keepPicture(page, 'knowledge-needs', 'dashboard')
    const [last] = await db('chunks')
      .where({ entry_id: file.id })
      .orderBy('position', 'desc')
      .limit(1)
    const quote = last.text.trim().split('\n')[0]
    await page.goto(
      `${dashboard.client.address}/dashboard/knowledge/file/${file.id}?${new URLSearchParams({ passage: quote })}`,
    )
    const mark = page.locator('mark')
    await mark.waitFor(LATER)
    expect((await mark.textContent())?.replace(/\s+/g, ' ')).to.equal(quote.replace(/\s+/g, ' '))
    await page.waitForFunction(() => {
      const { top } = (globalThis as any).document.querySelector('mark').getBoundingClientRect()
      return top > 0 && top < (globalThis as any).innerHeight
    })
    await keepPicture(page, 'knowledge-passage', 'dashboard')
  })

  it('stops looking for a cited passage after an error, until the reader continues @long', async () => {
    const client = await dashboard.parley.another('Reader')
    const pair = { question: 'Do you mend chairs?', answer: 'Yes, all of them.' }
    const { id } = (await client.post('/api/v1/knowledge/qa', pair)).body.data
    const page = await dashboard.openAs(
      await signedIn(dashboard.parley, client, 'owner'),
      '/account',
    )
    let refused = 0
    let isBroken = true
    await page.route('**/chunks?*', (route) => {
      const at = Number(new URL(route.request().url()).searchParams.get('page'))
      if (at > 1 && isBroken) {
        refused++
        return route.fulfill({ status: 500, json: {} })
      }
      const data = Array.from({ length: 50 }, (_, n) => ({
        position: at * 50 - 49 + n,
        text: `Rule ${at * 50 - 49 + n}.`,
        heading: null,
        page: null,
        page_url: null,
        page_title: null,
      }))
      return route.fulfill({
        json: { data, pagination: { page: at, page_size: 50, total: 2_000 } },
      })
    })
    await page.goto(`${client.address}/dashboard/knowledge/qa/${id}?passage=Rule+1900.`)
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    await expectAccessible(page, 'passages of which some cannot be read')
    expect(refused).to.equal(1)
    expect(await page.getByText('The cited passage').count()).to.equal(0)
    isBroken = false
    await again.click()
    await page.getByText('The cited passage is not among the first 1,000.').waitFor()
  })

  it('is shown to viewers completely, without controls that change it @long', async () => {
    const page = await dashboard.open('/knowledge', 'viewer')
    await page.getByRole('row').filter({ hasText: 'Question number 299?' }).waitFor()
    expect(
      await page.getByRole('button', { name: /\b(add|retry|delete|reindex)\b/i }).count(),
    ).to.equal(0)
    expect(await page.getByRole('checkbox').count()).to.equal(0)
    const before = await entries({})
    await drop(page, [{ name: 'a.txt', bytes: Buffer.from('Mine.') }])
    expect(await page.getByRole('region', { name: 'Uploads' }).count()).to.equal(0)
    await page.getByRole('link', { name: 'Question number 299?' }).click()
    await page.getByRole('heading', { name: 'Passages' }).waitFor()
    expect(
      await page.getByRole('button', { name: /edit|delete|reindex|replace/i }).count(),
    ).to.equal(0)
    await page.goto(`${dashboard.client.address}/dashboard/knowledge/import`)
    await page.getByText('Viewers cannot import questions').waitFor()
    expect(await entries({})).to.have.length(before.length)
  })

  for (const [look, options] of Object.entries({
    light: {},
    dark: { colorScheme: 'dark' },
    'phone-390': { viewport: { width: 390, height: 844 } },
  } as const))
    it(`has no fault that axe finds, ${look} @long`, async () => {
      const page = await dashboard.open('/knowledge', 'owner', options)
      const [manual] = await entries({ file_name: 'manual.pdf' })
      const [terms] = await entries({ kind: 'url' })
      for (const [path, name] of [
        ['/knowledge', 'list'],
        [`/knowledge/file/${manual.id}`, 'file'],
        [`/knowledge/url/${terms.id}`, 'url'],
        ['/knowledge/find?question=Can+parcels+be+sent+back', 'passages'],
        ['/knowledge/import', 'choose'],
        ['/knowledge/qa/01900000-0000-7000-8000-000000000000', 'gone'],
      ]) {
        dashboard.complaints.length = 0
        await page.goto(`${dashboard.client.address}/dashboard${path}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await expectAccessible(page, `${path}`)
        await keepPicture(page, `knowledge-${name}-${look}`, 'dashboard')
        const [wide, room] = await page.evaluate<[number, number]>(
          '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
        )
        expect(wide, `${path} scrolls sideways`).to.be.at.most(room)
        if (name !== 'gone') expect(dashboard.complaints, path).to.deep.equal([])
      }
    })
})
