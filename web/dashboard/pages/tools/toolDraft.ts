import { ApiError, type Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'
import type { Tool } from '../../lib/tools.ts'

/** A tool as the form has it: texts, also where the API has JSON. */
export interface Draft {
  name: string
  title: string
  description: string
  /** One in each line. */
  examples: string
  effect: Tool['effect']
  method: NonNullable<Tool['method']>
  url_template: string
  input_schema: string
  body_template: string
  auth_header: string
  /** Empty: as it is. */
  auth_value: string
  idempotency_header: string
  probe: string
  confirm: Tool['confirm']
  confirm_when: Limit
  confirm_text: string
  needs_verified: boolean
  trusts_result: boolean
  in_tests: boolean
  /** Seconds. */
  timeout: string
  is_active: boolean
}

/** Which calls are confirmed. */
export interface Limit {
  /** The argument that is a number; empty: all calls, or those with `kept`. */
  pointer: string
  above: string
  /** A rule that only the API can write, which stays as it is. */
  kept: Tool['confirm_when']
}

const EXAMPLE = {
  type: 'object',
  properties: { order_id: { type: 'string', description: t('Number of the order') } },
  required: ['order_id'],
}

const written = (value: unknown) => (value === null ? '' : JSON.stringify(value, null, 2))

export const draftOf = (tool: Tool | undefined): Draft => ({
  name: tool?.name ?? '',
  title: tool?.title ?? '',
  description: tool?.description ?? '',
  examples: tool?.examples.join('\n') ?? '',
  effect: tool?.effect ?? 'read',
  method: tool?.method ?? 'GET',
  url_template: tool?.url_template ?? '',
  input_schema: written(tool?.input_schema ?? EXAMPLE),
  body_template: written(tool?.body_template ?? null),
  auth_header: tool?.auth?.header ?? '',
  auth_value: '',
  idempotency_header: tool?.idempotency_header ?? '',
  probe: written(tool?.probe ?? null),
  confirm: tool?.confirm ?? 'never',
  confirm_when: limitOf(tool?.confirm_when ?? null),
  confirm_text: tool?.confirm_text ?? '',
  needs_verified: tool?.needs_verified ?? false,
  trusts_result: tool?.trusts_result ?? false,
  in_tests: tool?.in_tests ?? false,
  timeout: String((tool?.timeout_ms ?? 8_000) / 1000),
  is_active: tool?.is_active ?? true,
})

const limitOf = (rule: Tool['confirm_when']): Limit =>
  rule?.above === undefined
    ? { pointer: '', above: '', kept: rule }
    : { pointer: rule.pointer, above: String(rule.above), kept: null }

/** Lists the arguments that are numbers. Empty while the schema is no JSON. */
export function numbersIn({ input_schema }: Pick<Draft, 'input_schema'>): string[] {
  try {
    const { properties = {} } = JSON.parse(input_schema)
    return Object.keys(properties).filter((name) =>
      ['number', 'integer'].includes(properties[name]?.type),
    )
  } catch {
    return []
  }
}

/** Reads a field that is JSON; null: it is empty. @throws ApiError that names the field */
function jsonIn(field: string, text: string): unknown {
  if (!text.trim()) return null
  try {
    return JSON.parse(text)
  } catch {
    const detail = t('is not JSON: check its brackets, commas and quotes')
    throw new ApiError(422, {
      code: 'validation_failed',
      data: { errors: [{ field, code: 'json', detail }] },
    })
  }
}

/** Returns the credentials to send; undefined: they stay as they are. */
function authOf({ auth_header, auth_value }: Draft, tool: Tool | undefined) {
  if (!auth_header.trim()) return tool?.auth ? { auth: null } : {}
  return auth_value ? { auth: { header: auth_header.trim(), value: auth_value } } : {}
}

type Body = Schemas['Tool']

/** Returns the body of a POST or PATCH. @throws ApiError if a field is no JSON */
export function bodyOf(draft: Draft, tool: Tool | undefined): Partial<Body> {
  const own = tool?.kind === 'mcp' ? {} : requestFieldsOf(draft, tool)
  return {
    ...own,
    title: draft.title.trim(),
    effect: draft.effect,
    idempotency_header: draft.idempotency_header.trim() || null,
    probe: jsonIn('probe', draft.probe) as Body['probe'],
    confirm: draft.confirm,
    // A limit needs somebody who agrees above it.
    confirm_when: draft.confirm === 'never' ? null : ruleOf(draft.confirm_when),
    confirm_text: draft.confirm_text.trim() || null,
    needs_verified: draft.needs_verified,
    trusts_result: draft.trusts_result,
    in_tests: draft.in_tests,
    timeout_ms: Math.round(Number(draft.timeout) * 1000),
    examples: draft.examples.split('\n').flatMap((line) => line.trim() || []),
    is_active: draft.is_active,
  }
}

const ruleOf = ({ pointer, above, kept }: Limit): Tool['confirm_when'] =>
  pointer ? { pointer, above: Number(above) } : kept

/** The fields that a server of MCP has of its own. */
const requestFieldsOf = (draft: Draft, tool: Tool | undefined) => ({
  name: draft.name,
  description: draft.description.trim(),
  method: draft.method,
  url_template: draft.url_template.trim(),
  input_schema: jsonIn('input_schema', draft.input_schema) as Body['input_schema'],
  body_template: jsonIn('body_template', draft.body_template) as Body['body_template'],
  ...(authOf(draft, tool) as Partial<Body>),
})

/** `Order status` becomes `order_status`. */
export const nameFor = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_$/g, '')
    .slice(0, 48)
