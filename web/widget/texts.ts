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

/**
 * Every word that visitors see or have read to them. The first thirteen are the owner's to replace, and title and greeting are set
 * apart from them.
 */
export type Texts = typeof en

/** The languages, one file each, all with the keys of `en.json`. */
export const LANGUAGES: Readonly<Record<string, Texts>> = { en, de, fr, es, it, pt, nl, pl, tr, ar, zh, ja }

const RIGHT_TO_LEFT = /^(ar|arc|ckb|dv|fa|he|ks|ku-arab|pa-arab|ps|sd|ug|ur|yi)\b/i

/** The first valid language tag, without its extensions; `en` if there is none. */
export function chooseLocale(wishes: readonly (string | null | undefined)[]): string {
  for (const wish of wishes)
    try {
      if (wish) return new Intl.Locale(wish.trim().replaceAll('_', '-')).baseName
    } catch {}
  return 'en'
}

export const directionOf = (locale: string) => (RIGHT_TO_LEFT.test(locale) ? 'rtl' : 'ltr')

/** The words of the locale's language, English for one that we lack, and the owner's before either. */
export function textsOf(locale: string, { title, greeting, texts }: Partial<Configuration>): Texts {
  const own = { ...(LANGUAGES[locale.split('-')[0]!] ?? en) }
  if (title) own.title = title
  if (greeting) own.greeting = greeting
  return Object.assign(own, texts)
}
