import { lookUp } from '../../shared/lib/lookUp.ts'

/**
 * How each language says that something costs nothing, also in other words. No other sense of a
 * word, such as `feel free`, is among them.
 */
const FREE: Readonly<Record<string, RegExp>> = {
  ar: /مجان|بدون (?:أي )?(?:رسوم|تكلفة|مقابل)|(?:لا|لن) (?:تدفع|يكلف|تكلف)(?:ون)? (?:أي )?شيئ?/gu,
  cs: /zdarma|bezplatn|(?:neplatíte|nestojí|nezaplatíte) nic|nic (?:neplatíte|nestojí)/gu,
  da: /\bgratis\b|\bfri(?:t)?\b(?= (?:fragt|fra|over|levering|ved|retur))|uden (?:beregning|omkostninger)|koster (?:ikke noget|intet)|betaler (?:ikke noget|intet)/gu,
  de: /\b(?:kostenlos|kostenfrei|gebührenfrei|versandkostenfrei|portofrei|unentgeltlich|gratis|umsonst)|\bfrei(?:e[rn]?)? (?:haus|eintritt|lieferung)|\beintritt (?:ist )?frei\b|\bprovisionsfrei|\bohne (?:aufpreis|kosten|gebühr(?:en)?|zusatzkosten|versandkosten)\b|\bkoste[nt]\b[^.!?\n]{0,30}\bnichts\b|\bzahl(?:en|t|st)\b[^.!?\n]{0,40}\b(?:nichts|keine[nr]? (?:versand|gebühr|kosten|aufpreis|porto|liefer)\p{L}{0,20})|\bkeine (?:gebühr(?:en)?|(?:versand|liefer|zusatz)?kosten)\b/gu,
  en: /(?<!\bfeel )(?<![-–]|toll )\bfree\b(?![- ](?:of(?! charge)|to\b(?! (?:use|enter|join|download))|time|trade|range|space|spot|seat|place|table|will|hand|from))|\b(?:complimentary|gratis)\b|\b(?:at|for) no (?:\p{L}{1,10} )?(?:cost|charge)\b|\bno (?:\p{L}{1,10} )?(?:charge|fees?|costs?)\b|\bwithout (?:\p{L}{1,10} )?(?:charge|cost|fees?)\b|\b(?:costs?|costing|pay(?:s|ing)?) (?:you )?nothing\b|\b(?:do(?:es)?n['’]t|do(?:es)? not|won['’]t|will not) (?:cost|pay) (?:\p{L}{1,10} )?(?:anything|for)\b|\bfor nothing\b|\bon the house\b|\bnot charged?\b/gu,
  es: /\bgratis\b|\bgratuit[oa]s?\b|\bgratuitamente\b|\bsin (?:coste|costo|cargo|gastos|comisión|comisiones)\b|\bno tiene comisi(?:ón|ones)\b|\bno (?:cuesta|cuestan|paga|pagas|pagan|pagará)\s(?:usted )?nada\b/gu,
  fi: /\bilmai|\bmaksuto|\bmaksutta\b|ei maksa mitään/gu,
  fr: /\bgratuit|\bgracieus|\boffert(?:e?s?)\b|\bsans (?:frais|supplément)\b|\bne\b[^.!?\n]{0,20}\brien\b|\brien à payer\b|\baucuns? frais\b/gu,
  it: /\bgratis\b|\bgratuit[oaie]\b|\bgratuitamente\b|\bsenza (?:costi|spese|supplemento)\b|\bnon (?:costa|costano|paga|paghi|pagate)\s?(?:nulla|niente)\b|\bin omaggio\b/gu,
  ja: /無料|タダ|ただで|(?:送料|料金|費用|手数料)は(?:一切)?(?:かかりません|かからない|いただきません|不要)|0円/gu,
  ko: /무료|공짜|(?:비용|요금|배송비|수수료)[이가은는]? ?(?:들지 않|없|부과되지 않)/gu,
  nl: /\bgratis\b|\bkosteloos|\bkost(?:en)?\b[^.!?\n]{0,20}\bniets\b|\bbetaal(?:t|en)?\b[^.!?\n]{0,30}\bniets\b|\bzonder (?:kosten|toeslag)\b|\bgeen (?:kosten|verzendkosten)\b/gu,
  no: /\bgratis\b|\bfri(?:tt)?\b(?= (?:frakt|fra|over|levering|ved|retur))|kostnadsfri|koster (?:ingenting|ikke noe)|betaler (?:ingenting|ikke noe)/gu,
  pl: /\bdarmow|\bbezpłatn|\bza darmo\b|\bgratis\b|\bnic nie (?:kosztuje|płaci)|\bnie (?:kosztuje|płaci\p{L}{0,3}) nic|\bbez (?:opłat|kosztów|dopłaty)/gu,
  pt: /\bgrátis\b|\bgratuit[oa]s?\b|\bgratuitamente\b|\bsem (?:custos?|encargos|taxas?)\b|\bnão (?:custa|custam|paga|pagam) nada\b/gu,
  ru: /бесплатн|безвозмездн|даром|ничего не (?:стоит|стоят|плат|заплат)|не (?:стоит|плат\p{L}{1,4}) ничего|без (?:оплаты|платы|доплаты)/gu,
  sv: /\bgratis\b|\bfri(?:tt)?\b(?= (?:frakt|från|över|entré|retur|leverans|vid))|kostnadsfri|utan (?:kostnad|avgift)|kostar (?:inget|ingenting)|betalar (?:inget|ingenting)/gu,
  tr: /ücretsiz|bedava|bedelsiz|ücret (?:alınmaz|ödemezsiniz|ödenmez|yok)|para ödemezsiniz/gu,
  uk: /безкоштовн|безоплатн|нічого не (?:коштує|плат)|без (?:оплати|доплати)/gu,
  vi: /miễn phí|không (?:mất|tốn) (?:phí|tiền)/gu,
  zh: /免费|免費|不收(?:取)?(?:任何)?(?:费|費)|无需(?:付费|支付)|包邮|免(?:运费|邮)|0元/gu,
}

/** How each language says that a price holds something already, or that some need not pay it. */
const INCLUDED: Readonly<Record<string, RegExp>> = {
  ar: /مشمول|يشمل|ضمن السعر|معفى|معفي|إعفاء/u,
  de: /inbegriffen|inklusive|enthalten|inkl\.|befreit|erlassen/u,
  en: /\binclu(?:ded|des?|ding)\b|\bwaived?\b|\bexempt/u,
  es: /inclu(?:id[oa]s?|ye|yen)|\bexent[oa]s?\b/u,
  fr: /\binclus|\bcompris|\bexonér|\bexempt|\bdispens/u,
  it: /\binclus[oaie]\b|\bcompres[oaie]\b|\besent[ei]\b|\besonerat/u,
  ja: /含まれ|込み|免除/u,
  nl: /inbegrepen|inclusief|vrijgesteld/u,
  pl: /wliczon|w cenie|zwolnion/u,
  pt: /inclu(?:íd[oa]s?|so)|\bisent[oa]s?\b/u,
  ru: /включен|включён|входит|освобожд/u,
  tr: /dahil|muaf/u,
  zh: /包含|包括|含|免除|免收/u,
}

/** What stands for the expression in a text without it: a word that all languages read alike. */
const ONE_WORD = ' gratis '

const plainOf = (text: string) => text.toLowerCase()

/**
 * Whether a text says that something costs nothing.
 * @param language of the text, BCP 47; false for a language that is not known
 */
export const isFree = (text: string, language: string): boolean =>
  plainOf(text).search(lookUp(FREE, language) ?? NEVER) >= 0

/** Whether free prices of a language are known at all. */
export const readsFree = (language: string): boolean => lookUp(FREE, language) !== undefined

/** Whether a text says that something is part of a price, or that some need not pay it. */
export const isIncluded = (text: string, language: string): boolean =>
  plainOf(text).search(lookUp(INCLUDED, language) ?? NEVER) >= 0

/**
 * Puts one word for each expression of a free price, because `costs nothing` and `no charge` deny
 * nothing.
 */
export const withoutFreePhrases = (text: string, language: string): string => {
  const free = lookUp(FREE, language)
  if (!free || !isFree(text, language)) return text
  const plain = plainOf(text)
  // A letter that is longer in lower case, as in Turkish, would move all places after it.
  return (plain.length === text.length ? plain : text).replace(free, ONE_WORD)
}

const NEVER = /$^/u
