import { eld } from 'eld/extrasmall'
import { memoize } from '../async/memoize.ts'
import { codeOf } from './languageCodes.ts'

// This takes 70 MB of memory: an API process imports it when it is first asked for passages.

/** Characters that belong to no language. */
const ADDRESSES = /(?:https?:\/\/|www\.)\S+|(?<![\w.+-])[\w.+-]{1,64}@\S+/gi

const LATIN = 'a-z'
const CYRILLIC = 'абвгдежзиклмнопрстуфхцчш'
const ARABIC = 'ءآأؤئابتثجحخدذرزسشصضطظعغفقلمنو\\u064b-\\u0655\\u0670'

/**
 * The letters that each language is written with, where nothing but letters counts; of those that are written alike the
 * ones with the most writers first.
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
/** By their places above, the languages that are not written with a letter. */
const foreignTo = memoize((letter) => alphabets.map(({ letters }) => !letters.test(letter)), {
  ...{ most: 2_000, longest: 2 },
})

/** `eld` looks at no more than 350 bytes; there may be addresses before. */
const MAX_CHARACTERS = 350
const MAX_LOOKED_AT = 8_000
const LETTERS = /[\p{L}\p{M}¿¡]/gu

/**
 * In `eld`'s unit, of which a letter of a text gives 60 to 150 to its language. On 400 questions of three to eight words in 39
 * languages, each asked of an agent of its language: 94.9 % were told right without, 100 % with (without their accents
 * 84 % and 99 %); of those that were asked of an English agent it stayed 94.5 %.
 */
const EXPECTED = 600
/** For each letter that a language is not written with. */
const FOREIGN = 400

/**
 * The language of a text, as BCP 47 has it, without a region; `und` where there is nothing to tell it by. Its letters
 * tell, and what its words are made of, the more the longer it is; the less it tells, the more what was expected counts.
 * @param expected the tag of what it is likely to be, such as the agent's language
 */
export function languageOf(text: string, expected?: string | null): string {
  const likely = expected ? codeOf(expected) : undefined
  return known(`${likely ?? ''} ${text}`)
}

/** A question is asked for several times while it is answered, and the same passages are cited again: a few thousand of both. */
const known = memoize(
  (text) => {
    const end = text.indexOf(' ')
    return detect(text.slice(end + 1), text.slice(0, end) || undefined)
  },
  { most: 4_000, longest: 1_000 },
)

function detect(text: string, likely: string | undefined): string {
  // What is repeated tells nothing new.
  const words = new Set(text.slice(0, MAX_LOOKED_AT).replace(ADDRESSES, ' ').split(/\s+/))
  const sample = [...words].join(' ').slice(0, MAX_CHARACTERS)
  const letters = sample.normalize('NFC').toLowerCase().match(LETTERS) ?? []
  if (!letters.length) return likely ?? UNDETERMINED
  const scores = eld.detect(sample).getScores()
  const foreign = foreignLetters(letters)
  let best = UNDETERMINED
  let most = Number.NEGATIVE_INFINITY
  for (const [at, { code }] of alphabets.entries()) {
    // `eld` does not tell Indonesian from Malay.
    const score = scores[code === 'id' ? 'ms' : code] ?? 0
    const evidence = letters.length * unscaled(score) + (code === likely ? EXPECTED : 0)
    const value = evidence - FOREIGN * foreign[at]!
    if (value <= most) continue
    best = code
    most = value
  }
  return best
}

/** For each language, how many of the letters it is not written with. */
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

/** `eld` gives s / (s + 25) for the sum s of a text's pieces divided by their number. */
const unscaled = (score: number) => (25 * score) / (1 - score)
