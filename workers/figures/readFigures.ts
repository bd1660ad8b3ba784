import { memoize } from '../../shared/lib/async/memoize.ts'
import { datesOf, isSameDate, type StatedDate } from './dates.ts'
import { type Quantity, quantitiesOf } from './quantities.ts'
import { isSameTelephone, type TelephoneNumber, telephonesOf } from './telephones.ts'

/** The figures of a text: its numbers with their units, and its dates. */
export interface TextFigures {
  quantities: readonly Quantity[]
  dates: readonly StatedDate[]
  telephones: readonly TelephoneNumber[]
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
    const text = all.slice(at + 1)
    return {
      quantities: await quantitiesOf(text, language),
      dates: datesOf(text, language),
      telephones: telephonesOf(text),
    }
  },
  { most: 1_000, longest: MAX_READ + 20 },
)

/** A sentence's figures that are to be checked. */
export interface SaidFigures {
  quantities: readonly Quantity[]
  /** Dates that no given date is, and that can be nothing else. */
  wrongDates: readonly StatedDate[]
}

/**
 * Reads the figures of a sentence, without known telephone numbers. The numbers of its dates are no
 * quantities, unless no known text has any dates, or a date may be something else.
 * @param texts all that the sentence may rest on
 */
export async function saidFiguresOf(
  sentence: string,
  language: string,
  texts: readonly TextFigures[],
): Promise<SaidFigures> {
  const known = texts.flatMap(({ dates }) => dates.flatMap(({ readings }) => readings))
  const telephones = texts.flatMap((text) => text.telephones)
  const dates = datesOf(sentence, language)
  const isKnown = ({ readings }: StatedDate) =>
    readings.some((reading) => known.some((date) => isSameDate(reading, date)))
  const isWrong = (date: StatedDate) => !isKnown(date) && date.isSure && known.length > 0
  const left = [
    ...dates.filter((date) => isKnown(date) || isWrong(date)),
    ...telephonesOf(sentence).filter((own) =>
      telephones.some((other) => isSameTelephone(own, other)),
    ),
  ]
  let rest = sentence
  for (const { from, to } of left)
    rest = rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to)
  return {
    quantities: await quantitiesOf(rest, language),
    wrongDates: dates.filter(isWrong),
  }
}
