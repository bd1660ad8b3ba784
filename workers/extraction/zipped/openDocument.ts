import type { FileType } from '../../../shared/lib/fileTypes.ts'
import { lookUp } from '../../../shared/lib/lookUp.ts'
import { textOfDocument } from '../html/documents.ts'
import { isOther, locked, type Parts, unpack } from './archive.ts'
import type { Spans } from './htmlWriter.ts'
import { makeOpenFrames } from './openFrames.ts'
import { makeOpenLists } from './openLists.ts'
import { makeOpenStyles, type OpenStyle } from './openStyles.ts'
import { makeOpenWriter } from './openWriter.ts'
import { type Attributes, attribute, readXml } from './xml.ts'

/** Types of OpenDocument files, by the element within their body. */
const BODIES: Readonly<Record<string, FileType>> = {
  text: 'odt',
  spreadsheet: 'ods',
  presentation: 'odp',
}

/** Matches the parts with the text and its styles, and the contents of objects such as formulas. */
const WANTED = /^(?:(?:Object [\w ]{1,30}\/)?content\.xml|styles\.xml|META-INF\/manifest\.xml)$/

/**
 * Unpacks an OpenDocument file.
 * @throws AppError file_unreadable, unsupported_content if it has another type
 */
export function unpackOpen(bytes: Buffer, type: FileType): Parts {
  const parts = unpack(bytes, type, WANTED)
  readXml(parts.get('META-INF/manifest.xml'), {
    onOpen(name) {
      if (name === 'encryption-data') throw locked(type)
    },
  })
  let body: string | undefined
  let inBody = false
  readXml(parts.get('content.xml'), {
    onOpen(name) {
      if (inBody) body ??= name
      if (name === 'body') inBody = true
    },
  })
  const found = lookUp(BODIES, body ?? '')
  if (found !== type) throw isOther(type, found)
  return parts
}

/**
 * Elements without text of the document: deleted text, comments, directories, forms and scripts.
 */
const UNREAD = new Set(
  `tracked-changes annotation annotation-end note-citation forms scripts notes ruby-text table-of-content
  illustration-index table-index alphabetical-index hidden-text variable-decls sequence-decls user-field-decls
  dde-connection-decls meta settings event-listeners covered-table-cell`.split(/\s+/),
)
/** Matches frames that repeat on each slide, or that belong to its notes. */
const AROUND = /^(?:notes|date-time|footer|header|page-number|handout)$/
/** Elements that may have a background of their own, on which white text is visible. */
const MAYBE_DARK = new Set(['table', 'frame', 'text-box', 'section', 'page'])
const TABLE_TAGS: Readonly<Record<string, string>> = {
  table: 'table',
  'table-row': 'tr',
  'table-cell': 'td',
}
/** Families of styles, by element. */
const FAMILIES: Readonly<Record<string, string>> = {
  h: 'paragraph',
  p: 'paragraph',
  span: 'text',
  page: 'drawing-page',
}

/**
 * Reads an OpenDocument text or presentation as text with Markdown headings. A slide's title is a
 * heading. Leaves out hidden text, deletions of tracked changes, comments and speakers' notes.
 * @throws AppError file_unreadable, unsupported_content
 */
export function readOpenDocument(bytes: Buffer, type: 'odt' | 'odp'): string {
  const parts = unpackOpen(bytes, type)
  const reader = makeReader(parts)
  readXml(parts.get('styles.xml'), { onOpen: reader.declare, onClose: reader.styles.onClose })
  readXml(parts.get('content.xml'), reader)
  return textOfDocument(reader.html())
}

/** An element that is open. */
interface OpenElement {
  name: string
  /** Whether its text is left out. */
  isUnread: boolean
  look: OpenStyle
  /** Called at its end. */
  end?: (() => void) | undefined
}

function makeReader(parts: Parts) {
  const styles = makeOpenStyles()
  const lists = makeOpenLists()
  const frames = makeOpenFrames(parts)
  const out = makeOpenWriter()
  const open: OpenElement[] = []
  let inBody = false
  let dark = 0
  let slides = 0

  /** Opens a heading or a paragraph, with its number. */
  function paragraph(name: string, attributes: Attributes): () => void {
    const level = Number(attribute(attributes, 'outline-level')) || 1
    const item = lists.item()
    const number = item?.number || (name === 'h' ? lists.heading(level, attributes) : '')
    const tag = item?.hasBullet ? 'li' : item?.number ? 'div' : 'p'
    const end = out.block(name === 'h' ? `h${Math.min(level, 6)}` : tag)
    out.add(number)
    return end
  }

  function frame(attributes: Attributes): () => void {
    const end = attribute(attributes, 'class') === 'title' ? out.titleFrame() : undefined
    frames.begin()
    return () => {
      end?.()
      out.add(frames.end())
    }
  }

  /**
   * Opens the element's counterpart in HTML.
   * @param around the name of the element around it
   * @returns the function to call at its end
   */
  function begin(name: string, attributes: Attributes, around = ''): (() => void) | undefined {
    const table = lookUp(TABLE_TAGS, name)
    if (name === 'h' || name === 'p') return paragraph(name, attributes)
    if (table) return out.block(table, spansOf(attributes))
    if (name === 'page') return out.slide(slides)
    if (name === 'list') return lists.openList(attributes)
    if (name === 'note') return out.note()
    if (name === 'frame') return frame(attributes)
    // Within a paragraph, `title` is a field with the document's title.
    if (name === 'desc' || (name === 'title' && !IN_LINES.has(around)))
      return out.description((html) => frames.describe(name, html))
    if (name === 'list-item') lists.openItem(attributes)
    if (name === 'object') out.add(frames.formula(attributes))
    if (name === 'line-break' || name === 'tab' || name === 's')
      out.add(name === 'line-break' ? '<br>' : ' ')
    return undefined
  }

  /** Takes the styles, which stand before the text. */
  function declare(name: string, attributes: Attributes): void {
    styles.onOpen(name, attributes)
    lists.declare(name, attributes)
  }

  return {
    styles,
    declare,
    html: () => out.html(),
    onOpen(name: string, attributes: Attributes): void {
      if (!inBody) declare(name, attributes)
      if (name === 'body') inBody = true
      if (name === 'page') slides++
      const around = open.at(-1)
      const style = styles.find(lookUp(FAMILIES, name) ?? '', attributes)
      const look = { ...around?.look, ...style }
      const isUnread =
        !inBody || (around?.isUnread && name !== 'body') || isUnseen(name, attributes, style)
      if (MAYBE_DARK.has(name)) dark++
      const end = isUnread ? undefined : begin(name, attributes, around?.name)
      open.push({ name, isUnread, look, end })
    },
    onText(text: string): void {
      const around = open.at(-1)
      if (!around || around.isUnread || !inBody) return
      if (around.look.isWhite && !around.look.isShaded && !dark) return
      out.text(text)
    },
    onClose(name: string): void {
      if (!inBody) styles.onClose(name)
      if (MAYBE_DARK.has(name)) dark--
      open.pop()?.end?.()
    },
  }
}

const spansOf = (attributes: Attributes): Spans => ({
  columns: Number(attribute(attributes, 'number-columns-spanned') ?? 1),
  rows: Number(attribute(attributes, 'number-rows-spanned') ?? 1),
})
/** Elements that contain the text of a line. */
const IN_LINES = new Set(['p', 'h', 'span', 'a'])

function isUnseen(name: string, attributes: Attributes, style: OpenStyle): boolean {
  const value = (wanted: string) => attribute(attributes, wanted)
  return (
    UNREAD.has(name) ||
    style.isHidden === true ||
    (name === 'section' && value('display') === 'none') ||
    (name === 'hidden-paragraph' && value('is-hidden') === 'true') ||
    /^(?:collapse|filter)$/.test(value('visibility') ?? '') ||
    (name === 'frame' && (AROUND.test(value('class') ?? '') || value('placeholder') === 'true'))
  )
}
