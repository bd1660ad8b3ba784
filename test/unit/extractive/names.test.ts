import { expect } from 'chai'
import { ask, FALLBACK, pair } from '../../support/data/extractive.ts'

/** A text, a question that it answers, and the same question about another thing. */
const NEAR: [language: string, text: string, same: string, other: string][] = [
  [
    'en',
    'The bridge in Bristol was built by Brunel.',
    'Who built the bridge in Bristol?',
    'Who built the bridge in Newport?',
  ],
  [
    'en',
    'A seat cost 12 euros in 2024.',
    'What did a seat cost in 2024?',
    'What did a seat cost in 2023?',
  ],
  [
    'en',
    'The Solo tariff costs 9 euros.',
    'What does the Solo tariff cost?',
    'What does the Family tariff cost?',
  ],
  [
    'fr',
    'La gare de Metz a été conçue par Kröger.',
    'Qui a conçu la gare de Metz ?',
    'Qui a conçu la gare de Lille ?',
  ],
  [
    'pl',
    'Most w Tczewie zbudował Lentze.',
    'Kto zbudował most w Tczewie?',
    'Kto zbudował most w Toruniu?',
  ],
  [
    'cs',
    'Jízdenka do Brna stojí 200 korun.',
    'Kolik stojí jízdenka do Brna?',
    'Kolik stojí jízdenka do Zlína?',
  ],
  [
    'fi',
    'Oulun kirjaston suunnitteli Ervi.',
    'Kuka suunnitteli Oulun kirjaston?',
    'Kuka suunnitteli Vaasan kirjaston?',
  ],
  [
    'ru',
    'Билет до Твери стоит 500 рублей.',
    'Сколько стоит билет до Твери?',
    'Сколько стоит билет до Тулы?',
  ],
  [
    'el',
    'Το εισιτήριο για τη Σύρο κοστίζει 30 ευρώ.',
    'Πόσο κάνει το εισιτήριο για Σύρο;',
    'Πόσο κάνει το εισιτήριο για Μήλο;',
  ],
  ['vi', 'Sông Đà dài 910 km.', 'Sông Đà dài bao nhiêu?', 'Sông Hồng dài bao nhiêu?'],
]

describe('a question that names what no source has', () => {
  for (const [language, text, same, other] of NEAR) {
    it(`is not answered by a text about something else: ${other}`, () => {
      expect(ask(same, [{ text }], language)).to.equal(`${text} [1]`)
      expect(ask(other, [{ text }], language)).to.equal(FALLBACK)
    })
  }

  it('may name it in another form, in a compound, or in the title', () => {
    const tickets = { heading: 'Fares to Aberdeen', text: 'A return ticket costs 40 pounds.' }
    expect(ask('How much is a return ticket to Aberdeen?', [tickets])).to.contain('40 pounds')
    const fair = { text: 'De Amsterdammers krijgen tien procent korting.' }
    expect(ask('Hoeveel korting krijgen mensen uit Amsterdam?', [fair], 'nl')).to.contain(
      'tien procent',
    )
  })

  it('is not recognized by a capital of the first word, of German nouns or of shouting', () => {
    const text = 'The sauna opens at nine.'
    for (const question of ['Saunas open when?', 'WHEN DOES THE SAUNA OPEN?'])
      expect(ask(question, [{ text }]), question).to.equal(`${text} [1]`)
    const auf = { text: 'Die Sauna öffnet um neun.' }
    expect(ask('Wann öffnet die Sauna?', [auf], 'de')).to.equal(`${auf.text} [1]`)
  })
})

describe('a name that only the answer of a pair has', () => {
  it('matches the question, though the pair asks in other words', () => {
    const sources = [
      pair('Do you take credit cards?\nYes, we take Visa and Maestro.'),
      {
        heading: 'Camping › Prices',
        text: 'A tent costs 24 euros. In August you pay 6 euros more.',
      },
    ]
    expect(ask('Can I pay by Maestro?', sources)).to.contain('Yes, we take Visa and Maestro. [1]')
    expect(ask('Can I pay by Bancontact?', sources)).to.equal(FALLBACK)
  })
})
