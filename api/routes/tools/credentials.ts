import { hintOf, type Place } from '../../../shared/lib/sealing.ts'
import type { Ctx } from '../../context.ts'
import { validationFailed } from '../../http/fieldErrors.ts'
import { object, orNull, text } from '../../http/schemas.ts'

/** The pattern of the name of a header. */
export const HEADER = '^[A-Za-z][A-Za-z0-9_-]{0,63}$'
const MAX_CREDENTIALS = 4_000

export const auth = {
  type: 'object',
  additionalProperties: false,
  required: ['header', 'value'],
  properties: {
    header: {
      type: 'string',
      pattern: HEADER,
      examples: ['Authorization'],
      description: 'Name of the header.',
    },
    value: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_CREDENTIALS,
      pattern: '^[!-~]([ -~]*[!-~])?$',
      examples: ['Bearer a-key-of-your-shop'],
      description: 'Its whole value, which no answer returns.',
    },
  },
} as const

/** Credentials as requests give them; null: none. */
export type GivenAuth = { header: string; value: string } | null

/** Credentials as they are stored. */
export interface SealedAuth {
  auth_header: string | null
  sealed_auth: string | null
  auth_hint: string | null
}

/** Returns the schema of credentials as answers show them. */
export const shownAuth = (name: string, description: string) =>
  orNull(
    object(name, description, {
      header: text('Name of the header.'),
      hint: text('Last four characters of its value; four asterisks for a short one.'),
    }),
    'none are sent',
  )

export const presentAuth = ({ auth_header, auth_hint }: SealedAuth) =>
  auth_header === null ? null : { header: auth_header, hint: auth_hint }

/**
 * Seals the credentials of a record.
 * @param place where they are stored, without which they cannot be opened
 * @throws AppError secret_key_missing
 */
export const sealAuth = ({ sealer }: Ctx, place: Place, auth: GivenAuth): SealedAuth =>
  auth
    ? {
        auth_header: auth.header,
        sealed_auth: sealer.seal(auth.value, place),
        auth_hint: hintOf(auth.value),
      }
    : { auth_header: null, sealed_auth: null, auth_hint: null }

/**
 * Refuses to send stored credentials to another server: an attacker with an owner's session could
 * otherwise have them sent to a server of theirs.
 * @param given undefined: the request leaves the credentials as they are
 * @throws AppError validation_failed
 */
export function requireAuthAgain(
  before: SealedAuth,
  isElsewhere: boolean,
  given: GivenAuth | undefined,
): void {
  if (!isElsewhere || before.sealed_auth === null || given !== undefined) return
  const detail = 'is required with another server: send it again'
  throw validationFailed([{ field: 'auth', code: 'required', detail }])
}
