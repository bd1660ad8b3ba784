import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { closePages, hasChromium, savedBy } from '../../support/browser/browser.ts'
import { type Dashboard, startDashboard } from '../../support/browser/dashboard.ts'
import { expectAccessible, keepPicture } from '../../support/browser/looks.ts'
import { fillWithActivity } from '../../support/data/activity.ts'
import { signedIn } from '../../support/http/access.ts'
import { type Client, eventually } from '../../support/http/client.ts'
import { DAY_MS, HOUR_MS } from '../../support/http/requests.ts'

const inChromium = hasChromium ? describe : describe.skip

/** Two whole days, some days ago. */
const BASE = Math.floor(Date.now() / DAY_MS - 6) * DAY_MS
const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const DATES = `from=${dateOf(BASE)}&to=${dateOf(BASE + DAY_MS)}`

inChromium('the figures on the dashboard @long', function () {
  let dashboard: Dashboard
  let client: Client
  const open = async (path: string, options = {}, role: 'viewer' | 'owner' = 'viewer') =>
    dashboard.openAs(await signedIn(dashboard.parley, client, role), path, {
      timezoneId: 'UTC',
      ...options,
    })
  before(async () => {
    // Workers send heartbeats twice as often as in production.
    dashboard = await startDashboard({ TIME_SCALE: '0.5' })
    client = await dashboard.parley.another('Figures')
    await fillWithActivity(
      dashboard.parley,
      client,
      new Date(BASE - 2 * DAY_MS),
      new Date(BASE + 2 * DAY_MS),
      600,
    )
    // Queued messages are long past their deadline, and workers fail them within seconds.
    const { organizationId: organization_id } = client
    const isSettled = async () =>
      !(await dashboard.parley.db('open_jobs').where({ organization_id }).first())
    await eventually(isSettled, 60)
    await forgetRollups(client.organizationId)
  })

  /** Deletes roll-ups that a worker made of incomplete past rows. */
  const forgetRollups = (organization_id: string) =>
    dashboard.parley.db.knexTransaction(async (transaction) => {
      // A chore that began before the past rows existed would store empty sums after this.
      await transaction.raw('lock table activity_rolled in exclusive mode')
      const epoch = new Date(0)
      await transaction('activity_rolled')
        .insert({ organization_id, until: epoch })
        .onConflict('organization_id')
        .merge({ until: epoch })
      for (const table of ['activity_rollups', 'activity_durations', 'activity_failures'])
        await transaction(table).where({ organization_id }).delete()
    })
  after(() => dashboard?.stop())
  afterEach(() => closePages(dashboard.browser))

  const rows = async (text: string) =>
    (
      await dashboard.parley.db.raw(text, {
        organization: client.organizationId,
        from: new Date(BASE),
        to: new Date(BASE + 2 * DAY_MS),
      } as any)
    ).rows
  const WITHIN = 'organization_id = :organization and created_at >= :from and created_at < :to'

  /** Returns a chart's figures, oldest first, from its table. */
  async function chartTable(page: Page, title: string): Promise<string[][]> {
    const chart = page.getByRole('figure', { name: title, exact: true })
    await chart.getByText(`Show “${title}” as a table`).click()
    const table = chart.getByRole('table')
    await table.waitFor()
    const found: string[][] = await table.evaluate((element) =>
      [...(element as any).tBodies[0].rows].map((row: any) => [
        row.querySelector('time').dateTime,
        ...[...row.querySelectorAll('td')].map((cell: any) => cell.textContent),
      ]),
    )
    return found.reverse()
  }
  /** Returns the counts of a day's hours, or of both days. */
  const counted = (found: { at: Date; n: string }[], width: number, length: number) => {
    const counts = new Map(found.map(({ at, n }) => [at.getTime(), Number(n)]))
    return Array.from({ length }, (_, n) => counts.get(BASE + n * width) ?? 0)
  }

  it('of the service are the same as in SQL, and so is every hour of its daily charts', async () => {
    const page = await open(`/organization/service?${DATES}`, {}, 'owner')
    const tile = async (name: string) => {
      const article = page
        .getByRole('article')
        .filter({ has: page.getByRole('heading', { name, exact: true }) })
      return article.locator('.figure-value').innerText()
    }
    await page.getByRole('heading', { name: 'Failed replies' }).first().waitFor()
    const [sums] = await rows(`
      select count(*) filter (where status = 'failed') as failed,
             percentile_cont(0.5) within group (order by extract(epoch from completed_at - created_at)) filter (where role = 'assistant' and status = 'completed') as median
        from messages where ${WITHIN}`)
    expect(await tile('Failed replies')).to.equal(String(sums.failed))
    const [, seconds] = /^([\d.]+) secs$/.exec(await tile('Reply time, p50')) ?? []
    // Percentiles of rolled-up hours are within 2.5 % of the rows', and are rounded to a tenth.
    expect(Number(seconds)).to.be.closeTo(sums.median, sums.median * 0.025 + 0.05)

    const day = dateOf(BASE)
    await page.goto(`${client.address}/dashboard/organization/service?from=${day}&to=${day}`)
    await page.getByText('By hour, UTC').first().waitFor()
    const hours = async (condition: string) =>
      counted(
        await rows(`select date_trunc('hour', created_at) as at, count(*) as n from messages
             where role = 'assistant' and ${condition} and ${WITHIN} group by 1`),
        HOUR_MS,
        24,
      )
    const table = await chartTable(page, 'Replies')
    expect(table.map(([time]) => time)).to.deep.equal(
      Array.from({ length: 24 }, (_, hour) => new Date(BASE + hour * HOUR_MS).toISOString()),
    )
    for (const [n, condition] of ["status = 'completed'", "status = 'failed'"].entries())
      expect(table.map((cells) => Number(cells[n + 1]))).to.deep.equal(await hours(condition))
  })

  it('of requests follow the filters in the address, and so does their file @long', async () => {
    const page = await open(`/analytics?${DATES}&status=422&key_id=any`)
    await page
      .getByRole('status')
      .filter({ hasText: ' in total' })
      .or(page.getByRole('button', { name: 'Load more' }))
      .first()
      .waitFor()
    expect(await page.getByRole('combobox', { name: 'Status' }).inputValue()).to.equal('422')
    const chosen = await rows(
      `select id from request_logs where status_code = 422 and ${WITHIN} order by created_at desc, id desc`,
    )
    const counts = await rows(
      `select date_trunc('day', created_at) as at, count(*) as n from request_logs where status_code = 422 and ${WITHIN} group by 1`,
    )
    const table = await chartTable(page, 'Requests')
    expect(table.map((cells) => Number(cells[1]))).to.deep.equal(counted(counts, DAY_MS, 2))
    await page.getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /^JSON lines/ }).click(),
    ])
    expect(file.suggestedFilename()).to.equal('logs.jsonl')
    const lines = (await savedBy(file)).toString().split('\n').filter(Boolean)
    expect(lines.map((line) => JSON.parse(line).id)).to.deep.equal(chosen.map(({ id }: any) => id))
    expect(lines.length).to.be.above(10)

    await page.getByLabel('Method').selectOption('DELETE')
    await page.getByRole('heading', { name: 'No requests' }).waitFor()
    expect(new URL(page.url()).search).to.contain('method=DELETE')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('cell', { name: '200', exact: true }).first().waitFor()
    expect(new URL(page.url()).searchParams.get('from')).to.not.equal(null)
  })

  it("use the reader's days, can be read with the arrow keys, and open their list @long", async () => {
    const page = await open(`/analytics?${DATES}&key_id=any`, { timezoneId: 'Asia/Kolkata' })
    const chart = page.getByRole('slider', { name: 'Requests, day by day' })
    await page.getByText('By day, Asia/').waitFor()
    await chart.focus()
    await page.keyboard.press('ArrowRight')
    // The hour at midnight, from 18:00 UTC, counts on the day on which it begins, and the window
    // cuts the first.
    const ofDay = async (from: number, to: number) => {
      const { rows: found } = await dashboard.parley.db.raw(
        'select count(*) n from request_logs where organization_id = ? and created_at >= ? and created_at < ?',
        [client.organizationId, new Date(from), new Date(to)],
      )
      return Number(found[0].n)
    }
    const first = await ofDay(BASE - 5.5 * HOUR_MS, BASE + 19 * HOUR_MS)
    const second = await ofDay(BASE + 19 * HOUR_MS, BASE + 42.5 * HOUR_MS)
    expect(await chart.getAttribute('aria-valuetext')).to.contain(`Requests: ${first},`)
    await page.keyboard.press('ArrowRight')
    expect(await chart.getAttribute('aria-valuetext')).to.contain(`Requests: ${second},`)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('from') === dateOf(BASE + DAY_MS))
    await page
      .getByText(/^[\d,]+ in total$/)
      .or(page.getByRole('button', { name: 'Load more' }))
      .first()
      .waitFor()
    expect(new URL(page.url()).searchParams.get('to')).to.equal(dateOf(BASE + DAY_MS))
  })

  it('sort by their headings, add up, and keep the order in the address @long', async () => {
    const page = await open(`/analytics/usage?${DATES}`)
    const cost = page.getByRole('columnheader', { name: 'Cost' })
    await cost.waitFor()
    expect(await cost.getAttribute('aria-sort')).to.equal('descending')
    const names = async () =>
      (
        await page
          .getByRole('row')
          .filter({ hasText: /Ada|Bob/ })
          .allInnerTexts()
      ).map((row) => row.slice(0, 3))
    const before = await names()
    await cost.getByRole('button').click()
    await page.waitForURL((url) => url.searchParams.get('sort') === 'cost_usd-asc')
    await eventually(async () => (await names()).join() === before.toReversed().join())
    expect(await cost.getAttribute('aria-sort')).to.equal('ascending')
    const [{ input }] = await rows(
      'select sum(input_tokens) as input from usages where organization_id = :organization and created_at >= :from and created_at < :to',
    )
    const total = page.getByRole('row').filter({ hasText: 'Total' })
    await total.getByText(new Intl.NumberFormat('en-GB').format(Number(input))).waitFor()
  })

  it('show a request beside the list, and a hidden column stays hidden @long', async () => {
    const page = await open(`/analytics?${DATES}&key_id=any`)
    const row = page.getByRole('row').nth(2)
    await row.getByRole('button').waitFor()
    await row.getByRole('cell').last().click()
    const drawer = page.getByRole('dialog')
    const id = await drawer.locator('code').innerText()
    expect(new URL(page.url()).searchParams.get('request')).to.equal(id)
    await drawer.getByRole('button', { name: 'Copy request ID' }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).to.equal(id)
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    expect(
      await row
        .getByRole('button')
        .evaluate((button: any) => button === button.ownerDocument.activeElement),
    ).to.equal(true)

    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Duration' }).uncheck()
    await page.reload()
    await row.getByRole('button').waitFor()
    expect(await page.getByRole('columnheader').allInnerTexts()).to.deep.equal([
      'Request',
      'Status',
      'Sent by',
      'When',
    ])
  })

  it('of usage by agent are the same as in SQL', async () => {
    const page = await open(`/analytics/usage?${DATES}`)
    const expected = await rows(
      `select a.name, sum(input_tokens) as input from usages u join agents a on a.id = u.agent_id
        where u.organization_id = :organization and u.created_at >= :from and u.created_at < :to group by 1`,
    )
    expect(expected).to.have.length(2)
    const number = new Intl.NumberFormat('en-GB')
    for (const { name, input } of expected)
      await page
        .getByRole('row')
        .filter({ hasText: name })
        .getByText(number.format(Number(input)))
        .waitFor()
  })

  it('of the present moment show when no worker is alive, and when one is again @long', async () => {
    const { db } = dashboard.parley
    const page = await open('/organization/service', {}, 'owner')
    const indexing = page.getByRole('article').filter({ hasText: 'Indexing now' })
    await indexing.getByText('1 worker running').waitFor()
    // From now on, no worker can report that it is alive.
    await db.raw('create rule deaf as on insert to workers do instead nothing')
    await db('workers').where({ lane: 'index' }).delete()
    // The page asks every 5 s.
    await indexing.getByText('No worker', { exact: true }).waitFor()
    await indexing.getByText('new knowledge is not indexed').waitFor()
    await db.raw('drop rule deaf on workers')
    await indexing.getByText('1 worker running').waitFor()
    const limit = page.getByRole('article').filter({ hasText: 'API limit' })
    await limit.getByText('of 1,000,000 requests').waitFor()
  })

  for (const [look, options] of Object.entries({
    light: {},
    dark: { colorScheme: 'dark' },
    'phone-390': { viewport: { width: 390, height: 844 } },
    'phone-360-dark': { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
  }))
    it(`have no fault that axe finds, and fit the window, ${look} @long`, async () => {
      dashboard.complaints.length = 0
      const page = await open(`/?${DATES}`, options, 'owner')
      for (const path of [
        '/',
        '/organization/service',
        '/analytics',
        '/analytics/endpoints',
        '/analytics/usage',
        '/analytics/keys',
        '/analytics/limits',
      ]) {
        await page.goto(`${client.address}/dashboard${path}?${DATES}`)
        await page.locator('.chart canvas').first().waitFor()
        await page
          .getByRole('figure')
          .first()
          .getByText(/as a table$/)
          .click()
        // The narrower look has the same colours and order as two others.
        if (look !== 'phone-360-dark') await expectAccessible(page, path)
        await page
          .getByRole('figure')
          .first()
          .getByText(/as a table$/)
          .click()
        await keepPicture(page, `figures${path.replaceAll('/', '-')}-${look}`, 'dashboard')
        const [wide, room] = await page.evaluate<[number, number]>(
          '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
        )
        expect(wide, `${path} scrolls sideways`).to.be.at.most(room)
      }
      expect(dashboard.complaints).to.deep.equal([])
    })
})
