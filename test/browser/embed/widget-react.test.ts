import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { closePages, hasChromium } from '../../support/browser/browser.ts'
import { ask, pageWith, type Shop, startShop } from '../../support/browser/shop.ts'
import { eventually } from '../../support/http/client.ts'
import { makeIdentitySecret, signIdentity } from '../../support/http/identity.ts'

const inChromium = hasChromium ? describe : describe.skip

/** Makes a page that shows a chat with the props that `show` gets, or no chat. */
const OWN = (base: object) => `
  import { createElement, StrictMode } from 'react'
  import { createRoot } from 'react-dom/client'
  import { ParleyChat, useParley } from 'parley-client/react'
  const root = createRoot(document.querySelector('#root'))
  window.heard = []
  const on = (name) => (detail) => window.heard.push([name, detail])
  function Chat(props) {
    window.calls = useParley(props.instanceId)
    const { isThere = true, prefix = '', ...rest } = props
    const listeners = Object.fromEntries(
      ['onReady', 'onOpen', 'onClose', 'onMessage', 'onReply', 'onError', 'onSession'].map((name) => [name, on(prefix + name)]),
    )
    return isThere ? createElement(ParleyChat, { ...${JSON.stringify(base)}, ...listeners, ...rest }) : null
  }
  window.show = (props) => root.render(createElement(StrictMode, null, createElement(Chat, props)))`

const HELP = `
  import { StrictMode } from 'react'
  import { createRoot } from 'react-dom/client'
  createRoot(document.querySelector('#root')).render(<StrictMode><Help /></StrictMode>)`

inChromium('the React component', function () {
  let shop: Shop
  before(async () => {
    shop = await startShop({}, { MINT_MINUTE_LIMIT: '1000', WIDGET_SESSION_MINUTE_LIMIT: '1000' })
    const { address } = shop.parley.client
    const readme = /^```tsx\n([\s\S]*?)^```/m.exec(readFileSync('client/README.md', 'utf8'))![1]!
    const pasted = readme
      .replace('https://chat.example.com', address)
      .replace('clientId="app_…"', `clientId="${shop.client_id}"`)
      .replace('assistantId="…"', `assistantId="${shop.agent_id}"`)
      .replace('configId="…"', `configId="${shop.configuration_id}"`)
    expect(pasted).not.to.contain('…')
    const base = { address, clientId: shop.client_id, assistantId: shop.agent_id }
    shop.page('/help', await bundled(pasted + HELP))
    shop.page('/own', await bundled(OWN(base)))
  })
  after(() => shop?.stop())
  afterEach(() => closePages(shop.browser))
  beforeEach(() => {
    shop.complaints.length = 0
    shop.parley.model.behave(() => ({ text: 'At nine.' }))
  })

  /** Bundles React's development mode, because StrictMode runs effects twice only there. */
  async function bundled(contents: string) {
    const { outputFiles } = await build({
      stdin: { contents, loader: 'tsx', resolveDir: process.cwd() },
      bundle: true,
      write: false,
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"development"' },
    })
    return { html: pageWith('', `<div id="root"></div><script>${outputFiles[0]!.text}</script>`) }
  }

  const show = (page: Page, props: object) => page.evaluate(`show(${JSON.stringify(props)})`)
  const heard = (page: Page) => page.evaluate('heard') as Promise<[string, any][]>
  const untilHeard = (page: Page, name: string) =>
    eventually(async () => (await heard(page)).find(([one]) => one === name))
  const widgets = (page: Page) => page.locator('parley-widget').count()
  const scripts = (page: Page) => page.locator('script[src*="widget.js"]').count()

  it('works as in the README, and makes one chat though effects run twice @long', async () => {
    const page = await shop.open('/help')
    await page.getByRole('button', { name: 'Where is my parcel?' }).click()
    await page.locator('.bubble').getByText('At nine.').waitFor()
    await page.getByText('1 answers').waitFor()
    expect([await widgets(page), await scripts(page)]).to.deep.equal([1, 1])
    expect(await page.getByRole('dialog').isVisible()).to.equal(true)
    expect(shop.complaints).to.deep.equal([])
  })

  it('notifies the page of events, by its current listeners @long', async () => {
    const page = await shop.open('/own')
    await show(page, {})
    await untilHeard(page, 'onReady')
    await show(page, { prefix: 'new ' })
    await ask(page, 'When?')
    await untilHeard(page, 'new onReply')
    await page.evaluate('calls.close()')
    await untilHeard(page, 'new onClose')
    const all = await heard(page)
    expect(all.map(([name]) => name)).to.deep.equal([
      'onReady',
      'new onOpen',
      'new onMessage',
      'new onSession',
      'new onReply',
      'new onClose',
    ])
    expect(all.find(([name]) => name === 'new onReply')![1].content).to.equal('At nine.')
    expect(await widgets(page)).to.equal(1)
  })

  it('changes the language without a new chat, and starts a new chat for another agent @long', async () => {
    const page = await shop.open('/own')
    await show(page, { locale: 'en' })
    await ask(page, 'When?')
    await page.evaluate("document.querySelector('parley-widget').isFirst = true")
    await show(page, { locale: 'de' })
    await page.getByRole('button', { name: 'Senden' }).waitFor()
    expect(await page.evaluate("document.querySelector('parley-widget').isFirst")).to.equal(true)
    const { id: assistantId } = await shop.parley.client.makeAgent({ name: 'Other' })
    await show(page, { locale: 'de', assistantId })
    await eventually(async () =>
      page.evaluate("document.querySelector('parley-widget')?.isFirst === undefined"),
    )
    await page.locator('.launcher').waitFor()
    expect([await widgets(page), await scripts(page)]).to.deep.equal([1, 1])
    await ask(page, 'And you?')
    const thread = await shop.parley.db('threads').orderBy('id', 'desc').first()
    expect(thread.agent_id).to.equal(assistantId)
    expect(shop.complaints).to.deep.equal([])
  })

  it('leaves nothing behind, also when it is removed while its script loads @long', async () => {
    const page = await shop.open('/own')
    await show(page, {})
    await untilHeard(page, 'onReady')
    await show(page, { isThere: false })
    await eventually(async () => (await widgets(page)) === 0)
    expect(await scripts(page)).to.equal(0)
    expect(await page.evaluate('document.activeElement.tagName + document.title')).to.equal(
      'BODYA shop',
    )
    const released: (() => void)[] = []
    await page.route('**/widget.js', async (route) => {
      await new Promise<void>((resolve) => released.push(resolve))
      await route.continue()
    })
    await show(page, { instanceId: 'late' })
    await eventually(async () => released.length > 0)
    await show(page, { isThere: false, instanceId: 'late' })
    const loaded = page.waitForResponse('**/widget.js')
    for (const release of released) release()
    await loaded
    await page.unroute('**/widget.js')
    // A chat that comes afterwards is alone.
    await show(page, { instanceId: 'late', locale: 'de' })
    await page.getByRole('button', { name: 'Chat öffnen' }).waitFor()
    expect([await widgets(page), await scripts(page)]).to.deep.equal([1, 1])
    expect(shop.complaints).to.deep.equal([])
  })

  it('knows the signed-in user, and forgets them with the token @long', async () => {
    const { parley, client_id } = shop
    const { organizationId: organization_id } = parley.client
    const { secret } = await makeIdentitySecret(parley, {
      credentials: { client_id, organization_id },
    })
    const page = await shop.open('/own')
    await show(page, { identityToken: signIdentity(secret, 'zoe-react') })
    await eventually(
      async () => (await parley.db('contexts').where({ user_reference: 'zoe-react' })).length === 1,
    )
    await untilHeard(page, 'onReady')
    await ask(page, 'When?')
    const known = await parley.db('threads').orderBy('id', 'desc').first()
    expect(known.customer_id).to.be.a('string')
    await show(page, { identityToken: null })
    await eventually(async () => (await page.locator('.bubble').getByText('When?').count()) === 0)
    await ask(page, 'Who am I?')
    const unknown = await parley.db('threads').orderBy('id', 'desc').first()
    expect(unknown.customer_id).to.equal(null)
    expect(unknown.id).not.to.equal(known.id)
  })

  it('reports when its script cannot be loaded, and keeps calls until the chat exists @long', async () => {
    const page = await shop.open('/own')
    await page.route('**/widget.js', (route) => route.abort())
    await show(page, {})
    await page.evaluate('calls.open()')
    const [, error] = (await untilHeard(page, 'onError')) as [string, any]
    expect(error.code).to.equal('script_failed')
    await page.unroute('**/widget.js')
    await show(page, { isThere: false })
    await show(page, {})
    await page.getByRole('dialog').waitFor()
    expect(await widgets(page)).to.equal(1)
  })
})
