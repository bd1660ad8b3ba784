import { LANGUAGES } from './allLanguages.ts'
import type { Configuration } from './api/records.ts'
import { languageOf, type Texts, withOwn } from './locales.ts'

/**
 * Returns the texts of the locale's language, or else English, with the owner's texts in their
 * place.
 */
export const textsOf = (locale: string, configuration: Partial<Configuration>): Texts =>
  withOwn(LANGUAGES[languageOf(locale)] ?? LANGUAGES.en!, configuration)
