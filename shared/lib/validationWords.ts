import type { ErrorObject } from 'ajv'

/**
 * ajv's report on a value that does not fit its schema. It has `parentSchema` with the option
 * `verbose`.
 */
export type Mismatch = Pick<ErrorObject, 'keyword' | 'params' | 'message' | 'parentSchema'>

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'a JSON object',
  array: 'a list',
  null: 'null',
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'must be an id: a UUID such as 01a2299c-1c2a-767e-b37d-299de12b1e91',
  uri: 'must be a whole address, such as https://shop.example.com/help',
}

const MODEL = 'must name a provider or connection and its model, such as openai:gpt-4o-mini'

/** Sentences for patterns, where a sentence explains more than an example. */
const PATTERNS: Readonly<Record<string, string>> = {
  '\\S': 'must not be blank',
  '^[^\\r\\n]*\\S[^\\r\\n]*$': 'must be one line that is not blank',
  '^[\\w-]+$': 'must be letters, digits, _ and - alone',
  '^[\\w.:-]+$': 'must be letters, digits, _ . : and - alone',
  '^[A-Z2-7]{32}$': 'must be the secret that was made for the app, of 32 characters',
  '^[0-9]{3}[ ]?[0-9]{3}$': 'must be six digits',
  '^[!-~]+$': 'must be visible ASCII characters without blanks',
  '^[a-z_]+$': 'must be small letters and _ alone',
  '^[a-z_]+\\.[a-z_]+$': 'has the wrong form: it is written like agent.changed',
  '^[a-z]{2,3}:\\S{1,64}( \\S{1,64})?$': 'has the wrong form: it is written like en:delivery',
  '^[a-z][a-z0-9-]{1,39}:.+$': MODEL,
  '^[a-z][a-z0-9-]*:.+$': MODEL,
  '^https?://[^\\s?#@]+$': 'must be an address such as https://models.example.com/v1',
  '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){1,8}[a-z0-9-]{2,63}$':
    'must be a domain such as example.com',
  '[\\p{L}\\p{N}]': 'must have a letter or a digit',
  '^[\\x21-\\x7e]+$': 'must be visible ASCII characters without blanks',
  '^[0-9]{6}$': 'must be six digits',
  '^[Hh][Tt][Tt][Pp][Ss]?://\\S+$': 'must be an address that begins with https:// or http://',
  '^postgres(ql)?://': 'must begin with postgres:// or postgresql://',
  '^https?://': 'must begin with https:// or http://',
  '^https?://[^/?#@]+/?$': 'must be an address without a path, such as https://chat.example.com',
  '^smtps?://.+$': 'must begin with smtp:// or smtps://',
}

const many = (count: number, singular: string, plural = `${singular}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? singular : plural}`

/** Returns what is wrong with a value, for people: `must have at most 5,000 characters`. */
export function wordsOf({ keyword, params, message, parentSchema }: Mismatch): string {
  const number = () => Number(params.limit).toLocaleString('en', { maximumFractionDigits: 20 })
  switch (keyword) {
    case 'type':
      return `must be ${[params.type]
        .flat()
        .map((type) => TYPES[type] ?? type)
        .join(' or ')}`
    case 'enum':
      return `must be one of ${params.allowedValues.map(String).join(', ')}`
    case 'minLength':
      return params.limit === 1
        ? 'must not be empty'
        : `must have at least ${many(params.limit, 'character')}`
    case 'maxLength':
      return `must have at most ${many(params.limit, 'character')}`
    case 'minItems':
      return `must have at least ${many(params.limit, 'entry', 'entries')}`
    case 'maxItems':
      return `must have at most ${many(params.limit, 'entry', 'entries')}`
    case 'uniqueItems':
      return 'has the same entry twice: leave one of them out'
    case 'minProperties':
      return 'must name at least one field'
    case 'maxProperties':
      return `must have at most ${many(params.limit, 'field')}`
    case 'propertyNames':
      return `has the name "${params.propertyName}", which no field here may have`
    case 'minimum':
      return `must be at least ${number()}`
    case 'maximum':
      return `must be at most ${number()}`
    case 'exclusiveMinimum':
      return `must be more than ${number()}`
    case 'format':
      return FORMATS[params.format] ?? `must be a ${params.format}`
    case 'pattern':
      return PATTERNS[params.pattern] ?? formOf(parentSchema)
    default:
      return message ?? 'is not valid'
  }
}

/** Describes the form of a text by the example of its schema. */
function formOf(schema: Mismatch['parentSchema']): string {
  const [example] = (schema?.examples as unknown[] | undefined) ?? []
  if (example !== undefined) return `has the wrong form: it is written like ${String(example)}`
  return 'has the wrong form'
}
