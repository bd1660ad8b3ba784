import { textOfPicture } from '../text/pictures.ts'
import { textOfOfficeMath } from '../zipped/officeMath.ts'
import { elementsIn, type XmlElement, type XmlNode } from '../zipped/xmlTree.ts'
import { el, hasText, runOf } from './wordTree.ts'

/** Elements that stay, with the contents that are read of them. */
const CONTAINERS = new Set(
  `w:document w:body w:footnotes w:footnote w:endnotes w:endnote w:p w:r w:tbl w:tr
  w:tc`.split(/\s+/),
)
/** Elements that stay as they are. */
const WHOLE = new Set(
  `w:pPr w:rPr w:tblPr w:tblGrid w:trPr w:tcPr w:t w:tab w:noBreakHyphen w:softHyphen w:fldChar
  w:footnoteReference w:endnoteReference`.split(/\s+/),
)
/** Elements whose contents are not text: deletions, readings of characters, and instructions. */
const UNREAD = new Set(
  `w:del w:moveFrom w:rt w:rubyPr w:instrText w:delText w:sdtPr w:sdtEndPr w:customXmlPr w:smartTagPr
  w:fldData w:sectPr`.split(/\s+/),
)
/** Fonts whose characters mammoth knows. */
const SYMBOLS = /^(?:symbol|webdings|wingdings(?: [23])?)$/i

/** Returns what is read for an element that refers to another part; undefined: nothing. */
export type Referred = (element: XmlElement) => XmlNode[] | undefined

/**
 * Rewrites the contents of a part with the few elements that mammoth reads. All other elements that
 * are not known as instructions are taken for wrappers of text, such as fields, smart tags, content
 * controls and directions, so that a wrapper of a later version of Word hides nothing.
 */
export function readContents(root: XmlElement, referred: Referred): XmlElement {
  const read = (node: XmlNode): XmlNode[] => {
    // Only `w:t` has text, and it stays as it is.
    if (typeof node === 'string' || UNREAD.has(node.name)) return []
    if (WHOLE.has(node.name)) return [node]
    if (CONTAINERS.has(node.name)) return [{ ...node, children: within(node) }]
    const reader = READERS[node.name]
    return reader ? reader(node) : (referred(node) ?? within(node))
  }
  const within = (element: XmlElement) => element.children.flatMap(read)

  const READERS: Readonly<Record<string, (element: XmlElement) => XmlNode[]>> = {
    'w:br': () => [el('w:br')],
    'w:cr': () => [el('w:br')],
    'w:ptab': () => [el('w:tab')],
    'w:sym': symbol,
    'm:oMath': (element) => [runOf(equation(element))],
    'm:oMathPara': (element) => [runOf(elementsIn(element, 'm:oMath').map(equation).join('\n'))],
    'mc:AlternateContent': (element) => {
      const forms = elementsIn(element).map(within)
      return forms.find((nodes) => nodes.some(hasText)) ?? forms.at(-1) ?? []
    },
    // mammoth puts what is in a picture below its paragraph.
    'w:txbxContent': (element) => [el('w:pict', within(element))],
    'wp:docPr': ({ attributes: { descr, title }, children }) =>
      children.some(isDecorative) ? [] : picture(descr?.trim() ? descr : title),
    'v:shape': (element) => [...picture(element.attributes.alt), ...within(element)],
  }
  return { ...root, children: within(root) }
}

const equation = (element: XmlElement) => textOfOfficeMath(withoutPrefixes(element)).trim()

const withoutPrefixes = ({ name, attributes, children }: XmlElement): XmlElement => ({
  name: name.slice(name.indexOf(':') + 1),
  attributes,
  children: children.map((child) => (typeof child === 'string' ? child : withoutPrefixes(child))),
})

const picture = (alternative: string | undefined): XmlNode[] => {
  const text = textOfPicture(alternative)
  return text ? [runOf(text)] : []
}

const isDecorative = (node: XmlNode): boolean =>
  typeof node !== 'string' &&
  ((node.name === 'adec:decorative' && /^(?:1|true)$/.test(node.attributes.val ?? '')) ||
    node.children.some(isDecorative))

/** Reads a character that stands in the code of a font, such as a box that is ticked. */
function symbol(element: XmlElement): XmlNode[] {
  if (SYMBOLS.test(element.attributes['w:font'] ?? '')) return [element]
  const code = Number.parseInt(element.attributes['w:char'] ?? '', 16)
  // Other fonts may have their characters moved into the area for private use.
  const plain = code >= 0xf020 && code <= 0xf0ff ? code - 0xf000 : code
  return plain >= 0x20 && plain <= 0x10ffff ? [el('w:t', [String.fromCodePoint(plain)])] : []
}
