import type { CredentialKind } from '../context.ts'
import type { Facts } from '../http/operation.ts'
import type { Schema } from '../http/schemas.ts'

const CREDENTIALS: Record<CredentialKind, string[]> = {
  application: ['-H "X-API-Key: $CLIENT_ID"', '-H "X-API-Secret: $CLIENT_SECRET"'],
  widget: ['-H "Authorization: Bearer $TOKEN"'],
  dashboard: ['-b "__Host-parley_session=$SESSION_COOKIE"', '-H "X-CSRF-Token: $CSRF_TOKEN"'],
}

/** A route's request as curl lines for its description, one for each kind of credentials. */
export function curlOf(
  method: string,
  path: string,
  { credentials = [], headers, body }: Partial<Facts>,
): string[] {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)
  const request = [...(method === needed(body) ? [] : ['-X', method]), `"$BASE_URL${address}"`].join(' ')
  const carried = Object.entries(headers ?? {})
    .filter(([, { required }]) => required !== false)
    .map(([name]) => `-H "${name}: $${name.toUpperCase()}"`)
  const kinds = credentials.length ? credentials.map((kind) => CREDENTIALS[kind]) : [[]]
  return kinds.map((own) => block(`curl ${request}`, ...own, ...carried, ...bodyOf(body)))
}

/** What curl does without being told. */
const needed = (body: Schema | undefined) => (body ? 'POST' : 'GET')

const block = (...parts: string[]) => `\`\`\`sh\n${parts.join(' \\\n  ')}\n\`\`\``

function bodyOf(body: Schema | undefined): string[] {
  const [example] = (body?.examples as unknown[] | undefined) ?? []
  if (example === undefined) return []
  if (body?.contentMediaType === 'multipart/form-data')
    return Object.entries(example as object).map(([name, value]) => formField(name, value, body))
  return ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(example))}`]
}

function formField(name: string, value: unknown, { properties }: Schema): string {
  const isFile = 'contentMediaType' in (properties as Record<string, object>)[name]!
  return `-F ${quoted(`${name}=${isFile ? '@' : ''}${value}`)}`
}

/** Quotes any text for the shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
