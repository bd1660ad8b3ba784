import { languageOf } from '../../shared/lib/text/language.ts'
import { makeIndexCache } from '../../shared/search/indexCache.ts'
import { findPassages, type Passage } from '../../shared/search/retrieval.ts'
import { indexTexts, makeOwner } from '../../test/support/data/knowledge.ts'
import type { TestDb } from '../../test/support/product/testDb.ts'
import { fuseFound } from '../../workers/search/fuseFound.ts'
import { isSureOf } from '../../workers/search/sureness.ts'
import { type QuestionSet, qualityOf, readQuestionSet } from './questionSet.ts'
import { onDatabase, storeResults } from './run.ts'

/**
 * Measures what queries beside a question are worth, without a model: XQuAD's languages have the
 * same questions, so a question in the knowledge's language stands in for a good query, and
 * questions about other paragraphs for bad ones. Also measures for how many questions no model
 * would be asked, and whether those find their paragraph.
 */
const LANGUAGES = ['en', 'de', 'zh']
const FOUND = 6
/**
 * How many places further in the set the bad queries come from: they are about other paragraphs.
 */
const ELSEWHERE = [100, 200, 300]

const sets = LANGUAGES.map((language) => readQuestionSet('bench/data', language))

async function measure(db: TestDb, knowledge: QuestionSet) {
  const owner = await makeOwner(db, knowledge.language)
  const entries = await indexTexts(db, owner, knowledge.paragraphs)
  const paragraphOf = new Map(entries.map((id, paragraph) => [id, paragraph]))
  const index = makeIndexCache().of(owner.organizationId, '1')
  const find = (question: string) =>
    findPassages(db, { ...owner, question, language: null, limit: FOUND }, index)
  const paragraphsOf = (found: Passage[]) =>
    found.slice(0, FOUND).map(({ knowledge_id }) => paragraphOf.get(knowledge_id)!)
  const questionAt = (place: number) =>
    knowledge.questions[place % knowledge.questions.length]!.text

  const rows: Record<string, object> = {}
  for (const asked of sets) {
    const placeOf = new Map(asked.questions.map(({ text }, place) => [text, place]))
    const withQueries = async (question: string, places: number[]) => {
      const others = places.map((place) => find(questionAt(placeOf.get(question)! + place)))
      return paragraphsOf(fuseFound(await find(question), await Promise.all(others)))
    }
    let [sure, sureAndFound] = [0, 0]
    for (const { text: question, paragraph } of asked.questions) {
      const found = await find(question)
      const words = { question, language: languageOf(question), earlier: undefined }
      if (!isSureOf(found[0], { ...words, languages: [knowledge.language] })) continue
      sure++
      if (paragraphsOf(found).includes(paragraph)) sureAndFound++
    }
    const name = `${asked.language} on ${knowledge.language}`
    rows[name] = {
      sure: share(sure, asked.questions.length),
      'found of these': sure ? share(sureAndFound, sure) : null,
      alone: await qualityOf(asked, async (question) => paragraphsOf(await find(question))),
      'with a good query': await qualityOf(asked, (question) => withQueries(question, [0])),
      'with three bad ones': await qualityOf(asked, (question) => withQueries(question, ELSEWHERE)),
    }
    process.stdout.write(`${name} ${JSON.stringify(rows[name])}\n`)
  }
  return rows
}

const share = (some: number, all: number) => Math.round((1000 * some) / all) / 1000

await onDatabase(async (db) => {
  const quality = {}
  for (const set of sets) Object.assign(quality, await measure(db, set))
  storeResults('queries', { node: process.version, quality })
})
