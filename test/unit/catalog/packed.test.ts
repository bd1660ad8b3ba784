import { expect } from 'chai'
import { CONNECTION_PROVIDERS, providerOf } from '../../../shared/lib/catalog/catalog.ts'
import { makeEmbedder } from '../../../shared/models/embedding.ts'
import { makeReranker } from '../../../shared/models/reranking.ts'
import { testConnection } from '../../../shared/models/testConnection.ts'
import { largeJson, PACKINGS, type Packing } from '../../support/http/packed.ts'
import { KEY } from '../../support/providers/fixture.ts'
import { caller, type Serve, type StandIn, startStandIn } from '../../support/providers/server.ts'
import { byConnection, STANDS } from '../../support/providers/stands.ts'

describe('a compressed answer of 60 MB', function () {
  this.timeout(120_000)
  let server: StandIn
  before(async () => {
    server = await startStandIn()
  })
  after(() => server.close())

  const large =
    (ways: readonly Packing[], type = 'application/json'): Serve =>
    (response) => {
      const { encoding, bytes } = largeJson(ways)
      response.writeHead(200, { 'content-type': type, 'content-encoding': encoding }).end(bytes)
    }
  const failure = (call: Promise<unknown>): Promise<{ code: string; message: string }> =>
    call.then(
      () => expect.fail('it was read'),
      (error) => error,
    )
  const TOO_LARGE = 'The model answered with more than can be read.'

  for (const [name, stand] of Object.entries(STANDS))
    it(`is not read as a reply, whole or in pieces ${byConnection(name)}`, async () => {
      for (const onText of [undefined, () => undefined]) {
        server.serve = large(['gzip'], onText ? stand.protocol.stream.type : 'application/json')
        expect(await failure(caller(stand, server.url)({ onText }))).to.include({
          code: 'model_bad_output',
          message: TOO_LARGE,
        })
      }
    })

  for (const ways of PACKINGS)
    it(`is not read, however it is compressed (${ways.join(' in ')}) @long`, async () => {
      server.serve = large(ways)
      const { message } = await failure(caller(STANDS.openai!, server.url)())
      expect(message).to.equal(TOO_LARGE)
    })

  it('is not read as vectors or scores', async () => {
    server.serve = large(['gzip'])
    for (const EMBEDDING_MODEL of ['openai:m', 'gemini:m', 'ollama:m', 'mistral:m']) {
      const embedder = makeEmbedder({
        EMBEDDING_MODEL,
        OPENAI_BASE_URL: server.url,
        OLLAMA_BASE_URL: server.url,
        GEMINI_BASE_URL: server.url,
        GEMINI_API_KEY: KEY,
        MISTRAL_BASE_URL: server.url,
      })!
      const { message } = await failure(embedder.embed('query', ['Hi'], { seconds: 30 }))
      expect(message, EMBEDDING_MODEL).to.equal(TOO_LARGE)
    }
    for (const RERANK_MODEL of ['cohere:m', 'jina:m', 'tei:m']) {
      const reranker = makeReranker({
        RERANK_MODEL,
        COHERE_BASE_URL: server.url,
        JINA_BASE_URL: server.url,
        TEI_BASE_URL: server.url,
        COHERE_API_KEY: KEY,
        JINA_API_KEY: KEY,
      })!
      const { message } = await failure(reranker.rerank('one', ['one', 'two'], { seconds: 30 }))
      expect(message, RERANK_MODEL).to.equal(TOO_LARGE)
    }
  })

  it('is not read as a list of models, or in the test of a connection', async () => {
    const reach = (name: string, model: string) => {
      const access = { baseUrl: server.url, key: KEY, region: 'eu-central-1' }
      const reached = {
        provider: providerOf(name)!,
        access,
        model,
        route: {},
        source: '',
        prices: {},
      }
      return testConnection({ ...reached, listName: `${name}:${model}` }, [])
    }
    for (const name of CONNECTION_PROVIDERS) {
      server.serve = large(['gzip'])
      const { works, detail, models } = await reach(name, 'm')
      expect({ works, models }, name).to.deep.equal({ works: false, models: [] })
      const hasList = providerOf(name)!.list?.({ baseUrl: server.url, key: KEY })
      expect(detail, name).to.contain(
        hasList ? 'The server answers with more than 4 MB.' : TOO_LARGE,
      )
      server.serve = (response, asked) =>
        asked.body ? large(['gzip'])(response, asked) : response.writeHead(404).end('{}')
      expect((await reach(name, 'm')).detail, name).to.equal(TOO_LARGE)
    }
    server.serve = (response) => response.writeHead(200, { 'content-encoding': 'zstd' }).end('x')
    expect((await reach('openai', '')).detail).to.match(
      /^The server answers with an encoding that cannot be unpacked\./,
    )
  })
})
