import { settings } from '../../shared/lib/config/settings.ts'
import { findPassages, type Passage } from '../../shared/search/retrieval.ts'
import { makeOwner } from '../../test/support/data/knowledge.ts'
import { PLAIN_AGENT } from '../../test/support/data/replyInputs.ts'
import { takeCitations } from '../../workers/citations/citations.ts'
import { extractAnswer } from '../../workers/extractive/extractive.ts'
import { buildPrompt } from '../../workers/prompt/prompt.ts'
import { MAX_PASSAGES } from '../../workers/reply/retrieve.ts'
import { indexManuals, type ManualQuestion, manualQuestions } from './debianManuals.ts'
import { minisearchOf } from './minisearch.ts'
import { onDatabase, storeResults } from './run.ts'

/**
 * Measures what is found in real manuals for questions in their words, in other words, with typos
 * and in other languages, and how often `builtin:extractive` says rightly that it does not know.
 * Fetches the manuals from Debian's packages (`apt-get download`).
 */
const BUDGET = {
  history: settings.HISTORY_TOKENS.default,
  knowledge: settings.KNOWLEDGE_TOKENS.default,
}
const INPUTS = {
  agent: PLAIN_AGENT,
  question_metadata: {},
  locale: null,
  traits: null,
  history: [],
}
const FEW = 6

type Find = (question: string) => Promise<Passage[]>

async function found(
  asked: readonly ManualQuestion[],
  find: Find,
  search: (question: string) => Passage[],
) {
  const sums = {
    questions: asked.length,
    first: 0,
    in_six: 0,
    in_prompt: 0,
    minisearch_in_six: 0,
    minisearch_in_20: 0,
  }
  for (const { question, text } of asked) {
    const passages = await find(question)
    const { sources } = buildPrompt({ ...INPUTS, question }, passages, BUDGET)
    const others = search(question)
    const holds = (passage: Passage) => plain(passage.text).includes(plain(text!))
    sums.first += Number(passages.slice(0, 1).some(holds))
    sums.in_six += Number(passages.slice(0, FEW).some(holds))
    sums.in_prompt += Number(sources.some(holds))
    sums.minisearch_in_six += Number(others.slice(0, FEW).some(holds))
    sums.minisearch_in_20 += Number(others.slice(0, MAX_PASSAGES).some(holds))
  }
  return sums
}

async function refused(asked: readonly ManualQuestion[], find: Find) {
  let not_known = 0
  for (const { question } of asked) {
    const { facts, sources } = buildPrompt({ ...INPUTS, question }, await find(question), BUDGET)
    const { grounded } = takeCitations(extractAnswer(facts), sources, { question, given: '' })
    not_known += Number(!grounded)
  }
  return { questions: asked.length, not_known }
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()

await onDatabase(async (db) => {
  const owner = await makeOwner(db, 'manuals')
  await indexManuals(db, owner)
  const find: Find = (question) =>
    findPassages(db, { ...owner, question, language: null, limit: MAX_PASSAGES })
  const search = await minisearchOf(db, owner)
  const figures: Record<string, object> = {}
  for (const [kind, asked] of manualQuestions)
    figures[kind] =
      kind === 'unanswerable' ? await refused(asked, find) : await found(asked, find, search)
  console.table(figures)
  storeResults('manuals', { figures })
})
