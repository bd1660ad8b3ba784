import { lookUp } from '../../shared/lib/lookUp.ts'
import { WITHOUT_BLANKS } from './unitWords.ts'

/**
 * Words for Saturday with Sunday, and for Monday to Friday, by language. Words for working days that
 * only count them, such as `5 working days`, are not among them.
 */
const WORDS: Readonly<Record<string, readonly [weekend: string, weekdays: string]>> = {
  ar: ['عطلة نهاية الأسبوع|نهاية الأسبوع', 'أيام الأسبوع'],
  cs: ['víkend\\p{L}{0,2}|o víkendu', 'všední(?:ch|m)? d\\p{L}{1,3}'],
  da: ['weekend\\p{L}{0,4}', 'hverdag\\p{L}{0,3}'],
  de: ['wochenende\\p{L}{0,2}', 'wochentags|werktags|unter der woche|an wochentagen'],
  en: ['weekends?', 'weekdays?'],
  es: ['fin(?:es)? de semana', 'entre semana'],
  fr: ['week-?ends?|fin de semaine', 'en semaine|jours de semaine'],
  it: ['fine settimana|week-?end', 'nei (?:giorni )?feriali'],
  ja: ['週末|土日', '平日'],
  ko: ['주말', '평일'],
  nl: ['weekend(?:en)?', 'doordeweeks|op werkdagen'],
  no: ['helg\\p{L}{0,4}', 'hverdag\\p{L}{0,3}'],
  pl: ['weekend\\p{L}{0,3}', 'w dni (?:robocze|powszednie)'],
  pt: ['fi(?:m|ns) de semana', '(?:nos|aos) dias úteis|dias de semana'],
  ru: ['выходны[ехм]\\p{L}{0,2}', '(?:по|в) будн\\p{L}{1,3}'],
  sv: ['helg\\p{L}{0,4}', 'vardag\\p{L}{0,3}'],
  th: ['วันหยุดสุดสัปดาห์|สุดสัปดาห์|เสาร์-อาทิตย์', 'วันธรรมดา'],
  tr: ['hafta ?son\\p{L}{0,5}', 'hafta ?içi\\p{L}{0,4}'],
  uk: ['вихідн[иі]\\p{L}{0,2}', '(?:по|у|в) будн\\p{L}{1,3}'],
  zh: ['周末|週末', '平日'],
}

const [WEEKEND, WEEKDAYS] = [
  [5, 6],
  [0, 1, 2, 3, 4],
]

const EXPRESSIONS = Object.fromEntries(
  Object.entries(WORDS).map(([language, both]) => [
    language,
    both.map((words, at) => {
      const whole = WITHOUT_BLANKS.has(language)
        ? words
        : `(?<!\\p{L}|\\d\\s?)(?:${words})(?!\\p{L})`
      return [new RegExp(whole, 'u'), at === 0 ? WEEKEND : WEEKDAYS] as const
    }),
  ]),
)

/**
 * Returns the days that a text names together, such as `weekends`: 0 is Monday.
 * @param plain in lower case
 * @param language BCP 47
 */
export const joinedDaysIn = (plain: string, language: string): readonly number[] =>
  (lookUp(EXPRESSIONS, language) ?? []).flatMap(([words, days]) => (words.test(plain) ? days : []))
