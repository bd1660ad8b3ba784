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
const DATES = (() => {
  const date = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  return `from=${date(BASE)}&to=${date(BASE + DAY_MS)}`
})()

inChromium('the figures on the dashboard', function () {
  let dashboard: Dashboard
  let client: Client
  const open = async (path: string, options = {}, role: 'viewer' | 'owner' = 'viewer') =>
    dashboard.openAs(await signedIn(dashboard.parley, client, role), path, options)
  before(async () => {
    // Workers tell of themselves twice as often as in production.
    dashboard = await startDashboard({ TIME_SCALE: '0.5' })
    client = await dashboard.parley.another('Figures')
    await fillWithActivity(
      dashboard.parley,
      client,
      new Date(BASE - 2 * DAY_MS),
      new Date(BASE + 2 * DAY_MS),
      600,
    )
    // What is queued is long past its deadline, and workers fail it, in seconds.
    const { organizationId: organization_id } = client
    const isSettled = async () => !(await dashboard.parley.db('open_jobs').where({ organization_id }).first())
    await eventually(isSettled, 60)
    await forgetRollups(client.organizationId)
  })

  /** What a worker rolled up while the past was being made has only a part of it. */
  const forgetRollups = (organization_id: string) =>
    dashboard.parley.db.knexTransaction(async (transaction) => {
      // A chore that began before the past was there would take it for empty, and says so after this.
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

  /** A chart's figures, the oldest first, as they stand in its table. */
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
  const byHour = (found: { hour: Date; n: string }[]) => {
    const counts = new Map(found.map(({ hour, n }) => [hour.getTime(), Number(n)]))
    return Array.from({ length: 48 }, (_, hour) => counts.get(BASE + hour * HOUR_MS) ?? 0)
  }

  it('of the service are those that SQL gives, and so is every hour of its charts', async () => {
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
    // Of hours that are rolled up, a percentile is within 2.5 % of the row's; and a tenth is rounded to.
    expect(Number(seconds)).to.be.closeTo(sums.median, sums.median * 0.025 + 0.05)

    const hours = (condition: string) =>
      rows(`select date_trunc('hour', created_at) as hour, count(*) as n from messages
             where role = 'assistant' and ${condition} and ${WITHIN} group by 1`)
    const table = await chartTable(page, 'Replies')
    expect(table.map(([time]) => time)).to.deep.equal(
      Array.from({ length: 48 }, (_, hour) => new Date(BASE + hour * HOUR_MS).toISOString()),
    )
    expect(table.map((cells) => Number(cells[1]))).to.deep.equal(byHour(await hours("status = 'completed'")))
    expect(table.map((cells) => Number(cells[2]))).to.deep.equal(byHour(await hours("status = 'failed'")))
  })

  it('of requests are those that the filters in the address choose, and so is their file', async () => {
    const page = await open(`/analytics?${DATES}&status=422`)
    await page
      .getByRole('status')
      .filter({ hasText: ' in total' })
      .or(page.getByRole('button', { name: 'Load more' }))
      .first()
      .waitFor()
    expect(await page.getByLabel('Status').inputValue()).to.equal('422')
    const chosen = await rows(
      `select id from request_logs where status_code = 422 and ${WITHIN} order by created_at desc, id desc`,
    )
    const counts = await rows(
      `select date_trunc('hour', created_at) as hour, count(*) as n from request_logs where status_code = 422 and ${WITHIN} group by 1`,
    )
    const table = await chartTable(page, 'Requests')
    expect(table.map((cells) => Number(cells[1]))).to.deep.equal(byHour(counts))
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

  it('of usage by agent are those that SQL gives', async () => {
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

  it('of what goes on now tell when no worker is alive, and when one is again', async () => {
    const { db } = dashboard.parley
    const page = await open('/organization/service', {}, 'owner')
    const indexing = page.getByRole('article').filter({ hasText: 'Indexing now' })
    await indexing.getByText('1 worker running').waitFor()
    // Nobody can say any more that they are alive.
    await db.raw('create rule deaf as on insert to workers do instead nothing')
    await db('workers').where({ lane: 'index' }).delete()
    // The page asks each 5 s.
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
    it(`are without a fault that axe finds, and within the page, ${look}`, async () => {
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
        // The narrower one has the same colours and order as two others.
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
