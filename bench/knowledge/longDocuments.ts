import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { settings } from '../../shared/lib/config/settings.ts'
import { estimateTokens } from '../../shared/lib/text/tokens.ts'
import { findPassages, type Passage } from '../../shared/search/retrieval.ts'
import { indexTexts, makeOwner } from '../../test/support/data/knowledge.ts'
import { PLAIN_AGENT } from '../../test/support/data/replyInputs.ts'
import type { TestDb } from '../../test/support/product/testDb.ts'
import { buildPrompt } from '../../workers/prompt/prompt.ts'
import { MAX_PASSAGES } from '../../workers/reply/retrieve.ts'
import { minisearchOf } from './minisearch.ts'
import { type Question, readDocuments } from './questionSet.ts'
import { onDatabase, storeResults } from './run.ts'

/**
 * Measures for how many questions on long documents the text that answers them is in the prompt:
 * with the product's own chunks, retrieval and prompt, a real PostgreSQL, and a BM25 library on the
 * same chunks.
 */
const { values: options } = parseArgs({
  options: {
    /** A file in SQuAD's format whose contexts are whole documents, such as COVID-QA. */
    data: { type: 'string' },
    passages: { type: 'string', default: String(MAX_PASSAGES) },
    tokens: { type: 'string', default: String(settings.KNOWLEDGE_TOKENS.default) },
  },
})

interface Figures {
  /**
   * The share of questions whose answer is in one of the passages found, and in one that fits into
   * the prompt.
   */
  found: number
  in_prompt: number
  /** The average of a prompt's knowledge. */
  passages: number
  tokens: number
}

type Find = (question: string) => Promise<Passage[]> | Passage[]

async function bench(db: TestDb): Promise<void> {
  if (!options.data)
    throw new Error('Name a file with --data FILE; bench/README.md says where to get one.')
  const { documents, questions } = readDocuments(options.data)
  const owner = await makeOwner(db, 'long documents')
  await indexTexts(db, owner, documents)
  const limit = Number(options.passages)
  const search = await minisearchOf(db, owner)
  const figures = {
    Parley: await measure(questions, (question) =>
      findPassages(db, { ...owner, question, language: null, limit }),
    ),
    minisearch: await measure(questions, (question) => search(question).slice(0, limit)),
  }
  console.table(figures)
  const { passages, tokens } = options
  const of = {
    file: basename(options.data),
    documents: documents.length,
    questions: questions.length,
  }
  storeResults('longDocuments', { ...of, budget: { passages, tokens }, figures })
}

async function measure(questions: readonly Question[], find: Find): Promise<Figures> {
  const sums = { found: 0, in_prompt: 0, passages: 0, tokens: 0 }
  const budget = { history: 0, knowledge: Number(options.tokens) }
  for (const { text: question, answers } of questions) {
    const holds = ({ text }: Passage) =>
      answers.some((answer) => plain(text).includes(plain(answer)))
    const passages = await find(question)
    const { sources } = buildPrompt({ ...INPUTS, question }, passages, budget)
    sums.found += Number(passages.some(holds))
    sums.in_prompt += Number(sources.some(holds))
    sums.passages += sources.length
    sums.tokens += sources.reduce((sum, { text }) => sum + estimateTokens(text), 0)
  }
  const average = (sum: number, digits: number) => Number((sum / questions.length).toFixed(digits))
  return {
    found: average(sums.found, 3),
    in_prompt: average(sums.in_prompt, 3),
    passages: average(sums.passages, 1),
    tokens: average(sums.tokens, 0),
  }
}

/** Chunks and documents differ in their white space. */
const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

const INPUTS = {
  agent: PLAIN_AGENT,
  question_metadata: {},
  locale: null,
  traits: null,
  history: [],
}

await onDatabase(bench)
