import { memoize } from '../../shared/lib/async/memoize.ts'

/** Currencies that are read by name too, such as `euros`; others only by symbol and code. */
const NAMED =
  'EUR USD GBP JPY CNY INR CHF PLN SEK DKK NOK CZK HUF TRY BRL KRW RUB UAH HKD CAD AUD NZD SGD THB VND IDR MYR PHP MXN ARS CLP COP NGN KES EGP SAR AED QAR KWD MAD RON BGN RSD ISK KZT PKR BDT IRR'.split(
    ' ',
  )

/** Currencies whose names begin with an adjective, so that their noun is not found. */
const BY_SYMBOL = ['ILS', 'TWD', 'ZAR']

/** Short forms in use that the Unicode CLDR lacks. */
const SHORT_FORMS: Readonly<Record<string, string>> = {
  us$: 'USD',
  c$: 'CAD',
  s$: 'SGD',
  rmb: 'CNY',
  rm: 'MYR',
  rs: 'INR PKR',
  nt$: 'TWD',
  rp: 'IDR',
  tl: 'TRY',
  sfr: 'CHF',
  руб: 'RUB',
  р: 'RUB',
  грн: 'UAH',
  lei: 'RON',
  лв: 'BGN',
  дин: 'RSD',
  nis: 'ILS',
  'ש״ח': 'ILS',
  'ש"ח': 'ILS',
  'kr.': 'DKK NOK SEK ISK',
  رس: 'SAR',
  'ر.س': 'SAR',
  'د.إ': 'AED',
  'ج.م': 'EGP',
}

/** Everyday names that the Unicode CLDR lacks or joins to a country's name. */
const EVERYDAY_NAMES: Readonly<Record<string, string>> = {
  bucks: 'USD',
  dolar: 'USD CAD AUD',
  rand: 'ZAR',
  фунт: 'GBP EGP',
  фунта: 'GBP EGP',
  фунтов: 'GBP EGP',
  שקל: 'ILS',
  שקלים: 'ILS',
  quid: 'GBP',
  rupee: 'INR PKR',
  rupees: 'INR PKR',
  złotych: 'PLN',
  złote: 'PLN',
  złoty: 'PLN',
  euros: 'EUR',
  korun: 'CZK',
  koruny: 'CZK',
  рублях: 'RUB',
  рублями: 'RUB',
  रुपये: 'INR',
  रुपयों: 'INR',
  रु: 'INR',
  dirham: 'AED MAD',
  دراهم: 'AED MAD',
  درهم: 'AED MAD',
  ريالات: 'SAR QAR',
  جنيهات: 'EGP GBP',
  دولارات: 'USD CAD AUD',
  円: 'JPY',
  圓: 'JPY TWD HKD',
  元: 'CNY TWD HKD',
  块: 'CNY TWD HKD',
  塊: 'CNY TWD HKD',
  圆: 'CNY JPY',
  ドル: 'USD CAD AUD',
  ポンド: 'GBP',
  ウォン: 'KRW',
  バーツ: 'THB',
  人民元: 'CNY',
  美金: 'USD',
  韩币: 'KRW',
  日币: 'JPY',
  日幣: 'JPY',
  台币: 'TWD',
  台幣: 'TWD',
  港币: 'HKD',
  港幣: 'HKD',
  港元: 'HKD',
  원: 'KRW',
  달러: 'USD CAD AUD',
  엔: 'JPY',
  위안: 'CNY',
  파운드: 'GBP',
  บาท: 'THB',
  ดอลลาร์: 'USD CAD AUD',
  ดอลล่าร์: 'USD CAD AUD',
  เยน: 'JPY',
  หยวน: 'CNY',
  ปอนด์: 'GBP',
}

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** Whether three capital letters are the code of a currency (ISO 4217). */
export const isCurrencyCode = (word: string) => CODES.has(word)

type CodesByName = ReadonlyMap<string, readonly string[]>

/**
 * Returns the symbols and short forms of currencies, in lower case without a full stop, each with
 * the codes of the currencies that it may mean: `$`, `us$`, `zł`, `kr`.
 * @param language BCP 47: a currency has another symbol in its own country
 */
export const currencySymbolsOf = memoize(
  (language): CodesByName => {
    const symbols = new Map<string, string[]>()
    for (const locale of new Set(['en', language]))
      for (const currency of [...NAMED, ...BY_SYMBOL])
        for (const currencyDisplay of ['narrowSymbol', 'symbol'] as const) {
          const format = currencyFormat(locale, { currency, currencyDisplay })
          const symbol = currencyPart(format, 1)
          // `Ft` is a foot elsewhere.
          if (symbol !== currency && (symbol !== 'Ft' || language === 'hu'))
            learn(symbols, symbolKey(symbol), [currency])
        }
    for (const [symbol, codes] of Object.entries(SHORT_FORMS))
      learn(symbols, symbol, codes.split(' '))
    return symbols
  },
  { most: 50, longest: 20 },
)

function learn(names: Map<string, string[]>, name: string, codes: readonly string[]) {
  const known = names.get(name) ?? []
  names.set(name, known)
  for (const code of codes) if (!known.includes(code)) known.push(code)
}

/** Writes a symbol as `currencySymbolsOf` does, without marks that set the direction of writing. */
export const symbolKey = (symbol: string) =>
  symbol
    .replace(/[\p{Cf}\s]/gu, '')
    .toLowerCase()
    .replace(/\.$/, '')

/** Numbers with which a currency's name differs: `1 złoty`, `2 złote`, `5 złotych`. */
const COUNTS = [1, 2, 5, 1.5]

/**
 * Returns the names of currencies, each with the codes of those that it may mean. A name of several
 * words is learned by its noun: `dollars` may be those of the United States or of Canada.
 * @param language BCP 47
 */
export function currencyNamesOf(language: string): CodesByName {
  const named = NAMED.flatMap((code) => namesOf(language, code).map((words) => ({ code, words })))
  const byWord = new Map<string, string[]>()
  for (const { code, words } of named) for (const word of words) learn(byWord, word, [code])
  // A noun is shared by several currencies, and the name of a country is not.
  const isShared = (word = '') => (byWord.get(word)?.length ?? 0) > 1
  const sharedFirst = named.filter(({ words }) => isShared(words[0])).length
  const sharedLast = named.filter(({ words }) => isShared(words.at(-1))).length
  const names = new Map<string, string[]>()
  for (const { code, words } of named) {
    const [first, last] = [words[0]!, words.at(-1)!]
    const isFirst = isShared(first) === isShared(last) ? sharedFirst > sharedLast : isShared(first)
    learn(names, isFirst ? first : last, [code])
  }
  for (const [name, codes] of Object.entries(EVERYDAY_NAMES)) learn(names, name, codes.split(' '))
  return names
}

/** Returns the forms of a currency's name in lower case, each as its words. */
function namesOf(language: string, currency: string): string[][] {
  // Without its two fraction digits, `1.00` would have the form of a fraction.
  const format = currencyFormat(language, {
    currency,
    currencyDisplay: 'name',
    minimumFractionDigits: 0,
  })
  const names = new Set(COUNTS.map((count) => currencyPart(format, count).toLowerCase()))
  return [...names].map((name) => name.split(/\s+/))
}

const currencyFormat = (language: string, options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(language, { style: 'currency', ...options })

const currencyPart = (format: Intl.NumberFormat, count: number) =>
  format.formatToParts(count).find(({ type }) => type === 'currency')!.value

/** Returns the symbol that names a currency in English: `$` for `USD`. */
export const englishSymbol = memoize(
  (currency) =>
    currencyPart(currencyFormat('en', { currency, currencyDisplay: 'narrowSymbol' }), 1),
  { most: 200, longest: 3 },
)
