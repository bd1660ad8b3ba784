import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { makeApplication, type Parley, startParley } from '../product/parley.ts'
import { type SitePage, startChromium, startSite, takeContext } from './browser.ts'

export interface Shop {
  parley: Parley
  browser: Browser
  /** The origin of its pages, which is not the server's. */
  origin: string
  /** The origin of pages that the application does not allow. */
  foreign: string
  client_id: string
  agent_id: string
  configuration_id: string
  /** The widget's script tag, with additional or different attributes. */
  tag(attributes?: Record<string, string>): string
  /** Serves this page at the path from now on. */
  page(path: string, page: SitePage): void
  /** Opens a page in a browser context of its own. Its errors go to `complaints`. */
  open(path: string, options?: BrowserContextOptions & { at?: string }): Promise<Page>
  complaints: string[]
  stop(): Promise<void>
}

/**
 * Starts a shop's pages with the widget, on another origin than the server, and a Chromium that
 * visits them.
 */
export async function startShop(
  configuration: object = {},
  settings: Record<string, string> = {},
): Promise<Shop> {
  const parley = await startParley({ settings: { NODE_ENV: 'development', ...settings } })
  const { client } = parley
  const pages = new Map<string, SitePage>()
  const pageAt = (path: string) => pages.get(path) ?? { html: pageWith(shop.tag()) }
  const [site, elsewhere] = await Promise.all([startSite(pageAt), startSite(pageAt)])
  const { application } = await makeApplication(parley.db, client.organizationId, [site.origin])
  const agent_id = (await client.makeAgent({ name: 'Flora' })).id
  const made = await client.post('/api/v1/widget-configurations', {
    name: 'Shop',
    agent_id,
    ...configuration,
  })
  const browser = await startChromium()
  const shop: Shop = {
    parley,
    browser,
    origin: site.origin,
    foreign: elsewhere.origin,
    client_id: application.client_id,
    agent_id,
    configuration_id: made.body.data.id,
    tag(attributes = {}) {
      const all = {
        src: `${client.address}/widget.js`,
        'data-client-id': shop.client_id,
        'data-assistant-id': shop.agent_id,
        'data-config-id': shop.configuration_id,
        ...attributes,
      }
      const written = Object.entries(all).map(([name, value]) => `${name}="${value}"`)
      return `<script async ${written.join(' ')}></script>`
    },
    page: (path, page) => void pages.set(path, page),
    async open(path, { at = site.origin, ...options } = {}) {
      // Animations would move what the tests measure.
      const still = { viewport: { width: 1000, height: 800 }, reducedMotion: 'reduce' } as const
      const context = await takeContext(browser, { ...still, ...options })
      context.setDefaultTimeout(100_000)
      const page = await context.newPage()
      watch(page, shop.complaints)
      await page.goto(at + path)
      return page
    },
    complaints: [],
    async stop() {
      await browser.close()
      await Promise.all([site.close(), elsewhere.close()])
      await parley.stop()
    },
  }
  return shop
}

/** Makes an English page with this head. */
export const pageWith = (head: string, body = '<h1>A shop</h1><button id="own">Buy</button>') =>
  `<!doctype html><html lang="en"><head><title>A shop</title><meta name="viewport" content="width=device-width">${head}</head><body>${body}</body></html>`

export function watch(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) {
      const { url } = message.location()
      complaints.push(
        message.text().startsWith('Failed to load')
          ? `${message.text()} at ${url}`
          : message.text(),
      )
    }
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
}

/** The strictest policy under which the widget works. docs/widget.md has it, too. */
export const strictPolicy = (address: string) =>
  `default-src 'none'; script-src ${address}; connect-src ${address}; require-trusted-types-for 'script'`

export const builtScript = () => readFileSync('dist/web/widget.js')
/** The file that the script loads when the chat is opened. */
export function builtChat(): { name: string; bytes: Buffer } {
  const name = readdirSync('dist/web/widget').find((file) => file.startsWith('chat-'))
  return { name: name!, bytes: readFileSync(`dist/web/widget/${name}`) }
}
/** The texts of each language, of which the chat loads one. English is in the chat itself. */
export const builtTexts = () =>
  readdirSync('dist/web/widget')
    .filter((file) => !/^(?:chat|action)-/.test(file))
    .map((file) => readFileSync(`dist/web/widget/${file}`))

/** Opens the chat, asks, and waits for the reply. */
export async function ask(page: Page, question: string): Promise<string> {
  const replies = page.locator('.message.it:has(.foot)')
  const before = await replies.count()
  if (!(await page.getByRole('dialog').isVisible())) await page.locator('.launcher').click()
  await page.getByRole('textbox').fill(question)
  await page.keyboard.press('Enter')
  await replies.nth(before).waitFor()
  return replies.nth(before).locator('.bubble').innerText()
}

/** Bundles one of the widget's modules as a script whose exports are members of a global. */
export async function bundle(module: string, name: string): Promise<string> {
  const { build } = await import('vite')
  const root = resolve('web/widget')
  const lib = { entry: module, formats: ['iife' as const], name }
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: { write: false, lib },
  })
  return (built as { output: { code: string }[] }[])[0]!.output[0]!.code
}
