import { expect } from 'chai'
import { AppError } from '../../../shared/lib/errors.ts'
import { makeEmbedder } from '../../../shared/models/embedding.ts'
import { toFinishReason } from '../../../shared/models/finishReason.ts'
import { costOf, listPricesOf, priceOf } from '../../../shared/models/prices.ts'
import { KEY, type Stand } from '../../support/providers/fixture.ts'
import {
  answering,
  COMPLETION,
  caller,
  type StandIn,
  startStandIn,
} from '../../support/providers/server.ts'
import { STANDS } from '../../support/providers/stands.ts'

/** Names of members of every JavaScript object. */
const OF_OBJECTS = [
  'constructor',
  '__proto__',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
]
/** Names that would lead elsewhere in an address. */
const OF_PATHS = [
  '../../../admin',
  'm/../../v1/files',
  'm?x=1',
  'm#x',
  'a\\..\\b',
  'm%2f..%2fx',
  '%2e%2e',
  '//host/m',
  '.',
  '..',
  'm;x',
  ' m',
  'm:x',
  'ä/ö',
]

describe("a model's name", () => {
  let server: StandIn
  before(async () => {
    server = await startStandIn()
  })
  after(() => server.close())
  beforeEach(() => {
    server.requests = []
  })

  const named = (stand: Stand, name: string): Stand => {
    const [provider, own = ''] = stand.model.split(':')
    return { ...stand, model: `${provider}:${own.startsWith('codex') ? `codex-${name}` : name}` }
  }
  async function pathsOf(stand: Stand): Promise<string[]> {
    server.requests = []
    server.serve = answering(stand, COMPLETION)
    for (const onText of [undefined, () => undefined])
      expect(await caller(stand, `${server.url}/base`)({ onText })).to.have.property(
        'finish_reason',
        'stop',
      )
    return server.requests.map(({ path }) => path)
  }

  for (const [name, stand] of Object.entries(STANDS)) {
    it(`may equal the name of a member of every object (${name})`, async () => {
      for (const own of OF_OBJECTS) {
        server.serve = answering(stand, COMPLETION)
        const reply = await caller(named(stand, own), server.url)()
        expect(reply.text, own).to.equal(COMPLETION.pieces.join(''))
        expect(reply.cost_usd, own).to.equal(stand.model.startsWith('ollama') ? 0 : null)
      }
    })

    it(`stays in its place in the address, below the path of base_url (${name})`, async () => {
      const partsOf = (path: string) => path.split(/[?#]/)[0]!.split('/').length
      const plain = await pathsOf(named(stand, 'plain'))
      for (const path of plain) expect(path).to.match(/^\/base\//)
      for (const other of OF_PATHS)
        try {
          const paths = await pathsOf(named(stand, other))
          expect(paths.map(partsOf), other).to.deep.equal(plain.map(partsOf))
          const [begin] = plain[0]!.split('plain')
          for (const path of paths) {
            expect(path, other).to.satisfy((text: string) => text.startsWith(begin!.split('?')[0]!))
            expect(path.split('/'), other).not.to.include.members(['..'])
          }
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          expect(['.', '..'], `${other}: ${error.message}`).to.include(other)
          expect(error.code, other).to.equal('model_not_configured')
          expect(server.requests, other).to.deep.equal([])
        }
    })
  }

  it('stays in its place in requests for vectors', async () => {
    server.serve = (response) => response.writeHead(500).end('{}')
    for (const [provider, path] of [
      ['gemini', /^\/base\/v1beta\/models\/[^/?#]+:batchEmbedContents$/],
      ['azure', /^\/base\/openai\/deployments\/[^/?#]+\/embeddings\?api-version=2024-10-21$/],
    ] as const)
      for (const name of OF_PATHS) {
        server.requests = []
        const embedder = makeEmbedder({
          EMBEDDING_MODEL: `${provider}:${name}`,
          GEMINI_BASE_URL: `${server.url}/base`,
          GEMINI_API_KEY: KEY,
          AZURE_OPENAI_BASE_URL: `${server.url}/base`,
          AZURE_OPENAI_API_KEY: KEY,
          AZURE_OPENAI_API_VERSION: '2024-10-21',
        })!
        const { code } = await embedder
          .embed('query', ['Hi'], { seconds: 10 })
          .catch((error) => error)
        const isDots = name === '.' || name === '..'
        expect([name, code]).to.deep.equal([
          name,
          isDots ? 'model_not_configured' : 'model_unavailable',
        ])
        expect(server.requests).to.have.length(isDots ? 0 : 1)
        for (const asked of server.requests) expect(asked.path, name).to.match(path)
      }
  })

  it('has no price if it equals the name of a member of every object', () => {
    for (const name of OF_OBJECTS) {
      for (const provider of ['openai', 'own', ...OF_OBJECTS]) {
        expect(priceOf(`${provider}:${name}`, {}), `${provider}:${name}`).to.equal(undefined)
        expect(costOf(`${provider}:${name}`, { input_tokens: 1, output_tokens: 1 }, {})).to.equal(
          null,
        )
      }
      expect(listPricesOf(name)).to.deep.equal({})
      expect(toFinishReason(name)).to.equal('other')
    }
    const own = JSON.parse('{"__proto__":[1,2],"constructor":[3,4]}')
    expect([priceOf('own:__proto__', own), priceOf('own:constructor', own)]).to.deep.equal([
      [1, 2],
      [3, 4],
    ])
  })
})
