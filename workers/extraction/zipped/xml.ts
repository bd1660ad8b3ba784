import { Parser } from 'htmlparser2'
import { unreadable } from '../contract/messages.ts'
import { withoutMarks } from '../text/sentinels.ts'

/** Attributes, by their names with prefixes. */
export type Attributes = Readonly<Record<string, string>>

/**
 * Receives elements, by their names without prefixes, which files choose. `qualified` is the name
 * with its prefix.
 */
export interface XmlHandler {
  onOpen?(name: string, attributes: Attributes, qualified: string): void
  onText?(text: string): void
  onClose?(name: string): void
}

/** The most levels of elements. Files that people make have some 30. */
const MAX_LEVELS = 400
/** The bytes that are decoded at a time, so that a large part never becomes a single string. */
const PIECE = 64 * 1024

/**
 * Reads XML in UTF-8, or in UTF-16 with a byte order mark. The parser knows only XML's own five
 * entities and loads nothing, so no entity can expand and no address is fetched.
 * @param part undefined: reads nothing
 * @throws AppError file_unreadable if it is nested too deeply
 */
export function readXml(part: Uint8Array | undefined, handler: XmlHandler): void {
  if (!part) return
  let level = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++level > MAX_LEVELS) throw unreadable('Its contents are nested too deeply.')
        handler.onOpen?.(localOf(name), attributes, name)
      },
      ontext: (text) => handler.onText?.(text),
      onclosetag(name) {
        level--
        handler.onClose?.(localOf(name))
      },
    },
    { xmlMode: true },
  )
  const decoder = new TextDecoder(encodingOf(part))
  for (let at = 0; at < part.length; at += PIECE)
    parser.write(decoder.decode(part.subarray(at, at + PIECE), { stream: true }))
  parser.end(decoder.decode())
}

const encodingOf = ([first, second]: Uint8Array) =>
  first === 0xff && second === 0xfe
    ? 'utf-16le'
    : first === 0xfe && second === 0xff
      ? 'utf-16be'
      : 'utf-8'

const localOf = (name: string) => name.slice(name.indexOf(':') + 1)

/** Returns the value of an attribute, with any prefix; undefined: the element has none. */
export function attribute(attributes: Attributes, name: string): string | undefined {
  if (Object.hasOwn(attributes, name)) return attributes[name]
  for (const key in attributes) if (localOf(key) === name) return attributes[key]
  return undefined
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Writes a text for HTML. */
export const escaped = (text: string) =>
  withoutMarks(text).replace(/[&<>]/g, (sign) => SIGNS[sign]!)
