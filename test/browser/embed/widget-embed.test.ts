import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from 'chai'
import { build, transform } from 'esbuild'
import { hasChromium } from '../../support/browser/browser.ts'
import { ask, pageWith, type Shop, startShop } from '../../support/browser/shop.ts'

// Not imported: React's types declare empty browser types, which would replace those of Playwright.
const require = createRequire(import.meta.url)
const { createElement } = require('react')
const { renderToString } = require('react-dom/server')

const inChromium = hasChromium ? describe : describe.skip

/** The code in the guide, in its order. */
const [html = '', react = '', next = ''] = [
  ...readFileSync('docs/guide/embed.md', 'utf8').matchAll(/^```(?:html|tsx)\n([\s\S]*?)^```/gm),
].map(([, code]) => code!)

inChromium('the widget, embedded as the guide shows it,', () => {
  let shop: Shop
  before(async () => {
    shop = await startShop()
    shop.parley.model.behave(() => ({ text: 'It comes tomorrow.' }))
  })
  after(() => shop.stop())

  /** Replaces the guide's address and ids in the code by this server's. */
  const filled = (code: string) =>
    code
      .replaceAll('https://chat.example.com', shop.parley.client.address)
      .replaceAll('app_…', shop.client_id)
      .replace(/(assistant-?id(?:="|: '))…/i, `$1${shop.agent_id}`)
      .replace(/(config-?id(?:="|: '))…/i, `$1${shop.configuration_id}`)

  it('works as plain HTML', async () => {
    shop.page('/plain', { html: pageWith(filled(html)) })
    expect(await ask(await shop.open('/plain'), 'Where is my parcel?')).to.equal(
      'It comes tomorrow.',
    )
  })

  it('works as a component of React, which removes it again @long', async () => {
    const mounting = `
      import { createRoot } from 'react-dom/client'
      const root = createRoot(document.getElementById('root'))
      root.render(<Chat />)
      document.getElementById('own').onclick = () => root.unmount()`
    const { outputFiles } = await build({
      stdin: { contents: filled(react) + mounting, loader: 'tsx', resolveDir: process.cwd() },
      bundle: true,
      write: false,
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"production"' },
    })
    const body = `<button id="own">Leave</button><div id="root"></div><script>${outputFiles[0]!.text}</script>`
    shop.page('/react', { html: pageWith('', body) })
    const page = await shop.open('/react')
    expect(await ask(page, 'Where is my parcel?')).to.equal('It comes tomorrow.')
    await page.locator('#own').click()
    await page.locator('parley-widget').waitFor({ state: 'detached' })
    expect(await page.locator('script[data-client-id]').count()).to.equal(0)
  })

  it('works in a layout of Next, as React renders it on the server @long', async () => {
    const { code } = await transform(filled(next), {
      loader: 'tsx',
      jsx: 'automatic',
      format: 'cjs',
    })
    const module: any = {}
    new Function('require', 'module', code)(require, module)
    const html = renderToString(
      createElement(module.exports.default, {}, createElement('h1', {}, 'A shop')),
    )
    shop.page('/next', { html: `<!doctype html>${html}` })
    const page = await shop.open('/next')
    expect(await ask(page, 'Where is my parcel?')).to.equal('It comes tomorrow.')
    expect(await page.locator('head > script[data-client-id]').count()).to.equal(1)
  })

  it('causes no complaint of the browser', () => expect(shop.complaints).to.deep.equal([]))
})
