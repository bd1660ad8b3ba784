import { expect } from 'chai'
import type { Passage } from '../../../shared/search/retrieval.ts'
import { takeCitations } from '../../../workers/citations/citations.ts'
import { checkClaims } from '../../../workers/grounding/checkClaims.ts'

const SOURCE: Passage = {
  knowledge_id: 'k',
  chunk_id: 'c',
  kind: 'file',
  title: null,
  url: null,
  heading: '',
  score: 1,
  text: `Standard delivery takes 3 to 5 working days. It costs €4.90. Orders over €50 ship free. You may return unused items within 30 days of delivery. Worn parts such as chains are not included in the warranty. The battery keeps 80 % of its capacity for 1000 charging cycles. We are open Monday to Friday from 9:00 to 18:00. The cargo bike weighs 34 kg and costs €3,499. We ship to Spain, but not to Norway. The first inspection is due on 12 March 2027.`,
}
const OTHER: Passage = {
  ...SOURCE,
  text: 'Helmets come in three sizes. A helmet of size M weighs 320 g.',
}

/** Returns the problems of a reply, as it is read from a model's text. */
async function problemsOf(text: string, sources: Passage[] = [SOURCE]) {
  const { statements } = takeCitations(text, sources, { question: 'And?', given: '' })
  const given = { question: 'And?', texts: ['And?'] }
  return (await checkClaims({ statements, sources, given })).problems
}

describe('a marked sentence', () => {
  for (const sentence of [
    'Standard delivery takes 3 to 5 working days',
    'Delivery takes three to five working days',
    'Delivery takes 3–5 days',
    'It costs 4,90 €',
    'It costs EUR 4.90',
    'Shipping is free above 50 euros',
    'You can return unused items within 30 days',
    'You have thirty days to return an unused item',
    'Worn parts such as chains are not covered by the warranty',
    'The battery keeps 80% of its capacity for 1,000 cycles',
    'We are open from 9 am to 6 pm',
    'The cargo bike costs 3499 €',
    'It weighs 34 kilograms',
    'It weighs 34,000 grams',
    'We do not ship to Norway',
    'We ship to Spain',
    'The first inspection is due on March 12, 2027',
    'There are two things to know: it costs €4.90, and it takes 3 to 5 days',
    'Die Lieferung dauert 3 bis 5 Werktage',
    'Der Versand kostet 4,90 Euro',
    'Die Rückgabe ist innerhalb von dreißig Tagen möglich',
    'Die Garantie deckt Verschleißteile nicht ab',
    'La livraison prend de trois à cinq jours ouvrables',
    'El envío cuesta 4,90 €',
    'A entrega demora de 3 a 5 dias úteis',
    'Доставка занимает от 3 до 5 рабочих дней',
    '配送需要3到5个工作日',
    'التوصيل يستغرق ٣ إلى ٥ أيام عمل',
  ])
    it(`is supported: ${sentence}`, async () => {
      expect(await problemsOf(`${sentence} [1].`)).to.deep.equal([])
    })

  for (const [sentence, reason] of [
    [
      'Standard delivery takes 10 to 14 working days',
      'The source does not say "10", "14 working days".',
    ],
    [
      'Standard delivery takes ten to fourteen working days',
      'The source does not say "ten", "fourteen working days".',
    ],
    ['Delivery costs €9.90', 'The source does not say "9.90".'],
    ['You may return unused items within 90 days', 'The source does not say "90 days".'],
    ['The battery lasts for 2000 charging cycles', 'The source does not say "2000".'],
    ['Delivery takes 3 to 5 weeks', 'The source does not say "3", "5 weeks".'],
    ['Delivery costs $4.90', 'The source does not say "4.90".'],
    ['We are open from 9:00 to 20:00', 'The source does not say "20:00".'],
    ['We are open from 9 pm', 'The source does not say "9 pm".'],
    ['The cargo bike weighs 34 g', 'The source does not say "34 g".'],
    ['Der Versand kostet 9,90 Euro', 'The source does not say "9,90 Euro".'],
    ['配送需要7个工作日', 'The source does not say "7个工作日".'],
    [
      'You may not return unused items within 30 days of delivery',
      'The source does not deny this.',
    ],
    ['Worn parts such as chains are included in the warranty', 'The source denies this.'],
    ['We ship to Norway', 'The source denies this.'],
  ] as const)
    it(`is not supported: ${sentence}`, async () => {
      expect(await problemsOf(`${sentence} [1].`)).to.deep.equal([{ sentence, reason }])
    })

  it('is supported by all of its sources together', async () => {
    const text = 'The cargo bike weighs 34 kg and a helmet 320 g [1][2].'
    expect(await problemsOf(text, [SOURCE, OTHER])).to.deep.equal([])
    expect(await problemsOf(text.replace('320', '230'), [SOURCE, OTHER])).to.have.length(1)
  })

  it('is not supported by a source that does not mention it', async () => {
    const sentence = 'Our plumber Giovanni repairs dishwashers throughout Lombardy'
    expect(await problemsOf(`${sentence} [1]. Delivery costs €4.90 [1].`)).to.deep.equal([
      { sentence, reason: 'The source does not speak of this.' },
    ])
  })

  it('is checked without the numbers of lists, footnotes and addresses', async () => {
    const text =
      '1. Delivery costs €4.90, see https://example.com/7/8 [1].\n2. Returns take 30 days [1].'
    expect(await problemsOf(text)).to.deep.equal([])
  })
})
