import { expect } from 'chai'
import { chooseTopics } from '../../shared/questions/chooseTopics.ts'
import { topicIdOf } from '../../shared/questions/topicId.ts'
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
    expect(termsOf('Hi Flora! Quick question: my monstera? Thanks, Ada', 'en')).to.deep.equal([
      'en:monstera',
    ])
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
  /** @param shared of each source: its terms with their counts */
  const chosen = (
    questions: number,
    terms: [string, number][],
    sources: Record<string, [count: number, terms: Record<string, number>]> = {},
  ) =>
    chooseTopics({
      questions,
      terms: terms.map(([term, conversations]) => ({ term, conversations })),
      sources: Object.entries(sources).map(([source, [conversations]]) => ({
        source,
        conversations,
      })),
      shared: Object.entries(sources).flatMap(([source, [, shared]]) =>
        Object.entries(shared).map(([term, conversations]) => ({ source, term, conversations })),
      ),
    }).map(topicIdOf)

  it('takes two words for a word that is mostly beside the other', () => {
    expect(
      chosen(30, [
        ['en:deliveri', 10],
        ['en:cost', 7],
        ['en:cost deliveri', 7],
      ]),
    ).to.deep.equal(['en:cost deliveri'])
    expect(
      chosen(30, [
        ['en:deliveri', 13],
        ['en:cost', 9],
        ['en:cost deliveri', 4],
      ]),
    ).to.deep.equal(['en:deliveri', 'en:cost'])
  })

  it('leaves out a word of more than half of many conversations, but not of a few', () => {
    const terms: [string, number][] = [
      ['en:greenleaf', 11],
      ['en:return', 5],
    ]
    expect(chosen(20, terms)).to.deep.equal(['en:return'])
    expect(chosen(19, terms)).to.have.length(2)
  })

  it('takes questions in other words or languages together if they got the same section', () => {
    const one = { 'en:basel': 1, 'en:switzerland': 1, 'de:schweiz': 1, 'en:ship': 1 }
    expect(chosen(30, [['en:ship', 3]], { a: [3, one] })).to.deep.equal(['en:ship', 'from:a'])
  })

  it('adds a section to the topic of the word that most of its questions have', () => {
    const sources: Parameters<typeof chosen>[2] = {
      a: [5, { 'en:return': 4, 'en:refund': 1 }],
      b: [4, { 'en:return': 3, 'en:label': 2 }],
      c: [4, { 'en:gift': 4, 'en:return': 1 }],
    }
    expect(
      chosen(
        40,
        [
          ['en:return', 9],
          ['en:gift', 4],
        ],
        sources,
      ),
    ).to.deep.equal(['en:return|from:a|from:b', 'en:gift|from:c'])
  })

  it('adds questions without a reply from knowledge that have a word of one section only', () => {
    const terms: [string, number][] = [['en:basel', 3]]
    expect(chosen(30, terms, { a: [9, { 'en:switzerland': 5, 'en:basel': 2 }] })).to.deep.equal([
      'en:basel|from:a',
    ])
  })

  it('leaves out a word that is beside the subjects of many sections', () => {
    const sources = Object.fromEntries(
      ['water', 'light', 'repot', 'gift'].map(
        (word): [string, [number, Record<string, number>]] => [
          word,
          [5, { [`en:${word}`]: 4, 'en:plant': 2 }],
        ],
      ),
    )
    const names = chosen(40, [['en:plant', 8]], sources)
    expect(names).to.have.members(['from:water', 'from:light', 'from:repot', 'from:gift'])
  })
})
