import type { Ajv } from 'ajv'
import formats from 'ajv-formats'

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/**
 * Adds the formats that Parley's schemas use: `uri`, and `uuid` without the prefix
 * `urn:uuid:`, which PostgreSQL refuses.
 */
export function addFormats(ajv: Ajv): Ajv {
  formats.default(ajv, ['uri'])
  return ajv.addFormat('uuid', UUID)
}

/** How deep a stored JSON value may be nested; the outermost object counts as 1. */
const MAX_JSON_DEPTH = 5
/** Most bytes of a stored JSON value, as UTF-8. */
const MAX_JSON_BYTES = 16 * 1024

/** The schema of stored free-form JSON: metadata and traits. */
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

/** `JSON.parse` reads `1e400` as Infinity, which would be stored as null. */
function hasFiniteNumbers(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value !== 'object' || value === null || Object.values(value).every(hasFiniteNumbers)
}

/** PostgreSQL stores neither NUL nor half of a surrogate pair in text and jsonb. */
const isStorableText = (text: string) => !text.includes('\u0000') && text.isWellFormed()

/** Makes text storable instead of refusing it: half surrogate pairs become U+FFFD, and NULs are left out. */
export const toStorableText = (text: string) => text.toWellFormed().replaceAll('\u0000', '')

/**
 * Finds the first string, key or value, in a JSON value that PostgreSQL cannot store.
 * @returns its path, such as `/traits/name`, or for a key the path of its object; undefined: there is none
 */
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
