import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { sqlText } from '../../shared/lib/db/statements.ts'
import { findPassages } from '../../shared/search/retrieval.ts'
import { indexTexts, makeOwner, type Owner } from '../../test/support/data/knowledge.ts'
import type { TestDb } from '../../test/support/product/testDb.ts'
import { minisearch } from './minisearch.ts'
import { type Quality, type QuestionSet, qualityOf, readQuestionSet } from './questionSet.ts'
import { compareByMeaning, lossesOf } from './retrievalByMeaning.ts'
import { measureLatency } from './retrievalLatency.ts'
import { onDatabase, storeResults } from './run.ts'
import { measureTypos, misspelled } from './typos.ts'

/**
 * Measures how well and how fast retrieval finds the passages for a question, with XQuAD's
 * questions, the product's own functions and a real PostgreSQL. Compares them with PostgreSQL's own
 * search and a BM25 library.
 */
const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: process.env.XQUAD_FOLDER ?? 'bench/data' },
    languages: { type: 'string', default: 'en,de,zh' },
    chunks: { type: 'string', default: '100000' },
  },
})

/** The text search configuration for each language that a person would choose for it. */
const CONFIGURATIONS: Readonly<Record<string, string>> = {
  ar: 'arabic',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  hi: 'hindi',
  ro: 'romanian',
  ru: 'russian',
  tr: 'turkish',
}

async function bench(db: TestDb, databaseUrl: string): Promise<void> {
  const chunks = Number(options.chunks)
  const sets = options.languages
    .split(',')
    .map((language) => readQuestionSet(options.data, language))
  const quality: Record<string, Record<string, Quality>> = {}
  for (const set of sets) {
    quality[set.language] = await compare(db, databaseUrl, set)
    process.stdout.write(`\n${set.language}\n`)
    console.table(quality[set.language])
  }
  const typos = await measureTypos(db)
  console.table([typos])
  const latency = chunks > 0 ? [await measureLatency(db, sets[0]!, chunks)] : []
  console.table(latency)
  const machine = {
    cpus: cpus().length,
    model: cpus()[0]?.model,
    load: loadavg()[0],
    node: process.version,
  }
  storeResults('retrieval', { machine, quality, typos, latency })
  const losses = lossesOf(quality)
  if (losses.length) throw new Error(`vectors make it worse than words alone: ${losses.join('; ')}`)
}

async function compare(
  db: TestDb,
  databaseUrl: string,
  set: QuestionSet,
): Promise<Record<string, Quality>> {
  const indexed = await index(db, set)
  const { owner, paragraphOf } = indexed
  const byWords = async (question: string) => {
    const found = await findPassages(db, { ...owner, question, language: null, limit: 20 })
    return found.map(({ knowledge_id }) => paragraphOf.get(knowledge_id)!)
  }
  return {
    Parley: await qualityOf(set, byWords),
    'Parley, misspelled': await qualityOf(misspelled(set), byWords),
    ...(await compareByMeaning(db, databaseUrl, set, indexed)),
    ts_rank: await qualityOf(set, await postgres(db, set, 'ts_rank')),
    ts_rank_cd: await qualityOf(set, await postgres(db, set, 'ts_rank_cd')),
    minisearch: await qualityOf(set, minisearch(set.paragraphs)),
  }
}

async function index(db: TestDb, set: QuestionSet) {
  const owner: Owner = await makeOwner(db, set.language)
  const entries = await indexTexts(db, owner, set.paragraphs)
  return { owner, paragraphOf: new Map(entries.map((id, paragraph) => [id, paragraph])) }
}

async function postgres(
  db: TestDb,
  { language, paragraphs }: QuestionSet,
  rank: 'ts_rank' | 'ts_rank_cd',
) {
  const configuration = CONFIGURATIONS[language] ?? 'simple'
  const table = `bench_${rank}_${language}`
  await sqlText(db, `create table ${table} (paragraph int, terms tsvector)`)
  await sqlText(
    db,
    `insert into ${table} select n - 1, to_tsvector(:configuration::regconfig, text)
       from unnest(:paragraphs::text[]) with ordinality as p (text, n)`,
    { configuration, paragraphs },
  )
  return async (question: string) => {
    const rows = await sqlText<{ paragraph: number }>(
      db,
      `select paragraph from ${table}, (select string_agg(quote_literal(term), ' | ')::tsquery as question
         from unnest(tsvector_to_array(to_tsvector(:configuration::regconfig, :question))) as term) q
        where terms @@ question order by ${rank}(terms, question) desc, paragraph limit 10`,
      { configuration, question },
    )
    return rows.map(({ paragraph }) => paragraph)
  }
}

await onDatabase(bench)
