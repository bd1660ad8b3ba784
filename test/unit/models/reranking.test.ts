import { expect } from 'chai'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { makeReranker } from '../../../shared/models/reranking.ts'
import { overlapOf } from '../../support/models/ngrams.ts'
import { type FakeReranker, startFakeReranker } from '../../support/models/rerankers.ts'

const QUESTION = 'When do you close?'
const TEXTS = ['Cats sleep.', 'We close at nine.', 'Do you close when it rains?']

describe('a rerank model', () => {
  let fake: FakeReranker
  before(async () => {
    fake = await startFakeReranker()
  })
  beforeEach(() => fake.reset())
  after(() => fake.close())

  const open = (model: string) =>
    makeReranker({
      RERANK_MODEL: model,
      COHERE_BASE_URL: fake.url,
      COHERE_API_KEY: 'key',
      JINA_BASE_URL: `${fake.url}/v1/`,
      JINA_API_KEY: 'key',
      TEI_BASE_URL: `${fake.url}/`,
    })!
  const rerank = (model: string, texts: string[] = TEXTS, seconds = 100) =>
    open(model).rerank(QUESTION, texts, { seconds, requestId: 'request-1' })
  const failure = (call: Promise<unknown>) =>
    call.then(
      (value) => Promise.reject(new Error(`answered with ${JSON.stringify(value)}`)),
      ({ code, message }) => ({ code, message }),
    )

  it('is not used without RERANK_MODEL, and needs its key or address', () => {
    expect(makeReranker({})).to.equal(undefined)
    const good = { DATABASE_URL: 'postgresql://localhost/parley' }
    for (const [RERANK_MODEL, missing] of [
      ['cohere:rerank-v3.5', 'COHERE_API_KEY is required for RERANK_MODEL'],
      ['jina:any', 'JINA_API_KEY is required for RERANK_MODEL'],
      ['tei:any', 'TEI_BASE_URL is required for RERANK_MODEL'],
      ['openai:gpt-4o', 'RERANK_MODEL has the wrong form'],
    ] as const)
      expect(() => loadConfig({ ...good, RERANK_MODEL })).to.throw(missing)
    expect(loadConfig({ ...good, RERANK_MODEL: 'tei:any', TEI_BASE_URL: fake.url })).to.include({
      RERANK_TIMEOUT_SECONDS: 1.5,
    })
    expect(() => loadConfig({ ...good, LLM_MODEL: 'cohere:command' })).to.throw(
      'LLM_MODEL has the wrong form',
    )
  })

  const COHERE = { documents: undefined, texts: TEXTS, top_n: 3 }
  for (const [model, path, fields, authorization] of [
    ['cohere:rerank-v3.5', '/v2/rerank', { ...COHERE, model: 'rerank-v3.5' }, 'Bearer key'],
    ['jina:jina-reranker-v2', '/v1/rerank', { ...COHERE, model: 'jina-reranker-v2' }, 'Bearer key'],
    ['tei:bge-reranker-v2-m3', '/rerank', { texts: TEXTS, truncate: true }, undefined],
  ] as const) {
    const [provider] = model.split(':')
    const score = provider === 'tei' ? 'score' : 'relevance_score'
    describe(`of ${provider}`, () => {
      it('is called in its own protocol for all texts at once, with the key and the id of the request', async () => {
        await rerank(model)
        const { documents: _, ...wanted } = { documents: undefined, ...fields }
        expect(fake.requests).to.deep.equal([{ ...wanted, path, query: QUESTION }])
        expect(fake.headers[0]).to.include({
          'content-type': 'application/json',
          'x-client-request-id': 'request-1',
        })
        expect(fake.headers[0]!.authorization).to.equal(authorization)
      })

      it('gives each text its score, in the order of the texts', async () => {
        const { scores } = await rerank(model)
        expect(scores).to.deep.equal(TEXTS.map((text) => overlapOf(QUESTION, text)))
        expect(scores[2]).to.be.above(scores[1]!).and.to.be.above(scores[0]!)
      })

      it('may give figures of any size, whose order counts', async () => {
        fake.behave(() => ({ scores: [-3.5, 12, 0.5] }))
        const { scores } = await rerank(model)
        expect(scores[1]).to.be.above(scores[2]!).and.to.be.below(1)
        expect(scores[2]).to.be.above(scores[0]!)
        expect(scores[0]).to.be.above(0)
      })

      const row = (index: unknown, value: unknown) => ({ index, [score]: value })
      const good = [row(0, 0.1), row(1, 0.2), row(2, 0.3)]
      const NONSENSE: Record<string, unknown[]> = {
        'fewer scores than texts': good.slice(1),
        'more scores than texts': [...good, row(3, 0.4)],
        'an index that is out of range': [row(3, 0.1), ...good.slice(1)],
        'a negative index': [row(-1, 0.1), ...good.slice(1)],
        'an index that is a name': [row('length', 0.1), ...good.slice(1)],
        'an index that is no whole number': [row(0.5, 0.1), ...good.slice(1)],
        'an index twice': [row(1, 0.1), ...good.slice(1)],
        'null, which is what JSON makes of NaN': [row(0, null), ...good.slice(1)],
        'scores that are text': [row(0, '0.1'), ...good.slice(1)],
        'rows that are null': [null, null, null],
        'rows of rows': [
          [0, 0.1],
          [1, 0.2],
          [2, 0.3],
        ],
      }
      for (const [what, rows] of Object.entries(NONSENSE))
        it(`is not believed when it answers with ${what}`, async () => {
          fake.behave(() => ({ rows }))
          expect(await failure(rerank(model))).to.include({ code: 'model_bad_output' })
        })

      for (const [what, behaviour, code] of [
        ['is down', { status: 503 }, 'model_unavailable'],
        ['limits us', { status: 429, headers: { 'Retry-After': '3' } }, 'model_rate_limited'],
        ['refuses the key', { status: 401 }, 'model_not_configured'],
        ['refuses the texts', { status: 422 }, 'model_rejected'],
        ['answers with no JSON', { raw: '<html>' }, 'model_bad_output'],
        ['answers with other JSON', { raw: '{"results":7,"data":[]}' }, 'model_bad_output'],
        ['answers with null', { raw: 'null' }, 'model_bad_output'],
        ['answers with more than can be read', { raw: ' '.repeat(2_000_000) }, 'model_bad_output'],
        ['hangs', { hang: true }, 'model_unavailable'],
      ] as const)
        it(`fails with ${code} when it ${what}, after one call`, async () => {
          fake.behave(() => behaviour)
          expect(await failure(rerank(model, TEXTS, what === 'hangs' ? 0.3 : 100))).to.include({
            code,
          })
          expect(fake.requests).to.have.length(1)
        })

      it("ends the call at the signal, with the signal's reason", async () => {
        fake.behave(() => ({ hang: true }))
        const stop = new AbortController()
        const call = failure(
          open(model).rerank(QUESTION, TEXTS, { seconds: 100, signal: stop.signal }),
        )
        stop.abort(new Error('enough'))
        expect(await call).to.include({ message: 'enough' })
      })
    })
  }

  it("reports the provider's count of tokens, if it is a number", async () => {
    for (const [usage, tokens] of [
      [{ total_tokens: 321 }, 321],
      [{ total_tokens: -1 }, null],
      [{ total_tokens: '7' }, null],
      [{}, null],
    ] as const) {
      fake.behave(() => ({ scores: [0.1, 0.2, 0.3], usage }))
      expect((await rerank('jina:any')).tokens).to.equal(tokens)
    }
  })
})
