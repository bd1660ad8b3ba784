import { memoize } from '../../shared/lib/async/memoize.ts'
import { type CalendarDate, datesOf, isSameDate, type StatedDate } from './dates.ts'
import { withDecimals } from './priceForms.ts'
import { type Quantity, quantitiesOf } from './quantities.ts'

/** The figures of a text: its numbers with their units, and its dates. */
export interface TextFigures {
  quantities: readonly Quantity[]
  dates: readonly StatedDate[]
}

/** The most characters of a text that are read. */
const MAX_READ = 20_000

/** Reads the figures of a text. Numbers of dates are among the quantities, too. */
export const figuresOf = (text: string, language: string): Promise<TextFigures> =>
  readFigures(`${language} ${text.slice(0, MAX_READ)}`)

/** Memoized, because each sentence of a reply is compared with the same sources. */
const readFigures = memoize(
  async (all): Promise<TextFigures> => {
    const at = all.indexOf(' ')
    const language = all.slice(0, at)
    const text = withDecimals(all.slice(at + 1))
    return { quantities: await quantitiesOf(text, language), dates: datesOf(text, language) }
  },
  { most: 200, longest: MAX_READ + 20 },
)

/** A sentence's figures that are to be checked. */
export interface SaidFigures {
  quantities: readonly Quantity[]
  /** Dates that no given date is, and that can be nothing else. */
  wrongDates: readonly StatedDate[]
}

/**
 * Reads the figures of a sentence. The numbers of its dates are no quantities, unless no known text
 * has any dates, or a date may be something else.
 * @param known the dates of all texts that the sentence may rest on
 */
export async function saidFiguresOf(
  sentence: string,
  language: string,
  known: readonly CalendarDate[],
): Promise<SaidFigures> {
  const text = withDecimals(sentence)
  const dates = datesOf(text, language)
  const isKnown = ({ readings }: StatedDate) =>
    readings.some((reading) => known.some((date) => isSameDate(reading, date)))
  const isWrong = (date: StatedDate) => !isKnown(date) && date.isSure && known.length > 0
  let rest = text
  for (const date of dates)
    if (isKnown(date) || isWrong(date))
      rest = rest.slice(0, date.from) + ' '.repeat(date.to - date.from) + rest.slice(date.to)
  return {
    quantities: await quantitiesOf(rest, language),
    wrongDates: dates.filter(isWrong),
  }
}
