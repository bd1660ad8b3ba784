/** The fields that we use of pdf.js's annotations. Each may be missing in a broken PDF. */
export interface Annotation {
  subtype?: string
  /** Left, bottom, right and top, in points. */
  rect?: number[]
  annotationFlags?: number
  hidden?: boolean
  password?: boolean
  fieldType?: string | null
  fieldName?: string
  fieldValue?: unknown
  /** The tooltip of a field. */
  alternativeText?: string
  checkBox?: boolean
  radioButton?: boolean
  /** The value that a ticked check box stands for. */
  exportValue?: string
  /** The value that a chosen radio button stands for. */
  buttonValue?: string | null
  options?: readonly { exportValue?: unknown; displayValue?: unknown }[]
  /** The lines of a text that somebody put on the page. */
  textContent?: readonly string[]
}

/** A field of a form, or a text that somebody put on the page. */
export interface PageField {
  left: number
  bottom: number
  right: number
  top: number
  /** What its author wrote or chose, in one line. */
  value: string
  /** The words by which the form's author names it to those who cannot see it; empty: none. */
  tooltip: string
  /** Its name within the file, if that is of words, such as `Name of boat`; empty: none. */
  name: string
  /** Of a check box or radio button: whether it is ticked; undefined: another kind of field. */
  isTicked?: boolean
}

/** The most fields of a page. A page of a tax return has 200. */
const MAX_FIELDS = 2_000
/** The most characters of a value. */
const MAX_IN_VALUE = 20_000
/** Bits of an annotation's flags by PDF 32000-1, 12.5.3: hidden and "no view". */
const UNSEEN = 2 | 32

/**
 * Reads the filled fields of a page, from the top. Leaves out what its readers do not see: hidden
 * fields, and passwords, of which they see stars. Check boxes count without a tick as well, if
 * another of the page has one: an unused form has only its own text.
 */
export function fieldsIn(annotations: readonly Annotation[]): PageField[] {
  const fields = annotations.slice(0, MAX_FIELDS).flatMap((annotation) => {
    const { rect = [], annotationFlags = 0, hidden, password } = annotation
    const [left, bottom, right, top] = rect
    if (hidden || password || annotationFlags & UNSEEN || top === undefined) return []
    const filled = filledIn(annotation)
    return filled ? [{ left: left!, bottom: bottom!, right: right!, top, ...filled }] : []
  })
  const isUsed = fields.some(({ isTicked }) => isTicked)
  return fields
    .filter(({ isTicked }) => isTicked !== false || isUsed)
    .sort((one, other) => (isBeside(one, other) ? one.left - other.left : other.top - one.top))
}

const isBeside = (one: PageField, other: PageField) =>
  Math.min(one.top, other.top) - Math.max(one.bottom, other.bottom) >
  0.5 * Math.min(one.top - one.bottom, other.top - other.bottom)

type Filled = Pick<PageField, 'value' | 'tooltip' | 'name' | 'isTicked'>

function filledIn(annotation: Annotation): Filled | undefined {
  const { subtype, fieldType, textContent, checkBox, radioButton } = annotation
  const named = { tooltip: asLabel(annotation.alternativeText), name: nameIn(annotation) }
  if (checkBox || radioButton) return { ...tickIn(annotation), ...named }
  const isField = subtype === 'Widget' && (fieldType === 'Tx' || fieldType === 'Ch')
  const written = isField ? writtenIn(annotation) : subtype === 'FreeText' ? textContent : undefined
  const value = inOneLine((written ?? []).join('\n'))
  return value ? { value, ...named } : undefined
}

const asLabel = (text = '') =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[:：]$/u, '')

const nameIn = ({ fieldName = '' }: Annotation) =>
  /^[\p{L}\p{M}\p{N} '’(),/-]+$/u.test(fieldName) ? asLabel(fieldName) : ''

function writtenIn({ fieldValue, options = [] }: Annotation): string[] {
  const values = Array.isArray(fieldValue) ? fieldValue : [fieldValue]
  return values
    .filter((value) => typeof value === 'string')
    .map((value: string) => {
      const shown = options.find(({ exportValue }) => exportValue === value)?.displayValue
      return typeof shown === 'string' && shown.trim() ? shown : value
    })
}

const OFF = 'Off'

function tickIn({ fieldValue, radioButton, exportValue, buttonValue }: Annotation) {
  const own = radioButton ? buttonValue : exportValue
  const value = typeof fieldValue === 'string' ? fieldValue : OFF
  return { isTicked: value !== OFF && (own ? own === value : !radioButton), value: wordOf(value) }
}

/** Returns the word of a tick. Many programs write no word, but `On`, `1` or `Choice2`. */
const wordOf = (value: string) => (/^(?:on|choice|\P{L}*$)/iu.test(value) ? 'Yes' : value)

const inOneLine = (text: string) =>
  text
    .slice(0, MAX_IN_VALUE)
    .toWellFormed()
    .split(/[\r\n\u2028\u2029]+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line, at, lines) =>
      at < lines.length - 1 && /[\p{L}\p{N})]$/u.test(line) ? `${line},` : line,
    )
    .join(' ')
