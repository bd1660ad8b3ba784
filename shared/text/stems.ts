/** The languages whose stems PostgreSQL 14 and later know, by their BCP 47 codes. */
const STEMMED: Readonly<Record<string, string>> = {
  ...{ ar: 'arabic', ca: 'catalan', da: 'danish', de: 'german', el: 'greek', en: 'english', es: 'spanish' },
  ...{ eu: 'basque', fi: 'finnish', fr: 'french', ga: 'irish', hi: 'hindi', hu: 'hungarian', hy: 'armenian' },
  ...{ id: 'indonesian', it: 'italian', lt: 'lithuanian', ne: 'nepali', nl: 'dutch', no: 'norwegian' },
  ...{ pt: 'portuguese', ro: 'romanian', ru: 'russian', sr: 'serbian', sv: 'swedish', ta: 'tamil' },
  ...{ tr: 'turkish', yi: 'yiddish' },
}

/** Words of any other language are indexed as they are. */
export const UNSTEMMED = 'simple'

/** Every name that `stemsOf` can give. */
export const STEMS = [...new Set([...Object.values(STEMMED), UNSTEMMED])]

/** What PostgreSQL calls the stems of a language. @param code as `languageOf` gives it */
export const stemsOf = (code: string) => STEMMED[code] ?? UNSTEMMED
