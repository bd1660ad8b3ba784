import { memoize } from '../../shared/lib/async/memoize.ts'
import { WITHOUT_BLANKS } from './unitWords.ts'
import { joinedDaysIn } from './weekends.ts'

/** A day of the week that a text names. */
export interface NamedWeekday {
  /** 0 is Monday. */
  day: number
  /** Its place in the text, in characters. */
  from: number
  to: number
}

/** A name to look for, in lower case. */
interface WeekdayName {
  written: string
  day: number
  /** Whether only the name by itself counts: `Mon`, but not `Monaco`. */
  isWhole: boolean
}

/** 5 January 2026 was a Monday. */
const MONDAY = Date.UTC(2026, 0, 5)
const DAY_MS = 86_400_000
const DAYS = [0, 1, 2, 3, 4, 5, 6]
/** Languages in which the end of a name changes: `piątek`, `od piątku`. */
const SLAVIC = new Set(['be', 'bg', 'cs', 'hr', 'pl', 'ru', 'sk', 'sl', 'sr', 'uk'])
/** The fewest letters of a name that its forms share: `piąt`, `сред`. */
const MIN_SHARED = 4
/** The most letters of an ending: `pazartesiden`. */
const MAX_ENDING = 5
/** The most names of a text that are read. */
const MAX_NAMED = 100

/** Finds the names of weekdays in a text, in their order. @param language BCP 47 */
export function weekdaysOf(text: string, language: string): NamedWeekday[] {
  const plain = text.toLowerCase()
  const isBlankless = WITHOUT_BLANKS.has(language)
  const found = new Map<number, NamedWeekday>()
  for (const { written, day, isWhole } of namesIn(language)) {
    let from = plain.indexOf(written)
    while (from >= 0 && found.size < MAX_NAMED) {
      const to = from + written.length
      const end = isBlankless ? to : endOfWord(plain, to)
      const isWord = isBlankless || !isLetter(plain[from - 1])
      if (isWord && end - to <= (isWhole ? 0 : MAX_ENDING) && !found.has(from))
        found.set(from, { day, from, to: end })
      from = plain.indexOf(written, to)
    }
  }
  return [...found.values()].sort((left, right) => left.from - right.from)
}

const isLetter = (sign: string | undefined) => /\p{L}/u.test(sign ?? ' ')

function endOfWord(text: string, from: number): number {
  let end = from
  while (isLetter(text[end])) end++
  return end
}

/** Returns the names of the days in a language and in English, as the Unicode CLDR has them. */
const namesIn = memoize(
  (language): WeekdayName[] => {
    const locales = new Set([language === 'und' ? 'en' : language, 'en'])
    return [...locales].flatMap((locale) => [
      ...namesOf(locale, 'long').map((name, day) => ({
        written: SLAVIC.has(locale) ? stemOf(name) : name,
        day,
        isWhole: locale !== language,
      })),
      ...namesOf(locale, 'short').flatMap((name, day) =>
        name.length > 1 ? [{ written: name, day, isWhole: !WITHOUT_BLANKS.has(locale) }] : [],
      ),
    ])
  },
  { most: 50, longest: 20 },
)

function namesOf(locale: string, weekday: 'long' | 'short'): string[] {
  const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' })
  return DAYS.map((day) =>
    format
      .format(MONDAY + day * DAY_MS)
      .toLowerCase()
      .replace(/\.$/, ''),
  )
}

/** Cuts the last letters off, which differ: `воскресенье`, `по воскресеньям`. */
const stemOf = (name: string) => name.slice(0, Math.max(MIN_SHARED, name.length - 2))

/** Matches what stands between the ends of a range of days. */
const RANGE =
  /^\s{0,3}(?:[-–—~〜～至到]|to|through|till|until|bis|à|au|a|al|hasta|até|tot(?: en met)?|t\/m|do|до|по|ile|ila|から|부터|till|til|إلى|الى|से|ถึง|đến|sampai)\s{0,3}(?:the|le|el|la|den|il|o)?\s{0,3}$/u

/**
 * Finds the days of the week that a text names, `day 0` for Monday to `day 6`. A range has all its
 * days, and so has their common name: `Monday to Friday`, `weekends`.
 * @param language BCP 47
 */
export function weekdaysIn(text: string, language: string): Set<string> {
  const plain = text.toLowerCase()
  const found = weekdaysOf(text, language)
  const days = new Set(joinedDaysIn(plain, language).map((day) => `day ${day}`))
  for (const [at, { day, to }] of found.entries()) {
    days.add(`day ${day}`)
    const next = found[at + 1]
    if (!next || !RANGE.test(plain.slice(to, next.from))) continue
    for (let between = day; between !== next.day; between = (between + 1) % 7)
      days.add(`day ${between}`)
  }
  return days
}
