import type { Configuration } from './api/records.ts'
import ar from './languages/ar.json' with { type: 'json' }
import de from './languages/de.json' with { type: 'json' }
import en from './languages/en.json' with { type: 'json' }
import es from './languages/es.json' with { type: 'json' }
import fr from './languages/fr.json' with { type: 'json' }
import it from './languages/it.json' with { type: 'json' }
import ja from './languages/ja.json' with { type: 'json' }
import nl from './languages/nl.json' with { type: 'json' }
import pl from './languages/pl.json' with { type: 'json' }
import pt from './languages/pt.json' with { type: 'json' }
import tr from './languages/tr.json' with { type: 'json' }
import zh from './languages/zh.json' with { type: 'json' }
import { languageOf, type Texts, withOwn } from './locales.ts'

/** The languages, one file each, all with the keys of `en.json`. */
export const LANGUAGES: Readonly<Record<string, Texts>> = {
  en,
  de,
  fr,
  es,
  it,
  pt,
  nl,
  pl,
  tr,
  ar,
  zh,
  ja,
}

/**
 * Returns the texts of the locale's language, or else English, with the owner's texts in their
 * place.
 */
export const textsOf = (locale: string, configuration: Partial<Configuration>): Texts =>
  withOwn(LANGUAGES[languageOf(locale)] ?? en, configuration)
