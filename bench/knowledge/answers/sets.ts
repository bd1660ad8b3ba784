import { indexTexts, type Owner } from '../../../test/support/data/knowledge.ts'
import type { TestDb } from '../../../test/support/product/testDb.ts'
import { indexManuals, manualQuestions } from '../debianManuals.ts'
import { type Question, type QuestionSet, readDocuments } from '../questionSet.ts'
import { indexShop, readShop } from '../shop.ts'

export interface AskedOfSet {
  question: string
  /**
   * A right reply contains any of these texts; empty: the knowledge does not answer the question.
   */
  answers: string[]
}

/** The knowledge of an organization, and sets of questions to it by their names. */
export interface KnowledgeWithSets {
  name: string
  index: (db: TestDb, owner: Owner) => Promise<unknown>
  sets: Record<string, AskedOfSet[]>
}

/**
 * Debian's manuals: questions in their words, in other words, with typos, in other languages, and
 * without an answer.
 */
export const manuals = (): KnowledgeWithSets => ({
  name: 'manuals',
  index: indexManuals,
  sets: Object.fromEntries(
    manualQuestions.map(([kind, asked]) => [
      `manuals, ${kind}`,
      asked.map(({ question, text }) => ({ question, answers: text === null ? [] : [text] })),
    ]),
  ),
})

/** The bike shop: pairs and files. */
export function bikeShop(): KnowledgeWithSets {
  const shop = readShop()
  const asked = (questions: [question: string, text: string][]) =>
    questions.map(([question, text]) => ({ question, answers: [text] }))
  return {
    name: 'shop',
    index: (db, owner) => indexShop(db, owner, shop),
    sets: {
      'shop, answerable': asked(shop.answerable),
      'shop, typos': asked(shop.typos),
      'shop, unanswerable': shop.unanswerable.map((question) => ({ question, answers: [] })),
    },
  }
}

/**
 * XQuAD's paragraphs with their questions. Those of the first language are also asked in the other
 * languages.
 */
export function xquad(sets: readonly QuestionSet[]): KnowledgeWithSets[] {
  return sets.map((knowledge, place) => {
    const others = place === 0 ? sets.slice(1) : []
    const inOthers = others.map((other): [string, AskedOfSet[]] => [
      `${other.language} on ${knowledge.language}`,
      // Every language has the same questions in the same order. A model may answer in either
      // language.
      other.questions.map(({ text, answers }, nth) => ({
        question: text,
        answers: [...answers, ...knowledge.questions[nth]!.answers],
      })),
    ])
    return {
      name: `xquad ${knowledge.language}`,
      index: (db, owner) => indexTexts(db, owner, knowledge.paragraphs),
      sets: {
        [knowledge.language]: knowledge.questions.map(toAsked),
        ...Object.fromEntries(inOthers),
      },
    }
  })
}

/**
 * Half of XQuAD's articles, and the questions to the other half, which this half does not answer.
 */
export const otherHalf = ({ language, paragraphs, questions }: QuestionSet): KnowledgeWithSets => {
  const half = Math.floor(paragraphs.length / 2)
  const others = questions.filter(({ paragraph }) => paragraph >= half)
  return {
    name: `half of xquad ${language}`,
    index: (db, owner) => indexTexts(db, owner, paragraphs.slice(0, half)),
    sets: {
      [`${language}, unanswerable`]: others.map(({ text }) => ({ question: text, answers: [] })),
    },
  }
}

/**
 * Reads long documents with questions.
 * @param file in SQuAD's format, whose contexts are whole documents, such as COVID-QA
 */
export function longDocuments(file: string): KnowledgeWithSets {
  const { documents, questions } = readDocuments(file)
  return {
    name: 'long documents',
    index: (db, owner) => indexTexts(db, owner, documents),
    sets: { 'long documents': questions.map(toAsked) },
  }
}

const toAsked = ({ text, answers }: Question): AskedOfSet => ({ question: text, answers })
