import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { Role } from '../../../shared/people/users.ts'
import { type SignedIn, signedIn } from '../http/access.ts'
import type { Client } from '../http/client.ts'
import { type Parley, startParley } from '../product/parley.ts'
import { startChromium, takeContext } from './browser.ts'
import { watch } from './shop.ts'

/** The cookie's name outside production, because the tests use no TLS. */
const COOKIE = 'parley_session'

export interface Dashboard {
  parley: Parley
  client: Client
  browser: Browser
  /**
   * Opens a page of the dashboard in a browser context of its own, for a new user with this role;
   * `null`: not signed in.
   */
  open(path: string, role?: Role | null, options?: BrowserContextOptions): Promise<Page>
  /** The same for a user who is signed in already. */
  openAs(user: SignedIn, path: string, options?: BrowserContextOptions): Promise<Page>
  /** Errors and warnings of the browsers, including violations of the page's policy. */
  complaints: string[]
  stop(): Promise<void>
}

/** Starts API, workers and a Chromium that visits the dashboard. */
export async function startDashboard(settings: Record<string, string> = {}): Promise<Dashboard> {
  const parley = await startParley({ settings: { NODE_ENV: 'development', ...settings } })
  const { client } = parley
  const browser = await startChromium()
  const openWith = (token: string | undefined, path: string, options?: BrowserContextOptions) =>
    openDashboard(
      { browser, address: client.address, token, path, complaints: dashboard.complaints },
      options,
    )
  const dashboard: Dashboard = {
    parley,
    client,
    browser,
    complaints: [],
    async open(path, role = 'owner', options) {
      const user = role ? await signedIn(parley, client, role) : undefined
      return openWith(user?.token, path, options)
    },
    openAs: ({ token }, path, options) => openWith(token, path, options),
    async stop() {
      await browser.close()
      await parley.stop()
    },
  }
  return dashboard
}

interface Visit {
  browser: Browser
  /** The page's origin, which may be a proxy in front of the server. */
  address: string
  /** The value of the cookie; undefined: not signed in. */
  token: string | undefined
  path: string
  /** Gets the errors and warnings of the page. */
  complaints: string[]
}

/** Opens a page of the dashboard in a browser context that no other open page has. */
export async function openDashboard(
  { browser, address, token, path, complaints }: Visit,
  options?: BrowserContextOptions,
): Promise<Page> {
  const still = {
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
  } as const
  const context = await takeContext(browser, { ...still, ...options })
  if (token)
    await context.addCookies([{ name: COOKIE, value: token, url: address, httpOnly: true }])
  context.setDefaultTimeout(100_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: address })
  const page = await context.newPage()
  watch(page, complaints)
  await page.goto(`${address}/dashboard${path}`)
  return page
}
