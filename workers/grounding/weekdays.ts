import { memoize } from '../../shared/lib/async/memoize.ts'
import { WITHOUT_BLANKS } from './unitWords.ts'

/** 5 January 2026 was a Monday. */
const MONDAY = Date.UTC(2026, 0, 5)
const DAY_MS = 86_400_000
const DAYS = [0, 1, 2, 3, 4, 5, 6]
/** The fewest letters of a name that forms of it share: `freitags`, `w poniedziałki`. */
const MIN_SHARED = 4

/** Returns the names of the days of the week, Monday first, in a language (BCP 47). */
const namesIn = memoize(
  (language) => {
    const format = new Intl.DateTimeFormat(language === 'und' ? 'en' : language, {
      weekday: 'long',
      timeZone: 'UTC',
    })
    return DAYS.map((day) => format.format(MONDAY + day * DAY_MS).toLowerCase())
  },
  { most: 50, longest: 20 },
)

/** Matches what stands between the ends of a range of days. */
const RANGE =
  /^\p{L}{0,3}\s{0,3}(?:[-–—~〜～至到]|to|through|till|until|bis|à|au|a|al|hasta|até|tot(?: en met)?|t\/m|do|до|по|ile|ila|から|부터|till|til|إلى|الى|से|ถึง|đến|sampai)\s{0,3}(?:the|le|el|la|den|il|o|viernes)?\s{0,3}$/u

/**
 * Finds the days of the week that a text names, `day 0` for Monday to `day 6`. A range has all its
 * days: `Monday to Friday`.
 * @param language BCP 47
 */
export function weekdaysIn(text: string, language: string): Set<string> {
  const plain = text.toLowerCase()
  const found: { day: number; from: number; to: number }[] = []
  for (const [day, name] of namesIn(language).entries()) {
    const stem = WITHOUT_BLANKS.has(language) ? name : stemOf(name)
    let at = plain.indexOf(stem)
    while (at >= 0 && found.length < 50) {
      const isWord = WITHOUT_BLANKS.has(language) || !/\p{L}/u.test(plain[at - 1] ?? ' ')
      if (isWord) found.push({ day, from: at, to: at + stem.length })
      at = plain.indexOf(stem, at + stem.length)
    }
  }
  found.sort((left, right) => left.from - right.from)
  const days = new Set<string>()
  for (const [at, { day, to }] of found.entries()) {
    days.add(`day ${day}`)
    const next = found[at + 1]
    if (!next || !RANGE.test(plain.slice(to, next.from))) continue
    for (let between = day; between !== next.day; between = (between + 1) % 7)
      days.add(`day ${between}`)
  }
  return days
}

/** Cuts the last letters off, which differ: `воскресенье`, `по воскресеньям`. */
const stemOf = (name: string) =>
  name.length > MIN_SHARED + 1 ? name.slice(0, Math.max(MIN_SHARED, name.length - 2)) : name
