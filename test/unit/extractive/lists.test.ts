import { expect } from 'chai'
import { ask, FALLBACK } from '../../support/data/extractive.ts'

const FERRY =
  'We carry on deck:\n\n- kayaks\n- prams\n- tents\n\nWe do not carry:\n\n- horses\n- petrol\n\nTickets are checked.'

describe('the lists that the extractive model answers from', () => {
  it('give the requested item, under their lead line', () => {
    expect(ask('Do you carry kayaks on deck?', [{ text: FERRY }])).to.equal(
      'We carry on deck:\n- kayaks [1]',
    )
    expect(ask('Do you carry horses?', [{ text: FERRY }])).to.equal(
      'We do not carry:\n- horses [1]',
    )
  })

  it('give the item under their heading if no line introduces them', () => {
    const free = { heading: 'Tour › Free on Sundays', text: '* Harbour walk\n* Lighthouse\n* Mill' }
    const paid = { heading: 'Tour › With a ticket', text: '* Castle\n* Aquarium' }
    expect(ask('Is the lighthouse free?', [free, paid])).to.equal(
      'Free on Sundays:\n* Lighthouse [1]',
    )
    expect(ask('Do I need a ticket for the castle?', [free, paid])).to.equal(
      'With a ticket:\n* Castle [2]',
    )
  })

  it('are given completely if they are asked for as a whole', () => {
    const languages: [string, string, string][] = [
      ['en', 'What belongs to the kit?', 'To the kit belong:\n- a pump\n- two levers\n- glue'],
      ['de', 'Was gehört zum Bausatz?', 'Zum Bausatz gehören:\n• Räder\n• Achsen\n• Leim'],
      ['es', '¿Qué incluye la matrícula?', 'La matrícula incluye:\n* libros\n* exámenes\n* carné'],
      ['ja', '会費に含まれるものは？', '会費に含まれるもの：\n・雑誌\n・講座'],
      ['ar', 'ماذا تشمل الرحلة؟', 'تشمل الرحلة:\n- الإفطار\n- النقل\n- الدليل'],
    ]
    for (const [language, question, text] of languages)
      expect(ask(question, [{ text }], language), language).to.equal(`${text} [1]`)
  })

  it('keep the steps of an instruction together and in order', () => {
    const steps =
      '1. Unplug the router.\n2. Wait ten seconds.\n3. Plug it in.\n4. Wait for the green light.'
    const source = { heading: 'Help › Restart the router', text: steps }
    expect(ask('How do I restart the router?', [source])).to.equal(
      `Restart the router:\n${steps} [1]`,
    )
  })

  it('are given in part if they are long, and show that they continue', () => {
    const items = Array.from(
      { length: 30 },
      (_, index) => `- museum of the town number ${index + 101}`,
    )
    const text = ['The pass is valid in:', ...items].join('\n')
    expect(ask('Where is the pass valid?', [{ text }]).split('\n')).to.deep.equal([
      'The pass is valid in:',
      ...items.slice(0, 10),
      '… [1]',
    ])
    expect(ask('Is the pass valid in museum 117?', [{ text }])).to.contain(
      ':\n- museum of the town number 117 [',
    )
  })

  it('may have no marks', () => {
    const text = 'Opening hours of the pool:\nMonday 9–18\nTuesday 10–19\n\nThe bar is closed.'
    expect(ask('Opening hours of the pool on Tuesday?', [{ text }])).to.equal(
      'Opening hours of the pool:\nTuesday 10–19 [1]',
    )
  })

  it('never leave an introducing line alone', () => {
    expect(ask('What does the guarantee cover?', [{ text: 'The guarantee covers:' }])).to.equal(
      FALLBACK,
    )
    const text = 'The guarantee covers:\n\nAll parts for two years, and labour for one.'
    expect(ask('What does the guarantee cover?', [{ text }])).to.equal(
      `${text.replace('\n\n', '\n')} [1]`,
    )
  })

  it('are not recognized if their items are paragraphs', () => {
    const long = (start: string) =>
      `- ${start} ${'It has many rooms and a view of the sea. '.repeat(8).trim()}`
    const text = [long('The villa sleeps nine.'), long('The cabin sleeps four.')].join('\n')
    expect(ask('How many does the cabin sleep?', [{ text }])).to.match(
      /\n- The cabin sleeps four\. \[1\]$/,
    )
  })
})
