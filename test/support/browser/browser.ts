import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, BrowserContextOptions, Download } from 'playwright-core'
import { findServers, JOB } from '../servers/sharedServers.ts'

export { hasChromium } from './chromium.ts'

/** Connects to this job's Chromium. Closing the result closes only its own pages. */
export async function startChromium(): Promise<Browser> {
  const { chromium } = await import('playwright-core')
  return chromium.connect(await findServers().chromium(JOB))
}

/** A context that tests use one after the other. */
interface SharedContext {
  context: BrowserContext
  /** Its options as JSON. */
  options: string
  isFree: boolean
  /**
   * Removes what a test has left: pages, cookies, stored data, cached files, routes and
   * permissions.
   */
  empty(): Promise<void>
}

const contexts = new WeakMap<Browser, SharedContext[]>()

/**
 * Returns a context that `closePages` has emptied, or opens a new one. A page in a new context
 * needs twice the processor time (1.5 s instead of 0.8 for a page of the dashboard), because
 * Chromium starts a process for it.
 */
export async function takeContext(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const shared = contexts.get(browser) ?? []
  contexts.set(browser, shared)
  const key = JSON.stringify(options)
  const free = shared.find((context) => context.isFree && context.options === key)
  if (free) {
    free.isFree = false
    return free.context
  }
  const one = await openContext(browser, options)
  shared.push(one)
  one.context.once('close', () => shared.splice(shared.indexOf(one), 1))
  return one.context
}

async function openContext(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<SharedContext> {
  const context = await browser.newContext(options)
  // Keeps the process of the context alive while no test has a page.
  const first = await context.newPage()
  const devtools = await context.newCDPSession(first)
  const origins = new Set<string>()
  context.on('page', (page) =>
    page.on('framenavigated', (frame) => {
      if (frame.url().startsWith('http')) origins.add(new URL(frame.url()).origin)
    }),
  )
  return {
    context,
    options: JSON.stringify(options),
    isFree: false,
    async empty() {
      await Promise.all(context.pages().map((page) => page !== first && page.close()))
      await Promise.all([
        context.unrouteAll(),
        context.setOffline(false),
        context.clearCookies(),
        context.clearPermissions(),
        devtools.send('Network.clearBrowserCache'),
        ...[...origins].map((origin) =>
          devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' }),
        ),
      ])
      origins.clear()
    },
  }
}

/** Contexts that are kept for the next test. Each is a process. */
const MAX_KEPT = 3

/** Closes all pages, because dozens of open ones need much memory and keep polling. */
export async function closePages(browser: Browser): Promise<void> {
  const shared = contexts.get(browser) ?? []
  const kept = shared.slice(0, MAX_KEPT)
  await Promise.all(
    browser.contexts().map(async (context) => {
      const own = kept.find((candidate) => candidate.context === context)
      if (!own) return context.close()
      await own.empty()
      own.isFree = true
    }),
  )
}

/** @returns a download's bytes, because a remote browser does not give its path */
export async function savedBy(download: Download): Promise<Buffer> {
  return Buffer.concat(await (await download.createReadStream()).toArray())
}

export interface SitePage {
  html: string
  headers?: Record<string, string>
}

/** Starts a site whose pages are empty, or as `pageAt` makes them. */
export async function startSite(
  pageAt: (path: string) => SitePage = () => ({ html: '<!doctype html><title>A page</title>' }),
): Promise<{ origin: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const { html, headers } = pageAt(request.url!)
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...headers }).end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
