import { expect } from 'chai'
import { makeEmbedder } from '../../../shared/models/embedding.ts'
import {
  type DecideEmbedding,
  type FakeEmbeddings,
  meaning,
  startFakeEmbeddings,
} from '../../support/servers/embeddings.ts'

const TEXTS = ['My car is late', 'Wo ist mein Paket?\nSeit Montag', '我的包裹在哪里']
const length = (numbers: ArrayLike<number>) => Math.hypot(...Array.from(numbers))

describe('an embedding model', function () {
  this.timeout(120_000)
  let fake: FakeEmbeddings
  before(async () => {
    fake = await startFakeEmbeddings()
  })
  beforeEach(() => fake.reset())
  after(() => fake.close())

  const open = (model: string) =>
    makeEmbedder({
      EMBEDDING_MODEL: model,
      OPENAI_BASE_URL: `${fake.url}/v1`,
      OLLAMA_BASE_URL: fake.url,
    })!
  const embed = (model: string, texts: string[] = TEXTS, seconds = 100) =>
    open(model).embed('passage', texts, { seconds })
  const failure = (call: Promise<unknown>) =>
    call.then(
      (value) => Promise.reject(new Error(`answered with ${JSON.stringify(value)}`)),
      ({ code, message }) => ({ code, message }),
    )

  it('is not used without EMBEDDING_MODEL', () => {
    expect(makeEmbedder({})).to.equal(undefined)
  })

  for (const [model, path, options] of [
    ['openai:text-embedding-3-small', '/v1/embeddings', { encoding_format: 'float' }],
    ['ollama:bge-m3:567m', '/api/embed', { truncate: true }],
  ] as const) {
    const [provider, ...name] = model.split(':')
    describe(`of ${provider}`, () => {
      it('is called in its own protocol for all texts at once, unchanged', async () => {
        await embed(model)
        expect(fake.requests).to.have.length(1)
        expect(fake.requests[0]).to.deep.include({
          path,
          model: name.join(':'),
          input: TEXTS,
          ...options,
        })
      })

      it('gives each text its vector, of length 1', async () => {
        const vectors = await embed(model)
        expect(vectors).to.have.length(TEXTS.length)
        for (const [at, vector] of vectors.entries()) {
          const wanted = meaning(TEXTS[at]!, name.join(':'))
          expect(length(vector)).to.be.closeTo(1, 1e-5)
          for (const [index, number] of wanted.entries())
            expect(vector[index]).to.be.closeTo(number / length(wanted), 1e-6)
        }
      })

      const NONSENSE: Record<string, (texts: string[]) => unknown[]> = {
        'fewer vectors than texts': (texts) => texts.slice(1).map((text) => meaning(text)),
        'more vectors than texts': (texts) => [...texts, 'more'].map((text) => meaning(text)),
        'vectors of unequal dimensions': (texts) => texts.map((_, at) => Array(at + 2).fill(0.5)),
        'empty vectors': (texts) => texts.map(() => []),
        'vectors of zeros': (texts) => texts.map(() => [0, 0, 0]),
        'a vector of null, which is what JSON makes of NaN': (texts) =>
          texts.map(() => [0.1, null, 0.2]),
        'vectors of strings': (texts) => texts.map(() => ['0.1', '0.2']),
        'vectors that are text': (texts) => texts.map(() => 'AACAPwAAAEA='),
        'vectors of vectors': (texts) => texts.map(() => [[0.1], [0.2]]),
        'vectors of a million numbers': (texts) => texts.map(() => Array(1_000_000).fill(1)),
        'no vectors but null': (texts) => texts.map(() => null),
      }
      for (const [what, vectors] of Object.entries(NONSENSE))
        it(`is not believed when it answers with ${what}`, async () => {
          fake.behave(({ input }) => ({ vectors: vectors(input) }))
          expect(await failure(embed(model))).to.include({ code: 'model_bad_output' })
        })

      const FAILURES: [string, DecideEmbedding, string][] = [
        ['is down', () => ({ status: 503 }), 'model_unavailable'],
        [
          'limits us',
          () => ({ status: 429, headers: { 'Retry-After': '3' } }),
          'model_rate_limited',
        ],
        ['refuses the key', () => ({ status: 401 }), 'model_not_configured'],
        ['refuses a text', () => ({ status: 400 }), 'model_rejected'],
        ['answers with no JSON', () => ({ raw: '<html>' }), 'model_bad_output'],
        [
          'answers with other JSON',
          () => ({ raw: '{"data":{},"embeddings":7}' }),
          'model_bad_output',
        ],
        ['hangs', () => ({ hang: true }), 'model_unavailable'],
      ]
      for (const [what, decide, code] of FAILURES)
        it(`fails with ${code} when it ${what}, after one call`, async () => {
          fake.behave(decide)
          expect(await failure(embed(model, TEXTS, what === 'hangs' ? 0.3 : 100))).to.include({
            code,
          })
          expect(fake.requests).to.have.length(1)
        })

      it("ends the call at the signal, with the signal's reason", async () => {
        fake.behave(() => ({ hang: true }))
        const stop = new AbortController()
        const call = failure(
          open(model).embed('passage', TEXTS, { seconds: 100, signal: stop.signal }),
        )
        stop.abort(new Error('enough'))
        expect(await call).to.include({ message: 'enough' })
      })
    })
  }

  it("of openai's protocol may send its vectors in any order, with their texts' numbers, or without numbers", async () => {
    const data = TEXTS.map((_, index) => ({ index, embedding: [index + 1, 1] }))
    fake.behave(() => ({ raw: JSON.stringify({ data: data.toReversed() }) }))
    const first = (vectors: Float32Array[]) => vectors.map(([x, y]) => Math.round(x! / y!))
    expect(first(await embed('openai:any'))).to.deep.equal([1, 2, 3])
    fake.behave(() => ({
      raw: JSON.stringify({ data: data.map(({ embedding }) => ({ embedding })) }),
    }))
    expect(first(await embed('openai:any'))).to.deep.equal([1, 2, 3])
    fake.behave(() => ({
      raw: JSON.stringify({ data: data.map((item) => ({ ...item, index: 0 })) }),
    }))
    expect(await failure(embed('openai:any'))).to.include({ code: 'model_bad_output' })
  })

  it('may give numbers of any size that JSON has', async () => {
    fake.behave(() => ({
      vectors: [
        [1e300, -1e300, 0],
        [3e-300, 4e-300, 0],
      ],
    }))
    const [large, small] = await embed('ollama:any', ['a', 'b'])
    expect([...large!].map((x) => x.toFixed(3))).to.deep.equal(['0.707', '-0.707', '0.000'])
    expect([...small!].map((x) => x.toFixed(3))).to.deep.equal(['0.600', '0.800', '0.000'])
  })
})
