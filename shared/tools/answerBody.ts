import { isDeeperThan, toStorableJson, toStorableText } from '../lib/storable.ts'

/** The most levels of an answer that is kept as JSON. Deeper JSON is kept as a text. */
const MAX_DEPTH = 32

/**
 * Reads the body of an answer: JSON if it is JSON, else a text; null if it is empty, or a picture
 * or sound. Everything that it returns can be stored as jsonb. Never throws.
 * @param contentType the header; undefined: there is none
 * @param isCut whether these are only the first bytes, which are read as a text
 */
export function readBody(
  bytes: Uint8Array,
  contentType: string | undefined,
  isCut: boolean,
): unknown {
  const type = contentType?.toLowerCase() ?? ''
  if (/^\s*(?:image|audio|video|font)\//.test(type)) return null
  const text = decode(bytes, type)
  if (text.trim() === '') return null
  const isJson = /^[^;]*\bjson\b/.test(type) || /^\s*[{[]/.test(text)
  const value = isJson && !isCut ? parse(text) : undefined
  return value === undefined ? toStorableText(text) : toStorableJson(value)
}

/**
 * Makes a JSON value storable; undefined: it is too deep to be kept.
 * @param value JSON, or undefined
 */
export const toResult = (value: unknown): unknown =>
  isDeeperThan(value, MAX_DEPTH) ? undefined : toStorableJson(value)

/** Decodes a text by its byte order mark, else by the header's charset, else as UTF-8. */
function decode(bytes: Uint8Array, type: string): string {
  const [, charset = 'utf-8'] = /\bcharset="?([\w.:-]+)/.exec(type) ?? []
  for (const label of [markOf(bytes) ?? charset, 'utf-8'])
    try {
      // As a stream, which leaves out a character that is cut at the end.
      return new TextDecoder(label).decode(bytes, { stream: true })
    } catch {
      // The label is unknown.
    }
  return ''
}

function markOf(bytes: Uint8Array): string | undefined {
  const [first, second, third] = bytes
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined
}

/** Parses JSON; undefined: it is none, or too deep. */
function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    if (isDeeperThan(value, MAX_DEPTH)) return undefined
    return LONG_NUMBER.test(text) ? JSON.parse(text.replace(TOKEN, withAllDigits)) : value
  } catch {
    return undefined
  }
}

const LONG_NUMBER = /\d{16}|\d[eE]/
/**
 * A string or a number of JSON. A string without its end is matched, too: a search that began anew
 * at each quote would take the square of the length.
 */
const TOKEN = /"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*/g

/**
 * Makes a string of a number that JavaScript cannot hold: the id 90071992547409931 would otherwise
 * become that of another order, and 1e400 null.
 */
function withAllDigits(token: string): string {
  const number = Number(token)
  if (token.startsWith('"') || Number.isSafeInteger(number)) return token
  return Number.isFinite(number) && !Number.isInteger(number) ? token : `"${token}"`
}
