import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import MiniSearch from 'minisearch'
import { settings } from '../../shared/config/settings.ts'
import { findPassages, type Passage } from '../../shared/store/search/retrieval.ts'
import { indexFile, makeOwner } from '../../test/support/data/knowledge.ts'
import { PLAIN_AGENT } from '../../test/support/data/replyInputs.ts'
import { makeTestDb, type TestDb } from '../../test/support/product/testDb.ts'
import { makeDatabase, stopServers } from '../../test/support/servers/servers.ts'
import { takeCitations } from '../../workers/citations/citations.ts'
import { extractAnswer } from '../../workers/extractive/extractive.ts'
import { buildPrompt } from '../../workers/prompt/prompt.ts'
import { MAX_PASSAGES } from '../../workers/reply/retrieve.ts'

/**
 * Measures what is found in real manuals for questions in their words, in other words, with typos and in other
 * languages, and how often `builtin:extractive` says rightly that it does not know. Fetches the manuals from
 * Debian's packages (`apt-get download`).
 */
interface Manuals {
  packages: Record<string, string[]>
  questions: Record<string, (string | [question: string, text: string])[]>
}

const { packages, questions } = JSON.parse(readFileSync('bench/data/manuals.json', 'utf8')) as Manuals
const BUDGET = { history: settings.HISTORY_TOKENS.default, knowledge: settings.KNOWLEDGE_TOKENS.default }
const INPUTS = { agent: PLAIN_AGENT, question_metadata: {}, locale: null, traits: null, history: [] }
const FEW = 6

async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'manuals-'))
  const database = await makeDatabase()
  const db = makeTestDb(database.url, 2)
  try {
    const owner = await makeOwner(db, 'manuals')
    for (const file of fetchManuals(folder)) await indexFile(db, owner, readFileSync(file, 'utf8'), 'html')
    const find = (question: string) =>
      findPassages(db, { ...owner, question, language: null, limit: MAX_PASSAGES })
    const search = minisearch(await chunksOf(db))
    const figures: Record<string, object> = {}
    for (const [kind, asked] of Object.entries(questions))
      figures[kind] = kind === 'unanswerable' ? await refused(asked, find) : await found(asked, find, search)
    console.table(figures)
    mkdirSync('bench/results', { recursive: true })
    const report = { measured_at: new Date().toISOString(), figures }
    writeFileSync('bench/results/manuals.json', `${JSON.stringify(report, null, 2)}\n`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await db.destroy()
    await database.drop()
    await stopServers()
  }
}

function fetchManuals(folder: string): string[] {
  const options = { cwd: folder, stdio: 'ignore' } as const
  execFileSync('apt-get', ['download', ...Object.keys(packages)], options)
  for (const name of readdirSync(folder)) execFileSync('dpkg-deb', ['-x', name, '.'], options)
  return Object.values(packages).flatMap((files) => files.map((file) => join(folder, 'usr/share/doc', file)))
}

type Find = (question: string) => Promise<string[]> | string[]

async function found(
  asked: readonly (string | [string, string])[],
  find: (question: string) => Promise<Passage[]>,
  search: Find,
) {
  const sums = {
    questions: asked.length,
    first: 0,
    in_six: 0,
    in_prompt: 0,
    minisearch_in_six: 0,
    minisearch_in_20: 0,
  }
  for (const [question, text] of asked as [string, string][]) {
    const passages = await find(question)
    const { sources } = buildPrompt({ ...INPUTS, question }, passages, BUDGET)
    const others = await search(question)
    const holds = (one: string) => plain(one).includes(plain(text))
    const texts = passages.map((passage) => passage.text)
    sums.first += Number(texts.slice(0, 1).some(holds))
    sums.in_six += Number(texts.slice(0, FEW).some(holds))
    sums.in_prompt += Number(sources.some((source) => holds(source.text)))
    sums.minisearch_in_six += Number(others.slice(0, FEW).some(holds))
    sums.minisearch_in_20 += Number(others.slice(0, MAX_PASSAGES).some(holds))
  }
  return sums
}

async function refused(
  asked: readonly (string | [string, string])[],
  find: (question: string) => Promise<Passage[]>,
) {
  let not_known = 0
  for (const question of asked as string[]) {
    const { facts, sources } = buildPrompt({ ...INPUTS, question }, await find(question), BUDGET)
    const { grounded } = takeCitations(extractAnswer(facts), sources, { question, given: '' })
    not_known += Number(!grounded)
  }
  return { questions: asked.length, not_known }
}

const chunksOf = async (db: TestDb): Promise<string[]> => db('chunks').pluck('text')

/** MiniSearch with its defaults: BM25+ over the words between blanks and punctuation. */
function minisearch(chunks: readonly string[]): Find {
  const index = new MiniSearch<{ id: number; text: string }>({ fields: ['text'] })
  index.addAll(chunks.map((text, id) => ({ id, text })))
  return (question) => index.search(question).map(({ id }) => chunks[id as number]!)
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()

await bench()
