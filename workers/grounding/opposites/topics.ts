/**
 * What customers ask yes or no of, as the beginnings of words in many languages: the only words by
 * which a reply is compared with sources in another language. What begins the same in two of them
 * stands once; in scripts without blanks, it is found anywhere.
 */
const TOPICS: Readonly<Record<string, readonly [begins: string, anywhere: string]>> = {
  pets: [
    `dogs? pets? animals? hunde? haustier tiere chiens? animaux animal perr mascota can[ei] hond huisdier pies ps[ay] zwierz cão
      cães cachorr собак животн питомц köpe evcil hayvan husdjur كلب كلاب الكلاب حيوان الحيوان`,
    '犬|ペット|狗|宠物|寵物|강아지|반려|สุนัข|สัตว์',
  ],
  cash: [
    'cash bargeld bar(?!\\p{L}) espèces liquide efectivo metálico contant gotówk dinheiro наличн nakit kontant نقد',
    '現金|现金|현금|เงินสด|नकद',
  ],
  cards: [
    'cards? kreditkarte ec-karte karte carte tarjeta creditcard pinpas kart[yąa] cartão cartões карт kartla kort بطاق',
    'カード|信用卡|刷卡|카드|บัตรเครดิต',
  ],
  smoking: [
    'smok rauch fum rook roken pali paleni кури курен sigara rök تدخين التدخين',
    '喫煙|タバコ|吸烟|抽烟|흡연|담배',
  ],
  cancelling: [
    'cancel stornier kündig absag annul résili anul annull disd opzeg afzeg rezygn отмен iptal avbok avbest إلغاء',
    'キャンセル|解約|取消|취소|ยกเลิก',
  ],
  returns: [
    `return refund erstatt rückzahl zurückgeb rückgab rembours retour reembols devol devuel rimbors restitu terug zwrot zwróc
      возврат верну вернут iade återbetal retur استرداد إرجاع`,
    '返金|返品|退款|退还|退货|退貨|환불|반품|คืน',
  ],
  exchanges: [
    'exchang umtausch échang cambi ruil wymian troc обмен değiş استبدال',
    '交換|换货|换|교환',
  ],
  guests: [
    'guest gast gäst invité invitad ospit goś convidad гост misafir ضيف ضيوف الضيوف',
    'ゲスト|同伴|客人|손님|동반',
  ],
  children: [
    'child kids? kinder enfant niñ bambin dziec criança дет(?:и|ей|ям) ребён çocu barn أطفال الأطفال',
    '子供|お子|儿童|孩子|어린이|아이',
  ],
  receipts: [
    'receipt kassenbon quittung beleg reçu recib scontrin ricevut kassabon paragon чек fiş kvitto إيصال',
    'レシート|領収書|收据|小票|영수증',
  ],
  deposits: [
    'deposit kaution pfand caution fianza depósito cauzion borg kaucj caução залог depozito وديعة',
    '保証金|押金|보증금',
  ],
  appointments: [
    'appointment termin rendez-vous cita appuntament afspraak umówi randevu запис موعد',
    '予約|预约|預約|예약',
  ],
  breakfast: [
    'breakfast frühstück petit-déjeuner desayun colazion ontbijt śniadan завтрак kahvaltı frukost إفطار الإفطار',
    '朝食|早餐|조식',
  ],
  parking: [
    'park garag stationn aparc estacion parchegg otopark парков гараж موقف',
    '駐車|停车|停車|주차|ที่จอดรถ',
  ],
  motorcycles: [
    'motorcycl motorbike motorrad motorräder moto мотоцикл motosiklet',
    'バイク|摩托|오토바이',
  ],
  warranty: [
    'warrant guarant garant gewährleist gwaranc гарант ضمان',
    '保証(?!金)|保修|质保|품질보증',
  ],
  food: [
    'food essen lebensmittel speis nourriture aliment comida cibo eten voedsel jedzen żywnoś ед[аыу](?!\\p{L}) продукт yiyecek gıda طعام',
    '食べ物|飲食|食物|食品|음식|อาหาร',
  ],
  luggage: ['luggage baggage gepäck bagag equipaj bagaż багаж bagaj أمتعة', '荷物|行李|수하물'],
  swimming: [
    'pool schwimm piscin zwembad basen бассейн havuz simbassäng مسبح',
    'プール|游泳|수영장|สระว่ายน้ำ',
  ],
  sauna: ['sauna сауна саун ساونا', 'サウナ|桑拿|사우나|ซาวน่า'],
  delivery: [
    'deliver shipp liefer versand livr envío consegn sped bezorg verzend dostaw wysył entreg достав teslim kargo leverans frakt توصيل شحن',
    '配送|配達|送货|배송|จัดส่ง',
  ],
  passports: [
    'passport reisepass passeport pasaporte passaporto paspoort paszport passaporte паспорт pasaport جواز',
    'パスポート|护照|여권',
  ],
  vouchers: ['voucher gutschein gift bons? vale buono cadeaubon купон', 'クーポン|优惠券|쿠폰'],
}

/** Words that a language joins to the beginning of another: Arabic articles and prepositions. */
const JOINED = '(?:[وبلف]?ال)?'

const EXPRESSIONS = Object.entries(TOPICS).map(
  ([topic, [begins, anywhere]]) =>
    [
      topic,
      new RegExp(`(?<!\\p{L})${JOINED}(?:${begins.split(/\s+/u).join('|')})|${anywhere}`, 'iu'),
    ] as const,
)

/** Returns the topics that a text names, in any language. */
export const topicsIn = (text: string): string[] =>
  EXPRESSIONS.filter(([, words]) => words.test(text)).map(([topic]) => topic)
