import { type Unit, type UnitWords, unitNamed, unitOf } from './units.ts'

/** Words that give a price its period alone, in all languages: `monthly`, `monatlich`, `aylık`. */
const ADVERBS: Readonly<Record<string, string>> = {
  hour: `hourly stündlich horaire orario horario orario saatlik saatte saati tunnissa óránként почасово ежечасно
    godzinowo godzinowa hodinově uurtarief timevis بالساعة לשעה`,
  day: `daily nightly täglich quotidien diario diaria diária diário giornaliero giornaliera dagelijks dziennie
    denně denne dagligen dagligt daglig günlük günde günü gecelik päivässä vuorokaudessa naponta ежедневно
    щодня يوميا dnevno ליום ביום`,
  week: `weekly wöchentlich hebdomadaire semanal settimanale wekelijks tygodniowo týdně týždenne veckovis
    ugentlig ugentligt ukentlig haftalık haftada viikossa hetente еженедельно щотижня أسبوعيا اسبوعيا nedeljno לשבוע בשבוע`,
  month: `monthly monatlich mensuel mensuelle mensuels mensuelles mensual mensuales mensile mensili mensal mensais
    maandelijks miesięcznie miesięczny miesięczna měsíčně mesačne månadsvis månedlig månedligt aylık ayda
    kuukaudessa havonta ежемесячно щомісяця شهريا mesečno mjesečno lunar לחודש בחודש חודשי mtl`,
  year: `yearly annually annual jährlich annuel annuelle annuels annual anual anuales anuais annuale annuali
    jaarlijks rocznie roczny roczna ročně ročne årligen årligt årlig yıllık yılda senelik senede vuodessa
    évente ежегодно щороку سنويا godišnje לשנה בשנה שנתי`,
}

/** Words after which a unit of time is the period of a price. */
const PREPOSITIONS = new Set(
  'per each every pro je par chaque por cada ogni elke na za в за на om pr mỗi pe لكل كل प्रति हर לכל / ao al all'.split(
    ' ',
  ),
)
/** Words that are so directly after a price alone: `€18 a day`, `25 € la journée`. */
const ARTICLES = new Set(
  "a an the im am die der den le la l' il i in het de dag um uma à i על في for für pour one einen eine τον την το".split(
    ' ',
  ),
)

/** What a blankless script writes before or after a price, by period. */
const SIGNS: readonly (readonly [string, RegExp])[] = [
  [
    'hour',
    /時給|每小时|每小時|[/／一1]\s?(?:個|个)?(?:小时|小時|時間)|시간당|시급|매시간|ต่อชั่วโมง|ชั่วโมงละ/u,
  ],
  [
    'day',
    /日額|毎日|每天|每日|日給|[/／一1]\s?[天日泊晩晚]|每晚|일당|하루|매일|1박|\/일|ต่อวัน|วันละ|ต่อคืน|คืนละ/u,
  ],
  ['week', /毎週|每周|每週|[/／一1]\s?[周週]|매주|주당|주급|\/주|ต่อสัปดาห์|สัปดาห์ละ|อาทิตย์ละ/u],
  [
    'month',
    /月額|毎月|月々|月会費|月謝|每月|每个月|每個月|[/／]\s?月|[一1]\s?[個个かヶカ箇]月|月费|月費|매월|매달|월\s?$|월정|한 달|월 ?요금|\/월|ต่อเดือน|เดือนละ|รายเดือน/u,
  ],
  [
    'year',
    /年額|毎年|年会費|每年|年费|年費|[/／一1]\s?年|매년|연간|연회비|\/년|연\s?$|ต่อปี|ปีละ|รายปี/u,
  ],
]

const PERIODS = new Map(
  Object.entries(ADVERBS).flatMap(([unit, words]) =>
    words.split(/\s+/u).map((word) => [word, unitNamed(unit)] as const),
  ),
)
const NIGHTS = new Set(
  'night nights nacht nuit noche notte noite noc nocy noci natt nat gece ночь ночи ніч ليلة लैला रात đêm yö éjszaka'.split(
    ' ',
  ),
)
/** Short forms after a slash alone: `$119/mo`. */
const SHORT: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['hour', 'h hr std ч год t'],
    ['day', 'd tag j'],
    ['week', 'wk w'],
    ['month', 'mo mth m mon mies měs mes mån md hó kk мес міс'],
    ['year', 'yr y a an rok г'],
  ].flatMap(([unit, words]) => words!.split(' ').map((word) => [word, unit!])),
)

const TOKEN = /\/|[\p{L}\p{M}][\p{L}\p{M}'’.]*/gu
/** Ends the clause of a price. */
const CLAUSE_END = /[;!?\n()]|[.,:](?=\s|$)/u
/** The most characters on a side of a price that are read. */
const AROUND = 44
/** The most words between a price and its period: `€35 for the cargo bike per day`. */
const MAX_BETWEEN = 6

/** The most words from `per` to the unit of time, and one: `per bike and day`. */
const MAX_TO_TIME = 4

/**
 * Reads the period to which a price belongs: a month in `$119 a month` and in `monthly fee: $119`.
 * @param before the text before the price, from its clause or the number before it on
 * @param after the text after its unit
 */
export function periodOf(before: string, after: string, units: UnitWords): Unit | undefined {
  const [next = ''] = after.slice(0, AROUND).replace(SHORT_END, '').split(/\d/u)
  const [right = ''] = next.split(CLAUSE_END)
  if (units.isWithoutBlanks)
    for (const side of [after.slice(0, NEAR), before.slice(-NEAR)])
      for (const [unit, signs] of SIGNS) if (signs.test(side)) return unitNamed(unit)
  return (
    periodIn(tokensOf(right), units, true) ??
    periodIn(tokensOf(before.slice(-AROUND)), units, false)
  )
}
/** The most characters on a side of a price that are read in scripts without blanks. */
const NEAR = 8
/** The full stop of a short form, after which the sentence goes on: `50 kr. om måneden`. */
const SHORT_END = /^\.(?=\s\p{Ll})/u

const tokensOf = (text: string) =>
  (text.match(TOKEN) ?? []).slice(-MAX_BETWEEN * 2).map((token) => token.toLowerCase())

function periodIn(tokens: readonly string[], units: UnitWords, isAfter: boolean): Unit | undefined {
  const read = isAfter ? tokens.slice(0, MAX_BETWEEN) : tokens
  for (const [at, token] of read.entries()) {
    const adverb = PERIODS.get(plain(token))
    if (adverb) return adverb
    const isNext = PREPOSITIONS.has(token) || (isAfter && at === 0 && ARTICLES.has(token))
    if (!isNext && !/^[ld]['’]/u.test(token)) continue
    for (const word of isNext ? tokens.slice(at + 1, at + MAX_TO_TIME) : [token.slice(2)]) {
      const unit = timeUnit(word, units, token === '/')
      if (unit) return unit
      if (!isNext || (ARTICLES.has(token) && !ARTICLES.has(word))) break
    }
  }
  return undefined
}

const plain = (token: string) => token.replace(/[\u064b-\u0652]/gu, '').replace(/\.$/u, '')

function timeUnit(token: string, units: UnitWords, isShort: boolean): Unit | undefined {
  const word = plain(token).replace(/^[ld]['’]/u, '')
  const short = isShort && Object.hasOwn(SHORT, word) ? SHORT[word] : undefined
  if (short) return unitNamed(short)
  if (NIGHTS.has(word)) return unitNamed('day')
  // The Arabic article is joined to its word.
  const unit = (unitOf(word, units) ?? unitOf(word.replace(/^ال/u, ''), units))?.unit
  return unit && (unit.name === 'minute' || unit.name === 'month') ? unit : undefined
}

/** Whether a price of one period cannot be that of the other: `$119 a month`, `$119 a year`. */
export const isOtherPeriod = (left?: Unit, right?: Unit): boolean =>
  left !== undefined &&
  right !== undefined &&
  (left.name !== right.name || left.factor !== right.factor)

/** Whether a word begins a period, so that no unit of the number follows: `5 per day`. */
export const beginsPeriod = (word: string) =>
  PREPOSITIONS.has(word) || word === 'a' || word === 'an'
