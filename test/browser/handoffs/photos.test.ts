import { expect } from 'chai'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { closePages, hasChromium } from '../../support/browser/browser.ts'
import { openDashboard } from '../../support/browser/dashboard.ts'
import {
  expectAccessible,
  expectAccessibleWidget,
  keepPicture,
} from '../../support/browser/looks.ts'
import { ask, pageWith, type Shop, startShop, strictPolicy } from '../../support/browser/shop.ts'
import { makePng } from '../../support/data/attachments.ts'
import { request, type SignedIn, signedIn } from '../../support/http/access.ts'
import { eventually } from '../../support/http/client.ts'

const inChromium = hasChromium ? describe : describe.skip

/** A red image that is too large to upload unchanged. */
const PHOTO = { name: 'anna.png', mimeType: 'image/png', buffer: makePng(1200, 700) }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const WIDE = { viewport: { width: 1440, height: 900 } }

inChromium('the photo of a person @long', () => {
  let shop: Shop
  let anna: SignedIn
  before(async () => {
    shop = await startShop(
      { greeting: 'Hello!', offers_people: true },
      { MINT_MINUTE_LIMIT: '1000' },
    )
    const headers = { 'Content-Security-Policy': strictPolicy(shop.parley.client.address) }
    shop.page('/strict', { html: pageWith(shop.tag()), headers })
  })
  after(() => shop?.stop())
  afterEach(() => closePages(shop.browser))
  beforeEach(async () => {
    shop.complaints.length = 0
    shop.parley.model.behave(() => ({ text: 'At nine.' }))
    anna = await signedIn(shop.parley, shop.parley.client, 'editor')
    await shop.parley.db('users').where({ id: anna.user.id }).update({ name: 'Anna Berg' })
  })

  const openPage = (path: string, options: BrowserContextOptions = WIDE) =>
    openDashboard(
      {
        browser: shop.browser,
        path,
        token: anna.token,
        complaints: shop.complaints,
        address: shop.parley.client.address,
      },
      options,
    )
  /** Sends a request with the cookie of a server without TLS. */
  const as = (method: string, path: string, body?: object) =>
    request(
      ...([shop.parley.client.address, method, path] as const),
      { ...anna.headers, Cookie: `parley_session=${anna.token}` },
      body,
    )
  const photo = async (): Promise<string | null> =>
    (await as('GET', '/dashboard/session')).body.data.user.photo
  async function choose(page: Page, file: typeof PHOTO): Promise<void> {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: /^(Choose a|Replace the) photo$/ }).click(),
    ])
    await chooser.setFiles(file)
  }
  /** Waits until the photo is loaded. */
  const untilLoaded = (image: Locator) =>
    eventually(() => image.evaluate((shown: any) => shown.complete && shown.naturalWidth === 128))
  /** Returns the colour in the middle of the widget's picture. */
  const middleOf = (canvas: Locator) =>
    canvas.evaluate((drawn: any) => [...drawn.getContext('2d').getImageData(48, 48, 1, 1).data])

  it('is chosen, replaced and removed under Account, and seen by colleagues', async () => {
    const page = await openPage('/account')
    const own = page.getByRole('region', { name: 'Photo' })
    expect(await own.locator('.face').innerText()).to.equal('AB')
    await choose(page, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes.') })
    await own.getByText('The browser cannot read this file as an image.').waitFor()
    await choose(page, PHOTO)
    await page.getByText('Photo saved.').waitFor()
    await untilLoaded(own.locator('.face img'))
    const first = await photo()
    await expectAccessible(page, 'the account with a photo')
    await keepPicture(page, 'photo-account', 'dashboard')
    await choose(page, PHOTO)
    await eventually(async () => (await photo()) !== first)
    const members = await openPage('/people')
    await untilLoaded(members.getByRole('row', { name: 'Anna Berg' }).locator('.face img'))
    await keepPicture(members, 'photo-members', 'dashboard')
    const phone = await openPage('/account', PHONE)
    await phone.getByRole('button', { name: 'Remove the photo' }).scrollIntoViewIfNeeded()
    await keepPicture(phone, 'photo-account-390', 'dashboard')
    await phone.getByRole('button', { name: 'Remove the photo' }).click()
    await phone.getByText('Photo removed.').waitFor()
    expect(await photo()).to.equal(null)
    expect(shop.complaints).to.deep.equal([])
  })

  for (const [size, options] of [
    ['1440', WIDE],
    ['390', PHONE],
  ] as const)
    it(`is shown beside their words in the widget and the inbox, on ${size} pixels @long`, async () => {
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(makePng(200, 128))]), 'anna.png')
      expect((await as('PUT', '/api/v1/account/photo', form)).status).to.equal(200)
      const visitor = await shop.open('/strict', options)
      await ask(visitor, 'When?')
      const { id } = await shop.parley.db('threads').orderBy('created_at', 'desc').first()
      const path = `/api/v1/sessions/${id}`
      await as('POST', `${path}/handoff`, { reason: 'takeover' })
      await as('POST', `${path}/assign`, { user_id: anna.user.id })
      await visitor.getByText('Anna Berg is here to help.').waitFor()
      await as('POST', `${path}/messages`, { content: 'I am Anna.', role: 'human_agent' })
      await visitor.getByText('I am Anna.').waitFor()
      expect(await middleOf(visitor.locator('.people .face canvas'))).to.deep.equal([
        200, 30, 30, 255,
      ])
      expect(await middleOf(visitor.locator('.signed .face canvas'))).to.deep.equal([
        200, 30, 30, 255,
      ])
      expect(await visitor.locator('.by').innerText()).to.equal('Anna Berg')
      await expectAccessibleWidget(visitor, 'a photo')
      await keepPicture(visitor, `photo-${size}`)
      const inbox = await openPage(`/inbox/${id}`, options)
      const said = inbox.locator('.case .message', { hasText: 'I am Anna.' })
      await said.waitFor()
      await eventually(() =>
        said.locator('.face img').evaluate((shown: any) => shown.naturalWidth === 200),
      )
      await keepPicture(inbox, `photo-inbox-${size}`, 'dashboard')
      // A new page shows no removed photo, not even beside earlier messages.
      await as('DELETE', '/api/v1/account/photo')
      await visitor.reload()
      await visitor.locator('.launcher').waitFor()
      await visitor.evaluate('Parley.open()')
      await visitor.getByText('I am Anna.').waitFor()
      expect(await visitor.locator('.signed .face').innerText()).to.equal('AB')
      expect(await visitor.locator('canvas').count()).to.equal(0)
      expect(shop.complaints).to.deep.equal([])
    })
})
