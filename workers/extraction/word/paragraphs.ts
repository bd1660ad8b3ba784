import { childOf, elementsIn, type XmlElement, type XmlNode } from '../zipped/xmlTree.ts'
import type { readNumbering } from './numbering.ts'
import { isBullet, makeNumbers } from './numbers.ts'
import { el, hasText, isOn } from './wordTree.ts'

/** The deepest list that mammoth's styles can write, from 0. */
const MAX_DEPTH = 4

/** The only lists of a document whose numbers are part of its text. */
export const NUMBERING = `<w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${[
  ['bullets', 'bullet'],
  ['numbers', 'decimal'],
]
  .map(
    ([id, format]) =>
      `<w:abstractNum w:abstractNumId="${id}">${[0, 1, 2, 3, MAX_DEPTH]
        .map((level) => `<w:lvl w:ilvl="${level}"><w:numFmt w:val="${format}"/></w:lvl>`)
        .join('')}</w:abstractNum><w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`,
  )
  .join('')}</w:numbering>`

/**
 * Writes the number of each numbered paragraph at its beginning, where readers see it. Paragraphs
 * with bullets stay items of lists, each at most one level below the last.
 */
export function writeNumbers(
  root: XmlElement,
  { placeOf }: ReturnType<typeof readNumbering>,
): XmlElement {
  const numbers = makeNumbers()
  /** Paragraphs whose ends are deleted: mammoth puts their contents before the next paragraph. */
  let joined: XmlElement[] = []
  /** The level of the last paragraph if it has a bullet; -1: it has none. */
  let depth = -1

  function visit(element: XmlElement, inCell: boolean): XmlElement {
    const isCell = inCell || element.name === 'w:tc'
    const written = { ...element, children: [] as XmlNode[] }
    if (element.name === 'w:p') number(element, written, isCell)
    const children = element.children.filter((child) => !isProperties(element, child))
    written.children.push(
      ...children.map((child) => (typeof child === 'string' ? child : visit(child, isCell))),
    )
    return written
  }

  /** Puts the paragraph's properties and number into what is written of it. */
  function number(paragraph: XmlElement, written: XmlElement, inCell: boolean): void {
    const properties = childOf(paragraph, 'w:pPr')
    if (isJoined(properties)) {
      written.children.push(...(properties ? [asDeleted(properties)] : []))
      joined.push(written)
      return
    }
    const isGone = isHiddenMark(properties) && ![...joined, paragraph].some(hasText)
    const place = isGone ? undefined : placeOf(properties)
    const bullet = place && isBullet(place.list.levels.get(place.level)!)
    depth = bullet ? Math.min(place.level, depth + 1, MAX_DEPTH) : -1
    const text = place && !bullet ? numbers.next(place) : ''
    // An empty row of a table may have nothing but its number.
    const isShown = text && (inCell || [...joined, paragraph].some(hasText))
    const own = bullet ? listed('bullets', depth) : isShown ? listed('numbers', 0) : undefined
    written.children.push(el('w:pPr', [...withoutList(properties), ...(own ? [own] : [])]))
    const [first] = joined
    if (isShown) insertNumber(first ?? written, text, paragraph)
    joined = []
  }

  return visit(root, false)
}

const isProperties = (element: XmlElement, child: XmlNode) =>
  element.name === 'w:p' && typeof child !== 'string' && child.name === 'w:pPr'

/** Whether a tracked change deletes the end of a paragraph, or moves it away. */
function isJoined(properties: XmlElement | undefined): boolean {
  const mark = childOf(properties, 'w:rPr')
  return mark !== undefined && elementsIn(mark, 'w:del', 'w:moveFrom').length > 0
}

/** Whether the end of a paragraph is hidden text. Such a paragraph without text has no number. */
const isHiddenMark = (properties: XmlElement | undefined) =>
  isOn(childOf(properties, 'w:rPr'), 'w:vanish')

/** mammoth knows only deleted ends of paragraphs. */
const asDeleted = (properties: XmlElement) =>
  el('w:pPr', [...withoutList(properties), el('w:rPr', [el('w:del')])])

const withoutList = (properties: XmlElement | undefined): XmlElement[] =>
  properties ? elementsIn(properties).filter(({ name }) => name === 'w:pStyle') : []

const listed = (id: string, level: number) =>
  el('w:numPr', [el('w:ilvl', [], { 'w:val': String(level) }), el('w:numId', [], { 'w:val': id })])

/**
 * Puts a number before a paragraph's contents, as bold as its text is: a question that is bold as a
 * whole is known by that.
 */
function insertNumber(written: XmlElement, text: string, paragraph: XmlElement): void {
  const look = childOf(firstRun(paragraph), 'w:rPr')
  const bold = look ? elementsIn(look, 'w:b', 'w:rStyle') : []
  const run = el('w:r', [el('w:rPr', bold), el('w:t', [text])])
  const at = written.children.findIndex((child) => !isProperties(written, child))
  written.children.splice(at === -1 ? written.children.length : at, 0, run)
}

function firstRun(element: XmlElement): XmlElement | undefined {
  for (const child of elementsIn(element)) {
    const run = child.name === 'w:r' && hasText(child) ? child : firstRun(child)
    if (run) return run
  }
  return undefined
}
