import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { closePages, hasChromium, savedBy, startSite } from '../../support/browser/browser.ts'
import { type Dashboard, startDashboard } from '../../support/browser/dashboard.ts'
import { expectAccessible, keepPicture } from '../../support/browser/looks.ts'
import { PASSWORD, request, type SignedIn, signedIn } from '../../support/http/access.ts'
import { eventually } from '../../support/http/client.ts'

const inChromium = hasChromium ? describe : describe.skip
const NEW = 'four words nobody expects'
const PHONE = { viewport: { width: 390, height: 844 } } as const
const DARK = { colorScheme: 'dark' } as const

inChromium('people in the dashboard', function () {
  let dashboard: Dashboard
  let owner: SignedIn
  before(async () => {
    dashboard = await startDashboard({ SIGN_IN_MINUTE_LIMIT: '1000', ACCOUNT_SIGN_IN_LIMIT: '4' })
    owner = await signedIn(dashboard.parley, dashboard.client, 'owner')
  })
  after(() => dashboard?.stop())
  afterEach(() => closePages(dashboard.browser))

  const button = (page: Page, name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' })
  const heading = (page: Page, name: string) =>
    page.getByRole('heading', { name, level: 1 }).waitFor()
  async function signIn(page: Page, email: string, password: string) {
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password').fill(password)
    await button(page, 'Sign in').click()
  }
  /**
   * Follows a link of a page whose session has ended. The page may have hidden the link after a
   * signal of its stream.
   */
  const follow = (page: Page, name: string) =>
    page.getByRole('link', { name, exact: true, includeHidden: true }).dispatchEvent('click')
  async function picture(page: Page, name: string) {
    await expectAccessible(page, name)
    await keepPicture(page, name, 'dashboard')
  }

  it('join by a link that an owner hands over, and are editors then @long', async () => {
    const page = await dashboard.openAs(owner, '/people')
    await button(page, 'Invite').click()
    await page.getByLabel('Email address').fill('zoe@example.com')
    await picture(page, 'people-invite')
    await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
    const link = await page.getByRole('dialog').locator('code').innerText()
    await picture(page, 'people-link')
    await button(page, 'Copy link').click()
    expect(await page.evaluate('navigator.clipboard.readText()')).to.equal(link)
    await button(page, 'Done').click()
    await page.getByRole('cell', { name: 'zoe@example.com', exact: true }).waitFor()

    const guest = await dashboard.open('/', null)
    await guest.goto(link)
    await heading(guest, 'Join Test organization')
    await picture(guest, 'invitation')
    await guest.getByLabel('Your name').fill('Zoe')
    await guest.getByLabel('Password').fill('password1234')
    await button(guest, 'Join').click()
    await guest.getByText('is too easy to guess').first().waitFor()
    await guest.getByLabel('Password').fill(NEW)
    await button(guest, 'Join').click()
    await guest.getByRole('button', { name: 'zoe@example.com' }).waitFor()
    expect(guest.url()).not.to.contain('#')
    await guest.goto(`${dashboard.client.address}/dashboard/people`)
    await guest.getByRole('cell', { name: 'Zoe' }).first().waitFor()
    // An editor cannot invite.
    expect(await button(guest, 'Invite').count()).to.equal(0)
    await picture(page, 'people-light')

    await guest.goto(link)
    await guest.getByText('This invitation was used or revoked').waitFor()
    await picture(guest, 'invitation-used')
  })

  it('are listed on a dark page and on a phone without a fault @long', async () => {
    await request(dashboard.client.address, 'POST', '/api/v1/invitations', cookieOf(owner), {
      email: 'waiting@example.com',
      role: 'viewer',
    })
    for (const [look, options] of Object.entries({ dark: DARK, phone: PHONE }))
      for (const [path, title] of [
        ['people', 'Members'],
        ['audit', 'Audit'],
        ['account', 'Your account'],
      ] as const) {
        const page = await dashboard.openAs(owner, `/${path}`, options)
        await heading(page, title)
        await page.getByRole('table').first().waitFor()
        await picture(page, `${path}-${look}`)
        const [wide, room] = await page.evaluate<[number, number]>(
          '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
        )
        expect(wide, path).to.be.at.most(room)
        await page.context().close()
      }
  })

  it('get another role and are removed, which their open pages show at once @long', async () => {
    const editor = await signedIn(dashboard.parley, dashboard.client, 'editor')
    const theirs = await dashboard.openAs(editor, '/people')
    await heading(theirs, 'Members')
    const page = await dashboard.openAs(owner, '/people')
    await button(page, `Change the role of ${editor.user.email}`).click()
    await page.getByRole('dialog').getByLabel('Role').selectOption('owner')
    await button(page, 'Save').click()
    await page.getByText(`${editor.user.email} now has the role owner.`).waitFor()
    await theirs.reload()
    await button(theirs, 'Invite').waitFor()
    await button(page, `Remove ${editor.user.email}`).click()
    await picture(page, 'people-remove')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page
      .getByRole('cell', { name: editor.user.email, exact: true })
      .waitFor({ state: 'detached' })
    await follow(theirs, 'Audit')
    await theirs.getByText('Your session has ended').waitFor()
    expect(new URL(theirs.url()).pathname).to.equal('/dashboard/audit')
    await picture(theirs, 'sign-in-ended')
  })

  it('cannot remove the last owner, and can read why @long', async () => {
    const another = await dashboard.parley.another('One owner')
    const only = await signedIn(dashboard.parley, another, 'owner')
    const page = await dashboard.openAs(only, '/people')
    await button(page, `Remove ${only.user.email}`).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('This is the last owner of the organization').waitFor()
  })

  it('who are viewers see no button that changes something, and are refused by the API @long', async () => {
    const viewer = await signedIn(dashboard.parley, dashboard.client, 'viewer')
    const page = await dashboard.openAs(viewer, '/people')
    await page.getByRole('cell', { name: owner.user.email }).waitFor()
    // The headings' buttons sort the table, and the menu hides columns.
    expect(
      await page.locator('main button:not(th button, .menu button)').allInnerTexts(),
    ).to.deep.equal([])
    const refused = await page.evaluate(
      `(async () => {
        const { data } = await (await fetch('/dashboard/session')).json()
        const headers = { 'X-CSRF-Token': data.csrf_token, 'Content-Type': 'application/json' }
        const send = async (method, path, body) =>
          (await fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })).status
        return [
          await send('POST', '/api/v1/agents', { name: 'Eve' }),
          await send('POST', '/api/v1/invitations', { email: 'eve@example.com', role: 'owner' }),
          await send('PATCH', '/api/v1/users/' + data.user.id, { role: 'owner' }),
          await send('DELETE', '/api/v1/users/${owner.user.id}'),
        ]
      })()`,
    )
    expect(refused).to.deep.equal([403, 403, 403, 403])
  })

  it('change their name and password, and end the session of another browser @long', async () => {
    const mine = await signedIn(dashboard.parley, dashboard.client, 'viewer')
    const other = await dashboard.open('/account', null)
    await signIn(other, mine.user.email, PASSWORD)
    await heading(other, 'Your account')
    const page = await dashboard.openAs(mine, '/account')
    await page
      .getByRole('cell', { name: /on Linux/ })
      .first()
      .waitFor()
    await picture(page, 'account-light')
    await page.getByLabel('Your name').fill('Vera')
    await button(page, 'Save').click()
    await page.getByText('Name changed.').waitFor()
    await page.getByLabel('Current password').fill('not this one')
    await page.getByLabel('New password').fill(NEW)
    await button(page, 'Change password').click()
    await page.getByText('Current password is not your password').waitFor()
    await page.getByLabel('Current password').fill(PASSWORD)
    await button(page, 'Change password').click()
    await page.getByText('Password changed.').waitFor()
    await follow(other, 'Audit')
    await other.getByText('Your session has ended').waitFor()
    await signIn(other, mine.user.email, NEW)
    await heading(other, 'Audit')
    await page.reload()
    await button(page, /^End the session in/).click()
    await page.getByText('Session ended.').waitFor()
    await follow(other, 'Members')
    await other.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('sign out everywhere, which ends another browser @long', async () => {
    const mine = await signedIn(dashboard.parley, dashboard.client, 'editor')
    const [here, there] = [
      await dashboard.openAs(mine, '/account'),
      await dashboard.open('/people', null),
    ] as const
    await signIn(there, mine.user.email, PASSWORD)
    await heading(there, 'Members')
    await button(here, 'Sign out everywhere').click()
    await here.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await here.getByRole('heading', { name: 'Sign in' }).waitFor()
    await follow(there, 'Audit')
    await there.getByText('Your session has ended').waitFor()
  })

  it('of two organizations choose one of them @long', async () => {
    const another = await dashboard.parley.another('Second shop')
    const { user } = await signedIn(dashboard.parley, another, 'owner')
    const first = await signedIn(dashboard.parley, dashboard.client, 'viewer')
    await dashboard.parley.db('users').where({ id: user.id }).update({ email: first.user.email })
    const page = await dashboard.open('/people', null)
    await signIn(page, first.user.email, PASSWORD)
    await page.getByRole('heading', { name: 'Choose an organization' }).waitFor()
    await picture(page, 'sign-in-organization')
    await page.getByLabel('Organization').selectOption('Second shop')
    await button(page, 'Continue').click()
    await page.getByText('Everybody who can sign in to Second shop').waitFor()
  })

  it('can read when to retry after too many wrong passwords @long', async () => {
    const { user } = await signedIn(dashboard.parley, dashboard.client, 'viewer')
    const page = await dashboard.open('/', null)
    for (let n = 0; n < 4; n++) {
      await signIn(page, user.email, `wrong ${n}`)
      await page.getByText('the email address or the password is wrong').waitFor()
    }
    await signIn(page, user.email, PASSWORD)
    await page.getByText(/There were too many wrong passwords.*Try again in \d+ s/).waitFor()
    await picture(page, 'sign-in-throttled')
  })

  it('can see in the audit log who changed what, field by field @long', async () => {
    const editor = await signedIn(dashboard.parley, dashboard.client, 'editor')
    const send = (method: string, path: string, body: object) =>
      request(dashboard.client.address, method, path, cookieOf(editor), body)
    const { id } = (await send('POST', '/api/v1/agents', { name: 'Ada', tone: 'dry' })).body.data
    await send('PATCH', `/api/v1/agents/${id}`, { tone: 'warm', is_active: false })
    await dashboard.client.makeAgent({ name: 'Bob' })
    const { organizationId: organization_id } = dashboard.client
    const application = await dashboard.parley.db('applications').where({ organization_id }).first()
    const page = await dashboard.openAs(owner, '/audit')
    const byKey = page.getByRole('row').filter({ hasText: 'Created the agent Bob' })
    await byKey.getByRole('link', { name: application.name, exact: true }).waitFor()
    await page.getByText('Tone: dry → warm · Active: yes → no').waitFor()
    await picture(page, 'audit-light')
    await page.getByRole('button', { name: /^Changed the agent Ada/ }).click()
    const row = page.getByRole('dialog').getByRole('row', { name: 'Tone' })
    expect(await row.getByRole('cell').allInnerTexts()).to.deep.equal(['dry', 'warm'])
    await picture(page, 'audit-event')
    expect(
      await page.getByRole('link', { name: 'View', exact: true }).getAttribute('href'),
    ).to.equal(`/dashboard/agents/${id}`)
    await button(page, 'Close').click()
    await page.getByLabel('Who', { exact: true }).selectOption(editor.user.email)
    await eventually(async () => (await page.locator('tbody tr').count()) === 2)
    expect(page.url()).to.contain('actor=')
    const first = () => page.locator('tbody tr').first().innerText()
    expect(await first()).to.contain('Changed the agent Ada')
    await page.getByRole('columnheader', { name: 'What' }).getByRole('button').click()
    await page.getByRole('columnheader', { name: 'What' }).getByRole('button').click()
    await eventually(async () => (await first()).includes('Created the agent Ada'))
    expect(page.url()).to.contain('sort=action-desc')
    await button(page, 'Export').click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /^CSV/ }).click(),
    ])
    expect(download.suggestedFilename()).to.equal('audit-events.csv')
    const text = (await savedBy(download)).toString()
    const [, ...lines] = text.trim().split('\r\n')
    expect(lines.map((line) => /agent\.\w+/.exec(line)?.[0])).to.deep.equal([
      'agent.created',
      'agent.changed',
    ])
    await page.getByLabel('What', { exact: true }).selectOption('url')
    await page.getByText('No matching events').waitFor()
  })

  it('can open an event of a later page of the audit log, in German, or read that it does not exist @long', async () => {
    const shop = await dashboard.parley.another('Long ago')
    const agent = await shop.makeAgent({ name: 'Ada', tone: 'dry' })
    const change = (tone: string) =>
      request(shop.address, 'PATCH', `/api/v1/agents/${agent.id}`, shop.authorization, { tone })
    await change('warm')
    const where = { organization_id: shop.organizationId, action: 'agent.changed' }
    const { id } = await dashboard.parley.db('audit_events').where(where).first()
    for (let n = 0; n < 60; n++) await change(`${n}`)
    const theirs = await signedIn(dashboard.parley, shop, 'viewer')
    const page = await dashboard.openAs(theirs, `/audit?open=${id}`, { locale: 'de-DE' })
    const drawer = page.getByRole('dialog')
    const row = drawer.getByRole('row', { name: 'Ton' })
    await row.waitFor()
    expect(await row.getByRole('cell').allInnerTexts()).to.deep.equal(['dry', 'warm'])
    for (const nothing of [owner.user.id, 'nonsense']) {
      await page.goto(`${shop.address}/dashboard/audit?open=${nothing}`)
      await drawer.getByText('Dieses Ereignis gibt es nicht').waitFor()
    }
    await drawer.getByRole('button', { name: 'Schließen' }).click()
    await drawer.waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).to.equal('')
  })

  it('can copy on a page without a clipboard, as without https, and read how if that fails @long', async () => {
    const page = await dashboard.openAs(owner, '/audit')
    await page.evaluate(
      'globalThis.clipboard = navigator.clipboard; delete Navigator.prototype.clipboard',
    )
    expect(await page.evaluate('navigator.clipboard === undefined')).to.equal(true)
    await page.locator('tbody').getByRole('button').first().click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: 'Copy ID' }).first().click()
    await drawer.getByRole('button', { name: 'Copied' }).waitFor()
    const id = new URL(page.url()).searchParams.get('open')
    expect(await page.evaluate('clipboard.readText()')).to.equal(id)
    await page.evaluate('document.execCommand = () => false')
    const last = await drawer.locator('code').last().innerText()
    const asked = page.waitForEvent('dialog')
    const pressed = drawer.getByRole('button', { name: /^Copy/ }).last().click()
    const prompt = await asked
    expect(prompt.defaultValue()).to.equal(last)
    await prompt.accept()
    await pressed
  })

  it('are not affected by a page of another site', async () => {
    const victim = await signedIn(dashboard.parley, dashboard.client, 'owner')
    const { address } = dashboard.client
    const users = () =>
      dashboard.parley.db('users').where({ organization_id: dashboard.client.organizationId })
    const state = async () =>
      JSON.stringify([
        (await users())
          .map(({ id, role, name, password_hash }: any) => [id, role, name, password_hash])
          .sort(),
        (await dashboard.parley.db('invitations').select('id')).length,
        (await dashboard.parley.db('dashboard_sessions').where({ user_id: victim.user.id })).length,
      ])
    const before = await state()
    const attacks = `
      const tries = [
        ['PATCH', '/api/v1/account', { name: 'Eve' }],
        ['POST', '/api/v1/account/password', { current_password: '${PASSWORD}', new_password: '${NEW}' }],
        ['DELETE', '/api/v1/account/sessions'],
        ['PATCH', '/api/v1/users/${victim.user.id}', { role: 'viewer' }],
        ['DELETE', '/api/v1/users/${owner.user.id}'],
        ['DELETE', '/api/v1/users/${owner.user.id}/sessions'],
        ['POST', '/api/v1/invitations', { email: 'eve@example.com', role: 'owner' }],
        ['GET', '/api/v1/users'],
        ['GET', '/api/v1/audit-events'],
        ['GET', '/dashboard/session'],
      ]
      const seen = []
      for (const [method, path, body] of tries)
        for (const type of ['application/json', 'text/plain'])
          seen.push(await fetch('${address}' + path, {
            method, credentials: 'include',
            ...(body && { headers: { 'Content-Type': type }, body: JSON.stringify(body) }),
          }).then((answer) => answer.text(), () => 'blocked'))
      return seen`
    const form = (path: string) =>
      `<form method="post" enctype="text/plain" action="${address}${path}" target="into"><input name='{"email":"eve@example.com","role":"owner","x":"' value='"}'></form>`
    const site = await startSite(() => ({
      html: `<!doctype html><title>Evil</title><iframe name="into"></iframe>
        <img src="${address}/api/v1/users"><iframe id="framed" src="${address}/dashboard/people"></iframe>
        ${form('/api/v1/invitations')}${form('/api/v1/account/password')}`,
    }))
    try {
      const page = await dashboard.openAs(victim, '/people')
      await heading(page, 'Members')
      // Another port of the same host is the same site, so the browser sends the cookie.
      await page.goto(site.origin)
      const seen = await page.evaluate<string[]>(`(async () => {${attacks}})()`)
      expect(seen.filter((text) => text !== 'blocked')).to.deep.equal([])
      await page.evaluate('for (const form of document.forms) form.submit()')
      await eventually(async () => (await page.frame('into')!.url()) !== 'about:blank')
      // A frame shows nothing of the dashboard.
      const framed = page
        .frames()
        .find((frame) => frame !== page.mainFrame() && frame.name() !== 'into')!
      expect(framed.url()).to.equal('chrome-error://chromewebdata/')
      expect(await page.locator('img').evaluate((image: any) => image.naturalWidth)).to.equal(0)
      expect(await state()).to.equal(before)
      // A link to the dashboard works: it shows the user's own data, and changes nothing.
      await page.goto(`${address}/dashboard/people`)
      await heading(page, 'Members')
      expect(await state()).to.equal(before)
    } finally {
      await site.close()
    }
  })
})

/** Returns the cookie as the browser sends it outside production, where it has another name. */
const cookieOf = ({ token, headers }: SignedIn) => ({
  Cookie: `parley_session=${token}`,
  'X-CSRF-Token': headers['X-CSRF-Token']!,
})
