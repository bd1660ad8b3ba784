import type { Schema } from './schemas.ts'
import * as schemas from './schemas.ts'

export {
  deleted,
  EXAMPLE_ID,
  jobError,
  listed,
  many,
  numbered,
  one,
  optional,
  presenter,
  type Schema,
} from './schemas.ts'

type Properties = Readonly<Record<string, Schema>>

/** The pieces of schemas of rooms whose fields have no sentences yet; `schemas.ts` takes its place, room by room. */
export const uuid = { type: 'string', format: 'uuid' } as const
export const time = { type: 'string', format: 'date-time', description: 'ISO 8601, UTC' } as const
export const text = { type: 'string' } as const
export const languageTag = {
  type: 'string',
  maxLength: 35,
  pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$',
  examples: ['en'],
} as const

/** The same, or null. */
export function orNull(schema: Schema): Schema {
  if (schema.title) return { anyOf: [schema, { type: 'null' }] }
  const { enum: values } = schema
  return {
    ...schema,
    type: [schema.type, 'null'],
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  }
}

/** Each of the fields, or null. */
export const allOrNull = (properties: Properties): Properties =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, orNull(schema)]))

/** An object with exactly these fields. */
export function object(title: string, properties: Properties): Schema {
  const { description: _, ...schema } = schemas.object(title, '', properties)
  return schema
}

/** The schema of a stored record: `id`, times, and its own fields. */
export const record = (title: string, properties: Properties): Schema =>
  object(title, { id: uuid, ...properties, created_at: time, updated_at: time })
