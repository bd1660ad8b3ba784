import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import pLimit from 'p-limit'
import { BUILTIN_MODEL } from '../../shared/lib/catalog/builtin.ts'
import { type Config, environment, loadConfig } from '../../shared/lib/config/config.ts'
import { AppError } from '../../shared/lib/errors.ts'
import { makeLog } from '../../shared/lib/observability/log.ts'
import { makeOwner } from '../../test/support/data/knowledge.ts'
import type { TestDb } from '../../test/support/product/testDb.ts'
import { MAX_PASSAGES } from '../../workers/reply/retrieve.ts'
import { type Judged, judge } from './answers/quality.ts'
import { makeReply, type ReadReply, withoutModels } from './answers/replies.ts'
import {
  type AskedOfSet,
  bikeShop,
  type KnowledgeWithSets,
  longDocuments,
  manuals,
  otherHalf,
  xquad,
} from './answers/sets.ts'
import { minisearchOf } from './minisearch.ts'
import { readQuestionSet } from './questionSet.ts'
import { embedAll } from './retrievalByMeaning.ts'
import { onDatabase, storedResults, storeResults } from './run.ts'

/**
 * Measures the replies that a user reads: how many have the right answer, have another answer, or
 * say that they do not know. The replies come from `builtin:extractive` and the environment's
 * LLM_MODEL, with the passages that Parley finds and with those of a BM25 library.
 */
const { values: options } = parseArgs({
  options: {
    sets: { type: 'string', default: 'manuals,shop,xquad,unanswerable,long' },
    data: { type: 'string', default: process.env.XQUAD_FOLDER ?? 'bench/data' },
    languages: { type: 'string', default: 'en,de,zh' },
    /** A file in SQuAD's format whose contexts are whole documents, such as COVID-QA. */
    long: { type: 'string' },
    /**
     * The most questions of each set. Default: all, or 100 for a model that the environment names.
     */
    questions: { type: 'string' },
    /** Stores no results. */
    print: { type: 'boolean', default: false },
  },
})
const MOST_ASKED = 100
/**
 * Replies of a model that are awaited at the same time. The built-in model keeps the process busy
 * by itself.
 */
const AT_ONCE = 4

/** Shares of a set's replies, 0–1. */
interface Figures {
  questions: number
  /** Have the answer. null: the knowledge has none. */
  right: number | null
  /** The average of their best F1 to an answer. */
  f1: number | null
  /** Say something else. */
  wrong: number
  /** Say that the answer is not known. */
  refused: number
  /** Cite sources, and pass the check of grounding. */
  grounded: number
  /** Cite a passage with the answer. */
  cites_answer: number | null
  /** Failed because of the model's call. */
  failed: number
  /** The average length of replies that do not refuse. */
  characters: number
}

interface Model {
  name: string
  config: Config
  /** The most questions of each set, and the most at a time. */
  most: number
  atOnce: number
}

type Answer = (question: string) => Promise<ReadReply>

/** By model, set and finder. */
type AllFigures = Record<string, Record<string, Record<string, Figures>>>

function knowledge(): KnowledgeWithSets[] {
  const read = (language: string) => readQuestionSet(options.data, language)
  const languages = options.languages.split(',')
  const groups: Record<string, () => KnowledgeWithSets[]> = {
    manuals: () => [manuals()],
    shop: () => [bikeShop()],
    xquad: () => xquad(languages.map(read)),
    unanswerable: () => languages.map((language) => otherHalf(read(language))),
    long: () => (options.long ? [longDocuments(options.long)] : []),
  }
  return options.sets.split(',').flatMap((name) => {
    const make = groups[name]
    if (!make) throw new Error(`--sets: ${name} is none of ${Object.keys(groups).join(', ')}`)
    return make()
  })
}

function modelsOf(databaseUrl: string): Model[] {
  const named = loadConfig({ ...environment(), DATABASE_URL: databaseUrl })
  const most = (usual: number) => Number(options.questions ?? usual)
  const builtin = {
    name: BUILTIN_MODEL,
    config: withoutModels(databaseUrl),
    most: most(Number.POSITIVE_INFINITY),
    atOnce: 1,
  }
  if (named.LLM_MODEL === BUILTIN_MODEL) return [builtin]
  return [
    builtin,
    { name: named.LLM_MODEL, config: named, most: most(MOST_ASKED), atOnce: AT_ONCE },
  ]
}

async function bench(db: TestDb, databaseUrl: string): Promise<void> {
  const models = modelsOf(databaseUrl)
  const figures: AllFigures = {}
  for (const { name, index, sets } of knowledge()) {
    const owner = await makeOwner(db, name)
    await index(db, owner)
    const search = await minisearchOf(db, owner)
    for (const { name: model, config, most, atOnce } of models) {
      if (config.EMBEDDING_MODEL)
        await embedAll(db, databaseUrl, owner, { config, log: makeLog('bench', config) })
      const reply = makeReply(db, config)
      const answers: Record<string, Answer> = {
        Parley: (question) => reply({ owner, question }),
        minisearch: (question) =>
          reply({ owner, question, passages: search(question).slice(0, MAX_PASSAGES) }),
      }
      for (const [set, questions] of Object.entries(sets)) {
        const asked = spread(questions, most)
        const measured: Record<string, Figures> = {}
        for (const [finder, answer] of Object.entries(answers))
          measured[finder] = await measure(asked, answer, atOnce)
        process.stdout.write(`\n${model}: ${set}\n`)
        console.table(measured)
        figures[model] = { ...figures[model], [set]: measured }
      }
    }
  }
  const machine = { cpus: cpus().length, node: process.version }
  if (!options.print) storeResults('answers', { machine, figures: withStored(figures) })
}

/** Adds the stored figures of the sets and models that were not measured in this run. */
function withStored(measured: AllFigures): AllFigures {
  const { figures: stored } = storedResults('answers') as { figures: AllFigures }
  const models = [...new Set([...Object.keys(stored), ...Object.keys(measured)])]
  return Object.fromEntries(
    models.map((model) => [model, { ...stored[model], ...measured[model] }]),
  )
}

/** Picks at most `most` questions, spread evenly over the set. */
const spread = (questions: readonly AskedOfSet[], most: number) =>
  questions.length <= most
    ? questions
    : Array.from(
        { length: most },
        (_, nth) => questions[Math.floor((nth * questions.length) / most)]!,
      )

async function measure(
  asked: readonly AskedOfSet[],
  answer: Answer,
  atOnce: number,
): Promise<Figures> {
  const limit = pLimit(atOnce)
  const replies = await limit.map(asked, async ({ question, answers }) => {
    const reply = await answer(question).catch(failed)
    return reply && judge(reply, answers)
  })
  const judged = replies.filter((reply) => reply !== undefined)
  const share = (of: (reply: Judged) => number | boolean, among: readonly Judged[] = judged) =>
    Number(
      (among.reduce((sum, reply) => sum + Number(of(reply)), 0) / (among.length || 1)).toFixed(3),
    )
  const answered = judged.filter(({ refused }) => !refused)
  const hasAnswers = asked.some(({ answers }) => answers.length > 0)
  return {
    questions: asked.length,
    right: hasAnswers ? share(({ right }) => right) : null,
    f1: hasAnswers ? share(({ f1 }) => f1) : null,
    wrong: share(({ right, refused }) => !right && !refused),
    refused: share(({ refused }) => refused),
    grounded: share(({ grounded }) => grounded),
    cites_answer: hasAnswers ? share(({ citesAnswer }) => citesAnswer) : null,
    failed: asked.length - judged.length,
    characters: Math.round(share(({ characters }) => characters, answered)),
  }
}

/**
 * Returns undefined if a model's call failed, which the figures count. Throws any other error,
 * which is a fault of the bench.
 */
function failed(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error
  process.stderr.write(`${error.code}: ${error.message}\n`)
}

await onDatabase(bench)
