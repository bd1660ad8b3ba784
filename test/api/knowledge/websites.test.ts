import { expect } from 'chai'
import { claimDue } from '../../../shared/jobs/claims.ts'
import type { LeasedJob } from '../../../shared/jobs/openJobs.ts'
import { writeProgress } from '../../../shared/knowledge/progress.ts'
import { keepPage } from '../../../shared/knowledge/sources.ts'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { TIMES } from '../../../shared/lib/config/times.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { doChores } from '../../../workers/jobs/housekeeping.ts'
import { faxImage, makeScan } from '../../support/data/scans.ts'
import { eventually } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import { type Pages, startPages } from '../../support/servers/pages.ts'

const URLS = '/api/v1/knowledge/urls'

describe('a website as knowledge:', () => {
  let parley: Parley
  let site: Pages
  let canary: Pages
  before(async () => {
    site = await startPages()
    canary = await startPages()
    parley = await startParley({ settings: { FETCH_ALLOWED_HOSTS: site.host } })
  })
  after(async () => {
    await parley.stop()
    await Promise.all([site.close(), canary.close()])
  })
  beforeEach(() => {
    site.clear()
    site.requests.length = 0
  })
  afterEach(() => expect(canary.connections).to.equal(0))

  const page = (text: string, head = '<title>Shop</title>') =>
    `<html><head>${head}</head><body><p>${text}</p></body></html>`
  const add = async (body: object) => {
    const { status, body: answer } = await parley.client.post(URLS, body)
    expect(status, JSON.stringify(answer)).to.equal(201)
    return answer.data
  }
  const patch = async (id: string, body: object) =>
    (
      await parley.client.send('PATCH', `${URLS}/${id}`, JSON.stringify(body), {
        'Content-Type': 'application/json',
      })
    ).body.data
  const read = async (id: string) => (await parley.client.get(`${URLS}/${id}`)).body.data
  const finished = (id: string) =>
    eventually(async () => {
      const entry = await read(id)
      return entry.status !== 'processing' && entry
    }, 30)
  const chunksOf = (id: string) => parley.db('chunks').where({ entry_id: id }).orderBy('position')
  const textsOf = async (id: string) => (await chunksOf(id)).map(({ text }) => text)
  const fetched = () => site.requests.filter((request) => request !== 'GET /robots.txt')

  /** Runs the chore for an entry whose hours have passed. */
  async function recheck(id: string, hours = 2) {
    site.requests.length = 0
    const queued_at = new Date(Date.now() - hours * 3600_000)
    await parley.db('knowledge_entries').where({ id }).update({ queued_at })
    const config = loadConfig(parley.env)
    await doChores(parley.db, config, makeLog('test', config))
    return finished(id)
  }

  describe('a page', () => {
    it('that is a scanned PDF is recognized, and its entry says how sure @long', async () => {
      site.serve('/scan', makeScan([{ image: faxImage() }]), 'application/pdf')
      const { body } = await parley.client.post(URLS, { url: site.url('/scan') })
      const { id } = body.data
      const entry = await finished(id)
      expect(entry).to.include({ status: 'ready', read_by: 'ocr' })
      expect(entry.confidence).to.be.within(0.75, 1)
      expect((await textsOf(id)).join()).to.contain('open daily from nine to five')
      const moved = await patch(id, { url: site.url('/gone') })
      expect(moved).to.include({ read_by: null, confidence: null })
    })

    it('that robots.txt forbids is not fetched, and its entry says so', async () => {
      site.serve('/robots.txt', 'User-agent: *\nDisallow: /shop')
      site.serve('/shop', page('Closed.'))
      const entry = await add({ url: site.url('/shop') })
      expect(entry).to.include({ status: 'failed', chunk_count: 0, checked_at: null })
      expect(entry.error.code).to.equal('robots_disallowed')
      expect(entry.error.detail).to.match(/robots\.txt/)
      expect(fetched()).to.deep.equal([])
      site.redirect('/open', '/shop')
      expect((await add({ url: site.url('/open') })).error.code).to.equal('robots_disallowed')
      expect(fetched()).to.deep.equal(['GET /open'])
    })

    it('is cited by its canonical address, if that is of its own site @long', async () => {
      site.serve('/shop?from=mail', page('Open daily.', '<link rel="canonical" href="/shop#top">'))
      const entry = await add({ url: site.url('/shop?from=mail') })
      expect(entry.canonical_url).to.equal(site.url('/shop'))
      expect((await chunksOf(entry.id))[0].page_url).to.equal(site.url('/shop'))
      for (const href of [
        canary.url('/'),
        'http://example.com/',
        'javascript:alert(1)',
        'http://[',
      ]) {
        site.serve('/foreign', page('Open daily.', `<link rel="canonical" href="${href}">`))
        const foreign = await add({ url: site.url('/foreign') })
        expect(foreign).to.include({ status: 'ready', canonical_url: null })
        expect((await chunksOf(foreign.id))[0].page_url).to.equal(null)
      }
    })
  })

  describe('a site', () => {
    const serveSite = (most: number) => {
      const links = Array.from({ length: most }, (_, n) => `<a href="/p${n}">${n}</a>`).join('')
      site.serve('/', page(`Welcome.<nav>${links}</nav>`))
      for (let n = 0; n < most; n++)
        site.serve(`/p${n}`, page(`Department ${n} sells goods.`, `<title>D${n}</title>`))
    }

    it('is one entry, whose chunks each have their own page, and failed pages are counted', async () => {
      serveSite(3)
      site.serve('/p1', '', 'text/html', 500)
      const entry = await add({ url: site.url('/'), crawl: 'site' })
      expect(entry).to.deep.include({
        status: 'ready',
        title: 'Shop',
        pages: { done: 3, failed: 1 },
      })
      expect(entry).to.include({
        crawl: 'site',
        max_pages: 50,
        progress: null,
        canonical_url: null,
      })
      const chunks = await chunksOf(entry.id)
      expect(chunks.map(({ page_url, page_title }) => [page_url, page_title])).to.deep.equal([
        [site.url('/'), 'Shop'],
        [site.url('/p0'), 'D0'],
        [site.url('/p2'), 'D2'],
      ])
    })

    it('shows its progress while it is read @long', async () => {
      serveSite(3)
      let go = () => {}
      const held = new Promise<void>((resolve) => {
        go = resolve
      })
      site.answer('/p1', (_, response) => {
        held.then(() => response.writeHead(200, { 'Content-Type': 'text/html' }).end(page('Late.')))
      })
      const async = { Prefer: 'respond-async' }
      const { body } = await parley.client.post(URLS, { url: site.url('/'), crawl: 'site' }, async)
      const { progress } = await eventually(async () => {
        const entry = await read(body.data.id)
        return entry.progress && entry
      })
      expect(progress).to.have.keys('done', 'total')
      expect(progress.done).to.be.below(progress.total)
      go()
      expect(await finished(body.data.id)).to.deep.include({
        progress: null,
        pages: { done: 4, failed: 0 },
      })
    })

    it("leaves slots of its worker to others: its organization's next site waits, another organization's does not @long", async () => {
      serveSite(1)
      let go = () => {}
      const held = new Promise<void>((resolve) => {
        go = resolve
      })
      site.answer('/p0', (_, response) => {
        held.then(() => response.writeHead(200, { 'Content-Type': 'text/html' }).end(page('Late.')))
      })
      const ids: string[] = []
      for (let n = 0; n < 3; n++) {
        const body = { url: site.url('/'), crawl: 'site' }
        ids.push((await parley.client.post(URLS, body, { Prefer: 'respond-async' })).body.data.id)
      }
      await eventually(async () => {
        const [{ count }] = (await parley
          .db('jobs')
          .whereIn('target_id', ids)
          .where({ outcome: 'released' })
          .count()) as any
        return Number(count) > 0
      })
      const pair = await parley.client.post('/api/v1/knowledge/qa', {
        question: 'Open?',
        answer: 'Daily.',
      })
      expect(pair.status).to.equal(201)
      const starts = () => site.requests.filter((request) => request === 'GET /')
      expect(starts()).to.have.length(1)
      const other = await parley.another('Another one')
      await other.post(URLS, { url: site.url('/'), crawl: 'site' }, { Prefer: 'respond-async' })
      await eventually(async () => starts().length === 2)
      go()
      for (const id of ids) expect((await finished(id)).pages).to.deep.equal({ done: 2, failed: 0 })
    })

    it('is read anew by a PATCH of its extent, and keeps that extent @long', async () => {
      serveSite(4)
      const { id } = await add({ url: site.url('/') })
      expect(await textsOf(id)).to.have.length(1)
      expect(await patch(id, { crawl: 'site', max_pages: 3 })).to.deep.include({
        status: 'ready',
        pages: { done: 3, failed: 0 },
        chunk_count: 3,
      })
      expect(await patch(id, { crawl: null })).to.include({
        crawl: 'page',
        pages: null,
        chunk_count: 1,
      })
      site.serve('/sitemap.xml', `<urlset><url><loc>${site.url('/p2')}</loc></url></urlset>`)
      expect(await patch(id, { crawl: 'sitemap' })).to.deep.include({
        pages: { done: 1, failed: 0 },
      })
      expect(await textsOf(id)).to.deep.equal(['Department 2 sells goods.'])
    })

    it('keeps its content if most pages fail when it is checked again @long', async () => {
      serveSite(3)
      const { id } = await add({ url: site.url('/'), crawl: 'site', refresh_hours: 1 })
      const texts = await textsOf(id)
      for (let n = 0; n < 3; n++) site.serve(`/p${n}`, '', 'text/html', 500)
      const entry = await recheck(id)
      expect(entry).to.include({ status: 'failed', chunk_count: 4 })
      expect(entry.error.detail).to.match(/^3 of 4 pages/)
      expect(await textsOf(id)).to.deep.equal(texts)
      site.serve('/', '', 'text/html', 500)
      expect((await recheck(id)).error.detail).to.match(/500/)
      expect(await textsOf(id)).to.deep.equal(texts)
      serveSite(2)
      expect(await recheck(id)).to.include({ status: 'ready', chunk_count: 3, error: null })
    })
  })

  describe('a page that is due for a check', () => {
    const versioned = (
      text: string,
      headers: Record<string, string>,
      matches: (headers: any) => boolean,
    ) =>
      site.answer('/news', (request, response) => {
        if (matches(request.headers)) return response.writeHead(304, headers).end()
        response.writeHead(200, { 'Content-Type': 'text/html', ...headers }).end(page(text))
      })

    it('is fetched when its hours have passed, and not before @long', async () => {
      site.serve('/news', page('Old news.'))
      const { id } = await add({ url: site.url('/news'), refresh_hours: 2 })
      site.serve('/news', page('New news.'))
      await recheck(id, 1.9)
      expect(fetched()).to.deep.equal([])
      await recheck(id, 2.1)
      expect(fetched()).to.deep.equal(['GET /news'])
      expect(await textsOf(id)).to.deep.equal(['New news.'])
      const never = await add({ url: site.url('/news') })
      await recheck(never.id, 10_000)
      expect(fetched()).to.deep.equal([])
    })

    for (const [name, headers, matches] of [
      ['ETag', { ETag: 'W/"1"' }, (sent: any) => sent['if-none-match'] === 'W/"1"'],
      [
        'Last-Modified',
        { 'Last-Modified': 'Wed, 21 Oct 2026 07:28:00 GMT' },
        (sent: any) => sent['if-modified-since'] === 'Wed, 21 Oct 2026 07:28:00 GMT',
      ],
    ] as const)
      it(`keeps its chunks if its ${name} has not changed, and shows the time of the check @long`, async () => {
        versioned('Old news.', headers, matches)
        const made = await add({ url: site.url('/news'), refresh_hours: 1 })
        const before = await chunksOf(made.id)
        const entry = await recheck(made.id)
        expect(entry).to.include({
          status: 'ready',
          indexed_at: made.indexed_at,
          title: 'Shop',
          error: null,
        })
        expect(Date.parse(entry.checked_at)).to.be.above(Date.parse(made.checked_at))
        expect(await chunksOf(made.id)).to.deep.equal(before)
        const [job] = await parley
          .db('jobs')
          .where({ target_id: made.id })
          .orderBy('attempt', 'desc')
        expect(job).to.include({ outcome: 'completed', attempt: 2 })
        versioned('New news.', { ETag: '"2"' }, () => false)
        await recheck(made.id)
        expect(await textsOf(made.id)).to.deep.equal(['New news.'])
      })

    it('keeps the rows of its chunks if its text is the same @long', async () => {
      site.serve('/news', page('Old news.'))
      const { id } = await add({ url: site.url('/news'), refresh_hours: 1 })
      const before = await chunksOf(id)
      site.serve('/news', page('Old news.<!-- rendered at noon -->'))
      expect((await recheck(id)).status).to.equal('ready')
      expect(await chunksOf(id)).to.deep.equal(before)
    })

    it('keeps its text if it cannot be fetched, says why, and is retried @long', async () => {
      site.serve('/news', page('Old news.'))
      const { id } = await add({ url: site.url('/news'), refresh_hours: 1 })
      site.serve('/news', '', 'text/html', 503)
      const entry = await recheck(id)
      expect(entry).to.include({ status: 'failed', chunk_count: 1 })
      expect(entry.error).to.deep.equal({
        code: 'fetch_failed',
        detail: "The page's server answers 503.",
      })
      expect(await textsOf(id)).to.deep.equal(['Old news.'])
      site.serve('/news', page('New news.'))
      expect(await recheck(id)).to.include({ status: 'ready', error: null })
      expect(await textsOf(id)).to.deep.equal(['New news.'])
    })

    it('is fetched completely after a PATCH of its url or title, also with an ETag @long', async () => {
      versioned('Old news.', { ETag: '"1"' }, ({ 'if-none-match': sent }) => sent !== undefined)
      const { id } = await add({ url: site.url('/news'), refresh_hours: 1 })
      expect(await patch(id, { title: 'News' })).to.include({ status: 'ready', chunk_count: 1 })
      expect(await patch(id, { url: site.url('/news') })).to.include({
        status: 'ready',
        chunk_count: 1,
      })
    })

    it('is not fetched for a change of its schedule @long', async () => {
      site.serve('/news', page('Old news.'))
      const { id, indexed_at } = await add({ url: site.url('/news') })
      site.requests.length = 0
      expect(await patch(id, { refresh_hours: 24 })).to.include({ refresh_hours: 24, indexed_at })
      expect(await patch(id, { refresh_hours: null })).to.include({
        refresh_hours: null,
        indexed_at,
      })
      expect(site.requests).to.deep.equal([])
    })
  })

  it('invalid values are refused with 422', async () => {
    const wrong = [
      { crawl: 'all' },
      { crawl: '' },
      { max_pages: 0 },
      { max_pages: 501 },
      { max_pages: 1.5 },
      { max_pages: '5' },
      { refresh_hours: 0 },
      { refresh_hours: 8761 },
      { refresh_hours: '1' },
    ]
    for (const more of wrong)
      expect(
        (await parley.client.post(URLS, { url: site.url('/'), ...more })).status,
        JSON.stringify(more),
      ).to.equal(422)
  })
})

describe('an indexing attempt that has lost its lease', () => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ workers: false })
  })
  after(() => parley.stop())

  it('writes no progress, and stores no page', async () => {
    const async = { Prefer: 'respond-async' }
    const { body } = await parley.client.post(URLS, { url: 'http://example.com/' }, async)
    const { id } = body.data
    const due = (lease: object) =>
      parley
        .db('open_jobs')
        .where({ id })
        .update({ sweep_at: new Date(0), ...lease })
    const claim = async (lease = {}) => {
      await due(lease)
      const claimant = { worker: 'w', shareConcurrency: 9, leaseMs: TIMES.leaseMs }
      const how = { ...claimant, limit: 1, takeOver: true, suspects: false }
      return (await claimDue(parley.db, 'index', how))[0] as LeasedJob
    }
    const progress = async () => (await parley.client.get(`${URLS}/${id}`)).body.data.progress
    const lost = await claim()
    const held = await claim({ lease_expires_at: new Date(0) })
    expect(held.attempt).to.equal(lost.attempt + 1)
    await writeProgress(parley.db, held, { done: 1, total: 2 })
    await writeProgress(parley.db, lost, { done: 2, total: 2 })
    expect(await progress()).to.deep.equal({ done: 1, total: 2 })
    const job = {
      organization_id: held.organization_id,
      lane: 'index' as const,
      target_id: id,
      request_id: 'r',
      worker: 'w',
      outcome: 'completed' as const,
      error_code: null,
      wait_ms: 1,
      run_ms: 1,
    }
    expect(await keepPage(parley.db, lost, { ...job, attempt: lost.attempt })).to.equal(false)
    expect(await keepPage(parley.db, held, { ...job, attempt: held.attempt })).to.equal(true)
    expect(await progress()).to.equal(null)
    await writeProgress(parley.db, held, { done: 2, total: 2 })
    expect(await progress()).to.equal(null)
  })
})
