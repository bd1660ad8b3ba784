import { expect } from 'chai'
import fc from 'fast-check'
import { AppError } from '../../../shared/lib/errors.ts'
import { requestOf, templateProblems } from '../../../shared/tools/templates.ts'
import type { ToolFields } from '../../../shared/tools/tools.ts'
import { callOf, toolWith } from '../../support/data/tools.ts'

const input_schema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    q: { type: 'string' },
    n: { type: 'integer' },
    list: { type: 'array', items: { type: 'string' } },
    order: {
      type: 'object',
      properties: { id: { type: 'string' }, 'line-no': { type: 'integer' } },
      required: ['id'],
    },
    maybe: { type: ['string', 'null'] },
  },
  required: ['id', 'order', 'maybe'],
}
const ADDRESS = 'https://shop.example.com/'
const GET = { input_schema, method: 'GET', body_template: null }

const detailsOf = (fields: Partial<ToolFields>) =>
  templateProblems(toolWith({ ...GET, ...fields })).map(({ field, detail }) => `${field} ${detail}`)

const urlOf = (url_template: string, input: Record<string, unknown>, facts = {}) =>
  requestOf(callOf({ ...GET, url_template }, input, facts)).url

/** Returns the code of the error that a call of the function throws. */
function codeOf(call: () => unknown): string {
  try {
    call()
  } catch (error) {
    return error instanceof AppError ? error.code : String(error)
  }
  return 'accepted'
}

describe('the template of an address', () => {
  const right = [
    'https://shop.example.com',
    'https://shop.example.com/orders/{id}',
    'https://shop.example.com:8443/a/{/order/id}/b?x=1&q={q}&c={{customer.id}}',
    'http://127.0.0.1:9000/{id}{{thread.id}}.json?{{'.slice(0, -3),
    'https://shop.example.com?q={q}{maybe}',
    'https://shop.example.com/a%20b/?flag&q=%7B',
  ]
  for (const url_template of right)
    it(`may be ${url_template}`, () => expect(detailsOf({ url_template })).to.deep.equal([]))

  const wrong = [
    'ftp://shop.example.com/{id}',
    '//shop.example.com/{id}',
    'https://{id}/orders',
    'https://{id}.example.com/orders',
    'https://shop.example.com{id}',
    'https://shop.example.com:{n}/orders',
    'https://user:secret@shop.example.com/{id}',
    'https://{id}@shop.example.com/',
    'https://shop.example.com/#{id}',
    'https://shop.example.com/?q=#x',
    'https://shop.example.com/?{id}=1',
    'https://shop.example.com/?a{id}=1',
    'https://shop.example.com/?a=1&{id}',
    'https://shop.example.com/../{id}',
    'https://shop.example.com/a/%2e%2e/{id}',
    'https://shop.example.com\\@evil.example.com/{id}',
    'https://shop.example.com/a b',
    'https://shop.example.com/ä',
    'https://shop.example.com/{missing}',
    'https://shop.example.com/{q}',
    'https://shop.example.com/{maybe}',
    'https://shop.example.com/{/order/line-no}',
    'https://shop.example.com/{list}',
    'https://shop.example.com/?q={order}',
    'https://shop.example.com/{order id}',
    'https://shop.example.com/{{customer.name}}',
    'https://shop.example.com/{constructor}',
    `https://shop.example.com/${'a'.repeat(2000)}`,
  ]
  for (const url_template of wrong)
    it(`may not be ${url_template.slice(0, 70)}`, () =>
      expect(detailsOf({ url_template })).to.have.lengthOf.at.least(1))

  it('says what to do', () =>
    expect(detailsOf({ url_template: 'https://shop.example.com/{q}' })).to.deep.equal([
      'url_template {q} must be required and not null, as it stands in the path',
    ]))
})

describe('an address', () => {
  it('has arguments and facts, each encoded', () => {
    const template =
      'https://shop.example.com/o/{id}/{/order/id}?q={q}&who={{customer.id}}&in={{traits.city}}'
    expect(urlOf(template, { id: "a b;'ü", order: { id: 'X' }, q: 'a&b=c#/?+' })).to.equal(
      'https://shop.example.com/o/a%20b%3B%27%C3%BC/X?q=a%26b%3Dc%23%2F%3F%2B&who=customer%2F7&in=K%C3%B6ln',
    )
  })

  it('leaves out parameters that have no value', () =>
    expect(
      urlOf('https://shop.example.com/?q={q}&n={n}&m={maybe}', { n: 0, maybe: null }),
    ).to.equal('https://shop.example.com/?n=0'))

  const refused: [string, unknown][] = [
    ['nothing', undefined],
    ['an empty text', ''],
    ['a dot', '.'],
    ['two dots', '..'],
    ['a slash', 'a/b'],
    ['a backslash', 'a\\b'],
    ['an encoded slash', 'a%2Fb'],
    ['a line break', 'a\r\nHost: evil'],
    ['a NUL', 'a\0'],
    ['half a surrogate pair', '\ud800'],
    ['501 characters', 'a'.repeat(501)],
    ['an object', { a: 1 }],
  ]
  for (const [what, id] of refused)
    it(`has no ${what} in its path`, () =>
      expect(codeOf(() => urlOf('https://shop.example.com/{id}', { id }))).to.equal(
        'tool_arguments',
      ))

  it('has no value of a trait that is an object', () =>
    expect(codeOf(() => urlOf('https://shop.example.com/?p={{traits.plan}}', {}))).to.equal(
      'tool_arguments',
    ))

  it('never has another host, path or list of parameters, whatever the values', () => {
    const template = 'https://shop.example.com/a/{id}{q}/b/{/order/id}?q={q}&n={n}'
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('..', '.', '%2e%2e', '%2F', '/../', '//evil', '@evil', '?', '#', ':80', '\t'),
      fc.double(),
      fc.boolean(),
    )
    fc.assert(
      fc.property(value, value, value, value, (id, q, orderId, n) => {
        let url: URL
        try {
          url = new URL(urlOf(template, { id, q, n, order: { id: orderId } }))
        } catch (error) {
          expect(error).to.have.property('code', 'tool_arguments')
          return
        }
        expect(url.origin).to.equal('https://shop.example.com')
        const [, a, first, b, second, ...others] = url.pathname.split('/')
        expect([a, b, others]).to.deep.equal(['a', 'b', []])
        expect(decodeURIComponent(first!)).to.equal(`${id}${q}`)
        expect(decodeURIComponent(second!)).to.equal(String(orderId))
        expect([...url.searchParams]).to.deep.equal([
          ['q', String(q)],
          ['n', String(n)],
        ])
        expect(url.hash + url.username + url.password).to.equal('')
      }),
      { numRuns: 200 },
    )
  })
})

describe('the template of a body', () => {
  const bodyOf = (body_template: unknown, input: Record<string, unknown>) =>
    requestOf(callOf({ input_schema, method: 'POST', body_template, url_template: ADDRESS }, input))
      .body

  it('keeps the type of a value that is alone, and leaves out what is missing', () =>
    expect(
      bodyOf(
        {
          n: '{n}',
          list: '{list}',
          order: { id: '{/order/id}', line: '{/order/line-no}' },
          maybe: '{maybe}',
          all: ['{q}', '{n}', 'x'],
          fixed: true,
          text: 'No {n} of {q}: {{metadata.shop}}',
        },
        { n: 3, list: ['a'], order: { id: 'X' }, maybe: null },
      ),
    ).to.equal(
      '{"n":3,"list":["a"],"order":{"id":"X"},"maybe":null,"all":[3,"x"],"fixed":true,"text":"No 3 of : north"}',
    ))

  it('keeps other braces', () =>
    expect(bodyOf({ query: 'query { order(id: $id) { status } }' }, {})).to.equal(
      '{"query":"query { order(id: $id) { status } }"}',
    ))

  it('never changes its fields, whatever the values', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (q, id) => {
        const body = bodyOf({ q: '{q}', words: 'a {q} b', id: '{id}' }, { q, id })
        expect(JSON.parse(body!)).to.deep.equal({ q, words: `a ${q} b`, id })
      }),
    ))

  it('reads no property that objects inherit', () =>
    expect(
      requestOf(
        callOf(
          {
            input_schema: { type: 'object', properties: { constructor: { type: 'string' } } },
            body_template: { a: '{constructor}', b: '{{traits.constructor}}' },
          },
          { order_id: '1' },
        ),
      ).body,
    ).to.equal('{}'))

  const wrong: [string, unknown][] = [
    ['an unknown argument', { a: '{missing}' }],
    ['a placeholder in a name', { '{q}': 1 }],
    ['a list within a text', { a: 'x {list}' }],
    ['an unknown fact', { a: '{{thread.secret}}' }],
    ['101 placeholders', Array(101).fill('{q}')],
    ['11 levels', JSON.parse(`${'['.repeat(11)}${']'.repeat(11)}`)],
    ['17 kB', 'a'.repeat(17_000)],
  ]
  for (const [what, body_template] of wrong)
    it(`may not have ${what}`, () =>
      expect(detailsOf({ url_template: ADDRESS, method: 'POST', body_template })[0]).to.match(
        /^body_template /,
      ))

  it('may not be there with GET', () =>
    expect(detailsOf({ url_template: ADDRESS, body_template: {} })).to.deep.equal([
      'body_template must be null with GET',
    ]))

  it('may not become larger than 256 kB', () =>
    expect(codeOf(() => bodyOf(Array(100).fill('{q}'), { q: 'a'.repeat(3000) }))).to.equal(
      'tool_arguments',
    ))
})

describe('a probe', () => {
  const probe = {
    url_template: 'https://shop.example.com/refunds/{{call.id}}',
    pointer: '/state',
    done: ['done'],
    not_done: [null],
    is_final: true,
  }

  const wrong: [string, object][] = [
    ['names no call', { url_template: 'https://shop.example.com/refunds' }],
    ['has another host', { url_template: 'https://{id}/{{call.id}}' }],
    ['has no pointer', { pointer: 'state' }],
    ['says both', { not_done: ['done'] }],
  ]
  for (const [what, fields] of wrong)
    it(`is refused if it ${what}`, () =>
      expect(detailsOf({ url_template: ADDRESS, probe: { ...probe, ...fields } })).to.have.length(
        1,
      ))
})

describe('the words of a decision', () => {
  const url_template = 'https://shop.example.com/'

  const wrong: [string, Partial<ToolFields>][] = [
    ['an unknown argument', { confirm_text: 'Really {x}?' }],
    ['a fact', { confirm_text: 'Really {{customer.id}}?' }],
    ['a limit for an unknown argument', { confirm_when: { pointer: '/x', above: 1 } }],
    ['a limit for all of it', { confirm_when: { pointer: '', above: 1 } }],
    ['a limit for a text', { confirm_when: { pointer: '/q', above: 1 } }],
  ]
  for (const [what, fields] of wrong)
    it(`may not have ${what}`, () =>
      expect(detailsOf({ url_template, ...fields })).to.have.length(1))

  it('may have a limit for a number, and values of a text', () => {
    expect(detailsOf({ url_template, confirm_when: { pointer: '/n', above: 1 } })).to.deep.equal([])
    const among = { pointer: '/order/id', among: ['X'] }
    expect(detailsOf({ url_template, confirm_when: among })).to.deep.equal([])
  })
})
