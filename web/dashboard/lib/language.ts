/** The languages of the dashboard, each by its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof LANGUAGES

const KEY = 'parley-language'

const languageOf = (tag: string | null) =>
  (Object.keys(LANGUAGES) as Language[]).find((language) => language === tag?.split('-')[0])

/**
 * Returns the language chosen in this browser, or the first of the browser's languages that the
 * dashboard speaks.
 */
function readLanguage(): Language {
  try {
    const chosen = languageOf(localStorage.getItem(KEY))
    if (chosen) return chosen
  } catch {
    // Storage is blocked, so no choice can be read.
  }
  return navigator.languages.map(languageOf).find((language) => language !== undefined) ?? 'en'
}

export const language = readLanguage()
document.documentElement.lang = language

/** The locale for dates and numbers: with the browser's region, if it belongs to the language. */
export const locale = navigator.languages.find((tag) => languageOf(tag) === language) ?? language

/** Stores the choice, and reloads the page, because texts are read only once. */
export function chooseLanguage(chosen: Language): void {
  try {
    localStorage.setItem(KEY, chosen)
    location.reload()
  } catch {
    // Storage is blocked, so the browser's language remains.
  }
}
