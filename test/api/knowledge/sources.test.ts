import { expect } from 'chai'
import { createFile, fillFile, findFile } from '../../../shared/knowledge/files.ts'
import { TIMES } from '../../../shared/lib/config/times.ts'
import { makeDocx, makePdf } from '../../support/data/documents.ts'
import { makeXlsx, rowsOf } from '../../support/data/office.ts'
import { eventually } from '../../support/http/client.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'
import { type Pages, startPages } from '../../support/servers/pages.ts'

const URLS = '/api/v1/knowledge/urls'
const FILES = '/api/v1/knowledge/files'
const NOWHERE = '01900000-0000-7000-8000-000000000000'
const ACCEPTANCE = {
  request_id: 'test',
  reply_to: null,
  deadline_seconds: 60,
  wake_up_grace_ms: TIMES.wakeUpGraceMs,
  capacity: { organization: 1000, total: 1000, floor: 0 },
}
const PAGE = `<html><head><title>Parcels | Greenleaf</title></head><body><nav>Home Shop</nav>
  <main><h1>Parcels</h1><p>A parcel takes three days to Vienna.</p></main></body></html>`

onOneQueue('knowledge from pages and files:', (backend) => {
  let parley: Parley
  let pages: Pages
  before(async () => {
    pages = await startPages()
    parley = await startParley({ backend, settings: { FETCH_ALLOWED_HOSTS: pages.host } })
  })
  after(async () => {
    await parley.stop()
    await pages.close()
  })
  beforeEach(() => {
    parley.model.reset()
    pages.serve('/parcels', PAGE)
  })
  const chunksOf = async (id: string) =>
    (await parley.db('chunks').where({ entry_id: id }).orderBy('position')).map(({ text }) => text)
  const patch = (path: string, body: object) =>
    parley.client.send('PATCH', path, JSON.stringify(body), { 'Content-Type': 'application/json' })
  const add = async (path: string, body: object) => {
    const answer = await parley.client.post(path, body)
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201)
    return answer.body.data
  }

  describe('a url', () => {
    it('is answered with 201 when its page is indexed, with the title of the page', async () => {
      const entry = await add(URLS, { url: pages.url('/parcels') })
      const { id, indexed_at, checked_at, created_at, updated_at, ...fields } = entry
      expect(checked_at).to.equal(indexed_at)
      expect(fields).to.deep.equal({
        object: 'knowledge_entry',
        url: pages.url('/parcels'),
        title: 'Parcels | Greenleaf',
        crawl: 'page',
        max_pages: 50,
        refresh_hours: null,
        canonical_url: null,
        pages: null,
        progress: null,
        agent_ids: null,
        status: 'ready',
        error: null,
        read_by: null,
        confidence: null,
        warnings: [],
        chunk_count: 1,
      })
      expect(await chunksOf(id)).to.deep.equal(['A parcel takes three days to Vienna.'])
      expect((await parley.client.get(`${URLS}/${id}`)).body.data).to.deep.equal(entry)
    })

    it("keeps a given title, and returns to the page's title by null @long", async () => {
      const entry = await add(URLS, { url: pages.url('/parcels'), title: 'Shipping' })
      expect(entry.title).to.equal('Shipping')
      expect((await patch(`${URLS}/${entry.id}`, { title: 'Post' })).body.data).to.include({
        title: 'Post',
      })
      const { body } = await patch(`${URLS}/${entry.id}`, { title: null })
      expect(body.data).to.include({ title: 'Parcels | Greenleaf', status: 'ready' })
    })

    it('is cited with kind, title, url and a quote of the page @long', async () => {
      const organization = await parley.another(`cites ${backend}`)
      const made = await organization.post(URLS, { url: pages.url('/parcels') })
      parley.model.behave(() => ({ text: 'Three days [1].' }))
      const conversation = await organization.makeConversation()
      const { body } = await organization.say(
        conversation.id,
        'How long does a parcel to Vienna take?',
      )
      expect(body.data.citations).to.have.length(1)
      expect(body.data.citations[0]).to.include({
        knowledge_id: made.body.data.id,
        kind: 'url',
        title: 'Parcels | Greenleaf',
        url: pages.url('/parcels'),
        quote: 'A parcel takes three days to Vienna.',
      })
    })

    it('of a PDF is read like a page @long', async () => {
      pages.serve('/terms.pdf', makePdf(['Parcels to Graz take four days.']), 'application/pdf')
      const { id, status } = await add(URLS, { url: pages.url('/terms.pdf'), title: 'Terms' })
      expect(status).to.equal('ready')
      expect(await chunksOf(id)).to.deep.equal(['Parcels to Graz take four days.'])
    })

    it('that cannot be fetched or read is stored as failed, and says why', async () => {
      pages.serve('/picture', 'x', 'image/png')
      pages.serve('/false.pdf', PAGE, 'application/pdf')
      pages.serve('/empty', '<html><body><script>render()</script></body></html>')
      pages.serve('/huge', 'x'.repeat(5 * 1024 * 1024 + 1))
      const cases: [string, string, RegExp][] = [
        [pages.url('/none'), 'fetch_failed', /404/],
        [pages.url('/picture'), 'unsupported_content', /image\/png/],
        [pages.url('/false.pdf'), 'unsupported_content', /pdf/],
        [pages.url('/empty'), 'no_text', /no text/],
        [pages.url('/huge'), 'page_too_large', /5 MB/],
        ['http://127.0.0.1/', 'url_not_allowed', /public/],
        ['http://[::1]:22/', 'url_not_allowed', /port/],
        ['http://localhost/', 'url_not_allowed', /public/],
        ['http://169.254.169.254/latest/meta-data/', 'url_not_allowed', /public/],
      ]
      for (const [url, code, reason] of cases) {
        const { status, body } = await parley.client.post(URLS, { url })
        expect(status, url).to.equal(201)
        expect(body.data, url).to.include({ status: 'failed', chunk_count: 0, indexed_at: null })
        expect(body.data.error.code, url).to.equal(code)
        expect(body.data.error.detail).to.match(reason)
        expect(body.detail).to.contain(body.data.error.detail)
        expect((await parley.client.get(`${URLS}/${body.data.id}`)).body.data).to.deep.equal(
          body.data,
        )
      }
      const { body } = await parley.client.get(`${URLS}?status=failed`)
      expect(body.data).to.have.length(cases.length)
    })

    it('is fetched again by a PATCH of its url, also to the same url @long', async () => {
      pages.serve('/later', 'not yet', 'text/plain', 503)
      const entry = await add(URLS, { url: pages.url('/later') })
      expect(entry.error.detail).to.contain('503')
      pages.serve('/later', 'Now it is there.', 'text/plain')
      const { status, body } = await patch(`${URLS}/${entry.id}`, { url: pages.url('/later') })
      expect(status).to.equal(200)
      expect(body.data).to.include({ status: 'ready', error: null, chunk_count: 1 })
    })

    it('that changes is answered with nothing of its former page, even when the new page fails', async () => {
      const entry = await add(URLS, { url: pages.url('/parcels') })
      const { body } = await patch(`${URLS}/${entry.id}`, { url: pages.url('/none') })
      expect(body.data).to.include({
        status: 'failed',
        chunk_count: 0,
        indexed_at: null,
        title: null,
      })
      expect(await chunksOf(entry.id)).to.deep.equal([])
    })

    it('keeps its text when its page cannot be fetched again @long', async () => {
      const entry = await add(URLS, { url: pages.url('/parcels') })
      pages.serve('/parcels', '', 'text/html', 500)
      const { body } = await patch(`${URLS}/${entry.id}`, { url: pages.url('/parcels') })
      expect(body.data).to.include({
        status: 'failed',
        chunk_count: 1,
        indexed_at: entry.indexed_at,
      })
      expect(await chunksOf(entry.id)).to.have.length(1)
    })

    it('is not fetched for a change of its agents @long', async () => {
      const entry = await add(URLS, { url: pages.url('/parcels') })
      const agent = await parley.client.makeAgent()
      pages.requests.length = 0
      const { status, body } = await patch(`${URLS}/${entry.id}`, { agent_id: agent.id })
      expect(status).to.equal(200)
      expect(body.data).to.deep.include({ agent_ids: [agent.id], indexed_at: entry.indexed_at })
      expect(pages.requests).to.deep.equal([])
    })

    it('is answered with 202 for Prefer: respond-async, and indexed later @long', async () => {
      const async = { Prefer: 'respond-async' }
      const { status, body } = await parley.client.post(URLS, { url: pages.url('/parcels') }, async)
      expect(status).to.equal(202)
      expect(body.data).to.include({ status: 'processing', title: null, chunk_count: 0 })
      const read = () => parley.client.get(`${URLS}/${body.data.id}`)
      const ready = await eventually(async () => {
        const { data } = (await read()).body
        return data.status === 'ready' && data
      })
      expect(ready.title).to.equal('Parcels | Greenleaf')
    })

    it('that is not an absolute web address, or contains a password, is refused with 422 @long', async () => {
      const urls = [
        '',
        'example.com',
        '/parcels',
        '//example.com/',
        'ftp://example.com/',
        'file:///etc/passwd',
        'javascript:alert(1)',
        'http://',
        'http://a b/',
        'http://[::1/',
        'http://user:pw@example.com/',
        `http://example.com/${'a'.repeat(2000)}`,
        7,
        null,
        ['http://example.com/'],
      ]
      for (const url of urls) {
        const { status, body } = await parley.client.post(URLS, { url })
        expect(status, String(url)).to.equal(422)
        expect(body.data.errors[0].field).to.equal('url')
      }
      const entry = await add(URLS, { url: pages.url('/parcels') })
      expect(
        (await patch(`${URLS}/${entry.id}`, { url: 'http://user@example.com/' })).status,
      ).to.equal(422)
    })

    it('is created once for an Idempotency-Key @long', async () => {
      const key = { 'Idempotency-Key': `once-${backend}` }
      const first = await parley.client.post(URLS, { url: pages.url('/parcels') }, key)
      const second = await parley.client.post(URLS, { url: pages.url('/parcels') }, key)
      expect(second.body.data).to.deep.equal(first.body.data)
      expect(second.headers.get('idempotent-replayed')).to.equal('true')
    })
  })

  describe('the entry of a file', () => {
    const entry = {
      title: 'Opening hours',
      file_type: 'pdf',
      summary: 'The museum is closed on Mondays.',
    }

    it('without content is found by its title and summary', async () => {
      const { id, indexed_at, created_at, updated_at, ...fields } = await add(FILES, entry)
      expect(fields).to.deep.equal({
        object: 'knowledge_entry',
        ...entry,
        file_name: null,
        size_bytes: null,
        agent_ids: null,
        status: 'ready',
        progress: null,
        error: null,
        read_by: null,
        confidence: null,
        warnings: [],
        chunk_count: 1,
      })
      expect(await chunksOf(id)).to.deep.equal(['Opening hours\nThe museum is closed on Mondays.'])
    })

    it('needs no more than a title', async () => {
      const made = await add(FILES, { title: 'House rules' })
      expect(made).to.include({ file_type: null, summary: null, status: 'ready', chunk_count: 1 })
      expect(await chunksOf(made.id)).to.deep.equal(['House rules'])
    })

    it('is refused without a title, with another type and with unknown fields', async () => {
      const bodies = [
        {},
        { summary: 'x' },
        { title: ' ' },
        { title: 'x', file_type: 'exe' },
        { title: 'x', file_type: 'PDF' },
        { title: 'x', content: 'x' },
        { title: 'x', file_name: 'x' },
      ]
      for (const body of bodies)
        expect((await parley.client.post(FILES, body)).status, JSON.stringify(body)).to.equal(422)
    })

    it('does not take a multipart body: 415', async () => {
      const form = new FormData()
      form.append('title', 'x')
      form.append('file', new Blob(['x']), 'a.txt')
      const { status, body } = await parley.client.send('POST', FILES, form)
      expect(status).to.equal(415)
      expect(body.code).to.equal('unsupported_media_type')
    })

    it('is found by its new summary once a PATCH is answered', async () => {
      const made = await add(FILES, entry)
      const { status, body } = await patch(`${FILES}/${made.id}`, { summary: 'Open daily.' })
      expect(status).to.equal(200)
      expect(body.data).to.include({ status: 'ready', summary: 'Open daily.' })
      expect(await chunksOf(made.id)).to.deep.equal(['Opening hours\nOpen daily.'])
    })

    it('is cited as what it is', async () => {
      const organization = await parley.another(`cites files ${backend}`)
      const made = await organization.post(FILES, entry)
      parley.model.behave(() => ({ text: 'On Mondays [1].' }))
      const conversation = await organization.makeConversation()
      const { body } = await organization.say(conversation.id, 'When is the museum closed?')
      expect(body.data.citations[0]).to.include({
        knowledge_id: made.body.data.id,
        kind: 'file',
        title: 'Opening hours',
        url: null,
        quote: 'The museum is closed on Mondays.',
      })
    })
  })

  describe('a file with content', () => {
    const content = (file_name: string, file_type: any, bytes: Buffer) => ({
      file_name,
      file_type,
      bytes,
    })
    const finished = (id: string) =>
      eventually(async () => {
        const { data } = (await parley.client.get(`${FILES}/${id}`)).body
        return data.status !== 'processing' && data
      })
    const upload = async (title: string, file: ReturnType<typeof content>, fields: object = {}) => {
      const made = { title, agent_ids: null, ...fields }
      return finished(
        await createFile(parley.db, parley.client.organizationId, made, ACCEPTANCE, file),
      )
    }

    it('is indexed: PDF, Word, Excel, text', async () => {
      const pdf = makePdf(['The lift is out of order.', 'It is mended in May.'])
      const entry = await upload('Lift', content('lift.pdf', 'pdf', pdf))
      expect(entry).to.include({
        status: 'ready',
        file_type: 'pdf',
        file_name: 'lift.pdf',
        size_bytes: pdf.length,
      })
      expect(await chunksOf(entry.id)).to.deep.equal([
        'The lift is out of order.\n\nIt is mended in May.',
      ])
      const docx = content('a.docx', 'docx', makeDocx(['The pool is open.']))
      expect(await chunksOf((await upload('Pool', docx)).id)).to.deep.equal(['The pool is open.'])
      const rows = rowsOf([
        ['Item', 'Price'],
        ['Tea', 2],
      ])
      const xlsx = content('a.xlsx', 'xlsx', makeXlsx([{ name: 'Bar', rows }]))
      const sheet = await upload('Prices', xlsx)
      expect(sheet).to.include({ status: 'ready', file_type: 'xlsx' })
      expect(await chunksOf(sheet.id)).to.deep.equal(['Item: Tea; Price: 2'])
      const text = content('a.txt', 'txt', Buffer.from('Quiet hours.'))
      const described = await upload('Quiet', text, { summary: 'When to be quiet.' })
      expect(await chunksOf(described.id)).to.deep.equal([
        'Quiet\nWhen to be quiet.',
        'Quiet hours.',
      ])
    })

    it('that is broken, encrypted or scanned fails with a reason, and the worker continues @long', async () => {
      const cases: [Buffer, string, RegExp][] = [
        [makePdf(['x']).subarray(0, 150), 'file_unreadable', /broken/],
        [makePdf(['x'], { encrypted: true }), 'file_unreadable', /encrypted/],
        [makePdf(['']), 'no_text', /Scan it anew/],
      ]
      for (const [bytes, code, reason] of cases) {
        const entry = await upload('Broken', content('a.pdf', 'pdf', bytes))
        expect(entry.status).to.equal('failed')
        expect(entry.error.code).to.equal(code)
        expect(entry.error.detail).to.match(reason)
      }
      expect((await upload('Fine', content('a.md', 'md', Buffer.from('Fine.')))).status).to.equal(
        'ready',
      )
    })

    it('fills an existing entry, and is replaced by the next file @long', async () => {
      const { id } = await add(FILES, { title: 'Menu' })
      const { db, client } = parley
      const fill = (text: string, organizationId = client.organizationId, target = id) =>
        fillFile(
          db,
          organizationId,
          target,
          {},
          ACCEPTANCE,
          content('m.txt', 'txt', Buffer.from(text)),
        )
      await fill('Soup.')
      expect((await finished(id)).file_name).to.equal('m.txt')
      expect(await chunksOf(id)).to.deep.equal(['Soup.'])
      await fill('Bread.')
      await finished(id)
      expect(await chunksOf(id)).to.deep.equal(['Bread.'])
      const other = await parley.another(`fills ${backend}`)
      const qa = await client.post('/api/v1/knowledge/qa', { question: 'Why?', answer: 'So.' })
      const strangers: [string, string][] = [
        [other.organizationId, id],
        [client.organizationId, NOWHERE],
        [client.organizationId, qa.body.data.id],
      ]
      for (const [organizationId, target] of strangers) {
        const error = await fill('Stolen.', organizationId, target).catch((thrown) => thrown)
        expect(error.code).to.equal('not_found')
      }
      expect((await findFile(db, client.organizationId, id))!.bytes!.toString()).to.equal('Bread.')
      expect(await findFile(db, other.organizationId, id)).to.equal(undefined)
    })

    it('is deleted with its bytes and chunks @long', async () => {
      const { id } = await upload('Gone', content('a.txt', 'txt', Buffer.from('Soon gone.')))
      expect((await parley.client.send('DELETE', `${FILES}/${id}`)).status).to.equal(200)
      expect(await chunksOf(id)).to.deep.equal([])
      expect(await parley.db('knowledge_files').where({ entry_id: id })).to.deep.equal([])
    })
  })

  it('entries are listed by kind, filtered by agent and state @long', async () => {
    const organization = await parley.another(`lists ${backend}`)
    const [ada, eva] = [await organization.makeAgent(), await organization.makeAgent()]
    const everybody = (await organization.post(FILES, { title: 'For all' })).body.data
    const hers = (await organization.post(FILES, { title: 'Hers', agent_id: ada.id })).body.data
    await organization.post(URLS, { url: pages.url('/parcels') })
    const ids = async (query: string) =>
      (await organization.get(`${FILES}?${query}`)).body.data.map(({ id }: any) => id)
    expect(await ids('order=asc')).to.deep.equal([everybody.id, hers.id])
    expect(await ids(`agent_id=${ada.id}`)).to.have.members([everybody.id, hers.id])
    expect(await ids(`agent_id=${eva.id}`)).to.deep.equal([everybody.id])
    expect(await ids('status=ready')).to.have.length(2)
    expect(await ids('status=processing')).to.deep.equal([])
    expect((await organization.get(`${FILES}?agent_id=x`)).status).to.equal(422)
    expect((await organization.get(`${URLS}/${hers.id}`)).status).to.equal(404)
  })
})
