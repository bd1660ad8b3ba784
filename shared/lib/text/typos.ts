/** Finds the words that may be meant by a word that no chunk has. */

/**
 * The lengths of words that are corrected. Shorter words have too many neighbours: `bat`, `cat`,
 * `hat`. Longer strings are hardly words.
 */
const FEWEST_LETTERS = 4
const MAX_LETTERS = 24
/** From this length on, the first letter may be wrong. */
const LETTERS_OF_FIRST = 6
/** From this length on, two errors may be corrected. */
const LETTERS_OF_TWO = 8

/**
 * The letters of each script in words without accents. Words of other scripts are not corrected.
 */
const ALPHABETS = [
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдежзиклмнопрстуфхцчшщъыьэюяієґјљњћђџ',
  'αβγδεζηθικλμνξοπρστυφχψω',
  'אבגדהוזחטיךכלםמןנסעףפץצקרשת',
  'ءابتثجحخدذرزسشصضطظعغفقكلمنهويپچژگ',
  'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆև',
  'აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ',
  'अआइईउऊऋएऐओऔकखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसहािीुूृेैोौंँः्',
]
const alphabetOf = (word: string) =>
  ALPHABETS.find((letters) => [...word].every((letter) => letters.includes(letter)))

/**
 * Returns the most errors that are corrected in a word: 0, 1 or 2. It is 0 for short words, words
 * with a digit, and scripts whose words are searched for by pairs of characters.
 * @param word in lower case, without accents
 */
export function mostErrors(word: string): 0 | 1 | 2 {
  const { length } = word
  if (length < FEWEST_LETTERS || length > MAX_LETTERS || !alphabetOf(word)) return 0
  return length < LETTERS_OF_TWO ? 1 : 2
}

/**
 * Returns the texts that one error makes of a word: a letter missing, added or wrong, or two
 * neighbours swapped. The first letter of a short word counts as right: `beta` does not mean
 * `zeta`.
 */
export function oneErrorFrom(word: string): string[] {
  const letters = alphabetOf(word) ?? ''
  const made = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    made.add(before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2))
    if (at === 0 && word.length < LETTERS_OF_FIRST) continue
    made.add(before + after.slice(1))
    for (const letter of letters)
      made.add(before + letter + after).add(before + letter + after.slice(1))
  }
  made.delete(word)
  return [...made]
}

/** The number of first letters by which words with two errors are searched for. */
const BEGINNING = 4

/**
 * Returns the beginnings of words that two errors may make of this word, the likeliest first.
 * Leaves out words with two errors in their first letters.
 */
export const beginningsNear = (word: string): string[] => {
  const own = word.slice(0, BEGINNING)
  return [
    ...new Set([
      own,
      ...oneErrorFrom(word.slice(0, BEGINNING + 1)).map((near) => near.slice(0, BEGINNING)),
    ]),
  ]
}

/**
 * Counts the errors that turn one word into another (Damerau and Levenshtein): letters missing,
 * added or wrong, and neighbours swapped.
 */
export function errorsBetween(left: string, right: string): number {
  let [beforeLast, last] = [[] as number[], Array.from({ length: right.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= left.length; row++) {
    const now = [row]
    for (let at = 1; at <= right.length; at++) {
      const wrong = last[at - 1]! + Number(left[row - 1] !== right[at - 1])
      now[at] = Math.min(wrong, last[at]! + 1, now[at - 1]! + 1)
      const isSwapped =
        row > 1 && at > 1 && left[row - 1] === right[at - 2] && left[row - 2] === right[at - 1]
      if (isSwapped) now[at] = Math.min(now[at]!, beforeLast[at - 2]! + 1)
    }
    ;[beforeLast, last] = [last, now]
  }
  return last[right.length]!
}

/**
 * Returns how unlikely it is that a person who meant `word` typed `typed`, from 0 on. A wrong
 * letter is less likely than a missing, repeated or swapped letter, and the first letter is mostly
 * right.
 */
export function unlikeliness(typed: string, word: string): number {
  const isWrongLetter = typed.length === word.length && !isSameLetters(typed, word)
  return 4 * errorsBetween(typed, word) + Number(isWrongLetter) + 2 * Number(typed[0] !== word[0])
}

const isSameLetters = (left: string, right: string) =>
  [...left].sort().join('') === [...right].sort().join('')

/**
 * Whether `typed` is more likely an error than a word of its own. `boats`, beside `boots`, is a
 * word of its own.
 */
export const isLikelyError = (typed: string, word: string) =>
  typed.length >= LETTERS_OF_LIKELY || unlikeliness(typed, word) === 4
const LETTERS_OF_LIKELY = 6
