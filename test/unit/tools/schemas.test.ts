import { expect } from 'chai'
import fc from 'fast-check'
import { checkArguments, forModels } from '../../../shared/tools/inputSchema.ts'
import { schemaProblems } from '../../../shared/tools/schemaProblems.ts'

const objectOf = (properties: object, others: object = {}) => ({
  type: 'object',
  properties,
  ...others,
})
const of = (schema: object) => objectOf({ a: schema })
const fieldsOf = (schema: unknown) => schemaProblems(schema).map(({ field }) => field)

/** Nests objects within each other. */
const nested = (levels: number): object =>
  levels === 1 ? { type: 'string' } : objectOf({ a: nested(levels - 1) })

describe('the schema of arguments', () => {
  const right: [string, object][] = [
    ['has no properties', { type: 'object' }],
    ['has null', of({ type: ['string', 'null'], enum: ['a', null] })],
    ['has a form', of({ type: 'string', pattern: '^[A-Z]-\\d{5}$', maxLength: 7 })],
    ['has a letter by its number', of({ type: 'string', pattern: '\\u00e4' })],
    ['has a backtracking pattern, which RE2 matches', of({ type: 'string', pattern: '^(a+)+$' })],
    ['has formats', of({ type: 'string', format: 'date-time' })],
    ['has lists', of({ type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: 3 })],
    ['has five levels', nested(5)],
    ['says what is needed', objectOf({ a: { type: 'number' } }, { required: ['a'] })],
    ['has a property named constructor', objectOf({ constructor: { type: 'string' } })],
  ]
  for (const [what, schema] of right)
    it(`may be one that ${what}`, () => expect(schemaProblems(schema)).to.deep.equal([]))

  const at = 'input_schema.properties.a'
  const wrong: [string, unknown, string][] = [
    ['is no object', [], 'input_schema'],
    ['is of a text', { type: 'string' }, 'input_schema'],
    ['refers elsewhere', of({ $ref: '#/a', type: 'object' }), `${at}.$ref`],
    ['has alternatives', of({ type: 'string', anyOf: [] }), `${at}.anyOf`],
    [
      'inherits a keyword',
      of(JSON.parse('{"type": "string", "constructor": 1}')),
      `${at}.constructor`,
    ],
    ['has a property without type', of({}), `${at}.type`],
    ['has two types', of({ type: ['string', 'number'] }), `${at}.type`],
    ['has an unknown type', of({ type: 'text' }), `${at}.type`],
    ['looks ahead', of({ type: 'string', pattern: '(?=a)' }), `${at}.pattern`],
    ['refers back', of({ type: 'string', pattern: '(a)\\1' }), `${at}.pattern`],
    ['repeats too much', of({ type: 'string', pattern: '(a{100}){100}' }), `${at}.pattern`],
    ['has a long pattern', of({ type: 'string', pattern: 'a'.repeat(201) }), `${at}.pattern`],
    ['has an unknown format', of({ type: 'string', format: 'regex' }), `${at}.format`],
    ['has a length of a number', of({ type: 'number', maxLength: 3 }), `${at}.maxLength`],
    ['has a negative length', of({ type: 'string', maxLength: -1 }), `${at}.maxLength`],
    [
      'allows others',
      objectOf({}, { additionalProperties: true }),
      'input_schema.additionalProperties',
    ],
    ['needs what it lacks', objectOf({}, { required: ['b'] }), 'input_schema.required'],
    ['has objects as values', of({ type: 'string', enum: [{}] }), `${at}.enum`],
    ['has a list without end', of({ type: 'array', items: [] }), `${at}.items`],
    [
      'has six levels',
      nested(6),
      'input_schema.properties.a.properties.a.properties.a.properties.a.properties.a',
    ],
    [
      'has __proto__',
      JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'),
      'input_schema.properties.__proto__',
    ],
    [
      'has a name with a blank',
      objectOf({ 'a b': { type: 'string' } }),
      'input_schema.properties.a b',
    ],
    [
      'has 41 properties',
      objectOf(Object.fromEntries([...Array(41).keys()].map((n) => [`a${n}`, { type: 'string' }]))),
      'input_schema.properties',
    ],
    ['has 17 kB', of({ type: 'string', enum: Array(9).fill('a'.repeat(1900)) }), 'input_schema'],
  ]
  for (const [what, schema, field] of wrong)
    it(`may not be one that ${what}`, () => expect(fieldsOf(schema)).to.deep.equal([field]))

  it('is never more than a list of problems, whatever it is', () =>
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(schemaProblems(value)).to.be.an('array')
        expect(schemaProblems({ type: 'object', properties: value })).to.be.an('array')
      }),
    ))
})

const http = (input_schema: Record<string, unknown>) => ({ kind: 'http', input_schema }) as const
const mcp = (input_schema: Record<string, unknown>) => ({ kind: 'mcp', input_schema }) as const

describe('arguments', () => {
  const schema = objectOf(
    {
      order: { type: 'string', pattern: '^[A-Z]-\\d{3}$' },
      amount: { type: 'number', minimum: 0.01, maximum: 500 },
      day: { type: 'string', format: 'date' },
      tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, maxItems: 2 },
      note: { type: ['string', 'null'] },
      place: objectOf({ city: { type: 'string' } }, { required: ['city'] }),
    },
    { required: ['order'] },
  )
  const right = {
    order: 'A-123',
    amount: 1,
    day: '2026-11-30',
    tags: ['a', 'b'],
    note: null,
    place: { city: 'Köln' },
  }

  it('are taken if they fit', () => {
    expect(checkArguments(http(schema), right)).to.equal(undefined)
    expect(checkArguments(http(schema), { order: 'A-123' })).to.equal(undefined)
  })

  const wrong: [unknown, string][] = [
    [undefined, 'The arguments must be a JSON object.'],
    [[], 'The arguments must be a JSON object.'],
    [{}, 'order is required.'],
    [{ order: 5 }, 'order must be text.'],
    [{ order: 'xA-123' }, 'order must match the pattern ^[A-Z]-\\d{3}$.'],
    [{ order: 'A-123', amount: '5' }, 'amount must be a number.'],
    [{ order: 'A-123', amount: 501 }, 'amount must be at most 500.'],
    [{ order: 'A-123', day: '2026-02-30' }, 'day must be a date.'],
    [{ order: 'A-123', tags: ['a', 'c'] }, 'tags.1 must be one of a, b.'],
    [{ order: 'A-123', other: 1 }, 'other is no argument of this tool.'],
    [{ order: 'A-123', place: {} }, 'place.city is required.'],
    [{ order: 'A-123', place: { city: '', x: 1 } }, 'place.x is no argument of this tool.'],
    [
      { order: 'A-123', amount: Infinity },
      'The arguments must be at most 16 kB and 5 levels deep, with no number beyond 1.8e308.',
    ],
    [
      { order: 'A-123', note: 'a\0' },
      'The text at /note has a NUL character or half a surrogate pair.',
    ],
    [
      { order: 'A-123', note: 'a'.repeat(17_000) },
      'The arguments must be at most 16 kB and 5 levels deep, with no number beyond 1.8e308.',
    ],
    [
      JSON.parse('{"order": "A-123", "__proto__": {"a": 1}}'),
      '__proto__ is no argument of this tool.',
    ],
  ]
  for (const [value, sentence] of wrong)
    it(`are refused: ${sentence.slice(0, 60)}`, () =>
      expect(checkArguments(http(schema), value)).to.equal(sentence))

  it('must have required properties of their own', () => {
    const inherited = objectOf({ constructor: { type: 'string' } }, { required: ['constructor'] })
    expect(checkArguments(http(inherited), {})).to.equal('constructor is required.')
  })

  it('are checked by the schema of now', () => {
    const tool = {
      kind: 'http' as const,
      input_schema: of({ type: 'string' }) as Record<string, unknown>,
    }
    expect(checkArguments(tool, { a: 'x' })).to.equal(undefined)
    tool.input_schema = of({ type: 'number' })
    expect(checkArguments(tool, { a: 'x' })).to.equal('a must be a number.')
  })

  it('are matched in linear time', () => {
    // A backtracking engine takes 2^1,000 steps.
    const schema = of({ type: 'string', pattern: '^(a+)+$' })
    expect(checkArguments(http(schema), { a: `${'a'.repeat(999)}!` })).to.match(/^a must match/)
    expect(checkArguments(http(schema), { a: 'a'.repeat(1001) })).to.match(/at most 1,000/)
  })

  it('are checked by two patterns apart', () => {
    const two = objectOf({
      a: { type: 'string', pattern: '^a' },
      b: { type: 'string', pattern: '^b' },
    })
    expect(checkArguments(http(two), { a: 'a', b: 'b' })).to.equal(undefined)
    expect(checkArguments(http(two), { a: 'a', b: 'a' })).to.equal('b must match the pattern ^b.')
  })
})

describe('the schema of a server of MCP', () => {
  const schema = objectOf(
    {
      a: { anyOf: [{ type: 'string' }, { type: 'number' }] },
      b: { type: 'string', pattern: '(?=x)', minLength: 1 },
      c: { $ref: '#/$defs/c' },
      d: { type: ['string', 'number'], minLength: 'three' },
    },
    { $schema: 'https://json-schema.org/draft/2020-12/schema', $defs: { c: {} }, required: ['b'] },
  )

  it('reaches models as it is', () => {
    const { $schema: _, ...rest } = schema as Record<string, unknown>
    expect(forModels(mcp(schema))).to.deep.equal(rest)
  })

  it('refuses by what is known, and by nothing else', () => {
    expect(checkArguments(mcp(schema), { a: {}, b: 'y', c: [], d: 1, e: 1 })).to.equal(undefined)
    expect(checkArguments(mcp(schema), { b: '' })).to.equal('b must not be empty.')
    expect(checkArguments(mcp(schema), {})).to.equal('b is required.')
  })

  it('may name further properties by their patterns', () => {
    const open = { type: 'object', patternProperties: { '^x': {} }, additionalProperties: false }
    expect(checkArguments(mcp(open), { x1: 1 })).to.equal(undefined)
    expect(checkArguments(mcp({ type: 'object', additionalProperties: false }), { x: 1 })).to.equal(
      'x is no argument of this tool.',
    )
  })

  it('never fails, whatever it is', () => {
    const keyword = fc.constantFrom(
      'type',
      'enum',
      'properties',
      'required',
      'items',
      'pattern',
      'format',
      'minLength',
      'maxLength',
      'minimum',
      'additionalProperties',
      '$ref',
      '$id',
      'anyOf',
      'default',
      'discriminator',
      'nullable',
      '$async',
    )
    const value = fc.jsonValue({ maxDepth: 2 })
    const small = { maxKeys: 4 }
    const inner = fc.dictionary(keyword, value, small)
    const outer = fc.dictionary(
      keyword,
      fc.oneof(value, inner, fc.dictionary(fc.constantFrom('a', '__proto__', 'b/~'), inner, small)),
      small,
    )
    fc.assert(
      fc.property(outer, value, (schema, value) => {
        const found = checkArguments(mcp(schema), { a: value })
        expect(found === undefined || typeof found === 'string').to.equal(true)
      }),
    )
  })
})

describe('the schema that models get', () => {
  it('closes the objects of an owner', () =>
    expect(
      forModels(
        http(objectOf({ a: { type: 'array', items: objectOf({ b: { type: 'string' } }) } })),
      ),
    ).to.deep.equal(
      objectOf(
        {
          a: {
            type: 'array',
            items: objectOf({ b: { type: 'string' } }, { additionalProperties: false }),
          },
        },
        { additionalProperties: false },
      ),
    ))

  it('has properties, even if there are none', () =>
    expect(forModels(http({ type: 'object' }))).to.deep.equal(
      objectOf({}, { additionalProperties: false }),
    ))
})
