import { memoize } from '../async/memoize.ts'
import { codeOf } from './languageCodes.ts'
import { pieceScores } from './languagePieces.ts'

/** URLs and e-mail addresses, which belong to no language. */
export const ADDRESSES = /(?:https?:\/\/|www\.)\S+|(?<![\w.+-])[\w.+-]{1,64}@\S+/gi

const LATIN = 'a-z'
const CYRILLIC = 'абвгдежзиклмнопрстуфхцчш'
const ARABIC = 'ءآأؤئابتثجحخدذرزسشصضطظعغفقلمنو\\u064b-\\u0655\\u0670'

/**
 * The letters of each language, as the contents of a character class. Among languages with the same
 * letters, those with the most writers come first, because the first language wins a tie.
 */
const ALPHABETS: Readonly<Record<string, string>> = {
  en: `${LATIN}éï`,
  zh: '\\p{Script=Han}',
  es: `${LATIN}áéíóúüñ¿¡`,
  ar: `${ARABIC}ةىيكه`,
  hi: '\\u0900-\\u0932\\u0934-\\u097f',
  pt: `${LATIN}áâãàçéêíóôõúü`,
  ru: `${CYRILLIC}ёйщъыьэюя`,
  ja: '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}',
  fr: `${LATIN}àâæçéèêëîïôœùûüÿ`,
  de: `${LATIN}äöüßé`,
  id: LATIN,
  ms: LATIN,
  bn: '\\p{Script=Bengali}',
  ur: `${ARABIC}پٹچڈڑژکگںہھۂۃیےۓ`,
  ko: '\\p{scx=Hangul}',
  vi: `${LATIN}àáảãạăằắẳẵặâầấẩẫậđèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵ`,
  tr: `${LATIN}çğıöşüâîû`,
  it: `${LATIN}àèéìíîòóùú`,
  fa: `${ARABIC}پچژکگیيكه`,
  pl: `${LATIN}ąćęłńóśźż`,
  uk: `${CYRILLIC}ґєіїйщьюя`,
  nl: `${LATIN}áèéëíïóöúü`,
  th: '\\p{Script=Thai}',
  ro: `${LATIN}ăâîșțşţ`,
  el: '\\p{Script=Greek}',
  hu: `${LATIN}áéíóöőúüű`,
  cs: `${LATIN}áčďéěíňóřšťúůýž`,
  sv: `${LATIN}åäöé`,
  he: '\\p{Script=Hebrew}',
  bg: `${CYRILLIC}йщъьюя`,
  sr: `${CYRILLIC}ђјљњћџ`,
  da: `${LATIN}æøåé`,
  no: `${LATIN}æøåéèêòóô`,
  fi: `${LATIN}äöåšž`,
  sk: `${LATIN}áäčďéíĺľňóôŕšťúýž`,
  hr: `${LATIN}čćđšž`,
  ca: `${LATIN}àçèéíïòóúü·`,
  lt: `${LATIN}ąčęėįšųūž`,
  lv: `${LATIN}āčēģīķļņšūž`,
  et: `${LATIN}äöüõšž`,
  sl: `${LATIN}čšž`,
  mr: '\\u0900\\u0902-\\u093b\\u093d-\\u097f',
  be: `${CYRILLIC}ёіўйыьэюя`,
  az: `${LATIN}çəğıöşü`,
  sq: `${LATIN}çë`,
  eu: `${LATIN}ñçü`,
  is: `${LATIN}áðéíóúýþæö`,
  tl: `${LATIN}ñ`,
  yo: `${LATIN}àáèéẹìíòóọṣùúńǹ`,
  ku: `${LATIN}çêîşû`,
  ta: '\\p{Script=Tamil}',
  te: '\\p{Script=Telugu}',
  gu: '\\p{Script=Gujarati}',
  kn: '\\p{Script=Kannada}',
  ml: '\\p{Script=Malayalam}',
  pa: '\\p{Script=Gurmukhi}',
  or: '\\p{Script=Oriya}',
  si: '\\p{Script=Sinhala}',
  my: '\\p{Script=Myanmar}',
  km: '\\p{Script=Khmer}',
  lo: '\\p{Script=Lao}',
  am: '\\p{Script=Ethiopic}',
  hy: '\\p{Script=Armenian}',
  ka: '\\p{Script=Georgian}',
}

const alphabets = Object.entries(ALPHABETS).map(([code, letters]) => ({
  code,
  letters: new RegExp(`[${letters}]`, 'u'),
}))
/** Returns for each language, in the order above, whether its alphabet lacks the letter. */
const foreignTo = memoize((letter) => alphabets.map(({ letters }) => !letters.test(letter)), {
  most: 2_000,
  longest: 2,
})

/** The statistics are of at most 350 bytes. */
const MAX_CHARACTERS = 350
/**
 * The most characters of a text that are examined. A text may begin with long addresses, which are
 * removed before the rest is cut to MAX_CHARACTERS.
 */
const MAX_LOOKED_AT = 8_000
const LETTERS = /[\p{L}\p{M}¿¡]/gu

/**
 * The head start of the expected language, in the unit of `pieceScores`. Each letter of a text
 * scores 60 to 150 for its language. On 400 questions of three to eight words in 39 languages, asked of an agent
 * with the same language, this raises the share of right answers from 94.9 % to 100 % (typed
 * without accents, from 84 % to 99 %). Asked of an English agent, 94.5 % of the answers are still
 * right.
 */
const EXPECTED = 600
/**
 * The penalty of a language for each letter of the text that its alphabet lacks, in the same unit.
 */
const FOREIGN = 400

/**
 * Detects the language of a text by its letters and by the pieces of its words. The shorter the
 * text, the more the expected language counts.
 * @returns a BCP 47 tag without a region; `und`: the text has no letters and no language is
 *   expected
 * @param expected the tag of the likely language, such as the agent's
 */
export function languageOf(text: string, expected?: string | null): string {
  const likely = expected ? codeOf(expected) : undefined
  const evidence = evidenceOf(text)
  if (!evidence.length) return likely ?? UNDETERMINED
  let best = UNDETERMINED
  let most = Number.NEGATIVE_INFINITY
  for (const [at, { code }] of alphabets.entries()) {
    const value = evidence[at]! + (code === likely ? EXPECTED : 0)
    if (value <= most) continue
    best = code
    most = value
  }
  return best
}

/**
 * Returns what speaks for each language, in the order of `alphabets`; nothing if the text has no
 * letters. Caches a few thousand results, because a question is examined several times, with
 * different expected languages, and the same passages are cited again and again.
 */
const evidenceOf = memoize(readEvidence, { most: 4_000, longest: 1_000 })

function readEvidence(text: string): Float64Array {
  // Repeated words add no evidence.
  const words = new Set(text.slice(0, MAX_LOOKED_AT).replace(ADDRESSES, ' ').split(/\s+/))
  const sample = [...words].join(' ').slice(0, MAX_CHARACTERS)
  const letters = sample.normalize('NFC').toLowerCase().match(LETTERS) ?? []
  if (!letters.length) return new Float64Array()
  const scores = pieceScores(sample)
  const foreign = foreignLetters(letters)
  return Float64Array.from(alphabets, ({ code }, at) => {
    // The statistics do not distinguish Indonesian from Malay.
    const score = scores.get(code === 'id' ? 'ms' : code) ?? 0
    return letters.length * score - FOREIGN * foreign[at]!
  })
}

/** Counts for each language the letters that its alphabet lacks. */
function foreignLetters(letters: readonly string[]): number[] {
  const times = new Map<string, number>()
  for (const letter of letters) times.set(letter, (times.get(letter) ?? 0) + 1)
  const foreign = alphabets.map(() => 0)
  for (const [letter, count] of times) {
    const isForeign = foreignTo(letter)
    for (let at = 0; at < foreign.length; at++) if (isForeign[at]) foreign[at]! += count
  }
  return foreign
}

const UNDETERMINED = 'und'
