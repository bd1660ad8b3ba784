import { expect } from 'chai'
import { languageOf } from '../../../shared/lib/text/language.ts'
import { stemsOf } from '../../../shared/lib/text/stems.ts'
import { folded } from '../../../shared/lib/text/terms.ts'
import { QUESTIONS } from '../../support/data/shortQuestions.ts'

const asked = Object.entries(QUESTIONS).flatMap(([language, questions]) =>
  questions.split('|').map((question) => ({ language, question })),
)

/** Returns the share of languages that are recognized correctly, 0–1. */
function rightOf(all: typeof asked, expected: (language: string) => string | null): number {
  const right = all.filter(
    ({ language, question }) => languageOf(question, expected(language)) === language,
  )
  return right.length / all.length
}

describe('the language of a short text', () => {
  it('is recognized in 39 languages if nothing is expected', () =>
    expect(rightOf(asked, () => null)).to.be.at.least(0.95))

  it('is the expected language if possible', () =>
    expect(rightOf(asked, (language) => language)).to.equal(1))

  it('is recognized by what follows repeated words', () => {
    for (const repeated of ['x ', 'x y '])
      expect(languageOf(`${repeated.repeat(1_500)}When are you open on Sundays?`, null)).to.equal(
        'en',
      )
  })

  it('is recognized without its accents as well', () => {
    const plain = asked
      .filter(({ question }) => /^[\p{Script=Latin}\P{L}]+$/u.test(question))
      .map(({ language, question }) => ({ language, question: folded(question) }))
    expect(plain.length).to.be.at.least(200)
    expect(rightOf(plain, (language) => language)).to.be.at.least(0.98)
  })

  it('is another than the expected language if it must be', () =>
    expect(rightOf(asked, () => 'en')).to.be.at.least(0.94))

  for (const [text, expected, language] of [
    ['Цена?', 'ru', 'ru'],
    ['Доставка', 'uk', 'uk'],
    ['Скільки?', 'ru', 'uk'],
    ['वापसी', 'mr', 'mr'],
    ['cancelar', 'es', 'es'],
    ['cancelar pedido', 'pt-BR', 'pt'],
    ['rang su bao hanh may nam', 'vi', 'vi'],
    ['dove siete', 'it', 'it'],
    ['parkering', 'nb-NO', 'no'],
    ['駐車場', 'ja', 'ja'],
    ['駐車場', 'zh-TW', 'zh'],
    ['قیمت', 'fa', 'fa'],
    ['Preis', 'DE_de', 'de'],
    ['harga', 'ms', 'ms'],
  ] as const)
    it(`of a word or two is the expected language that is written so: ${text}, ${expected}`, () =>
      expect(languageOf(text, expected)).to.equal(language))

  for (const [text, expected, language] of [
    ['WiFi', 'ru', 'en'],
    ['营业时间', 'de', 'zh'],
    ['Гривня', 'ar', 'uk'],
    ['ສະບາຍດີ', 'en', 'lo'],
    ['សួស្តី', 'fr', 'km'],
    ['iPhone 15 цена', 'ru', 'ru'],
  ] as const)
    it(`is not a language that is written with other letters: ${text}, ${expected}`, () =>
      expect(languageOf(text, expected)).to.equal(language))

  it('is not recognized without letters', () => {
    for (const text of ['', '👋', '12345', '?!']) {
      expect(languageOf(text), text).to.equal('und')
      expect(languageOf(text, 'pl-PL'), text).to.equal('pl')
    }
    expect(languageOf('https://example.com/the/opening/hours ann@example.com', 'de')).to.equal('de')
  })

  it('is recognized in a longer text whatever is expected', () => {
    const german =
      'Unser Laden in der Altstadt ist an Werktagen von neun bis achtzehn Uhr für alle Kunden geöffnet.'
    for (const expected of ['en', 'nl', 'da', 'ru', null])
      expect(languageOf(german, expected)).to.equal('de')
  })

  it('has its stems in PostgreSQL, or none', () => {
    expect(stemsOf(languageOf('Wann habt ihr heute geöffnet?'))).to.equal('german')
    expect(stemsOf(languageOf('Jam berapa buka hari ini?'))).to.equal('indonesian')
    expect(stemsOf(languageOf('O której dziś otwieracie?'))).to.equal('simple')
    expect(stemsOf(languageOf('42'))).to.equal('simple')
  })
})

describe('texts are compared', () => {
  for (const [one, other] of [
    ['۱۴۰۳', '1403'],
    ['٢٤', '24'],
    ['१०', '10'],
    ['What’s', "What's"],
    ['l’hôtel', "l'hotel"],
    ['1.500', '1500'],
    ['ＡＢＣ', 'abc'],
    ['İzmir', 'izmir'],
    ['STRASSE', 'straße'],
    ['كِتَاب', 'كتاب'],
    ['Łódź', 'lodz'],
    ['café', 'cafe\u0301'],
  ] as const)
    it(`in one form: ${one}, ${other}`, () => expect(folded(one)).to.equal(folded(other)))
})
