import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { settings } from '../../shared/config/settings.ts'
import type { ReplyInputs } from '../../shared/store/chat/replies.ts'
import { findPassages, type Passage } from '../../shared/store/search/retrieval.ts'
import { indexTexts, makeOwner } from '../../test/support/data/knowledge.ts'
import { PLAIN_AGENT } from '../../test/support/data/replyInputs.ts'
import { makeTestDb, type TestDb } from '../../test/support/product/testDb.ts'
import { makeDatabase, stopServers } from '../../test/support/servers/servers.ts'
import { takeCitations } from '../../workers/citations/citations.ts'
import { extractAnswer } from '../../workers/extractive/extractive.ts'
import { buildPrompt } from '../../workers/prompt/prompt.ts'
import { MAX_PASSAGES } from '../../workers/reply/retrieve.ts'
import { type QuestionSet, readQuestionSet } from './questionSet.ts'

/**
 * Measures how often `builtin:extractive` answers: the share of a question set's questions whose reply
 * contains the answer, letter for letter. It uses the product's own retrieval, prompt, answer and citations,
 * and a real PostgreSQL.
 */
const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: process.env.XQUAD_FOLDER ?? 'bench/data' },
    languages: { type: 'string', default: 'en,de,zh' },
  },
})

const BUDGET = { history: settings.HISTORY_TOKENS.default, knowledge: settings.KNOWLEDGE_TOKENS.default }

interface Figures {
  /** The share of replies that contain the answer. */
  answered: number
  /** The same, with the right paragraph as the first source. */
  right_paragraph_first: number
  /** The share of questions whose answer is in the first three sentences of the first paragraph found. */
  first_sentences: number
  /** The share of replies that cite the paragraph that the question is about. */
  cites_it: number
  /** The share of questions to which the reply says that it does not know. */
  not_known: number
  /** The same when the sources are 5 paragraphs of another article: the higher, the better. */
  not_known_elsewhere: number
  /** The average of a reply. */
  sentences: number
  characters: number
}

async function bench(): Promise<void> {
  const database = await makeDatabase()
  const db = makeTestDb(database.url, 2)
  try {
    const figures: Record<string, Figures> = {}
    for (const language of options.languages.split(',')) {
      figures[language] = await measure(db, readQuestionSet(options.data, language))
      console.table({ [language]: figures[language] })
    }
    const machine = { cpus: cpus().length, node: process.version }
    const report = { measured_at: new Date().toISOString(), machine, figures }
    mkdirSync('bench/results', { recursive: true })
    writeFileSync('bench/results/answers.json', `${JSON.stringify(report, null, 2)}\n`)
  } finally {
    await db.destroy()
    await database.drop()
    await stopServers()
  }
}

async function measure(db: TestDb, set: QuestionSet): Promise<Figures> {
  const owner = await makeOwner(db, `answers ${set.language}`)
  const entries = await indexTexts(db, owner, set.paragraphs)
  const sums = new Map<keyof Figures, number>()
  const add = (name: keyof Figures, value: number | boolean) =>
    sums.set(name, (sums.get(name) ?? 0) + Number(value))
  for (const { text: question, paragraph, answers } of set.questions) {
    const holds = (text: string) => answers.some((answer) => text.includes(answer))
    const passages = await findPassages(db, { ...owner, question, language: null, limit: MAX_PASSAGES })
    const { content, citations, grounded } = reply(question, passages)
    add('answered', grounded && holds(content))
    add(
      'cites_it',
      citations.some(({ knowledge_id }) => knowledge_id === entries[paragraph]),
    )
    add('not_known', !grounded)
    add('sentences', grounded ? sentencesOf(content).length : 0)
    add('characters', grounded ? content.length : 0)
    add(
      'first_sentences',
      holds(
        sentencesOf(passages[0]?.text ?? '')
          .slice(0, 3)
          .join(''),
      ),
    )
    const right = passages.filter(({ knowledge_id }) => knowledge_id === entries[paragraph])
    const others = passages.filter(({ knowledge_id }) => knowledge_id !== entries[paragraph])
    const first = right.length ? right : [passage(set.paragraphs[paragraph]!)]
    add('right_paragraph_first', holds(reply(question, [...first, ...others]).content))
    const elsewhere = [0, 1, 2, 3, 4].map((one) =>
      passage(set.paragraphs[(paragraph + 35 + one) % set.paragraphs.length]!),
    )
    add('not_known_elsewhere', !reply(question, elsewhere).grounded)
  }
  const replies = set.questions.length - sums.get('not_known')!
  const share = (name: keyof Figures, of = set.questions.length) =>
    Math.round(((sums.get(name) ?? 0) / of) * 1000) / 1000
  return {
    answered: share('answered'),
    right_paragraph_first: share('right_paragraph_first'),
    first_sentences: share('first_sentences'),
    cites_it: share('cites_it'),
    not_known: share('not_known'),
    not_known_elsewhere: share('not_known_elsewhere'),
    sentences: share('sentences', replies),
    characters: Math.round(share('characters', replies)),
  }
}

function reply(question: string, passages: readonly Passage[]) {
  const { facts, sources } = buildPrompt({ ...INPUTS, question }, passages, BUDGET)
  return takeCitations(extractAnswer(facts), sources, { question, given: '' })
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })
const sentencesOf = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment)

const passage = (text: string): Passage => ({
  knowledge_id: 'another',
  chunk_id: text,
  kind: 'file',
  title: null,
  url: null,
  heading: '',
  text,
  score: 0,
})

const INPUTS: Omit<ReplyInputs, 'question'> = {
  agent: PLAIN_AGENT,
  question_metadata: {},
  locale: null,
  traits: null,
  history: [],
}

await bench()
