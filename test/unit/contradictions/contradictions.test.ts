import { expect } from 'chai'
import type { Passage } from '../../../shared/search/retrieval.ts'
import { findContradictions } from '../../../workers/contradictions/contradictions.ts'
import { termsOf } from '../../../workers/language/matching.ts'

/** A passage by its text, or its text with what stands above it. */
type Given = string | { text: string; title?: string; heading?: string; kind?: Passage['kind'] }

let count = 0
const passage = (given: Given): Passage => {
  const {
    text,
    title = null,
    heading = '',
    kind = 'file',
  } = typeof given === 'string' ? { text: given } : given
  const id = String(++count)
  return { knowledge_id: id, chunk_id: id, url: null, score: 1, text, title, heading, kind }
}
const pair = (question: string, answer: string): Given => ({
  text: `${question}\n${answer}`,
  title: question,
  kind: 'qa',
})

/** Returns the figures of each contradiction, as they are written. */
const found = async (question: string, ...sources: Given[]) =>
  (await findContradictions(question, sources.map(passage), null)).map((sides) =>
    sides.map(({ figures }) => figures.join(', ')).join(' / '),
  )

const HOW_LONG = 'How long does delivery take?'

describe('two sources contradict each other:', () => {
  const cases: [string, Given, Given, string][] = [
    [HOW_LONG, 'Delivery takes 3 days.', 'Delivery takes 5 days.', '3 days / 5 days'],
    [
      HOW_LONG,
      'The delivery takes 3 to 5 days.',
      'Delivery takes 7–10 days.',
      '3, 5 days / 7, 10 days',
    ],
    [
      HOW_LONG,
      'Delivery takes three days.',
      'We pack it at once. Our delivery takes 5 days.',
      'three days / 5 days',
    ],
    [HOW_LONG, 'Delivery takes up to 5 days.', 'Delivery takes 2 weeks.', '5 days / 2 weeks'],
    [
      HOW_LONG,
      { text: 'Delivery takes 3 days.', title: 'Terms and conditions' },
      { text: 'Delivery takes 5 days.', title: 'FAQ' },
      '3 days / 5 days',
    ],
    [
      HOW_LONG,
      { text: 'Delivery takes 3 days.', title: 'Delivery | ACME' },
      pair(HOW_LONG, 'It takes 5 days.'),
      '3 days / 5 days',
    ],
    [
      HOW_LONG,
      pair(HOW_LONG, '3 days.'),
      pair('How long does delivery take', 'You get your parcel in 5 days.'),
      '3 days / 5 days',
    ],
    ['What does shipping cost?', 'Shipping costs €4.90.', 'Shipping costs €5.90.', '€4.90 / €5.90'],
    [
      'What does shipping cost?',
      'Shipping costs 4.90 EUR.',
      'Shipping is 5,90 €.',
      '4.90 EUR / 5,90 €',
    ],
    [
      'What is the price of tea?',
      'Item: Tea; Price: 2,50 €\nItem: Coffee; Price: 3 €',
      'Item: Tea; Price: 2,80 €\nItem: Coffee; Price: 3 €',
      '2,50 € / 2,80 €',
    ],
    [
      'How many shops do you have?',
      'In 2024 we had 40 shops.',
      'In 2024 we had 50 shops.',
      '40 / 50',
    ],
    [
      'How heavy may a parcel be?',
      'A parcel may weigh at most 20 kg.',
      'A parcel may weigh at most 31.5 kg.',
      '20 kg / 31.5 kg',
    ],
    [
      'What does a parcel of 5 kg cost?',
      'Parcels up to 5 kg cost €5.',
      'Parcels up to 5 kg cost €7.',
      '€5 / €7',
    ],
    [
      'When does the shop open?',
      'The shop opens at 9:00.',
      'The shop opens at 10 am.',
      '9:00 / 10 am',
    ],
    [
      'When is the shop open?',
      'The shop is open from 9:00 to 18:00.',
      'The shop is open from 10:00 to 17:00.',
      '9:00, 18:00 / 10:00, 17:00',
    ],
    [
      'What is the discount for students?',
      'Students get a discount of 10 %.',
      'Students get a 15% discount.',
      '10 % / 15%',
    ],
    [
      'Wie lange dauert die Lieferung?',
      'Die Lieferung dauert 3 Werktage.',
      'Die Lieferung dauert 5 Werktage.',
      '3 Werktage / 5 Werktage',
    ],
    [
      'Was kostet der Versand?',
      'Der Versand kostet 4,90 Euro.',
      'Der Versand kostet 5,90 Euro.',
      '4,90 Euro / 5,90 Euro',
    ],
    [
      'Wie lange kann ich Ware zurückgeben?',
      { text: 'Ware kann innerhalb von 14 Tagen zurückgegeben werden.', title: 'AGB' },
      { text: 'Ware kann innerhalb von 30 Tagen zurückgegeben werden.', title: 'Häufige Fragen' },
      '14 Tagen / 30 Tagen',
    ],
    [
      'Combien coûte la livraison ?',
      'La livraison coûte 5 €.',
      'La livraison coûte 7 €.',
      '5 € / 7 €',
    ],
    [
      '¿Cuánto tarda el envío?',
      'El envío tarda 3 días.',
      'El envío tarda 5 días.',
      '3 días / 5 días',
    ],
    [
      'Quanto costa la spedizione?',
      'La spedizione costa 5 euro.',
      'La spedizione costa 8 euro.',
      '5 euro / 8 euro',
    ],
    [
      'Quanto tempo demora a entrega?',
      'A entrega demora 3 dias.',
      'A entrega demora 6 dias.',
      '3 dias / 6 dias',
    ],
    [
      'Hoe lang duurt de levering?',
      'De levering duurt 3 dagen.',
      'De levering duurt 5 dagen.',
      '3 dagen / 5 dagen',
    ],
    ['Ile trwa dostawa?', 'Dostawa trwa 3 dni.', 'Dostawa trwa 5 dni.', '3 dni / 5 dni'],
    [
      'Сколько длится доставка?',
      'Доставка длится 3 дня.',
      'Доставка длится 5 дней.',
      '3 дня / 5 дней',
    ],
    ['配送需要多长时间？', '配送需要3天。', '配送需要5天。', '3天 / 5天'],
    [
      '配送には何日かかりますか。',
      '配送には3日かかります。',
      '配送には5日かかります。',
      '3日 / 5日',
    ],
    ['배송은 얼마나 걸리나요?', '배송은 3일 걸립니다.', '배송은 5일 걸립니다.', '3일 / 5일'],
    ['Teslimat ne kadar sürer?', 'Teslimat 3 gün sürer.', 'Teslimat 5 gün sürer.', '3 gün / 5 gün'],
  ]
  for (const [question, one, other, figures] of cases)
    it(`${textOf(one)} / ${textOf(other)}`, async () => {
      expect(await found(question, one, other)).to.deep.equal([figures])
    })
})

describe('two sources do not contradict each other:', () => {
  const cases: [string, Given, Given][] = [
    [HOW_LONG, 'Delivery takes 3 days.', 'Delivery takes three days.'],
    [HOW_LONG, 'Delivery takes 1 week.', 'Delivery takes 7 days.'],
    [HOW_LONG, 'Delivery takes 3 to 5 days.', 'Delivery takes 4 days.'],
    [HOW_LONG, 'Delivery takes 2–4 days.', 'Delivery takes 3–5 days.'],
    [HOW_LONG, 'Delivery takes up to 5 days.', 'Delivery takes 3 days.'],
    [HOW_LONG, 'Delivery takes 3 working days.', 'Delivery takes 5 days.'],
    [HOW_LONG, 'Delivery to France takes 3 days.', 'Delivery to Spain takes 5 days.'],
    [HOW_LONG, 'Delivery takes 3 days.', 'Delivery to Spain takes 5 days.'],
    [HOW_LONG, 'Delivery takes 3 days.', 'Express delivery takes 1 day.'],
    [HOW_LONG, 'Delivery to the US takes 5 days.', 'Delivery to the UK takes 3 days.'],
    [HOW_LONG, 'Delivery takes 3 days.', 'Delivery does not take 5 days.'],
    [
      HOW_LONG,
      { text: 'Delivery takes 3 days.', title: 'France' },
      { text: 'Delivery takes 5 days.', title: 'Spain' },
    ],
    [
      HOW_LONG,
      { text: 'Delivery takes 3 days.', title: 'France' },
      { text: 'Delivery takes 5 days.', title: 'FAQ' },
    ],
    [
      HOW_LONG,
      { text: 'Delivery takes 3 days.', heading: 'Delivery › Express' },
      { text: 'Delivery takes 5 days.', heading: 'Delivery › Standard' },
    ],
    [HOW_LONG, { text: 'Delivery takes 3 days.', heading: 'Express' }, 'Delivery takes 5 days.'],
    [HOW_LONG, 'Express\nDelivery takes 1 day.', 'Delivery takes 3 days.'],
    [
      HOW_LONG,
      pair('How long does delivery to Spain take?', 'It takes 5 days.'),
      pair(HOW_LONG, 'It takes 3 days.'),
    ],
    [
      HOW_LONG,
      pair(HOW_LONG, 'To France it takes 3 days.'),
      pair(HOW_LONG, 'To Spain it takes 5 days.'),
    ],
    [
      HOW_LONG,
      pair(HOW_LONG, 'Delivery takes 3 days. It starts after 1 day.'),
      pair(HOW_LONG, '3 days.'),
    ],
    [
      'What does shipping cost?',
      'Standard costs €5 for shipping.',
      'Express costs €9 for shipping.',
    ],
    ['What does shipping cost?', 'Shipping costs €5.', 'Shipping costs $6.'],
    ['What does shipping cost?', 'Shipping costs €5.', 'Shipping takes 3 days.'],
    ['What does shipping cost?', 'Shipping costs 1.000 €.', 'Shipping costs 1000 €.'],
    ['What does a parcel cost?', 'Parcels up to 5 kg cost €5.', 'Parcels up to 10 kg cost €9.'],
    ['What does plan A cost?', 'Plan A costs €5.', 'Plan B costs €9.'],
    ['What does the X100 cost?', 'The model X100 costs €50.', 'The model X200 costs €60.'],
    [
      'How long does the battery last?',
      'The battery of the iPhone 14 lasts 20 hours.',
      'The battery of the iPhone 15 lasts 26 hours.',
    ],
    [
      'Which Windows is needed?',
      'The program needs Windows 10 computers.',
      'The program needs Windows 11 computers.',
    ],
    ['How many shops do you have?', 'In 2023 we had 40 shops.', 'In 2024 we had 50 shops.'],
    [
      'How many shops do you have?',
      { text: 'We have 40 shops.', title: 'Report 2023' },
      { text: 'We have 50 shops.', title: 'Report 2024' },
    ],
    ['How many seats does a room have?', 'Room 5 has 20 seats.', 'Room 6 has 30 seats.'],
    ['When is the shop open?', 'The shop opens at 9:00.', 'The shop closes at 18:00.'],
    [
      'When may I cancel?',
      'You may cancel up to 3 days before arrival.',
      'You may cancel up to 5 days after arrival.',
    ],
    ['What does the first month cost?', 'The first month costs €5.', 'The second month costs €9.'],
    ['What is the price of tea?', 'Item: Tea; Price: 2,50 €', 'Item: Coffee; Price: 3 €'],
    [
      'Wann ist geöffnet?',
      'Die Praxis ist Do geöffnet: 9–18 Uhr',
      'Die Praxis ist So geöffnet: 10–14 Uhr',
    ],
    ['What sizes do you have?', 'Our sizes are 36, 38 and 40.', 'Our sizes are 42, 44 and 46.'],
    [
      'How long is the warranty?',
      'The warranty lasts 2 years.',
      'The warranty of batteries lasts 6 months.',
    ],
    ['What is your number?', 'Call us at 030 1234567.', 'Call us at 040 7654321.'],
    ['Do you sell lamps?', 'Delivery takes 3 days.', 'Delivery takes 5 days.'],
    [
      'Was kostet der Versand?',
      'Der Versand nach Frankreich kostet 5 Euro.',
      'Der Versand nach Spanien kostet 9 Euro.',
    ],
    [
      'Was kostet das Hotel?',
      'Ein Einzelzimmer im Hotel kostet 80 Euro.',
      'Ein Doppelzimmer im Hotel kostet 120 Euro.',
    ],
    [
      'Combien coûte la livraison ?',
      'La livraison en France coûte 5 €.',
      'La livraison en Suisse coûte 9 €.',
    ],
    [
      '¿Cuánto cuesta la entrada?',
      'La entrada para adultos cuesta 10 €.',
      'La entrada para niños cuesta 5 €.',
    ],
    ['配送需要多长时间？', '配送到法国需要3天。', '配送到西班牙需要5天。'],
    [
      '配送には何日かかりますか。',
      '東京への配送には1日かかります。',
      '大阪への配送には2日かかります。',
    ],
    ['배송은 얼마나 걸리나요?', '서울 배송은 1일 걸립니다.', '부산 배송은 2일 걸립니다.'],
    [
      'Сколько длится доставка?',
      'Доставка в Москву длится 3 дня.',
      'Доставка в Казань длится 5 дней.',
    ],
    ['كم يستغرق التوصيل؟', 'يستغرق التوصيل إلى مصر 3 أيام.', 'يستغرق التوصيل إلى المغرب 5 أيام.'],
  ]
  for (const [question, one, other] of cases)
    it(`${textOf(one)} / ${textOf(other)}`, async () => {
      expect(await found(question, one, other)).to.deep.equal([])
    })
})

describe('contradictions of several sources', () => {
  const days = (count: number) => `Delivery takes ${count} days.`

  it('are found for every two that differ', async () => {
    expect(await found(HOW_LONG, days(3), 'Returns are free.', days(3), days(5))).to.deep.equal([
      '3 days / 5 days',
    ])
    expect(await found(HOW_LONG, days(3), days(5), days(9))).to.have.length(3)
  })

  it('are five at most, and of the first eight sources', async () => {
    expect(await found(HOW_LONG, ...[1, 2, 3, 4, 5, 6, 7].map(days))).to.have.length(5)
    const same = Array.from({ length: 7 }, () => days(3))
    expect(await found(HOW_LONG, ...same, days(5))).to.have.length(1)
    expect(await found(HOW_LONG, ...same, days(3), days(5))).to.deep.equal([])
  })

  it('are not searched for in a sentence of more than 400 characters', async () => {
    const of = (repeated: number) =>
      found(
        HOW_LONG,
        ...[3, 5].map(
          (count) => `Delivery ${'of the parcel '.repeat(repeated)}takes ${count} days.`,
        ),
      )
    expect(await of(25)).to.deep.equal(['3 days / 5 days'])
    expect(await of(30)).to.deep.equal([])
  })
})

function textOf(given: Given): string {
  const { text, title = '', heading = '' } = typeof given === 'string' ? { text: given } : given
  return JSON.stringify([title, heading, text].filter(Boolean).join(' › '))
}

describe('the search for contradictions', () => {
  const ideographs = (count: number, from: number) =>
    String.fromCodePoint(...Array.from({ length: count }, (_, at) => 0x4e00 + from + at))
  const passages = Array.from({ length: 8 }, (_, nth) =>
    passage(
      Array.from({ length: 40 }, (_, at) => `${ideographs(24, 31 * at + nth)}${at} 天。`).join(''),
    ),
  )

  const QUESTIONS = Array.from({ length: 6 }, (_, nth) => ideographs(8_000, 97 * nth))

  /**
   * Returns the least processor time for a question, in ms: the first question reads the passages,
   * and compiles code.
   */
  async function costOf(work: (question: string) => unknown): Promise<number> {
    let least = Number.POSITIVE_INFINITY
    for (const question of QUESTIONS) {
      const before = process.cpuUsage()
      await work(question)
      const { user, system } = process.cpuUsage(before)
      least = Math.min(least, (user + system) / 1_000)
    }
    return least
  }

  it('of 8,000 ideographs costs little more than reading a quarter of them once', async () => {
    const once = await costOf((question) => termsOf(question.slice(0, 2_000)))
    const whole = await costOf((question) => findContradictions(question, passages, null))
    // When each passage read the question again, and compared all its pairs of ideographs, the
    // ratio was 25.
    expect(whole / once).to.be.below(10)
  })

  it('yields the loop before each passage', async () => {
    let yielded = 0
    await findContradictions(HOW_LONG, passages, null, async () => {
      yielded++
    })
    expect(yielded).to.be.at.least(passages.length)
  })
})
