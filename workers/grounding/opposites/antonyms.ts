/**
 * Opposite words by language: `yes side | no side`, separated by semicolons. A star stands for any
 * ending. In scripts without blanks, a word is found anywhere in a text. `gratis` stands for all
 * expressions for `free`, and `atmost` and `atleast` for limits. A name before a pair says what is
 * stated or denied, in all languages alike: `opening`, `permission`, `inclusion`, `availability`.
 */
export const ANTONYMS: Readonly<Record<string, string>> = {
  ar: `opening: مفتوح* مفتوحة يفتح نفتح المفتوح* | مغلق* المغلق* يغلق نغلق; permission: مسموح* يسمح | ممنوع* محظور* يمنع; inclusion: مشمول* يشمل متضمن* تشمل | مستثنى*;
    permission: ممكن* يمكن* | مستحيل*; availability: متوفر* متاح* | نفد نفدت; بعد | قبل; atleast | atmost; مدفوع* برسوم | gratis`,
  cs: `opening: otevř* | zavř*; permission: povolen* dovolen* | zakázán* zakazan*; inclusion: zahrnut* | vyloučen*; placen* zpoplatněn* | gratis; po | před;
    atleast | atmost; maximálně | minimálně`,
  da: 'opening: åben åbent åbne | lukket lukkede; permission: tilladt | forbudt; betales | gratis; efter | før; atleast | atmost',
  de: `opening: geöffnet* offen* öffne* | geschlossen* schließ*; permission: erlaubt* gestattet* zulässig* | verboten* untersagt* unzulässig*;
    inclusion: inbegriffen enthalten inklusive eingeschlossen | ausgeschlossen exklusive ausgenommen; permission: möglich* | unmöglich* ausgeschlossen;
    kostenpflichtig* gebührenpflichtig* | gratis; availability: verfügbar* | ausverkauft* vergriffen*; permission: akzeptier* | ablehn* verweiger*;
    nach | vor; atleast | atmost; maximal* | minimal*; höher* mehr | niedriger* weniger; gültig* | abgelaufen*`,
  en: `opening: open opens opened opening | closed close closes shut; permission: allowed allow allows permitted welcome | forbidden prohibited banned;
    inclusion: included include includes including | excluded exclude excludes excluding; permission: possible | impossible; availability: available | unavailable;
    charged charge chargeable paid fee fees | gratis; permission: accepted accept accepts | refused refuse refuses rejected declined; after | before;
    atleast | atmost; maximum max | minimum min; valid | expired; higher more | lower less fewer; required must mandatory | optional`,
  es: `opening: abiert* abre abren abrimos | cerrad* cierra cierran cerramos; permission: permitid* permite* | prohibid* prohíbe*; inclusion: incluid* incluye* | excluid* excluye*;
    permission: posible | imposible; availability: disponible* | agotad*; pago pagan gastos costes comisiones | gratis; después | antes; atleast | atmost; máximo | mínimo; más | menos`,
  fi: 'opening: auki avoinna | kiinni suljettu*; permission: sallittu* | kielletty*; maksullinen | gratis; jälkeen | ennen; atleast | atmost',
  fr: `opening: ouvert* ouvre* ouvrons | fermé* ferme* fermons; permission: autorisé* permis* | interdit*; inclusion: inclus* compris* | exclu*; permission: possible* | impossible*;
    availability: disponible* | indisponible* épuisé*; payant* frais | gratis; après | avant; atleast | atmost; maximum maximal* | minimum minimal*; plus | moins`,
  he: 'opening: פתוח* פתוחים | סגור*; permission: מותר | אסור; אחרי | לפני; atleast | atmost',
  hi: 'opening: खुल* | बंद; permission: अनुमति | मना वर्जित; inclusion: शामिल | छोड़कर; सशुल्क | gratis; बाद | पहले; atleast | atmost',
  hu: 'opening: nyitva | zárva; permission: szabad megengedett | tilos; permission: lehetséges | lehetetlen; után | előtt; atleast | atmost',
  id: 'opening: buka dibuka | tutup ditutup; permission: boleh diperbolehkan diizinkan | dilarang; inclusion: termasuk | kecuali; berbayar | gratis; setelah sesudah | sebelum; atleast | atmost',
  it: `opening: apert* apre apriamo | chius* chiude chiudiamo; permission: permess* consentit* ammess* | vietat* proibit*; inclusion: inclus* compres* | esclus*; permission: possibil* | impossibil*;
    availability: disponibil* | esaurit*; pagamento costi spese commissioni | gratis; dopo | prima; atleast | atmost; massimo | minimo; più | meno`,
  ja: `opening: 営業 開店 開館 | 休業 定休 閉店 休館 お休み; inclusion: 含まれます 込み 含む | 別途 除く; 有料 | gratis;
    以上 | 以下 以内; 後 | 前; 最大 | 最小; あり | なし`,
  ko: 'opening: 영업 엽니다 | 휴무 휴업 닫습니다; inclusion: 포함 | 제외 별도; 유료 | gratis; 이상 | 이하 이내; 최대 | 최소; 이후 | 이전',
  nl: `opening: open geopend | gesloten dicht; permission: toegestaan | verboten; inclusion: inbegrepen inclusief | uitgesloten exclusief; permission: mogelijk | onmogelijk; betaald betalen | gratis;
    na | voor vóór; atleast | atmost; maximaal | minimaal; meer | minder`,
  no: 'opening: åpen åpent åpne | stengt; permission: tillatt | forbudt; betales | gratis; etter | før; atleast | atmost',
  pl: `opening: otwart* otwieram* | zamknięt* nieczynn*; permission: dozwolon* wolno | zabronion* zakazan*; inclusion: wliczon* zawart* | wyłączon* wykluczon*; płatn* odpłatn* opłat* | gratis;
    po | przed; atleast | atmost; maksymaln* maksimum | minimaln* minimum; więcej | mniej`,
  pt: `opening: abert* abre abrimos | fechad* fecha fechamos; permission: permitid* permite* | proibid*; inclusion: incluíd* inclui* | excluíd* exclui*; permission: possível | impossível;
    availability: disponív* | esgotad* indisponív*; pago pagos taxa taxas custos cobramos | gratis; depois após | antes; atleast | atmost; máximo | mínimo; mais | menos`,
  ro: 'opening: deschis* | închis*; permission: permis* | interzis*; inclusion: inclus* | exclus*; permission: posibil* | imposibil*; plătit* | gratis; după | înainte; atleast | atmost',
  ru: `opening: открыт* работа* открыва* | закрыт* закрыва* выходной; permission: разрешен* разрешён* разрешается можно допускается | запрещен* запрещён* запрещается;
    inclusion: включен* включён* входит входят | исключен* исключён*; 
    платн* | gratis; после | до перед; atleast | atmost; максим* | миним*; больше более | меньше менее`,
  sv: 'opening: öppet öppen öppna öppnar | stängt stängd stängda; permission: tillåtet tillåtna tillåten | förbjudet förbjudna; inclusion: ingår inkluderat | exkluderat; avgift* | gratis; efter | före innan; atleast | atmost',
  th: 'opening: เปิด | ปิด; ขั้นต่ำ | สูงสุด; หลัง | ก่อน',
  tr: `opening: açık açıktır açığız açılır | kapalı kapalıdır kapalıyız kapanır; permission: serbest* izin | yasak*; permission: mümkün* | imkansız* imkânsız*;
    ücretli* | gratis; sonra | önce; atleast | atmost; availability: mevcut* | tükendi*; fazla | az; maksimum | minimum`,
  uk: `opening: відкрит* працю* | закрит* зачинен*; permission: дозволен* можна | заборонен*; inclusion: включен* входить | виключен*; платн* | gratis;
    після | до перед; atleast | atmost; максим* | мінім*; більше | менше`,
  vi: 'opening: mở | đóng; permission: được phép cho phép | cấm; inclusion: bao gồm | loại trừ; sau | trước; tối thiểu | tối đa',
  zh: `opening: 营业 開放 开放 开门 營業 開門 | 关闭 休息 闭馆 关门 關閉 關門 閉館 休业; inclusion: 包含 包括 包 含 | 除外;
    收费 付费 收費 付費 | gratis; 之后 以后 之後 後 后 | 之前 以前 前; 至少 最低 以上 | 最多 至多 以内 以下 以內; 最大 | 最小`,
}

/** Pairs whose second word does not deny: a text without both says neither. */
export const SCALES = new Set(
  `before previous vor avant antes prima przed před до перед önce قبل atmost minimum min minimal*
    mínimo minimo minim* мін* миним* 以下 以内 以內 前 之前 以前 最多 最小 이하 이내 이전 최소 ก่อน สูงสุด`.split(
    /\s+/u,
  ),
)

/** Prefixes that make a word its opposite, by language: `unused` and `used`. */
export const OPPOSITE_PREFIXES: Readonly<Record<string, readonly string[]>> = {
  be: ['не', 'ня'],
  bg: ['не'],
  ca: ['in', 'im', 'ir', 'il', 'des'],
  cs: ['ne'],
  da: ['u'],
  de: ['un', 'nicht'],
  en: ['un', 'non', 'in', 'im', 'ir', 'il', 'dis'],
  es: ['in', 'im', 'ir', 'des', 'no'],
  fi: ['epä'],
  fr: ['in', 'im', 'ir', 'il', 'non'],
  hr: ['ne'],
  it: ['in', 'im', 'ir', 'non'],
  nl: ['on', 'niet'],
  no: ['u'],
  pl: ['nie'],
  pt: ['in', 'im', 'ir', 'des', 'não'],
  ro: ['ne', 'in', 'im'],
  ru: ['не'],
  sk: ['ne'],
  sl: ['ne'],
  sr: ['ne', 'не'],
  sv: ['o'],
  uk: ['не'],
}

/** Endings that take a thing away, and those that give it, by language: `ücretsiz`, `ücretli`. */
export const OPPOSITE_ENDINGS: Readonly<Record<string, readonly [RegExp, RegExp]>> = {
  en: [/less$/u, /(?:ful|y|ed)?$/u],
  hu: [/(?:[ae]tl[ae]n|t[ae]l[ae]n)$/u, /(?:o?s|[öe]s|ott|ett)?$/u],
  tr: [/s[ıiuü]z$/u, /l[ıiuü]$/u],
}

/** Expressions for `free`, which deny nothing, in all languages. */
export const FREE = [
  /(?<!\p{L})(?:(?:costs?|charge) (?:you )?nothing|(?:free of|no|without|at no) (?:extra |additional )?(?:charge|costs?|fees?))(?!\p{L})|(?<!\p{L})(?:for )?free(?: of charge)?(?!\p{L})|(?:kostet|zahlen|bezahlen|kosten) (?:sie |du |ihr )?nichts|(?:keine|ohne) (?:zusätzlichen |weiteren )?(?:kosten|gebühren?|aufpreis)|kostenlos\p{L}{0,3}/gu,
  /kostenfrei\p{L}{0,3}|gratis|gratuit\p{L}{0,3}|offert\p{L}{0,2}|ne (?:coûte|payez|paie) rien|sans (?:frais|supplément)/gu,
  /gratuit\p{L}{0,2}|no cuesta nada|no (?:se )?paga nada|sin (?:coste|costo|cargo)s?(?: adicional(?:es)?)?|non costa (?:nulla|niente)|senza costi/gu,
  /gratuita?mente|não (?:custa|paga) nada|sem (?:custos?|taxas?)|kost niets|zonder kosten|bezpłatn\p{L}{1,3}/gu,
  /darmow\p{L}{1,3}|za darmo|bez opłat|бесплатн\p{L}{1,3}|безкоштовн\p{L}{1,3}|ничего не (?:стоит|платите)/gu,
  /zdarma|ücretsiz\p{L}{0,4}|bedava|ücret (?:ödenmez|alınmaz)|مجان[يا]\p{L}{0,2}|بدون رسوم/gu,
  /دون رسوم|無料|免费|免費|무료|ฟรี/gu,
  /ไม่มีค่าใช้จ่าย|मुफ़?्?त|निःशुल्क|miễn phí|kostnadsfri\p{L}{0,2}|ilmainen/gu,
  /ilmaise\p{L}{0,3}|ingyenes\p{L}{0,3}|חינם|ללא תשלום|δωρεάν/gu,
]

/** Limits, which deny nothing, in all languages. */
export const AT_MOST =
  /(?<!\p{L})(?:(?:no|not|never) (?:more|higher|longer|heavier|larger) than|(?:(?:must|may|can|should|does|do) ?not|mustn['’]t|cannot) exceed|at (?:the )?most|up to|höchstens|maximal|bis zu|(?:nicht|nie) (?:mehr|höher|größer|schwerer|teurer) als|nicht überschreiten|au plus|ne (?:(?:doit|doivent|peut|peuvent) pas )?(?:dépasser|dépassent?)(?: pas)?|pas plus d[e’']|au maximum|como (?:máximo|mucho)|no más de|no (?:debe|deben|puede|pueden) (?:superar|exceder)|non (?:deve|devono|può) superare|non più di|al massimo|não mais (?:de|do que)|no máximo|niet meer dan|hoogstens|co najwyżej|nie więcej niż|не (?:более|больше)|не (?:долж\p{L}{1,3} )?превыша\p{L}{1,4}|не більше|nie (?:może )?przekracza\p{L}{0,2}|en fazla|nejvýše|maximálně|högst|højst|على الأكثر|كحد أقصى|לכל היותר|अधिक से अधिक)(?!\p{L})/gu
export const AT_LEAST =
  /(?<!\p{L})(?:(?:no|not) (?:less|fewer) than|at (?:the )?least|mindestens|nicht weniger als|au (?:moins|minimum)|pas moins d[e’']|al menos|como mínimo|por lo menos|almeno|non meno di|pelo menos|no mínimo|minstens|ten minste|co najmniej|nie mniej niż|не (?:менее|меньше)|en az|nejméně|alespoň|minst|mindst|على الأقل|لا يقل عن|לפחות|कम से कम)(?!\p{L})/gu

/** Limits of time, which deny nothing, in all languages. */
export const LATEST =
  /(?<!\p{L})(?:(?:no|not) (?:later|longer|earlier|sooner) than|at the (?:latest|earliest)|nicht (?:später|länger|früher) als|pas plus t(?:ard|ôt) que|no más tarde de|non più tardi di|não mais tarde (?:de|do que)|niet (?:later|eerder) dan|nie później niż|не (?:позднее|позже|раньше)(?: чем)?|не (?:пізніше|раніше)(?: ніж)?|ne později než)(?!\p{L})/gu
