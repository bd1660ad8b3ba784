/** An expression of the program, rather than a text. */
export class Expression {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

interface Writing {
  key(name: string): string
  text(value: string): string
  /** `true`, `false` and `null`. */
  words: Readonly<Record<string, string>>
  /** Blanks inside the braces of an object on one line. */
  padding: string
}

/** JSON strings are Python strings, too. */
const PYTHON: Writing = {
  key: (name) => JSON.stringify(name),
  text: (value) => JSON.stringify(value),
  words: { true: 'True', false: 'False', null: 'None' },
  padding: '',
}

const TYPE_SCRIPT: Writing = {
  key: (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : TYPE_SCRIPT.text(name)),
  text(value) {
    const plain = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"')
    return value.includes("'") ? JSON.stringify(value) : `'${plain}'`
  },
  words: {},
  padding: ' ',
}

/** Writes a value in Python. @param indent of the line in which it begins */
export const pythonOf = (value: unknown, indent = '') => written(value, PYTHON, indent, '    ')

/** Writes a value in TypeScript. @param indent of the line in which it begins */
export const typeScriptOf = (value: unknown, indent = '') =>
  written(value, TYPE_SCRIPT, indent, '  ')

/** Characters of a line. Longer values are broken into lines. */
const MAX_WIDTH = 64

function written(value: unknown, writing: Writing, indent: string, step: string): string {
  if (value instanceof Expression) return value.source
  if (typeof value === 'string') return writing.text(value)
  if (typeof value !== 'object' || value === null)
    return writing.words[String(value)] ?? String(value)
  const isList = Array.isArray(value)
  const partsAt = (inner: string) =>
    isList
      ? value.map((item) => written(item, writing, inner, step))
      : Object.entries(value).map(
          ([name, item]) => `${writing.key(name)}: ${written(item, writing, inner, step)}`,
        )
  const [open, close] = isList ? '[]' : '{}'
  const padding = isList || Object.keys(value).length === 0 ? '' : writing.padding
  const line = `${open}${padding}${partsAt(indent).join(', ')}${padding}${close}`
  if (line.length + indent.length <= MAX_WIDTH && !line.includes('\n')) return line
  const inner = indent + step
  return `${open}\n${partsAt(inner)
    .map((part) => `${inner}${part},\n`)
    .join('')}${indent}${close}`
}
