import type { Configuration } from './api/records.ts'
import type en from './languages/en.json'

/**
 * Every text that visitors see or hear. Owners can replace the first 13, and set title and greeting
 * separately.
 */
export type Texts = typeof en

/** Returns the first valid language tag, without its extensions; `en` if none is valid. */
export function chooseLocale(wishes: readonly (string | null | undefined)[]): string {
  for (const wish of wishes)
    try {
      if (wish) return new Intl.Locale(wish.trim().replaceAll('_', '-')).baseName
    } catch {}
  return 'en'
}

/** The direction of the script in which the locale's language is usually written. */
export const directionOf = (locale: string) =>
  /Arab|Hebr|Thaa/.test(new Intl.Locale(locale).maximize().script!) ? 'rtl' : 'ltr'

/** The name of the file of a locale's language. Both kinds of Norwegian share one, as on the server. */
export const languageOf = (locale: string) => locale.replace(/^n[bn]\b/, 'no').split('-')[0]!

/** Returns texts with the owner's in their place. */
export function withOwn<Own extends Partial<Texts>>(
  own: Own,
  { title, greeting, texts }: Partial<Configuration>,
): Own & Partial<Texts> {
  return Object.assign({ ...own }, title && { title }, greeting && { greeting }, texts)
}
