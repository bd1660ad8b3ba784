type ToolSchema = Readonly<Record<string, unknown>>

interface Declaration {
  name: string
  description: string
  /** A schema in Gemini's own dialect; undefined: the function has no parameters. */
  parameters?: ToolSchema
  /** A JSON schema in place of `parameters`, which has what the dialect lacks. */
  parametersJsonSchema?: ToolSchema
}

/**
 * Describes a tool to Gemini: in the dialect of `parameters`, which all its models and other servers
 * read, or as the JSON schema that it is, if the dialect lacks something.
 * https://ai.google.dev/api/caching#Schema
 */
export function declaredToGemini(tool: {
  name: string
  description: string
  parameters: ToolSchema
}): Declaration {
  const { name, description, parameters } = tool
  // Gemini refuses objects without properties.
  if (!Object.keys(Object(parameters.properties)).length) return { name, description }
  return isExpressible(parameters)
    ? { name, description, parameters: inDialect(parameters) }
    : { name, description, parametersJsonSchema: parameters }
}

/** Fields that both dialects know by the same name and meaning. */
const COMMON = [
  'title',
  'description',
  'enum',
  'required',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
]

/** Fields that may go: what they forbid is checked when the call comes. */
const DISPENSABLE = ['additionalProperties', 'default', 'format', '$schema']

const typesOf = ({ type }: ToolSchema): readonly unknown[] => (Array.isArray(type) ? type : [type])

/** Whether a schema has one type besides null, and no field without a counterpart. */
function isExpressible(schema: ToolSchema): boolean {
  const types = typesOf(schema).filter((type) => type !== 'null')
  const { properties, items, enum: values } = schema
  const inner = Object.values(Object(properties)).map(Object)
  const isEmptyObject = types[0] === 'object' && !inner.length
  return (
    types.length === 1 &&
    typeof types[0] === 'string' &&
    !isEmptyObject &&
    (values === undefined || (types[0] === 'string' && isListOfStrings(values))) &&
    Object.keys(schema).every((key) => KNOWN.has(key)) &&
    inner.every(isExpressible) &&
    (items === undefined || isExpressible(Object(items)))
  )
}

const KNOWN = new Set(['type', 'properties', 'items', ...COMMON, ...DISPENSABLE])

const isListOfStrings = (values: unknown): boolean =>
  Array.isArray(values) && values.every((value) => typeof value === 'string')

function inDialect(schema: ToolSchema): ToolSchema {
  const types = typesOf(schema)
  const { properties, items } = schema
  return {
    type: types.find((type) => type !== 'null'),
    ...(types.includes('null') && { nullable: true }),
    ...Object.fromEntries(Object.entries(schema).filter(([key]) => COMMON.includes(key))),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(Object(properties)).map(([name, inner]) => [name, inDialect(Object(inner))]),
      ),
    }),
    ...(items !== undefined && { items: inDialect(Object(items)) }),
    // Of the formats of texts, Gemini knows this one alone.
    ...(schema.format === 'date-time' && { format: 'date-time' }),
  }
}
