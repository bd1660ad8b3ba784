import { isObject } from './schemaKeywords.ts'
import type { CallFacts } from './tools.ts'

/**
 * `{{customer.id}}` stands for a fact, `{order_id}` and `{/order/id}` for an argument. Other braces
 * are text.
 */
const PLACEHOLDER =
  /\{\{([a-z]{1,20}\.[^{}]{1,100})\}\}|\{([A-Za-z][\w-]{0,63}|(?:\/[^{}/]{1,64}){1,5})\}/g

/** Stands for a value in a template. */
export interface TemplateValue {
  /** As it is written, with its braces. */
  written: string
  /** The fact, such as `customer.id`; undefined: an argument. */
  fact?: string
  /** Of the argument: the names that lead to it. */
  pointer: readonly string[]
}

/** A text, or what stands for one. */
export type TemplatePiece = string | TemplateValue

/** Cuts a template at its placeholders. No piece is empty. */
export function piecesOf(template: string): TemplatePiece[] {
  const pieces: TemplatePiece[] = []
  let end = 0
  for (const match of template.matchAll(PLACEHOLDER)) {
    const [written, fact, argument = ''] = match
    if (match.index > end) pieces.push(template.slice(end, match.index))
    const pointer = argument.startsWith('/') ? readPointer(argument) : [argument]
    pieces.push(fact === undefined ? { written, pointer } : { written, fact, pointer: [] })
    end = match.index + written.length
  }
  if (end < template.length) pieces.push(template.slice(end))
  return pieces
}

export const isPlaceholder = (piece: TemplatePiece): piece is TemplateValue =>
  typeof piece !== 'string'

/** Reads a JSON pointer (RFC 6901), such as `/order/id`. */
export const readPointer = (pointer: string): string[] =>
  pointer === ''
    ? []
    : pointer
        .slice(1)
        .split('/')
        .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))

/** Returns the value that a pointer leads to; undefined: there is none. */
export function valueAt(value: unknown, pointer: readonly string[]): unknown {
  let at = value
  for (const name of pointer) {
    const isPart = Array.isArray(at) ? /^(?:0|[1-9]\d{0,8})$/.test(name) : isObject(at)
    if (!isPart || !Object.hasOwn(at as object, name)) return undefined
    at = (at as Record<string, unknown>)[name]
  }
  return at
}

const FACTS: Readonly<Record<string, (facts: CallFacts) => unknown>> = {
  'customer.id': (facts) => facts.customer_id,
  'thread.id': (facts) => facts.thread_id,
  'agent.id': (facts) => facts.agent_id,
  'call.id': (facts) => facts.call_id,
}

/** Facts of which an owner names a field: `{{traits.city}}`. */
const RECORDS: Readonly<Record<string, (facts: CallFacts) => object | null>> = {
  traits: (facts) => facts.traits,
  metadata: (facts) => facts.metadata,
}

/** Returns what is wrong with the fact of a placeholder; undefined: nothing. */
export function factProblem(fact: string): string | undefined {
  const [record = ''] = fact.split('.', 1)
  if (Object.hasOwn(FACTS, fact) || Object.hasOwn(RECORDS, record)) return undefined
  const names = [...Object.keys(FACTS), ...Object.keys(RECORDS).map((name) => `${name}.KEY`)]
  return `{{${fact}}} is not known: use ${names.join(', ')}`
}

/** Returns the value of a placeholder; undefined: there is none. A fact is never null. */
export function placeholderValue(
  { fact, pointer }: TemplateValue,
  input: Record<string, unknown>,
  facts: CallFacts,
): unknown {
  if (fact === undefined) return valueAt(input, pointer)
  if (Object.hasOwn(FACTS, fact)) return FACTS[fact]!(facts) ?? undefined
  const dot = fact.indexOf('.')
  const record = RECORDS[fact.slice(0, dot)]?.(facts)
  return valueAt(record, [fact.slice(dot + 1)]) ?? undefined
}
