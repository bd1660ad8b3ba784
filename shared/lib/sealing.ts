import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'
import { AppError } from './errors.ts'

/** A key of SECRET_KEYS: 256 bits, and the name that each value sealed with it carries. */
export interface SealingKey {
  readonly name: string
  readonly key: KeyObject
}

/**
 * The row that a sealed value belongs to. The value does not open in another row or another
 * organization.
 */
export interface Place {
  /** null: the row is the operator's. */
  organization_id: string | null
  table: string
  /** The row's id. */
  row: string
}

/**
 * Encrypts secrets that must be read back, such as a provider's key, so that a dump reveals none
 * without SECRET_KEYS.
 */
export interface Sealer {
  /**
   * Encrypts a secret with the first key.
   * @returns `v1.<key name>.<base64url of iv, tag and ciphertext>`
   * @throws AppError secret_key_missing if there are no keys
   */
  seal(secret: string, place: Place): string
  /**
   * Decrypts a sealed value.
   * @throws AppError secret_key_missing, which names the key, if no key of this name opens the
   *   value in this place
   */
  open(sealed: string, place: Place): string
  /** The name of the key that seals; undefined: there are no keys. */
  current: string | undefined
}

const VERSION = 'v1'
const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Makes a sealer. @param keys the first key seals, every key opens */
export function makeSealer(keys: readonly SealingKey[]): Sealer {
  const [first] = keys
  return {
    seal(secret, place) {
      if (!first)
        throw new AppError(
          'secret_key_missing',
          'The operator has set no SECRET_KEYS, so secrets cannot be kept. Set it as docs/operations.md says.',
        )
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, first.key, iv).setAAD(bytesOf(place))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      const sealed = Buffer.concat([iv, cipher.getAuthTag(), text])
      return `${VERSION}.${first.name}.${sealed.toString('base64url')}`
    },
    open(sealed, place) {
      const [version, name = '', text = ''] = sealed.split('.')
      const key = keys.find((key) => key.name === name)?.key
      if (version !== VERSION || !key)
        throw new AppError(
          'secret_key_missing',
          `SECRET_KEYS has no key ${name}, which a stored secret needs. The operator must put it back.`,
        )
      try {
        const bytes = Buffer.from(text, 'base64url')
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), {
          authTagLength: TAG_BYTES,
        })
        decipher.setAAD(bytesOf(place)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
        const secret = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES))
        return Buffer.concat([secret, decipher.final()]).toString('utf8')
      } catch (cause) {
        throw new AppError(
          'secret_key_missing',
          `The key ${name} of SECRET_KEYS does not open a stored secret: another key with this name sealed it, or the secret was copied from another row.`,
          { cause },
        )
      }
    },
    current: first?.name,
  }
}

/** Shorter secrets get no hint, because its four characters would reveal too much of them. */
const MIN_HINTED = 12
const HINT_CHARACTERS = 4

/** Returns the last characters of a secret, by which people know it from others. */
export const hintOf = (secret: string): string =>
  secret.length < MIN_HINTED ? '****' : secret.slice(-HINT_CHARACTERS)

/** Returns the name of the key that sealed a value. */
export const keyNameOf = (sealed: string): string => sealed.split('.')[1] ?? ''

const bytesOf = ({ organization_id, table, row }: Place) =>
  Buffer.from(JSON.stringify([VERSION, organization_id, table, row]))
