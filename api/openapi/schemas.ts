import type { Schema } from '../http/schemas.ts'

export type Json = Record<string, unknown>
export type Refer = (schema: unknown) => unknown

/**
 * Collects the named schemas of one document: `refer` turns a schema into OpenAPI's form, and puts
 * those with a title into `all`.
 */
export function titled(): { all: Json; refer: Refer } {
  const all: Json = {}
  return { all, refer }

  function refer(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map(refer)
    if (typeof schema !== 'object' || schema === null) return schema
    const { title, here, storedJson, dateOrTime, tagged: _, ...rest } = schema as Schema
    const referred = {
      ...(dateOrTime ? { anyOf: [{ format: 'date-time' }, { format: 'date' }] } : {}),
      // Without this, code generators make a type that has no fields.
      ...(isOpenObject(rest) ? { additionalProperties: true } : {}),
      ...eachOf(rest, (value, name) => {
        if (name === 'properties') return eachOf(value as Schema, refer)
        return isData(name) ? value : refer(value)
      }),
      ...(storedJson ? { description: `${rest.description} ${LIMITS_OF_STORED_JSON}` } : {}),
    }
    if (typeof title !== 'string') return referred
    const before = all[title]
    if (before && JSON.stringify(before) !== JSON.stringify(referred))
      throw new Error(`two schemas are called ${title}`)
    all[title] = referred
    return { $ref: `#/components/schemas/${title}`, ...(here ? { description: here } : {}) }
  }
}

const LIMITS_OF_STORED_JSON = 'At most 16 kB as JSON, 5 levels deep.'

/** Whether the object may have any field. */
const isOpenObject = ({ type, properties, additionalProperties }: Schema) =>
  [type].flat().includes('object') && !properties && additionalProperties === undefined

/** Whether the keyword's value is data, which may look like a schema. */
const isData = (keyword: string) => ['default', 'enum', 'const', 'examples'].includes(keyword)

const eachOf = (object: Schema, change: (value: unknown, name: string) => unknown) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]))
