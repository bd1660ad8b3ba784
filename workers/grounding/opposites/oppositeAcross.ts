import type { LocalizedSentence, LocalizedSource } from '../../citations/localized.ts'
import { answersOf } from '../../citations/sourceSentences.ts'
import { isLimited } from '../../figures/limits.ts'
import { countContentWords, wantedOf } from '../../language/coverage.ts'
import { similarity, termsOf } from '../../language/matching.ts'
import { isNegated } from '../../language/negation.ts'
import { answerOf, speaksOfAbility } from './ability.ts'
import { clausesOf, SENTENCE_ENDS } from './clauses.ts'
import { CONDITION, OBLIGATION, ONLY, WITHOUT } from './conditions.ts'
import { isAffirmedIn, type PairName, polarTextOf } from './polarity.ts'
import { topicsIn } from './topics.ts'

/** The most content words of a short `no`: `No, you cannot cancel orders`, but not `by phone`. */
const MAX_OF_SHORT = 4

interface SourceSentence {
  text: string
  language: string
  isNegated: boolean
  /** The names, numbers and words of the same beginning that it shares with the reply. */
  shared: number
  /** How many topics it shares with the reply's sentence. */
  topics: number
}

/**
 * Whether a sentence that begins with `yes` or `no` says the opposite of sources in another
 * language. Of their words, only names, numbers and common topics can be compared, so this is sure
 * only if all sentences that may be meant agree: those with most of these, or else the whole
 * sources.
 * @param question what `Yes, that is possible` means
 * @returns the reason; undefined: it does not, or that is not known
 */
export function saysOppositeAcross(
  { sentence, language }: LocalizedSentence,
  sources: readonly LocalizedSource[],
  question: string,
): string | undefined {
  const answer = answerOf(sentence, language)
  if (!answer || sources.some((source) => source.language === language)) return undefined
  if (!speaksOfAbility(sentence, language) && !isOfPairs(sentence, language)) return undefined
  if (ONLY.test(sentence)) return undefined
  const named = topicsIn(sentence).length ? sentence : `${sentence}\n${question}`
  const all = sentencesOf(named, sources)
  if (answer === 'yes')
    return isAffirmed(sentence, language) && isDenied(meantBy(all), named)
      ? 'The source denies this.'
      : undefined
  const isShort = countContentWords(wantedOf(sentence, language)) <= MAX_OF_SHORT
  const meant = withMost(all, ({ shared }) => shared)
  return polarTextOf(sentence, language).isNegated &&
    isShort &&
    !WITHOUT.test(sentence) &&
    meant.length > 0 &&
    meant.every(allows)
    ? 'The source does not deny this.'
    : undefined
}

const NAMES: readonly PairName[] = ['permission', 'inclusion', 'availability']

const isOfPairs = (text: string, language: string) =>
  NAMES.some((name) => isAffirmedIn(polarTextOf(text, language), name, language) !== undefined)

/** Whether a text affirms all that it speaks of; what is lacking does not count: `without a ticket` */
function isAffirmed(text: string, language: string): boolean {
  const polar = polarTextOf(text.replace(WITHOUT, ' '), language)
  const said = NAMES.map((name) => isAffirmedIn(polar, name, language))
  return !said.includes(false) && (said.includes(true) || !polar.isNegated)
}

function sentencesOf(named: string, sources: readonly LocalizedSource[]): SourceSentence[] {
  const said = [...termsOf(named)]
  const topics = topicsIn(named)
  return sources.flatMap(({ source, language }) =>
    answersOf(source)
      .flatMap(({ piece }) => piece.split(SENTENCE_ENDS))
      .map((text) => {
        const terms = termsOf(text)
        const own = topicsIn(text)
        return {
          text,
          language,
          isNegated: isNegated(text, language),
          shared: said.filter((term) => terms.has(term)).length,
          topics: topics.filter((topic) => own.includes(topic)).length + countCognates(said, terms),
        }
      }),
  )
}

/** The fewest letters of a word that two languages share, and how alike its forms are, 0–1. */
const [MIN_COGNATE, ALIKE] = [6, 0.7]

/** Counts the words that are alike in both languages: `vehículos` and `véhicules`. */
const countCognates = (said: readonly string[], terms: ReadonlySet<string>) =>
  said.filter(
    (word) =>
      word.length >= MIN_COGNATE &&
      !terms.has(word) &&
      [...terms].some((term) => similarity(word, term) >= ALIKE),
  ).length

const withMost = (
  all: readonly SourceSentence[],
  count: (its: SourceSentence) => number,
): SourceSentence[] => {
  const most = Math.max(0, ...all.map(count))
  return all.filter((its) => count(its) === most)
}

const meantBy = (all: readonly SourceSentence[]) =>
  withMost(all, ({ shared, topics }) => shared + topics)

function isDenied(meant: readonly SourceSentence[], named: string): boolean {
  if (meant.length === 0) return false
  const isOfTopic = meant.every(({ topics }) => topics > 0)
  return meant.every((its) => denies(its, named, isOfTopic))
}

/**
 * Whether a sentence denies all that it says. `Without a ticket, you cannot enter` does not deny
 * `with a ticket, you can`.
 */
function denies({ text, language }: SourceSentence, named: string, isOfTopic: boolean): boolean {
  if (CONDITION.test(text) || OBLIGATION.test(text)) return false
  if (WITHOUT.test(text) !== WITHOUT.test(named)) return false
  const plain = text.replace(WITHOUT, ' ')
  if (!isOfTopic && !speaksOfAbility(plain, language)) return false
  const clauses = clausesOf(plain).filter((clause) => wordCount(clause) >= MIN_OF_CLAUSE)
  const stated = clauses.length ? clauses : [plain]
  return stated.every((clause) => isDenial(clause, language))
}

/** Fewer words say nothing by themselves: `en efectivo` is split at what is `and` in Dutch. */
const MIN_OF_CLAUSE = 3
const wordCount = (clause: string) => clause.match(/[\p{L}\p{M}]+/gu)?.length ?? 0

function isDenial(text: string, language: string): boolean {
  const polar = polarTextOf(text, language)
  const said = NAMES.map((name) => isAffirmedIn(polar, name, language))
  return !said.includes(true) && (said.includes(false) || polar.isNegated)
}

const allows = ({ text, language, isNegated }: SourceSentence) =>
  !isNegated &&
  speaksOfAbility(text, language) &&
  !ONLY.test(text) &&
  !CONDITION.test(text) &&
  !isLimited(text)
