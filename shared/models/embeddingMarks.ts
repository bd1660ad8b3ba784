import { staticTables } from '../lib/catalog/static.ts'

/** Texts that a model expects before each question and before each passage; empty: none. */
export interface EmbeddingMarks {
  query: string
  passage: string
}

interface MarkSettings {
  /** `provider:model` */
  EMBEDDING_MODEL?: string
  EMBEDDING_QUERY_PREFIX?: string
  EMBEDDING_PASSAGE_PREFIX?: string
}

const SENTENCE = 'Represent this sentence for searching relevant passages: '
const TASK = 'Instruct: Given a web search query, retrieve relevant passages that answer the query'

/** The marks that models' cards ask for, by the beginning of the name; the first match decides. */
const KNOWN: readonly [name: RegExp, marks: EmbeddingMarks][] = [
  [/(^|-)e5-(mistral|(small|base|large)-instruct)/, { query: `${TASK}\nQuery: `, passage: '' }],
  [/(^|-)e5-/, { query: 'query: ', passage: 'passage: ' }],
  [/^nomic-embed-text/, { query: 'search_query: ', passage: 'search_document: ' }],
  [/^snowflake-arctic-embed(2|-[a-z]{1,2}-v2)/, { query: 'query: ', passage: '' }],
  [/^snowflake-arctic-embed/, { query: SENTENCE, passage: '' }],
  [/^mxbai-embed-(2d-)?large/, { query: SENTENCE, passage: '' }],
  [/^bge-(small|base|large)(-en|$)/, { query: SENTENCE, passage: '' }],
  [/^bge-(small|base|large)-zh/, { query: '为这个句子生成表示以用于检索相关文章：', passage: '' }],
  [/^qwen3-embedding/, { query: `${TASK}\nQuery:`, passage: '' }],
  [/^embeddinggemma/, { query: 'task: search result | query: ', passage: 'title: none | text: ' }],
]

/**
 * Returns the marks of the settings. Unset marks default to those that the model's card asks for. A
 * table of vectors has none, also if it was made from a model that has.
 */
export function marksOf({
  EMBEDDING_MODEL = '',
  EMBEDDING_QUERY_PREFIX,
  EMBEDDING_PASSAGE_PREFIX,
}: MarkSettings): EmbeddingMarks {
  const name = EMBEDDING_MODEL.startsWith(`${staticTables.name}:`) ? '' : nameOf(EMBEDDING_MODEL)
  const known = KNOWN.find(([pattern]) => pattern.test(name))?.[1]
  return {
    query: EMBEDDING_QUERY_PREFIX ?? known?.query ?? '',
    passage: EMBEDDING_PASSAGE_PREFIX ?? known?.passage ?? '',
  }
}

/**
 * Returns the form of the vectors of passages under these settings: the model, and its mark for
 * passages if it has one. Vectors of different forms are never compared.
 */
export function vectorFormOf(settings: MarkSettings & { EMBEDDING_MODEL: string }): string {
  const { passage } = marksOf(settings)
  return passage
    ? `${settings.EMBEDDING_MODEL} ${JSON.stringify(passage)}`
    : settings.EMBEDDING_MODEL
}

/**
 * Returns the name without provider, owner and tag: `ollama:hf.co/Owner/Name:Q8_0` becomes `name`.
 */
const nameOf = (model: string) =>
  model
    .slice(model.indexOf(':') + 1)
    .toLowerCase()
    .replace(/:[^:/]{0,100}$/, '')
    .replace(/^.{0,200}\//, '')
