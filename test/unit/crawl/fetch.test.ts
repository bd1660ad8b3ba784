import type { LookupAddress } from 'node:dns'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { Agent, fetch } from 'undici'
import { guardedConnector } from '../../../shared/lib/egress/connector.ts'
import {
  isPublicAddress,
  parseHosts,
  whyNotAllowed,
} from '../../../shared/lib/egress/publicAddresses.ts'
import { fetchPage } from '../../../workers/crawl/fetch.ts'
import { type Pages, startPages } from '../../support/servers/pages.ts'

const PUBLIC = '93.184.216.34'
const NOBODY: ReadonlySet<string> = new Set()
const address = (...addresses: string[]): LookupAddress[] =>
  addresses.map((address) => ({ address: address, family: address.includes(':') ? 6 : 4 }))

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    return (error as { code: string }).code
  }
  return 'none'
}

describe('addresses', function () {
  this.timeout(120_000)
  const PRIVATE = [
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::7f00:1',
    '::8.8.8.8',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::',
    '2002:a00:1::1',
    '168.63.129.16',
    '::ffff:168.63.129.16',
    '64:ff9b::a83f:8110',
    '192.0.0.192',
    '192.31.196.1',
    '192.52.193.1',
    '192.88.99.1',
    '192.175.48.1',
    '198.19.255.255',
    '100.127.255.255',
    '2001:1::1',
    '2001:2::1',
    '2001:4:112::1',
    '2001:10::1',
    '2001:20::1',
    '2001:30::1',
    '2001:1ff::1',
    '2620:4f:8000::1',
    '3fff::1',
    '3fff:fff::1',
    '5f00::1',
    '100:0:0:1::1',
    '4000::1',
    '2002:808:808::1',
    '2001:0:7f00:1::',
    '2001:db8::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '100::1',
    'localhost',
    '',
    '1.2.3',
  ]
  for (const one of PRIVATE)
    it(`are recognized as not public: ${one || 'nothing'}`, () =>
      expect(isPublicAddress(one)).to.equal(false))

  for (const one of [
    PUBLIC,
    '8.8.8.8',
    '::ffff:8.8.8.8',
    '2606:4700::1111',
    '2a00:1450:4001:80b::200e',
    '168.63.129.17',
    '2001:200::1',
  ])
    it(`are recognized as public: ${one}`, () => expect(isPublicAddress(one)).to.equal(true))
})

describe('URLs', function () {
  this.timeout(120_000)
  const REFUSED = [
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'data:text/html,hi',
    'http://user@example.com/',
    'http://user:pw@example.com/',
    'https://example.com:8443/',
    'http://example.com:22/',
    'http://example.com:6379/',
    'http://localhost/',
    'http://LOCALHOST/',
    'http://localhost./',
    'http://app.localhost/',
    'http://example.com./',
    'http://127.0.0.1/',
    'http://127.0.0.1./',
    'http://127.1/',
    'http://127.0.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://0/',
    'http://①②⑦.0.0.1/',
    'http://１２７.０.０.１/',
    'http://127。0。0。1/',
    'http://%31%32%37.0.0.1/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::127.0.0.1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[64:ff9b::127.0.0.1]/',
    'http://[fd00:ec2::254]/',
    'http://169.254.169.254/latest/',
    'http://10.0.0.1/',
    'https://192.168.0.1/',
    'http://[2002:7f00:1::]/',
  ]
  for (const url of REFUSED)
    it(`to non-public hosts are refused: ${url}`, async () => {
      expect(whyNotAllowed(new URL(url), NOBODY)).to.be.a('string')
      const { signal } = new AbortController()
      expect(await codeOf(fetchPage(url, { signal, trustedHosts: NOBODY }))).to.equal(
        'url_not_allowed',
      )
    })

  it("to a public host are accepted on the web's two ports", () => {
    const allowed = [
      'http://example.com/',
      'https://example.com:443/a',
      'http://8.8.8.8/',
      'http://EXAMPLE.com:80',
    ]
    for (const url of allowed) expect(whyNotAllowed(new URL(url), NOBODY), url).to.equal(undefined)
  })

  it('to hosts that the operator lists are accepted, on the ports listed', () => {
    const trusted = parseHosts(' wiki.intern, 127.0.0.1:8080 ,[::1]:81')
    for (const url of [
      'http://wiki.intern/',
      'https://wiki.intern/',
      'http://127.0.0.1:8080/',
      'http://[::1]:81/',
    ])
      expect(whyNotAllowed(new URL(url), trusted), url).to.equal(undefined)
    for (const url of [
      'http://wiki.intern:8080/',
      'http://127.0.0.1/',
      'http://127.0.0.1:8081/',
      'http://u@wiki.intern/',
    ])
      expect(whyNotAllowed(new URL(url), trusted), url).to.be.a('string')
  })
})

describe('fetching', function () {
  this.timeout(120_000)
  let pages: Pages
  let canaries: Pages[]
  const { signal } = new AbortController()
  const get = (path: string, more: object = {}) =>
    fetchPage(pages.url(path), { signal, trustedHosts: parseHosts(pages.host), ...more })
  before(async () => {
    pages = await startPages()
    canaries = [await startPages(), await startPages('::1')]
    for (const canary of canaries) canary.serve('/', 'secret')
  })
  after(() => Promise.all([pages, ...canaries].map((server) => server.close())))
  afterEach('the canaries heard nothing', () => {
    for (const { connections } of canaries) expect(connections).to.equal(0)
  })

  describe('connects to no private host', () => {
    /** Bypasses the checks of the URL, so that only the connector protects. */
    async function connect(url: string, resolve?: () => Promise<LookupAddress[]>) {
      const late = AbortSignal.timeout(10_000)
      const dispatcher = new Agent({ connect: guardedConnector(false, late, resolve) })
      try {
        await fetch(url, { dispatcher, signal: late })
        return 'connected'
      } catch (error) {
        const { cause, name } = error as Error
        return (cause as { code?: string })?.code ?? name
      } finally {
        await dispatcher.destroy()
      }
    }

    it('by a literal address', async () => {
      for (const canary of canaries)
        expect(await connect(canary.url('/'))).to.equal('url_not_allowed')
    })

    it('by the local name', async () => {
      const port = canaries[0]!.host.split(':')[1]
      expect(await connect(`http://localhost:${port}/`)).to.equal('url_not_allowed')
    })

    it('by a name with a private address, also beside public ones, in either order', async () => {
      const port = canaries[0]!.host.split(':')[1]
      for (const found of [
        address('127.0.0.1'),
        address('::1'),
        address('::ffff:127.0.0.1'),
        address(PUBLIC, '127.0.0.1'),
        address('127.0.0.1', PUBLIC),
        address('2606:4700::1111', '::1'),
        [],
      ])
        expect(await connect(`http://evil.example:${port}/`, async () => found)).to.equal(
          'url_not_allowed',
        )
    })

    it('by a name whose address changes between look-ups', async () => {
      const port = canaries[0]!.host.split(':')[1]
      let looks = 0
      const flip = async () => address(looks++ % 2 ? '127.0.0.1' : PUBLIC)
      const outcomes = []
      for (let n = 0; n < 4; n++) outcomes.push(await connect(`http://evil.example:${port}/`, flip))
      expect(outcomes).not.to.include('connected')
      expect([outcomes[1], outcomes[3]]).to.deep.equal(['url_not_allowed', 'url_not_allowed'])
      expect(looks).to.equal(4)
    })
  })

  it('follows no redirect to a private address, a foreign scheme or another port', async () => {
    const targets = [
      ...canaries.map((canary) => canary.url('/')),
      'http://localhost/',
      'http://169.254.169.254/',
      'http://2130706433/',
      'http://[::ffff:127.0.0.1]/',
      'file:///etc/passwd',
      'ftp://example.com/',
      'http://user:pw@example.com/',
      '//127.0.0.1:1/',
    ]
    for (const target of targets)
      for (const status of [301, 302, 303, 307, 308]) {
        pages.redirect('/away', target, status)
        expect(await codeOf(get('/away')), `${status} ${target}`).to.equal('url_not_allowed')
      }
  })

  it('checks the host of a redirect by its addresses', async () => {
    pages.redirect('/away', 'http://rebound.example/')
    const resolve = async () => address('127.0.0.1')
    expect(await codeOf(get('/away', { resolve }))).to.equal('url_not_allowed')
  })

  it('returns the bytes, the type and the charset', async () => {
    pages.serve('/page', 'Grüße', 'Text/HTML; Charset="ISO-8859-1"')
    const { bytes, type, charset } = await get('/page')
    expect(bytes.toString()).to.equal('Grüße')
    expect({ type, charset }).to.deep.equal({ type: 'html', charset: 'iso-8859-1' })
  })

  it('follows five redirects, relative redirects too, and no sixth', async () => {
    for (let n = 0; n < 6; n++) pages.redirect(`/hop${n}`, `hop${n + 1}`)
    pages.serve('/hop6', 'there')
    expect((await get('/hop1')).bytes.toString()).to.equal('there')
    expect(await codeOf(get('/hop0'))).to.equal('fetch_failed')
  })

  it('ends at a page that redirects to itself', async () => {
    pages.redirect('/loop', '/loop')
    pages.requests.length = 0
    expect(await codeOf(get('/loop'))).to.equal('fetch_failed')
    expect(pages.requests).to.have.length(6)
  })

  it('refuses a type without text', async () => {
    for (const type of [
      'image/png',
      'application/zip',
      'application/octet-stream',
      'video/mp4',
      '',
    ]) {
      pages.serve('/binary', 'x', type)
      expect(await codeOf(get('/binary')), type).to.equal('unsupported_content')
    }
  })

  it('refuses an unknown compression', async () => {
    for (const encoding of ['zstd', 'compress', 'gzip, foo']) {
      pages.answer('/packed', (_, response) => {
        response
          .writeHead(200, { 'Content-Type': 'text/plain', 'Content-Encoding': encoding })
          .end('x')
      })
      expect(await codeOf(get('/packed')), encoding).to.equal('unsupported_content')
    }
    pages.answer('/packed', (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Encoding': 'br' })
      response.end(brotliCompressSync('brotli'))
    })
    expect((await get('/packed')).bytes.toString()).to.equal('brotli')
  })

  it('follows a redirect whose address is UTF-8', async () => {
    pages.answer('/away', (_, response) => {
      response.socket!.end('HTTP/1.1 302 Found\r\nLocation: /größe\r\nContent-Length: 0\r\n\r\n')
    })
    pages.serve('/gr%C3%B6%C3%9Fe', 'large')
    expect((await get('/away')).bytes.toString()).to.equal('large')
  })

  it('refuses an answer that is not a success', async () => {
    for (const status of [204, 400, 404, 500, 503]) {
      pages.serve('/status', '', 'text/html', status)
      if (status >= 400)
        expect(await codeOf(get('/status')), String(status)).to.equal('fetch_failed')
    }
  })

  it('reads 5 MB and no more, announced or not, compressed or not @long', async () => {
    const most = Buffer.alloc(5 * 1024 * 1024, 'a')
    const over = Buffer.concat([most, Buffer.from('a')])
    pages.serve('/most', most, 'text/plain')
    expect((await get('/most')).bytes).to.have.length(most.length)
    pages.serve('/over', over, 'text/plain')
    expect(await codeOf(get('/over'))).to.equal('page_too_large')
    pages.answer('/unannounced', (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/plain' }).write(over)
      response.end()
    })
    expect(await codeOf(get('/unannounced'))).to.equal('page_too_large')
    pages.answer('/packed', (_, response) => {
      const headers = { 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' }
      response.writeHead(200, headers).end(gzipSync(Buffer.alloc(200 * 1024 * 1024)))
    })
    expect(await codeOf(get('/packed'))).to.equal('page_too_large')
  })

  it('ends at its time limit when a page comes drop by drop, or not at all', async () => {
    const limits = { bytes: 1000, ms: 300, redirects: 5 }
    pages.answer('/drip', (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/plain' })
      const drip = setInterval(() => response.write('a'), 20)
      response.once('close', () => clearInterval(drip))
    })
    pages.answer('/silence', () => undefined)
    pages.answer('/slow-hop', (_, response) => {
      setTimeout(() => response.writeHead(302, { Location: '/slow-hop' }).end(), 100)
    })
    for (const path of ['/drip', '/silence', '/slow-hop'])
      expect(await codeOf(get(path, { limits })), path).to.equal('fetch_failed')
    const never = () => new Promise<LookupAddress[]>(() => undefined)
    const lost = fetchPage('http://slow.example/', {
      signal,
      trustedHosts: NOBODY,
      resolve: never,
      limits,
    })
    expect(await codeOf(lost)).to.equal('fetch_failed')
  })

  it('says what went wrong in a sentence without addresses', async () => {
    const reset = (_: unknown, response: { socket: { destroy(): void } | null }) =>
      response.socket?.destroy()
    pages.answer('/reset', reset as never)
    const resolve = async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND x'), { code: 'ENOTFOUND' })
    }
    const unknown = () => fetchPage('http://x.example/', { signal, trustedHosts: NOBODY, resolve })
    const details = []
    for (const work of [() => get('/reset'), unknown])
      details.push(
        await work().then(
          () => '',
          ({ code, message }) => `${code}: ${message}`,
        ),
      )
    expect(details).to.deep.equal([
      "fetch_failed: The page's server broke off, or its answer cannot be read.",
      'fetch_failed: There is no host of this name.',
    ])
  })

  it('stops for the reason that its job is stopped for', async () => {
    pages.answer('/silence', () => undefined)
    const stop = new AbortController()
    const fetching = fetchPage(pages.url('/silence'), {
      signal: stop.signal,
      trustedHosts: parseHosts(pages.host),
    })
    const reason = new Error('shutting down')
    stop.abort(reason)
    expect(await fetching.catch((error) => error)).to.equal(reason)
  })

  it('sends no credentials and no cookies, not even those of the page before', async () => {
    let headers: string[] = []
    pages.answer('/cookie', (_, response) => {
      response.writeHead(302, { Location: '/asked', 'Set-Cookie': 'a=b' }).end()
    })
    pages.answer('/asked', (request, response) => {
      headers = Object.keys(request.headers)
      response.writeHead(200, { 'Content-Type': 'text/plain' }).end('x')
    })
    await get('/cookie')
    expect(headers).to.include('user-agent').and.not.include('cookie')
    expect(headers).not.to.include('authorization')
  })
})
