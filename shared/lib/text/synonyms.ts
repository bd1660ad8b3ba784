import { phraseWords, withoutAccents } from './terms.ts'

/** Finds the synonyms of an organization that a question has. */

/**
 * The most groups of an organization, words or phrases of a group, characters of a phrase, and
 * words of a phrase.
 */
export const MAX_GROUPS = 300
export const MAX_OF_GROUP = 12
export const MAX_CHARACTERS = 80
export const MAX_PHRASE_WORDS = 8

/** A word or phrase with the same meaning as the others of its group. */
export interface Synonym {
  /** The text as its owner wrote it. */
  text: string
  /** Its words as `phraseWords` returns them. */
  words: string[]
  /** The other synonyms of its group. */
  others: Synonym[]
}

/** Returns the phrases of all groups. */
export function synonymsOf(groups: readonly (readonly string[])[]): Synonym[] {
  return groups.flatMap((texts) => {
    const group = texts
      .map((text): Synonym => ({ text, words: phraseWords(text), others: [] }))
      .filter(({ words }) => words.length > 0)
    for (const synonym of group) synonym.others = group.filter((other) => other !== synonym)
    return group
  })
}

/** Returns the same key for phrases that differ only in case, accents and punctuation. */
export const phraseKey = (text: string) => phraseWords(text).map(withoutAccents).join(' ')

/**
 * Finds the synonyms whose words stand in a row, each once. Of overlapping synonyms, only the
 * longest count.
 * @param words all words of the question, in their order
 * @param beginning the synonyms that may begin with a word
 * @param isSame whether a word of the question is a form of a word of a synonym
 * @returns each synonym, with the index of its first word in the question
 */
export function synonymsIn(
  words: readonly string[],
  beginning: (word: string) => Iterable<Synonym>,
  isSame: (said: string, word: string) => boolean,
): Map<Synonym, number> {
  const all = words.flatMap((first, start) =>
    [...new Set(beginning(first))]
      .filter(({ words: own }) => start + own.length <= words.length)
      .filter(({ words: own }) => own.every((word, nth) => isSame(words[start + nth]!, word)))
      .map((synonym) => ({ synonym, start, end: start + synonym.words.length })),
  )
  const longest = all.filter(
    ({ start, end }) =>
      !all.some(
        (other) => other.end - other.start > end - start && other.start < end && start < other.end,
      ),
  )
  return new Map(longest.map(({ synonym, start }) => [synonym, start]))
}
