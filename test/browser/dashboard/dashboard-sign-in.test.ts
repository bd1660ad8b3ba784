import { expect } from 'chai'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { closePages, hasChromium } from '../../support/browser/browser.ts'
import { type Dashboard, startDashboard } from '../../support/browser/dashboard.ts'
import { expectAccessible, keepPicture } from '../../support/browser/looks.ts'
import { PASSWORD, type SignedIn, signedIn } from '../../support/http/access.ts'
import { type Issuer, startIssuer } from '../../support/people/issuer.ts'
import { type MailServer, startMailServer } from '../../support/people/smtp.ts'
import { freePort } from '../../support/servers/ports.ts'

const inChromium = hasChromium ? describe : describe.skip
const NEW = 'four words nobody expects'
const WIDTHS = { 390: 844, 1024: 768, 1440: 900 }

inChromium('signing in to the dashboard in a browser @long', function () {
  let dashboard: Dashboard
  let mail: MailServer
  let issuer: Issuer
  let owner: SignedIn
  before(async () => {
    const port = await freePort()
    const address = `http://localhost:${port}`
    mail = await startMailServer()
    issuer = await startIssuer(`${address}/dashboard/single-sign-on`)
    dashboard = await startDashboard({
      PORT: String(port),
      PUBLIC_URL: address,
      SMTP_URL: mail.url,
      SIGN_IN_MINUTE_LIMIT: '1000',
      EGRESS_ALLOWED_HOSTS: issuer.host,
    })
    owner = await signedIn(dashboard.parley, dashboard.client, 'owner')
  })
  after(async () => {
    await dashboard?.stop()
    await mail?.close()
    await issuer?.close()
  })
  afterEach(() => closePages(dashboard.browser))

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const heading = (page: Page, name: string) =>
    page.getByRole('heading', { name, level: 1 }).waitFor()
  /** Waits for the page of a user who has no name, and does not give one now. */
  const isIn = async (page: Page, email: string) => {
    await button(page, 'Not now').click()
    await page.getByRole('button', { name: email }).waitFor()
  }
  async function signIn(page: Page, email: string, password: string) {
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password').fill(password)
    await button(page, 'Sign in').click()
  }
  /** Keeps a picture at each width. */
  async function pictures(page: Page, name: string) {
    await expectAccessible(page, name)
    for (const [width, height] of Object.entries(WIDTHS)) {
      await page.setViewportSize({ width: Number(width), height })
      await keepPicture(page, `${name}-${width}`, 'dashboard')
    }
  }
  /** Opens the page at the address to which passkeys and single sign-on are bound. */
  const atHome = (page: Page, path = '/') =>
    page.goto(`${dashboard.parley.env.PUBLIC_URL}/dashboard${path}`)

  it('works again after a forgotten password, by the link in a mail', async () => {
    const { user } = await signedIn(dashboard.parley, dashboard.client, 'editor')
    const page = await dashboard.open('/', null)
    await pictures(page, 'sign-in')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await heading(page, 'Choose a new password')
    await page.getByLabel('Email address').fill(user.email)
    await pictures(page, 'forgotten')
    await button(page, 'Send link').click()
    await heading(page, 'Check your mailbox')
    const [received] = await mail.untilMailed(user.email)
    const link = /http:\S+#\S+/.exec(received!.text!)![0]
    await page.goto(link)
    await page.getByLabel('New password').fill(NEW)
    await pictures(page, 'reset')
    await button(page, 'Change password').click()
    await page.getByText('Password changed. Sign in with it.').waitFor()
    await signIn(page, user.email, NEW)
    await heading(page, 'What is your name?')
    await pictures(page, 'name')
    await page.getByLabel('Your name').fill('Ada Winter')
    await button(page, 'Continue').click()
    await page.getByRole('button', { name: user.email }).waitFor()
    const { name } = await dashboard.parley.db('users').where({ id: user.id }).first()
    expect(name).to.equal('Ada Winter')
  })

  it('accepts a code of an authenticator app that was set up in the account @long', async () => {
    const own = await signedIn(dashboard.parley, dashboard.client, 'editor')
    const page = await dashboard.openAs(own, '/account')
    await pictures(page, 'account')
    await button(page, 'Set up an app').click()
    const secret = (await page.getByRole('dialog').locator('code').innerText()).replaceAll(' ', '')
    const code = (steps = 0) =>
      new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
    await page.getByRole('img', { name: 'QR code for the app' }).waitFor()
    await pictures(page, 'authenticator')
    await page.getByLabel('Code of the app').fill('000000')
    await page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD)
    await button(page, 'Turn on').click()
    await page.getByText('The app shows another code for this secret.').waitFor()
    await page.getByLabel('Code of the app').fill(code())
    await button(page, 'Turn on').click()
    await page.getByRole('heading', { name: 'Keep your backup codes' }).waitFor()
    const codes = (await page.getByRole('dialog').locator('code').innerText()).split('\n')
    expect(codes).to.have.length(10)
    await pictures(page, 'backup-codes')
    await button(page, 'Done').click()
    await page.getByText('10 backup codes are left.').waitFor()

    const guest = await dashboard.open('/', null)
    await signIn(guest, own.user.email, PASSWORD)
    await heading(guest, 'Enter a code')
    await pictures(guest, 'code')
    await guest.getByLabel('Code').fill(codes[0]!)
    await button(guest, 'Sign in').click()
    await isIn(guest, own.user.email)
  })

  it("works by an organization's identity provider that an owner has set up @long", async () => {
    const page = await dashboard.openAs(owner, '/organization/sign-in')
    await page.getByLabel('Issuer').fill('https://127.0.0.1')
    await page.getByLabel('Client ID').fill(issuer.clientId)
    await page.getByLabel('Client secret').fill(issuer.clientSecret)
    await page.getByLabel('Domains').fill('Example.com')
    await page.getByLabel('Claim with roles or groups').fill('groups')
    await page.getByLabel('Roles by value of the claim').fill('writers = editor')
    await button(page, 'Save').click()
    await page.getByText('The address is not on the public internet.').waitFor()
    await page.getByLabel('Issuer').fill(issuer.url)
    await button(page, 'Save').click()
    await page.getByText('Single sign-on is set up.').waitFor()
    await pictures(page, 'single-sign-on-settings')

    issuer.signsIn({
      sub: 'zoe',
      email: 'zoe@example.com',
      email_verified: true,
      groups: ['writers'],
    })
    const guest = await dashboard.open('/', null)
    await atHome(guest)
    await guest.getByRole('link', { name: 'Sign in with single sign-on' }).click()
    await guest.getByLabel('Organization').fill('test organization')
    await pictures(guest, 'single-sign-on')
    await button(guest, 'Continue').click()
    await isIn(guest, 'zoe@example.com')
    expect(guest.url()).not.to.contain('code=')

    issuer.signsIn({ sub: 'eve', email: 'eve@evil.example', email_verified: true })
    const stranger = await dashboard.open('/', null)
    await atHome(stranger, '/single-sign-on')
    await stranger.getByLabel('Organization').fill('Test organization')
    await button(stranger, 'Continue').click()
    await stranger.getByText('People with addresses at evil.example may not sign in').waitFor()
    await pictures(stranger, 'single-sign-on-refused')
  })

  it('is refused to a deactivated user until they are activated again @long', async () => {
    const own = await signedIn(dashboard.parley, dashboard.client, 'viewer')
    const theirs = await dashboard.openAs(own, '/agents')
    await heading(theirs, 'Agents')
    const page = await dashboard.openAs(owner, '/people')
    await button(page, `Deactivate ${own.user.email}`).click()
    await button(page, 'Deactivate').click()
    await page.getByText('Deactivated').waitFor()
    await pictures(page, 'people-deactivated')
    await theirs.reload()
    await signIn(theirs, own.user.email, PASSWORD)
    await theirs.getByText('the email address or the password is wrong').waitFor()
    await button(page, `Activate ${own.user.email}`).click()
    await button(page, 'Activate').click()
    await page.getByText(`${own.user.email} can sign in again.`).waitFor()
    await signIn(theirs, own.user.email, PASSWORD)
    await isIn(theirs, own.user.email)
  })

  it('works by a passkey of the device, without password and code', async () => {
    const own = await signedIn(dashboard.parley, dashboard.client, 'editor')
    const page = await dashboard.open('/', null)
    await atHome(page)
    // Chromium's virtual authenticator, like that of a phone or a laptop.
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('WebAuthn.enable')
    await devTools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await signIn(page, own.user.email, PASSWORD)
    await isIn(page, own.user.email)
    await atHome(page, '/account')
    await button(page, 'Add a passkey').click()
    await page.getByRole('dialog').getByLabel('Name').fill('Laptop')
    await page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD)
    await pictures(page, 'passkey')
    await button(page, 'Continue').click()
    await page.getByText('Passkey added.').waitFor()
    await pictures(page, 'account-with-passkey')

    await page.context().clearCookies()
    await atHome(page)
    await button(page, 'Sign in with a passkey').click()
    await isIn(page, own.user.email)
    const row = await dashboard.parley.db('passkeys').where({ user_id: own.user.id }).first()
    expect(row.last_used_at).not.to.equal(null)

    await atHome(page, '/account')
    await button(page, 'Remove Laptop').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Removed Laptop.').waitFor()
    await page.context().clearCookies()
    await atHome(page)
    expect(await dashboard.parley.db('passkeys').where({ user_id: own.user.id })).to.deep.equal([])
  })

  it("leaves nothing in the browser's console", () => {
    expect(
      dashboard.complaints.filter((complaint) => !/401|403|409|422/.test(complaint)),
    ).to.deep.equal([])
  })
})
