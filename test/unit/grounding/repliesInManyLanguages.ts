/** A source, replies that it supports, and replies that it does not. */
export type JudgedReplies = readonly [
  source: string,
  right: readonly string[],
  wrong: readonly string[],
]

/** Units, numbers in words, and periods. */
export const FIGURES: readonly JudgedReplies[] = [
  [
    '送料は550円です。配送には3日かかります。返品は二週間以内にご連絡ください。',
    ['配送料は550円です', '配送は三日かかります', '返品は14日以内です', '返品は2週間以内です'],
    ['送料は550ドルです', '配送には3週間かかります', '返品は二か月以内です', '送料は550ユーロ'],
  ],
  [
    '배송비는 3,000원입니다. 배송은 삼 일 걸립니다. 이틀 안에 취소할 수 있습니다.',
    ['배송비는 3천 원이에요', '배송에는 3일이 걸려요', '2일 안에 취소할 수 있습니다'],
    ['배송비는 3,000달러입니다', '배송은 3주 걸립니다', '나흘 안에 취소할 수 있습니다'],
  ],
  [
    'ค่าจัดส่ง 50 บาท ใช้เวลา 3 วันทำการ คืนสินค้าได้ภายในสามสิบวัน',
    ['ค่าส่ง 50 บาท', 'จัดส่งภายในสามวันทำการ', 'คืนได้ภายใน 30 วัน'],
    ['ค่าส่ง 50 ดอลลาร์', 'จัดส่งใช้เวลา 3 สัปดาห์', 'คืนได้ภายใน 30 เดือน'],
  ],
  [
    '运费10元，3天内送达。两个月内可以退货。年费1.5万元。客服二十四小时在线。',
    ['运费是10块钱', '三天内送达', '2个月内可退货', '年费为15,000元', '客服24小时在线'],
    ['运费10美元', '3周内送达', '两天内可以退货', '年费1.5亿元', '运费10欧元'],
  ],
  [
    'Dostawa kosztuje 12 zł i trwa 3 dni robocze. Zwrot jest możliwy w ciągu trzech tygodni.',
    ['Koszt dostawy to 12 złotych', 'Dostawa w ciągu trzech dni', 'Zwrot w ciągu 3 tygodni'],
    ['Dostawa kosztuje 12 euro', 'Dostawa trwa 3 godziny', 'Zwrot w ciągu pięciu tygodni'],
  ],
  [
    'Doprava stojí 99 Kč a trvá dva dny. Zboží lze vrátit do 14 dnů.',
    ['Doprava stojí 99 korun', 'Doručení trvá 2 dny', 'Zboží lze vrátit do dvou týdnů'],
    ['Doprava stojí 99 eur', 'Doručení trvá dva měsíce', 'Zboží lze vrátit do 14 hodin'],
  ],
  [
    'Kargo ücreti 49,90 TL’dir ve teslimat iki gündür. İade süresi 14 gündür.',
    ['Kargo 49,90 liradır', 'Teslimat 2 gün sürer', 'İade süresi on dört gün', 'Kargo ₺49,90'],
    ['Kargo ücreti 49,90 Euro’dur', 'Teslimat iki aydır', 'İade süresi 14 aydır'],
  ],
  [
    'رسوم الشحن 25 ريالاً سعودياً ويستغرق التوصيل ثلاثة أيام. يمكن الإرجاع خلال يومين.',
    ['رسوم الشحن 25 ريال', 'التوصيل يستغرق 3 أيام', 'الإرجاع خلال ٢ يوم', 'الشحن خلال ثلاث أيام'],
    [
      'رسوم الشحن 25 دولاراً',
      'التوصيل يستغرق ثلاثة أسابيع',
      'الإرجاع خلال ساعتين',
      'خلال خمسة أيام',
    ],
  ],
  [
    'डिलीवरी शुल्क ₹1,20,000 है। डिलीवरी तीन दिन में होती है। 50 रुपये का कूपन मिलता है।',
    ['डिलीवरी शुल्क 120000 रुपये है', 'डिलीवरी 3 दिन में', 'शुल्क 1.2 लाख रुपये है', '₹50 का कूपन'],
    ['डिलीवरी शुल्क 1,20,000 डॉलर है', 'डिलीवरी तीन हफ्ते में', 'डिलीवरी पाँच दिन में', '₹1.2 करोड़'],
  ],
  [
    'Три с половиной тысячи рублей. Ремонт длится от трёх до пяти дней. Гарантия действует 5 лет.',
    [
      'Цена 3500 рублей',
      'Ремонт занимает 3–5 дней',
      '5 с лишним лет',
      'Гарантия пять лет',
      '3 500 ₽',
    ],
    ['Цена 3500 долларов', 'Ремонт занимает от двух до пяти дней', 'Гарантия 5 месяцев', '4500 ₽'],
  ],
  [
    'Frakten kostar 1 250:- och tar två dygn. Öppet köp gäller i 30 dagar.',
    ['Frakten kostar 1250 kr', 'Leveransen tar 2 dagar', 'Öppet köp i trettio dagar', 'SEK 1 250'],
    ['Frakten kostar 1250 euro', 'Leveransen tar två veckor', 'Öppet köp i 30 veckor'],
  ],
  [
    'Store the wine at 20 °C. A fortnight before, call us. Entry costs £4. It takes half an hour.',
    [
      'Store it at 20 degrees Celsius',
      'Entry is 4 pounds',
      'It takes 30 minutes',
      'Call 14 days before',
    ],
    ['Store it at 20 °F', 'Entry costs 4 euros', 'It takes half a day', 'Entry costs $4'],
  ],
  [
    'The Pro plan costs $119 a month. Renting costs €18 per day. Parking is 3 euros an hour.',
    ['It is $119/mo', '$119 per month', 'Rent is €18 a day', 'Das Parken kostet 3 € pro Stunde'],
    ['It costs $119 a year', '$119/yr', 'Renting costs €18 an hour', 'Parken kostet 3 € am Tag'],
  ],
  [
    'Подписка стоит 500 рублей в месяц. Хранение — 90 рублей за сутки.',
    ['500 ₽ ежемесячно', 'Подписка: 500 рублей/мес.', 'Хранение стоит 90 рублей в день'],
    ['Подписка стоит 500 рублей в год', 'Хранение — 90 рублей в час', '500 ₽ в неделю'],
  ],
  [
    'L’abonnement coûte 12 € par mois. La location est à 25 € la journée.',
    ['12 € mensuels', '12€/mois', '25 € par jour', 'Das Abo kostet monatlich 12 €', '12 € al mes'],
    ['12 € par an', '25 € par heure', 'Das Abo kostet 12 € jährlich', '12 € a la semana'],
  ],
  ['月額980円です。', ['毎月980円', '1か月980円です'], ['年額980円', '980円/週']],
  ['Aylık ücret 250 TL’dir.', ['Ayda 250 TL', 'Aylık 250 lira'], ['Yıllık 250 TL', 'Günde 250 TL']],
  ['الاشتراك 30 ريالاً شهرياً.', ['30 ريالاً في الشهر', '30 ريال شهريا'], ['30 ريالاً سنوياً']],
]

/** Yes and no, within a language. */
export const ANSWERS: readonly JudgedReplies[] = [
  [
    'We are closed on Mondays. Only unused items can be returned. The deposit is non-refundable.',
    ['We are not open on Mondays', 'You can return unused items', 'The deposit is not refundable'],
    ['We are open on Mondays', 'Used items can be returned', 'The deposit is refundable'],
  ],
  [
    'Returns are free. Breakfast is included in the price. Book at least 2 days before arrival.',
    [
      'Returning costs nothing',
      'Breakfast is included',
      'Book no later than 2 days before arrival',
    ],
    ['Breakfast is excluded from the price', 'Book at least 2 days after arrival'],
  ],
  [
    'Açılmış ürünlerde iade yapılmaz. Kargo ücretsizdir. Hediye paketi mümkündür.',
    ['Açılmış ürünlerde iade yapılamaz', 'Kargo için ücret ödenmez', 'Hediye paketi mümkündür'],
    ['Açılmış ürünlerde iade yapılır', 'Hediye paketi mümkün değildir'],
  ],
  [
    'Возврат вскрытых товаров невозможен. Доставка в Казань возможна. Курить запрещено.',
    ['Возврат вскрытых товаров не возможен', 'Доставка в Казань возможна'],
    ['Возврат вскрытых товаров возможен', 'Доставка в Казань невозможна', 'Курить разрешено'],
  ],
  [
    'Der Eintritt ist kostenlos. Hunde sind verboten. Unbenutzte Ware können Sie zurückgeben.',
    ['Der Eintritt kostet nichts', 'Hunde sind nicht erlaubt', 'Unbenutzte Ware nehmen wir zurück'],
    [
      'Der Eintritt ist kostenpflichtig',
      'Hunde sind erlaubt',
      'Benutzte Ware können Sie zurückgeben',
    ],
  ],
  [
    'Zwrot otwartych produktów jest niemożliwy. Śniadanie jest wliczone w cenę.',
    ['Zwrot otwartych produktów nie jest możliwy', 'Śniadanie jest wliczone w cenę'],
    ['Zwrot otwartych produktów jest możliwy', 'Śniadanie nie jest wliczone w cenę'],
  ],
  [
    'Le magasin est fermé le lundi. Le petit-déjeuner est compris.',
    ['Le magasin n’est pas ouvert le lundi', 'Le petit-déjeuner est inclus'],
    ['Le magasin est ouvert le lundi', 'Le petit-déjeuner n’est pas compris'],
  ],
  [
    'Les espèces ne sont pas acceptées. Les articles soldés ne sont ni repris ni échangés.',
    ['Nous n’acceptons pas les espèces', 'Les articles soldés ne sont pas repris'],
    ['Les espèces sont acceptées', 'Les articles soldés sont repris'],
  ],
  [
    'Non ci sono costi di attivazione. La disdetta è possibile in ogni momento.',
    ['L’attivazione è gratuita', 'Non ci sono costi di attivazione'],
    ['Sì, ci sono costi di attivazione', 'La disdetta non è possibile'],
  ],
  [
    '未使用の商品は到着後8日以内に返品できます。',
    ['未使用の商品は8日以内なら返品できます'],
    ['未使用の商品は返品できません'],
  ],
  [
    '開封後の返品はできません。月曜日は休業です。朝食は料金に含まれます。',
    ['開封後の返品はできません', '朝食は料金に含まれています'],
    ['開封後の返品はできます', '朝食は料金に含まれていません', '月曜日は営業です'],
  ],
  [
    '개봉한 상품은 반품할 수 없습니다. 조식은 요금에 포함됩니다.',
    ['개봉한 상품은 반품이 불가능합니다', '조식은 요금에 포함됩니다'],
    ['개봉한 상품은 반품할 수 있습니다', '조식은 요금에 포함되지 않습니다'],
  ],
  [
    'لا يمكن إرجاع المنتجات المفتوحة. الإفطار مشمول في السعر. المتجر مغلق يوم الجمعة.',
    ['إرجاع المنتجات المفتوحة غير ممكن', 'الإفطار مشمول في السعر'],
    ['يمكن إرجاع المنتجات المفتوحة', 'الإفطار غير مشمول في السعر', 'المتجر مفتوح يوم الجمعة'],
  ],
]

/** Yes and no in another language than the source. */
export const ACROSS: readonly JudgedReplies[] = [
  [
    'Dogs are not allowed in the rooms. Breakfast is included. Cards are accepted.',
    [
      'Nein, Hunde sind in den Zimmern nicht erlaubt',
      'Ja, das Frühstück ist inbegriffen',
      'Oui, vous pouvez payer par carte',
      'Sí, se puede pagar con tarjeta',
    ],
    ['Ja, Hunde sind erlaubt', 'Oui, les chiens sont autorisés', 'はい、ペットは可能です'],
  ],
  [
    'No es posible pagar en efectivo. La cancelación es gratuita hasta 24 horas antes.',
    ['Ja, Sie können bis 24 Stunden vorher stornieren', 'Yes, you can cancel for free'],
    ['Yes, you can pay in cash', 'Sim, pode pagar em dinheiro', 'Да, можно платить наличными'],
  ],
  [
    'Dogs are welcome in the garden. Dogs are not allowed in the rooms.',
    ['Ja, Hunde sind im Garten erlaubt', 'Oui, les chiens sont autorisés dans le jardin'],
    [],
  ],
  [
    'You do not need an appointment. Food cannot be stored unless it is sealed.',
    ['Ja, Sie können einen Termin vereinbaren', 'Ja, Lebensmittel können Sie versiegelt lagern'],
    [],
  ],
  [
    'Ohne Kassenbon ist keine Rückgabe möglich. Geöffnete Ware ist vom Umtausch ausgeschlossen.',
    [
      'Yes, with the receipt you can return it',
      'Oui, avec le reçu vous pouvez retourner l’article',
    ],
    ['Yes, you can return it without a receipt', 'Ja, zonder kassabon kunt u het terugbrengen'],
  ],
]

/** Open and closed, on days of the week. */
export const OPENINGS: readonly JudgedReplies[] = [
  [
    'The gym is open Monday to Friday. The sauna is closed on Mondays.',
    ['The gym is open on Mondays', 'The sauna is not open on Mondays', 'Montags ist die Sauna zu'],
    [
      'The sauna is open on Mondays',
      'Ja, die Sauna ist montags geöffnet',
      'Ja, de sauna is op maandag open',
    ],
  ],
  [
    'Le cabinet est ouvert du lundi au vendredi jusqu’à 18 h. Il est fermé le week-end.',
    ['Le cabinet est fermé le samedi', 'Am Wochenende ist geschlossen', 'Closed at weekends'],
    ['Le cabinet est ouvert le dimanche', 'Am Wochenende ist geöffnet', 'It is open at weekends'],
  ],
  [
    'Музей открыт со вторника по воскресенье. Понедельник — выходной.',
    ['Нет, в понедельник музей закрыт', 'Музей открыт в субботу'],
    ['Да, в понедельник музей открыт'],
  ],
  ['พิพิธภัณฑ์เปิดวันอังคารถึงวันอาทิตย์ ปิดวันจันทร์', ['ไม่เปิด พิพิธภัณฑ์ปิดวันจันทร์'], ['พิพิธภัณฑ์เปิดวันจันทร์']],
]

/** Figures that belong to another subject. */
export const SUBJECTS: readonly JudgedReplies[] = [
  [
    'The city bike costs €18 a day, the e-bike €35 a day and the cargo bike €55 a day.',
    ['The e-bike costs €35 a day and the cargo bike €55 a day', 'A cargo bike is €55 a day'],
    ['The e-bike costs €55 a day and the cargo bike €35 a day', 'The city bike costs €35'],
  ],
  [
    'Plan: Basic; Price: $19\nPlan: Pro; Price: $119\nPlan: Team; Price: $49',
    ['The Pro plan costs $119', 'Basic is $19 and Team is $49'],
    ['The Basic plan costs $119', 'The Pro plan is $49'],
  ],
  [
    'Students get 10 % off, seniors 15 % and groups 20 %.',
    ['Students get 10 %', 'Groups save 20 %', 'There is 15 % off for seniors'],
    ['Students get 20 %', 'Groups get 10 %'],
  ],
  [
    'Das Stadtrad wiegt 15 kg, das Lastenrad wiegt 34 kg.',
    ['Das Lastenrad wiegt 34 kg', 'Das Stadtrad wiegt nur 15 kg'],
    ['Das Stadtrad wiegt 34 kg', 'Das Lastenrad wiegt 15 kg'],
  ],
  [
    'On Thursday we are open until 20:00. On Friday we are open until 18:00.',
    ['On Thursday we are open until 8 pm', 'Friday: open until 18:00'],
    ['On Friday we are open until 20:00'],
  ],
  [
    'Term: 12 months; Rate: 6.9 %; Most: £5,000\nTerm: 36 months; Rate: 7.4 %; Most: £15,000',
    ['The rate is 7.4 % for 36 months', '| 12 months | 6.9 % | £5,000 |'],
    ['The rate is 6.9 % for 36 months', '| 12 months | 7.4 % |', 'For 12 months you get £15,000'],
  ],
  [
    'Hund: Erster Hund; Steuer im Jahr: 96 €\nHund: Zweiter Hund; Steuer im Jahr: 144 €',
    ['- Erster Hund: 96 €', 'Der zweite Hund kostet 144 €'],
    ['- Erster Hund: 144 €', 'Der zweite Hund kostet 96 €'],
  ],
  [
    'Open Monday to Friday from 6 am to 10 pm and on weekends from 8 am to 9 pm.',
    ['On Saturdays and Sundays it is open from 8:00 to 21:00', 'On weekdays from 6 am to 10 pm'],
    ['From Monday to Friday it is open from 6 am to 9 pm'],
  ],
  [
    'Check-in is from 3 pm, check-out until 11 am.',
    ['You check in from 3 pm and check out until 11 am'],
    ['You can check in from 11 am'],
  ],
  [
    'السيارة الصغيرة بسعر 120 ريالاً، والسيارة العائلية بسعر 220 ريالاً.',
    ['السيارة العائلية: 220 ريالاً', 'السيارة الصغيرة بسعر 120 ريالاً والعائلية بسعر 220 ريالاً'],
    ['السيارة العائلية: 120 ريالاً', 'السيارة الصغيرة بسعر 220 ريالاً'],
  ],
  [
    '초급반 수강료는 월 180,000원이고 고급반 수강료는 월 240,000원입니다.',
    ['고급반은 월 240,000원입니다', '초급반은 월 180,000원이고 고급반은 월 240,000원입니다'],
    ['고급반은 월 180,000원입니다', '초급반은 월 240,000원이고 고급반은 월 180,000원입니다'],
  ],
  [
    'Een kaartje kost € 6, een tienrittenkaart € 50.',
    ['De tienrittenkaart kost € 50', 'Een kaartje is € 6'],
    ['De tienrittenkaart kost € 6', 'Een kaartje kost € 50'],
  ],
]
