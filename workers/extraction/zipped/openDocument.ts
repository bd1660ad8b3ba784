import type { FileType } from '../../../shared/lib/fileTypes.ts'
import { lookUp } from '../../../shared/lib/lookUp.ts'
import { textOfDocument } from '../html/documents.ts'
import { isOther, locked, type Parts, unpack } from './archive.ts'
import { type HtmlWriter, makeHtml, type Spans } from './htmlWriter.ts'
import { makeOpenStyles, type OpenStyle } from './openStyles.ts'
import { type Attributes, attribute, readXml } from './xml.ts'

/** Types of OpenDocument files, by the element within their body. */
const BODIES: Readonly<Record<string, FileType>> = {
  text: 'odt',
  spreadsheet: 'ods',
  presentation: 'odp',
}

/**
 * Unpacks an OpenDocument file.
 * @throws AppError file_unreadable, unsupported_content if it has another type
 */
export function unpackOpen(bytes: Buffer, type: FileType): Parts {
  const parts = unpack(bytes, type, /^(?:content\.xml|styles\.xml|META-INF\/manifest\.xml)$/)
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
  `tracked-changes annotation annotation-end note-citation forms scripts notes title desc ruby-text table-of-content
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
  const reader = makeReader()
  readXml(parts.get('styles.xml'), { onOpen: reader.styles.onOpen, onClose: reader.styles.onClose })
  readXml(parts.get('content.xml'), reader)
  return textOfDocument(reader.html())
}

/** An element that is open. */
interface OpenElement {
  /** Whether its text is left out. */
  isUnread: boolean
  look: OpenStyle
  /** Called at its end. */
  end?: (() => void) | undefined
}

function makeReader() {
  const styles = makeOpenStyles()
  const open: OpenElement[] = []
  let out = makeHtml()
  let inBody = false
  let lists = 0
  let dark = 0
  let slides = 0
  let notes: string[] = []
  let title: string | undefined

  /** Writes into a separate writer until the element ends. */
  function apart(done: (written: HtmlWriter) => void): () => void {
    const outer: HtmlWriter = out
    out = makeHtml()
    return () => {
      const written = out
      out = outer
      done(written)
    }
  }

  function block(tag: string, spans?: Spans): () => void {
    if (title !== undefined)
      return () => {
        title += ' '
      }
    out.open(tag, spans)
    return () => {
      out.close(tag)
      out.add(notes.join(''))
      notes = []
    }
  }

  function slide(): () => void {
    return apart((written) => {
      const heading = slideTitle.trim() || (written.hasText() ? `Slide ${slides}` : '')
      if (!heading) return
      out.open('h1')
      out.text(heading)
      out.close('h1')
      out.add(written.html())
      slideTitle = ''
    })
  }
  let slideTitle = ''

  /** Opens the element's counterpart in HTML. @returns the function to call at its end */
  function begin(name: string, attributes: Attributes): (() => void) | undefined {
    const table = lookUp(TABLE_TAGS, name)
    if (name === 'h')
      return block(`h${Math.min(Number(attribute(attributes, 'outline-level')) || 1, 6)}`)
    if (name === 'p') return block(lists ? 'li' : 'p')
    if (table) return block(table, spansOf(attributes))
    if (name === 'page') return slide()
    if (name === 'list') {
      lists++
      return () => lists--
    }
    if (name === 'note') return apart((written) => notes.push(written.html()))
    if (name === 'frame' && attribute(attributes, 'class') === 'title') {
      title = ''
      return () => {
        slideTitle ||= title ?? ''
        title = undefined
      }
    }
    if (name === 'line-break' || name === 'tab' || name === 's')
      out.add(name === 'line-break' ? '<br>' : ' ')
    return undefined
  }

  return {
    styles,
    html: () => out.html(),
    onOpen(name: string, attributes: Attributes): void {
      if (!inBody) styles.onOpen(name, attributes)
      if (name === 'body') inBody = true
      if (name === 'page') slides++
      const around = open.at(-1)
      const style = styles.find(lookUp(FAMILIES, name) ?? '', attributes)
      const look = { ...around?.look, ...style }
      const isUnread =
        !inBody || (around?.isUnread && name !== 'body') || isUnseen(name, attributes, style)
      if (MAYBE_DARK.has(name)) dark++
      open.push({ isUnread, look, end: isUnread ? undefined : begin(name, attributes) })
    },
    onText(text: string): void {
      const around = open.at(-1)
      if (!around || around.isUnread || !inBody) return
      if (around.look.isWhite && !around.look.isShaded && !dark) return
      if (title !== undefined) title += text
      else out.text(text)
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
