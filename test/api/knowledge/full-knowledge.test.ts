import { expect } from 'chai'
import { signedIn } from '../../support/http/access.ts'
import { type Client, eventually } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import { type Pages, startPages } from '../../support/servers/pages.ts'

const MOST = 3
const PATHS = {
  qa: '/api/v1/knowledge/qa',
  url: '/api/v1/knowledge/urls',
  file: '/api/v1/knowledge/files',
}
type Kind = keyof typeof PATHS

describe('an organization with as much knowledge as it may have', () => {
  let parley: Parley
  let pages: Pages
  let client: Client
  let long: string
  before(async () => {
    pages = await startPages()
    parley = await startParley({
      settings: { FETCH_ALLOWED_HOSTS: pages.host, ORGANIZATION_MAX_CHUNKS: `${MOST}` },
    })
    client = parley.client
    pages.serve('/', `<main><p>We open at ten.</p><a href="${pages.url('/more')}">More</a></main>`)
    pages.serve('/more', '<main><p>On Sundays we open at noon.</p></main>')
    // Two pieces: the answer is longer than one may be.
    long = await settled('qa', await pair('Which rooms?', `${'A quiet room. '.repeat(150)}`))
    await settled('qa', await pair('When?', 'At ten.'))
    expect(await pieces()).to.deep.equal({ used: MOST, most: MOST })
  })
  after(async () => {
    await parley.stop()
    await pages.close()
  })

  const pieces = async () => (await client.get('/api/v1/knowledge/status')).body.data.pieces
  const idOf = ({ body }: Awaited<ReturnType<Client['post']>>): string => body.data.id
  const pair = async (question: string, answer: string) =>
    idOf(await client.post(PATHS.qa, { question, answer }))
  const read = async (kind: Kind, id: string) =>
    (await client.get(`${PATHS[kind]}/${id}`)).body.data
  const chunks = async (id: string) => (await parley.db('chunks').where({ entry_id: id })).length

  /** Waits until the entry is indexed or has failed. @returns its id */
  async function settled(kind: Kind, id: string): Promise<string> {
    await eventually(async () => (await read(kind, id)).status !== 'processing', 30)
    return id
  }

  const upload = async (of: Client) => {
    const owner = await signedIn(parley, of, 'owner')
    const form = new FormData()
    form.append('file', new Blob(['Ten euros.']), 'prices.txt')
    const init = { method: 'POST', headers: owner.headers, body: form }
    return ((await (await fetch(`${of.address}/knowledge-base`, init)).json()) as any).data.id
  }
  const url = async (body: object) => idOf(await client.post(PATHS.url, body))
  const ways: [string, Kind, () => Promise<string>][] = [
    ['a pair', 'qa', () => pair('How much?', 'Ten euros.')],
    ['a pair of two pieces', 'qa', () => pair('How long?', 'About a day. '.repeat(150))],
    ['a file', 'file', () => upload(client)],
    [
      'a description of a file',
      'file',
      async () => idOf(await client.post(PATHS.file, { title: 'Prices', summary: 'Ten euros.' })),
    ],
    ['a page', 'url', () => url({ url: pages.url('/more') })],
    ['a site', 'url', () => url({ url: pages.url('/'), crawl: 'site' })],
  ]
  for (const [name, kind, add] of ways)
    it(`gets no further piece by ${name}: the entry fails and says why`, async () => {
      const id = await settled(kind, await add())
      const { status, error } = await read(kind, id)
      expect(status).to.equal('failed')
      expect(error.code).to.equal('knowledge_full')
      expect(error.detail).to.include(`may have ${MOST} pieces of knowledge`)
      expect(await chunks(id)).to.equal(0)
      expect(await pieces()).to.deep.equal({ used: MOST, most: MOST })
    })

  it('keeps the text of an entry that would become longer, and takes a shorter one', async () => {
    const change = async (answer: string) => {
      const body = JSON.stringify({ answer })
      const headers = { 'Content-Type': 'application/json' }
      await client.send('PATCH', `${PATHS.qa}/${long}`, body, headers)
      return read('qa', await settled('qa', long))
    }
    const longer = await change('A room with a view. '.repeat(300))
    expect(longer).to.include({ status: 'failed' })
    expect(await chunks(long)).to.equal(2)
    expect(await change('One room.')).to.include({ status: 'ready' })
    expect(await pieces()).to.include({ used: MOST - 1 })
    const next = await settled('qa', await pair('Since when?', 'Since June.'))
    expect(await read('qa', next)).to.include({ status: 'ready' })
  })
})
