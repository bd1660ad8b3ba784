import { numeral } from '../text/numerals.ts'
import { NUMBER_END } from '../text/sentinels.ts'
import type { Level, List, ListPlace } from './numbering.ts'

/** The most characters of a number, because a hostile text may name its levels a thousand times. */
const MAX_CHARACTERS = 100
const NUMBER_OF_LEVEL = /%([1-9])/g

/** Counts the paragraphs of lists. Call it for each, in their order. */
export function makeNumbers() {
  /** The last numbers of the levels, by template. A level that has begun anew has none. */
  const counters = new Map<string, (number | undefined)[]>()
  /** Levels of lists that have begun. */
  const begun = new Set<string>()

  const startOf = (list: List, level: number) =>
    list.starts.get(level) ?? list.levels.get(level)?.start ?? 0

  function count({ list, level }: ListPlace): readonly (number | undefined)[] {
    const numbers = counters.get(list.template) ?? []
    counters.set(list.template, numbers)
    const key = `${list.id} ${level}`
    const isNew = !begun.has(key) && list.starts.has(level)
    begun.add(key)
    const last = numbers[level]
    numbers[level] = last === undefined || isNew ? startOf(list, level) : last + 1
    for (const [below, { restart }] of list.levels)
      if (below > level && (restart === undefined || (restart > 0 && level < restart)))
        numbers[below] = undefined
    return numbers
  }

  return {
    /**
     * Returns the number of the next paragraph, with what separates it from the text.
     * @returns '' if it shows none
     */
    next(place: ListPlace): string {
      const numbers = count(place)
      const own = place.list.levels.get(place.level)!
      if (own.isHidden) return ''
      const text = own.text
        .slice(0, MAX_CHARACTERS)
        .replace(NUMBER_OF_LEVEL, (_, digit: string) => {
          const level = Number(digit) - 1
          const shown = place.list.levels.get(level)
          // A level above that has had no paragraph shows its first number, as in Word.
          const value = numbers[level] ?? startOf(place.list, level)
          return shown ? written(shown, value, own.isLegal) : ''
        })
        .slice(0, MAX_CHARACTERS)
        .trim()
      return text && text + NUMBER_END + (own.suffix === 'nothing' ? '' : ' ')
    },
  }
}

function written({ format, digits }: Level, value: number, isLegal: boolean): string {
  if (format === 'none') return ''
  return isLegal ? String(value) : numeral(format, value).padStart(digits, '0')
}

/** Whether a level has a sign in place of numbers. A text of several letters is no sign. */
export const isBullet = ({ format, text }: Level) =>
  format === 'bullet' && !/[\p{L}\p{N}]{2}/u.test(text)
