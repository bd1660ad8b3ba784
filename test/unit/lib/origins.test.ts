import { expect } from 'chai'
import { readOrigin } from '../../../shared/lib/origins.ts'

const problemOf = (text: string) => {
  const read = readOrigin(text)
  return 'problem' in read ? read.problem : undefined
}

describe('an entry among the allowed origins', () => {
  for (const origin of [
    'https://shop.example.com',
    'http://localhost:3000',
    'http://[::1]:8080',
    'https://*.example.com',
    'https://*.example.com:8443',
    'https://*.greenleaf.github.io',
    'https://*.shop.internal',
    'https://xn--bcher-kva.example',
  ])
    it(`may be ${origin}`, () => expect(readOrigin(origin)).to.deep.equal({ origin }))

  for (const [given, origin] of [
    ['https://Shop.Example.com', 'https://shop.example.com'],
    ['https://shop.example.com/', 'https://shop.example.com'],
    [' https://shop.example.com ', 'https://shop.example.com'],
  ] as const)
    it(`is stored as browsers send it: ${JSON.stringify(given)}`, () =>
      expect(readOrigin(given)).to.deep.equal({ origin }))

  for (const [given, problem] of [
    [
      'https://shop.example.com/cart?x=1',
      'has more than scheme, host and port: write https://shop.example.com',
    ],
    ['shop.example.com', 'has no scheme: write https://shop.example.com'],
    ['//shop.example.com', 'has no scheme: write https://shop.example.com'],
    ['*.example.com', 'has no scheme: write https://*.example.com'],
    ['localhost:3000', 'has no scheme: write http://localhost:3000'],
    [
      'https://shop.example.com:443',
      'names a port that browsers leave out: write https://shop.example.com',
    ],
    [
      'https://bücher.example',
      'is not written as browsers send it: write https://xn--bcher-kva.example',
    ],
    ['https://me@shop.example.com', 'has a user name in it: write https://shop.example.com'],
    [
      'https://*.example.com/shop',
      'has more than scheme, host and port: write https://*.example.com',
    ],
    ['https://*.com', 'would let in every site below com: name a domain of yours'],
    ['https://*.co.uk', 'would let in every site below co.uk: name a domain of yours'],
    ['https://*.github.io', 'would let in every site below github.io: name a domain of yours'],
    [
      'https://*.herokuapp.com',
      'would let in every site below herokuapp.com: name a domain of yours',
    ],
  ] as const)
    it(`gets a correction: ${given}`, () => expect(problemOf(given)).to.equal(problem))

  for (const [given, problem] of [
    ['*', /every site/],
    ['https://*', /every site/],
    ['null', /sandboxed/],
    ['', /is no origin, such as/],
    ['our shop', /is no origin, such as/],
    ['our\nshop', /is no origin, such as/],
    ['https://', /is no origin, such as/],
    ['ftp://shop.example.com', /must begin with https/],
    ['javascript://shop.example.com', /must begin with https/],
    ['https://shop*.example.com', /whole names/],
    ['https://shop.*.example.com', /whole names/],
    ['https://*.*.example.com', /whole names/],
  ] as const)
    it(`is refused: ${JSON.stringify(given)}`, () => expect(problemOf(given)).to.match(problem))

  it('that is refused gets a correction that is accepted', () => {
    for (const given of [
      'shop.example.com',
      'https://a.example/x',
      'https://b.example:443',
      '*.c.example.com',
    ]) {
      const [, better] = /write (.*)$/.exec(problemOf(given)!)!
      expect(readOrigin(better!)).to.deep.equal({ origin: better })
    }
  })
})
