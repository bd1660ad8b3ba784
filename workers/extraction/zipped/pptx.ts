import { textOfDocument } from '../html/documents.ts'
import { textOfPicture } from '../text/pictures.ts'
import { type Parts, unpack } from './archive.ts'
import { makeHtml, type Spans } from './htmlWriter.ts'
import { textOfOfficeMath } from './officeMath.ts'
import { mainPart, relationId, relationsOf } from './relations.ts'
import { type Attributes, readXml } from './xml.ts'
import { makeTree } from './xmlTree.ts'

/** Matches XML parts that may belong to slides. Charts, notes and the like may be large. */
const WANTED = /^(?!ppt\/(?:charts|notesSlides|slideLayouts|slideMasters|theme)\/).*\.(?:xml|rels)$/

/**
 * Reads a PowerPoint presentation as text with Markdown headings: each visible slide, under its
 * title. Leaves out speakers' notes, which the audience does not see.
 * @throws AppError file_unreadable, unsupported_content
 */
export function readPptx(bytes: Buffer): string {
  const parts = unpack(bytes, 'pptx', WANTED)
  const main = mainPart(parts, 'pptx')
  const relations = new Map(relationsOf(parts, main).map(({ id, target }) => [id, target]))
  const slides: string[] = []
  readXml(parts.get(main), {
    onOpen(name, attributes) {
      const target = name === 'sldId' && relations.get(relationId(attributes) ?? '')
      if (target) slides.push(target)
    },
  })
  return textOfDocument(slides.map((slide, at) => htmlOfSlide(parts, slide, at + 1)).join(''))
}

/** Matches fields that repeat on each slide: date, footer and number. */
const AROUND = /^(?:dt|ftr|sldNum|hdr)$/
const TITLE = /^(?:title|ctrTitle)$/
const TABLE_TAGS: Readonly<Record<string, string>> = { tbl: 'table', tr: 'tr', tc: 'td' }
/** 2 points, in hundredths, as in Word documents. */
const TINY = 200

interface Shape {
  isUnread: boolean
  isTitle: boolean
  /** Whether its paragraphs are the points of a list. */
  isList: boolean
  /** The text that stands for a picture. */
  alternative: string
}

function htmlOfSlide(parts: Parts, part: string, number: number): string {
  const body = makeHtml()
  const state = { title: '', isHidden: false }
  readXml(parts.get(part), slideHandler(body, state))
  if (state.isHidden) return ''
  // The texts of a diagram are in a separate part.
  for (const { type, target } of relationsOf(parts, part))
    if (type === 'diagramData') readXml(parts.get(target), slideHandler(body, state, true))
  const title = state.title.replace(/\s+/g, ' ').trim() || (body.hasText() ? `Slide ${number}` : '')
  const slide = makeHtml()
  if (!title) return ''
  slide.open('h1')
  slide.text(title)
  slide.close('h1')
  return slide.html() + body.html()
}

function slideHandler(
  out: ReturnType<typeof makeHtml>,
  state: { title: string; isHidden: boolean },
  isList = false,
) {
  const shapes: Shape[] = [{ isUnread: false, isTitle: false, isList, alternative: '' }]
  let equation: ReturnType<typeof makeTree> | undefined
  let unread = 0
  let isText = false
  let isTiny = false
  let inCell = false
  /** Whether the cell is part of merged cells that begin before it. */
  let isCovered = false
  const shape = () => shapes.at(-1)!
  const paragraph = () => (shape().isList && !inCell ? 'li' : 'p')

  function describe(name: string, attributes: Attributes): void {
    if (name === 'cNvPr') {
      if (isOn(attributes.hidden)) shape().isUnread = true
      shape().alternative = textOfPicture(attributes.descr?.trim() || attributes.title)
    }
    if (name === 'decorative' && isOn(attributes.val)) shape().alternative = ''
    if (name !== 'ph') return
    const type = attributes.type ?? 'body'
    if (AROUND.test(type)) shape().isUnread = true
    shape().isTitle = TITLE.test(type)
    shape().isList = type === 'body' || type === 'obj'
  }

  return {
    onOpen(name: string, attributes: Attributes): void {
      if (name === 'sld' && /^(?:0|false)$/.test(attributes.show ?? '')) state.isHidden = true
      if (name === 'tc') isCovered = isOn(attributes.hMerge) || isOn(attributes.vMerge)
      if (name === 'Fallback' || (name === 'tc' && isCovered)) unread++
      if (SHAPES.has(name))
        shapes.push({ ...shape(), isTitle: false, isList: false, alternative: '' })
      describe(name, attributes)
      if (name === 'oMath') equation ??= makeTree()
      equation?.onOpen(name, attributes)
      if (equation || unread || shape().isUnread) return
      if (name === 'tc') inCell = true
      if (Object.hasOwn(TABLE_TAGS, name)) out.open(TABLE_TAGS[name]!, spansOf(attributes))
      if (name === 'p' && !shape().isTitle) out.open(paragraph())
      if (name === 'r' || name === 'fld') isTiny = false
      if (name === 'rPr') isTiny = Number(attributes.sz ?? TINY + 1) <= TINY
      if (name === 'br') write(' ', '<br>')
      isText = name === 't'
    },
    onText(text: string): void {
      equation?.onText(text)
      if (isText && !isTiny) say(text)
    },
    onClose(name: string): void {
      isText = false
      if (equation) {
        const whole = equation.onClose()
        if (whole) {
          equation = undefined
          say(textOfOfficeMath(whole))
        }
        return
      }
      if (!unread && !shape().isUnread) {
        if (name === 'p' && shape().isTitle) state.title += ' '
        else if (name === 'p') out.close(paragraph())
        if (Object.hasOwn(TABLE_TAGS, name)) out.close(TABLE_TAGS[name]!)
        if (name === 'tc') inCell = false
        if (SHAPES.has(name)) picture()
      }
      if (name === 'Fallback' || (name === 'tc' && isCovered)) unread--
      if (SHAPES.has(name)) shapes.pop()
    },
  }

  function say(text: string): void {
    if (unread || shape().isUnread) return
    if (shape().isTitle) state.title += text
    else out.text(text)
  }

  function picture(): void {
    if (!shape().alternative) return
    out.open('p')
    out.text(shape().alternative)
    out.close('p')
  }

  function write(inTitle: string, html: string): void {
    if (shape().isTitle) state.title += inTitle
    else out.add(html)
  }
}

const spansOf = ({ gridSpan, rowSpan }: Attributes): Spans => ({
  columns: Number(gridSpan ?? 1),
  rows: Number(rowSpan ?? 1),
})

/** Elements that may be hidden; `grpSp` is a group of other elements. */
const SHAPES = new Set(['sp', 'pic', 'graphicFrame', 'cxnSp', 'grpSp'])
const isOn = (value: string | undefined) => value === '1' || value === 'true'
