import { AppError, type FieldError } from '../lib/errors.ts'
import { isDeeperThan } from '../lib/storable.ts'
import type { PlannedToolCall } from './callAnswer.ts'
import {
  factProblem,
  isPlaceholder,
  piecesOf,
  placeholderValue,
  readPointer,
  type TemplateValue,
} from './placeholders.ts'
import { type InputSchema, isObject, typesOf } from './schemaKeywords.ts'
import { schemaAt } from './schemaParts.ts'
import type { ToolFields } from './tools.ts'
import { fillUrl, urlProblems } from './urlTemplate.ts'

/** Methods whose requests have no body. */
const BODILESS: readonly string[] = ['GET']
const MAX_BODY_TEMPLATE_BYTES = 16 * 1024
const MAX_BODY_LEVELS = 10
const MAX_PLACEHOLDERS = 100
/** A template may name a long argument several times. */
const MAX_BODY_BYTES = 256 * 1024

/** A request as it is sent, without the headers that say who sends it. */
export interface PlannedRequest {
  method: string
  url: string
  /** JSON. Undefined: the request has no body. */
  body?: string
}

type Templates = Pick<
  ToolFields,
  | 'input_schema'
  | 'method'
  | 'url_template'
  | 'body_template'
  | 'probe'
  | 'confirm_when'
  | 'confirm_text'
>

/** Returns what is wrong with the templates and pointers of a tool, whose schema is right. */
export function templateProblems(tool: Templates): FieldError[] {
  const { input_schema: schema, url_template, probe } = tool
  return [
    ...(url_template === null ? [] : urlProblems(url_template, schema, 'url_template')),
    ...bodyProblems(tool).map((detail) => problem('body_template', detail)),
    ...(probe ? probeProblems(probe, schema) : []),
    ...confirmProblems(tool),
  ]
}

const problem = (field: string, detail: string): FieldError => ({ field, code: 'template', detail })

function bodyProblems({ body_template, method, input_schema }: Templates): string[] {
  if (body_template === null || body_template === undefined) return []
  if (method !== null && BODILESS.includes(method)) return [`must be null with ${method}`]
  if (Buffer.byteLength(JSON.stringify(body_template)) > MAX_BODY_TEMPLATE_BYTES)
    return [`must be at most ${MAX_BODY_TEMPLATE_BYTES / 1024} kB`]
  if (isDeeperThan(body_template, MAX_BODY_LEVELS))
    return [`must be at most ${MAX_BODY_LEVELS} levels deep`]
  const { texts, names } = partsOf(body_template)
  if (names.some((name) => piecesOf(name).some(isPlaceholder)))
    return ['has a placeholder in the name of a field: only values may have one']
  const found = texts.map(piecesOf)
  if (found.flat().filter(isPlaceholder).length > MAX_PLACEHOLDERS)
    return [`must have at most ${MAX_PLACEHOLDERS} placeholders`]
  return found.flatMap((pieces) =>
    pieces
      .filter(isPlaceholder)
      .map((one) => textProblem(one, input_schema, pieces.length === 1))
      .filter((detail) => detail !== undefined),
  )
}

/** Returns the texts of a JSON value, and the names of its fields. */
function partsOf(value: unknown): { texts: string[]; names: string[] } {
  if (typeof value === 'string') return { texts: [value], names: [] }
  if (typeof value !== 'object' || value === null) return { texts: [], names: [] }
  const parts = Object.values(value).map(partsOf)
  return {
    texts: parts.flatMap(({ texts }) => texts),
    names: [
      ...(Array.isArray(value) ? [] : Object.keys(value)),
      ...parts.flatMap(({ names }) => names),
    ],
  }
}

/** @param isWhole whether the placeholder is the whole text, so that its value keeps its type */
function textProblem(
  { written, fact, pointer }: TemplateValue,
  schema: InputSchema,
  isWhole: boolean,
): string | undefined {
  if (fact !== undefined) return factProblem(fact)
  const found = schemaAt(schema, pointer)
  if (!found) return `${written} names no property of input_schema`
  return !isWhole && typesOf(found).some((type) => type === 'object' || type === 'array')
    ? `${written} is an object or a list, so it must be the whole text`
    : undefined
}

function probeProblems(
  { url_template, pointer, done, not_done }: NonNullable<ToolFields['probe']>,
  schema: InputSchema,
): FieldError[] {
  const both = done.filter((value) => not_done.includes(value))
  return [
    ...urlProblems(url_template, schema, 'probe.url_template'),
    ...(url_template.includes('{{call.id}}')
      ? []
      : [problem('probe.url_template', 'must name the call with {{call.id}}')]),
    ...(isPointer(pointer) ? [] : [problem('probe.pointer', POINTER)]),
    ...(both.length
      ? [problem('probe.not_done', `has ${both.map(String).join(', ')}, which done has as well`)]
      : []),
  ]
}

const POINTER = 'must be empty or a JSON pointer (RFC 6901), such as /refund/state'
const isPointer = (text: string) => /^(?:\/(?:[^~/]|~[01])*)*$/.test(text)

function confirmProblems({ confirm_when, confirm_text, input_schema }: Templates): FieldError[] {
  const words = piecesOf(confirm_text ?? '')
    .filter(isPlaceholder)
    .map((one) =>
      one.fact === undefined
        ? textProblem(one, input_schema, false)
        : `${one.written} is not shown: name only arguments, such as {amount}`,
    )
    .filter((detail) => detail !== undefined)
    .map((detail) => problem('confirm_text', detail))
  if (!confirm_when) return words
  const { pointer } = confirm_when
  const found =
    isPointer(pointer) && pointer ? schemaAt(input_schema, readPointer(pointer)) : undefined
  if (!found)
    return [
      ...words,
      problem('confirm_when.pointer', 'must name a property of input_schema, such as /amount'),
    ]
  if ('above' in confirm_when === 'among' in confirm_when)
    return [...words, problem('confirm_when', 'must have either above or among')]
  const isNumber = typesOf(found).every((type) => type === 'number' || type === 'integer')
  return 'above' in confirm_when && !isNumber
    ? [
        ...words,
        problem('confirm_when.above', `needs a number, which ${pointer} is not: use among`),
      ]
    : words
}

/**
 * Fills the templates of a tool. Values of the model reach neither host nor headers, and no
 * separator of path and query.
 * @param call of a tool with `url_template` and right templates
 * @throws AppError tool_arguments if a value may not stand where the template has it
 */
export function requestOf({ tool, input, facts }: PlannedToolCall): PlannedRequest {
  const { method, url_template, body_template } = tool
  const valueFor = (one: TemplateValue) => placeholderValue(one, input, facts)
  const url = fillUrl(url_template ?? '', valueFor)
  if (body_template === null || body_template === undefined) return { method: method ?? 'GET', url }
  const body = JSON.stringify(filled(body_template, valueFor) ?? null)
  if (Buffer.byteLength(body) > MAX_BODY_BYTES)
    throw new AppError('tool_arguments', 'The arguments make the request too large.')
  return { method: method ?? 'POST', url, body }
}

/**
 * Fills a body's template. A text that is one placeholder becomes its value, of any type; without
 * a value, its field or entry is left out.
 */
function filled(template: unknown, valueFor: (one: TemplateValue) => unknown): unknown {
  if (typeof template === 'string') return filledText(template, valueFor)
  if (Array.isArray(template))
    return template.map((one) => filled(one, valueFor)).filter((one) => one !== undefined)
  if (!isObject(template)) return template
  return Object.fromEntries(
    Object.entries(template)
      .map(([name, value]) => [name, filled(value, valueFor)])
      .filter(([, value]) => value !== undefined),
  )
}

function filledText(template: string, valueFor: (one: TemplateValue) => unknown): unknown {
  const pieces = piecesOf(template)
  const [first] = pieces
  if (pieces.length === 1 && first !== undefined && isPlaceholder(first)) return valueFor(first)
  return pieces.map((one) => (isPlaceholder(one) ? wordOf(one, valueFor(one)) : one)).join('')
}

/** Returns a value as a part of a text; empty: there is none. @throws AppError tool_arguments */
function wordOf({ written }: TemplateValue, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'object')
    throw new AppError(
      'tool_arguments',
      `${written} is an object or a list, so it cannot stand in a text.`,
    )
  return String(value)
}
