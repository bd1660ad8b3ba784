import * as stopwords from 'stopword'
import { folded } from '../shared/terms.ts'

/** Scripts whose words are not told apart by blanks, and whose characters say more than letters do. */
const IDEOGRAPHS = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]+$/u
const words = new Intl.Segmenter(undefined, { granularity: 'word' })

/**
 * The terms of a text, for comparing texts of any language: its words, folded; of Chinese and Japanese also each two
 * characters that stand together, since what is a word there is a matter of opinion.
 */
export function termsOf(text: string): Set<string> {
  const terms = new Set<string>()
  let run = ''
  for (const { segment, isWordLike } of words.segment(folded(text))) {
    if (!isWordLike) run = ''
    else if (!IDEOGRAPHS.test(segment)) {
      run = ''
      terms.add(segment)
    } else {
      const joined = [...run.slice(-2), ...segment].slice(run ? -segment.length - 1 : 0)
      for (let at = 0; at + 1 < joined.length; at++) terms.add(joined.slice(at, at + 2).join(''))
      if (segment.length === 1) terms.add(segment)
      run = segment
    }
  }
  return terms
}

/** How well two terms match, 0–1: 1 for the same, less for forms of a word and parts of a compound. */
export function similarity(a: string, b: string): number {
  if (a === b) return 1
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  const least = /\p{scx=Hang}/u.test(short) ? 2 : 4
  if (short.length < least || /\d/.test(short + long)) return 0
  let same = 0
  while (same < short.length && short[same] === long[same]) same++
  if (same >= least && same >= 0.6 * long.length) return 0.4 + (0.5 * same) / long.length
  // Part of a compound, or after an article that is written with its word.
  if (short.length >= 5 && long.includes(short)) return 0.6
  return /\p{scx=Arab}/u.test(short) && long.endsWith(short) ? 0.8 : 0
}

/** As `stopword` calls languages. */
const CODES: Record<string, string> = {
  ar: 'ara',
  bg: 'bul',
  bn: 'ben',
  ca: 'cat',
  cs: 'ces',
  da: 'dan',
  de: 'deu',
  el: 'ell',
  en: 'eng',
  es: 'spa',
  et: 'est',
  eu: 'eus',
  fa: 'fas',
  fi: 'fin',
  fr: 'fra',
  gu: 'guj',
  he: 'heb',
  hi: 'hin',
  hr: 'hrv',
  hu: 'hun',
  hy: 'hye',
  it: 'ita',
  ja: 'jpn',
  ko: 'kor',
  lt: 'lit',
  lv: 'lat',
  mr: 'mar',
  ms: 'msa',
  nl: 'nld',
  no: 'nob',
  pl: 'pol',
  pt: 'por',
  ro: 'ron',
  ru: 'rus',
  sk: 'slk',
  sl: 'slv',
  sv: 'swe',
  th: 'tha',
  tl: 'tgl',
  tr: 'tur',
  uk: 'ukr',
  ur: 'urd',
  vi: 'vie',
  yo: 'yor',
  zh: 'zho',
  id: 'ind',
}

/** What the English list leaves out. */
const FILLERS =
  'when where why does did doing done how long many may me much my should shall could would can please tell there am get got us let'.split(
    ' ',
  )

const sets = new Map<string, Set<string>>()
/** Words of a language that say nothing about what a text is about. */
export function stopWordsOf(language: string): Set<string> {
  let set = sets.get(language)
  if (!set) {
    const list = (stopwords as unknown as Record<string, string[]>)[CODES[language] ?? ''] ?? []
    const all = language === 'en' ? [...list, ...FILLERS] : list
    set = new Set(all.flatMap((word) => [...termsOf(word)]))
    sets.set(language, set)
  }
  return set
}
