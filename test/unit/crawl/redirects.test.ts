import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect } from 'chai'
import { parseHosts } from '../../../shared/lib/egress/publicAddresses.ts'
import { makeCookies } from '../../../workers/crawl/cookies.ts'
import { crawl } from '../../../workers/crawl/crawl.ts'
import { loadPage } from '../../../workers/crawl/loadPage.ts'
import { refreshTarget } from '../../../workers/extraction/contract/refresh.ts'
import { makeReader, type Reader } from '../../../workers/reader/subprocess.ts'
import { type Pages, startPages } from '../../support/servers/pages.ts'

const HOURS = 'The shop opens at nine.'
const page = (text: string, head = '') =>
  `<html><head>${head}</head><body><p>${text}</p></body></html>`
const refresh = (content: string) => `<meta http-equiv="refresh" content="${content}">`

describe('a page that sends its readers to another', () => {
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

  const options = (cookies = makeCookies()) => ({
    signal,
    trustedHosts: parseHosts(site.host),
    reader,
    heading: null,
    cookies,
  })
  const load = (path = '/') => loadPage(site.url(path), options())
  async function read(path = '/'): Promise<string> {
    try {
      const { url, extraction } = await load(path)
      const said =
        'error' in extraction
          ? extraction.error.detail
          : extraction.chunks.map(({ text }) => text).join('|')
      return `${url.pathname}${url.search}: ${said}`
    } catch (error) {
      const { code, message } = error as { code: string; message: string }
      return `${code}: ${message}`
    }
  }
  const crawlSite = () => {
    const plan = { start: site.url('/'), by: 'site' as const, maxPages: 20, seconds: 60 }
    const given = { signal, trustedHosts: parseHosts(site.host) }
    return crawl({ ...plan, onProgress: () => undefined }, given, reader)
  }

  const FOLLOWED: [what: string, html: string][] = [
    [
      'Hugo',
      page('', `<link rel="canonical" href="/new"><meta charset=utf-8>${refresh('0; url=/new')}`),
    ],
    ['rustdoc', page('Redirecting to <a href="new">new</a>...', refresh('0;URL=new'))],
    [
      'mkdocs',
      `${page('Redirecting...', `<script>location.href="new"</script>${refresh('0; url=./new')}`)}`,
    ],
    ['single quotes', page('', `<META HTTP-EQUIV='Refresh' CONTENT="5; URL='new'">`)],
    [
      'no quotes',
      '<HTML><HEAD><META HTTP-EQUIV=REFRESH CONTENT="0; URL=/new"></META></HEAD></HTML>',
    ],
    ['no url=', page('', refresh('0; /new'))],
    ['a comma', page('', refresh('1,url=/new'))],
    ['entities', page('', refresh('0;url=&#x2F;new&#63;a=1&amp;b=2'))],
    ['a base', page('', `<base href="/docs/">${refresh('0;url=../new')}`)],
    ['noscript', page('', `<noscript>${refresh('0;url=/new')}</noscript>`)],
    ['the body', page(`Moved. ${refresh('3;url=/new')}`)],
  ]
  for (const [what, html] of FOLLOWED)
    it(`by a refresh is followed: ${what}`, async () => {
      site.serve('/', html)
      for (const path of ['/new', '/new?a=1&b=2']) site.serve(path, page(HOURS))
      expect(await read()).to.match(/^\/new(\?a=1&b=2)?: The shop opens at nine\.$/)
    })

  it('by the header Refresh is followed', async () => {
    site.answer('/', (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html', Refresh: '0; url=/new' }).end('')
    })
    site.serve('/new', page(HOURS))
    expect(await read()).to.equal(`/new: ${HOURS}`)
    site.answer('/', (_, response) => {
      const headers = { 'Content-Type': 'text/html', Refresh: '0; url=javascript:x' }
      response.writeHead(200, headers).end(page(HOURS))
    })
    expect(await read()).to.equal(`/: ${HOURS}`)
  })

  it('is read itself if it is shown for longer, or only shows itself anew', async () => {
    const contents = [
      '6; url=/new',
      '30',
      '3',
      '0; url=/',
      '5; url=#top',
      'url=/new',
      '0; url=javascript:x',
    ]
    for (const content of contents) {
      site.serve('/', page(HOURS, refresh(content)))
      expect(await read(), content).to.equal(`/: ${HOURS}`)
    }
    const scriptless = `<noscript>${refresh('0; url=/please-enable-scripts')}</noscript>`
    site.serve('/', page(HOURS.repeat(20), scriptless))
    expect(await read()).to.match(/^\/: The shop/)
    site.serve('/', page(HOURS.repeat(20), refresh('5; url=/slide')))
    site.serve('/slide', page('Flowers.', refresh('5; url=/')))
    expect(await read()).to.match(/^\/: The shop/)
  })

  it('is followed over five redirects of all kinds, and over no sixth', async () => {
    for (let n = 0; n < 6; n++)
      if (n % 2) site.redirect(`/hop${n}`, `/hop${n + 1}`)
      else site.serve(`/hop${n}`, page('', refresh(`0; url=/hop${n + 1}`)))
    site.serve('/hop6', page(HOURS))
    expect(await read('/hop1')).to.equal(`/hop6: ${HOURS}`)
    site.requests.length = 0
    expect(await read('/hop0')).to.match(/^fetch_failed: .*too often/)
    expect(site.requests).to.have.length(6)
    site.serve('/a', page('', refresh('0; url=/b')))
    site.serve('/b', page('', refresh('0; url=/a')))
    expect(await read('/a')).to.match(/^fetch_failed: .*too often/)
  })

  it('is not followed to a private address, nor to what robots.txt forbids', async () => {
    for (const target of [
      canary.url('/'),
      'http://169.254.169.254/',
      'http://[::1]/',
      '//localhost/',
    ]) {
      site.serve('/', page('', refresh(`0; url=${target}`)))
      expect(await read(), target).to.match(/^url_not_allowed: /)
    }
    site.serve('/robots.txt', 'User-agent: *\nDisallow: /new')
    site.serve('/new', page(HOURS))
    site.serve('/', page('', refresh('0; url=/new')))
    const crawled = await crawlSite().catch(({ code }) => code)
    expect(crawled).to.equal('robots_disallowed')
    expect(site.requests).not.to.include('GET /new')
  })

  it('begins a crawl, which also follows its links, and stays within its site', async () => {
    site.serve('/', `${page('', refresh('0; url=/en/'))}<a href="/de/">Deutsch</a>`)
    site.serve('/en/', `${page(HOURS)}<nav><a href="/en/away">x</a><a href="/old">y</a></nav>`)
    site.serve('/de/', page('Der Laden öffnet um neun.'))
    site.serve('/en/away', page('', refresh(`0; url=${canary.url('/')}`)))
    site.serve('/old', page('Redirecting…', refresh('0; url=/en/')))
    const { chunks, pages } = await crawlSite()
    expect(chunks.map(({ text, page_url }) => [text, page_url])).to.deep.equal([
      [HOURS, site.url('/en/')],
      ['Der Laden öffnet um neun.', site.url('/de/')],
    ])
    expect(pages).to.deep.equal({ done: 2, failed: 0 })
  })

  describe('until a cookie comes back', () => {
    type Handler = (request: IncomingMessage, response: ServerResponse) => void
    /** Answers only requests with the cookie; sets it for others, and redirects them. */
    const gate =
      (set: string, location: string, text = HOURS): Handler =>
      ({ headers }, response) => {
        const html = { 'Content-Type': 'text/html' }
        if (headers.cookie?.includes('seen=1')) response.writeHead(200, html).end(page(text))
        else response.writeHead(302, { 'Set-Cookie': set, Location: location }).end()
      }

    it('is read, with or without attributes of the cookie', async () => {
      for (const set of [
        'seen=1',
        'seen=1; Path=/; HttpOnly; SameSite=Lax; Max-Age=3600',
        'seen=1; Expires=Wed, 21 Oct 2099 07:28:00 GMT; Path=/',
      ]) {
        site.answer('/', gate(set, '/'))
        expect(await read(), set).to.equal(`/: ${HOURS}`)
      }
    })

    it('is read over a page of consent, and by a refresh', async () => {
      site.answer('/', ({ headers }, response) => {
        const html = { 'Content-Type': 'text/html' }
        if (headers.cookie === 'consent=1') response.writeHead(200, html).end(page(HOURS))
        else response.writeHead(302, { Location: '/consent?to=/' }).end()
      })
      site.answer('/consent?to=/', (_, response) =>
        response.writeHead(303, { 'Set-Cookie': 'consent=1; Path=/', Location: '/' }).end(),
      )
      expect(await read()).to.equal(`/: ${HOURS}`)
      site.answer('/', ({ headers }, response) => {
        const html = { 'Content-Type': 'text/html', 'Set-Cookie': 'seen=1' }
        const body = headers.cookie ? page(HOURS) : page('One moment…', refresh('0'))
        response.writeHead(200, html).end(body)
      })
      expect(await read()).to.equal(`/: ${HOURS}`)
    })

    it('is given up if the cookie is never accepted', async () => {
      site.answer('/', gate('other=1', '/'))
      expect(await read()).to.match(/^fetch_failed: .*too often/)
      expect(site.requests).to.have.length(6)
    })

    it('is read with the cookies of a crawl, which begin with its first page', async () => {
      const sent: (string | undefined)[] = []
      site.answer('/', (_, response) => {
        const html = { 'Content-Type': 'text/html', 'Set-Cookie': 'seen=1; Path=/' }
        response
          .writeHead(200, html)
          .end(`${page('Welcome.')}<a href=/german>x</a><a href=/hours>y</a>`)
      })
      site.answer('/german', (_, response) =>
        response.writeHead(302, { 'Set-Cookie': 'language=de; Path=/', Location: '/' }).end(),
      )
      site.answer('/hours', (request, response) => {
        sent.push(request.headers.cookie)
        gate('seen=1', '/')(request, response)
      })
      expect((await crawlSite()).chunks.map(({ text }) => text)).to.include(HOURS)
      await crawlSite()
      expect(sent).to.deep.equal(['seen=1', 'seen=1'])
    })

    it('is sent no cookie of another server, nor of an earlier reading', async () => {
      const other = await startPages()
      const sent: (string | undefined)[] = []
      site.answer('/', (request, response) => {
        sent.push(request.headers.cookie)
        const headers = { 'Set-Cookie': 'seen=1; Domain=127.0.0.1', Location: other.url('/') }
        response.writeHead(302, headers).end()
      })
      other.answer('/', (request, response) => {
        sent.push(request.headers.cookie)
        response.writeHead(200, { 'Content-Type': 'text/html' }).end(page(HOURS))
      })
      for (let n = 0; n < 2; n++) {
        const trustedHosts = parseHosts(`${site.host},${other.host}`)
        await loadPage(site.url('/'), { ...options(), trustedHosts })
      }
      expect(sent).to.deep.equal([undefined, undefined, undefined, undefined])
      await other.close()
    })
  })
})

describe('cookies', () => {
  const sent = (url: string, set: string[], to: string) => {
    const cookies = makeCookies()
    cookies.keep(new URL(url), set)
    return cookies.headerFor(new URL(to))
  }

  it('go to the host that set them, and to its domain if they say so', () => {
    const shop = 'https://www.shop.co.uk/a/b'
    expect(sent(shop, ['a=1', 'b=2; Path=/'], 'https://www.shop.co.uk/c')).to.equal('b=2')
    expect(sent(shop, ['a=1; Path=/'], 'https://shop.co.uk/')).to.equal('')
    expect(sent(shop, ['a=1; Path=/; Domain=shop.co.uk'], 'https://shop.co.uk/')).to.equal('a=1')
    expect(sent(shop, ['a=1; Path=/; Secure'], 'http://www.shop.co.uk/')).to.equal('')
  })

  it('do not go to other hosts, also if they name their domain or a public suffix', () => {
    for (const domain of ['co.uk', 'uk', 'other.co.uk', '.co.uk'])
      expect(
        sent('https://shop.co.uk/', [`a=1; Domain=${domain}`], 'https://other.co.uk/'),
        domain,
      ).to.equal('')
    expect(
      sent('https://me.github.io/', ['a=1; Domain=github.io'], 'https://you.github.io/'),
    ).to.equal('')
    expect(sent('http://127.0.0.1:8080/', ['a=1'], 'http://127.0.0.1:8081/')).to.equal('')
  })

  it('are bounded, and broken ones are ignored', () => {
    const url = new URL('https://shop.example/')
    const cookies = makeCookies()
    cookies.keep(
      url,
      Array.from({ length: 500 }, (_, n) => `c${n}=1`),
    )
    expect(cookies.headerFor(url).split('; ')).to.have.length(50)
    expect(
      sent(url.href, ['', ';', 'a=1; Domain=[', `b=${'x'.repeat(5_000)}`, 'c=1'], url.href),
    ).to.equal('c=1')
    const large = Array.from({ length: 20 }, (_, n) => `c${n}=${'x'.repeat(1_000)}`)
    expect(sent(url.href, large, url.href)).to.equal('')
  })
})

describe('the content of a refresh', () => {
  const CONTENTS: [content: string, target: string | undefined][] = [
    ['0; url=/a', '/a'],
    [' 3 ;  URL = "/a b" x', '/a b'],
    ["0; url='/a'", '/a'],
    ['0; url="/a', '/a'],
    ['0;/a', '/a'],
    ['0 /a', '/a'],
    ['0.5, /a', '/a'],
    ['.5; /a', '/a'],
    ['0; url=a?b=c;d', 'a?b=c;d'],
    ['5', ''],
    ['0;', ''],
    ['0; url=', ''],
    ['6; url=/a', undefined],
    ['999999999999; url=/a', undefined],
    ['-1; url=/a', undefined],
    ['0x; url=/a', undefined],
    ['url=/a', undefined],
    ['', undefined],
  ]
  for (const [content, target] of CONTENTS)
    it(`is ${target} for ${content}`, () => expect(refreshTarget(content)).to.equal(target))
})
