import { termsOf } from '../language/matching.ts'
import type { ToolFacts } from '../prompt/prompt.ts'
import type { ArgumentSchema } from './argumentsIn.ts'
import { codesIn } from './codes.ts'
import { UNSPACED } from './numberWords.ts'
import { subjectOf } from './subjects.ts'

/** The most examples of a tool that are compared with a question. */
const MAX_EXAMPLES = 20

/** The texts of a tool by which it is found. */
export interface ToolTexts {
  name: string
  examples: readonly string[]
  /** All texts of the tool. */
  all: string
}

/** Collects the texts of a tool. */
export function textsOf({ name, title, description, examples, parameters }: ToolFacts): ToolTexts {
  const properties = Object.entries((parameters.properties ?? {}) as Record<string, ArgumentSchema>)
  const named = `${plainWords(name)} ${title}`
  const said = properties.map(([property, schema]) =>
    [plainWords(property), schema.title, schema.description, ...asList(schema.enum)].join(' '),
  )
  const kept = examples.slice(0, MAX_EXAMPLES)
  return { name: named, examples: kept, all: [named, description, ...kept, ...said].join('\n') }
}

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** `order_id` and `orderId` are two words. */
const plainWords = (name: string) =>
  name.replaceAll('_', ' ').replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')

/** Returns the words that codes of the examples stand beside: `order` of `Where is order 1001?`. */
export async function namesIn(examples: readonly string[], language: string): Promise<Set<string>> {
  const codes = await Promise.all(examples.map((example) => codesIn(example, language)))
  const besides = codes.flat().flatMap(({ beside }) => beside ?? [])
  return new Set(
    besides.flatMap((word) => {
      const terms = [...termsOf(word, language)]
      return UNSPACED.test(word) ? terms.slice(-1) : terms
    }),
  )
}

/** Returns the words that name an argument. */
export function namesOfProperty(
  property: string,
  schema: ArgumentSchema,
  language: string,
): Set<string> {
  const said = [plainWords(property), schema.title, schema.description].filter(Boolean).join(' ')
  return new Set(subjectOf(said, language).keys())
}
