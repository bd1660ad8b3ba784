import type { Ajv } from 'ajv'
import formats from 'ajv-formats'

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** The formats that Parley's schemas use: `uri`, and `uuid` as PostgreSQL reads it, without a `urn:uuid:` in front. */
export function addFormats(ajv: Ajv): Ajv {
  formats.default(ajv, ['uri'])
  return ajv.addFormat('uuid', UUID)
}

/** How deep a stored JSON value may be nested; the outermost object counts as 1. */
const MAX_JSON_DEPTH = 5
/** Bytes of a stored JSON value at most, as UTF-8. */
const MAX_JSON_BYTES = 16 * 1024

/** Free-form JSON that is stored: metadata and traits. */
export const storedJson = { type: 'object', storedJson: true } as const

/** Whether a JSON value has more levels than `most`. Iterative: 100,000 levels must not overflow the stack. */
export function isDeeperThan(value: unknown, most: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth <= most; depth++) {
    level = level.filter((item) => typeof item === 'object' && item !== null)
    if (level.length === 0) return false
    level = level.flatMap((item) => Object.values(item as object))
  }
  return true
}

export const STORED_JSON_RULE = `must be at most ${MAX_JSON_BYTES / 1024} kB and ${MAX_JSON_DEPTH} levels deep, with no number beyond 1.8e308`

export const isStorableJson = (value: unknown) =>
  !isDeeperThan(value, MAX_JSON_DEPTH) &&
  hasFiniteNumbers(value) &&
  Buffer.byteLength(JSON.stringify(value)) <= MAX_JSON_BYTES

/** `1e400` is read as Infinity, which would be written as null. */
function hasFiniteNumbers(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value !== 'object' || value === null || Object.values(value).every(hasFiniteNumbers)
}

/** PostgreSQL stores neither NUL nor half of a surrogate pair in text and jsonb. */
const isStorableText = (text: string) => !text.includes('\u0000') && text.isWellFormed()

/** Text with what PostgreSQL cannot store replaced by U+FFFD or left out. For text that we do not refuse. */
export const toStorableText = (text: string) => text.toWellFormed().replaceAll('\u0000', '')

/** The first string, key or value, inside a JSON value that PostgreSQL cannot store; as a path such as `/traits/name`. */
export function findUnstorableText(value: unknown): string | undefined {
  let level: [string, unknown][] = [['', value]]
  while (level.length) {
    const next: [string, unknown][] = []
    for (const [path, item] of level) {
      if (typeof item === 'string' && !isStorableText(item)) return path || '/'
      if (typeof item !== 'object' || item === null) continue
      for (const [key, child] of Object.entries(item)) {
        if (!isStorableText(key)) return path || '/'
        next.push([`${path}/${key}`, child])
      }
    }
    level = next
  }
  return undefined
}
