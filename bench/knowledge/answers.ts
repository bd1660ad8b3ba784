import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { makeOwner } from '../../test/support/data/knowledge.ts'
import type { TestDb } from '../../test/support/product/testDb.ts'
import { MAX_PASSAGES } from '../../workers/reply/retrieve.ts'
import {
  askCompany,
  type CompanyAnswer,
  type CompanyFigures,
  indexCompany,
  notAsWanted,
  outcomesByKind,
  readCompanies,
} from './answers/companies.ts'
import { type Figures, measure } from './answers/figures.ts'
import { checkReplies, figuresOf, type GroundingFigures, mistakesIn } from './answers/grounding.ts'
import { embedFor, modelsOf } from './answers/models.ts'
import { makeReply, type ReadReply, withoutModels } from './answers/replies.ts'
import { readReplies } from './answers/replySet.ts'
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
import { onDatabase, storedResults, storeResults } from './run.ts'

/**
 * Measures the replies that a user reads: how many have the right answer, have another answer, or
 * say that they do not know. The replies come from `builtin:extractive` and the environment's
 * LLM_MODEL, with the passages that Parley finds and with those of a BM25 library. Also measures
 * which written replies the check of grounding refuses.
 */
const { values: options } = parseArgs({
  options: {
    sets: { type: 'string', default: 'grounding,companies,manuals,shop,xquad,unanswerable,long' },
    data: { type: 'string', default: process.env.XQUAD_FOLDER ?? 'bench/data' },
    languages: { type: 'string', default: 'en,de,zh' },
    /** A file in SQuAD's format whose contexts are whole documents, such as COVID-QA. */
    long: { type: 'string' },
    /**
     * The most questions of each set but the companies'. Default: all, or 100 for a model that the
     * environment names.
     */
    questions: { type: 'string' },
    /**
     * Stores no results, and prints the replies of `grounding` and `companies` that are not as
     * wanted.
     */
    print: { type: 'boolean', default: false },
  },
})

type Answer = (question: string) => Promise<ReadReply>

/** By model, set and finder. */
type AllFigures = Record<string, Record<string, Record<string, Figures>>>

interface Results {
  figures: AllFigures
  /** By model: the answers to companies' questions. */
  companies: Record<string, CompanyFigures>
  grounding: GroundingFigures
}

/** Sets that are measured in a way of their own. */
const GROUNDING = 'grounding'
const COMPANIES = 'companies'
const chosen = options.sets.split(',')

/** The sets whose replies are judged by the texts of their answers. */
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
  const own = [GROUNDING, COMPANIES]
  return chosen
    .filter((name) => !own.includes(name))
    .flatMap((name) => {
      const make = groups[name]
      const names = [...own, ...Object.keys(groups)].join(', ')
      if (!make) throw new Error(`--sets: ${name} is none of ${names}`)
      return make()
    })
}

async function bench(db: TestDb, databaseUrl: string): Promise<void> {
  const results: Partial<Results> = {}
  const sets = knowledge()
  if (chosen.includes(GROUNDING)) results.grounding = await measureGrounding(databaseUrl)
  if (chosen.includes(COMPANIES)) results.companies = await measureCompanies(db, databaseUrl)
  if (sets.length) results.figures = await measureSets(db, databaseUrl, sets)
  const machine = { cpus: cpus().length, node: process.version }
  if (!options.print) storeResults('answers', { machine, ...withStored(results) })
}

async function measureGrounding(databaseUrl: string): Promise<GroundingFigures> {
  const checked = await checkReplies(withoutModels(databaseUrl), readReplies())
  const figures = figuresOf(checked)
  if (options.print) process.stdout.write(`${mistakesIn(checked)}\n`)
  console.table(figures.kinds)
  console.table({ ...figures.languages, all: figures.all })
  return figures
}

async function measureCompanies(
  db: TestDb,
  databaseUrl: string,
): Promise<Record<string, CompanyFigures>> {
  const answers = new Map<string, CompanyAnswer[]>()
  for (const company of readCompanies()) {
    const owner = await makeOwner(db, company.name)
    await indexCompany(db, owner, company)
    for (const { name, config } of modelsOf(databaseUrl, options.questions)) {
      await embedFor(config, db, databaseUrl, owner)
      const reply = makeReply(db, config)
      const given = await askCompany(company, (question, history) =>
        reply({ owner, question, history }),
      )
      answers.set(name, [...(answers.get(name) ?? []), ...given])
    }
  }
  const figures: Record<string, CompanyFigures> = {}
  for (const [model, given] of answers) {
    const { answerable, unanswerable } = outcomesByKind(given)
    figures[model] = { answerable, unanswerable }
    if (options.print) process.stdout.write(`${notAsWanted(given)}\n`)
    process.stdout.write(`\n${model}: companies, answerable and unanswerable\n`)
    console.table(answerable)
    console.table(unanswerable)
  }
  return figures
}

async function measureSets(
  db: TestDb,
  databaseUrl: string,
  all: readonly KnowledgeWithSets[],
): Promise<AllFigures> {
  const figures: AllFigures = {}
  for (const { name, index, sets } of all) {
    const owner = await makeOwner(db, name)
    await index(db, owner)
    const search = await minisearchOf(db, owner)
    for (const { name: model, config, most, atOnce } of modelsOf(databaseUrl, options.questions)) {
      await embedFor(config, db, databaseUrl, owner)
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
  return figures
}

/** Adds the stored results of the sets and models that were not measured in this run. */
function withStored({ figures = {}, companies, grounding }: Partial<Results>): Results {
  const stored = storedResults('answers') as Results
  const models = [...new Set([...Object.keys(stored.figures), ...Object.keys(figures)])]
  return {
    grounding: grounding ?? stored.grounding,
    companies: { ...stored.companies, ...companies },
    figures: Object.fromEntries(
      models.map((model) => [model, { ...stored.figures[model], ...figures[model] }]),
    ),
  }
}

/** Picks at most `most` questions, spread evenly over the set. */
const spread = (questions: readonly AskedOfSet[], most: number) =>
  questions.length <= most
    ? questions
    : Array.from(
        { length: most },
        (_, nth) => questions[Math.floor((nth * questions.length) / most)]!,
      )

await onDatabase(bench)
