import { readdirSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { request } from 'undici'
import { chooseLocale, directionOf, type Texts, withOwn } from '../../../web/widget/locales.ts'
import { palette } from '../../../web/widget/theme.ts'
import { builtChat, builtScript, builtTexts, bundle } from '../../support/browser/shop.ts'
import { MAX_BYTES, MAX_PAGE_BYTES } from '../../support/browser/widgetSizes.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

/** English is part of the chat itself. */
const LANGUAGES = readdirSync('web/widget/languages').length

describe("the widget's script", () => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ workers: false })
  })
  after(() => parley.stop())

  /** A bare request, because `fetch` would unpack the answer. */
  const get = async (headers: Record<string, string> = {}, path = '/widget.js') => {
    const answer = await request(parley.client.address + path, { headers })
    return { ...answer, bytes: Buffer.from(await answer.body.arrayBuffer()) }
  }

  const packed = (bytes: Buffer) => gzipSync(bytes, { level: 9 }).length

  it('has at most 8 kB compressed, and 33 kB with the chat', () => {
    // The figure in README and guide is neither too small nor much too large.
    expect(packed(builtScript())).to.be.within(0.75 * MAX_PAGE_BYTES, MAX_PAGE_BYTES)
    const texts = builtTexts().map(packed)
    expect(texts).to.have.length(LANGUAGES - 1)
    const all = packed(builtScript()) + packed(builtChat().bytes) + Math.max(...texts)
    expect(all).to.be.within(0.75 * MAX_BYTES, MAX_BYTES)
  })

  it('names the one chat script that belongs to it, which is cached for a year and served to any origin', async () => {
    const { name, bytes } = builtChat()
    expect(builtScript().toString()).to.contain(name)
    const headers = { Origin: 'https://anybody.example.com', 'Accept-Encoding': 'gzip' }
    const answer = await get(headers, `/widget/${name}`)
    expect(gunzipSync(answer.bytes).equals(bytes)).to.equal(true)
    expect(answer.headers).to.include({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(answer.headers).not.to.have.property('access-control-allow-credentials')
  })

  it('gets no chat script of another version, and that answer is not cached', async () => {
    for (const name of ['chat-AAAAAAAA.js', '..%2Fwidget.js', '%2e%2e%2fwidget.js']) {
      const { statusCode, headers } = await get({}, `/widget/${name}`)
      expect([statusCode, headers['cache-control']], name).to.deep.equal([404, 'no-store'])
    }
  })

  it('is served to pages of any origin, compressed if the client accepts it', async () => {
    const plain = await get({
      Origin: 'https://anybody.example.com',
      'Accept-Encoding': 'identity',
    })
    expect(plain.statusCode).to.equal(200)
    expect(plain.bytes.equals(builtScript())).to.equal(true)
    const packed = await get({ 'Accept-Encoding': 'gzip, br' })
    expect(packed.headers['content-encoding']).to.equal('gzip')
    expect(gunzipSync(packed.bytes).equals(builtScript())).to.equal(true)
    for (const { headers } of [plain, packed]) {
      expect(headers).to.include({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=300',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
      expect(headers.vary).to.contain('Accept-Encoding')
      expect(headers).not.to.have.property('access-control-allow-credentials')
    }
  })

  it('is not sent again to a client that has it', async () => {
    const { headers } = await get()
    const again = await get({ 'If-None-Match': String(headers.etag) })
    expect([again.statusCode, again.bytes.length]).to.deep.equal([304, 0])
    expect(again.headers.etag).to.equal(headers.etag)
    expect((await get({ 'If-None-Match': '"another"' })).statusCode).to.equal(200)
  })

  it('contains nothing that a strict Content-Security-Policy forbids', () => {
    const source = builtScript().toString() + builtChat().bytes.toString()
    expect(source).not.to.match(
      /\beval\(|new Function|innerHTML|insertAdjacentHTML|document\.write/,
    )
  })
})

describe("the widget's texts", () => {
  it("are the language's, or English, and the owner's come before both", async () => {
    // Only Vite can import the files of a folder.
    interface Loaded {
      loadTexts(locale: string): Promise<void>
      loadedTexts(locale: string): Texts
    }
    const context: { Languages?: Loaded } = {}
    runInNewContext(await bundle('languages.ts', 'Languages'), context)
    const { loadTexts, loadedTexts } = context.Languages!
    for (const locale of ['de-AT', 'sw', 'zh-Hant-TW', 'nb-NO', 'nn']) await loadTexts(locale)
    const textsOf = (locale: string, own: Parameters<typeof withOwn>[1]) =>
      withOwn(loadedTexts(locale), own)
    const owned = { title: 'Ask us', texts: { send: 'Go' } }
    const { title, send, close } = textsOf('de-AT', owned)
    expect([title, send, close]).to.deep.equal(['Ask us', 'Go', 'Chat schließen'])
    expect(textsOf('sw', {}).close).to.equal('Close chat')
    expect(textsOf('zh-Hant-TW', {}).send).to.equal('发送')
    expect([textsOf('nb-NO', {}).close, textsOf('nn', {}).close]).to.deep.equal([
      'Lukk chatten',
      'Lukk chatten',
    ])
  })

  it('are chosen by the first preferred language that exists', () => {
    expect(chooseLocale([undefined, '', 'no language!', 'pt_BR', 'de'])).to.equal('pt-BR')
    expect(chooseLocale([null])).to.equal('en')
    expect(chooseLocale(['zh_Hant_TW-u-nu-hanidec'])).to.equal('zh-Hant-TW')
    const fromRight = ['ar', 'ar-EG', 'fa', 'he', 'ur-PK', 'ps', 'ckb', 'dv', 'yi', 'ku-Arab']
    expect(fromRight.map(directionOf)).to.deep.equal(fromRight.map(() => 'rtl'))
    expect(['arn', 'en', 'hi', 'ku', 'sr-Latn'].map(directionOf).join()).to.equal(
      'ltr,ltr,ltr,ltr,ltr',
    )
  })
})

describe("the widget's colours", () => {
  const channels = (rgb: string) => rgb.match(/\d+/g)!.map(Number)
  const luminance = (rgb: string) => {
    const [r, g, b] = channels(rgb).map((value) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
  }
  const contrast = (one: string, other: string) => {
    const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
    return (light! + 0.05) / (dark! + 0.05)
  }
  /** Each colour with the one below it, and their required contrast. */
  const PAIRS = [
    ['--pt', '--p', 4.5],
    ['--tx', '--bg', 4.5],
    ['--bt', '--b', 4.5],
    ['--mu', '--bg', 4.5],
    ['--ac', '--bg', 4.5],
    ['--er', '--bg', 4.5],
    ['--fb', '--bg', 3],
  ] as const

  it('are readable, whatever the owner chooses', () => {
    const shades = [
      '#000',
      '#fff',
      '#777',
      '#767676',
      '#ffeb3b',
      '#e91e63',
      '#00e5ff',
      '#2e7d32',
      '#1a237e',
    ]
    for (const isDark of [false, true])
      for (const primary of shades)
        for (const given of [
          { primary },
          { primary, background: '#808080' },
          { bubble: primary },
          {},
        ]) {
          const colors = palette(given, isDark)
          for (const [text, on, least] of PAIRS)
            expect(
              contrast(colors[text]!, colors[on]!),
              `${text} on ${on} of ${JSON.stringify(given)}`,
            ).to.be.at.least(least)
        }
  })

  it("are the owner's if set", () => {
    const colors = palette({ primary: '#abc', primary_text: '#aabbcd', text: '#010203' }, true)
    expect([colors['--p'], colors['--pt'], colors['--tx']]).to.deep.equal([
      'rgb(170 187 204)',
      'rgb(170 187 205)',
      'rgb(1 2 3)',
    ])
  })
})
