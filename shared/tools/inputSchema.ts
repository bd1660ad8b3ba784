import { createHash } from 'node:crypto'
import { Ajv, type CodeOptions, type ErrorObject, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import { LRUCache } from 'lru-cache'
import {
  addFormats,
  findUnstorableText,
  isStorableJson,
  STORED_JSON_RULE,
} from '../lib/storable.ts'
import { wordsOf } from '../lib/validationWords.ts'
import { linearPattern, MAX_CHECKED_CHARACTERS } from './patterns.ts'
import { type InputSchema, isObject, KEYWORDS } from './schemaKeywords.ts'
import { closed } from './schemaParts.ts'
import type { ToolFields } from './tools.ts'

/** The schema of a tool, and where it is from: an owner of the organization, or a server of MCP. */
export type SchemaSource = Pick<ToolFields, 'kind' | 'input_schema'>

/**
 * Returns the schema as models get it. An owner's own schema allows no other properties than those
 * that it names. One of a server of MCP keeps also what Parley does not check.
 */
export const forModels = ({ kind, input_schema }: SchemaSource): InputSchema => {
  if (kind === 'http') return closed(input_schema)
  const { $schema: _, properties = {}, ...schema } = input_schema
  return { ...schema, type: 'object', properties }
}

/** Compiled schemas of all organizations, about 20 kB each. */
const MAX_COMPILED = 500
/** Levels of a server's schema that are checked; what is nested deeper may be anything. */
const MAX_LEVELS = 8
/** The first errors are enough for a model to mend the rest. */
const MAX_ERRORS = 5
const MAX_SENTENCE = 1_000

/**
 * By the schema itself: a changed tool cannot meet its old schema, and no organization another's.
 */
const compiled = new LRUCache<string, ValidateFunction>({ max: MAX_COMPILED })

/**
 * Checks the arguments of a call by the tool's schema.
 * @returns what is wrong with them, for the model; undefined: nothing
 */
export function checkArguments(tool: SchemaSource, value: unknown): string | undefined {
  if (!isObject(value)) return 'The arguments must be a JSON object.'
  if (!isStorableJson(value)) return `The arguments ${STORED_JSON_RULE}.`
  const unstorable = findUnstorableText(value)
  if (unstorable) return `The text at ${unstorable} has a NUL character or half a surrogate pair.`
  const check = validatorOf(tool)
  return check(value) ? undefined : sentenceOf(check.errors ?? [])
}

function validatorOf({ kind, input_schema }: SchemaSource): ValidateFunction {
  const key = createHash('sha256')
    .update(`${kind} ${JSON.stringify(input_schema)}`)
    .digest('base64')
  const found = compiled.get(key)
  if (found) return found
  const schema = kind === 'http' ? closed(input_schema) : input_schema
  const made = newAjv().compile({ ...checkable(schema, 1), type: 'object' })
  compiled.set(key, made)
  return made
}

/** An instance keeps all that it compiles, so each schema has one of its own. */
function newAjv(): Ajv {
  const regExp = Object.assign(linearPattern, { code: 'linearPattern' })
  const ajv = new Ajv({
    allErrors: true,
    // Else `constructor`, which every object inherits, would count as given.
    ownProperties: true,
    strict: false,
    meta: false,
    validateSchema: false,
    logger: false,
    code: { regExp } satisfies CodeOptions,
  })
  formats.default(ajv, ['date', 'date-time', 'email'])
  return addFormats(ajv)
}

/**
 * Returns the part of a schema that is checked. A server of MCP may use keywords that Parley does
 * not know, or not as they are meant: what is left out cannot refuse a call that the server takes.
 */
function checkable(schema: InputSchema, level: number): InputSchema {
  if (level > MAX_LEVELS) return {}
  const known = Object.entries(schema).filter(
    ([name, value]) =>
      Object.hasOwn(KEYWORDS, name) &&
      !['default', 'properties', 'items'].includes(name) &&
      KEYWORDS[name]!.problemOf(value) === undefined,
  )
  const { properties, items, patternProperties, pattern, format, maxLength } = schema
  const isTried = pattern !== undefined || format !== undefined
  const limit = Math.min(
    typeof maxLength === 'number' ? maxLength : Infinity,
    MAX_CHECKED_CHARACTERS,
  )
  const checked: InputSchema = {
    ...Object.fromEntries(known),
    ...(isTried && { maxLength: limit }),
    ...(isObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties)
          .filter(([, property]) => isObject(property))
          .map(([name, property]) => [name, checkable(property as InputSchema, level + 1)]),
      ),
    }),
    ...(isObject(items) && { items: checkable(items, level + 1) }),
  }
  // It may name the properties that `additionalProperties` would refuse.
  if (patternProperties !== undefined) delete checked.additionalProperties
  return checked
}

function sentenceOf(errors: readonly ErrorObject[]): string {
  const found = errors.slice(0, MAX_ERRORS).map(problemOf)
  return `${[...new Set(found)].join('; ')}.`.slice(0, MAX_SENTENCE)
}

function problemOf(error: ErrorObject): string {
  const { instancePath, keyword, params } = error
  const path = instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/')
  const below = (name: string) => (path ? `${path}.${name}` : name)
  switch (keyword) {
    case 'required':
      return `${below(params.missingProperty)} is required`
    case 'additionalProperties':
      return `${below(params.additionalProperty)} is no argument of this tool`
    case 'pattern':
      return `${path} must match the pattern ${params.pattern}`
    default:
      return `${path || 'the arguments'} ${wordsOf(error)}`
  }
}
