import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import pLimit from 'p-limit'
import { loadConfig } from '../../shared/lib/config/config.ts'
import { indexTexts, makeOwner, type Owner } from '../../test/support/data/knowledge.ts'
import type { TestDb } from '../../test/support/product/testDb.ts'
import { type FakeModel, startFakeModel } from '../../test/support/servers/model.ts'
import { makeEarlyReply, type Timed } from './queries/earlyReply.ts'
import { keywordsOf } from './queries/keywords.ts'
import { readQuestionSet } from './questionSet.ts'
import { onDatabase, storeResults } from './run.ts'
import { indexShop, readShop } from './shop.ts'

/**
 * Measures what the queries that a model writes add to the time before a reply's first text, to its
 * tokens, and to what its prompt contains. The models are stand-ins that answer after a second: the
 * model of replies streams a sentence, the writer has the queries of `data/queries.json`, or writes
 * the question's own telling words. Each question is asked without a writer, with a writer that the
 * reply waits for, and as the product does it.
 */
const { values: options } = parseArgs({
  options: {
    /** The most questions of each set. */
    questions: { type: 'string', default: '40' },
    /** Milliseconds that each model takes. */
    model: { type: 'string', default: '1000' },
    writer: { type: 'string', default: '1000' },
    /** Stores no results. */
    print: { type: 'boolean', default: false },
  },
})
const MODEL_MS = Number(options.model)
const WRITER_MS = Number(options.writer)
/** Replies at the same time: few, so that they wait for the models and not for this process. */
const AT_ONCE = 4

/** A question, a text of its answer, and the queries that a model writes for it. */
type Asked = [question: string, text: string | null, queries: string[]]

/** The questions are asked of the shop's knowledge, among XQuAD's paragraphs. */
function sets(): Record<string, Asked[]> {
  const shop = readShop()
  const written = JSON.parse(readFileSync('bench/data/queries.json', 'utf8'))
  const byKeywords = (question: string, text: string | null): Asked => [
    question,
    text,
    [keywordsOf(question, 'en')],
  ]
  const xquad = readQuestionSet('bench/data', 'en').questions
  return {
    'XQuAD, English': spread(xquad).map(({ text, answers }) => byKeywords(text, answers[0]!)),
    'shop, its words': shop.answerable.map((asked) => byKeywords(...asked)),
    'shop, typos': spread(shop.typos).map((asked) => byKeywords(...asked)),
    'shop, other words': written.otherWords,
    'shop, other language': written.otherLanguage,
    'shop, unanswerable': spread(shop.unanswerable).map((asked) => byKeywords(asked, null)),
  }
}

function spread<Item>(items: readonly Item[]): Item[] {
  const most = Math.min(items.length, Number(options.questions))
  return Array.from({ length: most }, (_, nth) => items[Math.floor((nth * items.length) / most)]!)
}

/** The figures of a set with one way of asking. */
interface Figures {
  /** The median of milliseconds before the first text. */
  first_text_ms: number
  /** The median of the milliseconds that the writer adds to the time of the same question. */
  added_ms: number
  /** Shares of the questions, 0–1: the writer was asked, the reply was begun anew. */
  asked: number
  restarted: number
  /** The share of answerable questions whose prompt has the answer's text; null: none is. */
  in_prompt: number | null
  /** Estimated tokens of a question's prompts for the model of replies, on average. */
  prompt_tokens: number
}

const WAYS = ['without a writer', 'waiting', 'begun early'] as const
type Way = (typeof WAYS)[number]

/** A question's replies, one for each way of asking. */
interface Replies extends Record<Way, Timed> {
  text: string | null
}

/** Asks each question in all ways, one after the other, so that all meet the same machine. */
async function askAll(
  ask: Record<Way, (question: string) => Promise<Timed>>,
  asked: readonly Asked[],
): Promise<Replies[]> {
  return pLimit(AT_ONCE).map(asked, async ([question, text]) => {
    const timed = {} as Record<Way, Timed>
    for (const way of WAYS) timed[way] = await ask[way](question)
    return { ...timed, text }
  })
}

function figuresOf(all: readonly Replies[], way: Way): Figures {
  const replies = all.map((of) => of[way])
  const answerable = all.filter(({ text }) => text !== null)
  const added = all.map((of) => of[way].firstTextMs - of['without a writer'].firstTextMs)
  return {
    first_text_ms: medianOf(replies.map(({ firstTextMs }) => firstTextMs)),
    added_ms: medianOf(added),
    asked: shareOf(replies, ({ isAsked }) => isAsked),
    restarted: shareOf(replies, ({ isRestarted }) => isRestarted),
    in_prompt: answerable.length
      ? shareOf(answerable, ({ text, ...of }) => of[way].given.includes(text!))
      : null,
    prompt_tokens: Math.round(
      replies.reduce((sum, { promptTokens }) => sum + promptTokens, 0) / replies.length,
    ),
  }
}

const medianOf = (values: readonly number[]) =>
  Math.round([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!)

const shareOf = <Item>(items: readonly Item[], is: (item: Item) => boolean) =>
  Math.round((1_000 * items.filter(is).length) / items.length) / 1_000

/** Has the stand-in answer after its time, with the queries of the question that it reads. */
function behave(model: FakeModel, queriesOf: ReadonlyMap<string, string[]>) {
  model.behave(({ model: name, messages }) => {
    if (name !== 'writer') return { text: 'So it is.', delayMs: MODEL_MS }
    const { message } = JSON.parse(messages.at(-1)!.content)
    const queries = queriesOf.get(message) ?? []
    return { text: JSON.stringify({ queries }), delayMs: WRITER_MS }
  })
}

async function indexAll(db: TestDb): Promise<Owner> {
  const owner = await makeOwner(db, 'shop')
  await indexShop(db, owner, readShop())
  await indexTexts(db, owner, readQuestionSet('bench/data', 'en').paragraphs)
  return owner
}

await onDatabase(async (db, databaseUrl) => {
  const owner = await indexAll(db)
  const model = await startFakeModel()
  const settings = {
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'silent',
    LLM_MODEL: 'openai:model',
    OPENAI_BASE_URL: model.url,
    // A busy machine adds to each call: the writer must not count as too slow for that.
    TIME_SCALE: '10',
  }
  const replyBy = (QUERY_MODEL: string, isWaiting: boolean) => {
    const reply = makeEarlyReply(db, loadConfig({ ...settings, QUERY_MODEL }), owner)
    return (question: string) => reply(question, isWaiting)
  }
  const ask = {
    'without a writer': replyBy('off', false),
    waiting: replyBy('openai:writer', true),
    'begun early': replyBy('openai:writer', false),
  }
  const all: Record<string, Replies[]> = {}
  for (const [name, asked] of Object.entries(sets())) {
    behave(model, new Map(asked.map(([question, , queries]) => [question, queries])))
    all[name] = await askAll(ask, asked)
  }
  all['all questions'] = Object.values(all).flat()
  const figures: Record<string, Record<string, Figures>> = {}
  for (const [name, replies] of Object.entries(all)) {
    figures[name] = Object.fromEntries(WAYS.map((way) => [way, figuresOf(replies, way)]))
    process.stdout.write(`\n${name}: ${replies.length} questions\n`)
    console.table(figures[name])
  }
  const machine = { node: process.version, load: loadavg()[0] }
  const times = { model_ms: MODEL_MS, writer_ms: WRITER_MS }
  if (!options.print) storeResults('queries', { machine, times, figures })
  await model.close()
})
