import { lacking, PROVIDER_NAMES, providerOf } from '../lib/catalog/catalog.ts'
import type { Access } from '../lib/catalog/protocols/provider.ts'
import { whyNotAllowed } from '../lib/egress/publicAddresses.ts'
import type { FieldError } from '../lib/errors.ts'
import { parseUrl } from '../lib/parseUrl.ts'
import { hintOf, type Place, type Sealer } from '../lib/sealing.ts'
import type { ConnectionFields } from './storedConnections.ts'

/**
 * Options that some providers need beside address and key: the option's name in a connection, and
 * the field of `Access` that it sets.
 */
export const CONNECTION_OPTIONS: Readonly<Record<string, string>> = {
  key_id: 'keyId',
  api_version: 'apiVersion',
  region: 'region',
}

/**
 * The region is part of some providers' host names. A region with a dot or a slash would send the
 * key to another server.
 */
const OPTION_FORMS: Readonly<Record<string, RegExp>> = {
  key_id: /^[\w-]{1,200}$/,
  api_version: /^[\w.-]{1,100}$/,
  region: /^[a-z0-9-]{1,40}$/,
}

/**
 * Returns the access that a connection's fields describe.
 * @param key the opened key
 */
export const accessIn = (
  { base_url, options }: Pick<ConnectionFields, 'base_url' | 'options'>,
  key: string | null,
): Access => ({
  ...Object.fromEntries(
    Object.entries(options).map(([name, value]) => [CONNECTION_OPTIONS[name], value]),
  ),
  ...(base_url && { baseUrl: base_url }),
  ...(key && { key }),
})

/** More characters than any key has. */
export const MAX_KEY_CHARACTERS = 4_000
/** Seals the key of a connection. @param key null: the server needs no key */
export const sealKey = (
  sealer: Sealer,
  place: Place,
  key: string | null,
): Pick<ConnectionFields, 'sealed_key' | 'key_hint'> => ({
  sealed_key: key === null ? null : sealer.seal(key, place),
  key_hint: key === null ? null : hintOf(key),
})

/** Returns what is wrong with a key, without quoting the key; undefined: nothing. */
export function keyProblem(key: string): string | undefined {
  if (/[\r\n]/.test(key)) return 'has a line break, which no key has: copy it again, in one line'
  if (/\s/.test(key))
    return 'has a blank, which no key has: copy it again, without the text around it'
  if (!/^[\x21-\x7e]*$/.test(key))
    return 'has a character that no key has: copy it again from the provider'
  if (key === '') return 'is empty: send the key, or null where the server needs none'
  return key.length > MAX_KEY_CHARACTERS
    ? `must have at most ${MAX_KEY_CHARACTERS} characters`
    : undefined
}

/** The addresses that a connection's calls may reach. */
export interface EgressRules {
  /** Whether only public addresses are allowed, as for organizations' own connections. */
  isGuarded: boolean
  /** Exceptions: see `parseHosts`. */
  allowedHosts: ReadonlySet<string>
}

/** Returns what is wrong with the fields of a connection, each with what to do. */
export function connectionProblems(
  fields: Pick<ConnectionFields, 'name' | 'provider' | 'base_url' | 'options' | 'sealed_key'>,
  rules: EgressRules,
): FieldError[] {
  const { name, provider: providerName, base_url, options, sealed_key } = fields
  const provider = providerOf(providerName)!
  const access = accessIn(fields, sealed_key)
  const problems: FieldError[] = []
  const refuse = (field: string, code: string, detail: string) =>
    problems.push({ field, code, detail })
  if (PROVIDER_NAMES.includes(name))
    refuse('name', 'taken', `is the name of a provider: choose another, such as my-${name}`)
  const reason = base_url === null ? undefined : addressProblem(base_url, rules)
  if (reason) refuse('base_url', 'url_not_allowed', reason)
  for (const option of Object.keys(options))
    if (!(CONNECTION_OPTIONS[option]! in provider.variables))
      refuse(`options.${option}`, 'unknown_field', `is not used by ${providerName}: leave it out`)
    else if (!OPTION_FORMS[option]!.test(options[option]!))
      refuse(
        `options.${option}`,
        'pattern',
        'has a character that it cannot have: copy it from the provider',
      )
  for (const field of lacking(provider, access))
    refuse(nameOf(field), 'required', `is required for ${providerName}`)
  if (rules.isGuarded && provider.isFree && !base_url)
    refuse(
      'base_url',
      'required',
      `is required for ${providerName}, which has no address of its own`,
    )
  return problems
}

/** Returns the name of the connection's field that sets a field of the access. */
export function nameOf(field: keyof Access): string {
  if (field === 'baseUrl') return 'base_url'
  const [option] = Object.entries(CONNECTION_OPTIONS).find(([, name]) => name === field) ?? []
  return option ? `options.${option}` : field
}

/** Returns why an address cannot be a `base_url`; undefined: it can. */
function addressProblem(
  address: string,
  { isGuarded, allowedHosts }: EgressRules,
): string | undefined {
  const url = parseUrl(address)
  if (!url || !/^https?:$/.test(url.protocol))
    return 'must be an address with http or https, such as https://api.example.com/v1'
  if (url.username || url.password)
    return 'must have no user name or password: send the key as `key`'
  if (url.search || url.hash) return 'must have no ? or #: parameters would stand before the path'
  const reason = isGuarded ? whyNotAllowed(url, allowedHosts) : undefined
  return reason && `is refused: ${reason} The operator can list ${url.host} in EGRESS_ALLOWED_HOSTS`
}

/** Whether two addresses lead to the same server, so that the same key may be sent to both. */
export const isSameServer = (left: string | null, right: string | null): boolean =>
  left === right ||
  (left !== null && right !== null && parseUrl(left)?.origin === parseUrl(right)?.origin)
