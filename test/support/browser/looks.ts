import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from 'chai'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { RUNS_ALL } from '../run/runsAll.ts'

/**
 * `npm run test:all` and KEEP_PICTURES=1 keep a picture of each state in `.artifacts`, which git
 * ignores.
 */
const KEEPS_PICTURES = RUNS_ALL || Boolean(process.env.KEEP_PICTURES)
const FOLDER = '.artifacts'
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The ways in which a visitor may look at the page. */
export const LOOKS: Record<string, BrowserContextOptions & { locale?: string }> = {
  light: { reducedMotion: 'no-preference' },
  dark: { colorScheme: 'dark' },
  'right-to-left': { locale: 'ar' },
  'forced-colors': { forcedColors: 'active' },
  'reduced-motion': { reducedMotion: 'reduce' },
  'zoom-200': { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 },
  'phone-390': { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  'phone-320': {
    viewport: { width: 320, height: 568 },
    hasTouch: true,
    isMobile: true,
    colorScheme: 'dark',
  },
}

/** Keeps a picture of the page, without animations, if pictures are asked for. */
export async function keepPicture(
  page: Page,
  name: string,
  of: 'widget' | 'dashboard' | 'reference' = 'widget',
): Promise<void> {
  if (!KEEPS_PICTURES) return
  mkdirSync(`${FOLDER}/${of}`, { recursive: true })
  await page.screenshot({
    path: `${FOLDER}/${of}/${name}.png`,
    animations: 'disabled',
    caret: 'initial',
  })
}

/** Expects the widget to break no rule of WCAG 2.2 AA that a program can check. */
export async function expectAccessibleWidget(page: Page, state: string): Promise<void> {
  await untilStill(page, '.root')
  await expectNoViolations(page, state, [['parley-widget']])
}

/**
 * Waits for animations that end, below the element: colours in between would be reported as too
 * faint.
 */
export const untilStill = (page: Page, of = 'html') =>
  page.locator(of).evaluate((root) =>
    Promise.all(
      root.getAnimations({ subtree: true }).map((animation: any) => {
        const { iterations } = animation.effect.getComputedTiming()
        return iterations === Infinity ? undefined : animation.finished.catch(() => undefined)
      }),
    ),
  )

/** Checks these elements against the rules. */
async function expectNoViolations(page: Page, state: string, include: string[][]): Promise<void> {
  expect(await findViolations(page, include), state).to.deep.equal([])
}

const RULES = {
  all: { type: 'tag', values: TAGS },
  /** Rules that other colours may break. */
  contrast: { type: 'rule', values: ['color-contrast'] },
  /** Rules that another size of the window may break. */
  size: { type: 'rule', values: ['target-size', 'scrollable-region-focusable'] },
}

/** Describes what breaks one of the rules, once the page has loaded. */
export async function findViolations(
  page: Page,
  include: string[][] = [['html']],
  rules: keyof typeof RULES = 'all',
): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) {
    await page.evaluate(AXE)
    // Further pages get it, too: sending and compiling it each time takes longer than checking its
    // rules.
    await page.addInitScript(AXE)
  }
  // Describes violations only: describing every element that passes takes most of axe's time.
  const options = { runOnly: RULES[rules], resultTypes: ['violations'] }
  const { violations, passes } = await page.evaluate<any>(
    `axe.run(${JSON.stringify({ include })}, ${JSON.stringify(options)})`,
  )
  expect(passes.length).to.be.above(rules === 'all' ? 3 : 0)
  return violations.map(
    ({ id, nodes }: any) =>
      `${id}: ${nodes.map((node: any) => `${node.html} ${node.any[0]?.message}`).join(' | ')}`,
  )
}

/** The same for a whole page, once it has loaded. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  await page.locator('.loading').first().waitFor({ state: 'detached' })
  await expectNoViolations(page, state, [['html']])
}
