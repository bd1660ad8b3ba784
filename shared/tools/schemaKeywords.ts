import { patternProblem } from './patterns.ts'

/** A JSON schema, or a part of one. */
export type InputSchema = Record<string, unknown>

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array']
export const FORMATS = ['date', 'date-time', 'email', 'uri', 'uuid'] as const

interface Keyword {
  /** Returns what is wrong with its value; undefined: nothing. */
  problemOf: (value: unknown) => string | undefined
  /** The types that it says something about. Undefined: all. */
  of?: readonly string[]
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the types that a schema allows, without null. */
export const typesOf = ({ type }: InputSchema): string[] =>
  [type].flat().filter((one) => typeof one === 'string' && one !== 'null') as string[]

/** Whether a schema allows null. */
export const allowsNull = ({ type }: InputSchema): boolean => [type].flat().includes('null')

const isPlain = (value: unknown) =>
  value === null ||
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  Number.isFinite(value)

const when = (isRight: (value: unknown) => boolean, rule: string) => (value: unknown) =>
  isRight(value) ? undefined : rule

/** Models get the whole schema in each prompt. */
const MAX_TEXT = 2_000
const text = when(
  (value) => typeof value === 'string' && value.length <= MAX_TEXT,
  `must be a text of at most ${MAX_TEXT.toLocaleString('en')} characters`,
)
const number = when(Number.isFinite, 'must be a number')
const MAX_COUNT = 100_000
const count = when(
  (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_COUNT,
  `must be a whole number from 0 to ${MAX_COUNT.toLocaleString('en')}`,
)
const NUMBERS = ['number', 'integer']

/** One type, or one and null: models of some providers read no other unions. */
function typeProblem(value: unknown): string | undefined {
  const given = Array.isArray(value) ? value : [value]
  const types = given.filter((one) => one !== 'null')
  const isRight =
    types.length === 1 && TYPES.includes(types[0]) && new Set(given).size === given.length
  return isRight ? undefined : `must be one of ${TYPES.join(', ')}, or a list of one and null`
}

/** The keywords of JSON Schema that tools may use: what every provider of models reads. */
export const KEYWORDS: Readonly<Record<string, Keyword>> = {
  type: { problemOf: typeProblem },
  title: { problemOf: text },
  description: { problemOf: text },
  default: { problemOf: () => undefined },
  enum: {
    problemOf: when(
      (value) =>
        Array.isArray(value) && value.length > 0 && value.length <= 100 && value.every(isPlain),
      'must be a list of 1 to 100 texts, numbers, true, false or null',
    ),
  },
  properties: { problemOf: when(isObject, 'must be a JSON object'), of: ['object'] },
  required: {
    problemOf: when(
      (value) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
      'must be a list of names',
    ),
    of: ['object'],
  },
  additionalProperties: {
    problemOf: when((value) => value === false, 'must be false, which is its default'),
    of: ['object'],
  },
  items: { problemOf: when(isObject, 'must be a schema'), of: ['array'] },
  minItems: { problemOf: count, of: ['array'] },
  maxItems: { problemOf: count, of: ['array'] },
  minimum: { problemOf: number, of: NUMBERS },
  maximum: { problemOf: number, of: NUMBERS },
  minLength: { problemOf: count, of: ['string'] },
  maxLength: { problemOf: count, of: ['string'] },
  pattern: {
    problemOf: (value) =>
      typeof value === 'string' ? patternProblem(value) : 'must be a regular expression',
    of: ['string'],
  },
  format: {
    problemOf: when(
      (value) => (FORMATS as readonly unknown[]).includes(value),
      `must be one of ${FORMATS.join(', ')}`,
    ),
    of: ['string'],
  },
}
