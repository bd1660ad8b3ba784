import { memoize } from '../../shared/lib/async/memoize.ts'

/** A day of the week that a text names. */
export interface NamedWeekday {
  /** 0 is Monday. */
  day: number
  /** Its place in the text, in characters. */
  from: number
  to: number
}

/** Finds the names of weekdays in a text. @param language BCP 47 */
export function weekdaysOf(text: string, language: string): NamedWeekday[] {
  const { names, expression } = weekdaysIn(language)
  return [...text.toLowerCase().matchAll(expression)].map(({ 0: written, 1: name, index }) => ({
    day: names.get(name!)!,
    from: index,
    to: index + written.length,
  }))
}

/** Short names are read as whole words, others with an ending: `pazartesiden`, `월요일부터`. */
const MIN_INFLECTED = 5
/** Languages in which the end of a name changes: `piątek`, `od piątku`. */
const SLAVIC = new Set(['be', 'bg', 'cs', 'hr', 'pl', 'ru', 'sk', 'sl', 'sr', 'uk'])
const BLANKLESS = /[\p{scx=Han}\p{scx=Hang}\p{sc=Thai}]/u

/** Returns the names of the weekdays, in lower case, as the Unicode CLDR has them. 0 is Monday. */
const weekdaysIn = memoize(
  (language) => {
    const names = new Map<string, number>()
    for (const locale of new Set(['en', language === 'und' ? 'en' : language]))
      for (const weekday of ['short', 'long'] as const) {
        const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' })
        for (let day = 0; day < 7; day++) {
          // 5 January 1970 was a Monday.
          const name = format
            .format(Date.UTC(1970, 0, 5 + day))
            .toLowerCase()
            .replace(/\.$/, '')
          if (name.length > 1) names.set(name, day)
          if (SLAVIC.has(locale) && name.length > MIN_INFLECTED) names.set(name.slice(0, -2), day)
        }
      }
    const all = [...names.keys()].sort((a, b) => b.length - a.length)
    const glued = all.filter((name) => BLANKLESS.test(name))
    const apart = all.filter((name) => !BLANKLESS.test(name))
    const before = (list: string[], end: string) =>
      list.length ? [`(?:${list.map(escaped).join('|')})${end}`] : []
    const expression = [
      ...before(glued, ''),
      ...before(apart.filter(isInflected), '(?=\\p{L}{0,4}(?!\\p{L}))').map(asWord),
      ...before(
        apart.filter((name) => !isInflected(name)),
        '(?!\\p{L})',
      ).map(asWord),
    ]
    return { names, expression: new RegExp(`(${expression.join('|')})`, 'gu') }
  },
  { most: 50, longest: 20 },
)

const isInflected = (name: string) => name.length >= MIN_INFLECTED - 1
const asWord = (pattern: string) => `(?<!\\p{L})${pattern}`
const escaped = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
