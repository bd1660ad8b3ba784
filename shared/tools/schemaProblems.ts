import type { FieldError } from '../lib/errors.ts'
import { type InputSchema, isObject, KEYWORDS, typesOf } from './schemaKeywords.ts'

/** The most bytes of a schema: every prompt of the agent has all of it. */
export const MAX_SCHEMA_BYTES = 16 * 1024
/** Levels of schemas within each other; the schema itself is the first. */
const MAX_LEVELS = 5
const MAX_PROPERTIES = 40
/** A name that every provider of models takes; none is inherited by objects of JavaScript. */
const PROPERTY_NAME = /^[A-Za-z][\w-]{0,63}$/

/**
 * Returns what is wrong with the schema of a tool's arguments, each with what to do.
 * @param field the schema's name in the problems
 */
export function schemaProblems(schema: unknown, field = 'input_schema'): FieldError[] {
  if (!isObject(schema) || schema.type !== 'object')
    return [{ field, code: 'schema', detail: 'must be a JSON schema with the type object' }]
  if (Buffer.byteLength(JSON.stringify(schema)) > MAX_SCHEMA_BYTES)
    return [{ field, code: 'schema', detail: `must be at most ${MAX_SCHEMA_BYTES / 1024} kB` }]
  return problemsAt(schema, field, 1)
}

function problemsAt(schema: InputSchema, field: string, level: number): FieldError[] {
  const refuse = (name: string, detail: string): FieldError => ({
    field: `${field}${name}`,
    code: 'schema',
    detail,
  })
  if (level > MAX_LEVELS)
    return [refuse('', `is nested too deep: at most ${MAX_LEVELS} levels are read`)]
  const { properties, items } = schema
  return [
    ...(schema.type === undefined ? [refuse('.type', 'is required')] : []),
    ...Object.entries(schema).flatMap(([name, value]) => {
      const detail = keywordProblem(schema, name, value)
      return detail ? [refuse(`.${name}`, detail)] : []
    }),
    ...requiredProblems(schema).map((detail) => refuse('.required', detail)),
    ...(isObject(properties) ? propertiesProblems(properties, `${field}.properties`, level) : []),
    ...(isObject(items) ? problemsAt(items, `${field}.items`, level + 1) : []),
  ]
}

function keywordProblem(schema: InputSchema, name: string, value: unknown): string | undefined {
  if (!Object.hasOwn(KEYWORDS, name))
    return `is not supported: use only ${Object.keys(KEYWORDS).join(', ')}`
  const { problemOf, of } = KEYWORDS[name]!
  const types = typesOf(schema)
  if (of && types.length > 0 && !types.some((type) => of.includes(type)))
    return `says nothing about the type ${types.join(', ')}: leave it out`
  return problemOf(value)
}

function propertiesProblems(
  properties: Record<string, unknown>,
  field: string,
  level: number,
): FieldError[] {
  const names = Object.keys(properties)
  if (names.length > MAX_PROPERTIES)
    return [{ field, code: 'schema', detail: `must have at most ${MAX_PROPERTIES} properties` }]
  return names.flatMap((name) => {
    const property = properties[name]
    const place = `${field}.${name}`
    if (!PROPERTY_NAME.test(name))
      return [
        {
          field: place,
          code: 'schema',
          detail: 'must be named with letters, digits, _ and - alone, at most 64, a letter first',
        },
      ]
    return isObject(property)
      ? problemsAt(property, place, level + 1)
      : [{ field: place, code: 'schema', detail: 'must be a schema' }]
  })
}

function requiredProblems({ properties, required }: InputSchema): string[] {
  if (!Array.isArray(required)) return []
  const known = isObject(properties) ? properties : {}
  const unknown = required.filter((name) => typeof name === 'string' && !Object.hasOwn(known, name))
  return unknown.length ? [`names ${unknown.join(', ')}, which properties lacks`] : []
}
