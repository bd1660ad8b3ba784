import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { hasChromium, startChromium, startSite } from '../support/browser/browser.ts'
import { readToken, signedIn } from '../support/http/access.ts'
import type { Client } from '../support/http/client.ts'
import { makeApplication, type Parley, startParley } from '../support/product/parley.ts'

type Site = Awaited<ReturnType<typeof startSite>>

/** The part of an answer that a page can read: `blocked` if the browser hides all of it. */
type Seen = { status: number; body: any; limit: string | null } | 'blocked'

const inChromium = hasChromium ? describe : describe.skip

inChromium('a page in Chromium', function () {
  let parley: Parley
  let client: Client
  let client_id: string
  let agent_id: string
  let browser: Browser
  let sites: { allowed: Site; foreign: Site }
  let pages: { allowed: Page; foreign: Page }
  before(async () => {
    parley = await startParley({ settings: { NODE_ENV: 'development' } })
    client = parley.client
    parley.model.behave(() => ({ text: 'We open at nine.' }))
    agent_id = (await client.makeAgent()).id
    sites = { allowed: await startSite(), foreign: await startSite() }
    const { application } = await makeApplication(parley.db, client.organizationId, [
      sites.allowed.origin,
    ])
    client_id = application.client_id
    browser = await startChromium()
    pages = { allowed: await open(sites.allowed), foreign: await open(sites.foreign) }
  })
  after(async () => {
    await browser?.close()
    await Promise.all(Object.values(sites ?? {}).map((site) => site.close()))
    await parley.stop()
  })

  async function open({ origin }: Site): Promise<Page> {
    const page = await browser.newPage()
    await page.goto(origin)
    return page
  }

  /** Calls `fetch` in the page, as a script there would. */
  const from = (page: Page, method: string, path: string, more: object = {}): Promise<Seen> =>
    page.evaluate(
      async ([url, init]) => {
        try {
          const response = await fetch(url, init)
          const text = await response.text()
          const limit = response.headers.get('X-RateLimit-Limit')
          return { status: response.status, body: text ? JSON.parse(text) : null, limit }
        } catch {
          return 'blocked' as const
        }
      },
      [client.address + path, { method, ...more }] as const,
    )

  const json = (body: object, headers: object = {}) => ({
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  })

  const MINT = '/api/v1/auth/widget-token'
  const read = (seen: Seen) => {
    if (seen === 'blocked') throw new Error('the browser let the page read nothing')
    return seen
  }

  /** Chats as the widget does. */
  async function chat(page: Page) {
    const { token } = read(await from(page, 'POST', MINT, json({ client_id }))).body
    const authorization = { Authorization: `Bearer ${token}` }
    const session = read(
      await from(page, 'POST', '/api/v1/sessions', json({ agent_id }, authorization)),
    )
    const path = `/api/v1/sessions/${session.body.data.id}/messages`
    const reply = read(
      await from(page, 'POST', path, json({ content: 'When do you open?' }, authorization)),
    )
    return { token, path, authorization, reply }
  }

  it('of an allowed origin gets a token, opens a session, posts a message and reads the reply', async () => {
    const { token, reply } = await chat(pages.allowed)
    expect(readToken(token).claims.origin).to.equal(sites.allowed.origin)
    expect(reply.status).to.equal(201)
    expect(reply.body.data.content).to.equal('We open at nine.')
    expect(reply.limit).to.equal('20')
  })

  it('of an allowed origin reads why it is refused', async () => {
    const refused = read(await from(pages.allowed, 'GET', '/api/v1/sessions'))
    expect([refused.status, refused.body.code]).to.deep.equal([401, 'unauthenticated'])
  })

  it('of a foreign origin gets no token, and learns nothing of the refusal', async () => {
    expect(await from(pages.foreign, 'POST', MINT, json({ client_id }))).to.equal('blocked')
    const simple = {
      body: JSON.stringify({ client_id }),
      headers: { 'Content-Type': 'text/plain' },
    }
    expect(await from(pages.foreign, 'POST', MINT, simple)).to.equal('blocked')
  })

  it('of a foreign origin reads nothing with a token that it has stolen', async () => {
    const { path, authorization } = await chat(pages.allowed)
    expect(
      read(await from(pages.allowed, 'GET', path, { headers: authorization })).status,
    ).to.equal(200)
    expect(await from(pages.foreign, 'GET', path, { headers: authorization })).to.equal('blocked')
  })

  it('of a foreign origin cannot read even public answers', async () => {
    expect(await from(pages.foreign, 'GET', '/health')).to.equal('blocked')
    expect(read(await from(pages.allowed, 'GET', '/health')).status).to.equal(200)
  })

  it('that would send a client secret is stopped by its browser after the preflight', async () => {
    const arrived: string[] = []
    const note = (message: unknown) => {
      const { request } = message as { request: IncomingMessage }
      arrived.push(
        `${request.method} ${request.url}${request.headers['x-api-secret'] ? ' with a secret' : ''}`,
      )
    }
    subscribe('http.server.request.start', note)
    try {
      for (const page of Object.values(pages)) {
        const body = json({ name: 'From a page' }, client.authorization)
        expect(await from(page, 'POST', '/api/v1/agents', body)).to.equal('blocked')
        expect(await from(page, 'GET', '/ready', { headers: client.authorization })).to.equal(
          'blocked',
        )
      }
    } finally {
      unsubscribe('http.server.request.start', note)
    }
    const preflights = ['OPTIONS /api/v1/agents', 'OPTIONS /ready']
    expect(arrived).to.deep.equal([...preflights, ...preflights])
  })

  it("of another origin can do nothing with the cookie of the dashboard's user", async () => {
    const { token, headers } = await signedIn(parley, client, 'owner')
    for (const page of Object.values(pages)) {
      await page
        .context()
        .addCookies([{ name: 'parley_session', value: token, url: client.address }])
      // Another port of the same host is the same site, so the browser sends the cookie.
      const all = { credentials: 'include' as const }
      const seen = await from(page, 'GET', '/dashboard/session', all)
      if (page === pages.foreign) expect(seen).to.equal('blocked')
      else expect([read(seen).status, read(seen).body.code]).to.deep.equal([403, 'csrf_failed'])
      const out = await from(page, 'DELETE', '/dashboard/session', {
        ...all,
        headers: { 'X-CSRF-Token': headers['X-CSRF-Token'] },
      })
      expect(out).to.equal('blocked')
    }
    expect(await parley.db('dashboard_sessions')).to.have.length(1)
  })
})
