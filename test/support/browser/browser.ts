import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Download } from 'playwright-core'
import { findServers, JOB } from '../servers/sharedServers.ts'

export { hasChromium } from './chromium.ts'

/** Connects to this job's Chromium. Closing the result closes only its own pages. */
export async function startChromium(): Promise<Browser> {
  const { chromium } = await import('playwright-core')
  return chromium.connect(await findServers().chromium(JOB))
}

/** Closes all pages, because dozens of open ones need much memory and keep polling. */
export const closePages = (browser: Browser) =>
  Promise.all(browser.contexts().map((context) => context.close()))

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
