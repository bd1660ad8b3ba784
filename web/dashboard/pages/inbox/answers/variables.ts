/**
 * A variable of a saved answer: `{{customer.name}}`, or `{{customer.name|there}}` with the text for
 * customers without one.
 */
const VARIABLE = /\{\{\s*([^\s{}|]{1,100})\s*(?:\|([^{}|]{0,200}))?\}\}/g

/** What variables can name: `name` of the record `customer`, and other fields by their paths. */
export type Values = Readonly<Record<(typeof RECORDS)[number], Readonly<Record<string, unknown>>>>

/** The first parts of known variables. Braces around anything else are part of the text. */
const RECORDS = ['customer', 'me', 'agent', 'organization'] as const

/** The variables that the form of a saved answer offers. Traits of customers are variables too. */
export const OFFERED = [
  'customer.name',
  'customer.first_name',
  'customer.email',
  'customer.id',
  'me.name',
  'me.first_name',
  'agent.name',
  'organization.name',
] as const
export type Offered = (typeof OFFERED)[number]

/** A text with its variables filled in. */
export interface Filled {
  text: string
  /** The first variable that is still in the text, because its value is not known. */
  missing: { from: number; to: number } | undefined
}

/** Puts values in place of the variables of a text. A variable without a value stays. */
export function fillIn(text: string, values: Values): Filled {
  let missing: Filled['missing']
  let shift = 0
  const filled = text.replace(
    VARIABLE,
    (whole: string, path: string, otherwise: string | undefined, at: number) => {
      if (!isKnown(path)) return whole
      const value = valueAt(path, values) ?? otherwise?.trim()
      if (value === undefined) {
        missing ??= { from: at + shift, to: at + shift + whole.length }
        return whole
      }
      shift += value.length - whole.length
      return value
    },
  )
  return { text: filled, missing }
}

/** Returns the variables that are still in a text, as they stand there, at most five. */
export const openVariables = (text: string): string[] =>
  [...text.matchAll(VARIABLE)]
    .filter(([, path]) => isKnown(path!))
    .map(([whole]) => whole)
    .slice(0, 5)

/** Returns what looks like a variable and names no known record, at most five. */
export const unknownVariables = (text: string): string[] =>
  [...text.matchAll(VARIABLE)]
    .filter(([, path]) => !isKnown(path!))
    .map(([whole]) => whole)
    .slice(0, 5)

const isKnown = (path: string) => {
  const [record, field] = path.split('.')
  return Boolean(field) && RECORDS.some((known) => known === record)
}

/** Returns the text or number at a path of own fields; undefined: there is none. */
function valueAt(path: string, values: Values): string | undefined {
  let at: unknown = values
  for (const part of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined
    at = (at as Record<string, unknown>)[part]
  }
  const isPlain = typeof at === 'string' || typeof at === 'number'
  return isPlain ? String(at).trim() || undefined : undefined
}

/** Returns the first of a person's names. */
export const firstNameOf = (name: string | undefined): string | undefined =>
  name?.trim().split(/\s/, 1)[0] || undefined
