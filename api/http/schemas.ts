import { fieldsOf } from '../../shared/lib/db/present.ts'
import { count, flag, type Schema, text, time, uuid } from '../../shared/lib/schemas.ts'
import { JOB_ERRORS, listErrors } from './errorLists.ts'

/** The pieces of schemas, from which `shared/` also builds its fields. */
export {
  amount,
  count,
  EXAMPLE_ID,
  flag,
  languageTag,
  type Schema,
  text,
  time,
  uuid,
} from '../../shared/lib/schemas.ts'

/** The schema of an object, such as a request's body. */
export interface ObjectSchema extends Schema {
  readonly required?: readonly string[]
  readonly properties: Properties
}

type Properties = Readonly<Record<string, Schema>>

/** An e-mail address, which is checked no further. */
export const emailAddress = (description: string) =>
  ({ type: 'string', minLength: 3, maxLength: 254, description }) as const
/**
 * An e-mail address to which mails will be sent: one plain address without a name, list, blank or
 * line break, which could reach a header.
 */
export const plainAddress = (description: string) =>
  ({
    ...emailAddress(description),
    pattern:
      '^[^\\s@<>()\\[\\],;:"\\\\\\x00-\\x1f\\x7f]{1,64}@[^\\s@<>()\\[\\],;:"\\\\\\x00-\\x1f\\x7f]{1,189}$',
    examples: ['zoe@example.com'],
  }) as const
/** A flag that is always true, in the only answer that has it. */
export const yes = (description: string) => ({ type: 'boolean', enum: [true], description })

/** The photo of a user of the dashboard. */
export const photo = orNull(
  text(
    'Path of their photo at this server, such as `/photos/…`; it needs no credentials. Each photo has a path of its own.',
  ),
  'they have none',
)

/** Adds a sentence about what a named schema means at this place to its own description. */
export const described = (schema: Schema, description: string): Schema => ({
  ...schema,
  here: description,
})

/** Makes a schema nullable. @param when it is null: a clause without its full stop */
export function orNull({ here, ...schema }: Schema, when: string): Schema {
  const description = `${here ?? schema.description} Null: ${when}.`
  if (schema.title) return { anyOf: [schema, { type: 'null' }], description }
  const { enum: values } = schema
  return {
    ...schema,
    type: [schema.type, 'null'].flat(),
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
    description,
  }
}

/** Makes each of the fields nullable: null where it was not given. */
export const allOrNull = (properties: Properties): Properties =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, orNull(schema, 'not given')]),
  )

/** An object with exactly these fields. */
export const object = (title: string, description: string, properties: Properties): Schema => ({
  title,
  type: 'object',
  description,
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
})

/** Why something failed that is stored. */
export const storedError = object(
  'JobError',
  'Why a reply or a tool call failed, or the indexing of a knowledge entry.',
  {
    code: text(`Stable code for programs.\n\n${listErrors(JOB_ERRORS)}`),
    detail: text('What went wrong and what to do, for people; its wording may change.'),
  },
)
export const jobError = orNull(storedError, 'it has not failed')

/** The same object, with the named fields optional. */
export const optional = (schema: Schema, ...names: string[]): Schema => ({
  ...schema,
  required: (schema.required as string[]).filter((name) => !names.includes(name)),
})

export const recordId = uuid('Id of this record: a UUID v7, so ids sort by creation time.')

/** The field that names the kind of a record, and thereby what its id identifies. */
export const kindOf = (name: string): Schema => ({
  type: 'string',
  enum: [name],
  description: `Always \`${name}\`: the kind of the record, and so of its \`id\`.`,
})

/**
 * The schema of a stored record: `object`, `id`, times, and its own fields.
 * @param kind the value of `object`; by default the title
 */
export const record = (
  title: string,
  description: string,
  properties: Properties,
  kind = title.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase(),
): Schema =>
  object(title, description, {
    object: kindOf(kind),
    id: recordId,
    ...properties,
    created_at: time('When the record was created'),
    updated_at: time('When the record last changed'),
  })

/** Returns a function that picks the fields of the record's schema from a row. */
export function presenter<Row extends object>(schema: Schema): (row: Row) => Partial<Row> {
  const { object: kind, ...fields } = schema.properties as Record<string, Schema>
  return fieldsOf((kind?.enum as string[] | undefined)?.[0], Object.keys(fields) as (keyof Row)[])
}

/**
 * Describes the envelope of an answer.
 * @param description of the answer; by default the reference describes it by its status
 */
const envelope = (data: Schema, description?: string, more: Properties = {}): Schema => ({
  type: 'object',
  ...(description ? { description } : {}),
  additionalProperties: false,
  required: ['status', 'status_code', 'detail', 'data', ...Object.keys(more)],
  properties: {
    status: {
      type: 'string',
      enum: ['success'],
      description: 'Always `success`; failures have `error`.',
    },
    status_code: { type: 'integer', description: 'The HTTP status of the answer.' },
    detail: { ...text('What was done, for people; its wording may change.'), examples: ['Done.'] },
    data,
    ...more,
  },
})

/**
 * The answer with one record.
 * @param description of the answer, where its status does not say enough
 * @param more further fields of the body
 */
export const one = (data: Schema, description?: string, more: Properties = {}): Schema =>
  envelope(data, description, more)

const limit = {
  type: 'integer',
  minimum: 1,
  maximum: 100,
  description: 'The `limit` of the request.',
}
const hasMore = flag('Whether there is another page.')

/** Describes how a list continues. @param cursor after which its next page begins */
export const paginationOf = (title: string, cursor: Schema, more: Properties = {}): Schema =>
  object(title, 'How much of a list the answer has, and how to read further.', {
    limit,
    has_more: hasMore,
    next_cursor: orNull(
      { ...cursor, description: 'Send it as `after` for the next page.' },
      'this is the last page',
    ),
    ...more,
  })

const PAGE = 'One page of the list: `data` holds it, and `pagination` says how to read further.'

/** The answer with a list and further fields. */
export const listed = (items: Schema, more: Properties): Schema =>
  envelope({ type: 'array', items, description: 'The page, in the order of the list.' }, PAGE, more)

/** The answer with a page of a list. */
export const many = (items: Schema): Schema =>
  listed(items, { pagination: paginationOf('Pagination', uuid('')) })

const numberedPagination = object('NumberedPagination', 'Which page of a list the answer has.', {
  page: { type: 'integer', minimum: 1, description: 'Number of this page; the first is 1.' },
  page_size: { type: 'integer', minimum: 1, description: 'Maximum number of rows on a page.' },
  total: count('Rows of all pages together.'),
})

/** Schema of an answer with a numbered page and further fields. */
export const numbered = (items: Schema, more: Properties = {}): Schema =>
  listed(items, { pagination: numberedPagination, ...more })

/** The answer to a deletion. */
export const deleted = one(
  object('Deleted', 'The id of a deleted record.', {
    id: uuid('Id of the record that was deleted.'),
    deleted: yes('Always true: the record is deleted.'),
  }),
  'The record is deleted, with everything that belonged to it.',
)
