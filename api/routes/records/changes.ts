import { type ObjectSchema, orNull, type Schema } from '../../http/schemas.ts'

/**
 * Makes the schema of a PATCH from that of the POST: any of its fields, or none. Null clears a
 * field that the POST does not require.
 * @param fixed the fields that never change
 */
export function changesOf(schema: ObjectSchema, fixed: readonly string[] = []): Schema {
  const names = Object.keys(schema.properties).filter((name) => !fixed.includes(name))
  const properties = names.map((name) => {
    const { default: _, ...property } = schema.properties[name]!
    return [name, schema.required?.includes(name) ? property : orNull(property, 'clears the field')]
  })
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(properties),
  }
}
