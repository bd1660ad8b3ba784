import { checkArguments } from '../../shared/tools/inputSchema.ts'
import { type CalendarDate, datesOf } from '../figures/dates.ts'
import { similarity, termsOf } from '../language/matching.ts'
import type { PromptFacts, ToolFacts } from '../prompt/prompt.ts'
import type { Code } from './codes.ts'
import { UNSPACED } from './numberWords.ts'

/** The schema of an argument. */
export type ArgumentSchema = Readonly<Record<string, unknown>>

/** Whether a value fits the schema of an argument. Checks nothing that Parley does not know. */
const fits = (schema: ArgumentSchema, value: FoundValue): boolean =>
  checkArguments(
    { kind: 'mcp', input_schema: { type: 'object', properties: { value: schema } } },
    { value },
  ) === undefined

/** A question, and what is known besides. */
export interface AskedForTool {
  text: string
  /** BCP 47 */
  language: string
  codes: readonly Code[]
  /** The terms of all that the chat's question is about, which a lone number may belong to. */
  subject: ReadonlySet<string>
  traits: PromptFacts['traits']
  metadata: PromptFacts['metadata']
}

export interface FoundArguments {
  input: Record<string, unknown>
  /** Whether the question itself has one of them. */
  isStated: boolean
}

/** The fewest digits of a number without letters that is not marked as one: `order 300`. */
const MIN_DIGITS = 3
/** The most values of an `enum` that are looked for. */
const MAX_VALUES = 100

/**
 * Finds the arguments of a tool: in the question by `enum`, `format` and `pattern`, or as a code
 * beside the argument's name; else in what came with the question and in the user's traits, under
 * the argument's name. Optional ones are taken from the question alone.
 * @param names the terms that argument codes stand beside, by argument
 * @returns undefined: a required one is missing, or the question names one that does not fit
 */
export function argumentsIn(
  { parameters }: ToolFacts,
  asked: AskedForTool,
  names: (property: string, schema: ArgumentSchema) => ReadonlySet<string>,
): FoundArguments | undefined {
  const found: FoundArguments = { input: {}, isStated: false }
  const required = new Set(Array.isArray(parameters.required) ? parameters.required : [])
  const properties = Object.entries((parameters.properties ?? {}) as Record<string, ArgumentSchema>)
  for (const [property, schema] of properties) {
    const stated = statedIn(asked, schema, names(property, schema))
    if (stated === UNFIT) return undefined
    const known = required.has(property) ? knownOf(asked, property, schema) : undefined
    const value = stated ?? known
    if (value !== undefined) found.input[property] = value
    else if (required.has(property)) return undefined
    if (stated !== undefined) found.isStated = true
  }
  return [...required].every((property) => Object.hasOwn(found.input, property)) ? found : undefined
}

/** The question names a value that does not fit, or several. */
const UNFIT = Symbol('unfit')
type FoundValue = string | number | boolean

function statedIn(
  asked: AskedForTool,
  schema: ArgumentSchema,
  names: ReadonlySet<string>,
): FoundValue | typeof UNFIT | undefined {
  if (Array.isArray(schema.enum)) return onlyOf(chosenIn(asked, schema.enum))
  const formatted = typeof schema.format === 'string' && byFormat(asked, schema.format)
  if (formatted) return onlyOf(formatted.filter((value) => fits(schema, value)))
  const isPatterned = typeof schema.pattern === 'string'
  const own = asked.codes.filter(
    (code) =>
      isBeside(code, names, asked.language) ||
      (code.beside === undefined && code.isAlone && isSubject(asked, names)) ||
      // Letters and digits in a form that the owner has described can hardly be something else.
      (isPatterned && /\p{L}/u.test(code.value) && fittingForm(code, schema) !== undefined),
  )
  if (!own.length) return undefined
  const values = new Set(own.map((code) => fittingForm(code, schema)))
  const [value] = values
  return values.size > 1 || value === undefined || own.some(({ isListed }) => isListed)
    ? UNFIT
    : value
}

/** @returns the value; undefined: none; UNFIT: several, of which one is meant */
function onlyOf(values: readonly FoundValue[]): FoundValue | typeof UNFIT | undefined {
  const different = new Set(values)
  return different.size > 1 ? UNFIT : values[0]
}

/** Returns the values that the question names, without those that are part of a longer one. */
function chosenIn({ text, language }: AskedForTool, values: readonly unknown[]): string[] {
  const said = termsOf(text, language)
  const named = values
    .slice(0, MAX_VALUES)
    .filter((value): value is string => typeof value === 'string')
    .map((value) => ({ value, terms: termsOf(value.replaceAll('_', ' '), language) }))
    .filter(({ terms }) => terms.size > 0 && isWithin(terms, said))
  return named
    .filter(
      ({ terms }) =>
        !named.some((other) => other.terms.size > terms.size && isWithin(terms, other.terms)),
    )
    .map(({ value }) => value)
}

const isWithin = (terms: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...terms].every((term) => others.has(term))

const ADDRESS = /(?<![\w.+-])[\w.+-]{1,64}@[\w.-]{1,255}/gu
/** Takes addresses of mail and links out of a text: they are no words of it. */
export const withoutAddresses = (text: string) => text.replace(ADDRESS, ' ').replace(LINK, ' ')
const LINK = /https?:\/\/[^\s<>"']{1,500}/gu

/** @returns undefined: a text is not recognized by this format alone */
function byFormat({ text, language }: AskedForTool, format: string): string[] | undefined {
  const matches = (expression: RegExp) =>
    [...text.matchAll(expression)].map(([match]) => match.replace(/[.,;:!?)\]]{1,9}$/, ''))
  if (format === 'email') return matches(ADDRESS)
  if (format === 'uri') return matches(LINK)
  if (format === 'date')
    return datesOf(text, language).flatMap(({ readings }) => readings.map(isoOf))
  return undefined
}

/** `2026-11-30`; empty: a part is not stated. */
function isoOf({ day, month, year }: CalendarDate): string {
  if (!day || !year) return ''
  const two = (part: number) => String(part).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}

/** Whether a code stands beside the name of an argument. */
function isBeside({ beside }: Code, names: ReadonlySet<string>, language: string): boolean {
  if (beside === undefined) return false
  const terms = [...termsOf(beside, language)]
  // Without blanks, other words stand before or behind the name.
  const own = UNSPACED.test(beside) ? [terms.at(0), terms.at(-1)] : terms
  return own.some((term) => term !== undefined && isNamed(term, names))
}

/** Whether the question, or the one before, is about what has the number. */
const isSubject = ({ subject }: AskedForTool, names: ReadonlySet<string>) =>
  [...subject].some((term) => isNamed(term, names))

/** `Bestellnummer` names what `Bestellung` does, and `Auftrag` something else. */
const isNamed = (term: string, names: ReadonlySet<string>) =>
  names.has(term) || [...names].some((name) => similarity(term, name) >= MIN_SIMILARITY)
const MIN_SIMILARITY = 0.6

/**
 * Reads a code as a schema has it: as a number, or in capitals. @returns undefined: it does not fit
 */
function fittingForm({ value, isMarked }: Code, schema: ArgumentSchema): FoundValue | undefined {
  if (!isMarked && /^\d+$/.test(value) && value.length < MIN_DIGITS) return undefined
  const isNumber = /^\d{1,15}$/.test(value)
  return [value, value.toUpperCase(), ...(isNumber ? [Number(value)] : [])].find((form) =>
    fits(schema, form),
  )
}

/** Returns what came with the question, or the user's trait, under the name of an argument. */
function knownOf(
  { metadata, traits }: AskedForTool,
  property: string,
  schema: ArgumentSchema,
): FoundValue | undefined {
  for (const record of [metadata, traits]) {
    const value = Object.entries(record ?? {}).find(
      ([name]) => plainName(name) === plainName(property),
    )?.[1]
    const forms = [
      value,
      ...(typeof value === 'number' ? [String(value)] : []),
      ...(typeof value === 'string' && /^\d{1,15}$/.test(value) ? [Number(value)] : []),
    ]
    const fitting = forms.filter(isPlain).find((form) => fits(schema, form))
    if (fitting !== undefined) return fitting
  }
  return undefined
}

const isPlain = (value: unknown): value is FoundValue =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** `order_id`, `order-id` and `orderId` are one name. */
const plainName = (name: string) => name.toLowerCase().replace(/[_\s-]/g, '')
