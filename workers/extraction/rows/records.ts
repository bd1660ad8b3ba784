import type { Table } from './grids.ts'
import { isAnswerName, isQuestionName } from './qaColumns.ts'
import type { Part } from './qaRows.ts'

/** A value of a row or an object, with the name of its column or key, which may be empty. */
export type Field = readonly [name: string, value: string]

/**
 * The most characters of a line. A longer line would be cut before the comparison with a question.
 */
const MAX_IN_LINE = 300
/** The most characters of a plain value. Longer values, and several sentences, are texts. */
const MAX_IN_VALUE = 200
const SHORT = 60
const LONG_LABEL = 80
const MAX_IN_HEADING = 120
const INNER_END = /[.!?…؟।۔]\s+\S|[。！？]\S/u

const isText = (value: string) =>
  value.length > MAX_IN_VALUE ||
  (value.length > SHORT && INNER_END.test(value)) ||
  value.includes('\n\n')
const written = ([name, value]: Field) => (name ? `${name}: ${value}` : value)
const oneLine = ([name, value]: Field): Field => [
  name,
  value
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' '),
]

/** Returns the field that names a record: its first short value with letters; undefined: none. */
const labelled = (fields: readonly Field[]) =>
  fields.find(([, value]) => /\p{L}/u.test(value) && value.length <= LONG_LABEL)
export const labelOf = (fields: readonly Field[]) => labelled(fields)?.[1] ?? ''

/** Writes a record as lines that each make sense alone: `Item: Tea; Price: 2 €`. */
export function linesOf(fields: readonly Field[]): string[] {
  const filled = fields.filter(([, value]) => value)
  const short = filled.filter(([, value]) => !isText(value)).map(oneLine)
  const label = labelled(short)
  const lines: string[] = []
  for (const field of short) {
    const text = written(field)
    const last = lines.at(-1)
    if (last !== undefined && last.length + text.length + 2 <= MAX_IN_LINE)
      lines[lines.length - 1] = `${last}; ${text}`
    // A wide record continues in another line that repeats its label.
    else lines.push(last !== undefined && label ? `${written(label)}; ${text}` : text)
  }
  return [...lines, ...filled.filter(([, value]) => isText(value)).map(written)]
}

/**
 * Reads a record that has a question and its answer in two columns. Its other short values become
 * the heading.
 */
export function pairOf(fields: readonly Field[]): Part | undefined {
  const question = fields.find(([name]) => isQuestionName(name))
  const answer = fields.find(([name]) => isAnswerName(name))
  if (!question?.[1] || !answer?.[1]) return undefined
  const others = fields.filter((field) => field !== question && field !== answer && field[1])
  const heading = others.filter(([, value]) => value.length <= SHORT).map(written)
  return {
    heading: heading.join('; ').slice(0, MAX_IN_HEADING).toWellFormed(),
    question: question[1].replace(/\s+/g, ' '),
    text: answer[1],
  }
}

/** The most characters of a table that stays whole, as a passage for questions about all of it. */
const MAX_WHOLE = 1_500
/** The most passages of a table. The rows of a longer table are grouped evenly. */
const MAX_ROWS = 10_000

/**
 * Groups the rows of a table. A short table stays whole. Each row of a longer table stands alone:
 * in a group of 14 rows, its key would be one word among a hundred. Rows of a single column are a
 * list, which is read as a text.
 */
export function groupsOf(rows: readonly string[], columns: number): string[] {
  const whole = rows.join('\n')
  if (whole.length <= MAX_WHOLE || columns < 2) return whole ? [whole] : []
  const size = Math.ceil(rows.length / MAX_ROWS)
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, at) =>
    rows.slice(at * size, (at + 1) * size).join('\n'),
  )
}

/** Groups short records, as lines. A record with texts stands alone, under its label. */
export function partsOfRecords(records: Iterable<readonly Field[]>, heading = ''): Part[] {
  const parts: Part[] = []
  let together: string[] = []
  let columns = 0
  const close = () => {
    for (const text of groupsOf(together, columns)) parts.push({ heading, text })
    together = []
    columns = 0
  }
  const alone = (part: Part) => {
    close()
    parts.push({ ...part, heading: [heading, part.heading].filter(Boolean).join(' › ') })
  }
  for (const fields of records) {
    const pair = pairOf(fields)
    const lines = linesOf(fields)
    if (pair) alone(pair)
    else if (lines.length > 1) alone({ heading: labelOf(fields), text: lines.join('\n') })
    else {
      together.push(...lines)
      columns = Math.max(columns, fields.length)
    }
  }
  close()
  return parts
}

/** Writes a name as people do: `unit_price` and `unitPrice` become `unit price`. */
export const nameOf = (key: string) =>
  /^[\p{L}\p{N}_.-]+$/u.test(key)
    ? key
        .replace(/(?<=\p{Ll}{2})\p{Lu}(?=\p{Ll})/gu, (letter) => ` ${letter.toLowerCase()}`)
        .replace(/[_-]+/g, ' ')
        .trim()
    : key.trim()

/** Reads the rows of a table, with the names of their columns. */
export function recordsOf({ names: read, rows, under }: Table): Field[][] {
  const names = !read.length && arePairs(rows) ? ['question', 'answer'] : read
  const isAsked = names.some(isQuestionName)
  return rows.map((cells, at) => {
    const fields = cells.map((value, column): Field => [names[column] ?? '', value])
    const section = under[at]!
    if (!section) return fields
    if (isAsked) return [['', section], ...fields]
    const label = fields.findIndex(([, value]) => value)
    return fields.map((field, column) =>
      column === label ? [field[0], `${section} › ${field[1]}`] : field,
    )
  })
}

/**
 * Whether all rows are questions beside their answers, without a header that says so. A single row
 * does not count, because it may be a title.
 */
export const arePairs = (rows: readonly (readonly string[])[]) =>
  rows.length > 1 &&
  rows.every(
    ([question = '', answer = '', ...more]) =>
      /[?？؟;]$/u.test(question) &&
      /\p{L}/u.test(question) &&
      /[\p{L}\p{N}]/u.test(answer) &&
      !more.some(Boolean),
  )
