import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { closePages, hasChromium } from '../../support/browser/browser.ts'
import { keepPicture } from '../../support/browser/looks.ts'
import { ask, pageWith, type Shop, startShop } from '../../support/browser/shop.ts'
import { eventually } from '../../support/http/client.ts'
import { makeIdentitySecret, signIdentity } from '../../support/http/identity.ts'
import { makeMoment } from '../../support/servers/model.ts'

const inChromium = hasChromium ? describe : describe.skip

inChromium("the widget's memory", function () {
  let shop: Shop
  before(async () => {
    shop = await startShop(
      { greeting: 'Hello!' },
      { MINT_MINUTE_LIMIT: '1000', WIDGET_SESSION_MINUTE_LIMIT: '1000' },
    )
    shop.page('/kept', { html: pageWith(shop.tag({ 'data-remember': 'true' })) })
  })
  after(() => shop?.stop())
  afterEach(() => closePages(shop.browser))
  beforeEach(() => {
    shop.complaints.length = 0
    shop.parley.model.behave(() => ({ text: 'At nine.' }))
  })

  const bubbles = (page: Page) => page.locator('.bubble').allInnerTexts()
  const lasting = (page: Page) => page.evaluate<string>('JSON.stringify(localStorage)')
  const shows = (page: Page, texts: string[]) =>
    eventually(async () => (await bubbles(page)).join() === texts.join())
  async function another(page: Page, path: string): Promise<Page> {
    const tab = await page.context().newPage()
    await tab.goto(shop.origin + path)
    return tab
  }
  const WHOLE = ['Hello!', 'When?', 'At nine.']

  it('shows the chat in all tabs and on the next visit, if the page allows that @long', async () => {
    const page = await shop.open('/kept')
    await ask(page, 'When?')
    const tab = await another(page, '/kept')
    await tab.locator('.launcher').click()
    await shows(tab, WHOLE)
    // A later visit.
    await page.close()
    await tab.close()
    const later = await another(page, '/kept')
    await later.locator('.launcher').click()
    await shows(later, WHOLE)
    const count = (await shop.parley.db('threads')).length
    await ask(later, 'And on Sundays?')
    expect(await shop.parley.db('threads')).to.have.length(count)
  })

  it('updates each tab as messages come, and follows into a new chat @long', async () => {
    const page = await shop.open('/kept')
    await ask(page, 'When?')
    const tab = await another(page, '/kept')
    await tab.locator('.launcher').click()
    await shows(tab, WHOLE)
    const seen = makeMoment()
    shop.parley.model.behave(() => ({
      pieces: ['Never ', 'ever.'],
      everyMs: 5,
      after: seen.promise,
    }))
    await page.getByRole('textbox').fill('And on Sundays?')
    await page.keyboard.press('Enter')
    await tab.locator('.me').nth(1).waitFor()
    seen.come()
    const all = [...WHOLE, 'And on Sundays?', 'Never ever.']
    await shows(tab, all)
    await shows(page, all)
    await page.getByRole('button', { name: 'New chat' }).click()
    await shows(tab, ['Hello!'])
    expect(shop.complaints).to.deep.equal([])
  })

  it('shares nothing between tabs unless asked to, and is deleted when that is revoked @long', async () => {
    const page = await shop.open('/')
    await ask(page, 'When?')
    expect(await lasting(page)).to.equal('{}')
    await page.evaluate('void Parley.remember()')
    expect(await lasting(page)).to.contain('token')
    const tab = await another(page, '/')
    await tab.locator('.launcher').click()
    await shows(tab, WHOLE)
    await tab.evaluate('void Parley.remember(false)')
    expect(await lasting(tab)).to.equal('{}')
  })

  it('is empty in all tabs after a logout @long', async () => {
    const page = await shop.open('/kept')
    await ask(page, 'My secret')
    const tab = await another(page, '/kept')
    await tab.locator('.launcher').click()
    await shows(tab, ['Hello!', 'My secret', 'At nine.'])
    await page.evaluate('void Parley.logout()')
    for (const each of [page, tab]) {
      await shows(each, ['Hello!'])
      expect(await lasting(each)).not.to.match(/secret|token|session/)
    }
  })

  it('can be switched by the owner as well @long', async () => {
    const { body } = await shop.parley.client.post('/api/v1/widget-configurations', {
      name: 'Kept',
      agent_id: shop.agent_id,
      remember: true,
    })
    shop.page('/configured', { html: pageWith(shop.tag({ 'data-config-id': body.data.id })) })
    const page = await shop.open('/configured')
    await ask(page, 'When?')
    const tab = await another(page, '/configured')
    await tab.locator('.launcher').click()
    await tab.locator('.foot').waitFor()
    expect((await bubbles(tab)).slice(1)).to.deep.equal(WHOLE.slice(1))
  })

  it("shows a known customer's chat on every device, and nobody else's @long", async () => {
    const { client_id } = shop
    const { organizationId: organization_id } = shop.parley.client
    const { secret } = await makeIdentitySecret(shop.parley, {
      credentials: { client_id, organization_id },
    })
    const identify = (page: Page, who: string) =>
      page.evaluate(`Parley.identify(${JSON.stringify(signIdentity(secret, who))})`)
    const page = await shop.open('/')
    await ask(page, 'When?')
    await identify(page, 'zoe')
    await shows(page, WHOLE)
    const device = await shop.open('/')
    await device.locator('.launcher').click()
    await identify(device, 'zoe')
    await shows(device, WHOLE)
    await device.getByRole('button', { name: 'New chat' }).click()
    await ask(device, 'And where?')
    await device.getByRole('button', { name: 'More' }).click()
    await device.getByRole('button', { name: 'Earlier chats' }).click()
    await device.getByRole('button', { name: 'When?' }).click()
    await shows(device, WHOLE)
    await identify(device, 'ada')
    await shows(device, ['Hello!'])
    expect(await device.evaluate<string>('JSON.stringify(sessionStorage)')).not.to.contain('When?')
    await page.evaluate('void Parley.logout()')
    await shows(page, ['Hello!'])
    await page.evaluate("Parley.identify('forged')")
    expect(shop.complaints.join()).to.contain('refuses this identity')
    expect(await bubbles(page)).to.deep.equal(['Hello!'])
  })

  it('counts unread messages, on the button and before the title @long', async () => {
    const page = await shop.open('/')
    const closed = makeMoment()
    shop.parley.model.behave(() => ({ text: 'At nine.', after: closed.promise }))
    await page.locator('.launcher').click()
    await page.getByRole('textbox').fill('When?')
    await page.keyboard.press('Enter')
    await page.locator('.dots').waitFor()
    await page.evaluate('Parley.close()')
    closed.come()
    await page.locator('.unread').getByText('1').waitFor()
    expect(await page.title()).to.equal('(1) A shop')
    expect(await page.locator('.launcher').getAttribute('aria-label')).to.equal('Open chat (1)')
    await page.reload()
    await page.locator('.unread').getByText('1').waitFor()
    await page.locator('.launcher').click()
    await page.locator('.foot').waitFor()
    expect(await page.locator('.unread').isVisible()).to.equal(false)
    expect(await page.title()).to.equal('A shop')
  })

  it('lists earlier chats, to go back to, and each as a file @long', async () => {
    const page = await shop.open('/')
    await ask(page, 'When?')
    await page.getByRole('button', { name: 'New chat' }).click()
    await ask(page, 'And where?')
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Earlier chats' }).click()
    await page.getByRole('button', { name: 'When?' }).click()
    await shows(page, WHOLE)
    await page.getByRole('button', { name: 'More' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save transcript' }).click(),
    ])
    expect(file.suggestedFilename()).to.equal('Chat.txt')
    const text = Buffer.concat(await (await file.createReadStream()).toArray()).toString()
    expect(text).to.equal('You: When?\n\nReply: At nine.\n')
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Earlier chats' }).click()
    expect(await page.locator('.past li').count()).to.equal(1)
    await keepPicture(page, 'earlier-chats')
    await page.getByRole('button', { name: 'Back' }).click()
    await shows(page, WHOLE)
  })
})
