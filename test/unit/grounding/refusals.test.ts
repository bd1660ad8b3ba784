import { expect } from 'chai'
import { LANGUAGES } from '../../../shared/languages/languages.ts'
import { saysNotKnown } from '../../../workers/grounding/refusals.ts'

describe('a reply that says that the answer is not known', () => {
  it('is recognized in every language that the server speaks', () => {
    for (const { code, small_talk } of LANGUAGES.values())
      expect(saysNotKnown(`${small_talk.not_known}`, null), code).to.equal(true)
  })

  it('is recognized by the words of the agent and by those of models', () => {
    expect(saysNotKnown('Sorry! Please call us.', 'Please call us.')).to.equal(true)
    for (const text of [
      'We ship to Norway, but nothing about Mars.',
      'I could not find this in the sources.',
      'Leider weiß ich das nicht.',
      'The sources do not mention parking.',
      'Je ne sais pas.',
      'No tengo información sobre esto.',
      'Bu konuda bilgi bulamadım.',
      '申し訳ありませんが、わかりません。',
    ])
      expect(saysNotKnown(text, null), text).to.equal(true)
  })

  it('is not a plain no', () => {
    for (const text of [
      'No, we do not ship to Norway.',
      'Nein, Barzahlung ist nicht möglich.',
      'Non, les chiens ne sont pas admis.',
      'There is no swimming pool.',
      'No aceptamos efectivo.',
      'You cannot cancel a Saver booking.',
    ])
      expect(saysNotKnown(text, 'I do not know that.'), text).to.equal(false)
  })
})
