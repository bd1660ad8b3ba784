import fc from 'fast-check'
import { triesOf } from '../../support/run/runsAll.ts'
import { expectStreamed } from './shop.ts'

const WORDS = [
  'We open',
  ' at nine',
  ' two days',
  'arr',
  'Source',
  ' see',
  'x',
  'm',
  '10',
  '来源',
  ' ',
]
const SIGNS =
  `[1] [2] [19] [8,9] [ ] [^1] [[1]] 【1:2†file】 【1】 (1) (source:1) ([1]) **[1]** ** * _ __ ~ ^
  ^1^ ¹ ² <sup>1</sup> <sup> </sup> <1> <cite>1</cite> [1](https://shop.example.com/help) [help][1]
  [1]: [^1]: https://shop.example.com/help Source: Sources: **Quellen:** :contentReference[oaicite:1]{index=1}
  \\[1\\] \\[ \\] $$ $ \` \`\`\` ~~~ --- # > | - . , ; : ! 。 ， ( ) { } \\ 👩‍🔬`.split(/\s+/)
const BREAKS = [
  '\n',
  '\n\n',
  '\n- ',
  '\n1. ',
  '\n    ',
  '\n```\na[1]\n```\n',
  '\n~~~\nb [1]\n~~~\n',
]

describe('a streamed text', () => {
  it('only grows, and is the beginning of the reply, in pieces of any size', () => {
    const piece = fc.oneof(
      fc.constantFrom(...WORDS),
      fc.constantFrom(...SIGNS),
      fc.constantFrom(...BREAKS),
    )
    const texts = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''))
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })
    fc.assert(fc.property(texts, fc.oneof(fc.constant([1]), sizes), expectStreamed), {
      numRuns: triesOf(400),
    })
  })
})
