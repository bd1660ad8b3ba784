import fc from 'fast-check'
import type { Schema } from '../../../api/http/schemas.ts'

type Arbitrary = fc.Arbitrary<unknown>

/** Stands for an id until the request is made: its owner and its form. */
export type IdChoice = (typeof ID_CHOICES)[number]
const ID_CHOICES = ['own', 'OWN', 'foreign', 'random', 'malformed'] as const
/** Mostly an id that exists, because other requests do not get far. */
export const idChoice: fc.Arbitrary<IdChoice> = fc.oneof(
  { weight: 8, arbitrary: fc.constant('own' as const) },
  { weight: 4, arbitrary: fc.constantFrom(...ID_CHOICES) },
)

const ID = '\u{1f194}'
export const idToken = (choice: IdChoice) => `${ID}${choice}`
/** @returns undefined if the value is no such token */
export const choiceOf = (value: unknown) => ID_CHOICES.find((choice) => value === idToken(choice))

/** Texts that break code that misreads them. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00 half',
  '\u202eright to left\u202c',
  'zero\u200bwidth\ufeff',
  '\u{e0000}\u{e0041}\u{e007f}',
  '😀'.repeat(50),
  'e\u0301'.repeat(20),
  '\u0001\u001b[31m\u007f\u0085',
  '\r\n\r\nSet-Cookie: a=b',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  "'; drop table agents; --",
  '$1 :name ? ?? %s \\',
  '{{constructor}} #{7*7} <%= 1 %>',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '</textarea><!--',
  '[click](javascript:alert(1)) ![x](http://x/y) `code` # head',
  '1e400',
  '-0',
  'NaN',
  'null',
  'undefined',
  'true',
  '../../etc/passwd',
  '%00%ff%2e%2e',
  'http://127.0.0.1:1/',
  'file:///etc/passwd',
  '2026-02-30T25:61:61Z',
  '0'.repeat(400),
  'x'.repeat(100_000),
  '\u{10ffff}\uffff\ufffe',
]

const storableTexts = HOSTILE_TEXTS.filter(
  (text) => text.isWellFormed() && !text.includes('\u0000'),
)

/** Marks texts that a body contains unescaped, because `JSON.stringify` never writes them. */
export const RAW = '\u{1f9ea}'
export const RAW_TEXTS: readonly string[] = [
  '1e400',
  '-1e400',
  '-0',
  '1e-400',
  '123456789012345678901234567890',
  '0.1000000000000000055511151231257827',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"a":1,"a":2}',
  '"\\u0000"',
  '"\\ud83d"',
  '"\\ud83d\\ude00"',
  `${'['.repeat(40)}${']'.repeat(40)}`,
  `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
  '',
  '01',
  'NaN',
  "'a'",
]

/** Any JSON, mostly hostile. */
export const hostile: Arbitrary = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.constantFrom(...RAW_TEXTS.map((text) => `${RAW}${text}${RAW}`)),
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 2 ** 53, 1e308, 5e-324, [], {}, [[]], [null], {
    a: null,
  }),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.jsonValue({ maxDepth: 6 }),
  fc.nat(12).map((depth) => nested(depth)),
)

const nested = (depth: number): unknown =>
  depth === 0 ? 1 : { [`level ${depth}`]: [nested(depth - 1)] }

/**
 * Generates values that a schema accepts: bodies and queries as the routes' own guards describe
 * them.
 */
export function valid(schema: Schema): Arbitrary {
  const { enum: values, anyOf, oneOf, type } = schema
  if (Array.isArray(values)) return fc.constantFrom<unknown>(...values)
  const choices = (anyOf ?? oneOf) as Schema[] | undefined
  if (choices) return fc.oneof(...choices.map(valid))
  if (Array.isArray(type)) return fc.oneof(...type.map((kind) => valid({ ...schema, type: kind })))
  const make = BY_TYPE[String(type)]
  if (!make) throw new Error(`no arbitrary for ${JSON.stringify(schema)}`)
  return make(schema)
}

const BY_TYPE: Record<string, (schema: Schema) => Arbitrary> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: ({ minimum, maximum }) =>
    fc.integer({ min: (minimum as number) ?? -1_000, max: (maximum as number) ?? 1_000 }),
  number: ({ minimum, maximum }) =>
    fc.double({ min: (minimum as number) ?? -1e6, max: (maximum as number) ?? 1e6, noNaN: true }),
  string: text,
  array: ({ items, minItems = 0, maxItems = 5, uniqueItems }) => {
    const most = { minLength: Number(minItems), maxLength: Math.min(Number(maxItems), 6) }
    const item = items ? valid(items as Schema) : storable
    return uniqueItems ? fc.uniqueArray(item, most) : fc.array(item, most)
  },
  object: ({ storedJson, properties = {}, required = [] }) => {
    if (storedJson) return storable
    const fields = Object.fromEntries(
      Object.entries(properties as Record<string, Schema>).map(([name, property]) => [
        name,
        valid(property),
      ]),
    )
    return fc.record(fields, { requiredKeys: required as string[] })
  },
}

/** Free-form JSON that can be stored. */
const storable = fc.dictionary(
  words(0, 20).filter((key) => !['__proto__', 'constructor'].includes(key)),
  fc.oneof(
    words(0, 40),
    fc.double({ noDefaultInfinity: true, noNaN: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(words(0, 10), { maxLength: 3 }),
    fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.integer(), { maxKeys: 3 }),
  ),
  { maxKeys: 5 },
)

function text({ format, pattern, minLength = 0, maxLength = 200 }: Schema): Arbitrary {
  if (format === 'uuid') return idChoice.map(idToken)
  const [least, most] = [Number(minLength), Number(maxLength)]
  const fits = (value: string) => [...value].length >= least && [...value].length <= most
  if (typeof pattern !== 'string') return words(least, most)
  const matches = new RegExp(pattern, 'u')
  if (pattern.startsWith('^')) return fc.stringMatching(new RegExp(pattern)).filter(fits)
  return words(least, most).filter((value) => matches.test(value))
}

/** Text of this many characters in any script that can be stored. */
function words(least: number, most: number): fc.Arbitrary<string> {
  const cut = (value: string) => [...value].slice(0, most).join('')
  return fc
    .oneof(
      fc.string({ unit: 'grapheme', minLength: least, maxLength: Math.min(most, least + 60) }),
      fc.string({ unit: 'binary', minLength: least, maxLength: Math.min(most, least + 20) }),
      fc.constantFrom(...storableTexts),
    )
    .map((value) => cut(value.replaceAll('\u0000', '')))
    .filter((value) => [...value].length >= least)
}

/** Replaces, adds or drops one thing in each value, or replaces it as a whole. */
export function spoilt(arbitrary: Arbitrary): Arbitrary {
  return fc
    .tuple(
      arbitrary,
      hostile,
      fc.constantFrom('replace', 'replace', 'add', 'drop', 'whole'),
      fc.nat(),
    )
    .map(([value, evil, how, index]) => spoil(value, evil, how, index))
}

function spoil(value: unknown, evil: unknown, how: string, index: number): unknown {
  if (how === 'whole' || typeof value !== 'object' || value === null || Array.isArray(value))
    return evil
  const names = Object.keys(value)
  if (how === 'add') {
    const name = HOSTILE_TEXTS[index % HOSTILE_TEXTS.length]!
    return { ...value, [name === '__proto__' ? 'proto' : name]: evil }
  }
  if (names.length === 0) return evil
  const name = names[index % names.length]!
  const { [name]: old, ...rest } = value as Record<string, unknown>
  if (how === 'drop') return rest
  const isObject = typeof old === 'object' && old !== null && !Array.isArray(old)
  const inner = isObject && index % 2 ? spoil(old, evil, 'replace', index >> 1) : evil
  return { ...rest, [name]: inner }
}
