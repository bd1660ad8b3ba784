import { orNull, type Schema } from '../../http/plainSchemas.ts'

interface ObjectSchema {
  readonly required?: readonly string[]
  readonly properties: Readonly<Record<string, Schema>>
}

/**
 * The schema of a PATCH, from that of the POST: any of its fields, at least one; null takes back one that the POST
 * does not require. `fixed` names those that never change.
 */
export function changesOf(schema: ObjectSchema, fixed: readonly string[] = []): Schema {
  const names = Object.keys(schema.properties).filter((name) => !fixed.includes(name))
  const properties = names.map((name) => {
    const { default: _, ...property } = schema.properties[name]!
    return [name, schema.required?.includes(name) ? property : orNull(property)]
  })
  return {
    type: 'object',
    additionalProperties: false,
    minProperties: 1,
    properties: Object.fromEntries(properties),
  }
}
