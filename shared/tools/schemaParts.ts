import { allowsNull, type InputSchema, isObject, typesOf } from './schemaKeywords.ts'

/** Returns an owner's schema with `additionalProperties: false` at each of its objects. */
export function closed(schema: InputSchema): InputSchema {
  const { properties, items } = schema
  return {
    ...schema,
    ...(isObject(items) && { items: closed(items) }),
    ...(typesOf(schema).includes('object') && {
      properties: Object.fromEntries(
        Object.entries(isObject(properties) ? properties : {}).map(([name, property]) => [
          name,
          closed(property as InputSchema),
        ]),
      ),
      additionalProperties: false,
    }),
  }
}

/**
 * Returns the part of a schema that a JSON pointer's value must fit; undefined: the schema says
 * nothing of it.
 */
export function schemaAt(schema: InputSchema, pointer: readonly string[]): InputSchema | undefined {
  let at: unknown = schema
  for (const name of pointer) {
    if (!isObject(at)) return undefined
    const { properties, items } = at
    if (isObject(properties) && Object.hasOwn(properties, name)) at = properties[name]
    else if (isObject(items) && /^(?:0|[1-9]\d{0,5})$/.test(name)) at = items
    else return undefined
  }
  return isObject(at) ? at : undefined
}

/** Whether each value that fits the schema has the value of the pointer, and not as null. */
export function isAlwaysThere(schema: InputSchema, pointer: readonly string[]): boolean {
  let at = schema
  for (const name of pointer) {
    const next = schemaAt(at, [name])
    const { required } = at
    if (!next || !Array.isArray(required) || !required.includes(name) || allowsNull(next))
      return false
    at = next
  }
  return true
}
