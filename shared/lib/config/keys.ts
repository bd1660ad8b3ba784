import { createSecretKey } from 'node:crypto'
import type { SealingKey } from '../sealing.ts'
import { hashSecret } from '../secrets.ts'

const MIN_SECRET_BYTES = 32

/**
 * Reads WIDGET_TOKEN_KEYS. A secret without a name, as a PaaS generates it, is named after its
 * hash, because every token shows the name.
 * @returns undefined: a name is repeated or malformed, or a secret is too short. The result does
 *   not say which, to keep secrets out of messages
 */
export function parseSigningKeys(text = ''): { kid: string; secret: string }[] | undefined {
  const keys = namedIn(text).map(({ name, secret }) => ({ kid: name, secret }))
  const valid = keys.every(
    ({ kid, secret }) =>
      /^[\w.-]{1,40}$/.test(kid) && Buffer.byteLength(secret) >= MIN_SECRET_BYTES,
  )
  return valid && new Set(keys.map(({ kid }) => kid)).size === keys.length ? keys : undefined
}

/** 32 bytes in base64 or base64url, or in the hexadecimal that a PaaS generates. */
const KEY_OF_32_BYTES = /^(?:[\w+/-]{43}=?|[0-9a-fA-F]{64})$/
const HEX_CHARACTERS = 64

/**
 * Reads SECRET_KEYS like WIDGET_TOKEN_KEYS.
 * @returns undefined: a name is repeated or malformed, or a key does not have 32 bytes
 */
export function parseSecretKeys(text = ''): SealingKey[] | undefined {
  const keys = namedIn(text)
  const valid = keys.every(
    ({ name, secret }) => /^[\w-]{1,40}$/.test(name) && KEY_OF_32_BYTES.test(secret),
  )
  if (!valid || new Set(keys.map(({ name }) => name)).size !== keys.length) return undefined
  // A KeyObject reveals nothing when it is logged or serialized.
  return keys.map(({ name, secret }) => ({
    name,
    key: createSecretKey(secret, secret.length === HEX_CHARACTERS ? 'hex' : 'base64'),
  }))
}

const namedIn = (text: string) =>
  text
    .split(',')
    .filter(Boolean)
    .map((pair) => {
      const [, name = '', secret = ''] = /^([^:]*):(.*)$/s.exec(pair) ?? [
        '',
        nameOf(pair.trim()),
        pair,
      ]
      return { name: name.trim(), secret: secret.trim() }
    })

const nameOf = (secret: string) => hashSecret(secret).toString('hex').slice(0, 8)
