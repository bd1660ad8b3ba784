import { datesOf } from '../figures/dates.ts'
import { weekdaysOf } from '../figures/weekdays.ts'

/** The most characters between a date and the name of its day: `Friday, the 24th`. */
const MAX_BETWEEN = 12

/**
 * Returns a date of a sentence whose weekday the calendar does not have; undefined: there is none.
 * @param language BCP 47
 */
export function wrongWeekday(sentence: string, language: string): string | undefined {
  const weekdays = weekdaysOf(sentence, language)
  if (!weekdays.length) return undefined
  for (const { readings, from, to } of datesOf(sentence, language)) {
    const named = weekdays.find(
      (weekday) =>
        (weekday.to <= from && from - weekday.to <= MAX_BETWEEN) ||
        (weekday.from >= to && weekday.from - to <= MAX_BETWEEN),
    )
    const [reading] = readings
    if (!named || readings.length > 1 || reading?.day == null || reading.year === null) continue
    const { year, month, day } = reading
    // Sunday is 0 for JavaScript.
    const actual = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7
    if (actual !== named.day)
      return sentence.slice(Math.min(named.from, from), Math.max(named.to, to))
  }
  return undefined
}
