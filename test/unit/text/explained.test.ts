import { expect } from 'chai'
import { explainedIn, formsOf, likelyIn } from '../../../shared/lib/text/explained.ts'

const RIGHT: [text: string, key: string][] = [
  ['We ship to the United Kingdom (UK) and to France.', '(uk)united kingdom'],
  ['UK (United Kingdom)', '(uk)united kingdom'],
  ['Prices include **Value Added Tax** (VAT, 20 %).', '(vat)value added tax'],
  ['frequently asked questions (FAQs)', '(faq)frequently asked questions'],
  ['the United States of America (U.S.A.)', '(usa)united states america'],
  ['Department of Defense (DoD)', '(dod)department defense'],
  ['Business-to-Business (B2B)', '(b2b)business business'],
  [
    'Es gelten die Allgemeinen Geschäftsbedingungen (AGB).',
    '(agb)allgemeinen geschaftsbedingungen',
  ],
  ['Die DSGVO (Datenschutz-Grundverordnung) gilt.', '(dsgvo)datenschutz grundverordnung'],
  ['eine Gesellschaft mit beschränkter Haftung (GmbH)', '(gmbh)gesellschaft beschrankter haftung'],
  ['la Taxe sur la Valeur Ajoutée (TVA)', '(tva)taxe valeur ajoutee'],
  ["dans l'Union européenne (UE)", '(ue)union europeenne'],
  ['Impuesto sobre el Valor Añadido (IVA)', '(iva)impuesto valor anadido'],
  ['Налог на добавленную стоимость (НДС)', '(ндс)налог добавленную стоимость'],
  ['Φόρος Προστιθέμενης Αξίας (ΦΠΑ)', '(φπα)φοροσ προστιθεμενησ αξιασ'],
]

const WRONG = [
  'Carry bags (max 10 kg).',
  'As we said before (see 3).',
  'We are closed on Monday (MO).',
  'Our boss (Anna Bauer) knows.',
  'We ship to France, United Kingdom (US).',
  'United. Kingdom (UK)',
  'Kingdom United (UK)',
  'a bag of ten (UK)',
  'in Deutschland (ID)',
  'united kingdom (uk)',
  'UK (under Kaiser Franz, perhaps) and UK (see United Kingdom)',
  'United Arab Kingdom (UK)',
  'Chapter one (I) and (UK)',
]

describe('abbreviations that a text explains', () => {
  for (const [text, key] of RIGHT)
    it(`are found: ${text}`, () => {
      expect(explainedIn(text)).to.deep.equal([key])
    })

  for (const text of WRONG)
    it(`are not found: ${text}`, () => {
      expect(explainedIn(text)).to.deep.equal([])
    })

  it('are at most 20', () => {
    const texts = Array.from(
      { length: 30 },
      (_, nth) => `Red ${'abcdefghij'[nth % 10]}${nth} (R${'ABCDEFGHIJ'[nth % 10]})`,
    )
    const more = texts.map((text, nth) => text.replace('Red', `R${nth}ed`))
    expect(explainedIn(more.join('. '))).to.have.length(20)
  })

  it('are searched for in a question by either form, also across a short word and in other inflections', () => {
    const forms = formsOf(['(tos)terms service', '(uk)united kingdom'])
    const found = (question: string) =>
      likelyIn(question.split(' '), forms).map(({ places, other }) => [places, other.join(' ')])
    expect(found('the uk is')).to.deep.equal([[[1], 'united kingdom']])
    expect(found('our terms of services')).to.deep.equal([[[1, 3], 'tos']])
    expect(found('terms for every service')).to.deep.equal([])
    expect(found('kingdom united')).to.deep.equal([])
  })
})
