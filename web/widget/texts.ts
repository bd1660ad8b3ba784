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

/** Every text that visitors see or hear. Owners can replace the first 13, and set title and greeting separately. */
export type Texts = typeof en

/** The languages, one file each, all with the keys of `en.json`. */
export const LANGUAGES: Readonly<Record<string, Texts>> = { en, de, fr, es, it, pt, nl, pl, tr, ar, zh, ja }

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

/** Returns the texts of the locale's language, or else English, with the owner's texts in their place. */
export function textsOf(locale: string, { title, greeting, texts }: Partial<Configuration>): Texts {
  const own = { ...(LANGUAGES[locale.split('-')[0]!] ?? en) }
  if (title) own.title = title
  if (greeting) own.greeting = greeting
  return Object.assign(own, texts)
}
