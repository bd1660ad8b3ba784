/** A JSON Schema. With a `title`, it becomes a named component of `/openapi.json`. */
export type Schema = Readonly<Record<string, unknown>>

type Properties = Readonly<Record<string, Schema>>

export const uuid = { type: 'string', format: 'uuid' } as const
export const time = { type: 'string', format: 'date-time', description: 'ISO 8601, UTC' } as const
export const text = { type: 'string' } as const

/** A placeholder for ids in example bodies. */
export const EXAMPLE_ID = '01999999-0000-7000-8000-000000000000'

/** BCP 47, such as `de` or `pt-BR`. Accepts `pt_BR` as well. */
export const languageTag = {
  type: 'string',
  maxLength: 35,
  pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$',
  examples: ['en'],
} as const

/** The same schema, which also accepts null. */
export function orNull(schema: Schema): Schema {
  if (schema.title) return { anyOf: [schema, { type: 'null' }] }
  const { enum: values } = schema
  return {
    ...schema,
    type: [schema.type, 'null'],
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  }
}

/** The same fields, which also accept null. */
export const allOrNull = (properties: Properties): Properties =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, orNull(schema)]))

/** An object with exactly these fields. */
export const object = (title: string, properties: Properties): Schema => ({
  title,
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
})

/** Why a reply or an indexing job failed. */
export const jobError = orNull(object('JobError', { code: { type: 'string' }, detail: { type: 'string' } }))

/** The same object, with the named fields optional. */
export const optional = (schema: Schema, ...names: string[]): Schema => ({
  ...schema,
  required: (schema.required as string[]).filter((name) => !names.includes(name)),
})

/** The schema of a stored record: `id`, times, and its own fields. */
export const record = (title: string, properties: Properties): Schema =>
  object(title, { id: uuid, ...properties, created_at: time, updated_at: time })

/** Returns a function that picks the fields of the record's schema from a row. */
export function presenter<Row extends object>(schema: Schema): (row: Row) => Partial<Row> {
  const names = Object.keys(schema.properties as object)
  return (row) => Object.fromEntries(names.map((name) => [name, row[name as keyof Row]])) as Partial<Row>
}

const envelope = (data: Schema, more: Properties = {}): Schema => ({
  type: 'object',
  additionalProperties: false,
  required: ['status', 'status_code', 'detail', 'data', ...Object.keys(more)],
  properties: {
    status: { type: 'string', enum: ['success'] },
    status_code: { type: 'integer' },
    detail: { type: 'string', description: 'A sentence for people.', examples: ['Done.'] },
    data,
    ...more,
  },
})

/** Schema of an answer with one record. */
export const one = (data: Schema): Schema => envelope(data)

const pagination = object('Pagination', {
  limit: { type: 'integer' },
  has_more: { type: 'boolean' },
  next_cursor: { ...orNull(uuid), description: "The next page's `after`." },
})

/** Schema of an answer with a list and further fields. */
export const listed = (items: Schema, more: Properties): Schema => envelope({ type: 'array', items }, more)

/** Schema of an answer with a page of a list. */
export const many = (items: Schema): Schema => listed(items, { pagination })

const numberedPagination = object('NumberedPagination', {
  page: { type: 'integer' },
  page_size: { type: 'integer' },
  total: { type: 'integer', description: 'Rows on all pages together.' },
})

/** Schema of an answer with a numbered page and further fields. */
export const numbered = (items: Schema, more: Properties = {}): Schema =>
  listed(items, { pagination: numberedPagination, ...more })

/** Schema of the answer to a deletion. */
export const deleted = one(object('Deleted', { id: uuid, deleted: { type: 'boolean', enum: [true] } }))
