/** A JSON Schema. A schema with a `title` becomes a named component of `/openapi.json`. */
export type Schema = Readonly<Record<string, unknown>>

/** The pieces of schemas. Each takes its description, which the reference shows. */
export const text = (description: string) => ({ type: 'string', description }) as const
export const flag = (description: string) => ({ type: 'boolean', description }) as const
export const uuid = (description: string) =>
  ({ type: 'string', format: 'uuid', description }) as const
export const count = (description: string) =>
  ({ type: 'integer', minimum: 0, description }) as const
export const amount = (description: string) =>
  ({ type: 'number', minimum: 0, description }) as const
/** Returns the schema of a time. @param when a clause without its full stop */
export const time = (when: string) =>
  ({ type: 'string', format: 'date-time', description: `${when}; ISO 8601, UTC.` }) as const
/**
 * Returns the schema of a language tag.
 * @param what a clause without its full stop
 * @param more further sentences
 */
export const languageTag = (what: string, more: string) =>
  ({
    type: 'string',
    maxLength: 35,
    pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$',
    examples: ['en'],
    description: `${what}, as a BCP 47 tag such as \`de\` or \`pt-BR\`; \`pt_BR\` is taken as well. ${more}`,
  }) as const

/** A placeholder for ids in examples. */
export const EXAMPLE_ID = '01999999-0000-7000-8000-000000000000'
