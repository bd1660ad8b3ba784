import { expect } from 'chai'
import { ask, FALLBACK, pair, type Source } from '../../support/data/extractive.ts'

const HOUSE: Source[] = [
  {
    heading: 'House rules › Bike storage',
    text: 'You find racks in the cellar of building B. The door opens with your flat key.',
  },
  { heading: 'House rules › Quiet hours', text: 'From 10 pm to 7 am, and all day on Sundays.' },
  {
    heading: 'House rules › Laundry room',
    text: 'A wash costs 2 euros. Members keep tools for a week.',
  },
]

describe('an answer of the extractive model', () => {
  it('is the text under a heading that matches the question', () => {
    expect(ask('Where is the bike storage?', HOUSE)).to.contain('racks in the cellar')
    expect(ask('When are the quiet hours?', HOUSE)).to.contain('10 pm to 7 am')
    const keller = { heading: 'Hausordnung › Fahrradkeller', text: 'Er liegt unter dem Anbau.' }
    expect(ask('Wo ist der Fahrradkeller?', [keller])).to.equal('Er liegt unter dem Anbau. [1]')
  })

  it('is not a text with only one of two significant words', () => {
    const sources = [
      { text: 'We ship to Germany, Austria and France.' },
      { text: 'A helmet, a lock and lights are included.' },
    ]
    for (const question of ['What is the capital of France?', 'Is there a warranty on helmets?'])
      expect(ask(question, sources), question).to.equal(FALLBACK)
  })

  it('is not a text with a word that all texts have', () => {
    const texts = [
      'The pool opens at 7.',
      'The pool is heated.',
      'A ticket for the pool costs 5 euros.',
    ]
    expect(
      ask(
        'How deep is the pool?',
        texts.map((text) => ({ text })),
      ),
    ).to.equal(FALLBACK)
  })

  it('does not depend on words by which people ask', () => {
    const asked: Record<string, [string, string]> = {
      en: ["What's the price of the dryer?", 'The dryer costs 1.50, the price of a coffee.'],
      fr: ["Qu'est-ce que coûte l'électricité ?", "L'électricité coûte 4 euros."],
      it: ["C'è un guardaroba?", "Il guardaroba è accanto all'ascensore."],
      el: ['Πόσο διαρκεί η ξενάγηση;', 'Οι ξεναγήσεις διαρκούν ενενήντα λεπτά.'],
      ro: ['Ce temperatură este în seră?', 'În sere temperatura este de douăzeci de grade.'],
      ar: ['أين توجد الصيدلية؟', 'تقع الصيدلية في الطابق الأرضي.'],
      vi: ['Trám răng giá bao nhiêu?', 'Trám răng giá ba trăm nghìn đồng.'],
      ko: ['주차장은 어디에 있나요?', '주차장이 건물 지하에 있습니다.'],
      pl: ['Gdzie znajduje się parking?', 'Parking jest za budynkiem.'],
    }
    for (const [language, [question, text]] of Object.entries(asked))
      expect(ask(question, [{ text }], language), language).to.equal(`${text} [1]`)
  })

  it('is found in spite of a typing error in a longer word', () => {
    const text = 'The laundry is in the basement.'
    for (const question of [
      'Where is the landry?',
      'Where is the laundrey?',
      'Where is the luandry?',
    ])
      expect(ask(question, [{ text }]), question).to.equal(`${text} [1]`)
    expect(ask('Where is the bank?', [{ text: 'The tank is in the yard.' }])).to.equal(FALLBACK)
  })

  it('is the line or value that a sentence introduces', () => {
    const quit =
      'To leave the program at any time, the command is\n\n```\n> q()\n```\n\nIt asks before.'
    expect(ask('What is the command to leave the program?', [{ text: quit }])).to.equal(
      'To leave the program at any time, the command is\n> q() [1]',
    )
    const value = 'The limit of an upload is read at the start.\nThe default limit is:\n\n20 MB'
    expect(ask('What is the default limit of an upload?', [{ text: value }])).to.contain(
      'limit is:\n20 MB',
    )
  })

  it('is of one source only', () => {
    const sources = [{ text: 'The gym opens at 6.' }, { text: 'The gym of the annex opens at 9.' }]
    expect(ask('When does the gym open?', sources).match(/\[\d\]/g)).to.have.length(1)
  })

  it('is several sentences if the further sentences add something', () => {
    const both = 'The gym opens at 6. The sauna opens at 9. The bar is new.'
    expect(ask('When do the gym and the sauna open?', [{ text: both }])).to.equal(
      'The gym opens at 6. The sauna opens at 9. [1]',
    )
  })
})

/**
 * A pair, a question that asks the same, and a question that asks another thing in the same words.
 */
const PAIRS: [language: string, pair: string, same: string[], other: string[]][] = [
  [
    'en',
    'Do you ship to Switzerland?\nYes, for 20 euros.',
    ['Is shipping to Switzerland possible?', 'Do you ship to Switzerlnd?'],
    ['Do you ship to Norway?'],
  ],
  [
    'en',
    'How do I reset my password?\nTap Forgot.',
    ['Resetting passwords', 'how can i reset a pasword'],
    ['How do I reset my router?'],
  ],
  [
    'en',
    'Sunday opening hours?\nFrom 10 to 4.',
    ['When do you open on Sundays?', 'are you open on sunday'],
    ['Monday opening hours?'],
  ],
  [
    'de',
    'Wie hoch sind die Versandkosten?\n4,90 Euro.',
    ['Was kostet der Versand?'],
    ['Wie hoch sind die Reparaturkosten?'],
  ],
  [
    'fr',
    'Livrez-vous en Suisse ?\nOui, pour 20 euros.',
    ['Est-ce que vous livrez en Suisse ?'],
    ['Livrez-vous en Norvège ?'],
  ],
  [
    'ru',
    'Вы доставляете в Швейцарию?\nДа, за 20 евро.',
    ['Есть ли доставка в Швейцарию?'],
    ['Вы доставляете в Норвегию?'],
  ],
  [
    'tr',
    "İsviçre'ye gönderim yapıyor musunuz?\nEvet, 20 avro.",
    ["İsviçre'ye gönderiyor musunuz?"],
    ["Norveç'e gönderim yapıyor musunuz?"],
  ],
  [
    'ar',
    'هل تشحنون إلى سويسرا؟\nنعم، مقابل 20 يورو.',
    ['هل الشحن إلى سويسرا ممكن؟'],
    ['هل تشحنون إلى النرويج؟'],
  ],
  ['zh', '你们送货到瑞士吗？\n是的，20欧元。', ['可以送货到瑞士吗？'], ['你们送货到挪威吗？']],
  [
    'ja',
    'スイスに発送できますか？\nはい、20ユーロです。',
    ['スイスへの発送は可能ですか？'],
    ['ノルウェーに発送できますか？'],
  ],
  [
    'ko',
    '스위스로 배송하나요?\n네, 20유로입니다.',
    ['스위스 배송 가능한가요?'],
    ['노르웨이로 배송하나요?'],
  ],
  [
    'th',
    'ส่งของไปสวิตเซอร์แลนด์ไหม\nส่ง ราคา 20 ยูโร',
    ['มีบริการส่งของไปสวิตเซอร์แลนด์ไหม'],
    ['ส่งของไปนอร์เวย์ไหม'],
  ],
  [
    'fi',
    'Toimitatteko Sveitsiin?\nKyllä, 20 euroa.',
    ['Toimitetaanko Sveitsiin?'],
    ['Toimitatteko Norjaan?'],
  ],
  [
    'uk',
    'Ви доставляєте до Швейцарії?\nТак, за 20 євро.',
    ['Чи є доставка до Швейцарії?'],
    ['Ви доставляєте до Норвегії?'],
  ],
]

describe('the Q/A pair that the extractive model answers with', () => {
  for (const [language, text, same, other] of PAIRS) {
    const [asked, answer] = text.split('\n')
    it(`asks the same in other words: ${asked}`, () => {
      for (const question of same)
        expect(ask(question, [pair(text)], language), question).to.equal(`${answer} [1]`)
    })

    it(`does not ask another thing in the same words: ${asked}`, () => {
      for (const question of other)
        expect(ask(question, [pair(text)], language), question).to.equal(FALLBACK)
    })
  }

  it('asks for everything that the question does, which may have one more word but no noun', () => {
    const sources = [
      pair('How do I reset my password?\nTap Forgot.'),
      pair('Where is the shop?\nIn Basel.'),
    ]
    expect(ask('How can I quickly reset my password?', sources)).to.equal('Tap Forgot. [1]')
    expect(ask('Can I reset my password by telephone?', sources)).to.equal(FALLBACK)
    expect(ask('Is there parking near the shop?', sources)).to.equal(FALLBACK)
  })

  it('may mention another thing in its answer', () => {
    const sources = [pair('Do you ship to Switzerland?\nYes, and to Norway too.')]
    expect(ask('Do you ship to Norway?', sources)).to.equal('Yes, and to Norway too. [1]')
  })
})
