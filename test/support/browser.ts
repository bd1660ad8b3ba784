import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'

/** Debian's; any other Chromium by CHROMIUM_PATH. */
const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

export const hasChromium = existsSync(CHROMIUM)

/** Without what Chromium does beside showing pages. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export async function startChromium(): Promise<Browser> {
  // Every test file comes by here, and few of them need it.
  const { chromium } = await import('playwright-core')
  return chromium.launch({ executablePath: CHROMIUM, headless: true, args: FLAGS })
}

export interface SitePage {
  html: string
  headers?: Record<string, string>
}

/** A site of its own, whose every page is empty, or as its path says. */
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
