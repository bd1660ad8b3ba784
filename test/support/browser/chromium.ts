import { existsSync } from 'node:fs'
import type { BrowserServer } from 'playwright-core'

/** Debian's paths. The first program has no windows, and needs a quarter less processor time. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** CHROMIUM_PATH may name any other. */
const CHROMIUM = process.env.CHROMIUM_PATH ?? INSTALLED.find((path) => existsSync(path))

export const hasChromium = CHROMIUM !== undefined && existsSync(CHROMIUM)

/** Switch off everything that Chromium does except showing pages. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages of one context share a process. Starting another takes 0.4 s of processor time.
  '--renderer-process-limit=1',
]

/** Starts a Chromium that several processes can use, each with pages of its own. */
export async function launchChromium(): Promise<BrowserServer> {
  // Imported here, because few test runs need it.
  const { chromium } = await import('playwright-core')
  return chromium.launchServer({
    executablePath: CHROMIUM!,
    headless: true,
    args: FLAGS,
    timeout: 120_000,
  })
}
