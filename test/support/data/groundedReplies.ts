/** A source with its question, and replies to questions on it: right ones, and wrong ones. */
export interface RepliesToSource {
  /** The texts of the sources, from source 1 on. */
  sources: readonly string[]
  question: string
  history?: readonly string[]
  traits?: Record<string, unknown>
  right: readonly string[]
  wrong: readonly string[]
}

/** Replies as models write them, in twelve languages, each right or wrong in one respect. */
export const REPLIES: readonly RepliesToSource[] = [
  {
    sources: [
      'What does it cost to rent a bike?\nThe city bike costs €18 a day, the e-bike €35 a day and the cargo bike €55 a day. A deposit of €150 is due for each bike.',
    ],
    question: 'I need 4 bikes for 2 days, what is the price?',
    right: [
      'For 4 bikes and 2 days: the city bike costs €18 a day [1].',
      '4 city bikes for 2 days cost €144 [1].',
      'Four city bikes cost 72 euros a day, so €144 for two days [1].',
      'The e-bike costs €17 a day more than the city bike [1].',
      'There are three kinds of bikes: city bike, e-bike and cargo bike [1].',
      'Prices per day:\n- City bike: €18\n- E-bike: €35\n- Cargo bike: €55 [1]',
      '| Bike | a day | 2 days |\n|---|---|---|\n| City | €18 | €36 |\n| E-bike | €35 | €70 |\n\n[1]',
      'The deposit for four bikes is €600 [1].',
      '4 Stadträder für 2 Tage kosten 144 Euro [1].',
    ],
    wrong: [
      'Prices:\n- City bike: €28\n- E-bike: €35\n- Cargo bike: €55 [1]',
      '| Bike | a day |\n|---|---|\n| City | €81 |\n| E-bike | €35 |\n\n[1]',
      '4 city bikes for 2 days cost €134 [1].',
      'The e-bike costs €35 a day [1]. A tandem costs €44 a day.',
      'The e-bike costs €53 a day [1].',
      'The deposit is €51 for each bike [1].',
      'The city bike costs €18 a day and you get a free helmet [1].',
      'Das Lastenrad kostet 65 Euro am Tag [1].',
    ],
  },
  {
    sources: [
      'How long does delivery take?\nStandard delivery takes 3 to 5 working days and costs £4. Express orders placed before 2 pm arrive on the next working day. The first return is free, each further one costs £4.',
    ],
    question: 'How long does delivery take, and what do three returns cost?',
    right: [
      'Three returns cost £8 in all [1].',
      'Delivery costs 4 pounds [1].',
      'Delivery costs four pounds [1].',
      'Standard delivery takes three to five working days. It costs £4 [1].',
      'The first return costs nothing [1].',
      'You pay nothing for your first return; after that it is £4 each [1].',
      'Order before 14:00 and it comes on the next working day [1].',
      'Standard delivery takes 3 to 5 working days [1]. Is there anything else I can help with?',
      'La livraison standard prend 3 à 5 jours ouvrables et coûte 4 livres [1].',
      'La première réexpédition ne coûte rien [1].',
    ],
    wrong: [
      'Delivery is free everywhere. It takes 10 to 14 working days. Express orders before 2 pm arrive on the next working day [1].',
      'Standard delivery takes 3 to 5 working days [1]. On Sundays our courier comes for £99.',
      'Three returns cost £10 in all [1].',
      'Delivery costs 7 pounds [1].',
      'Express orders placed before 4 pm arrive on the next working day [1].',
      'Standard delivery takes 3 to 5 working days [1].\n\nInternational delivery takes 21 days.',
      'La livraison standard prend 8 jours ouvrables [1].',
      'Delivery takes 3 to 5 weeks [1].',
    ],
  },
  {
    sources: [
      'What does the Pro plan cost?\nThe Pro plan costs $119 a month for up to 10 users. If you pay by the year, you get 20 % off. Students get 50 % off. Setup costs $1,250.50 once.',
    ],
    question: 'What does Pro cost for a year?',
    right: [
      'Twelve months of Pro cost $1,428 [1].',
      'A year of Pro costs $1,428 without the discount [1].',
      'Paid by the year, Pro costs $95.20 a month [1].',
      'With 20 % off, a year costs $1,142.40 [1].',
      'Students pay half [1].',
      'Students pay $59.50 a month [1].',
      'Setup costs about $1,250 [1].',
      'Setup is a one-off $1.25k [1].',
      'Setup costs roughly $1,300 [1].',
      'Studenten zahlen die Hälfte [1].',
      'Les étudiants paient la moitié [1].',
      'For Pro you pay $119 per month [1], and setup is $1,250.50 once [1].',
      'Pro cuesta 119 dólares al mes para un máximo de diez usuarios [1].',
    ],
    wrong: [
      'A year of Pro costs $1,328 [1].',
      'Paid by the year, Pro costs $85.20 a month [1].',
      'Setup costs about $1,520 [1].',
      'Students pay a third [1].',
      'Pro is for up to 25 users [1].',
      'Setup costs $1,205.50 once [1].',
      'Students get 15 % off [1].',
    ],
  },
  {
    sources: [
      'When are you open?\nMonday to Saturday from 9:00 to 18:00, on Thursday until 21:00. Closed on 24 December 2026 and on 1 January 2027.',
    ],
    question: 'When are you open?',
    right: [
      'We are open six days a week [1].',
      'On Thursday we are open three hours longer [1].',
      'We are open from 9 am to 6 pm, nine hours a day [1].',
      'We are closed on 2026-12-24 [1].',
      'We are closed on 12/24/2026 and 1/1/2027 [1].',
      'Am 24.12.2026 und am 1. Januar 2027 ist geschlossen [1].',
      'Nous sommes fermés le 24 décembre 2026 [1].',
      'Cerrado el 24 de diciembre de 2026 [1].',
      '12月24日は休業です[1]。',
      '24 декабря мы закрыты [1].',
      'We are closed on December 24th and January 1st [1].',
      '24 Aralık 2026’da kapalıyız [1].',
    ],
    wrong: [
      'We are open five days a week [1].',
      'We are closed on 2026-12-26 [1].',
      'We are closed on 24 January 2027 [1].',
      'Nous sommes fermés le 24 novembre 2026 [1].',
      'On Thursday we are open until 22:00 [1].',
      'Am 31.12.2026 ist geschlossen [1].',
      '12月25日は休業です[1]。',
    ],
  },
  {
    sources: [
      'Ab wann ist der Versand kostenlos?\nDer Versand kostet 4,90 €. Ab 50 € Bestellwert ist er kostenlos. Das Rad wiegt 34 kg und kostet 1.049,99 €.',
    ],
    question: 'Was kostet der Versand für eine Bestellung über 39 €?',
    right: [
      'Für Ihre Bestellung über 39 € kostet der Versand 4,90 € [1].',
      'Mit Versand zahlen Sie 43,90 € [1].',
      'Ab 50 Euro zahlen Sie keinen Versand [1].',
      'Ab fünfzig Euro ist der Versand gratis [1].',
      'Es fehlen noch 11 € bis zum kostenlosen Versand [1].',
      'Das Rad kostet rund 1.050 € [1].',
      'Das Rad kostet 1.050 € [1].',
      'The bike weighs about 75 pounds [1].',
      'Delivery is free above 50 euros [1].',
    ],
    wrong: [
      'Der Versand kostet 9,40 € [1].',
      'Ab 60 € Bestellwert ist er kostenlos [1].',
      'Mit Versand zahlen Sie 45,90 € [1].',
      'Das Rad kostet rund 1.500 € [1].',
      'The bike weighs about 34 pounds [1].',
    ],
  },
  {
    sources: [
      'La livraison est-elle gratuite ?\nLa livraison est gratuite à partir de 60 €. En dessous, elle coûte 4,90 €.',
    ],
    question: 'Combien coûte la livraison ?',
    right: [
      'Au-dessus de soixante euros, vous ne payez rien [1].',
      'La livraison coûte 4€90 [1].',
      'En dessous de 60 €, la livraison coûte 4 € 90 [1].',
      'Elle est offerte dès 60 euros [1].',
    ],
    wrong: ['La livraison coûte 9€40 [1].', 'Au-dessus de quarante euros, vous ne payez rien [1].'],
  },
  {
    sources: ['Are dogs allowed?\nDogs are not allowed. Guide dogs are.'],
    question: 'Can I bring my dog?',
    right: [
      'You can’t bring your dog [1].',
      'No, you cannot bring a dog along, unless it is a guide dog [1].',
    ],
    wrong: ['Our plumber Giovanni repairs dishwashers throughout Lombardy [1].'],
  },
  {
    sources: [
      'Kaç gün içinde iade edebilirim?\nÜrünleri 14 gün içinde iade edebilirsiniz. İade ücreti 29 TL’dir. Mağaza pazartesiden cumartesiye 10:00–20:00 arası açıktır.',
    ],
    question: '3 ürünü iade edersem ne öderim?',
    right: [
      'Ürünleri on dört gün içinde iade edebilirsiniz [1].',
      'İki hafta içinde iade edebilirsiniz [1].',
      '3 ürün için 87 TL ödersiniz [1].',
    ],
    wrong: ['3 ürün için 97 TL ödersiniz [1].', 'Ürünleri 30 gün içinde iade edebilirsiniz [1].'],
  },
  {
    sources: [
      'Сколько стоит тур?\nТур стоит 3500 рублей с человека и длится 2,5 часа. Маршрут — 5 км.',
    ],
    question: 'Сколько стоит тур для двоих?',
    right: [
      'The route is about 3 miles long [1].',
      'Маршрут — пять километров [1].',
      'Тур длится два с половиной часа [1].',
      'Для 2 человек тур стоит 7000 рублей [1].',
    ],
    wrong: ['Для 2 человек тур стоит 7500 рублей [1].', 'Маршрут — 15 км [1].'],
  },
  {
    sources: [
      'كم تكلفة التوصيل؟\nيكلف التوصيل 20 ريالاً ويستغرق ثلاثة أيام. التوصيل مجاني للطلبات فوق 200 ريال.',
    ],
    question: 'كم تكلفة التوصيل لطلبين؟',
    right: ['يكلف التوصيل 20 ريالاً [1].', 'لا تدفع شيئاً للطلبات فوق 200 ريال [1].'],
    wrong: ['يكلف التوصيل 30 ريالاً [1].', 'التوصيل مجاني للطلبات فوق 150 ريالاً [1].'],
  },
  {
    sources: [
      '送料はいくらですか？\n送料は550円です。5,000円以上のご注文は送料無料です。お届けまで3日かかります。',
    ],
    question: '2回注文したら送料はいくらですか？',
    right: [
      '送料は550円です[1]。',
      '5,000円以上なら送料はかかりません[1]。',
      '2回で1,100円です[1]。',
    ],
    wrong: [
      '3,000円以上なら送料無料です[1]。',
      '送料は650円です[1]。',
      'お届けまで7日かかります[1]。',
    ],
  },
  {
    sources: [
      'How do I start the server?\nRun `parley start --port 3000 --workers 4` in the folder of your project. Logs are kept for 14 days.',
    ],
    question: 'How do I start it on port 8080?',
    right: [
      'Run this [1]:\n```sh\nparley start --port 3000\n```',
      'Run this [1]:\n\n```\nparley start --port 8080 --workers 4\n```',
      'Logs are kept for two weeks [1].',
      'Here is how:\n1. Open the folder of your project.\n2. Run `parley start --port 8080` [1].',
    ],
    wrong: [
      'Run this [1]:\n```sh\nparley start --port 9999 --insecure\n```',
      'Run `parley start --port 3000 --force` [1].',
      'Run this [1]:\n\n```\nparley start --workers 16\n```',
      'Logs are kept for 41 days [1].',
    ],
  },
  {
    sources: [
      'Is my contract refundable?\nYou can cancel within 30 days. After that, a fee of €45 is due.',
      'What does entry cost?\nEntry costs €12 for adults and €7 for children. Family tickets for two adults and two children cost €32.',
    ],
    question: 'What does a family pay?',
    history: ['We are 2 adults and 3 children, and come on 5 May.'],
    traits: { plan: 'Gold', discount_percent: 10, member_since: 2019 },
    right: [
      'A family ticket costs €32 [2]. You can cancel within 30 days [1].',
      'For 2 adults and 3 children, the entry costs €12 for an adult and €7 for a child [2].',
      'Two adults pay €24 and three children €21, so €45 in all [2].',
      'A family ticket saves you €6: two adults and two children pay €38 otherwise [2].',
      'On 5 May, entry costs €12 for adults [2].',
      'You have been a member since 2019.\n\nEntry costs €12 for adults [2].',
      'Cancelling is possible within 30 days. Then a fee of €45 applies [1]. Entry is €12 [2].',
      'The fee is €45 [1]. Children pay €7 [2].',
    ],
    wrong: [
      'The fee is €32 [1].',
      'A family ticket costs €23 [2]. You can cancel within 30 days [1].',
      'Seniors pay €9.\n\nEntry costs €12 for adults [2].',
      'On 15 May, entry costs €12 for adults [2].',
      'Three adults pay €39 [2].',
      'You have been a member since 2009.\n\nEntry costs €12 for adults [2].',
    ],
  },
  {
    sources: [
      'Can I freeze my membership?\nYou can freeze it for up to 3 months a year as long as it has not been cancelled. Guests are not allowed in the pool. The pool is closed on Tuesdays, and open on weekends from 8:00 to 20:00. Call us: 900 123 456.',
      'Flights in Economy Light cannot be changed.',
      'Members under 18 are exempt from the fee. A bag costs €45 online and €60 at the airport. It must weigh no more than 8 kg. No refunds without a receipt.',
    ],
    question: 'Can I freeze it for 6 months?',
    right: [
      'You can freeze your membership for a quarter of the year, that is 3 months [1].',
      'No, on Tuesdays the pool is closed [1].',
      'Nein, dienstags ist geschlossen [1].',
      'Non, on ne peut pas modifier un vol Economy Light [2].',
      'You cannot change it, and members under 18 pay nothing [2][3].',
      'Your bag must not exceed 8 kg [3].',
      'Online you save €15 [3].',
      'Refunds only with a receipt [3].',
      '- Two bags: €90\n- One at the airport: €60\n\n**Total: €150** [3]',
    ],
    wrong: [
      'Yes, guests may use the pool [1].',
      'Ja, dienstags ist geöffnet [1].',
      'Ja, Flüge in Economy Light können Sie umbuchen [2].',
      'はい、エコノミーライトの便は変更できます[2]。',
      'Call 900 123 465 [1].',
      'A bag costs €60 online and €45 at the airport [3].',
    ],
  },
  {
    sources: ['月卡多少钱？\n月卡298元，年卡2,388元。会员卡不能转让。周一闭馆。'],
    question: '会员卡可以转让吗？',
    right: ['不可以，会员卡不能转让[1]。', '不开，周一闭馆[1]。', '年卡2,388元[1]。'],
    wrong: ['月卡2,388元[1]。', '可以，会员卡能转让[1]。', '周一开放[1]。'],
  },
]
