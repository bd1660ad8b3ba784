import { isDeepStrictEqual } from 'node:util'
import { Ajv, type ValidateFunction } from 'ajv'
import { addFormats, isStorableJson, STORED_JSON_RULE } from '../../shared/lib/storable.ts'
import { noteAudit } from '../audit/recordEvent.ts'
import type { Ctx, Middleware } from '../context.ts'
import { BY_USE } from '../http/etags.ts'
import { validationFailed } from '../http/fieldErrors.ts'
import { describeGuard } from '../http/operation.ts'
import { type ObjectSchema, orNull, type Schema } from '../http/schemas.ts'

/**
 * Bodies must have the right types. Query strings are text, which is converted; with strict numbers
 * ajv would not compare `1e999` to a maximum.
 */
/** With `verbose`, an error carries its schema, whose example shows what a text looks like. */
const bodyOptions = { useDefaults: true, allowUnionTypes: true, verbose: true }
const bodies = addFormats(new Ajv({ ...bodyOptions, allErrors: true }))
/** Stops at the first error: finding all errors in 256 kB blocks the process for 0.2 s. */
const largeBodies = addFormats(new Ajv(bodyOptions))
const MAX_BYTES_FOR_ALL_ERRORS = 16 * 1024
const queries = addFormats(
  new Ajv({
    allErrors: true,
    useDefaults: true,
    coerceTypes: true,
    strictNumbers: false,
    verbose: true,
  }),
)
/** Only the reference uses this keyword. */
for (const ajv of [bodies, largeBodies, queries]) ajv.addVocabulary(['dateOrTime'])
for (const ajv of [bodies, largeBodies])
  ajv.addKeyword({
    keyword: 'storedJson',
    schemaType: 'boolean',
    validate: (_: boolean, value: unknown) => value === null || isStorableJson(value),
    error: { message: STORED_JSON_RULE },
  })

/**
 * Compiles the schema when a route is first called. Compiling all of them would take a third of a
 * process's start.
 */
function compileLater(ajv: Ajv, schema: Schema): () => ValidateFunction {
  let check: ValidateFunction | undefined
  return () => {
    check ??= ajv.compile(schema)
    return check
  }
}

/**
 * Refuses a body that does not fit the schema, naming every wrong field, and fills in the schema's
 * defaults. For a body over 16 kB, or of unknown length, it names only the first wrong field.
 */
export function validate(schema: Schema): Middleware {
  const checkSmall = compileLater(bodies, schema)
  const checkLarge = compileLater(largeBodies, schema)
  const checkFor = (bytes = Infinity) =>
    bytes <= MAX_BYTES_FOR_ALL_ERRORS ? checkSmall() : checkLarge()
  return describeGuard(
    async function validate(ctx, next) {
      const check = checkFor(ctx.request.length)
      if (!check(ctx.state.body)) throw validationFailed(check.errors ?? [], ctx.state.shown)
      await next()
    },
    { body: schema },
  )
}

/**
 * Like `validate`, for a new record. Null stands for an omitted field, because records show null
 * for it and a PATCH takes it.
 */
export function validateNew(schema: ObjectSchema): Middleware {
  const { required = [], properties } = schema
  const omissible = Object.entries(properties).filter(
    ([name, { type }]) => !required.includes(name) && ![type].flat().includes('null'),
  )
  const names = new Set(omissible.map(([name]) => name))
  const nullable = omissible.map(([name, field]) => [name, orNull(field, 'as if it were left out')])
  const check = validate(schema)
  return describeGuard(
    function validateNew(ctx, next) {
      const { body } = ctx.state
      if (isFields(body))
        ctx.state.body = Object.fromEntries(
          Object.entries(body).filter(([name, value]) => value !== null || !names.has(name)),
        )
      return check(ctx, next)
    },
    { body: { ...schema, properties: { ...properties, ...Object.fromEntries(nullable) } } },
  )
}

/**
 * Like `validate`, for a PATCH. A field whose value the record shows already is no change, so it is
 * removed from the body, whether or not requests may set it: a client can send back what it has
 * read.
 * @param show reads the record as its GET shows it
 * @param merged fields that are merged into the record's, where the same value can be a change
 */
export function validateChanges(
  schema: Schema,
  show: (ctx: Ctx) => Promise<object>,
  merged: readonly string[] = [],
): Middleware {
  const check = validate(schema)
  return describeGuard(
    async function validateChanges(ctx, next) {
      const { body } = ctx.state
      if (isFields(body)) {
        const shown = JSON.parse(JSON.stringify(await show(ctx)))
        ctx.state.shown = Object.keys(shown)
        const isChange = ([name, value]: [string, unknown]) =>
          merged.includes(name) ||
          !Object.hasOwn(shown, name) ||
          // Fields that change by use may have changed since the client read them.
          !(BY_USE.has(name) || isDeepStrictEqual(value, shown[name]))
        ctx.state.body = Object.fromEntries(Object.entries(body).filter(isChange))
        if (Object.keys(ctx.state.body as object).length === 0) noteAudit(ctx, { isNothing: true })
      }
      return check(ctx, next)
    },
    { body: schema },
  )
}

const isFields = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body)

/** Like `validate`, for the query string. Sets `ctx.state.query` to the converted values. */
export function validateQuery(schema: Schema): Middleware {
  const checkQuery = compileLater(queries, schema)
  return describeGuard(
    async function validateQuery(ctx, next) {
      const check = checkQuery()
      const query = { ...ctx.query }
      if (!check(query)) throw validationFailed(check.errors ?? [])
      ctx.state.query = query
      await next()
    },
    { query: schema },
  )
}
