import { expect } from 'chai'
import { isNegated } from '../../../workers/language/negation.ts'
import { ask, FALLBACK, pair } from '../../support/data/extractive.ts'

/** A negated text that does not answer, and a text that does. */
const OPPOSITES: [language: string, negated: string, plain: string][] = [
  ['en', 'Which islands do you not sail to?', 'Which islands do you sail to?'],
  ['en', "What isn't covered by the pass?", 'What is covered by the pass?'],
  ['de', 'Was ist im Pass nicht enthalten?', 'Was ist im Pass enthalten?'],
  ['fr', "Qu'est-ce qui n'est pas compris ?", "Qu'est-ce qui est compris ?"],
  ['es', '¿Qué no incluye el pase?', '¿Qué incluye el pase?'],
  ['pt', 'O que não está incluído no passe?', 'O que está incluído no passe?'],
  ['it', 'Cosa non comprende la tessera?', 'Cosa comprende la tessera?'],
  ['nl', 'Wat is niet inbegrepen?', 'Wat is inbegrepen?'],
  ['pl', 'Czego karnet nie obejmuje?', 'Co karnet obejmuje?'],
  ['ru', 'Что не входит в стоимость?', 'Что входит в стоимость?'],
  ['uk', 'Що не входить у вартість?', 'Що входить у вартість?'],
  ['tr', 'Fiyata neler dahil değil?', 'Fiyata neler dahil?'],
  ['ar', 'ما الذي لا يشمله السعر؟', 'ما الذي يشمله السعر؟'],
  ['he', 'מה לא כלול במחיר?', 'מה כלול במחיר?'],
  ['hi', 'कीमत में क्या शामिल नहीं है?', 'कीमत में क्या शामिल है?'],
  ['zh', '价格不包括什么？', '价格包括什么？'],
  ['ja', '料金に含まれないものは何ですか？', '料金に含まれるものは何ですか？'],
  ['ko', '요금에 포함되지 않는 것은 무엇인가요?', '요금에 포함되는 것은 무엇인가요?'],
  ['th', 'ราคาไม่รวมอะไรบ้าง', 'ราคารวมอะไรบ้าง'],
  ['vi', 'Giá không bao gồm những gì?', 'Giá bao gồm những gì?'],
  ['id', 'Apa yang tidak termasuk harga?', 'Apa yang termasuk harga?'],
  ['fi', 'Mikä ei sisälly hintaan?', 'Mikä sisältyy hintaan?'],
  ['sv', 'Vad ingår inte i priset?', 'Vad ingår i priset?'],
  ['hu', 'Mit nem tartalmaz az ár?', 'Mit tartalmaz az ár?'],
  ['el', 'Τι δεν περιλαμβάνεται στην τιμή;', 'Τι περιλαμβάνεται στην τιμή;'],
]

describe('the opposite of what is asked', () => {
  it('is recognized by a word of negation, in many languages', () => {
    for (const [language, negated, plain] of OPPOSITES) {
      expect(isNegated(negated, language), negated).to.equal(true)
      expect(isNegated(plain, language), plain).to.equal(false)
    }
  })

  it('does not include an answer of no', () => {
    const questions: [string, string][] = [
      ['en', "Don't you ship to Norway?"],
      ['en', 'Do you ship to Norway or not?'],
      ['es', '¿No aceptan tarjetas?'],
      ['zh', '可不可以带狗？'],
      ['zh', '有没有停车场？'],
      ['ja', '駐車場はありませんか？'],
      ['vi', 'Có chỗ đậu xe không?'],
      ['th', 'มีที่จอดรถหรือไม่'],
      ['de', 'Liefern Sie oder nicht?'],
    ]
    for (const [language, question] of questions)
      expect(isNegated(question, language), question).to.equal(false)
  })

  it('is not answered by a pair, in either direction', () => {
    for (const [language, negated, plain] of OPPOSITES.filter(([, one]) => !one.includes('料金'))) {
      expect(ask(plain, [pair(`${negated}\nHydra, Paros.`)], language), plain).to.equal(FALLBACK)
      expect(ask(negated, [pair(`${plain}\nHydra, Paros.`)], language), negated).to.equal(FALLBACK)
    }
  })

  it('is given with its question if it names what is asked', () => {
    const sources = [
      pair('What is not included?\nWine and parking.'),
      pair('What is included?\nBreakfast.'),
    ]
    expect(ask('What is included?', sources)).to.equal('Breakfast. [2]')
    expect(ask('Is wine included?', sources)).to.equal(
      'What is not included?\nWine and parking. [1]',
    )
  })

  it('is not given from below its heading or lead line, unless that names what is asked', () => {
    const sources = [
      { heading: 'Fähre › Was nicht enthalten ist', text: '- Kabine\n- Frühstück' },
      { heading: 'Fähre › Was enthalten ist', text: '- Gepäck\n- Decke' },
    ]
    expect(ask('Was ist enthalten?', sources, 'de')).to.equal(
      'Was enthalten ist:\n- Gepäck\n- Decke [2]',
    )
    expect(ask('Ist die Kabine enthalten?', sources, 'de')).to.equal(
      'Was nicht enthalten ist:\n- Kabine [1]',
    )
    const text =
      'The pass covers:\n- boats\n- trams\n\nThe pass does not cover:\n- taxis\n- flights'
    expect(ask('What does the pass cover?', [{ text }])).to.equal(`${text.split('\n\n')[0]} [1]`)
    expect(ask('What does the pass not cover?', [{ text }])).to.equal(
      `${text.split('\n\n')[1]} [1]`,
    )
  })
})

describe('numbers of models', () => {
  it('differ as soon as a digit differs', () => {
    for (const [one, other] of ['X20 X200', 'E5 E50', 'Z500 Z5000', 'A1 A11', 'A1 A12'].map((two) =>
      two.split(' '),
    )) {
      const source = pair(`Is the model ${one} waterproof?\nYes, to 5 metres.`)
      expect(ask(`Is the model ${other} waterproof?`, [source]), other).to.equal(FALLBACK)
      expect(ask(`is a ${one} waterproof`, [source]), one).to.equal('Yes, to 5 metres. [1]')
    }
  })
})
