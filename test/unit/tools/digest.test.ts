import { expect } from 'chai'
import fc from 'fast-check'
import { canonical, digestOf } from '../../../shared/tools/digest.ts'
import { toolWith } from '../../support/data/tools.ts'

/** The value with the fields of all objects in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, field]) => [name, reversed(field)])
      .reverse(),
  )
}

describe('the canonical text of a value', () => {
  it('does not depend on the order of fields, and reads as the value', () =>
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonical(reversed(value))).to.equal(canonical(value))
        expect(JSON.parse(canonical(value))).to.deep.equal(JSON.parse(JSON.stringify(value)))
      }),
    ))

  it('has sorted names and no blanks', () =>
    expect(canonical({ b: [1, 1e21, -0, null], a: { d: undefined, c: 'ü"' } })).to.equal(
      '{"a":{"c":"ü\\""},"b":[1,1e+21,0,null]}',
    ))
})

describe('the digest of a call', () => {
  const input = { order_id: 'A', amount: 5 }
  const digest = digestOf(toolWith(), input)

  it('has 64 hexadecimal digits', () => expect(digest).to.match(/^[0-9a-f]{64}$/))

  it('is the same for the same call, and a time as a text', () => {
    expect(digestOf(toolWith(), { amount: 5, order_id: 'A' })).to.equal(digest)
    const updated_at = '2026-11-30T10:00:00.000123+00:00'
    expect(digestOf({ ...toolWith(), updated_at }, input)).to.equal(digest)
  })

  const others: [string, Parameters<typeof digestOf>][] = [
    ['other arguments', [toolWith(), { ...input, amount: 6 }]],
    ['an amount as a text', [toolWith(), { ...input, amount: '5' }]],
    ['a further argument', [toolWith(), { ...input, reason: '' }]],
    ['another tool', [toolWith({ id: '019a0000-0000-7000-8000-00000000000f' }), input]],
    ['another name', [toolWith({ name: 'refunds' }), input]],
    ['another method', [toolWith({ method: 'PUT' }), input]],
    ['another address', [toolWith({ url_template: 'https://shop.example.com/' }), input]],
    ['another body', [toolWith({ body_template: null }), input]],
    ['another time', [toolWith({ updated_at: new Date('2026-11-30T10:00:00.001Z') }), input]],
    ['another version of its server', [toolWith({ mcp_digest: 'a' }), input]],
  ]
  for (const [what, given] of others)
    it(`is another for ${what}`, () => expect(digestOf(...given)).to.not.equal(digest))
})
