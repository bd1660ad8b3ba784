import { expect } from 'chai'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { makeEmbedder } from '../../../shared/models/embedding.ts'
import { marksOf, vectorFormOf } from '../../../shared/models/embeddingMarks.ts'
import { type FakeEmbeddings, startFakeEmbeddings } from '../../support/servers/embeddings.ts'

const SENTENCE = 'Represent this sentence for searching relevant passages: '
const NONE = { query: '', passage: '' }
const E5 = { query: 'query: ', passage: 'passage: ' }
const NOMIC = { query: 'search_query: ', passage: 'search_document: ' }
const INSTRUCT = /^Instruct: Given a web search query, .{1,80}\nQuery:$/

describe('the marks before what a model embeds', () => {
  for (const [model, marks] of [
    ['ollama:jeffh/intfloat-multilingual-e5-large:f16', E5],
    ['openai:intfloat/e5-base-v2', E5],
    ['openai:intfloat/multilingual-e5-small', E5],
    ['ollama:nomic-embed-text', NOMIC],
    ['ollama:nomic-embed-text:v1.5', NOMIC],
    ['openai:nomic-ai/nomic-embed-text-v2-moe', NOMIC],
    ['ollama:snowflake-arctic-embed:335m', { query: SENTENCE, passage: '' }],
    ['openai:Snowflake/snowflake-arctic-embed-m-v1.5', { query: SENTENCE, passage: '' }],
    ['ollama:snowflake-arctic-embed2', { query: 'query: ', passage: '' }],
    [
      'ollama:hf.co/Snowflake/snowflake-arctic-embed-l-v2.0:Q8_0',
      { query: 'query: ', passage: '' },
    ],
    ['ollama:mxbai-embed-large:latest', { query: SENTENCE, passage: '' }],
    ['openai:BAAI/bge-small-en-v1.5', { query: SENTENCE, passage: '' }],
    ['ollama:bge-large', { query: SENTENCE, passage: '' }],
    [
      'ollama:embeddinggemma',
      { query: 'task: search result | query: ', passage: 'title: none | text: ' },
    ],
    ['ollama:bge-m3', NONE],
    ['ollama:bge-m3:567m', NONE],
    ['openai:text-embedding-3-small', NONE],
    ['ollama:all-minilm', NONE],
    ['openai:house-e5', NONE],
  ] as const)
    it(`are those of the model card of ${model}`, () => {
      expect(marksOf({ EMBEDDING_MODEL: model })).to.deep.equal(marks)
    })

  it('are an instruction for models that take one', () => {
    const { query, passage } = marksOf({ EMBEDDING_MODEL: 'ollama:qwen3-embedding:0.6b' })
    expect(query).to.match(INSTRUCT)
    expect(passage).to.equal('')
    expect(
      marksOf({ EMBEDDING_MODEL: 'openai:intfloat/multilingual-e5-large-instruct' }),
    ).to.deep.equal({
      query: `${query} `,
      passage: '',
    })
  })

  it('are those of the settings, and empty if a setting is empty', () => {
    const settings = {
      DATABASE_URL: 'postgresql://localhost/parley',
      EMBEDDING_MODEL: 'ollama:nomic-embed-text',
    }
    expect(marksOf(loadConfig(settings))).to.deep.equal(NOMIC)
    const own = { EMBEDDING_QUERY_PREFIX: 'Q ', EMBEDDING_PASSAGE_PREFIX: '' }
    expect(marksOf(loadConfig({ ...settings, ...own }))).to.deep.equal({ query: 'Q ', passage: '' })
    expect(marksOf(loadConfig({ ...settings, EMBEDDING_QUERY_PREFIX: '' }))).to.deep.equal({
      query: '',
      passage: NOMIC.passage,
    })
  })

  it('of passages make vectors of another form, while those of questions do not', () => {
    const model = { EMBEDDING_MODEL: 'ollama:bge-m3' }
    expect(vectorFormOf(model)).to.equal('ollama:bge-m3')
    expect(vectorFormOf({ ...model, EMBEDDING_QUERY_PREFIX: 'a ' })).to.equal('ollama:bge-m3')
    const forms = ['a ', 'a', 'b '].map((mark) =>
      vectorFormOf({ ...model, EMBEDDING_PASSAGE_PREFIX: mark }),
    )
    expect(new Set([...forms, 'ollama:bge-m3']).size).to.equal(4)
  })

  describe('over HTTP', () => {
    let fake: FakeEmbeddings
    before(async () => {
      fake = await startFakeEmbeddings()
    })
    after(() => fake.close())

    it('come before each text, and differ for questions and passages', async () => {
      const settings = { EMBEDDING_MODEL: 'ollama:nomic-embed-text', OLLAMA_BASE_URL: fake.url }
      const embedder = makeEmbedder(settings)!
      await embedder.embed('query', ['When?'], { seconds: 100 })
      await embedder.embed('passage', ['At nine.', 'At ten.'], { seconds: 100 })
      expect(fake.requests.map(({ input }) => input)).to.deep.equal([
        ['search_query: When?'],
        ['search_document: At nine.', 'search_document: At ten.'],
      ])
    })
  })
})
