import { findPassages } from '../../shared/search/retrieval.ts'
import { makeOwner } from '../../test/support/data/knowledge.ts'
import type { TestDb } from '../../test/support/product/testDb.ts'
import type { QuestionSet } from './questionSet.ts'
import { indexShop, readShop } from './shop.ts'

const MAX_PASSAGES = 6

/**
 * The shares of the shop's misspelled questions whose answer is in the first passage, and in the
 * first six.
 */
export interface TyposFound {
  questions: number
  first: number
  first_six: number
}

/** Measures how many questions with typing errors, written by hand, find their answer. */
export async function measureTypos(db: TestDb): Promise<TyposFound> {
  const shop = readShop()
  const owner = await makeOwner(db, 'typos')
  await indexShop(db, owner, shop)
  const ranks: number[] = []
  for (const [question, answer] of shop.typos) {
    const found = await findPassages(db, {
      ...owner,
      question,
      language: 'en',
      limit: MAX_PASSAGES,
    })
    ranks.push(found.findIndex(({ text }) => text.includes(answer)))
  }
  const count = (most: number) => ranks.filter((rank) => rank >= 0 && rank < most).length
  return { questions: shop.typos.length, first: count(1), first_six: count(MAX_PASSAGES) }
}

/**
 * Returns the same questions with one error each, in the longest word: letters swapped, dropped,
 * doubled or wrong.
 */
export const misspelled = (set: QuestionSet): QuestionSet => ({
  ...set,
  questions: set.questions.map((question, nth) => ({
    ...question,
    text: withError(question.text, nth),
  })),
})

function withError(text: string, nth: number): string {
  const words = text.match(/\p{L}{5,}/gu) ?? []
  const [word = ''] = words.toSorted((left, right) => right.length - left.length)
  const at = 1 + (nth % Math.max(1, word.length - 2))
  const [before, here, next, after] = [
    word.slice(0, at),
    word[at],
    word[at + 1],
    word.slice(at + 2),
  ]
  const made = [
    before + next + here + after,
    before + next + after,
    before + here + here + next + after,
    `${before}x${next}${after}`,
  ]
  return word && text.replace(word, made[nth % made.length]!)
}
