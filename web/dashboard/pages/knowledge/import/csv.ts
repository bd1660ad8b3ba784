import { t } from '../../../lib/texts.tsx'
/** The rows of a table, each with the line at which it begins in the file. */
export interface Table {
  rows: readonly TableRow[]
  delimiter: string
}

export interface TableRow {
  line: number
  cells: readonly string[]
}

/** The index of each column, from 0; undefined: no such column. */
export interface Columns {
  question: number | undefined
  answer: number | undefined
  tags: number | undefined
  source: number | undefined
}

export interface ImportRow {
  line: number
  question: string
  answer: string
  tags: string[]
  source: string | null
}

/** A row that was not added, and why. */
export interface BadRow {
  line: number
  question: string
  answer: string
  reason: string
}

export const MAX_ROWS = 5_000
export const MAX_BYTES = 20 * 1024 * 1024

export const ENCODINGS = [
  ['utf-8', 'UTF-8'],
  ['windows-1252', t('Western European (Windows)')],
  ['windows-1250', t('Central European (Windows)')],
  ['windows-1251', t('Cyrillic (Windows)')],
  ['windows-1254', t('Turkish (Windows)')],
  ['macintosh', t('Western European (Mac)')],
  ['utf-16le', 'UTF-16'],
  ['utf-16be', t('UTF-16, big-endian')],
  ['shift_jis', t('Japanese (Shift JIS)')],
  ['gb18030', t('Chinese (GB 18030)')],
] as const

export const DELIMITERS = [
  [',', t('Comma')],
  [';', t('Semicolon')],
  ['\t', t('Tab')],
  ['|', t('Vertical bar')],
] as const

/**
 * Returns the encoding of the byte order mark. Without a mark, guesses UTF-8 if the bytes are
 * valid, else windows-1252.
 */
export function guessEncoding(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

export const decode = (bytes: Uint8Array, encoding: string) =>
  new TextDecoder(encoding).decode(bytes)

/**
 * Reads a table.
 * @param delimiter empty: guessed
 */
export async function readTable(text: string, delimiter: string): Promise<Table> {
  const { default: Papa } = await import('papaparse')
  const rows: TableRow[] = []
  let used = delimiter
  let end = 0
  let line = 1
  Papa.parse<string[]>(text, {
    delimiter,
    delimitersToGuess: DELIMITERS.map(([delimiter]) => delimiter),
    skipEmptyLines: 'greedy',
    step({ data: cells, meta }) {
      used = meta.delimiter
      const within = newlinesIn(cells.join(''))
      line += newlinesIn(text.slice(end, meta.cursor))
      end = meta.cursor
      // The cursor is behind the row's line break, which the last row may lack.
      const endsInBreak = /[\r\n]/.test(text[meta.cursor - 1] ?? '')
      rows.push({ line: line - within - (endsInBreak ? 1 : 0), cells })
    },
  })
  return { rows, delimiter: used }
}

const newlinesIn = (text: string) => text.match(/\r\n|\n|\r/g)?.length ?? 0

const NAMES: Record<keyof Columns, RegExp> = {
  question: /^(questions?|q|frage|fragen|pregunta|domanda|vraag|pytanie|prompt|title)$/i,
  answer:
    /^(answers?|a|antwort|antworten|r[ée]ponse|respuesta|risposta|antwoord|resposta|odpowied[źz]|reply|text|content)$/i,
  tags: /^(tags?|labels?|categor(y|ies)|kategorien?|topics?|thema|schlagw[oö]rter)$/i,
  source: /^(sources?|quelle|origin|link|url|reference)$/i,
}

/**
 * Guesses the columns from the first row if it has their names. Otherwise, question and answer are
 * the first two.
 */
export function guessColumns(rows: readonly TableRow[]): { hasNames: boolean; columns: Columns } {
  const first = (rows[0]?.cells ?? []).map((cell) => cell.trim())
  const find = (name: keyof Columns) => {
    const index = first.findIndex((cell) => NAMES[name].test(cell))
    return index < 0 ? undefined : index
  }
  const columns = {
    question: find('question'),
    answer: find('answer'),
    tags: find('tags'),
    source: find('source'),
  }
  if (columns.question !== undefined && columns.answer !== undefined)
    return { hasNames: true, columns }
  const none = { tags: undefined, source: undefined }
  return {
    hasNames: false,
    columns: { question: 0, answer: first.length > 1 ? 1 : undefined, ...none },
  }
}

/** The reason for a row with a delimiter inside a text, whose rest would be lost. */
const TORN = t(
  'It has more columns than the first row. Put texts that contain the separator in quotes ("…").',
)

/** Separates the rows by the API's rules: those that can be added, and others with the reason. */
export function checkRows(
  { rows }: Pick<Table, 'rows'>,
  columns: Columns,
  hasNames: boolean,
): { good: ImportRow[]; bad: BadRow[] } {
  const width = hasNames ? (rows[0]?.cells.length ?? 0) : Infinity
  const good: ImportRow[] = []
  const bad: BadRow[] = []
  const lines = new Map<string, number>()
  for (const { line, cells } of hasNames ? rows.slice(1) : rows) {
    const cell = (column: number | undefined) =>
      column === undefined ? '' : (cells[column] ?? '').trim()
    const question = cell(columns.question)
    const answer = cell(columns.answer)
    const tags = [
      ...new Set(
        cell(columns.tags)
          .split(/[,;|]/)
          .map((tag) => tag.trim())
          .filter(Boolean),
      ),
    ]
    const source = cell(columns.source) || null
    const same = lines.get(question.toLowerCase())
    const isTorn = cells.slice(width).some((rest) => rest.trim())
    const reason = isTorn
      ? TORN
      : problemWith({ line, question, answer, tags, source }, same, good.length)
    if (reason) bad.push({ line, question, answer, reason })
    else {
      lines.set(question.toLowerCase(), line)
      good.push({ line, question, answer, tags, source })
    }
  }
  return { good, bad }
}

function problemWith(
  { question, answer, tags, source }: ImportRow,
  sameLine: number | undefined,
  before: number,
): string | undefined {
  if (!question && !answer) return t('It has neither a question nor an answer.')
  if (!question) return t('It has no question.')
  if (!answer) return t('It has no answer.')
  if (question.length > 2_000)
    return t('The question has {count, number} characters, over the limit of 2000.', {
      count: question.length,
    })
  if (answer.length > 20_000)
    return t('The answer has {count, number} characters, over the limit of 20000.', {
      count: answer.length,
    })
  if (tags.length > 20)
    return t('It has {count} tags, over the limit of 20.', { count: tags.length })
  if (tags.some((tag) => tag.length > 60)) return t('A tag is over 60 characters.')
  if (source && source.length > 200) return t('The source is over 200 characters.')
  if (/\0|\p{Surrogate}/u.test(question + answer + tags.join('') + source))
    return t('It has invalid characters. Save the table as UTF-8.')
  if (sameLine !== undefined) return t('The same question is on line {line}.', { line: sameLine })
  if (before >= MAX_ROWS)
    return t('The limit is {count, number} rows. Split the table.', { count: MAX_ROWS })
  return undefined
}

/** Downloads the rows as a table, so that the user can fix them and import them again. */
export async function downloadRows(name: string, rows: readonly BadRow[]): Promise<void> {
  const { default: Papa } = await import('papaparse')
  const table = Papa.unparse({
    fields: ['question', 'answer', 'line', 'reason'],
    data: rows.map(({ question, answer, line, reason }) => [question, answer, line, reason]),
  })
  // Without a byte order mark, Excel reads a file as windows-1252.
  const address = URL.createObjectURL(new Blob(['\ufeff', table], { type: 'text/csv' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
