import { expect } from 'chai'
import { accessOf, lacking, problemOf, splitModel } from '../../../shared/lib/catalog/catalog.ts'
import { KEY } from '../../support/providers/fixture.ts'
import {
  answering,
  COMPLETION,
  caller,
  type StandIn,
  sendJson,
  startStandIn,
} from '../../support/providers/server.ts'
import { STANDS } from '../../support/providers/stands.ts'

describe("a provider's access", function () {
  this.timeout(60_000)
  let server: StandIn
  before(async () => {
    server = await startStandIn()
  })
  after(() => server.close())
  beforeEach(() => {
    server.requests = []
  })

  /** The variables that the providers' own clients read from the environment. */
  const OPERATORS = {
    OPENAI_ORG_ID: 'planted-1',
    OPENAI_PROJECT_ID: 'planted-2',
    OPENAI_ORGANIZATION: 'planted-3',
    OPENAI_CUSTOM_HEADERS: 'X-Own: planted-4',
    OPENAI_ADMIN_KEY: 'planted-5',
    ANTHROPIC_AUTH_TOKEN: 'planted-6',
    ANTHROPIC_CUSTOM_HEADERS: 'X-Own: planted-7',
    GOOGLE_API_KEY: 'planted-8',
    AWS_BEARER_TOKEN_BEDROCK: 'planted-9',
    OLLAMA_API_KEY: 'planted-10',
    AWS_ACCESS_KEY_ID: 'planted-11',
    AWS_SECRET_ACCESS_KEY: 'planted-12',
    AWS_SESSION_TOKEN: 'planted-13',
  }
  for (const [name, stand] of Object.entries(STANDS))
    it(`is all that its server gets, and nothing comes from the environment (${name})`, async () => {
      server.serve = answering(stand, COMPLETION)
      const before = { ...process.env }
      Object.assign(process.env, OPERATORS)
      try {
        for (const onText of [undefined, () => undefined])
          await caller(stand, server.url)({ onText })
      } finally {
        for (const key of Object.keys(OPERATORS)) delete process.env[key]
        Object.assign(process.env, before)
      }
      expect(server.requests).to.have.length(2)
      expect(JSON.stringify(server.requests))
        .not.to.contain('planted-1')
        .and.not.to.match(/planted-\d/)
    })

  it('signs the requests to Bedrock with an access key', async () => {
    const stand = STANDS.bedrock!
    server.serve = answering(stand, COMPLETION)
    const settings = (url: string) => ({
      ...stand.settings(url),
      BEDROCK_ACCESS_KEY_ID: 'AKIAEXAMPLE',
    })
    for (const onText of [undefined, () => undefined])
      expect(await caller({ ...stand, settings }, server.url)({ onText })).to.have.property(
        'finish_reason',
        'stop',
      )
    for (const { headers } of server.requests)
      expect(headers.authorization).to.match(
        /^AWS4-HMAC-SHA256 Credential=AKIAEXAMPLE\/\d{8}\/eu-central-1\/bedrock\/aws4_request/,
      )
    expect(JSON.stringify(server.requests)).not.to.contain(KEY)
  })

  it('lists the models with the same key and address', async () => {
    server.serve = (response) => sendJson(response, { data: [] })
    for (const [name, { model, settings, protocol }] of Object.entries(STANDS)) {
      server.requests = []
      const provider = splitModel(model).provider!
      const list = provider.list!(accessOf(provider, settings(server.url)))!
      expect(list.address, name).to.contain(server.url)
      await fetch(list.address, { headers: list.headers })
      expect(protocol.key(server.requests[0]!.headers), name).to.equal(
        name === 'ollama' ? undefined : KEY,
      )
    }
  })

  it('is requested by the name of the setting that is missing or malformed', () => {
    const problem = (model: string, settings: object) => problemOf('LLM_MODEL', model, settings)
    const url = 'http://own.example'
    expect(problem('groq:m', {})).to.match(
      /^GROQ_API_KEY is required for LLM_MODEL groq:… \(or GROQ_BASE_URL/,
    )
    expect(problem('groq:m', { GROQ_BASE_URL: url })).to.equal(undefined)
    expect(problem('azure:m', { AZURE_OPENAI_API_KEY: KEY })).to.match(
      /^AZURE_OPENAI_BASE_URL is required/,
    )
    expect(problem('bedrock:m', { BEDROCK_API_KEY: KEY })).to.match(/^BEDROCK_REGION is required/)
    expect(problem('gemini:m', { GEMINI_API_KEY: `${KEY}\nmore` })).to.match(
      /^GEMINI_API_KEY has a space, a line break/,
    )
    expect(problem('ollama:m', {})).to.equal(undefined)
    expect(problem('builtin:other', {})).to.match(/has one model, builtin:extractive/)
    expect(lacking(splitModel('azure:m').provider!, {})).to.deep.equal(['key', 'baseUrl'])
  })
})
