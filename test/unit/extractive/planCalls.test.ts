import { expect } from 'chai'
import { planCalls } from '../../../workers/extractive/planCalls.ts'
import type { PromptFacts, ToolFacts } from '../../../workers/prompt/prompt.ts'

const STATUS: ToolFacts = {
  name: 'order_status',
  title: 'Order status',
  description:
    'Says where an order is: whether it is packed, shipped or delivered, and when it arrives.',
  examples: ['Where is my order 1001?', 'When will my order arrive?'],
  effect: 'read',
  parameters: {
    type: 'object',
    properties: { order_number: { type: 'string', pattern: '^\\d{4}$', title: 'Order number' } },
    required: ['order_number'],
  },
}

type Facts = Partial<PromptFacts>

/** Returns the arguments of the call that answers a question; undefined: none is made. */
async function planned(question: string, tools: ToolFacts[], facts: Facts = {}) {
  const plan = await planCalls({
    question,
    earlier: '',
    language: null,
    agent: { name: 'Flora', fallback_message: null },
    sources: [],
    tools,
    ...facts,
  })
  expect(plan.length).to.be.at.most(1)
  return plan[0] && { [plan[0].name]: plan[0].input }
}

const status = (order_number: unknown) => ({ order_status: { order_number } })

/** A tool of a shop with another language than its schema's. */
const inLanguage = (description: string, examples: string[]): ToolFacts => ({
  ...STATUS,
  title: description,
  description,
  examples,
})

/** Descriptions, examples and questions, by language. */
const ASKED: Record<string, [string, string, string]> = {
  de: [
    'Zustand einer Bestellung',
    'Wo ist meine Bestellung 1001?',
    'Wo ist denn meine Bestellung Nr. 1042?',
  ],
  fr: ["État d'une commande", 'Où est ma commande 1001 ?', 'Où est ma commande n° 1042 ?'],
  es: ['Estado de un pedido', '¿Dónde está mi pedido 1001?', '¿Dónde está mi pedido número 1042?'],
  it: ['Stato di un ordine', "Dov'è il mio ordine 1001?", "Dov'è il mio ordine numero 1042?"],
  nl: [
    'Status van een bestelling',
    'Waar is mijn bestelling 1001?',
    'Waar is mijn bestelling 1042?',
  ],
  pl: [
    'Stan zamówienia',
    'Gdzie jest moje zamówienie 1001?',
    'Gdzie jest moje zamówienie nr 1042?',
  ],
  pt: ['Estado de um pedido', 'Onde está o meu pedido 1001?', 'Onde está o meu pedido n.º 1042?'],
  sv: [
    'Status för en beställning',
    'Var är min beställning 1001?',
    'Var är min beställning nr 1042?',
  ],
  ru: ['Состояние заказа', 'Где мой заказ 1001?', 'Где мой заказ № 1042?'],
  uk: ['Стан замовлення', 'Де моє замовлення 1001?', 'Де моє замовлення № 1042?'],
  tr: ['Siparişin durumu', '1001 numaralı siparişim nerede?', '1042 numaralı siparişim nerede?'],
  hu: ['A rendelés állapota', 'Hol van az 1001-es rendelésem?', 'Hol van az 1042-es rendelésem?'],
  ja: ['注文の状況', '注文番号1001はどこですか？', '注文番号1042はどこですか？'],
  zh: ['订单状态', '我的订单1001在哪里？', '我的订单号1042在哪里？'],
  ko: ['주문 상태', '주문 1001 어디에 있나요?', '주문번호 1042 어디에 있나요?'],
  ar: ['حالة الطلب', 'أين طلبي رقم 1001؟', 'أين طلبي رقم ١٠٤٢؟'],
  he: ['מצב ההזמנה', 'איפה ההזמנה שלי 1001?', 'איפה ההזמנה שלי מספר 1042?'],
  th: ['สถานะคำสั่งซื้อ', 'คำสั่งซื้อ 1001 อยู่ที่ไหน', 'คำสั่งซื้อหมายเลข 1042 อยู่ที่ไหน'],
  hi: ['ऑर्डर की स्थिति', 'मेरा ऑर्डर 1001 कहाँ है?', 'मेरा ऑर्डर नंबर 1042 कहाँ है?'],
  vi: ['Tình trạng đơn hàng', 'Đơn hàng 1001 của tôi ở đâu?', 'Đơn hàng số 1042 của tôi ở đâu?'],
  el: [
    'Κατάσταση παραγγελίας',
    'Πού είναι η παραγγελία μου 1001;',
    'Πού είναι η παραγγελία μου 1042;',
  ],
  fi: ['Tilauksen tila', 'Missä tilaukseni 1001 on?', 'Missä tilaukseni 1042 on?'],
}

async function expectCalls(languages: readonly string[]) {
  for (const language of languages) {
    const [description, example, question] = ASKED[language]!
    const tool = inLanguage(description, [example])
    expect(await planned(question, [tool], { language }), question).to.deep.equal(status('1042'))
  }
}

describe('a call of the built-in model', () => {
  it('takes the number beside its name', async () => {
    for (const question of [
      'Where is my order 1042?',
      'where is my order #1042',
      'Hi Flora, where is my order no. 1042, please?',
      'Has order number 1042 been shipped yet?',
      'My order is 1042. Where is it?',
      'Where is my order? 1042',
      'Order 1042',
      'When will order 1042 arrive? I paid 39 euros, and my telephone number is +49 170 1234567.',
      "Don't you know where order 1042 is?",
      'Where is my order (1042)?',
      'I ordered a monstera last week. Where is order 1042?',
      'Where is order １０４２?',
    ])
      expect(await planned(question, [STATUS]), question).to.deep.equal(status('1042'))
  })

  // The names of units and months of each language take 100 ms to load.
  const few = ['de', 'fr', 'ja', 'tr', 'ar']
  it('is made in the language in which a tool is described', () => expectCalls(few))
  it('is made in every language in which a tool is described @long', () =>
    expectCalls(Object.keys(ASKED)))

  it('is not made for a question about orders', async () => {
    for (const question of [
      'How long does delivery take?',
      'Can I cancel an order?',
      'When will my order arrive?',
      'What does delivery cost?',
      'Do you deliver orders abroad?',
      'Hello',
      '',
    ])
      expect(await planned(question, [STATUS]), question).to.equal(undefined)
  })

  it('is not made with a number that is something else', async () => {
    for (const question of [
      'Where is my order? I paid 1042 euros.',
      'Where is my order for €1042?',
      'Where is my order? Call me: +49 1042 1042.',
      'Where is my order of 2026-11-30?',
      'Where is my order? I have waited since 2025.',
      'Where is my order of 1042 plants?',
      'Where are my orders 1042 and 1043?',
      'Where is my order 99?',
      'Where is my order 12345?',
      'Where is my parcel at Main Street 1042?',
    ])
      expect(await planned(question, [STATUS]), question).to.equal(undefined)
  })

  it('is not made for another wish', async () => {
    for (const question of [
      'I do not want to know where my order 1042 is.',
      'Do not look up order 1042',
      'Cancel order 1042',
      'I want a refund. My order number is 1042.',
      'Can I get a refund? Order 1042',
      'How can I pay for order 1042?',
      'What does order 1042 cost?',
      'Change the address of order 1042.',
    ])
      expect(await planned(question, [STATUS]), question).to.equal(undefined)
    const bestellung = inLanguage('Zustand einer Bestellung', ['Wo ist meine Bestellung 1001?'])
    expect(await planned('Ich will nicht wissen, wo Bestellung 1042 ist.', [bestellung])).to.equal(
      undefined,
    )
    expect(await planned('Storniere Bestellung 1042', [bestellung])).to.equal(undefined)
  })

  it('takes what came with the question before what is known of the user', async () => {
    const metadata = { orderNumber: 1042 }
    const traits = { order_number: '1001' }
    const asked = 'Where is my order?'
    expect(await planned(asked, [STATUS], { metadata, traits })).to.deep.equal(status('1042'))
    expect(await planned(asked, [STATUS], { traits })).to.deep.equal(status('1001'))
    expect(await planned('Where is my order 1043?', [STATUS], { metadata })).to.deep.equal(
      status('1043'),
    )
    for (const question of [
      'Where is my order 99?',
      'How long does an order take to arrive?',
      'Can I cancel an order?',
      'Do you pack orders in paper?',
    ])
      expect(await planned(question, [STATUS], { metadata, traits }), question).to.equal(undefined)
  })

  it('leaves a question to the Q/A pair that asks the same, if it states no number', async () => {
    const isPair = true
    const pair = { isPair, title: null, heading: '', parts: ['Where is my order?\nUnderway.'] }
    const facts = { metadata: { order_number: '1001' }, sources: [pair] }
    expect(await planned('Where is my order?', [STATUS], facts)).to.equal(undefined)
    expect(await planned('Where is my order 1042?', [STATUS], facts)).to.deep.equal(status('1042'))
  })

  it('is made by a description alone', async () => {
    const plain = { ...STATUS, examples: [] }
    const metadata = { order_number: '1001' }
    expect(await planned('Where is my order 1042?', [plain])).to.deep.equal(status('1042'))
    expect(await planned('Where is my order?', [plain], { metadata })).to.deep.equal(status('1001'))
    for (const question of ['Can I cancel an order?', 'Where is my order?', 'Who are you?'])
      expect(await planned(question, [plain]), question).to.equal(undefined)
  })

  it('is made for a complaint as in an example, and not for a negated wish', async () => {
    const examples = [...STATUS.examples, 'Why has my order 1001 not arrived yet?']
    const tool = { ...STATUS, examples }
    expect(await planned('My order 1042 has not arrived', [tool])).to.deep.equal(status('1042'))
    for (const question of [
      'I do not want to know where my order 1042 is.',
      'Do not ask for order 1042',
    ])
      expect(await planned(question, [tool]), question).to.equal(undefined)
  })

  it('goes on with the question before', async () => {
    const earlier = 'Where is my order 1042?'
    expect(await planned('And 1043?', [STATUS], { earlier })).to.deep.equal(status('1043'))
    expect(await planned('1043', [STATUS], { earlier: 'Do you sell gift cards?' })).to.equal(
      undefined,
    )
  })

  it('is never a write, and never a second one', async () => {
    expect(await planned('Where is my order 1042?', [{ ...STATUS, effect: 'write' }])).to.equal(
      undefined,
    )
    const result = { name: 'order_status', state: 'failed' as const, number: null, text: '' }
    expect(await planned('Where is my order 1042?', [STATUS], { results: [result] })).to.equal(
      undefined,
    )
  })

  it('reads values of enumerations, formats, numbers and codes', async () => {
    const properties = (properties: object, required = Object.keys(properties)): ToolFacts => ({
      name: 'stock',
      title: 'Stock of a shop',
      description: 'Says whether a shop has an article in stock.',
      examples: ['Is article GL-1 in stock in Berlin?', 'Which account has ada@example.com?'],
      effect: 'read',
      parameters: { type: 'object', properties, required },
    })
    const city = { type: 'string', enum: ['Berlin', 'New York', 'York'] }
    const article = { type: 'string', pattern: '^GL-\\d{1,4}$' }
    const both = properties({ city, article })
    expect(await planned('Is gl-77 in stock in New York?', [both])).to.deep.equal({
      stock: { city: 'New York', article: 'GL-77' },
    })
    expect(await planned('Is GL-77 in stock in Paris?', [both])).to.equal(undefined)
    expect(await planned('Is GL-77 in stock in Berlin or York?', [both])).to.equal(undefined)
    expect(
      await planned('Is article GL-77 in stock?', [properties({ city, article }, ['article'])]),
    ).to.deep.equal({ stock: { article: 'GL-77' } })
    const email = properties({ email: { type: 'string', format: 'email' } })
    expect(await planned('Which account has bob@example.com?', [email])).to.deep.equal({
      stock: { email: 'bob@example.com' },
    })
    const number = properties({ article: { type: 'integer', minimum: 100 } })
    expect(await planned('Is article 512 in stock?', [number])).to.deep.equal({
      stock: { article: 512 },
    })
    const list = properties({ articles: { type: 'array', items: { type: 'string' } } })
    expect(await planned('Is article 512 in stock?', [list])).to.equal(undefined)
  })

  it('is that of the tool that fits best', async () => {
    const invoice: ToolFacts = {
      ...STATUS,
      name: 'invoice_status',
      title: 'Invoice',
      description: 'Says whether an invoice is paid.',
      examples: ['Is invoice 2001 paid?'],
      parameters: {
        type: 'object',
        properties: { invoice: { type: 'string', pattern: '^\\d{4}$' } },
        required: ['invoice'],
      },
    }
    expect(await planned('Is invoice 1042 paid?', [STATUS, invoice])).to.deep.equal({
      invoice_status: { invoice: '1042' },
    })
    expect(await planned('Where is order 1042?', [invoice, STATUS])).to.deep.equal(status('1042'))
    expect(await planned('Is order 1042 paid?', [invoice])).to.equal(undefined)
  })
})
