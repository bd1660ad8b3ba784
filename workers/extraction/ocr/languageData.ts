import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { lookUp } from '../../../shared/lib/lookUp.ts'
import { codeOf } from '../../../shared/lib/text/languageCodes.ts'
import { packageFolder } from '../contract/packageFolder.ts'

/** The data of a language for Tesseract. */
export interface LanguageData {
  /** Tesseract's name for it, such as `eng` or `chi_sim`. */
  code: string
  /** Of a file `CODE.traineddata`, perhaps with `.gz`. */
  path: string
}

/** The languages whose data are packages of npm. */
const PACKAGED = ['eng', 'deu', 'fra', 'spa']

/** Tesseract's names of languages, by their codes of ISO 639-1. */
const NAMES: Readonly<Record<string, string>> = {
  ar: 'ara',
  bg: 'bul',
  ca: 'cat',
  cs: 'ces',
  da: 'dan',
  de: 'deu',
  el: 'ell',
  en: 'eng',
  es: 'spa',
  et: 'est',
  fa: 'fas',
  fi: 'fin',
  fr: 'fra',
  he: 'heb',
  hi: 'hin',
  hr: 'hrv',
  hu: 'hun',
  id: 'ind',
  it: 'ita',
  ja: 'jpn',
  ko: 'kor',
  lt: 'lit',
  lv: 'lav',
  nl: 'nld',
  no: 'nor',
  pl: 'pol',
  pt: 'por',
  ro: 'ron',
  ru: 'rus',
  sk: 'slk',
  sl: 'slv',
  sr: 'srp',
  sv: 'swe',
  th: 'tha',
  tr: 'tur',
  uk: 'ukr',
  vi: 'vie',
  zh: 'chi_sim',
}

/** The languages that can be recognized, by Tesseract's names. */
export type KnownLanguages = ReadonlyMap<string, LanguageData>

/**
 * Finds the data of all languages: those of our packages, and those in the operator's folder, which
 * go first.
 * @param folder null: there is none
 */
export function knownLanguages(folder: string | null): KnownLanguages {
  const known = new Map<string, LanguageData>()
  for (const code of PACKAGED) known.set(code, { code, path: pathOf(code) })
  for (const file of folder ? filesIn(folder) : []) {
    const code = /^(\w{2,20})\.traineddata(?:\.gz)?$/.exec(file)?.[1]
    if (code) known.set(code, { code, path: join(folder!, file) })
  }
  return known
}

/** Lists the files of a folder; none: it is missing, or may not be read. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

/** The small data for neural networks, which is a quarter of the package. */
const pathOf = (code: string) =>
  join(packageFolder(`@tesseract.js-data/${code}`), '4.0.0_best_int', `${code}.traineddata.gz`)

/**
 * Returns the names of the languages in which a text is recognized: its own, and English where its
 * own script is not Latin, or its own is not known.
 * @param tag BCP 47, such as `pt-BR`; null: unknown
 */
export function codesFor(known: KnownLanguages, tag: string | null): string[] {
  const own = tag && lookUp(NAMES, codeOf(tag))
  if (!own || !known.has(own)) return ['eng']
  const isLatin = new Intl.Locale(codeOf(tag)).maximize().script === 'Latn'
  return isLatin ? [own] : [own, 'eng']
}
