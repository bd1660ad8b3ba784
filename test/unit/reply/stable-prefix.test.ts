import { expect } from 'chai'
import fc from 'fast-check'
import type { Passage } from '../../../shared/search/retrieval.ts'
import { takeCitations } from '../../../workers/citations/citations.ts'
import { stablePrefix } from '../../../workers/reply/stablePrefix.ts'
import { triesOf } from '../../support/run/runsAll.ts'

const source = (text: string): Passage => ({
  knowledge_id: 'k',
  chunk_id: 'c',
  kind: 'qa',
  title: '',
  heading: '',
  url: null,
  score: 1,
  text,
})
const SOURCES = [source('We open at nine.'), source('Parcels take two days.')]
const GIVEN = 'See https://shop.example.com/help for help.'

const settled = (text: string) => stablePrefix(text, SOURCES, { given: GIVEN })
const finished = (text: string) =>
  takeCitations(text, SOURCES, { question: 'When do you open?', given: GIVEN }).content

describe('the stable prefix of a text that is being written', () => {
  const HALVES: [string, string][] = [
    ['We open at nine [', 'We open at nine'],
    ['We open at nine [1', 'We open at nine'],
    ['We open at nine [1]', 'We open at nine'],
    ['We open at ⟦', 'We open at'],
    ['We open at nine [1].', 'We open at nine'],
    ['We open at nine [1]. Go', 'We open at nine. Go'],
    ['We open at nine (Source 1', 'We open at nine'],
    ['See ![x](https://evil.example/?q=', 'See'],
    ['See [help](https://shop.example.com/he', 'See'],
    ['See [help](https://shop.example.com/help) ', 'See [help](https://shop.example.com/help)'],
    ['See <img src=x onerror=', 'See'],
    ['See https://shop.example.com/he', 'See'],
    ['See https://shop.example.com/help ', 'See'],
    ['See https://shop.example.com/help n', 'See https://shop.example.com/help n'],
    ['See https://evil.example/?q=ann now', 'See (link removed) now'],
    ['See htt', 'See'],
    ['See evil.example/?q=', 'See evil'],
    ['See evil.example/?q=ann now', 'See evil (link removed) now'],
    ['1 < 2 and', '1 < 2 and'],
    ['Use `a[', 'Use'],
    ['Use `a[0]` now', 'Use `a[0]` now'],
    ['So:\n```\nlet a = b[0]\nlet', 'So:\n```\nlet a = b[0]\nlet'],
    [
      'It is (as far as anybody could possibly know here, and that is not very far) so',
      'It is (as far as anybody could possibly know here, and that is not very far) so',
    ],
  ]
  for (const [text, part] of HALVES)
    it(`of ${JSON.stringify(text)} it is ${JSON.stringify(part)}`, () => {
      expect(settled(text)).to.equal(part)
    })

  const SIGNS = [
    '.',
    '\n',
    '\n\n',
    '!',
    '[1]',
    '[',
    ']',
    '(',
    ')',
    '[2, 1]',
    '(1)',
    '【1】',
    '[^1]',
    '(Source 2)',
    '[[1]]',
    '![x](https://evil.example/a)',
    '[a](https://shop.example.com/help)',
    '[b](https://evil.example)',
    ' https://shop.example.com/help ',
    ' https://evil.example/a ',
    'www.evil.example',
    ' evil.com/?q=ann ',
    'shop.example.com/help',
    ' mailto:x@evil.example.',
    '`',
    '`x[1]`',
    '<b>',
    '<',
    '<https://shop.example.com/help>',
    '**bold**',
    '\n- item',
    '\n```\na[1]\n```\n',
    '👩‍🔬',
    '你好。',
  ]
  const writings = fc
    .array(
      fc.tuple(fc.constantFrom('We open', ' at nine', ' two days '), fc.constantFrom(...SIGNS)),
      {
        maxLength: 12,
      },
    )
    .map((parts) => parts.flat().join(''))

  it('only grows, and is the beginning of the finished text, however the text is cut', () => {
    fc.assert(
      fc.property(writings, (whole) => {
        const end = finished(whole)
        let before = ''
        for (let at = 0; at <= whole.length; at++) {
          const part = settled(whole.slice(0, at))
          expect(
            part.startsWith(before),
            `${JSON.stringify(before)} → ${JSON.stringify(part)}`,
          ).to.equal(true)
          expect(
            end.startsWith(part),
            `${JSON.stringify(part)} of ${JSON.stringify(end)}`,
          ).to.equal(true)
          before = part
        }
      }),
      { numRuns: triesOf(300) },
    )
  })

  it('of 100,000 hostile characters is found in little time', () => {
    for (const sign of ['[', '(', '<a', '![', '`', '【', '[a](', '[1'])
      settled(sign.repeat(100_000 / sign.length))
  })
})
