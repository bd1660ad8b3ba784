import { unreadable } from '../contract/messages.ts'
import { textOfFragment } from '../html/html.ts'
import { questionOf } from '../html/schemaOrg.ts'
import type { Part } from '../rows/qaRows.ts'
import { type Field, labelOf, nameOf, pairOf, partsOfRecords, recordsOf } from '../rows/records.ts'
import { tablesIn } from '../rows/tables.ts'
import { withoutMarks } from '../text/sentinels.ts'
import { clean } from '../text/text.ts'

/** The most levels. Deeper values have no text by people, and would overflow the stack. */
const MAX_LEVELS = 200
/** The most characters of a list of values that becomes a single line. */
const MAX_IN_LIST = 200
/** The number of innermost headings that are kept. */
const MAX_IN_PATH = 4

type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject
type JsonObject = { [key: string]: JsonValue }

/**
 * Reads JSON as text. Objects become lines of keys and values, one line for each object of a list.
 * The keys that lead to a text or a list become its heading. The title is that of the outermost
 * object.
 * @throws SyntaxError, AppError file_unreadable
 */
export function readJson(source: string): { parts: Part[]; title: string | null } {
  const value = parse(source)
  return { parts: partsOfValue(value, []), title: isObject(value) ? titleOf(value) : null }
}

/** Returns an object's title. A flat object is a record, whose name is that of a thing. */
function titleOf(object: JsonObject): string | null {
  const title = ['title', 'name', 'headline']
    .map((key) => object[key])
    .find((text) => typeof text === 'string')
  return title !== undefined && Object.values(object).some(isCompound)
    ? plain(title as string)
    : null
}

/** Also reads JSON lines, the format of many logs and exports. */
function parse(source: string): JsonValue {
  try {
    return JSON.parse(source)
  } catch (error) {
    const lines = source.split('\n').filter((line) => line.trim())
    if (lines.length < 2) throw error
    return lines.map((line) => JSON.parse(line))
  }
}

function partsOfValue(value: JsonValue, path: readonly string[]): Part[] {
  if (path.length > MAX_LEVELS) throw unreadable('Its values are nested too deeply.')
  if (!Array.isArray(value))
    return isObject(value) ? partsOfObjects([value], path) : partsOfTexts([value], path)
  if (
    value.length > 1 &&
    value.every((row) => Array.isArray(row) && row.length > 1 && !row.some(isCompound))
  )
    return partsOfRecords(
      tablesIn({ rows: value.map((row) => (row as JsonValue[]).map(textOf)) }).flatMap(recordsOf),
      headingOf(path),
    )
  const parts: Part[] = []
  for (let at = 0; at < value.length; ) {
    // Adjacent objects are the rows of a table.
    const objects = upTo(value, at, (item) => !isObject(item))
    const texts = upTo(value, at, (item) => typeof item === 'object' && item !== null)
    if (objects.length) parts.push(...partsOfObjects(objects as JsonObject[], path))
    else if (texts.length) parts.push(...partsOfTexts(texts, path))
    else parts.push(...partsOfValue(value[at]!, [...path, '']))
    at += Math.max(objects.length, texts.length, 1)
  }
  return parts
}

function upTo(
  values: readonly JsonValue[],
  start: number,
  isEnd: (value: JsonValue) => boolean,
): JsonValue[] {
  let end = start
  while (end < values.length && !isEnd(values[end]!)) end++
  return values.slice(start, end)
}

const partsOfTexts = (values: readonly JsonValue[], path: readonly string[]) =>
  partsOfRecords(
    values.map((value): Field[] => [['', textOf(value)]]),
    headingOf(path),
  )

function partsOfObjects(objects: readonly JsonObject[], path: readonly string[]): Part[] {
  const records: Field[][] = []
  const pairs: Part[] = []
  const below: Part[] = []
  for (const object of objects) {
    const asked = questionOf(object)
    if (asked) {
      pairs.push({
        heading: '',
        question: plain(asked.question).replace(/\s+/g, ' '),
        text: plain(asked.answer),
      })
      continue
    }
    const { fields, deeper } = read(object)
    const keyed = fields.filter(isAsked)
    for (const [question, text] of keyed) pairs.push({ heading: headingOf(path), question, text })
    records.push(fields.filter((field) => !keyed.includes(field)))
    const label = objects.length > 1 && !pairOf(fields) ? labelOf(fields) : ''
    for (const [key, value] of deeper)
      below.push(...partsOfValue(value, [...path, label, nameOf(key)]))
  }
  return [...pairs, ...partsOfRecords(records, headingOf(path)), ...below]
}

const HTML = /<\/?[a-z][^<>]*>|&#?\w{1,31};/i
const plain = (text: string) => withoutMarks(HTML.test(text) ? textOfFragment(text) : clean(text))

/** Whether a key is a question, as in `{"Where is it?": "Here."}`. */
const isAsked = ([name, value]: Field) => /[?？؟]$/u.test(name) && value !== ''

/** Splits an object into its plain fields and the objects and lists in it. */
function read(object: JsonObject): { fields: Field[]; deeper: [string, JsonValue][] } {
  const fields: Field[] = []
  const deeper: [string, JsonValue][] = []
  for (const [key, value] of Object.entries(object)) {
    // Keys of linked data are for machines.
    if (LINKED.has(key)) continue
    const list =
      Array.isArray(value) && value.every((item) => !isCompound(item))
        ? value.map(textOf)
        : undefined
    const text = list?.join(', ') ?? ''
    if (!isCompound(value)) fields.push([nameOf(clean(key)), textOf(value)])
    else if (list && text.length <= MAX_IN_LIST) fields.push([nameOf(clean(key)), text])
    else if (isObject(value) && Object.values(value).every((item) => !isCompound(item)))
      for (const [inner, item] of Object.entries(value))
        fields.push([`${nameOf(clean(key))} ${nameOf(clean(inner))}`, textOf(item)])
    else deeper.push([clean(key), value])
  }
  return { fields, deeper }
}

const LINKED = new Set(['@context', '@type', '@id'])
const isCompound = (value: JsonValue) => typeof value === 'object' && value !== null
const isObject = (value: JsonValue): value is JsonObject =>
  isCompound(value) && !Array.isArray(value)
const textOf = (value: JsonValue) => {
  if (value === null) return ''
  const text = String(value)
  return withoutMarks(MARKUP.test(text) ? textOfFragment(text) : clean(text))
}
/** Tags that make a text HTML. A text such as `List<String>` or `</source>` stays as it is. */
const MARKUP =
  /<\/(?:p|a|b|i|em|strong|code|pre|[ou]l|li|div|span|h[1-6]|table|blockquote)>|<(?:br|hr|img)\b[^<>]{0,1000}>/i
const headingOf = (path: readonly string[]) => path.filter(Boolean).slice(-MAX_IN_PATH).join(' › ')
