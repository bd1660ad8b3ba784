/** A number written with numerals of Chinese, Japanese, Korean or Thai. */
interface Numeral {
  /** Its place in the text, and its place after the end, in characters. */
  from: number
  to: number
  value: number
  /** Whether it has digits: `3万`. Without, it counts only before a unit: `三日`, but not `三重`. */
  hasDigits: boolean
  /** The unit that is part of it: `이틀` are two days. */
  unit?: string
}

const DIGITS: Readonly<Record<string, number>> = {
  ...{ 〇: 0, 零: 0, 一: 1, 二: 2, 两: 2, 兩: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 },
  ...{ 壱: 1, 弐: 2, 参: 3 },
  ...{ 일: 1, 이: 2, 삼: 3, 사: 4, 오: 5, 육: 6, 칠: 7, 팔: 8, 구: 9 },
  ...{ หนึ่ง: 1, เอ็ด: 1, สอง: 2, ยี่: 2, สาม: 3, สี่: 4, ห้า: 5, หก: 6, เจ็ด: 7, แปด: 8, เก้า: 9 },
}
/** They multiply the digit before them. */
const TENS: Readonly<Record<string, number>> = {
  ...{ 十: 10, 百: 100, 千: 1_000, 십: 10, 백: 100, 천: 1_000 },
  ...{ สิบ: 10, ร้อย: 100, พัน: 1_000, หมื่น: 10_000, แสน: 100_000 },
}
/** They multiply all before them. */
const MYRIADS: Readonly<Record<string, number>> = {
  ...{ 万: 1e4, 萬: 1e4, 億: 1e8, 亿: 1e8, 兆: 1e12, 만: 1e4, 억: 1e8, 조: 1e12, ล้าน: 1e6 },
}

/** Korean numbers of its own, which stand before counters. They end with tens and ones. */
const NATIVE: Readonly<Record<string, number>> = {
  ...{ 한: 1, 두: 2, 세: 3, 석: 3, 네: 4, 넉: 4, 다섯: 5, 여섯: 6, 일곱: 7, 여덟: 8, 아홉: 9 },
  ...{ 열: 10, 스무: 20, 스물: 20, 서른: 30, 마흔: 40, 쉰: 50, 예순: 60 },
}

const longestFirst = (table: Readonly<Record<string, number>>) =>
  Object.keys(table).sort((left, right) => right.length - left.length)
const PIECES = longestFirst({ ...DIGITS, ...TENS, ...MYRIADS })
const THAI = PIECES.filter((piece) => piece.length > 1).join('|')
/** Matches runs of numerals, which may have digits: `二十四`, `1.5万`, `3만 5천`, `สามสิบ`. */
const RUNS = [
  /(?<![\d.,])[\d.,〇零一二两兩三四五六七八九壱弐参十百千万萬億亿兆]{1,40}/gu,
  /(?<![\d.,가-힣])\d[\d.,]{0,20}[십백천만억조]{1,4}(?: ?\d[\d,]{0,20}[십백천만억조]{0,4}){0,3}/gu,
  // These syllables are parts of many words, too.
  /(?<![\d가-힣])[일이삼사오육칠팔구십백천만억조]{1,20}/gu,
  new RegExp(`(?:${THAI}){1,20}`, 'gu'),
]
const NATIVE_RUN = new RegExp(
  `(?<![가-힣])(?:열|스물|서른|마흔|쉰|예순)?(?:${longestFirst(NATIVE).join('|')})(?=\\s?(?:시간|개월|달|주|개|명|번|회|살|가지|대|장|병|잔|곳|배|분|사람))`,
  'gu',
)

/** Numbers without numerals, which are read elsewhere. */
const PLAIN = /^[\d.,]*$/u
/** The characters after a run that are read. */
const NEXT = 6
/** Halves before their unit, and Korean words for a number of days. */
const HALF =
  /(?<![前後后上下大多一过過])半(?=[個个]?(?:小时|小時|月)|時間|天|日|年)|ครึ่ง(?=ชั่วโมง|วัน|เดือน|ปี)|(?<![가-힣])반(?=나절|년|달)/gu
const KOREAN_DAYS: Readonly<Record<string, number>> = {
  ...{ 하루: 1, 이틀: 2, 사흘: 3, 나흘: 4, 닷새: 5, 엿새: 6, 이레: 7, 여드레: 8, 아흐레: 9 },
  ...{ 열흘: 10, 보름: 15 },
}
const KOREAN_DAYS_WORD =
  /(?<![가-힣])(?:하루|이틀|사흘|나흘|닷새|엿새|이레|여드레|아흐레|열흘|보름)/gu

/** Words that begin like a number: `一定`, `万一`, `十分な`, `이 일`. */
const IDLE =
  /^(?:一[定般样樣起直些切旦部緒致度番]|万[一が]|千万不|十分(?![钟鐘間以後后前之])|[千万]里|이 |이[상하내전후외]|일 )/u

/** Finds the numbers that are written with numerals of Chinese, Japanese, Korean and Thai. */
export function numeralsIn(text: string): Numeral[] {
  const found: Numeral[] = []
  for (const { 0: word, index: from } of text.matchAll(KOREAN_DAYS_WORD)) {
    const to = from + word.length
    found.push({ from, to, value: KOREAN_DAYS[word]!, hasDigits: false, unit: 'day' })
  }
  for (const { 0: word, index: from } of text.matchAll(HALF))
    found.push({ from, to: from + word.length, value: 0.5, hasDigits: false })
  for (const runs of RUNS)
    for (const { 0: run, index } of text.matchAll(runs)) {
      const from = index + (/^[.,]/.test(run) ? 1 : 0)
      const end = index + run.length
      const written = withoutDays(run.replace(/^[.,]|[.,]$/g, ''), text.slice(end, end + NEXT))
      const value = PLAIN.test(written) ? undefined : numberOf(written)
      if (value === undefined || IDLE.test(text.slice(from, from + 4))) continue
      // A multiplier: `1.5 ล้าน`.
      if (/\d ?$/u.test(text.slice(Math.max(0, from - 2), from))) continue
      found.push({ from, to: from + written.length, value, hasDigits: /\d/.test(written) })
    }
  for (const { 0: run, index } of text.matchAll(NATIVE_RUN)) {
    let value = 0
    let at = 0
    while (at < run.length) {
      const piece = longestFirst(NATIVE).find((one) => run.startsWith(one, at))!
      value += NATIVE[piece]!
      at += piece.length
    }
    found.push({ from: index, to: index + run.length, value, hasDigits: false })
  }
  return found
}

/** Leaves out the `일` of days at the end of a Korean run, which is also the numeral 1: `삼일`. */
function withoutDays(run: string, after: string): string {
  const days = /^([이삼사오육칠팔구십백]+)일이?$/u.exec(run)
  return days && !KOREAN_UNIT.test(after) ? days[1]! : run
}
const KOREAN_UNIT = /^\s?(?:일|원|개월|년|주|분|초|시간|퍼센트|킬로|달러)/u

/** Adds up a run: `3万5千` is 3 × 10,000 + 5 × 1,000; undefined: it is no number. */
function numberOf(run: string): number | undefined {
  let [total, section, digit] = [0, 0, '']
  let at = 0
  while (at < run.length) {
    const digits = /^[\d.,]+/.exec(run.slice(at))?.[0]
    if (digits) {
      digit += digits.replace(/,/g, '')
      at += digits.length
      continue
    }
    if (run[at] === ' ') {
      at++
      continue
    }
    const piece = PIECES.find((one) => run.startsWith(one, at))
    if (!piece) return undefined
    at += piece.length
    if (DIGITS[piece] !== undefined) digit += DIGITS[piece]
    else if (TENS[piece] !== undefined) {
      section += (digit ? Number(digit) : 1) * TENS[piece]
      digit = ''
    } else {
      total += (section + Number(digit || 0) || 1) * MYRIADS[piece]!
      section = 0
      digit = ''
    }
  }
  const value = total + section + Number(digit || 0)
  return Number.isFinite(value) ? value : undefined
}
