import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { parseHosts } from '../../../shared/lib/egress/publicAddresses.ts'
import { type Crawl, type Crawled, crawl } from '../../../workers/crawl/crawl.ts'
import { makeRobots } from '../../../workers/crawl/robotsTxt.ts'
import { makeReader, type Reader } from '../../../workers/reader/subprocess.ts'
import { makePdf } from '../../support/data/documents.ts'
import { type Pages, startPages } from '../../support/servers/pages.ts'

const TEXTS = [
  'Apples are red.',
  'Pears are green.',
  'Plums are blue.',
  'Figs are brown.',
  'Limes are sour.',
]

describe('a crawl', function () {
  const { signal } = new AbortController()
  /** One reader for all crawls that do not end it. */
  const kept = makeReader(signal)
  const reader: Reader = { ...kept, close: () => undefined }
  let site: Pages
  let canaries: Pages[]
  before(async () => {
    canaries = [await startPages(), await startPages('::1')]
    for (const canary of canaries) canary.serve('/', 'secret')
  })
  beforeEach(async () => {
    site = await startPages()
  })
  afterEach('it stayed within its site', async () => {
    for (const { connections } of canaries) expect(connections).to.equal(0)
    await site.close()
  })
  after(async () => {
    kept.close()
    await Promise.all(canaries.map((canary) => canary.close()))
  })

  const page = (
    text: string,
    links: string[] = [],
    head = `<title>${text.split(' ')[0]}</title>`,
  ) => {
    const anchors = links.map((href) => `<a href="${href}">more</a>`).join(' ')
    return `<html><head>${head}</head><body><nav>${anchors}</nav><p>${text}</p></body></html>`
  }

  function run(
    more: Partial<Crawl> = {},
    onProgress: Crawl['onProgress'] = () => undefined,
    readBy = reader,
  ): Promise<Crawled> {
    const plan = {
      start: site.url('/'),
      by: 'site' as const,
      maxPages: 50,
      seconds: 60,
      onProgress,
      ...more,
    }
    return crawl(plan, { signal, trustedHosts: parseHosts(site.host) }, readBy)
  }
  const outcomeOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'read',
      ({ code, message }) => `${code}: ${message}`,
    )
  const textsOf = ({ chunks }: Crawled) => chunks.map(({ text }) => text.split('\n')[0])
  const fetched = () => site.requests.filter((request) => request !== 'GET /robots.txt')

  it('reads the pages that links lead to, nearest first, each once, with its own address and title', async () => {
    site.serve('/', page(TEXTS[0]!, ['/pears', 'plums#top', '/pears?', '/', '#here']))
    site.serve('/pears', page(TEXTS[1]!, ['/figs', '/']))
    site.serve('/pears?', page(TEXTS[1]!, ['/figs', '/']))
    site.serve('/plums', page(TEXTS[2]!, ['/pears']))
    site.serve('/figs', page(TEXTS[3]!))
    const found = await run()
    expect(textsOf(found)).to.deep.equal(
      [TEXTS[0], TEXTS[1], TEXTS[2], TEXTS[3]].map((text) => `${text}`),
    )
    expect(found.chunks.map(({ page_url, page_title }) => [page_url, page_title])).to.deep.equal([
      [site.url('/'), 'Apples'],
      [site.url('/pears'), 'Pears'],
      [site.url('/plums'), 'Plums'],
      [site.url('/figs'), 'Figs'],
    ])
    expect(found.title).to.equal('Apples')
    expect(found.pages).to.deep.equal({ done: 4, failed: 0 })
  })

  it('treats a question that several pages answer as a pair of the first page', async () => {
    const faq = (answer: string) => `<h2>Is it ripe?</h2><p>${answer}</p>`
    site.serve('/', page(`Apples. ${faq('In autumn.')}`, ['/pears']))
    site.serve('/pears', page(`Pears. ${faq('In summer.')}`))
    const { chunks } = await run()
    const pairs = chunks.filter(({ question_key }) => question_key)
    expect(pairs.map(({ text }) => text)).to.deep.equal(['Is it ripe?\nIn autumn.'])
    expect(chunks.map(({ text }) => text)).to.include('Is it ripe?\nIn summer.')
  })

  it('fetches no more pages than it may, and shows its progress', async () => {
    for (let n = 0; n < 20; n++)
      site.serve(`/${n || ''}`, page(`Page ${n} is number ${n}.`, [`/${n + 1}`, `/${n + 2}`]))
    const progress: string[] = []
    const found = await run({ maxPages: 4 }, ({ done, total }) => progress.push(`${done}/${total}`))
    expect(found.pages).to.deep.equal({ done: 4, failed: 0 })
    expect(fetched()).to.have.length(4)
    expect(progress).to.deep.equal(['0/1', '1/3', '2/4', '3/4'])
  })

  it('counts failed pages and continues, and gives the first reason if all fail', async () => {
    site.serve('/', page(TEXTS[0]!, ['/gone', '/broken', '/pears', '/picture', '/empty']))
    site.serve('/broken', '', 'text/html', 500)
    site.serve('/pears', page(TEXTS[1]!))
    site.serve('/picture', 'x', 'image/png')
    site.serve('/empty', '<html><body></body></html>')
    expect((await run()).pages).to.deep.equal({ done: 2, failed: 3 })
    site.serve('/', '', 'text/html', 503)
    expect(await outcomeOf(run())).to.equal("fetch_failed: The page's server answers 503.")
  })

  it("stays within its site: other sites' links, redirects, bases, canonicals and sitemaps are ignored", async () => {
    const others = [
      ...canaries.map((canary) => canary.url('/')),
      'http://169.254.169.254/',
      'file:///etc/passwd',
    ]
    const links = [
      ...others,
      `//${canaries[0]!.host}/`,
      'javascript:alert(1)',
      'mailto:a@example.com',
      '/away',
    ]
    const head = `<title>Apples</title><link rel="canonical" href="${canaries[0]!.url('/')}">`
    site.serve('/', page(TEXTS[0]!, [...links, '/based'], head))
    site.serve('/based', page(TEXTS[1]!, ['page'], `<base href="${canaries[0]!.url('/')}">`))
    site.redirect('/away', canaries[0]!.url('/'))
    const found = await run()
    expect(found.chunks.map(({ page_url }) => page_url)).to.deep.equal([
      site.url('/'),
      site.url('/based'),
    ])
    const lists = others.map((address) => `<sitemap><loc>${address}</loc></sitemap>`).join('')
    site.serve('/sitemap.xml', `<sitemapindex>${lists}</sitemapindex>`, 'application/xml')
    expect(await outcomeOf(run({ by: 'sitemap' }))).to.match(
      /^fetch_failed: .*no page of its own site/,
    )
    const pages = others.map((address) => `<url><loc>${address}</loc></url>`).join('')
    site.serve('/sitemap.xml', `<urlset>${pages}<url><loc>${site.url('/')}</loc></url></urlset>`)
    expect((await run({ by: 'sitemap' })).pages).to.deep.equal({ done: 1, failed: 0 })
    site.redirect('/sitemap.xml', canaries[0]!.url('/'))
    expect(await outcomeOf(run({ by: 'sitemap' }))).to.match(/^(url_not_allowed|fetch_failed): /)
    site.redirect('/robots.txt', canaries[0]!.url('/'))
    expect(await outcomeOf(run())).to.match(/^url_not_allowed: /)
  })

  it('ignores another site also if the operator trusts it', async () => {
    const other = await startPages()
    other.serve('/', page(TEXTS[1]!))
    site.serve(
      '/',
      page(TEXTS[0]!, ['/away', other.url('/')], `<link rel="canonical" href="${other.url('/')}">`),
    )
    site.redirect('/away', other.url('/'))
    const trustedHosts = parseHosts(`${site.host},${other.host}`)
    const plan = {
      start: site.url('/'),
      by: 'site' as const,
      maxPages: 9,
      seconds: 60,
      onProgress: () => {},
    }
    const found = await crawl(plan, { signal, trustedHosts }, reader)
    expect(found.chunks.map(({ page_url }) => page_url)).to.deep.equal([site.url('/')])
    site.redirect('/', other.url('/'))
    const moved = crawl(plan, { signal, trustedHosts }, reader)
    expect(await outcomeOf(moved)).to.match(/^url_not_allowed: .*another site/)
    expect(other.connections).to.equal(0)
    await other.close()
  })

  it('strips tracking parameters from addresses, and cites them so', async () => {
    const links = [
      '/pears?utm_source=mail&utm_medium=x',
      '/pears?gclid=1',
      '/pears?fbclid=2#top',
      '/pears;jsessionid=AB12',
    ]
    site.serve(
      '/',
      page(TEXTS[0]!, [...links, '/plums?id=7&utm_campaign=y&lang=de', '/figs?utm_source=z']),
    )
    site.serve('/pears', page(TEXTS[1]!))
    site.serve('/plums?id=7&lang=de', page(TEXTS[2]!))
    site.serve(
      '/figs',
      page(TEXTS[3]!, [], '<link rel="canonical" href="/fig?mc_cid=5"><title>Figs</title>'),
    )
    const found = await run()
    const addresses = found.chunks.map(({ page_url }) => page_url)
    expect(addresses).to.deep.equal(
      ['/', '/pears', '/plums?id=7&lang=de', '/fig'].map((path) => site.url(path)),
    )
    expect(fetched().filter((request) => /utm|clid|jsession/.test(request))).to.deep.equal([])
    const listed = links.map(
      (path) => `<url><loc>${site.url(path).replaceAll('&', '&amp;')}</loc></url>`,
    )
    site.serve('/sitemap.xml', `<urlset>${listed.join('')}</urlset>`)
    expect((await run({ by: 'sitemap' })).pages).to.deep.equal({ done: 1, failed: 0 })
  })

  /** Crawls a site that has a page at every path, and returns the paths. */
  async function pathsOf(maxPages: number, otherwise: (path: string) => string) {
    const endless = await startPages('127.0.0.1', 0, otherwise)
    const onProgress = () => undefined
    const plan = { start: endless.url('/'), by: 'site' as const, maxPages, seconds: 60, onProgress }
    const options = { signal, trustedHosts: parseHosts(endless.host) }
    const { chunks } = await crawl(plan, options, reader)
    await endless.close()
    return chunks.map(({ page_url }) => page_url!.slice(endless.url('').length))
  }
  const own = (path: string) => `Page ${path.replaceAll('/', ' ')} is a page of its own.`

  it('is not misled by paths that repeat themselves, nor by ever longer addresses', async () => {
    const paths = await pathsOf(60, (path) =>
      page(
        own(path),
        path.startsWith('/one') ? ['one/', `?q=${'x'.repeat(600)}`] : ['one/', '/?q=1', '/q'],
      ),
    )
    expect(paths).to.have.members(['/', '/one/', '/one/one/', '/?q=1', '/q'])
  })

  it('reads other pages before the rest of a calendar', async () => {
    const months = Array.from({ length: 40 }, (_, n) => [
      `/calendar?month=${n}`,
      `/months/${n}`,
    ]).flat()
    const next: Record<string, string[]> = {
      '/': [...months, '/last'],
      '/last': ['/further'],
      '/further': ['/end'],
    }
    const paths = await pathsOf(30, (path) => page(own(path), next[path] ?? [`${path}1`, '/last']))
    expect(paths).to.have.length(30)
    expect(paths).to.include.members([
      '/last',
      '/further',
      '/end',
      '/calendar?month=9',
      '/months/9',
    ])
  })

  it('reads at most 100 pages that differ by their query only @long', async () => {
    const paths = await pathsOf(150, (path) =>
      page(
        own(path),
        Array.from({ length: 30 }, (_, n) => `?page=${30 * (path.length - 1) + n}`),
      ),
    )
    expect(paths.length).to.be.within(60, 101)
  })

  it('names a document by its own title, else by its file', async () => {
    site.serve(
      '/',
      page(TEXTS[0]!, [
        '/named.pdf',
        '/headed.pdf',
        '/price%20list.pdf',
        '/word.pdf',
        '/untitled',
        '/notes.txt',
      ]),
    )
    const pdf = 'application/pdf'
    site.serve('/named.pdf', makePdf(['Sugar costs two florins.'], { title: 'Sweet things' }), pdf)
    site.serve('/headed.pdf', makePdf(['Salt costs one florin.'], { heading: 'Salty things' }), pdf)
    site.serve('/price%20list.pdf', makePdf(['Pepper costs nine florins.']), pdf)
    site.serve(
      '/word.pdf',
      makePdf(['Ginger costs five florins.'], { title: 'Microsoft Word - Book1.doc' }),
      pdf,
    )
    site.serve(
      '/untitled',
      '<html><body><h1>Our <em>shop</em></h1><p>It has been here for long.</p></body></html>',
    )
    site.serve('/notes.txt', 'Mustard costs three florins.', 'text/plain')
    const { chunks, title } = await run()
    expect(title).to.equal('Apples')
    expect(chunks.map(({ page_title }) => page_title)).to.deep.equal([
      'Apples',
      'Sweet things',
      'Salty things',
      'price list.pdf',
      'word.pdf',
      'Our shop',
      'notes.txt',
    ])
  })

  it('obeys robots.txt, noindex and nofollow', async () => {
    site.serve(
      '/robots.txt',
      'User-agent: *\nDisallow: /\n\nUser-agent: parley\nDisallow: /private\nAllow: /private/open',
    )
    site.serve(
      '/',
      page(TEXTS[0]!, ['/private/a', '/private/open', '/noindex', '/nofollow', '/header']),
    )
    site.serve('/private/a', page('Secret.'))
    site.serve('/private/open', page(TEXTS[1]!))
    site.serve(
      '/noindex',
      page('Not to be indexed.', ['/behind'], '<meta name="ROBOTS" content="NoIndex">'),
    )
    site.serve(
      '/nofollow',
      page(TEXTS[2]!, ['/hidden'], '<meta name="robots" content="max-snippet:9, nofollow">'),
    )
    site.answer('/header', (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html', 'X-Robots-Tag': 'none' })
      response.end(page('Unseen.', ['/hidden']))
    })
    site.serve('/behind', page(TEXTS[3]!, ['/link" rel="ugc nofollow']))
    site.serve('/hidden', page('Hidden.'))
    const found = await run()
    expect(textsOf(found)).to.deep.equal([TEXTS[0], TEXTS[1], TEXTS[2], TEXTS[3]])
    expect(site.requests)
      .not.to.include('GET /private/a')
      .and.not.include('GET /hidden')
      .and.not.include('GET /link')
  })

  it('treats pages with the same canonical address, or the same text, as one page', async () => {
    const canonical = (path: string) => `<link rel="canonical" href="${path}">`
    site.serve('/', page(TEXTS[0]!, ['/print', '/screen', '/twin', '/pears']))
    site.serve('/print', page('Plums are blue, printed.', [], canonical('/screen')))
    site.serve('/screen', page(TEXTS[2]!, [], canonical('/screen')))
    site.serve('/twin', page(TEXTS[0]!))
    site.serve('/pears', page(TEXTS[1]!, [], canonical('/')))
    const found = await run()
    expect(found.chunks.map(({ page_url }) => page_url)).to.deep.equal(
      ['/', '/screen', '/pears'].map(site.url),
    )
    expect(found.pages).to.deep.equal({ done: 3, failed: 0 })
  })

  it('reads sitemaps: in robots.txt, an index, compressed, with any namespace, as lines', async () => {
    for (const [n, text] of TEXTS.entries()) site.serve(`/${n}?a=1&b=${n}`, page(text))
    const url = (n: number, prefix = '') =>
      `<${prefix}url><${prefix}loc>\n ${site.url(`/${n}?a=1&amp;b=${n}`)} </${prefix}loc><image:image><image:loc>${site.url('/picture')}</image:loc></image:image></${prefix}url>`
    const index = ['packed.xml.gz', 'prefixed', 'lines.txt', 'gone', '/maps/index']
      .map((name) => `<sitemap><loc>${new URL(name, site.url('/maps/'))}</loc></sitemap>`)
      .join('')
    site.serve(
      '/robots.txt',
      `Sitemap: ${site.url('/maps/index')}\nSitemap: http://example.com/sitemap.xml`,
    )
    site.serve(
      '/maps/index',
      `<?xml version="1.0"?><sitemapindex>${index}</sitemapindex>`,
      'text/xml',
    )
    site.serve(
      '/maps/packed.xml.gz',
      gzipSync(`<urlset>${url(0)}${url(1)}</urlset>`),
      'application/gzip',
    )
    site.serve('/maps/prefixed', `<s:urlset xmlns:s="x">${url(2, 's:')}${url(0, 's:')}</s:urlset>`)
    site.serve(
      '/maps/lines.txt',
      `\ufeff${site.url('/3?a=1&b=3')}\r\n\r\nno address\r\n${site.url('/4?a=1&b=4')}\r\n`,
    )
    const found = await run({ by: 'sitemap' })
    expect(textsOf(found)).to.deep.equal(TEXTS)
    expect(site.requests).not.to.include('GET /picture')
    const first = await run({ by: 'sitemap', start: site.url('/maps/packed.xml.gz') })
    expect(textsOf(first)).to.deep.equal(TEXTS.slice(0, 2))
  })

  /** Gives large files one second instead of production's limit. */
  const impatient: Reader = {
    ...reader,
    ask(task, ...more) {
      const { source, sitemap } = task as { source?: { bytes: Buffer }; sitemap?: Buffer }
      const isLarge = (sitemap ?? source!.bytes).length > 50_000
      return isLarge ? reader.ask(task, 1) : reader.ask(task, ...more)
    },
  }

  it('survives a hostile sitemap @long', async () => {
    const entities = Array.from(
      { length: 20 },
      (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`,
    ).join('')
    const bombs: Record<string, string | Buffer> = {
      'a packed one': gzipSync(Buffer.alloc(200 * 1024 * 1024, ' ')),
      entities: `<!DOCTYPE x [<!ENTITY e0 "x">${entities}]><urlset><url><loc>&e20;</loc></url></urlset>`,
      outside: `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><urlset><url><loc>&f;</loc></url></urlset>`,
      'a deep one': '<urlset>'.repeat(500_000),
      'no XML': Buffer.alloc(100_000, '<'),
      nothing: '',
    }
    for (const [name, bomb] of Object.entries(bombs)) {
      site.serve('/sitemap.xml', bomb, 'application/xml')
      const outcome = outcomeOf(run({ by: 'sitemap' }, undefined, impatient))
      expect(await outcome, name).to.match(/^(fetch_failed|file_unreadable): /)
    }
  })

  it('continues after a page that hangs its parser @long', async () => {
    site.serve('/', page(TEXTS[0]!, ['/deep', '/pears']))
    site.serve('/deep', '<div>'.repeat(300_000))
    site.serve('/pears', page(TEXTS[1]!))
    const found = await run({}, undefined, impatient)
    expect(textsOf(found)).to.deep.equal(TEXTS.slice(0, 2))
    expect(found.pages).to.deep.equal({ done: 2, failed: 1 })
  })

  it('says that there is no sitemap, and fetches nothing while the server of robots.txt fails', async () => {
    expect(await outcomeOf(run({ by: 'sitemap' }))).to.match(
      /^fetch_failed: The sitemap .*\/sitemap\.xml.* 404/,
    )
    site.serve('/', page(TEXTS[0]!))
    site.serve('/robots.txt', '', 'text/plain', 503)
    expect(await outcomeOf(run())).to.match(/^fetch_failed: .*robots\.txt.*503/)
    expect(fetched()).not.to.include('GET /')
  })

  it('pauses between pages as robots.txt asks, for 5 s at most', async () => {
    for (const [asked, ms] of [
      ['1', 1_000],
      ['86400', 5_000],
      ['no number', 0],
    ] as const) {
      site.serve('/robots.txt', `User-agent: *\nCrawl-delay: ${asked}`)
      const robots = makeRobots({ signal, trustedHosts: parseHosts(site.host) })
      expect(await robots.delayMs(new URL(site.url('/'))), asked).to.equal(ms)
    }
  })

  it('ends when its time is over, with its pages so far, and at once when it is stopped', async () => {
    site.serve('/robots.txt', 'User-agent: *\nCrawl-delay: 1')
    for (let n = 0; n < 9; n++)
      site.serve(`/${n || ''}`, page(`Page ${n} is number ${n}.`, [`/${n + 1}`]))
    const found = await run({ seconds: 1 })
    expect(found.pages.done).to.be.within(1, 3)
    const stop = new AbortController()
    const plan = {
      start: site.url('/'),
      by: 'site' as const,
      maxPages: 9,
      seconds: 60,
      onProgress: () => stop.abort(new Error('stop')),
    }
    const stopped = crawl(plan, { signal: stop.signal, trustedHosts: parseHosts(site.host) })
    expect(await stopped.catch((error) => error.message)).to.equal('stop')
  })
})
