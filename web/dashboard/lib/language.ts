/** The languages of the dashboard, each by its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof LANGUAGES

const KEY = 'parley-language'

const languageOf = (tag: string | null) =>
  (Object.keys(LANGUAGES) as Language[]).find((language) => language === tag?.split('-')[0])

/**
 * The language chosen in this browser, or the first one of the browser's own that the dashboard
 * speaks.
 */
function readLanguage(): Language {
  try {
    const chosen = languageOf(localStorage.getItem(KEY))
    if (chosen) return chosen
  } catch {
    // Storage is blocked, so there is no choice to read.
  }
  return navigator.languages.map(languageOf).find((language) => language !== undefined) ?? 'en'
}

export const language = readLanguage()
document.documentElement.lang = language

/** For dates and numbers: with the browser's region, if it is one of the language. */
export const locale = navigator.languages.find((tag) => languageOf(tag) === language) ?? language

/** Keeps the choice, and loads the page again, since texts are read only once. */
export function chooseLanguage(chosen: Language): void {
  try {
    localStorage.setItem(KEY, chosen)
    location.reload()
  } catch {
    // Storage is blocked, so the browser's language remains.
  }
}
