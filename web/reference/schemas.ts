import { type Reference, resolve, type Schema } from './reference.ts'

/** Returns a schema's type in words: `string (uuid) or null`, `list of Citation`. */
export function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').pop()!
  const choices = schema.anyOf ?? schema.oneOf
  if (choices?.some(({ type, $ref }) => type || $ref)) return choices.map(typeOf).join(' or ')
  const types = [schema.type ?? 'any'].flat().map((type) => {
    if (type === 'array' && schema.items) return `list of ${typeOf(schema.items)}`
    return type === 'string' && schema.format ? `string (${schema.format})` : type
  })
  return types.join(' or ')
}

/** Returns the rules for a schema's values, in words. */
export function rulesOf(schema: Schema): string[] {
  const { enum: values, minLength, maxLength, minimum, maximum, minItems, maxItems } = schema
  return [
    values && `one of ${values.map(code).join(', ')}`,
    range(minLength === 0 ? undefined : minLength, maxLength, 'characters'),
    range(minimum, maximum, ''),
    range(minItems === 0 ? undefined : minItems, maxItems, 'items'),
    schema.uniqueItems && 'no item twice',
    schema.pattern &&
      (schema.pattern === NOT_BLANK ? 'not blank' : `matches \`${schema.pattern}\``),
    schema.default !== undefined && `default ${code(schema.default)}`,
    schema.examples?.length && `such as ${code(schema.examples[0])}`,
  ].filter((rule) => typeof rule === 'string')
}

/** The pattern of texts that must contain more than spaces. */
const NOT_BLANK = '\\S'

const code = (value: unknown) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``

function range(
  least: number | undefined,
  most: number | undefined,
  what: string,
): string | undefined {
  const format = (number: number) => number.toLocaleString('en')
  const unit = what && ` ${what}`
  if (least !== undefined && most !== undefined) return `${format(least)} to ${format(most)}${unit}`
  if (most !== undefined) return `at most ${format(most)}${unit}`
  return least === undefined ? undefined : `at least ${format(least)}${unit}`
}

/**
 * Returns the object whose fields are shown below a schema: the schema itself, its items, or the
 * object that may be null.
 */
export function fieldsOf(schema: Schema, reference: Reference): Schema | undefined {
  const { schema: found } = resolve(schema, reference)
  if (found.properties) return found
  for (const part of [found.items ?? [], found.anyOf ?? [], found.oneOf ?? []].flat()) {
    const inner = fieldsOf(part, reference)
    if (inner) return inner
  }
  return undefined
}
