import type { LocalizedSentence, LocalizedSource } from '../../citations/localized.ts'
import { answersOf } from '../../citations/sourceSentences.ts'
import { coverageOf, wantedOf } from '../../language/coverage.ts'
import { termsOf } from '../../language/matching.ts'
import { isNegated } from '../../language/negation.ts'
import { speaksOfAbility } from './ability.ts'
import { clausesOf, SENTENCE_ENDS } from './clauses.ts'
import { ONLY, WITHOUT } from './conditions.ts'
import {
  areOpposite,
  opposedWords,
  type PolarText,
  polarTextOf,
  withoutAnswer,
} from './polarity.ts'

/** The share of the sentence's words from which a source's clause is about the same. */
const ALIKE = 0.6
/** With a smaller share, no opposite word makes a clause alike. */
const HALF_ALIKE = ALIKE / 2
/** The share of the best clause's match from which another clause may be meant as well. */
const NEARLY = 0.85

/**
 * Returns all runs of neighbouring clauses, because `We ship to Spain, but not to Norway` negates
 * only its second clause.
 */
function runsOf(sentence: string): string[] {
  const clauses = clausesOf(sentence)
  return clauses.flatMap((_, from) =>
    clauses.slice(from).map((__, length) => clauses.slice(from, from + length + 1).join(' ')),
  )
}

/**
 * Whether a sentence affirms what the sources' most alike clauses deny, or the other way round.
 * @returns the reason; undefined: it does not, or that is not known
 */
export function saysOpposite(
  claim: LocalizedSentence,
  sources: readonly LocalizedSource[],
): string | undefined {
  const { language } = claim
  if (sources.some((source) => source.language !== language)) return undefined
  const reason = oppositeOf(claim, sources)
  if (!reason) return undefined
  const clauses = clausesOf(withoutAnswer(claim.sentence))
  const isMixed = new Set(clauses.map((clause) => polarTextOf(clause, language).isNegated)).size > 1
  // `You cannot change it, but a correction is free` denies only its first clause.
  if (!isMixed) return reason
  return clauses.map((sentence) => oppositeOf({ sentence, language }, sources)).find(Boolean)
}

function oppositeOf(
  { sentence, language }: LocalizedSentence,
  sources: readonly LocalizedSource[],
): string | undefined {
  const wanted = new Map(
    [...wantedOf(withoutAnswer(sentence), language)].filter(
      ([term]) => !isNegated(term, language) && !speaksOfAbility(term, language),
    ),
  )
  const said = polarTextOf(sentence, language)
  const matched = (text: string, terms: ReadonlySet<string> = termsOf(text)) => {
    const own = coverageOf(wanted, terms, HALF_ALIKE)
    if (own < HALF_ALIKE) return undefined
    const clause = polarTextOf(text, language)
    const opposed = opposedWords(said, clause, language)
    // `open on Mondays` is about the same as `closed on Mondays`.
    const match = opposed.length
      ? coverageOf(wanted, new Set([...terms, ...termsOf(wordsOf(opposed))]))
      : own
    return match < ALIKE ? undefined : { text, clause, opposed, match }
  }
  // First drops whole sentences with too few of the words: a part of a sentence cannot have more.
  const clauses = sources
    .flatMap(({ source }) => answersOf(source))
    .flatMap(({ piece, terms }) => matched(piece, terms) ?? [])
    .flatMap(({ text }) => text.split(SENTENCE_ENDS))
    .flatMap((whole) => [...new Set([whole, ...runsOf(whole)])])
    .flatMap((text) => matched(text) ?? [])
  if (clauses.length === 0) return undefined
  const best = Math.max(...clauses.map(({ match }) => match))
  const meant = clauses.filter(({ match }) => match >= NEARLY * best)
  if (meant.some(({ clause, opposed }) => !areOpposite(said, clause, opposed, language)))
    return undefined
  if (meant.every(({ text, clause }) => isOnlyWith(sentence, said, text, clause))) return undefined
  return said.isNegated ? 'The source does not deny this.' : 'The source denies this.'
}

const wordsOf = (opposed: ReturnType<typeof opposedWords>) =>
  opposed.map(({ word }) => word).join(' ')

/** Whether one text says `only with` for the other's `not without`. */
const isOnlyWith = (left: string, leftPolar: PolarText, right: string, rightPolar: PolarText) =>
  (ONLY.test(left) && rightPolar.isNegated && WITHOUT.test(right)) ||
  (ONLY.test(right) && leftPolar.isNegated && WITHOUT.test(left))
