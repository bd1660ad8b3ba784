import { createHash } from 'node:crypto'
import type { Tool } from './tools.ts'

/**
 * Writes a JSON value so that equal values give equal texts: with sorted keys, without blanks, and
 * numbers as `JSON.stringify` writes them. Fields with the value undefined are left out.
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`)
  return `{${fields.join(',')}}`
}

/** What the digest of a call covers of its tool. */
export type DigestedTool = Pick<
  Tool,
  'id' | 'name' | 'method' | 'url_template' | 'body_template' | 'mcp_name' | 'mcp_digest'
> & {
  /** A date, or ISO 8601; digits below the millisecond do not count. */
  updated_at: Date | string
}

/**
 * Digests a call: what a decision about it is bound to. A changed tool has other digests.
 * @param input arguments that fit the tool's schema
 * @returns SHA-256 as 64 hexadecimal digits
 */
export function digestOf(tool: DigestedTool, input: Record<string, unknown>): string {
  const { id, name, method, url_template, body_template, mcp_name, mcp_digest } = tool
  const call = {
    tool: id,
    updated_at: new Date(tool.updated_at).toISOString(),
    name,
    method,
    url_template,
    body_template,
    mcp_name,
    mcp_digest,
    input,
  }
  return createHash('sha256').update(canonical(call)).digest('hex')
}
