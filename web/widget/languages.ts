import en from './languages/en.json' with { type: 'json' }
import { languageOf, type Texts } from './locales.ts'

/** One file for each language, so that a visitor loads only one. */
const files = import.meta.glob<Texts>(['./languages/*.json', '!./languages/en.json'], {
  import: 'default',
})
const fileOf = (locale: string) => files[`./languages/${languageOf(locale)}.json`]
const loaded = new Map<string, Texts>([['en', en]])

/** Returns the texts of the locale's language if they are loaded, or else English. */
export const loadedTexts = (locale: string): Texts => loaded.get(languageOf(locale)) ?? en

/** Returns the codes of all languages that have texts, in the order of the alphabet. */
export const languageCodes = (): string[] =>
  ['en', ...Object.keys(files).map((path) => path.split(/[/.]/).at(-2)!)].sort()

/** Whether these texts are loaded, or none exist. */
export const hasTexts = (locale: string) => loaded.has(languageOf(locale)) || !fileOf(locale)

/** Loads the texts of the locale's language, if they exist. */
export async function loadTexts(locale: string): Promise<void> {
  const load = fileOf(locale)
  if (load && !hasTexts(locale)) loaded.set(languageOf(locale), await load())
}

/**
 * Returns the locale, or English if its language has no texts, so that times match the sentences
 * around them.
 */
export const spokenLocale = (locale: string) =>
  loadedTexts(locale) === en && languageOf(locale) !== 'en' ? 'en' : locale
