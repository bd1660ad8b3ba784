import { expect } from 'chai'
import { segmentsOf } from '../../../shared/lib/text/segments.ts'
import { searchWords } from '../../../shared/lib/text/terms.ts'
import { wordsOf } from '../../../shared/lib/text/words.ts'

describe('the segments of a text', () => {
  const whole = (text: string, granularity: 'word' | 'grapheme') =>
    [...new Intl.Segmenter(undefined, { granularity }).segment(text)].map(({ segment }) => segment)
  const inPieces = (text: string, granularity: 'word' | 'grapheme') =>
    [...segmentsOf(text, granularity)].map(({ segment }) => segment)

  const SENTENCES = [
    'Parcels to Germany take two days, to Austria three: 3.5 on average. ',
    '我的包裹什么时候到？请告诉我运费是多少。',
    'พัสดุใช้เวลาสองวัน ค่าส่งเท่าไร ',
    '배송은 얼마나 걸리나요? ',
    'ကျေးဇူးတင်ပါတယ် ',
  ]
  for (const sentence of SENTENCES)
    for (const granularity of ['word', 'grapheme'] as const)
      it(`of 5,000 characters are the same as of all of it at once: ${granularity}, ${sentence.slice(0, 12)}`, () => {
        const text = sentence.repeat(Math.ceil(5_000 / sentence.length))
        expect(inPieces(text, granularity)).to.deep.equal(whole(text, granularity))
      })

  it('lose nothing, and cut no character, without blanks and stops', () => {
    for (const sign of ['的', '가', '\u1100\u1161\u11a8', 'กำ', '👍🏽', 'a\u0301']) {
      const text = sign.repeat(700)
      expect(inPieces(text, 'grapheme').join('')).to.equal(text)
      expect(inPieces(text, 'grapheme')).to.deep.equal(whole(text, 'grapheme'))
      expect(inPieces(text, 'word').join('')).to.equal(text)
    }
  })
})

describe('the words by which a text is found', () => {
  it('have compounds as one word, however many hyphens', () => {
    expect(searchWords('a check-in at 9').split(' ')).to.include('checkin')
    expect(searchWords('state-of-the-art').split(' ')).to.include('stateoftheart')
  })
})

describe('words', () => {
  it('are found in languages that write without spaces', () => {
    expect(wordsOf('我们周日休息。')).to.include.members(['我们', '周日', '休息'])
  })
})
