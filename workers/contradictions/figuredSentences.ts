import { memoize } from '../../shared/lib/async/memoize.ts'
import { lookUp } from '../../shared/lib/lookUp.ts'
import { isPair, type Passage } from '../../shared/search/retrieval.ts'
import { groupFigures, type SentenceFigures } from '../figures/figureGroups.ts'
import { numberKey, numberWordsOf } from '../figures/numberWords.ts'
import { quantitiesOf } from '../figures/quantities.ts'
import { coverageOf, stemsWanted, type Wanted, weightOf } from '../language/coverage.ts'
import { STOP_WEIGHT, termsOf } from '../language/matching.ts'
import { isNegated } from '../language/negation.ts'
import { piecesOf } from '../language/pieces.ts'
import { CONTRASTS, DOCUMENT_WORDS } from './contrasts.ts'

/** A sentence of a passage that states figures, and the text that says what it is about. */
export interface FiguredSentence extends ReadSentence {
  source: Passage
  sentence: string
  /** BCP 47. */
  language: string
  /**
   * Stems of the content words above the sentence: in its headings, the question of its pair, and
   * the previous line.
   */
  topic: ReadonlySet<string>
  /** Stems of the content words in the title of its document. */
  title: ReadonlySet<string>
}

interface ReadSentence {
  figures: SentenceFigures
  /** Stems of the sentence's content words, without its figures. */
  words: ReadonlySet<string>
  /** Names of a few capitals, and stop words that change the meaning, such as `before`. */
  marks: string
  isNegated: boolean
}

/** A question's terms, as `stemsWanted` reads them, and its language, BCP 47. */
interface QuestionTerms {
  wanted: Wanted
  language: string
}

/** The most characters of a passage that are read. */
const MAX_READ = 4_000
/** The most characters of a sentence: longer sentences state several things. */
const MAX_SENTENCE = 400
/** The share of the question that a sentence must cover, together with the headings above it. */
const LEAST = 0.4
/** The most sentences of a passage that are searched for figures. */
const MAX_EXAMINED = 5
/** The most sentences of a passage, with figures, that are compared. */
const MAX_COMPARED = 3
/**
 * The most characters of a heading: a short line without the end of a sentence is the heading of
 * the next line.
 */
const MAX_HEADING = 80
const SENTENCE_END = /[.!?。！？؟।;,]["'”’»)\]]{0,3}$/u
const DIGIT = /\p{Nd}/u
/** Separates the words of file names. */
const SEPARATORS = /[._/\\|-]/g
/** A name of one to four capitals, or of two letters: `plan B`, `the US`, `Mo`. */
const CAPITALS = /(?<![\p{L}\p{N}])\p{Lu}(?:\p{Ll}|\p{Lu}{0,3})(?![\p{L}\p{N}'’])/gu
const WORD = /\p{L}[\p{L}\p{M}]{0,40}/gu
const IDEOGRAPHS = /[\p{scx=Han}\p{scx=Kana}]/u

/**
 * Returns the sentences of a passage that state figures and answer a question best, at most
 * `MAX_COMPARED`. A passage of another language has none of the question's words.
 */
export async function figuredSentencesOf(
  source: Passage,
  { wanted, language }: QuestionTerms,
): Promise<FiguredSentence[]> {
  const asked = questionOf(source)
  const above = termsIn(language, `${source.title ?? ''}\n${source.heading}\n${asked}`)
  const { open, share } = leftBy(wanted, above)
  const least = share < 1 ? (LEAST - share) / (1 - share) : 0
  const answers = (
    await readPassage(`${language} ${asked.length} ${source.text.slice(0, MAX_READ)}`)
  )
    .map((read) => ({
      ...read,
      covered: share + (1 - share) * coverageOf(open, read.terms, least),
    }))
    .filter(({ covered }) => covered >= LEAST)
    .sort((left, right) => right.covered - left.covered)
  const found: FiguredSentence[] = []
  for (const { sentence, before } of answers.slice(0, MAX_EXAMINED)) {
    const read = await readSentence(`${language} ${sentence}`)
    if (read.figures.size === 0) continue
    const topic = contentStemsIn(language, `${source.heading}\n${asked}\n${before}`)
    // The title of a pair is its question.
    const title = contentStemsIn(language, source.kind === 'qa' ? '' : (source.title ?? ''))
    found.push({ ...read, source, sentence, language, topic, title })
    if (found.length === MAX_COMPARED) break
  }
  return found
}

/**
 * Returns the terms of a question that the headings do not cover, and the share that they cover,
 * 0–1.
 */
function leftBy(wanted: Wanted, above: ReadonlySet<string>): { open: Wanted; share: number } {
  const open = new Map(
    [...wanted].filter(([term]) => coverageOf(new Map([[term, 1]]), above) < 0.5),
  )
  return { open, share: 1 - (open.size && weightOf(open) / weightOf(wanted)) }
}

/** Returns the question of a Q/A pair; empty: the source is no pair. */
export const questionOf = (source: Passage): string =>
  isPair(source) ? source.text.slice(0, Math.max(0, source.text.indexOf('\n'))) : ''

const headingBefore = (line = '') =>
  line.length <= MAX_HEADING && !SENTENCE_END.test(line) && !DIGIT.test(line) ? line : ''

/** The caches by language and text, which help because questions find the same passages. */
const ofSentences = { most: 2_000, longest: 1_000 }
const splitKey = (key: string): [language: string, text: string] => {
  const at = key.indexOf(' ')
  return [key.slice(0, at), key.slice(at + 1)]
}

/**
 * A sentence that may state a figure, with its stems, and the previous line if that is its heading.
 */
interface SentenceOfPassage {
  sentence: string
  terms: ReadonlySet<string>
  before: string
}

/** Reads a passage by its language, the length of its question, and its text. */
const readPassage = memoize(
  async (key): Promise<readonly SentenceOfPassage[]> => {
    const [language, rest] = splitKey(key)
    const [asked, text] = splitKey(rest)
    const { telling } = await numberWordsOf(language)
    const numbers = new Set((text.match(WORD) ?? []).filter((word) => telling.has(numberKey(word))))
    const pieces = piecesOf(text.slice(Number(asked)))
    return pieces.flatMap((sentence, at) => {
      const isOne = sentence.length <= MAX_SENTENCE && mayCount(sentence, numbers)
      const before = headingBefore(pieces[at - 1])
      return isOne ? [{ sentence, before, terms: termsOf(sentence, language) }] : []
    })
  },
  { most: 500, longest: MAX_READ + 50 },
)

const mayCount = (sentence: string, numbers: ReadonlySet<string>) =>
  DIGIT.test(sentence) || [...numbers].some((number) => sentence.includes(number))

const readSentence = memoize(async (key): Promise<ReadSentence> => {
  const [language, sentence] = splitKey(key)
  const quantities = await quantitiesOf(sentence, language)
  const plain = sentence.normalize('NFKC')
  const figures = groupFigures(plain, quantities, language)
  let rest = plain
  for (const { written } of quantities) rest = rest.replace(written, ' ')
  return {
    figures,
    words: contentStems(stemsWanted(rest, language)),
    marks: marksOf(rest),
    isNegated: isNegated(sentence, language),
  }
}, ofSentences)

const termsOfKey = memoize((key) => {
  const [language, text] = splitKey(key)
  return termsOf(text, language)
}, ofSentences)
const termsIn = (language: string, text: string): ReadonlySet<string> =>
  termsOfKey(`${language} ${text}`)

/** Returns the content stems of a title or heading, except words that any document may have. */
const contentStemsOfKey = memoize((key): ReadonlySet<string> => {
  const [language, text] = splitKey(key)
  const stems = contentStems(stemsWanted(text.replace(SEPARATORS, ' '), language))
  const idle = [
    ...termsOf(DOCUMENT_WORDS.en!, language),
    ...termsOf(lookUp(DOCUMENT_WORDS, language) ?? '', language),
  ]
  for (const term of idle) stems.delete(term)
  return stems
}, ofSentences)
const contentStemsIn = (language: string, text: string) => contentStemsOfKey(`${language} ${text}`)

/** Returns the stems of content words. A pair of ideographs counts too: it may be a name. */
const contentStems = (terms: Wanted): Set<string> =>
  new Set(
    [...terms]
      .filter(([term, weight]) => weight === 1 || (weight > STOP_WEIGHT && IDEOGRAPHS.test(term)))
      .map(([term]) => term),
  )

function marksOf(text: string): string {
  const plain = text.trim()
  const capitals = [...plain.matchAll(CAPITALS)]
    // The capital of a sentence's first word means nothing, except in a label: `Mo: 9–18 Uhr`.
    .filter(
      ({ 0: name, index }) => name !== 'I' && (index > 0 || !/\s/.test(plain[name.length] ?? ' ')),
    )
    .map(([name]) => name)
  const contrasts = (plain.toLowerCase().match(WORD) ?? []).filter((word) => CONTRASTS.has(word))
  return [...new Set([...capitals, ...contrasts])].sort().join(' ')
}
