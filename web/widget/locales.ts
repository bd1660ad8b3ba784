import type { Configuration } from './api/records.ts'
import type en from './languages/en.json'

/**
 * Every text that visitors see or hear. Owners can replace the first 13, and set title and greeting
 * separately.
 */
export type Texts = typeof en

const RIGHT_TO_LEFT = /^(ar|arc|ckb|dv|fa|he|ks|ku-arab|pa-arab|ps|sd|ug|ur|yi)\b/i

/** Returns the first valid language tag, without its extensions; `en` if none is valid. */
export function chooseLocale(wishes: readonly (string | null | undefined)[]): string {
  for (const wish of wishes)
    try {
      if (wish) return new Intl.Locale(wish.trim().replaceAll('_', '-')).baseName
    } catch {}
  return 'en'
}

export const directionOf = (locale: string) => (RIGHT_TO_LEFT.test(locale) ? 'rtl' : 'ltr')

export const languageOf = (locale: string) => locale.split('-')[0]!

/** Returns the texts, with the owner's texts in place of the defaults. */
export function withOwn(own: Texts, { title, greeting, texts }: Partial<Configuration>): Texts {
  return Object.assign({ ...own }, title && { title }, greeting && { greeting }, texts)
}
