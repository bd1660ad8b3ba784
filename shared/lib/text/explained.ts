import { searchWords, withoutAccents } from './terms.ts'

/**
 * Finds abbreviations that a text explains, such as `United Kingdom (UK)`, and the places where a
 * question has either form.
 */

export interface Explained {
  /** The words of one form, in lower case, without accents. */
  words: string[]
  /** The words of the other form. */
  other: string[]
  /** The key of the abbreviation, as `explainedIn` returns it. */
  key: string
}

/** The beginning of all keys. No term of a word begins with it. */
export const EXPLAINED = '('

const MAX_ABBREVIATIONS = 20
/** The most characters before a bracket that are examined, and the most words among them. */
const BEFORE = 160
const MAX_WORDS = 9

const BRACKETS = /\(([^()\n]{2,100})\)/gu
/** Characters that end the words that may be abbreviated. */
const STOPS = /[^\p{L}\p{M}\p{N} \t\u00a0'’ʼ"“”„«»&/,*_‐‑-]/u
const WORDS = /[\p{L}\p{M}\p{N}]{1,40}/gu
const SHORT = /^\p{Lu}[\p{L}\p{N}.]{1,11}$/u
const ENDING_IN_SHORT =
  /(?<![\p{L}\p{M}\p{N}.-])\p{Lu}[\p{L}\p{N}.]{1,11}(?=["”»*_]{0,3}[ \t\u00a0]{1,2}["“„«*_]{0,3}$)/u

/** Words that an abbreviation may leave out. */
const LITTLE = new Set(
  (
    'a al an and as at by for in of on or the to with am auf das dem den der des die für im mit und von vom zu zum zur au aux d de des du ' +
    'en et l la le les par pour sur con del e el las los o para por sobre y da das do dos em na no ai alla da dei del dell della delle ' +
    'di ed il per sul sulla su het op over te van voor i na og och på til av w z oraz о об в во и на по с со для та у και της του των για'
  ).split(' '),
)

/**
 * Finds the abbreviations that the text explains in brackets: 2–6 letters, mostly capitals, that
 * are the initials of 2–6 words beside them or of parts of these words.
 * @returns a key for each, at most 20: `(uk)united kingdom`
 */
export function explainedIn(text: string): string[] {
  const keys = new Set<string>()
  for (const { 1: inside = '', index } of text.matchAll(BRACKETS)) {
    const before = text.slice(Math.max(0, index - BEFORE), index)
    const [content = ''] = inside.split(/[,;:]/)
    const key =
      keyOf(content.replace(/["“”„«»*_]/g, '').trim(), before.split(STOPS).at(-1)!, false) ??
      keyOf(before.match(ENDING_IN_SHORT)?.[0] ?? '', content, true)
    if (key) keys.add(key)
    if (keys.size === MAX_ABBREVIATIONS) break
  }
  return [...keys]
}

/**
 * Returns the key of an abbreviation; undefined: `beside` does not explain it.
 * @param isAll whether the words must be the whole of `beside`, not only its end
 */
function keyOf(written: string, beside: string, isAll: boolean): string | undefined {
  if (!SHORT.test(written)) return undefined
  const letters = written.replaceAll('.', '').replace(/(?<=\p{Lu}{2})s$/u, '')
  const capitals = letters.match(/\p{Lu}/gu)?.length ?? 0
  if (letters.length < 2 || letters.length > 6 || 2 * capitals < letters.length) return undefined
  const short = plain(letters)
  const words = (beside.match(WORDS) ?? []).map(plain)
  if (isAll && (words.length > MAX_WORDS || STOPS.test(beside))) return undefined
  const count = spelledBy(short, words.slice(-MAX_WORDS))
  if (count === undefined || (isAll && count !== words.length)) return undefined
  const significant = words.slice(-count).filter((word) => !LITTLE.has(word))
  if (significant.length < 2 || significant.length > 6) return undefined
  return `(${short})${searchWords(significant.join(' '))}`
}

const plain = (word: string) => withoutAccents(word.toLowerCase())

/**
 * Returns how many of the last words have the letters as their initials, with as few little words
 * as possible; undefined: the words have other initials.
 */
function spelledBy(letters: string, words: readonly string[]): number | undefined {
  if (!letters) return 0
  const word = words.at(-1)
  if (word === undefined) return undefined
  const rest = words.slice(0, -1)
  const isLittle = LITTLE.has(word)
  const skipped = isLittle ? spelledBy(letters, rest) : undefined
  if (skipped !== undefined) return skipped + 1
  for (let taken = 1; taken <= Math.min(letters.length, MAX_LETTERS_OF_WORD); taken++) {
    if (!isSpelled(letters.slice(-taken), word)) continue
    const count = spelledBy(letters.slice(0, -taken), rest)
    if (count !== undefined) return count + 1
  }
  return undefined
}

/** The most letters that stand for one word. A compound may have several. */
const MAX_LETTERS_OF_WORD = 3
/** The fewest letters of a part of a compound. */
const PART = 3

/**
 * Whether the letters are the word's initial, or initials of its parts: `GB` of
 * `Geschäftsbedingungen`.
 */
function isSpelled(letters: string, word: string): boolean {
  if (letters === '2' && word === 'to') return true
  if (!word.startsWith(letters[0]!)) return false
  let at = 0
  for (const letter of letters.slice(1)) {
    at = word.indexOf(letter, at + PART)
    if (at < 0 || at > word.length - PART) return false
  }
  return true
}

/** Returns both forms of each abbreviation, by the first letters of their first word. */
export function formsOf(keys: readonly string[]): Map<string, Explained[]> {
  const forms = new Map<string, Explained[]>()
  for (const key of keys) {
    const [short, long] = key
      .slice(EXPLAINED.length)
      .split(')')
      .map((form) => form.split(' '))
    for (const [words, other] of [
      [short!, long!],
      [long!, short!],
    ] as const) {
      const beginning = beginningOf(words[0]!)
      forms.set(beginning, [...(forms.get(beginning) ?? []), { words, other, key }])
    }
  }
  return forms
}

/** Letters that all forms of a word have in common. */
const IN_COMMON = 3
const beginningOf = (word: string) => word.slice(0, IN_COMMON)

/** A form whose words begin like the words at these places of a question. */
export interface Likely extends Explained {
  places: number[]
}

/**
 * Finds the forms that a question seems to have: words in a row that begin alike. Short words may
 * stand between them, such as `of`.
 * @param asked the words of the question in their order
 */
export const likelyIn = (
  asked: readonly string[],
  forms: ReadonlyMap<string, readonly Explained[]>,
): Likely[] =>
  asked.flatMap((first, start) =>
    (forms.get(beginningOf(first)) ?? []).flatMap((form) => {
      const places = [start]
      for (const word of form.words.slice(1)) {
        let place = places.at(-1)! + 1
        const isNext = () => beginningOf(asked[place] ?? '') === beginningOf(word)
        while (!isNext() && (asked[place]?.length ?? MAX_BETWEEN) < MAX_BETWEEN) place++
        if (!isNext()) return []
        places.push(place)
      }
      return [{ ...form, places }]
    }),
  )
const MAX_BETWEEN = 4
