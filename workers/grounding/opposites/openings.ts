import type { LocalizedSentence, LocalizedSource } from '../../citations/localized.ts'
import { answersOf } from '../../citations/sourceSentences.ts'
import { weekdaysIn } from '../../figures/weekdays.ts'
import { clausesOf } from './clauses.ts'
import { isOpenIn } from './polarity.ts'

/** A clause that says whether something is open on days of the week. */
interface StatedOpening {
  days: ReadonlySet<string>
  /** undefined: it names days, but does not say. */
  isOpen: boolean | undefined
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

function compare({ days, isOpen }: StatedOpening, known: readonly StatedOpening[]) {
  const about = known.filter((its) => [...its.days].some((day) => days.has(day)))
  if (about.some((its) => its.isOpen === isOpen)) return 'same'
  if (about.length > 0)
    return about.every((its) => its.isOpen !== undefined) ? 'opposite' : undefined
  return !isOpen && known.some((its) => its.isOpen && its.days.size > 1) ? 'same' : undefined
}

const openingsOf = (sentences: readonly string[], language: string): StatedOpening[] =>
  sentences
    .flatMap(clausesOf)
    .map((clause) => ({
      days: weekdaysIn(clause, language),
      isOpen: isOpenIn(clause, language),
    }))
    .filter(({ days }) => days.size > 0)
