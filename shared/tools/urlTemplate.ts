import { AppError, type FieldError } from '../lib/errors.ts'
import { parseUrl } from '../lib/parseUrl.ts'
import {
  factProblem,
  isPlaceholder,
  piecesOf,
  type TemplatePiece,
  type TemplateValue,
} from './placeholders.ts'
import type { InputSchema } from './schemaKeywords.ts'
import { allowsNull, typesOf } from './schemaKeywords.ts'
import { isAlwaysThere, schemaAt } from './schemaParts.ts'

/** Characters of a value in an address. */
const MAX_VALUE = 500
const MAX_TEMPLATE = 2_000

interface UrlTemplate {
  /** Scheme, host and port, which no placeholder reaches. */
  origin: string
  path: readonly TemplatePiece[]
  /** The parts between `&`. */
  query: readonly { name: string; value: readonly TemplatePiece[] }[]
}

/** Why an address cannot be a template. */
class TemplateError extends Error {}

/**
 * Reads the template of an address. Placeholders stand in segments of the path and in values of
 * the query alone.
 * @throws TemplateError
 */
function readTemplate(template: string): UrlTemplate {
  if (template.length > MAX_TEMPLATE)
    throw new TemplateError(`must have at most ${MAX_TEMPLATE.toLocaleString('en')} characters`)
  const [origin] = /^https?:\/\/[^/?#{}@\\\s]{1,300}(?=[/?]|$)/i.exec(template) ?? []
  if (origin === undefined)
    throw new TemplateError(
      'must be an address with https or http and a fixed host, such as https://shop.example.com/orders/{order_id}, with no user name or password',
    )
  const pieces = piecesOf(template.slice(origin.length))
  for (const piece of pieces)
    if (!isPlaceholder(piece) && !/^[\x21-\x7e]*$/.test(piece))
      throw new TemplateError('must be visible ASCII characters: write others with %')
    else if (!isPlaceholder(piece) && /[#{}\\]/.test(piece))
      throw new TemplateError(
        'must have no # and \\, and braces only around an argument, such as {order_id}, or a fact, such as {{customer.id}}',
      )
  const { path, query } = splitQuery(pieces)
  const read = { origin: new URL(origin).origin, path, query: query.map(readPair) }
  requireAsSent(read)
  return read
}

/** Splits pieces at the first `?`, and the query at each `&`. */
function splitQuery(pieces: readonly TemplatePiece[]): {
  path: TemplatePiece[]
  query: TemplatePiece[][]
} {
  const path: TemplatePiece[] = []
  const query: TemplatePiece[][] = []
  const add = (to: TemplatePiece[], piece: TemplatePiece) => {
    if (piece !== '') to.push(piece)
  }
  for (const piece of pieces) {
    const at = query.length || isPlaceholder(piece) ? -1 : piece.indexOf('?')
    if (!query.length && at < 0) {
      add(path, piece)
      continue
    }
    if (at >= 0) {
      add(path, String(piece).slice(0, at))
      query.push([])
    }
    const parts = isPlaceholder(piece) ? [piece] : piece.slice(at + 1).split('&')
    parts.forEach((part, nth) => {
      if (nth) query.push([])
      add(query.at(-1)!, part)
    })
  }
  return { path, query }
}

/** Reads a part of the query, `name=value`. @throws TemplateError */
function readPair([first = '', ...rest]: readonly TemplatePiece[]): UrlTemplate['query'][number] {
  const at = isPlaceholder(first) ? -1 : first.indexOf('=')
  if (at >= 0) {
    const name = String(first).slice(0, at + 1)
    const begin = String(first).slice(at + 1)
    return { name, value: [...(begin ? [begin] : []), ...rest] }
  }
  if (isPlaceholder(first) || rest.length)
    throw new TemplateError(
      'has a placeholder in the name of a parameter: only values may have one',
    )
  return { name: first, value: [] }
}

/** Stands for each value while a template is checked. */
const ANY = 'x'

/** Refuses what a URL parser changes, such as `..`: it must be sent as it is read. */
function requireAsSent(template: UrlTemplate): void {
  const path = textOf(template.path, () => ANY)
  const search = searchOf(template, () => ANY)
  const url = parseUrl(template.origin + path + search)
  if (!url) throw new TemplateError('is no address')
  if (url.pathname !== (path || '/') || url.search !== search)
    throw new TemplateError(
      'must be written as it is sent: without . and .. in the path, and with % for characters that an address cannot have',
    )
}

const textOf = (pieces: readonly TemplatePiece[], write: (placeholder: TemplateValue) => string) =>
  pieces.map((piece) => (isPlaceholder(piece) ? write(piece) : piece)).join('')

/** Writes the query. A part that has a placeholder without a value is left out. */
function searchOf(
  { query }: UrlTemplate,
  write: (placeholder: TemplateValue) => string | undefined,
): string {
  const parts = query.flatMap(({ name, value }) => {
    const texts = value.map((piece) => (isPlaceholder(piece) ? write(piece) : piece))
    return texts.includes(undefined) ? [] : [name + texts.join('')]
  })
  const sent = parts.filter((part) => part !== '')
  return sent.length ? `?${sent.join('&')}` : ''
}

/**
 * Returns what is wrong with the template of an address.
 * @param schema of the arguments that it may name
 * @param field the template's name in the problems
 */
export function urlProblems(template: string, schema: InputSchema, field: string): FieldError[] {
  const refuse = (detail: string): FieldError => ({ field, code: 'template', detail })
  try {
    const { path, query } = readTemplate(template)
    const inPath = path.filter(isPlaceholder).map((one) => valueProblem(one, schema, true))
    const inQuery = query
      .flatMap(({ value }) => value.filter(isPlaceholder))
      .map((one) => valueProblem(one, schema, false))
    return [...inPath, ...inQuery].filter((detail) => detail !== undefined).map(refuse)
  } catch (error) {
    if (error instanceof TemplateError) return [refuse(error.message)]
    throw error
  }
}

function valueProblem(
  { written, fact, pointer }: TemplateValue,
  schema: InputSchema,
  isInPath: boolean,
): string | undefined {
  if (fact !== undefined) return factProblem(fact)
  const found = schemaAt(schema, pointer)
  if (!found) return `${written} names no property of input_schema`
  if (typesOf(found).some((type) => type === 'object' || type === 'array'))
    return `${written} must be a text, a number, or true or false, as it stands in an address`
  if (isInPath && (!isAlwaysThere(schema, pointer) || allowsNull(found)))
    return `${written} must be required and not null, as it stands in the path`
  return undefined
}

/** Returns the address that a template's own values lead to: no placeholder changes its host. */
export const originOf = (template: string): string => readTemplate(template).origin

/**
 * Fills the template of an address.
 * @param template one without `urlProblems`
 * @param valueFor returns the value of a placeholder; undefined or null: it has none
 * @throws AppError tool_arguments if a value may not stand where the template has it
 */
export function fillUrl(template: string, valueFor: (one: TemplateValue) => unknown): string {
  const read = readTemplate(template)
  const path = textOf(read.path, (one) => pathText(one, valueFor(one)))
  const search = searchOf(read, (one) => queryText(one, valueFor(one)))
  const url = new URL(read.origin + path + search)
  // The rules for values ensure it. If they had a gap, the call would go elsewhere.
  const isRight =
    url.origin === read.origin && url.pathname === (path || '/') && url.search === search
  if (!isRight || url.hash) throw new AppError('tool_arguments', 'The values change the address.')
  return url.href
}

const refusal = ({ written }: TemplateValue, detail: string) =>
  new AppError('tool_arguments', `${written} ${detail}.`)

/** Returns a value as a part of the path. A server may decode it twice. @throws AppError */
function pathText(one: TemplateValue, value: unknown): string {
  const text = plainText(one, value)
  if (text === undefined || text === '') throw refusal(one, 'must not be empty')
  if (/^\.{1,2}$/.test(text) || /[/\\%]/.test(text))
    throw refusal(one, 'must not be . or .., and must have no / and \\ and %')
  return encode(text)
}

function queryText(one: TemplateValue, value: unknown): string | undefined {
  const text = plainText(one, value)
  return text === undefined ? undefined : encode(text)
}

/** Returns a value as a text; undefined: there is none. @throws AppError tool_arguments */
function plainText(one: TemplateValue, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    throw refusal(one, 'must be a text, a number, or true or false')
  const text = String(value)
  if (text.length > MAX_VALUE) throw refusal(one, `must have at most ${MAX_VALUE} characters`)
  if (/\p{Cc}/u.test(text) || !text.isWellFormed())
    throw refusal(one, 'must have no control characters')
  return text
}

/** URL parsers write an apostrophe in a query as %27. */
const encode = (text: string) => encodeURIComponent(text).replaceAll("'", '%27')
