import { stemIn, wordsIn } from '../language/tokenize.ts'

/**
 * Whether a text has one of the words or phrases, also in other forms of its language: `contracts` for `contract`.
 * The words of a phrase stand in a row.
 * @param language BCP 47
 */
export function hasTopic(text: string, topics: readonly string[], language: string): boolean {
  const said = formsOf(text, language)
  return topics.some((topic) => {
    const phrase = formsOf(topic, language)
    return (
      phrase.length > 0 && said.some((_, at) => phrase.every((word, nth) => isSame(said[at + nth], word)))
    )
  })
}

interface Form {
  term: string
  stem: string
}

const formsOf = (text: string, language: string): Form[] =>
  wordsIn(text).map((word) => ({ term: word.term, stem: stemIn(language, word) }))

const isSame = (said: Form | undefined, word: Form) =>
  said !== undefined && (said.term === word.term || said.stem === word.stem)
