import { memoize } from '../../shared/lib/async/memoize.ts'

/** A day of a year, or a month of one. */
export interface CalendarDate {
  /** 1–31; null: the whole month */
  day: number | null
  month: number
  /** null: not stated */
  year: number | null
}

/** A date as a text states it. */
export interface StatedDate {
  written: string
  /** Its place in the text, in characters. */
  from: number
  to: number
  /** All that it may mean: `3/4/2026` is 3 April or 4 March. */
  readings: readonly CalendarDate[]
  /** Whether it can be nothing but a date: `24.12.` may be a price at the end of a sentence. */
  isSure: boolean
}

const ISO = /(?<![\d.,-])(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?![\d-])/g
const NUMERIC = /(?<![\d.,/-])(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4}|\d{2})(?![\d/-])/g
const WITHOUT_YEAR = /(?<![\d.,/])(\d{1,2})\.\s?(\d{1,2})\.(?!\d)/g
const IDEOGRAPHIC = /(?:(\d{4})\s?[年년]\s?)?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일号號]/g
/** The most characters around a month's name in which its days and its year stand. */
const AROUND = 60
const WORD = /\p{L}[\p{L}\p{M}]*/gu
const TOKEN = /\d+|\p{L}[\p{L}\p{M}]*|[^\s\p{L}\d]/gu

/**
 * Finds the dates of a text, in words and in numbers. Days that share a month, such as `24 and 25
 * December`, are dates at one place.
 * @param language of the text, BCP 47
 */
export function datesOf(text: string, language: string): StatedDate[] {
  const found: StatedDate[] = []
  const add = (
    { 0: written, index: from }: { 0: string; index: number },
    dates: readonly (readonly CalendarDate[])[],
    isSure = true,
  ) => {
    const to = from + written.length
    if (found.some((date) => date.from < to && from < date.to)) return
    for (const readings of dates.map((readings) => readings.filter(isReal)))
      if (readings.length) found.push({ written, from, to, readings, isSure })
  }
  for (const match of text.matchAll(ISO)) add(match, [[dateOf(match[4], match[3], match[1])]])
  for (const match of text.matchAll(IDEOGRAPHIC))
    add(match, [[dateOf(match[3], match[2], match[1])]])
  for (const match of text.matchAll(NUMERIC))
    add(match, [[dateOf(match[1], match[3], match[4]), dateOf(match[3], match[1], match[4])]])
  for (const match of text.matchAll(WITHOUT_YEAR)) add(match, [[dateOf(match[1], match[2])]], false)
  const months = monthsIn(language)
  for (const { 0: name, index } of text.matchAll(WORD)) {
    const month = monthOf(name, months)
    const around = month && datesAround(text, index, index + name.length, month)
    if (around)
      add(
        around.place,
        around.dates.map((date) => [date]),
      )
  }
  return found.sort((a, b) => a.from - b.from)
}

/** Whether two dates can be the same. What one of them does not state is left open. */
export const isSameDate = (left: CalendarDate, right: CalendarDate) =>
  left.month === right.month &&
  (left.day === right.day || left.day === null) &&
  (left.year === right.year || left.year === null || right.year === null)

function dateOf(day: string | undefined, month?: string, year?: string): CalendarDate {
  const number = year ? Number(year) : null
  return {
    day: day === undefined ? null : Number(day),
    month: Number(month),
    // Two digits are a year of this century.
    year: number !== null && number < 100 ? 2000 + number : number,
  }
}

const isReal = ({ day, month }: CalendarDate) =>
  month >= 1 && month <= 12 && (day === null || (day >= 1 && day <= 31))

/** Words and signs between the days of one month: `24 and 25 December`, `24–26 December`. */
const BETWEEN = new Set(
  ', - – — & + / . and to or till until bis und oder au et ou à y al e o i do a en tot of och og til ve ile и до по або та و إلى או עד'.split(
    ' ',
  ),
)
/** Words and signs that belong to a day or a year: `24th of December`, `24 de diciembre de 2026`. */
const BELONGING = new Set(
  ", . ’ ' st nd rd th er ère º ª го de del d di of den the le g г года р року ב ال".split(' '),
)
/** The most days of one month that are read. */
const MAX_DAYS = 6

/** Reads the days and the year around a month's name; undefined: it has neither. */
function datesAround(text: string, start: number, end: number, month: number) {
  const before = tokensIn(text, Math.max(0, start - AROUND), start).reverse()
  const after = tokensIn(text, end, end + AROUND)
  const earlier = daysIn(before)
  const days = earlier.length ? earlier : daysIn(after)
  const last = Math.max(end, ...days.map((day) => day.end))
  const year = yearIn(after.filter(({ at }) => at >= last))
  if (!days.length && !year) return undefined
  const from = Math.min(start, ...days.map(({ at }) => at))
  const place = { 0: text.slice(from, year?.end ?? last), index: from }
  const inYear = { month, year: year ? Number(year.text) : null }
  const dates: CalendarDate[] = days.map((day) => ({ ...inYear, day: Number(day.text) }))
  return { place, dates: dates.length ? dates : [{ ...inYear, day: null }] }
}

interface Token {
  text: string
  at: number
  end: number
}

const tokensIn = (text: string, from: number, to: number): Token[] =>
  [...text.slice(from, to).matchAll(TOKEN)].map(({ 0: found, index }) => ({
    text: found,
    at: from + index,
    end: from + index + found.length,
  }))

/** Reads the days at the beginning of the tokens. @param tokens from the month's name on */
function daysIn(tokens: readonly Token[]): Token[] {
  const days: Token[] = []
  let skipped = 0
  for (const token of tokens) {
    const isDay =
      /^\d{1,2}$/.test(token.text) && Number(token.text) >= 1 && Number(token.text) <= 31
    if (isDay) {
      days.push(token)
      skipped = 0
      if (days.length === MAX_DAYS) break
    } else {
      const lower = token.text.toLowerCase()
      const mayStand = BELONGING.has(lower) || (days.length > 0 && BETWEEN.has(lower))
      if (!mayStand || ++skipped > 3) break
    }
  }
  return days
}

function yearIn(tokens: readonly Token[]): Token | undefined {
  const at = tokens.findIndex(({ text }) => !BELONGING.has(text.toLowerCase()))
  const year = tokens[at]
  return year && at <= 3 && /^(?:19|20|21)\d\d$/.test(year.text) ? year : undefined
}

/** The shortest name of a month that is read. */
const MIN_NAME = 3

const monthOf = (word: string, months: ReadonlyMap<string, number>) =>
  word.length >= MIN_NAME && months.get(word.toLowerCase())

/** Returns the names of the months, in lower case, as the Unicode CLDR has them. */
const monthsIn = memoize(
  (language): ReadonlyMap<string, number> => {
    const names = new Map<string, number>()
    const forms: Intl.DateTimeFormatOptions[] = [
      { month: 'short' },
      { month: 'short', day: 'numeric' },
      { month: 'long' },
      { month: 'long', day: 'numeric' },
    ]
    for (const locale of new Set(['en', language === 'und' ? 'en' : language]))
      for (const form of forms) {
        const format = new Intl.DateTimeFormat(locale, { ...form, timeZone: 'UTC' })
        for (let month = 0; month < 12; month++)
          for (const { type, value } of format.formatToParts(Date.UTC(2026, month, 24)))
            if (type === 'month')
              for (const name of value.toLowerCase().match(WORD) ?? []) names.set(name, month + 1)
      }
    return names
  },
  { most: 50, longest: 20 },
)
