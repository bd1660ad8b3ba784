import { expect } from 'chai'
import { parseHosts } from '../../../shared/lib/egress/publicAddresses.ts'
import { crawl } from '../../../workers/crawl/crawl.ts'
import { loadPage } from '../../../workers/crawl/loadPage.ts'
import { makeRobots } from '../../../workers/crawl/robotsTxt.ts'
import { makeReader, type Reader } from '../../../workers/reader/subprocess.ts'
import { makePdf } from '../../support/data/documents.ts'
import { type Pages, startPages } from '../../support/servers/pages.ts'

const HOURS = 'The shop opens at nine.'
const page = (body: string, head = '') => `<html><head>${head}</head><body>${body}</body></html>`
const frameset = (...addresses: string[]) =>
  `<html><head><title>Shop</title></head><frameset cols="20%,*">${addresses
    .map((src) => `<frame src="${src}">`)
    .join('')}<noframes><body>Your browser does not support frames.</body></noframes></frameset>`

const broken = (path: string) => `<iframe src="/broken${path}"></iframe>`

describe('the frames of a page', () => {
  const { signal } = new AbortController()
  const kept = makeReader(signal)
  const reader: Reader = { ...kept, close: () => undefined }
  let site: Pages
  let canary: Pages
  before(async () => {
    site = await startPages()
    canary = await startPages()
  })
  beforeEach(() => {
    site.clear()
    site.requests.length = 0
  })
  afterEach('no other server was asked', () => expect(canary.connections).to.equal(0))
  after(async () => {
    kept.close()
    await Promise.all([site.close(), canary.close()])
  })

  const options = (hosts = site.host) => ({ signal, trustedHosts: parseHosts(hosts) })
  async function read(): Promise<string[]> {
    const beforeHop = makeRobots(options()).assertAllowed
    const given = { ...options(), beforeHop, reader, heading: null }
    const { extraction } = await loadPage(site.url('/'), given)
    return 'error' in extraction
      ? [`${extraction.error.code}: ${extraction.error.detail}`]
      : extraction.chunks.map(({ text }) => text)
  }
  const fetched = () => site.requests.filter((request) => request !== 'GET /robots.txt')

  it('of a frameset are its text, without what it says to browsers without frames', async () => {
    site.serve('/', frameset('menu.html', '/main.html'))
    site.serve('/menu.html', page('<p>All departments</p>'))
    site.serve('/main.html', page(`<p>${HOURS}</p>`))
    expect(await read()).to.deep.equal(['All departments', HOURS])
  })

  it('are read if the page has little text otherwise', async () => {
    site.serve('/hours', page(`<p>${HOURS}</p>`))
    site.serve('/', page('<h1>Hours</h1><iframe src="/hours" width="100%"></iframe>'))
    expect(await read()).to.deep.equal(['Hours', HOURS])
    site.serve('/', page('<div id="app">Loading…</div><iframe src="/hours"></iframe>'))
    expect(await read()).to.deep.equal([HOURS])
    site.serve('/', page(`<p>${'Flowers are sold here. '.repeat(20)}</p><iframe src="/hours">`))
    expect((await read()).join()).not.to.contain('nine')
  })

  it('are read from srcdoc, and from documents, and after redirects', async () => {
    const inner = page(`<p>${HOURS}</p>`).replaceAll('<', '&lt;').replaceAll('"', '&quot;')
    site.serve('/prices.pdf', makePdf(['Tea costs two florins.']), 'application/pdf')
    site.serve('/moved', page('', '<meta http-equiv="refresh" content="0; url=/parcels">'))
    site.serve('/parcels', page('<p>Parcels take three days.</p>'))
    const frames = `<iframe srcdoc="${inner}" src="/no"></iframe><iframe src="/prices.pdf"></iframe><iframe src="/moved"></iframe>`
    site.serve('/', page(frames))
    expect(await read()).to.deep.equal([
      HOURS,
      'Tea costs two florins.',
      'Parcels take three days.',
    ])
    expect(site.requests).not.to.include('GET /no')
  })

  it('are read within frames, three levels deep, each once, and ten at most', async () => {
    for (let n = 0; n < 6; n++) {
      const path = n ? `/level${n}` : '/'
      site.serve(
        path,
        page(`<p>Level ${n}.</p><iframe src="/level${n + 1}"></iframe><iframe src="/">`),
      )
    }
    expect(await read()).to.deep.equal(['Level 0.', 'Level 1.', 'Level 2.', 'Level 3.'])
    const frames = Array.from({ length: 30 }, (_, n) => `/frame${n}`)
    site.serve('/', frameset(...frames, '/', '/frame0'))
    for (const frame of frames) {
      site.serve(frame, frameset(...frames.map((path) => `${path}?in=${frame.slice(1)}`)))
      for (const path of frames)
        site.serve(`${path}?in=${frame.slice(1)}`, page(`<p>${path} in ${frame}.</p>`))
    }
    site.requests.length = 0
    await read()
    expect(fetched()).to.have.length(11)
    for (const frame of frames) site.serve(frame, page(frames.map(broken).join('')))
    site.serve('/', page(frames.map((src) => `<iframe src="${src}"></iframe>`).join('')))
    site.requests.length = 0
    await read()
    expect(fetched(), 'broken frames').to.have.length(11)
  })

  it('are not read where the page hides them', async () => {
    const frame = `<iframe srcdoc="<p>Ignore.</p>"></iframe>`
    for (const hidden of [
      `<div style="display:none">${frame}</div>`,
      `<div hidden>${frame}</div>`,
      frame.replace('srcdoc', 'class="gone" srcdoc'),
      frame.replace('srcdoc', 'style="opacity:0" srcdoc'),
      frame.replace('srcdoc', 'style="position:absolute;left:-9999px" srcdoc'),
      frame.replace('srcdoc', 'style="width:0;height:0" srcdoc'),
      `<template>${frame}</template>`,
      `<noscript>${frame}</noscript>`,
      `<!-- ${frame} -->`,
    ]) {
      site.serve('/', page(`<p>${HOURS}</p>${hidden}`, '<style>.gone{display:none}</style>'))
      expect(await read(), hidden).to.deep.equal([HOURS])
    }
  })

  it('are not read from other sites, nor if they are hidden, forbidden or broken', async () => {
    const other = await startPages()
    other.serve('/', page('<p>Another shop.</p>'))
    site.serve('/robots.txt', 'User-agent: *\nDisallow: /private')
    site.serve('/noindex', page('<p>Not indexed.</p>', '<meta name="robots" content="noindex">'))
    site.redirect('/away', other.url('/'))
    site.serve('/hours', page(`<p>${HOURS}</p>`))
    const addresses = [canary.url('/'), other.url('/'), '/away', '/private', '/noindex', '/none']
    const hidden = ['hidden', 'style="display: none"', 'width="0" height="0"', 'height=1px']
    const frames = [
      ...addresses.map((src) => `<iframe src="${src}"></iframe>`),
      ...hidden.map((more, n) => `<iframe src="/hidden${n}" ${more}></iframe>`),
      '<iframe src="about:blank"></iframe><iframe src="javascript:x"></iframe><iframe></iframe>',
      '<iframe src="/hours"></iframe>',
    ]
    site.serve('/', page(frames.join('')))
    const given = { ...options(`${site.host},${other.host}`), reader, heading: null }
    const beforeHop = makeRobots(given).assertAllowed
    const { extraction } = await loadPage(site.url('/'), { ...given, beforeHop })
    expect('chunks' in extraction && extraction.chunks.map(({ text }) => text)).to.deep.equal([
      HOURS,
    ])
    expect(other.connections).to.equal(0)
    expect(fetched().join()).not.to.match(/hidden|private/)
    await other.close()
  })

  it('are blamed if none of a frameset can be read, and no script is', async () => {
    site.serve('/', frameset('/none'))
    expect((await read())[0]).to.match(/^fetch_failed: The page consists of frames.* 404/)
    site.serve('/', frameset(canary.url('/')))
    expect((await read())[0]).to.match(/^no_text: The page consists of frames/)
  })

  it('belong to their page in a crawl, which follows their links', async () => {
    site.serve('/', frameset('/menu', '/main'))
    site.serve('/menu', page('<a href="/main">Start</a> <a href="/parcels">Parcels</a>'))
    site.serve('/main', page(`<p>${HOURS}</p>`))
    site.serve('/parcels', page('<p>Parcels take three days.</p>'))
    const plan = { start: site.url('/'), by: 'site' as const, maxPages: 9, seconds: 60 }
    const found = await crawl({ ...plan, onProgress: () => undefined }, options(), reader)
    expect(found.chunks.map(({ text, page_url }) => [text, page_url])).to.deep.equal([
      ['Start Parcels', site.url('/')],
      [HOURS, site.url('/')],
      ['Parcels take three days.', site.url('/parcels')],
    ])
    expect(found.title).to.equal('Shop')
    expect(found.pages).to.deep.equal({ done: 2, failed: 0 })
  })
})
