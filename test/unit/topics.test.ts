import { expect } from 'chai'
import { chooseTopics } from '../../shared/questions/topics.ts'
import { questionTerms } from '../../workers/questions/questionTerms.ts'

const termsOf = (question: string, language: string) =>
  questionTerms(question, language).map(({ term }) => term)

describe('the significant words of a question', () => {
  for (const [language, one, other, shared] of [
    [
      'en',
      'How much does delivery cost?',
      'What are the costs of the delivery?',
      'en:cost deliveri',
    ],
    ['en', 'Can I return it?', 'Are returns free?', 'en:return'],
    ['fr', 'Comment faire un retour ?', 'Les retours sont-ils gratuits ?', 'fr:retour'],
    ['de', 'Was kostet die Lieferung?', 'Lieferungen nach Wien?', 'de:liefer'],
    ['ja', '送料はいくらですか？', '送料を教えてください', 'ja:送料'],
  ] as const)
    it(`are the same for “${one}” and “${other}”`, () => {
      expect(termsOf(one, language)).to.include(shared)
      expect(termsOf(other, language)).to.include(shared)
    })

  it('do not include small talk, numbers, addresses and negations', () => {
    expect(termsOf('Hello, thanks!', 'en')).to.deep.equal([])
    const terms = termsOf(
      'Order 123456 did not arrive: ada@example.com, https://example.com/orders',
      'en',
    )
    expect(terms).to.deep.equal(['en:order', 'en:arriv'])
  })

  it('are at most 23, however long the question', () => {
    const words = Array.from(
      { length: 500 },
      (_, n) => `gar${'bcdfgh'[n % 6]}${'aeiou'[n % 5]}${'klmnp'[n % 7] ?? 'r'}den`,
    )
    expect(questionTerms(words.join(' '), 'en')).to.have.length.within(2, 23)
  })
})

describe('the choice of topics', () => {
  const candidate = (term: string, conversations: number) => ({ term, conversations, answered: 0 })
  const chosen = (questions: number, ...candidates: [string, number][]) =>
    chooseTopics(
      candidates.map(([term, count]) => candidate(term, count)),
      questions,
    ).map(({ term, conversations }) => [term, conversations])

  it('takes two words for a word that is mostly beside the other', () => {
    expect(chosen(30, ['en:deliveri', 10], ['en:cost', 7], ['en:cost deliveri', 7])).to.deep.equal([
      ['en:cost deliveri', 7],
    ])
    expect(chosen(30, ['en:deliveri', 13], ['en:cost', 9], ['en:cost deliveri', 4])).to.deep.equal([
      ['en:deliveri', 13],
      ['en:cost', 9],
    ])
  })

  it('leaves out a word of more than half of many conversations, but not of a few', () => {
    expect(chosen(20, ['en:greenleaf', 11], ['en:return', 5])).to.deep.equal([['en:return', 5]])
    expect(chosen(19, ['en:greenleaf', 11], ['en:return', 5])).to.have.length(2)
  })
})
