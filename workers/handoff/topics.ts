import { stemIn, type Word, wordsIn } from '../language/tokenize.ts'

/**
 * Whether a text has one of the words or phrases, also in other forms of its language: `contracts` for `contract`.
 * The words of a phrase stand in a row.
 * @param language BCP 47
 */
export function hasTopic(text: string, topics: readonly string[], language: string): boolean {
  const said = wordsIn(text)
  return topics.some((topic) => {
    const words = wordsIn(topic)
    return (
      words.length > 0 &&
      said.some((_, at) => words.every((word, nth) => isSame(said[at + nth], word, language)))
    )
  })
}

const isSame = (said: Word | undefined, word: Word, language: string) =>
  said !== undefined && (said.term === word.term || stemIn(language, said) === stemIn(language, word))
