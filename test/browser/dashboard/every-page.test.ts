import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import {
  DEMO_MONTH,
  DEMO_MONTH_OWNER,
  makeDemoMonth,
  untilDemoMonthIsIndexed,
} from '../../../cli/demo/month.ts'
import { findUserByAddress } from '../../../shared/store/accounts/users.ts'
import { hasChromium } from '../../support/browser/browser.ts'
import { type Dashboard, startDashboard } from '../../support/browser/dashboard.ts'
import { findViolations, keepPicture, untilStill } from '../../support/browser/looks.ts'
import { type SignedIn, signedIn, signedInAs } from '../../support/http/access.ts'
import { eventually } from '../../support/http/client.ts'
import type { TestDb } from '../../support/product/testDb.ts'

const FOLDER = 'web/dashboard'
const inChromium = hasChromium ? describe : describe.skip

/** The paths of the routes in a file: those that are written out, and those of a table of views below one address. */
function pathsIn(source: string): string[] {
  const written = [...source.matchAll(/<Route\s+path="(\/[^"]*)"/g)].map(([, path]) => path!)
  const base = /<Route\s[^>]*path=\{`(\/[\w-]+)\$\{path\}`\}/.exec(source)?.[1]
  if (!base) return written
  const below = [...source.matchAll(/^ {2}\['((?:\/[\w-]+)?)', /gm)].map(([, path]) => base + path)
  expect(below, base).to.have.length.above(1)
  return [...written, ...below]
}

/** Every path that a route of the dashboard has, as the sources name it: a page that is added is visited, too. */
const PATHS = [
  ...[...readFileSync(`${FOLDER}/routes.ts`, 'utf8').matchAll(/section\(\s*'(\/[^']*)'/g)].map(
    ([, path]) => path!,
  ),
  ...readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(App|pages\/.*)\.tsx$/.test(file))
    .flatMap((file) => pathsIn(readFileSync(`${FOLDER}/${file}`, 'utf8'))),
]

const WIDTHS = { 390: 844, 1024: 768, 1440: 900 }
/** Pages that are open at a time: two processors are busy with four. */
const AT_ONCE = 4
/** The elements that make the page scroll sideways, without those that scroll in one of their own. */
const TOO_WIDE = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement
  const scrolls = (one) => one !== document.body && getComputedStyle(one).overflowX !== 'visible'
  const isInside = (one) => one && (scrolls(one) || isInside(one.parentElement?.closest('body *')))
  return scrollWidth <= clientWidth ? [] : ['the page', ...[...document.querySelectorAll('body *')]
    .filter((one) => one.getBoundingClientRect().right > clientWidth && !isInside(one.parentElement))
    .map((one) => one.outerHTML.slice(0, 80))].slice(0, 5)
})()`
/** Words that a reader must never see. Questions and answers of the month have none of them. */
const UNSAID = /\bundefined\b|\bNaN\b|\[object |\bnull\b|\{\w+, (?:plural|select)|Invalid Date/

inChromium('every page of the dashboard', function () {
  // On a busy machine, each page takes ten times as long.
  this.timeout(900_000)
  let dashboard: Dashboard
  before(async () => {
    dashboard = await startDashboard()
  })
  after(() => dashboard?.stop())

  it('is whole with a month of conversations', async () => {
    const { parley } = dashboard
    const { db } = parley
    const month = await makeDemoMonth(db, { seed: 1, until: Date.now(), passwordHash: 'none' })
    expect(await untilDemoMonthIsIndexed(db, month, 60_000)).to.equal(true)
    const owner = await signedInAs(parley, (await findUserByAddress(db, DEMO_MONTH.id, DEMO_MONTH_OWNER))!)
    const one = async (table: string, where = {}) =>
      (
        await db(table)
          .where({ organization_id: DEMO_MONTH.id, ...where })
          .orderBy('id', 'desc')
          .first()
      ).id
    const thread = await one('threads', { status: 'open' })
    const agent = await one('agents')
    await visitAll('month', owner, {
      '/agents/:id/:tab?': ['', '/prompt', '/playground'].map((tab) => `/agents/${agent}${tab}`),
      '/conversations/:id': [`/conversations/${thread}`],
      '/customers/:id': [`/customers/${await one('contexts')}`],
      '/knowledge/:kind/:id': [
        `/knowledge/qa/${await one('knowledge_entries', { kind: 'qa' })}`,
        `/knowledge/file/${await one('knowledge_entries', { kind: 'file' })}`,
      ],
      '/applications/:id': [`/applications/${await one('applications')}`],
      '/webhooks/:id': [`/webhooks/${await makeEndpoint(dashboard.parley.db)}`],
      '/widgets/:id': [`/widgets/${await one('widget_configurations')}`],
    })
  })

  it('is whole with nothing', async () => {
    const { parley } = dashboard
    const owner = await signedIn(parley, await parley.another('A new shop'), 'owner')
    // Nothing has an id here: these say that there is no such thing.
    await visitAll('empty', owner, {})
  })

  it('is whole where somebody signs in', async () => {
    const page = await dashboard.open('/', null)
    expect(await visit(page, '/', 'sign-in')).to.deep.equal([])
  })

  /** @param examples the addresses of routes with parameters; without, one that leads to nothing */
  async function visitAll(of: string, owner: SignedIn, examples: Record<string, string[]>): Promise<void> {
    const nothing = '00000000-0000-7000-8000-000000000000'
    const addresses = PATHS.flatMap(
      (path) => examples[path] ?? [path.replace('/:tab?', '').replace(':kind', 'qa').replace(':id', nothing)],
    )
    if (of === 'month') expect(addresses.filter((address) => address.includes(nothing))).to.deep.equal([])
    const left = [...new Set(addresses)]
    const faults: string[] = []
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const page = await dashboard.openAs(owner, '/account', { viewport: { width: 1440, height: 900 } })
        for (let address = left.shift(); address; address = left.shift())
          faults.push(...(await visit(page, address, of)))
        await page.context().close()
      }),
    )
    expect(faults).to.deep.equal([])
    expect(
      dashboard.complaints.filter((one) => of === 'month' || !one.includes('status of 404')),
    ).to.deep.equal([])
  }

  async function visit(page: Page, address: string, of: string): Promise<string[]> {
    const name = `${of}${address.replace(/[0-9a-f-]{36}/, 'one').replaceAll('/', '-')}`
    const faults: string[] = []
    await page.goto(`${dashboard.client.address}/dashboard${address}`)
    await page.locator('h1, main [role=alert]').first().waitFor()
    await page.locator('.loading, .skeleton, [aria-busy=true]').first().waitFor({ state: 'detached' })
    const violations: string[] = []
    for (const [width, height] of Object.entries(WIDTHS)) {
      await page.setViewportSize({ width: Number(width), height })
      await keepPicture(page, `${name}-${width}`, 'dashboard', true)
      // A chart follows the width a frame later.
      await eventually(async () => (await page.evaluate<string[]>(TOO_WIDE)).length === 0, 30).catch(
        async () => faults.push(`${name}: wider than ${width} px: ${await page.evaluate(TOO_WIDE)}`),
      )
      // With nothing, pages differ little by their width.
      if (width === '390' || (width === '1440' && of !== 'empty'))
        violations.push(...(await findViolations(page)))
    }
    const text = await page.locator('body').innerText()
    const unsaid = UNSAID.exec(text)
    if (unsaid) faults.push(`${name}: says ${text.slice(Math.max(0, unsaid.index - 40), unsaid.index + 40)}`)
    if (of !== 'empty') {
      await page.emulateMedia({ colorScheme: 'dark' })
      await untilStill(page)
      await keepPicture(page, `${name}-dark`, 'dashboard', true)
      violations.push(...(await findViolations(page, [['html']], 'contrast')))
      await page.emulateMedia({ colorScheme: 'light' })
    }
    faults.push(...[...new Set(violations)].map((violation) => `${name}: ${violation}`))
    return faults
  }
})

/** An endpoint of the demo month that fails. @returns its id */
async function makeEndpoint(db: TestDb): Promise<string> {
  const [id, delivery_id] = [uuid(), uuid()]
  const of = { organization_id: DEMO_MONTH.id }
  await db('webhook_endpoints').insert({
    ...{ ...of, id, url: 'https://greenleaf.example/hooks', description: 'Orders into the warehouse' },
    ...{ events: ['feedback.created', 'message.failed'], failures: 3, first_failure_at: new Date() },
    sealed_secret: 'sealed',
  })
  await db('webhook_deliveries').insert({
    ...{ ...of, id: delivery_id, endpoint_id: id, event_id: uuid(), event_type: 'feedback.created' },
    ...{ attempts: 3, last_status: 503, next_attempt_at: new Date() },
  })
  return id
}
