/** The languages whose stems PostgreSQL 14 and later know, by their BCP 47 codes. */
const STEMMED: Readonly<Record<string, string>> = {
  ...{ ar: 'arabic', ca: 'catalan', da: 'danish', de: 'german', el: 'greek', en: 'english', es: 'spanish' },
  ...{ eu: 'basque', fi: 'finnish', fr: 'french', ga: 'irish', hi: 'hindi', hu: 'hungarian', hy: 'armenian' },
  ...{ id: 'indonesian', it: 'italian', lt: 'lithuanian', ne: 'nepali', nl: 'dutch', no: 'norwegian' },
  ...{ nb: 'norwegian', nn: 'norwegian', pt: 'portuguese', ro: 'romanian', ru: 'russian', sr: 'serbian' },
  ...{ sv: 'swedish', ta: 'tamil', tr: 'turkish', yi: 'yiddish' },
}

/** Words of any other language are indexed as they are. */
export const UNSTEMMED = 'simple'

/** Every name that `languageOf` can give. */
export const LANGUAGES = [...new Set([...Object.values(STEMMED), UNSTEMMED])]

/** Less says too little of its language to go by, where a longer text or a setting can tell. */
const ENOUGH_LETTERS = 40

/** How much of a text is looked at. */
const MOST_CHARACTERS = 2_000

/**
 * The language of a text, as PostgreSQL calls it; `simple` when it has no stems of it.
 * @param otherwise of a text that is too short to tell; null: none is known
 */
export async function languageOf(text: string, otherwise: string | null = null): Promise<string> {
  // Loaded when first needed: it takes 70 MB, and an API process that nobody asks for passages needs none of it.
  const { eld } = await import('eld/extrasmall')
  const sample = text.slice(0, MOST_CHARACTERS)
  const found = eld.detect(sample)
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  if (found.language && found.isReliable() && (letters >= ENOUGH_LETTERS || otherwise === null))
    return STEMMED[found.language] ?? UNSTEMMED
  return otherwise ?? UNSTEMMED
}

/** @param tag BCP 47, such as an agent's language */
export const languageOfTag = (tag: string | null): string | null =>
  tag === null ? null : (STEMMED[tag.toLowerCase().split('-')[0]!] ?? UNSTEMMED)
