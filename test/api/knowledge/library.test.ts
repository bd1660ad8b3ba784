import { expect } from 'chai'
import { makePdf } from '../../support/data/documents.ts'
import { makePlacedPdf, SCANNED } from '../../support/data/placedPdf.ts'
import { type SignedIn, signedIn } from '../../support/http/access.ts'
import { type Client, eventually } from '../../support/http/client.ts'
import { expectDocumented } from '../../support/http/contract.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import { type Pages, startPages } from '../../support/servers/pages.ts'

const LIST = '/api/v1/knowledge'
const QA = '/api/v1/knowledge/qa'
const URLS = '/api/v1/knowledge/urls'
const FILES = '/api/v1/knowledge/files'
const NOWHERE = '01900000-0000-7000-8000-000000000000'

describe('the list of all knowledge', () => {
  let parley: Parley
  let pages: Pages
  let client: Client
  let agent: { id: string }
  let ids: Record<string, string>
  const titles = async (query = '') =>
    (await client.get(`${LIST}?${query}`)).body.data.map(({ title }: any) => title)

  before(async () => {
    pages = await startPages()
    pages.serve('/terms', '<title>Terms</title><main><p>Parcels travel for two days.</p></main>')
    parley = await startParley({ settings: { FETCH_ALLOWED_HOSTS: pages.host } })
    client = parley.client
    agent = await client.makeAgent()
    const add = async (path: string, fields: object) =>
      (await client.post(path, fields)).body.data.id
    ids = {
      pair: await add(QA, {
        question: 'zebra?',
        answer: 'Überraschung: striped 100%.',
        agent_ids: [agent.id],
      }),
      page: await add(URLS, { url: pages.url('/terms') }),
      failed: await add(URLS, { url: pages.url('/nothing') }),
      file: await add(FILES, { title: 'Ärmel', summary: 'Sleeves' }),
    }
    const theirs = await parley.another('Their library')
    await theirs.post(QA, { question: 'Theirs?', answer: 'Yes.' })
  })
  after(async () => {
    await parley.stop()
    await pages.close()
  })

  it('shows each kind, newest first, by its title, and nothing of another organization', async () => {
    const { status, body } = await client.get(LIST)
    expect(status).to.equal(200)
    expect(
      body.data.map(({ id, kind, title, status }: any) => [id, kind, title, status]),
    ).to.deep.equal([
      [ids.file, 'file', 'Ärmel', 'ready'],
      [ids.failed, 'url', pages.url('/nothing'), 'failed'],
      [ids.page, 'url', 'Terms', 'ready'],
      [ids.pair, 'qa', 'zebra?', 'ready'],
    ])
    expect(body.data[1].error).to.include.keys('code', 'detail')
  })

  it('can be filtered by kind, state and agent', async () => {
    expect(await titles('kind=qa')).to.deep.equal(['zebra?'])
    expect(await titles('status=failed')).to.deep.equal([pages.url('/nothing')])
    expect(await titles('kind=url&status=ready')).to.deep.equal(['Terms'])
    const other = await client.makeAgent()
    expect(await titles(`agent_id=${agent.id}`)).to.include('zebra?')
    expect(await titles(`agent_id=${other.id}`)).not.to.include('zebra?')
  })

  it('can be searched by titles, questions, answers, urls and file names, capitals and umlauts included', async () => {
    expect(await titles('search=TERMS')).to.deep.equal(['Terms'])
    expect(await titles(`search=${encodeURIComponent('ärmel')}`)).to.deep.equal(['Ärmel'])
    expect(await titles(`search=${encodeURIComponent('überraschung')}`)).to.deep.equal(['zebra?'])
    expect(await titles('search=nothing')).to.deep.equal([pages.url('/nothing')])
    expect(await titles(`search=${encodeURIComponent('100%')}`)).to.deep.equal(['zebra?'])
    expect(await titles(`search=${encodeURIComponent('_')}`)).to.deep.equal([])
  })

  it('can be ordered by title as people sort, page by page', async () => {
    const seen: string[] = []
    let after = ''
    for (;;) {
      const { body } = await client.get(`${LIST}?sort=title&order=asc&limit=1${after}`)
      seen.push(...body.data.map(({ title }: any) => title))
      if (!body.pagination.has_more) break
      after = `&after=${body.pagination.next_cursor}`
    }
    expect(seen).to.deep.equal(['Ärmel', pages.url('/nothing'), 'Terms', 'zebra?'])
    expect(await titles('sort=title&order=desc')).to.deep.equal(seen.toReversed())
  })

  it('is counted by kind and state', async () => {
    const { entries } = (await client.get(`${LIST}/status`)).body.data
    const none = { processing: 0, ready: 0, failed: 0 }
    expect(entries).to.deep.equal({
      processing: 0,
      ready: 3,
      failed: 1,
      kinds: {
        file: { ...none, ready: 1 },
        qa: { ...none, ready: 1 },
        url: { ...none, ready: 1, failed: 1 },
      },
    })
  })

  it('refuses an unknown kind and an empty search with 422', async () => {
    expect((await client.get(`${LIST}?kind=song`)).status).to.equal(422)
    expect((await client.get(`${LIST}?search=`)).status).to.equal(422)
  })
})

describe('a knowledge entry', () => {
  let parley: Parley
  let pages: Pages
  let client: Client
  let owner: SignedIn
  before(async () => {
    pages = await startPages()
    parley = await startParley({ settings: { FETCH_ALLOWED_HOSTS: pages.host } })
    client = parley.client
    owner = await signedIn(parley, client, 'owner')
  })
  after(async () => {
    await parley.stop()
    await pages.close()
  })

  async function upload(content: string | Uint8Array, name: string): Promise<any> {
    const form = new FormData()
    form.append('file', new Blob([content as string]), name)
    const init = { method: 'POST', headers: owner.headers, body: form }
    const { data } = (await (await fetch(`${client.address}/knowledge-base`, init)).json()) as any
    return data
  }

  it('that failed is ready after reindexing once its page exists @long', async () => {
    const { id, status } = (await client.post(URLS, { url: pages.url('/late') })).body.data
    expect(status).to.equal('failed')
    pages.serve('/late', '<title>Late</title><main><p>We open at ten on Sundays.</p></main>')
    const again = await client.send('POST', `${URLS}/${id}/reindex`)
    expect(again.status).to.equal(200)
    expect(again.body.data).to.include({ status: 'ready', error: null, title: 'Late' })
  })

  it('that is ready is read anew by reindexing, without its ETag @long', async () => {
    const seen: (string | undefined)[] = []
    pages.answer('/tagged', (request, response) => {
      seen.push(request.headers['if-none-match'])
      const text = `<title>T</title><main><p>Version ${seen.length} of our terms and conditions.</p></main>`
      response.writeHead(200, { 'Content-Type': 'text/html', ETag: '"same"' }).end(text)
    })
    const { id } = (await client.post(URLS, { url: pages.url('/tagged') })).body.data
    await client.send('POST', `${URLS}/${id}/reindex`)
    expect(seen).to.deep.equal([undefined, undefined])
    const { body } = await client.get(`${URLS}/${id}/chunks`)
    expect(body.data[0].text).to.contain('Version 2')
  })

  it('is not reindexed under another kind or organization: 404', async () => {
    const { id } = (await client.post(QA, { question: 'Why?', answer: 'So.' })).body.data
    expect((await client.send('POST', `${FILES}/${id}/reindex`)).status).to.equal(404)
    expect((await client.send('POST', `${QA}/${NOWHERE}/reindex`)).status).to.equal(404)
    const theirs = await parley.another('No retry')
    expect((await theirs.send('POST', `${QA}/${id}/reindex`)).status).to.equal(404)
  })

  it('shows the text that was read, piece by piece', async () => {
    const text = Array.from(
      { length: 60 },
      (_, n) => `Rule ${n}: ${'nobody may pass here. '.repeat(12)}`,
    ).join('\n\n')
    const { id, chunk_count } = await upload(text, 'rules.txt')
    expect(chunk_count).to.be.above(3)
    const page = async (number: number) =>
      (await client.get(`${FILES}/${id}/chunks?page_size=2&page=${number}`)).body
    const [first, second] = [await page(1), await page(2)]
    expect(first.pagination).to.deep.equal({ page: 1, page_size: 2, total: chunk_count })
    expect([...first.data, ...second.data].map(({ position }: any) => position)).to.deep.equal([
      1, 2, 3, 4,
    ])
    expect(first.data[0].text).to.contain('Rule 0')
    expect((await page(999)).data).to.deep.equal([])
    expect((await client.get(`${QA}/${id}/chunks`)).status).to.equal(404)
  })

  it('says which pages of it could not be read', async () => {
    const pages = [{ texts: [[60, 700, 'The red lever shuts the hatch.'] as const] }, SCANNED]
    const { id, warnings } = await upload(makePlacedPdf(pages), 'levers.pdf')
    expect(warnings).to.deep.equal(['Page 2 has no text that can be read or recognized.'])
    const listed = (await client.get(LIST)).body.data.find((entry: any) => entry.id === id)
    expect(listed.warnings).to.deep.equal(warnings)
  })

  it('that is a file can be downloaded as it was uploaded, as an attachment that no browser runs @long', async () => {
    const pdf = makePdf(['The blue lever opens the hatch.'])
    for (const [bytes, name] of [
      [pdf, 'Übersicht "1".pdf'],
      [Buffer.from('<script>alert(1)</script>Hi'), 'a.html'],
    ] as const) {
      const { id } = await upload(bytes, name)
      const path = `${FILES}/${id}/content`
      const response = await fetch(client.address + path, { headers: owner.cookie })
      const { status, headers } = response
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).to.equal(true)
      expectDocumented('GET', path, { status, headers, body: bytes })
      expect(headers.get('content-type')).to.equal('application/octet-stream')
      expect(headers.get('content-disposition')).to.match(/^attachment; filename=/)
      expect(headers.get('content-security-policy')).to.contain('sandbox')
      expect(headers.get('x-content-type-options')).to.equal('nosniff')
    }
  })

  it('that is metadata only has no content: 404', async () => {
    const { id } = (await client.post(FILES, { title: 'Prices' })).body.data
    const { status, body } = await client.get(`${FILES}/${id}/content`)
    expect(status).to.equal(404)
    expect(body.detail).to.contain('no file')
  })

  describe('in a bulk request', () => {
    const pair = async () =>
      (await client.post(QA, { question: 'Why?', answer: 'So.' })).body.data.id as string

    it("is deleted with its chunks, and another organization's entries stay", async () => {
      const theirs = await parley.another('Bystanders')
      const other = (await theirs.post(QA, { question: 'Theirs?', answer: 'Yes.' })).body.data.id
      const ids = [await pair(), (await upload('Ten euros.', 'prices.txt')).id as string]
      const { status, body } = await client.post(`${LIST}/delete`, {
        ids: [...ids, other, NOWHERE],
      })
      expect(status).to.equal(200)
      expect(body.data).to.deep.equal({ deleted: true, ids, missing: [other, NOWHERE] })
      const again = await client.post(`${LIST}/delete`, { ids: [ids[0]!.toUpperCase()] })
      expect(again.body.data).to.deep.equal({ deleted: true, ids: [], missing: [ids[0]] })
      const left = await parley
        .db('knowledge_entries')
        .whereIn('id', [...ids, other])
        .pluck('id')
      expect(left).to.deep.equal([other])
      expect(await parley.db('chunks').whereIn('entry_id', ids)).to.deep.equal([])
    })

    it("is indexed anew, and another organization's entries are not", async () => {
      const theirs = await parley.another('Readers')
      const other = (await theirs.post(QA, { question: 'Theirs?', answer: 'Yes.' })).body.data.id
      const ids = [await pair(), await pair()]
      const attempts = () =>
        parley
          .db('knowledge_entries')
          .whereIn('id', [...ids, other])
          .orderBy('id')
          .pluck('attempt')
      const { body } = await client.post(`${LIST}/reindex`, { ids: [...ids, other] })
      expect(body.data.ids).to.have.members(ids)
      expect(body.data.missing).to.deep.equal([other])
      await eventually(async () => String(await attempts()) === '1,2,2')
    })

    it('must be named: no ids, or more than 100, are refused with 422', async () => {
      for (const path of ['delete', 'reindex']) {
        expect((await client.post(`${LIST}/${path}`, { ids: [] })).status).to.equal(422)
        const ids = Array.from({ length: 101 }, (_, n) => NOWHERE.slice(0, -3) + String(100 + n))
        expect((await client.post(`${LIST}/${path}`, { ids })).status).to.equal(422)
      }
    })
  })
})
