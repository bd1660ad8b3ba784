import type { Schema } from '../http/schemas.ts'

export type Json = Record<string, unknown>
export type Refer = (schema: unknown) => unknown

/** The schemas of one document: `refer` gives a schema as OpenAPI has it, and puts those with a title among `all`. */
export function titled(): { all: Json; refer: Refer } {
  const all: Json = {}
  return { all, refer }

  function refer(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map(refer)
    if (typeof schema !== 'object' || schema === null) return schema
    const { title, storedJson, dateOrTime, ...rest } = schema as Schema
    const referred = {
      ...(storedJson ? { description: 'Free-form: at most 16 kB, 5 levels deep.' } : {}),
      ...(dateOrTime ? { anyOf: [{ format: 'date-time' }, { format: 'date' }] } : {}),
      // Programs that make code of a schema take silence for an object without fields.
      ...(isOpenObject(rest) ? { additionalProperties: true } : {}),
      ...eachOf(rest, (value, name) => {
        if (name === 'properties') return eachOf(value as Schema, refer)
        return isData(name) ? value : refer(value)
      }),
    }
    if (typeof title !== 'string') return referred
    const before = all[title]
    if (before && JSON.stringify(before) !== JSON.stringify(referred))
      throw new Error(`two schemas are called ${title}`)
    all[title] = referred
    return { $ref: `#/components/schemas/${title}` }
  }
}

/** An object with free-form fields. */
const isOpenObject = ({ type, properties, additionalProperties }: Schema) =>
  [type].flat().includes('object') && !properties && additionalProperties === undefined

/** Values that are not schemas, though they may look like one. */
const isData = (keyword: string) => ['default', 'enum', 'const', 'examples'].includes(keyword)

const eachOf = (object: Schema, change: (value: unknown, name: string) => unknown) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]))
