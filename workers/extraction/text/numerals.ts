/** The most letters of a number such as `aaa`, so that a hostile value cannot become a long text. */
const MAX_LETTERS = 10

const ROMAN = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const

function roman(value: number): string | undefined {
  if (value < 1 || value > 3_999) return undefined
  let rest = value
  let text = ''
  for (const [worth, letters] of ROMAN) for (; rest >= worth; rest -= worth) text += letters
  return text
}

/** Counts by letters as Word does: a … z, aa, bb … zz, aaa. */
const byLetters = (letters: string) => (value: number) => {
  const signs = [...letters]
  const length = Math.ceil(value / signs.length)
  return value < 1 || length > MAX_LETTERS
    ? undefined
    : signs[(value - 1) % signs.length]!.repeat(length)
}

/** Takes one sign for each number, such as ①; undefined: there is none for this number. */
const bySigns = (first: string, count: number) => (value: number) =>
  value >= 1 && value <= count ? String.fromCodePoint(first.codePointAt(0)! + value - 1) : undefined

const inDigits = (digits: string) => (value: number) =>
  String(value).replace(/\d/g, (digit) => [...digits][Number(digit)]!)

const UNITS = ['', '十', '百', '千'] as const

/** Writes a number as it is spoken in Chinese and Japanese: 十二, 一百零五. */
const chinese = (zero: string, isOneSpoken: boolean) => (value: number) => {
  if (value < 1 || value > 9_999) return undefined
  const digits = [...String(value)].map(Number)
  let text = ''
  for (const [at, digit] of digits.entries()) {
    const unit = UNITS[digits.length - 1 - at]!
    if (!digit) text += text.endsWith(zero) ? '' : zero
    else if (digit === 1 && unit && (at === 0 && unit === '十' ? true : !isOneSpoken)) text += unit
    else text += HAN[digit]! + unit
  }
  while (zero && text.endsWith(zero)) text = text.slice(0, -1)
  return text
}
const HAN = '〇一二三四五六七八九'

function ordinal(value: number): string {
  const teen = value % 100 >= 11 && value % 100 <= 13
  return value + (teen ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th'))
}

const LATIN = 'abcdefghijklmnopqrstuvwxyz'
const CYRILLIC = 'абвгдежзиклмнопрстуфхцчшщыэюя'
const KATAKANA =
  'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン'
const IROHA =
  'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン'
const STEMS = '甲乙丙丁戊己庚辛壬癸'
const spokenChinese = chinese('零', true)

const upper = (write: (value: number) => string | undefined) => (value: number) =>
  write(value)?.toUpperCase()

/** Writers of numbers, by the names that WordprocessingML has for formats (ST_NumberFormat). */
const FORMATS: ReadonlyMap<string, (value: number) => string | undefined> = new Map(
  Object.entries({
    decimalZero: (value: number) => String(value).padStart(2, '0'),
    lowerLetter: byLetters(LATIN),
    upperLetter: upper(byLetters(LATIN)),
    lowerRoman: roman,
    upperRoman: upper(roman),
    ordinal,
    hex: (value: number) => value.toString(16).toUpperCase(),
    numberInDash: (value: number) => `- ${value} -`,
    chicago: byLetters('*†‡§'),
    russianLower: byLetters(CYRILLIC),
    russianUpper: upper(byLetters(CYRILLIC)),
    decimalEnclosedCircle: bySigns('①', 20),
    decimalEnclosedCircleChinese: bySigns('①', 20),
    decimalEnclosedParen: bySigns('⑴', 20),
    decimalEnclosedFullstop: bySigns('⒈', 20),
    ideographEnclosedCircle: bySigns('㊀', 10),
    decimalFullWidth: inDigits('０１２３４５６７８９'),
    decimalFullWidth2: inDigits('０１２３４５６７８９'),
    hindiNumbers: inDigits('०१२३४५६७८९'),
    thaiNumbers: inDigits('๐๑๒๓๔๕๖๗๘๙'),
    ideographDigital: inDigits(HAN),
    japaneseDigitalTenThousand: inDigits(HAN),
    chineseCounting: spokenChinese,
    chineseCountingThousand: spokenChinese,
    taiwaneseCounting: spokenChinese,
    taiwaneseCountingThousand: spokenChinese,
    japaneseCounting: chinese('', false),
    ideographTraditional: byLetters(STEMS),
    ideographZodiac: byLetters('子丑寅卯辰巳午未申酉戌亥'),
    aiueo: byLetters(KATAKANA),
    aiueoFullWidth: byLetters(KATAKANA),
    iroha: byLetters(IROHA),
    irohaFullWidth: byLetters(IROHA),
    ganada: byLetters('가나다라마바사아자차카타파하'),
    chosung: byLetters('ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ'),
    arabicAlpha: byLetters('أبتثجحخدذرزسشصضطظعغفقكلمنهوي'),
    arabicAbjad: byLetters('أبجدهوزحطيكلمنسعفصقرشتثخذضظغ'),
    hebrew2: byLetters('אבגדהוזחטיכלמנסעפצקרשת'),
  }),
)

/**
 * Writes a number of a list in a format of WordprocessingML, such as `lowerRoman`. Digits stand for
 * an unknown format, and for a value that the format cannot write.
 */
export const numeral = (format: string, value: number): string =>
  FORMATS.get(format)?.(value) ?? String(value)
