import { lookUp } from '../../shared/lib/lookUp.ts'

/**
 * How each language says that something costs nothing, also in other words. No other sense of a
 * word, such as `feel free`, is among them.
 */
const FREE: Readonly<Record<string, readonly RegExp[]>> = {
  ar: [
    /مجان|بدون (?:أي )?(?:رسوم|تكلفة|مقابل)|(?:لا|لن) (?:تدفع|يكلف|تكلف)(?:ون)? (?:أي )?شيئ?/giu,
  ],
  cs: [/zdarma|bezplatn|(?:neplatíte|nestojí|nezaplatíte) nic|nic (?:neplatíte|nestojí)/giu],
  da: [
    /\bgratis\b|\bfri(?:t)?\b(?= (?:fragt|fra|over|levering|ved|retur))|uden (?:beregning|omkostninger)|koster (?:ikke noget|intet)|betaler (?:ikke noget|intet)/giu,
  ],
  de: [
    /\b(?:kostenlos|kostenfrei|gebührenfrei|versandkostenfrei|portofrei|unentgeltlich|gratis|umsonst)|\bfrei(?:e[rn]?)? (?:haus|eintritt|lieferung)|\beintritt (?:ist )?frei\b|\bprovisionsfrei|\bohne (?:aufpreis|kosten|gebühr(?:en)?|zusatzkosten|versandkosten)\b|\bkeine (?:gebühr(?:en)?|(?:versand|liefer|zusatz)?kosten)\b/giu,
    /\bkoste[nt]\b[^.!?\n]{0,30}\bnichts\b/giu,
    /\bzahl(?:en|t|st)\b[^.!?\n]{0,40}\bnichts\b/giu,
    /\bkeine[nr]? (?:gebühr|aufpreis|porto|(?:versand|liefer)gebühr|(?:versand|liefer|zusatz)?kosten)/giu,
  ],
  en: [
    /\b(?:complimentary|gratis)\b|\b(?:costs?|costing|pay(?:s|ing)?) (?:you )?nothing\b|\bfor nothing\b|\bon the house\b|\bnot charged?\b/giu,
    /(?<!\bfeel )(?<![-–]|toll )\bfree\b(?![- ](?:of(?! charge)|to\b(?! (?:use|enter|join|download))|time|trade|range|space|spot|seat|place|table|will|hand|from))/giu,
    /\b(?:at|for) no (?:\p{L}{1,10} )?(?:cost|charge)\b/giu,
    /\bno (?:[\p{L}-]{1,12} )?(?:charge|fees?|costs?)\b/giu,
    /\bwithout (?:\p{L}{1,10} )?(?:charge|cost|fees?)\b/giu,
    /\b(?:do(?:es)?n['’]t|do(?:es)? not|won['’]t|will not) (?:cost|pay) (?:\p{L}{1,10} )?(?:anything|for)\b/giu,
  ],
  es: [
    /\bgratis\b|\bgratuit[oa]s?\b|\bgratuitamente\b|\bsin (?:coste|costo|cargo|gastos|comisión|comisiones)\b|\bno (?:tiene comisi(?:ón|ones)|(?:hay|se cobran?) (?:costes?|gastos|comisi(?:ón|ones)|cuotas?))\b|\bningún (?:coste|costo|gasto)\b|\bno (?:cuesta|cuestan|paga|pagas|pagan|pagará)\s(?:usted )?nada\b/giu,
  ],
  fi: [/\bilmai|\bmaksuto|\bmaksutta\b|ei maksa mitään/giu],
  fr: [
    /\bgratuit|\bgracieus|\boffert(?:e?s?)\b|\bsans (?:frais|supplément)\b|\brien à payer\b|\baucuns? frais\b|\bpas de frais\b/giu,
    /\bne\b[^.!?\n]{0,20}\brien\b/giu,
  ],
  it: [
    /\bgratis\b|\bgratuit[oaie]\b|\bgratuitamente\b|\bsenza (?:costi|spese|supplemento)\b|\bnon (?:costa|costano|paga|paghi|pagate)\s?(?:nulla|niente)\b|\bin omaggio\b|\bnon (?:ci sono|sono previst[ei]|si pagano) (?:costi|spese|commissioni)\b|\bness(?:un costo|una spesa|una commissione)\b/giu,
  ],
  ja: [
    /無料|タダ|ただで|(?:送料|料金|費用|手数料)は(?:一切)?(?:かかりません|かからない|いただきません|不要)|0円/giu,
  ],
  ko: [/무료|공짜|(?:비용|요금|배송비|수수료)[이가은는]? ?(?:들지 않|없|부과되지 않)/giu],
  nl: [
    /\bgratis\b|\bkosteloos|\bzonder (?:kosten|toeslag)\b|\bgeen (?:kosten|verzendkosten)\b/giu,
    /\bkost(?:en)?\b[^.!?\n]{0,20}\bniets\b/giu,
    /\bbetaal(?:t|en)?\b[^.!?\n]{0,30}\bniets\b/giu,
  ],
  no: [
    /\bgratis\b|\bfri(?:tt)?\b(?= (?:frakt|fra|over|levering|ved|retur))|kostnadsfri|koster (?:ingenting|ikke noe)|betaler (?:ingenting|ikke noe)/giu,
  ],
  pl: [
    /\bdarmow|\bbezpłatn|\bza darmo\b|\bgratis\b|\bnic nie (?:kosztuje|płaci)|\bnie (?:kosztuje|płaci\p{L}{0,3}) nic|\bbez (?:opłat|kosztów|dopłaty)|\bnie (?:ma|pobieramy) (?:żadnych )?opłat|\bbrak opłat/giu,
  ],
  pt: [
    /\bgrátis\b|\bgratuit[oa]s?\b|\bgratuitamente\b|\bsem (?:custos?|encargos|taxas?)\b|\bnão (?:custa|custam|paga|pagam) nada\b|\bnão (?:há|cobramos|tem) (?:custos?|taxas?|encargos)\b|\bnenhum custo\b/giu,
  ],
  ru: [
    /бесплатн|безвозмездн|даром|ничего не (?:стоит|стоят|плат|заплат)|не (?:стоит|плат\p{L}{1,4}) ничего|без (?:оплаты|платы|доплаты)|плата не взимается|(?:доплачивать|платить) не (?:нужно|надо)/giu,
  ],
  sv: [
    /\bgratis\b|\bfri(?:tt)?\b(?= (?:frakt|från|över|entré|retur|leverans|vid))|kostnadsfri|utan (?:kostnad|avgift)|\bing(?:en|a) avgift(?:er)?\b|kostar (?:inget|ingenting)|betalar (?:inget|ingenting)/giu,
  ],
  tr: [/ücretsiz|bedava|bedelsiz|ücret (?:alınmaz|ödemezsiniz|ödenmez|yok)|para ödemezsiniz/giu],
  uk: [/безкоштовн|безоплатн|нічого не (?:коштує|плат)|без (?:оплати|доплати)/giu],
  vi: [/miễn phí|không (?:mất|tốn) (?:phí|tiền)/giu],
  zh: [/免费|免費|不收(?:取)?(?:任何)?(?:费|費)|无需(?:付费|支付)|包邮|免(?:运费|邮)|0元/giu],
}

/** How each language says that a price holds something already, or that some need not pay it. */
const INCLUDED: Readonly<Record<string, RegExp>> = {
  ar: /مشمول|يشمل|ضمن السعر|معفى|معفي|إعفاء/iu,
  de: /inbegriffen|inklusive|enthalten|inkl\.|befreit|erlassen/iu,
  en: /\binclu(?:ded|des?|ding)\b|\bwaived?\b|\bexempt/iu,
  es: /inclu(?:id[oa]s?|ye|yen)|\bexent[oa]s?\b/iu,
  fr: /\binclus|\bcompris|\bexonér|\bexempt|\bdispens/iu,
  it: /\binclus[oaie]\b|\bcompres[oaie]\b|\besent[ei]\b|\besonerat/iu,
  ja: /含まれ|込み|免除/iu,
  nl: /inbegrepen|inclusief|vrijgesteld/iu,
  pl: /wliczon|w cenie|zwolnion/iu,
  pt: /inclu(?:íd[oa]s?|so)|\bisent[oa]s?\b/iu,
  ru: /включен|включён|входит|освобожд/iu,
  tr: /dahil|muaf/iu,
  zh: /包含|包括|含|免除|免收/iu,
}

/** What stands for the expression in a text without it: a word that all languages read alike. */
const ONE_WORD = ' gratis '

/**
 * Whether a text says that something costs nothing.
 * @param language of the text, BCP 47; false for a language that is not known
 */
export const isFree = (text: string, language: string): boolean =>
  (lookUp(FREE, language) ?? []).some((free) => text.search(free) >= 0)

/** Whether free prices of a language are known at all. */
export const readsFree = (language: string): boolean => lookUp(FREE, language) !== undefined

/** Whether a text says that something is part of a price, or that some need not pay it. */
export const isIncluded = (text: string, language: string): boolean =>
  lookUp(INCLUDED, language)?.test(text) ?? false

/**
 * Puts one word for each expression of a free price, because `costs nothing` and `no charge` deny
 * nothing.
 */
export const withoutFreePhrases = (text: string, language: string): string =>
  (lookUp(FREE, language) ?? []).reduce((plain, free) => plain.replace(free, ONE_WORD), text)
