import type { LocalizedSentence, LocalizedSource } from '../../citations/localized.ts'
import { answersOf } from '../../citations/sourceSentences.ts'
import { isLimited } from '../../figures/limits.ts'
import { countContentWords, wantedOf } from '../../language/coverage.ts'
import { termsOf } from '../../language/matching.ts'
import { isNegated } from '../../language/negation.ts'
import { answerOf, speaksOfAbility } from './ability.ts'
import { CONDITION, ONLY, WITHOUT } from './conditions.ts'
import { polarTextOf } from './polarity.ts'

/** The most content words of a short `no`: `No, you cannot cancel orders`, but not `by phone`. */
const MAX_OF_SHORT = 4

interface SourceSentence {
  text: string
  language: string
  isNegated: boolean
  /** How many names and numbers it shares with the reply's sentence. */
  shared: number
}

/**
 * Whether a sentence that begins with `yes` or `no` says the opposite of sources in another
 * language. Their words cannot be compared, so this is sure only if all sentences that may be meant
 * agree: those with the names and numbers of the reply's sentence, or else the whole sources.
 * @returns the reason; undefined: it does not, or that is not known
 */
export function saysOppositeAcross(
  { sentence, language }: LocalizedSentence,
  sources: readonly LocalizedSource[],
): string | undefined {
  const answer = answerOf(sentence, language)
  if (!answer || sources.some((source) => source.language === language)) return undefined
  if (!speaksOfAbility(sentence, language) || ONLY.test(sentence)) return undefined
  const isDenied = polarTextOf(sentence, language).isNegated
  const meant = meantOf(sentence, sources)
  if (meant.length === 0) return undefined
  if (answer === 'yes')
    return !isDenied && meant.every((its) => deniesAbility(its, sentence))
      ? 'The source denies this.'
      : undefined
  const isShort = countContentWords(wantedOf(sentence, language)) <= MAX_OF_SHORT
  return isDenied && isShort && !WITHOUT.test(sentence) && meant.every(allows)
    ? 'The source does not deny this.'
    : undefined
}

function meantOf(sentence: string, sources: readonly LocalizedSource[]): SourceSentence[] {
  const said = [...termsOf(sentence)]
  const all = sources.flatMap(({ source, language }) =>
    answersOf(source).map(({ piece, terms }) => ({
      text: piece,
      language,
      isNegated: isNegated(piece, language),
      shared: said.filter((term) => terms.has(term)).length,
    })),
  )
  const most = Math.max(0, ...all.map(({ shared }) => shared))
  return all.filter(({ shared }) => shared === most)
}

/** `Without a ticket, you cannot enter` does not deny `with a ticket, you can`. */
const deniesAbility = ({ text, language, isNegated }: SourceSentence, sentence: string) =>
  isNegated &&
  speaksOfAbility(text, language) &&
  !CONDITION.test(text) &&
  (!WITHOUT.test(text) || WITHOUT.test(sentence))

const allows = ({ text, language, isNegated }: SourceSentence) =>
  !isNegated &&
  speaksOfAbility(text, language) &&
  !ONLY.test(text) &&
  !CONDITION.test(text) &&
  !isLimited(text)
