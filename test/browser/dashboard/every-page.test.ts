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
import { findUserByAddress } from '../../../shared/people/users.ts'
import { hasChromium } from '../../support/browser/browser.ts'
import { type Dashboard, startDashboard } from '../../support/browser/dashboard.ts'
import { findViolations, keepPicture, untilStill } from '../../support/browser/looks.ts'
import { type SignedIn, signedIn, signedInAs } from '../../support/http/access.ts'
import { eventually } from '../../support/http/client.ts'
import type { TestDb } from '../../support/product/testDb.ts'
import { RUNS_ALL } from '../../support/run/runsAll.ts'

const FOLDER = 'web/dashboard'
const inChromium = hasChromium ? describe : describe.skip

/**
 * Returns the paths of the routes in a file: literal paths, and those of a table of views below one
 * address.
 */
function pathsIn(source: string): string[] {
  const written = [...source.matchAll(/<Route\s+path="(\/[^"]*)"/g)].map(([, path]) => path!)
  const base = /<Route\s[^>]*path=\{`(\/[\w-]+)\$\{path\}`\}/.exec(source)?.[1]
  if (!base) return written
  const below = [...source.matchAll(/^ {2}\['((?:\/[\w-]+)?)', /gm)].map(([, path]) => base + path)
  expect(below, base).to.have.length.above(1)
  return [...written, ...below]
}

/**
 * Every path of a route of the dashboard, read from the sources, so that new pages are visited,
 * too.
 */
const PATHS = [
  ...[...readFileSync(`${FOLDER}/sections.ts`, 'utf8').matchAll(/section\(\s*'(\/[^']*)'/g)].map(
    ([, path]) => path!,
  ),
  ...readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(app\/App|pages\/.*)\.tsx$/.test(file))
    .flatMap((file) => pathsIn(readFileSync(`${FOLDER}/${file}`, 'utf8'))),
]

/** The width of a 1440 px window in which everything is twice as large. */
const ZOOMED = 720
const HEIGHTS = { 390: 844, [ZOOMED]: 450, 1024: 768, 1440: 900 }
const WIDTHS = RUNS_ALL ? ([390, ZOOMED, 1024, 1440] as const) : ([390] as const)
const LIGHT = { colorScheme: 'light', forcedColors: 'none' } as const
const COLOURS = [
  ['dark', { colorScheme: 'dark', forcedColors: 'none' }],
  ['forced', { colorScheme: 'light', forcedColors: 'active' }],
] as const
/** The number of pages that are open at a time: four keep two processors busy. */
const AT_ONCE = 4
/** Finds elements that make the page scroll sideways, except those within a scrolling element. */
const TOO_WIDE = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement
  const scrolls = (one) => one !== document.body && getComputedStyle(one).overflowX !== 'visible'
  const isInside = (one) => one && (scrolls(one) || isInside(one.parentElement?.closest('body *')))
  return scrollWidth <= clientWidth ? [] : ['the page', ...[...document.querySelectorAll('body *')]
    .filter((one) => one.getBoundingClientRect().right > clientWidth && !isInside(one.parentElement))
    .map((one) => one.outerHTML.slice(0, 80))].slice(0, 5)
})()`
/** Waits until a change of the page is drawn. */
const TWO_FRAMES =
  'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))'
/**
 * Finds faults of the link that skips the navigation, if the page has it: it must come first, and
 * lead to the content.
 */
const NOT_SKIPPED = `(async () => {
  if (!document.querySelector('.side')) return []
  const first = document.querySelector('a[href], button, input, select, textarea, [tabindex="0"]')
  if (!first.matches('.skip[href="#main"]')) return ['begins with ' + first.outerHTML.slice(0, 80)]
  first.click()
  await ${TWO_FRAMES}
  return document.activeElement.id === 'main' ? [] : ['the skip link leads to ' + document.activeElement.outerHTML.slice(0, 80)]
})()`
/** Words that a reader must never see. The month's questions and answers contain none of them. */
const UNSAID = /\bundefined\b|\bNaN\b|\[object |\bnull\b|\{\w+, (?:plural|select)|Invalid Date/

inChromium('every page of the dashboard', function () {
  // On a busy machine, each page takes ten times as long.
  this.timeout(900_000)
  let dashboard: Dashboard
  before(async () => {
    dashboard = await startDashboard()
  })
  after(() => dashboard?.stop())

  it('is complete with a month of conversations', async () => {
    const { parley } = dashboard
    const { db } = parley
    const month = await makeDemoMonth(db, { seed: 1, until: Date.now(), passwordHash: 'none' })
    expect(await untilDemoMonthIsIndexed(db, month, 60_000)).to.equal(true)
    const owner = await signedInAs(
      parley,
      (await findUserByAddress(db, DEMO_MONTH.id, DEMO_MONTH_OWNER))!,
    )
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

  it('is complete without data @long', async () => {
    const { parley } = dashboard
    const owner = await signedIn(parley, await parley.another('A new shop'), 'owner')
    // Unknown ids: these pages say that the record does not exist.
    await visitAll('empty', owner, {})
  })

  it('is complete before signing in', async () => {
    const page = await dashboard.open('/', null)
    expect(await visit(page, '/', 'sign-in')).to.deep.equal([])
  })

  /** @param examples the addresses of routes with parameters; without, an unknown id */
  async function visitAll(
    of: string,
    owner: SignedIn,
    examples: Record<string, string[]>,
  ): Promise<void> {
    const nothing = '00000000-0000-7000-8000-000000000000'
    const addresses = PATHS.flatMap(
      (path) =>
        examples[path] ?? [
          path.replace('/:tab?', '').replace(':kind', 'qa').replace(':id', nothing),
        ],
    )
    if (of === 'month')
      expect(addresses.filter((address) => address.includes(nothing))).to.deep.equal([])
    const left = [...new Set(addresses)]
    const faults: string[] = []
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const page = await dashboard.openAs(owner, '/account', {
          viewport: { width: 1440, height: 900 },
        })
        for (let address = left.shift(); address; address = left.shift())
          faults.push(...(await visit(page, address, of)))
        await page.context().close()
      }),
    )
    expect(faults).to.deep.equal([])
    expect(
      dashboard.complaints.filter(
        (complaint) => of === 'month' || !complaint.includes('status of 404'),
      ),
    ).to.deep.equal([])
  }

  async function visit(page: Page, address: string, of: string): Promise<string[]> {
    const name = `${of}${address.replace(/[0-9a-f-]{36}/, 'one').replaceAll('/', '-')}`
    const faults = new Set<string>()
    const note = (found: string[]) => {
      for (const fault of found) faults.add(`${name}: ${fault}`)
    }
    await goTo(page, address, of)
    // Each change of the width redraws the page, so every second page is visited from its widest to
    // its narrowest.
    const isWide = (page.viewportSize()?.width ?? 0) > 1000
    for (const width of isWide ? WIDTHS.toReversed() : WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHTS[width] })
      if (width !== ZOOMED) await keepPicture(page, `${name}-${width}`, 'dashboard')
      // A chart follows the width after another frame.
      await eventually(
        async () => (await page.evaluate<string[]>(TOO_WIDE)).length === 0,
        30,
      ).catch(async () => note([`wider than ${width} px: ${await page.evaluate(TOO_WIDE)}`]))
      // Empty pages differ little by their width.
      if (width === 390 || (width === 1440 && of !== 'empty')) note(await findViolations(page))
      if (width === ZOOMED) note(await findViolations(page, [['html']], 'size'))
      if (width === 1440 && of !== 'empty') note(await findViolationsOfColours(page, name))
    }
    const text = await page.locator('body').innerText()
    const unsaid = UNSAID.exec(text)
    if (unsaid) note([`says ${text.slice(Math.max(0, unsaid.index - 40), unsaid.index + 40)}`])
    note(await page.evaluate<string[]>(NOT_SKIPPED))
    return [...faults]
  }

  /**
   * Opens each page of an empty organization by its address, and those of the month within the open
   * page.
   */
  async function goTo(page: Page, address: string, of: string): Promise<void> {
    const path = `/dashboard${address}`
    if (of === 'month') await page.evaluate(`history.pushState(null, '', '${path}'); ${TWO_FRAMES}`)
    else await page.goto(dashboard.client.address + path)
    await page
      .locator('.loading, .skeleton, [aria-busy=true]')
      .first()
      .waitFor({ state: 'detached' })
    await page.locator('h1, main [role=alert]').first().waitFor()
  }

  async function findViolationsOfColours(page: Page, name: string): Promise<string[]> {
    const found: string[] = []
    for (const [mode, colours] of COLOURS) {
      await page.emulateMedia(colours)
      await untilStill(page)
      await keepPicture(page, `${name}-${mode}`, 'dashboard')
      found.push(
        ...(await findViolations(page, [['html']], 'contrast')).map((fault) => `${mode}: ${fault}`),
      )
    }
    await page.emulateMedia(LIGHT)
    return found
  }
})

/** Makes a failing endpoint in the demo month. @returns its id */
async function makeEndpoint(db: TestDb): Promise<string> {
  const [id, delivery_id] = [uuid(), uuid()]
  const of = { organization_id: DEMO_MONTH.id }
  await db('webhook_endpoints').insert({
    ...of,
    id,
    url: 'https://greenleaf.example/hooks',
    description: 'Orders into the warehouse',
    events: ['feedback.created', 'message.failed'],
    failures: 3,
    first_failure_at: new Date(),
    sealed_secret: 'sealed',
  })
  await db('webhook_deliveries').insert({
    ...of,
    id: delivery_id,
    endpoint_id: id,
    event_id: uuid(),
    event_type: 'feedback.created',
    attempts: 3,
    last_status: 503,
    next_attempt_at: new Date(),
  })
  return id
}
