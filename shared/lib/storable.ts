import type { Ajv } from 'ajv'
import formats from 'ajv-formats'

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/**
 * Adds the formats that Parley's schemas use: `uri`, and `uuid` without the prefix `urn:uuid:`,
 * which PostgreSQL refuses.
 */
export function addFormats(ajv: Ajv): Ajv {
  formats.default(ajv, ['uri'])
  return ajv.addFormat('uuid', UUID)
}

/** How deep a stored JSON value may be nested; the outermost object counts as 1. */
const MAX_JSON_DEPTH = 5
/** The most bytes of a stored JSON value, as UTF-8. */
const MAX_JSON_BYTES = 16 * 1024

/** The schema of stored free-form JSON: metadata and traits. */
export const storedJson = { type: 'object', storedJson: true } as const

type Container = Record<string, unknown> | unknown[]

const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null
const valuesOf = (container: Container): unknown[] =>
  Array.isArray(container) ? container : Object.values(container)

/**
 * Whether a JSON value has more levels than `most`. Iterative, because 100,000 levels must not
 * overflow the stack. Keeps only arrays and objects of each level, so that 128,000 numbers take 1
 * ms and not 14 ms.
 */
export function isDeeperThan(value: unknown, most: number): boolean {
  let level = isContainer(value) ? [value] : []
  for (let depth = 0; depth < most && level.length; depth++) {
    const next: Container[] = []
    for (const item of level)
      for (const child of valuesOf(item)) if (isContainer(child)) next.push(child)
    level = next
  }
  return level.length > 0
}

export const STORED_JSON_RULE = `must be at most ${MAX_JSON_BYTES / 1024} kB and ${MAX_JSON_DEPTH} levels deep, with no number beyond 1.8e308`

export const isStorableJson = (value: unknown) =>
  !isDeeperThan(value, MAX_JSON_DEPTH) &&
  hasFiniteNumbers(value) &&
  Buffer.byteLength(JSON.stringify(value)) <= MAX_JSON_BYTES

/**
 * Whether all numbers of a JSON value are finite. `JSON.parse` reads `1e400` as Infinity, which
 * would be stored as null.
 */
function hasFiniteNumbers(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value !== 'object' || value === null || Object.values(value).every(hasFiniteNumbers)
}

/**
 * Whether PostgreSQL can store the text. It stores neither NUL nor half of a surrogate pair in text
 * and jsonb.
 */
const isStorableText = (text: string) => !text.includes('\u0000') && text.isWellFormed()

/** Makes a text storable: half surrogate pairs become U+FFFD, and NULs are removed. */
export const toStorableText = (text: string) => text.toWellFormed().replaceAll('\u0000', '')

/** Writes a JSON value as a text that PostgreSQL can store, with its strings and keys made storable. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'string') return toStorableText(part)
    if (!isContainer(part) || Array.isArray(part) || Object.keys(part).every(isStorableText))
      return part
    return Object.fromEntries(Object.entries(part).map(([key, of]) => [toStorableText(key), of]))
  })

/** An array or object in a JSON value, and its place. */
interface ContainerPlace {
  value: Container
  key: string | number
  within: ContainerPlace | undefined
}

function pathOf(place: ContainerPlace): string {
  const keys: (string | number)[] = []
  for (let at: ContainerPlace | undefined = place; at?.within; at = at.within) keys.push(at.key)
  return keys
    .map((key) => `/${key}`)
    .reverse()
    .join('')
}

/**
 * Finds a string, key or value, in a JSON value that PostgreSQL cannot store. Builds only the path
 * that it returns, because 128,000 paths take 40 ms.
 * @returns the string's path, such as `/traits/name`, or for a key the path of its object;
 *   undefined: all strings can be stored
 */
export function findUnstorableText(value: unknown): string | undefined {
  if (typeof value === 'string') return isStorableText(value) ? undefined : '/'
  if (!isContainer(value)) return undefined
  const places: ContainerPlace[] = [{ value, key: '', within: undefined }]
  for (const place of places) {
    const children = Array.isArray(place.value)
      ? place.value.entries()
      : Object.entries(place.value)
    for (const [key, child] of children) {
      if (typeof key === 'string' && !isStorableText(key)) return pathOf(place) || '/'
      if (typeof child === 'string') {
        if (!isStorableText(child)) return `${pathOf(place)}/${key}`
      } else if (isContainer(child)) places.push({ value: child, key, within: place })
    }
  }
  return undefined
}

/**
 * Makes all strings of a JSON value storable, keys and values, as `toStorableText` does.
 * @param value not so deep that recursion overflows the stack
 */
export function toStorableJson(value: unknown): unknown {
  return findUnstorableText(value) === undefined ? value : JSON.parse(storableJson(value))
}
