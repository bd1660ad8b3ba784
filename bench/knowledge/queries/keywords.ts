import { stemsWanted } from '../../../workers/language/coverage.ts'

/** Returns a question's telling words, which is how small models write most queries. */
export const keywordsOf = (question: string, language: string): string =>
  (question.match(/[\p{L}\p{N}'-]+/gu) ?? [])
    .filter((word) => [...stemsWanted(word, language).values()].includes(1))
    .join(' ')
