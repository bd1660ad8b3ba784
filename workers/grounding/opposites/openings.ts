import type { LocalizedSentence, LocalizedSource } from '../../citations/localized.ts'
import { answersOf } from '../../citations/sourceSentences.ts'
import { weekdaysIn } from '../../figures/weekdays.ts'
import { isStopWord, termsOf } from '../../language/matching.ts'
import { clausesOf, SENTENCE_ENDS } from './clauses.ts'
import { isOpenIn } from './polarity.ts'

/** A clause that says whether something is open on days of the week. */
interface StatedOpening {
  days: ReadonlySet<string>
  /** undefined: it names days, but does not say. */
  isOpen: boolean | undefined
  /** The words that may say what is open: `sauna`. */
  terms: ReadonlySet<string>
}

/**
 * Compares what a sentence says of weekdays with its sources, in any languages: open or closed.
 * Closed is also a day that is not among the days on which a source says that it is open.
 * @returns undefined: the sentence does not say, or its sources do not
 */
export function compareOpening(
  { sentence, language }: LocalizedSentence,
  sources: readonly LocalizedSource[],
): 'same' | 'opposite' | undefined {
  const said = openingsOf([sentence], language).filter(({ isOpen }) => isOpen !== undefined)
  if (said.length === 0) return undefined
  const known = sources.flatMap(({ source, language }) =>
    openingsOf(
      answersOf(source).map(({ piece }) => piece),
      language,
    ),
  )
  const results = said.map((one) => compare(one, known))
  if (results.includes('opposite')) return 'opposite'
  return results.every((result) => result === 'same') ? 'same' : undefined
}

function compare(said: StatedOpening, known: readonly StatedOpening[]) {
  const { days, isOpen } = said
  const about = ofSameThing(
    said,
    known.filter((its) => [...its.days].some((day) => days.has(day))),
  )
  if (about.some((its) => its.isOpen === isOpen)) return 'same'
  if (about.length > 0)
    return about.every((its) => its.isOpen !== undefined) ? 'opposite' : undefined
  return !isOpen && known.some((its) => its.isOpen && its.days.size > 1) ? 'same' : undefined
}

/**
 * Returns the openings of the thing that a sentence names, such as the sauna's and not the gym's:
 * those that share the most words with it. If none shares a word, returns all.
 */
function ofSameThing(said: StatedOpening, all: readonly StatedOpening[]) {
  const shared = (its: StatedOpening) =>
    [...said.terms].filter((term) => its.terms.has(term)).length
  const most = Math.max(0, ...all.map(shared))
  return most ? all.filter((its) => shared(its) === most) : all
}

/** Between a day and what it says: `Monday: closed`, `Monday — closed`. */
const COLON = /\s?[:：]\s?(?!\d)|\s[–—-]\s(?!\d)/gu

/** Thai has no full stops: `open Tuesday to Sunday closed Monday`. */
const THAI_CLAUSE = /\s(?=เปิด|ปิด)/u

const openingsOf = (sentences: readonly string[], language: string): StatedOpening[] =>
  sentences
    .flatMap((sentence) => sentence.split(SENTENCE_ENDS))
    .flatMap((sentence) => sentence.split(THAI_CLAUSE))
    .flatMap((sentence) => clausesOf(sentence.replace(COLON, ' ')))
    .flatMap((clause) => {
      const days = weekdaysIn(clause, language)
      if (days.size === 0) return []
      const terms = [...termsOf(clause)].filter(
        (term) => !isStopWord(term, language) && isOpenIn(term, language) === undefined,
      )
      return { days, isOpen: isOpenIn(clause, language), terms: new Set(terms) }
    })
