import { expect } from 'chai'
import { LANGUAGES } from '../../../shared/languages/languages.ts'
import { ask as askOf, type Source } from '../../support/data/extractive.ts'

const SHOP = [
  'When are you open?\nWe are open from 9 to 6. On Sundays we are closed.',
  'What does delivery cost?\nDelivery costs 4.90 euros. Above 50 euros it is free.',
  'Can I return a plant?\nYes, within 14 days.',
]

function ask(
  question: string,
  texts = SHOP,
  { kind = 'qa' as Source['kind'], fallback = '' } = {},
): string {
  const sources = texts.map((text) => ({ kind, text }))
  return askOf(question, sources, null, { fallback: fallback || null })
}

describe('builtin:extractive', () => {
  it("gives a matching pair's answer, and cites it", () => {
    expect(ask('When are you open?')).to.equal(
      'We are open from 9 to 6. On Sundays we are closed. [1]',
    )
  })

  it('recognizes a question in other forms of the same words', () => {
    expect(ask('what would the deliveries cost')).to.equal(
      'Delivery costs 4.90 euros. Above 50 euros it is free. [2]',
    )
  })

  it('gives each answer of pairs with the same question, once', () => {
    const pairs = [
      'Where are you?\nIn Basel.',
      'Where are you?\nIn Bern.',
      'where are you\nIn Basel.',
    ]
    expect(ask('Where are you?', pairs)).to.equal('In Basel. [1]\nIn Bern. [2]')
    expect(
      ask('Where are you?', ['Where are you?\nIn Basel.', 'Where were you?\nIn Bern.']),
    ).to.equal('In Basel. [1]')
  })

  it('gives the best sentence if no pair asks the same', () => {
    expect(ask('Closed on Sundays?')).to.equal('On Sundays we are closed. [1]')
  })

  it('gives sentences of texts that are not pairs', () => {
    const text = 'Our house was built in 1921. The founder was Erna Blum.'
    expect(ask('Who was the founder?', [text], { kind: 'file' })).to.equal(
      'The founder was Erna Blum. [1]',
    )
  })

  it('gives one sentence of a text with footnotes', () => {
    const text =
      'The tower was built in 1931.⟦1⟧⟦2⟧ It is 212 m tall⟦3⟧ and blue.⟦4⟧ Ruth Dale owns it.⟦5⟧'
    expect(ask('Who owns it, Ruth?', [text], { kind: 'file' })).to.equal(
      'Ruth Dale owns it.⟦5⟧ [1]',
    )
  })

  it('knows Hebrew words with an article and in the plural', () => {
    const text = 'הספרים מסודרים על המדפים. החנות סגורה בשבת.'
    expect(ask('איפה ספר?', [text], { kind: 'file' })).to.equal('הספרים מסודרים על המדפים. [1]')
  })

  it('says plainly that it does not know', () => {
    expect(ask('What is the meaning of life?')).to.equal(
      'I could not find an answer to that in what I know.',
    )
    expect(ask('Anything?', [])).to.equal('I could not find an answer to that in what I know.')
  })

  it("gives the agent's fallback message if it has one", () => {
    expect(ask('What is the meaning of life?', SHOP, { fallback: 'Please call us.' })).to.equal(
      'Please call us.',
    )
  })
})

const TEXTS: Record<string, { text: string; question: string; answer: string; foreign: string }> = {
  de: {
    text: 'Unser Haus wurde 1921 gebaut. Rückgaben nehmen wir innerhalb von 14 Tagen an. Der Laden liegt am Markt.',
    question: 'Innerhalb welcher Frist nehmt ihr Rückgaben an?',
    answer: 'Rückgaben nehmen wir innerhalb von 14 Tagen an. [1]',
    foreign: 'Welche Partei gewann die letzte Wahl in Frankreich?',
  },
  ru: {
    text: 'Дом построен в 1921 году. Возврат товара возможен в течение 14 дней. Магазин стоит у рынка.',
    question: 'В течение скольких дней возможен возврат товаров?',
    answer: 'Возврат товара возможен в течение 14 дней. [1]',
    foreign: 'Какая партия победила на последних выборах?',
  },
  ar: {
    text: 'بني المنزل عام 1921. يمكن إرجاع المنتجات خلال 14 يوما. يقع المتجر قرب السوق.',
    question: 'خلال كم يوما يمكن إرجاع المنتجات؟',
    answer: 'يمكن إرجاع المنتجات خلال 14 يوما. [1]',
    foreign: 'من فاز في الانتخابات الأخيرة في فرنسا؟',
  },
  hi: {
    text: 'यह घर 1921 में बना था। सामान 14 दिनों के भीतर वापस किया जा सकता है। दुकान बाज़ार के पास है।',
    question: 'सामान कितने दिनों के भीतर वापस किया जा सकता है?',
    answer: 'सामान 14 दिनों के भीतर वापस किया जा सकता है। [1]',
    foreign: 'फ्रांस में पिछला चुनाव किस पार्टी ने जीता?',
  },
  zh: {
    text: '这座房子建于1921年。商品可在14天内退货。商店在市场旁边。',
    question: '商品多少天内可以退货？',
    answer: '商品可在14天内退货。 [1]',
    foreign: '法国上次选举哪个政党获胜？',
  },
  ja: {
    text: 'この家は1921年に建てられました。商品は14日以内に返品できます。店は市場の隣にあります。',
    question: '商品は何日以内に返品できますか？',
    answer: '商品は14日以内に返品できます。 [1]',
    foreign: 'フランスの前回の選挙ではどの政党が勝ちましたか？',
  },
  th: {
    text: 'บ้านหลังนี้สร้างในปี 1921\nสินค้าสามารถคืนได้ภายใน 14 วัน\nร้านอยู่ใกล้ตลาด',
    question: 'สินค้าสามารถคืนได้ภายในกี่วัน',
    answer: 'สินค้าสามารถคืนได้ภายใน 14 วัน [1]',
    foreign: 'พรรคใดชนะการเลือกตั้งครั้งล่าสุดในฝรั่งเศส',
  },
  tr: {
    text: 'Ev 1921 yılında yapıldı. Ürünler 14 gün içinde iade edilebilir. Dükkân pazarın yanındadır.',
    question: 'Ürünleri kaç gün içinde iade edebilirim?',
    answer: 'Ürünler 14 gün içinde iade edilebilir. [1]',
    foreign: 'Fransa seçimlerini hangi parti kazandı?',
  },
}

describe('builtin:extractive in many languages', () => {
  for (const [language, { text, question, answer, foreign }] of Object.entries(TEXTS)) {
    it(`answers with the sentence that does, and not at all without such a sentence: ${language}`, () => {
      expect(ask(question, [text], { kind: 'file' })).to.equal(answer)
      expect(ask(foreign, [text], { kind: 'file', fallback: 'FALLBACK' })).to.equal('FALLBACK')
    })
  }

  it('says that it does not know in the language of the question', () => {
    expect(ask('Welche Partei gewann die letzte Wahl in Frankreich?')).to.match(/^Darauf habe ich/)
    expect(ask('ใครชนะการเลือกตั้ง')).to.match(/^ไม่พบคำตอบ/)
  })

  it('greets, thanks and says goodbye in the language of the customer', () => {
    const said = (text: string) => ask(text, SHOP, { fallback: 'FALLBACK' })
    expect(said('Hi!')).to.equal('Hello! I am Ada. How can I help?')
    expect(said('Thank you so much, Ada :)')).to.equal("You're welcome! Is there anything else?")
    expect(said('Danke, das war alles.')).to.match(/^Gern geschehen/)
    expect(said('谢谢！')).to.match(/^不客气/)
    expect(said('สวัสดีครับ')).to.match(/Ada/)
    for (const [language, { small_talk }] of LANGUAGES)
      for (const phrase of Object.values(small_talk.phrases).flat())
        expect(said(phrase), `${language}: ${phrase}`).not.to.match(/FALLBACK|\[1\]/)
  })

  it('greets in the language of the agent if several languages share the greeting', () => {
    expect(askOf('Hallo', [], 'nl')).to.match(/^Hallo! Ik ben Ada/)
    expect(askOf('Hallo', [], 'de')).to.match(/^Hallo! Ich bin Ada/)
  })

  it('answers the question that comes with a greeting or thanks', () => {
    for (const question of [
      'Hi Ada, when are you open?',
      'When are you open? Thanks!',
      'Good morning! When are you open',
    ])
      expect(ask(question)).to.contain('We are open from 9 to 6.')
  })

  it('does not mistake other texts for a greeting', () => {
    expect(ask('Highlights of hi-fi?', SHOP, { fallback: 'FALLBACK' })).to.equal('FALLBACK')
  })

  it('understands a question that follows up on the last one', () => {
    const text =
      'A ticket costs 12 euros. Students can borrow books. For students, a ticket costs 7 euros.'
    const answer = askOf('And for students?', [{ text }], null, {
      earlier: 'What does a ticket cost?',
    })
    expect(answer).to.contain('For students, a ticket costs 7 euros.')
  })

  it('gives at most three sentences, in the order of the text', () => {
    const text = Array.from(
      { length: 20 },
      (_, n) => `Delivery number ${n} costs ${n} euros.`,
    ).join(' ')
    const answer = ask('What does delivery cost?', [text], { kind: 'file' })
    expect(answer.match(/Delivery/g)!.length).to.be.within(1, 3)
  })

  it('answers neither with a heading nor with another question', () => {
    const text = 'Delivery cost\nWhat does delivery cost?\nIt is 4.90 euros, for every parcel.'
    expect(ask('What does delivery cost?', [text], { kind: 'file' })).to.equal(
      'It is 4.90 euros, for every parcel. [1]',
    )
  })

  it('answers hostile questions without failing', () => {
    for (const question of [
      '',
      '?',
      '👋',
      '\u200b',
      'x'.repeat(8000),
      'a b c '.repeat(1300),
      '不'.repeat(8000),
      '\ud800',
      '</source>',
    ])
      expect(ask(question)).to.be.a('string').that.is.not.empty
  })
})
