import { lookUp } from '../../shared/lib/lookUp.ts'

/**
 * Negating words of each language, separated by blanks. Languages written without blanks are in
 * `PARTS`.
 */
const WORDS: Readonly<Record<string, string>> = {
  ar: 'لا ليس ليست غير بدون لم لن',
  az: 'deyil yox',
  be: 'не няма без нельга',
  bg: 'не няма без никога',
  bn: 'না নেই নয় ছাড়া',
  ca: 'no sense mai cap',
  cs: 'ne není nejsou nelze nemohu nemůžu nemáte bez nikdy',
  da: 'ikke uden ingen intet aldrig',
  de: 'nicht kein keine keinen keinem keiner keines ohne nie niemals',
  el: 'δεν δε μη μην όχι χωρίς ποτέ',
  en: 'not no never without cannot nor none nothing nobody cant dont doesnt wont isnt arent couldnt didnt',
  es: 'no sin nunca ningún ninguna ninguno',
  et: 'ei pole ilma mitte',
  eu: 'ez gabe',
  fa: 'نیست نیستند ندارد ندارید ندارند بدون غیر نشده',
  fi: 'ei en et emme ette eivät ilman eikö',
  fr: 'ne pas ni sans jamais aucun aucune',
  gu: 'નથી નહીં વગર',
  he: 'לא בלי אין אינו אינה ללא',
  hi: 'नहीं बिना न',
  hr: 'ne nije nisu bez nema nemate nemam',
  hu: 'nem nincs nincsenek nélkül sem soha',
  id: 'tidak bukan tanpa jangan belum tak',
  is: 'ekki án enginn',
  it: 'non senza mai nessun nessuna',
  ka: 'არ არა ვერ გარეშე',
  lt: 'ne nėra be negalima',
  lv: 'ne nav bez nedrīkst',
  mr: 'नाही नाहीत शिवाय',
  ms: 'tidak bukan tanpa jangan belum tak',
  nl: 'niet geen zonder nooit',
  no: 'ikke uten ingen aldri',
  pa: 'ਨਹੀਂ ਬਿਨਾਂ',
  pl: 'nie bez nigdy',
  pt: 'não sem nunca nenhum nenhuma',
  ro: 'nu fără niciodată',
  ru: 'не нет без нельзя никогда',
  sk: 'ne nie bez nikdy nemožno',
  sl: 'ne ni niso brez nima nimate',
  sq: 'nuk nuk mos pa',
  sr: 'не није нису без нема',
  sv: 'inte ej utan ingen inga inget aldrig',
  ta: 'இல்லை இல்லாமல்',
  te: 'కాదు లేదు లేకుండా',
  tl: 'hindi wala walang huwag',
  tr: 'değil yok hariç olmayan',
  uk: 'не немає без ні ніколи',
  ur: 'نہیں بغیر',
  vi: 'không chưa đừng',
}

/** Patterns for languages without blanks between words, and for negation within words. */
const PARTS: Readonly<Record<string, RegExp>> = {
  fa: /(?:^|\s)نمی/u,
  ja: /ない|なかった|ません|なく|ずに|[けせれきえしりめべ]ず(?:[、。]|$)|不可|禁止/u,
  ko: /않|없|(?:^|\s)[안못]\s|못하|아닌|아니|불가|금지/u,
  lo: /ບໍ່/u,
  th: /ไม่|ห้าม/u,
  km: /មិន/u,
  zh: /[不没沒無无未]|禁止|严禁|嚴禁/u,
}

/**
 * Words that negate by their form: Turkish verbs, and words that Slavic languages write together
 * with `not`. A form counts only if hardly any other word has it: `ödemeden` is `from payment` as
 * well as `without paying`.
 */
const FORMS: Readonly<Record<string, RegExp>> = {
  ar: /^[وف](?:لا|ليس|ليست|لم|لن|غير|بدون)$/u,
  bg: /^(?:невъзможн|недостъпн|недопустим)/u,
  cs: /^ne(?:bud|doruč|fung|jde|jsem|jsme|jste|jsou|lze|moh|můž|má$|mám|máte|mají|možn|musí|nabíz|ní$|obsah|platí|podpor|poskyt|posílá|potřeb|přijím|smí|umožň|uznáv|účtuj|vrac|vrátí|vyžad|vztah|zahrn|zasílá)/u,
  hr: /^ne(?:moguć|dostup|ćemo|će$|ću$|mamo|možete|može)/u,
  pl: /^nie(?:możliw|dostępn|dozwol|dopuszcz|ważn)/u,
  ru: /^(?:невозмож|недоступ|недопустим|недействит|неприменим)/u,
  sk: /^ne(?:bud|doruč|fung|môž|možn|má$|mám|máte|majú|dá$|posiel|prijím|platí|zahŕň|obsah|vzťah|smie|ponúk)/u,
  sr: /^(?:ne(?:moguć|dostup|ćemo|možete)|не(?:могућ|доступ|ћемо|можете))/u,
  tr: /^(?!namaz|yılmaz|korkmaz|pekmez)\p{L}{2,30}?(?:m[ae]z(?:l[ae]r|s[ıi]n|s[ıi]n[ıi]z|s[ae])?|m[ıiuü]yor\p{L}{0,6}|m[ae]yac[ae][kğ]\p{L}{0,6}|m[ae]yece[kğ]\p{L}{0,6}|m[ae]d[ıi](?!r)\p{L}{0,4}|m[ae]m[ıi]ş\p{L}{0,6}|m[ae]m[ae](?:k|l[ıi]|s[ıi])\p{L}{0,6}|m[ae]y[ae]n\p{L}{0,4}|m[ae]y[ıi]n(?:[ıi]z)?)$|^(?:değil|yok)(?:d[ıi]r|tur|lar|se|sa|uz)?$|^olmadan$/u,
  uk: /^(?:неможлив|недоступн|недопустим|недійсн)/u,
}

/** Expressions that contain a negating word but negate nothing: `oder nicht`, `可不可以`, `ませんか`. */
const IDLE: Readonly<Record<string, RegExp>> = {
  en: /\bor (?:not|no)\b|\bno\.? ?(?=\d)|\bwhy not\b|\bnot only\b/gu,
  ja: /(?:ません|ないです|ない)(?:でしょう)?か[?？。]*$|(?:ない|ません)[?？]$|すみません|すいません|かもしれません|少ない|なければ|なくては/gu,
  ko: /(?:않나요|없나요|없을까요|않을까요)[?？]*$|안녕/gu,
  th: /(?:หรือ|รึ)(?:เปล่า|ไม่)|ใช่ไหม/gu,
  vi: /không[?？\s]*$|hay không/gu,
  zh: /(.)[不没沒](?=\1)|[有没沒]没有|不好意思|不过|不過|不仅|不僅|不但|不锈|不鏽|不同|不错|無線|无线|未来|未來/gu,
}
const OR_NOT =
  /(?<!\p{L})(?:oder|ou|of|o|eller|czy|или|чи|nebo|alebo|ili|ali|sau|vagy|tai|või|veya|yoksa|أو|أم|או|या|atau|ή)\s{1,9}(\p{L}{1,40})(?=\s{0,9}[?？؟]{0,9}$)/u

const known = new Map<string, ReadonlySet<string>>()
function wordsOf(language: string): ReadonlySet<string> {
  const words = known.get(language) ?? new Set((lookUp(WORDS, language) ?? '').split(' '))
  known.set(language, words)
  return words
}

/**
 * Whether a question or a heading is negated, so that its answer is wrong for the opposite
 * question. A question that begins with its negation (`Don't you`, `¿No aceptan`) does not count:
 * it asks the same without it. Doubtful cases do not count either.
 * @param language BCP 47
 */
export function isNegated(text: string, language: string): boolean {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’ʼ`´]/gu, "'")
  const rest = plain.replace(lookUp(IDLE, language) ?? /$^/u, ' ').replace(OR_NOT, ' ')
  if (lookUp(PARTS, language)?.test(rest)) return true
  const isQuestion = /[?？؟;]\s*$/u.test(plain)
  const words = rest.match(/[\p{L}\p{M}\p{N}']+/gu) ?? []
  return words.some((word, at) => {
    if (isQuestion && at === 0) return false
    if (language === 'en' && word.endsWith("n't")) return true
    if (lookUp(FORMS, language)?.test(word)) return true
    return word.split("'").some((part) => isNegation(part, language))
  })
}

/**
 * @param word in lower case and with its accents: Vietnamese `đừng` means `do not`, and `dùng`
 *   means `use`
 */
export const isNegation = (word: string, language: string) => wordsOf(language).has(word)
