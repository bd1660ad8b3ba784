import { withoutMarks } from '../text/sentinels.ts'
import { type Attributes, readXml } from '../zipped/xml.ts'
import { childOf, elementsIn, makeTree, type XmlElement, type XmlNode } from '../zipped/xmlTree.ts'

const STRICT = 'http://purl.oclc.org/ooxml'
const OPEN = 'http://schemas.openxmlformats.org'

/** Prefixes by which this folder knows the elements of Word documents, by namespace. */
const PREFIXES = new Map(
  [
    ['w', `${OPEN}/wordprocessingml/2006/main`, `${STRICT}/wordprocessingml/main`],
    ['r', `${OPEN}/officeDocument/2006/relationships`, `${STRICT}/officeDocument/relationships`],
    ['m', `${OPEN}/officeDocument/2006/math`, `${STRICT}/officeDocument/math`],
    [
      'wp',
      `${OPEN}/drawingml/2006/wordprocessingDrawing`,
      `${STRICT}/drawingml/wordprocessingDrawing`,
    ],
    ['a', `${OPEN}/drawingml/2006/main`, `${STRICT}/drawingml/main`],
    ['pic', `${OPEN}/drawingml/2006/picture`, `${STRICT}/drawingml/picture`],
    ['c', `${OPEN}/drawingml/2006/chart`, `${STRICT}/drawingml/chart`],
    ['dgm', `${OPEN}/drawingml/2006/diagram`, `${STRICT}/drawingml/diagram`],
    ['mc', `${OPEN}/markup-compatibility/2006`],
    ['v', 'urn:schemas-microsoft-com:vml'],
    ['w14', 'http://schemas.microsoft.com/office/word/2010/wordml'],
    ['adec', 'http://schemas.microsoft.com/office/drawing/2017/decorative'],
  ].flatMap(([prefix = '', ...namespaces]) => namespaces.map((name) => [name, prefix] as const)),
)

/** Declares the only prefix of what is written. */
const DECLARED: Attributes = { 'xmlns:w': `${OPEN}/wordprocessingml/2006/main` }
const WRITTEN = /^(?:w|xml|xmlns):/

/** The prefixes that a file has chosen, and those of `PREFIXES` for the same namespaces. */
type KnownPrefixes = Readonly<Record<string, string>>

/**
 * Reads a part of a Word document as a tree. Names have the prefixes of `PREFIXES`, whatever the
 * file has chosen.
 * @returns undefined if there is no such part
 * @throws AppError file_unreadable if it is nested too deeply
 */
export function readWordTree(part: Uint8Array | undefined): XmlElement | undefined {
  const tree = makeTree()
  const levels: KnownPrefixes[] = [Object.create(null)]
  let root: XmlElement | undefined
  readXml(part, {
    onOpen(_, attributes, qualified) {
      const prefixes = prefixesWithin(levels.at(-1)!, attributes)
      levels.push(prefixes)
      tree.onOpen(known(qualified, prefixes), attributesKnown(attributes, prefixes))
    },
    onText: (text) => tree.onText(withoutMarks(text)),
    onClose() {
      levels.pop()
      root ??= tree.onClose()
    },
  })
  return root
}

function prefixesWithin(around: KnownPrefixes, attributes: Attributes): KnownPrefixes {
  let own: Record<string, string> | undefined
  for (const name in attributes) {
    if (!name.startsWith('xmlns')) continue
    // It inherits the others: a copy of many, for each of many elements, would take too long.
    own ??= Object.create(around) as Record<string, string>
    own[name.slice('xmlns:'.length)] = PREFIXES.get(attributes[name]!) ?? ''
  }
  return own ?? around
}

function known(name: string, prefixes: KnownPrefixes): string {
  const colon = name.indexOf(':')
  const prefix = prefixes[name.slice(0, Math.max(colon, 0))]
  if (prefix === undefined) return name
  const local = name.slice(colon + 1)
  return prefix ? `${prefix}:${local}` : local
}

/** Leaves out declarations, and the ids of editing sessions, which most elements have. */
function attributesKnown(attributes: Attributes, prefixes: KnownPrefixes): Attributes {
  const read: Record<string, string> = {}
  for (const name in attributes)
    if (!name.startsWith('xmlns') && !name.startsWith('w:rsid'))
      read[name.includes(':') ? known(name, prefixes) : name] = attributes[name]!
  return read
}

/** Writes the elements and attributes of WordprocessingML in a tree as a part. */
export function writeWordTree({ name, children }: XmlElement): string {
  const written: string[] = []
  write({ name, attributes: DECLARED, children }, written)
  return written.join('')
}

function write(node: XmlNode, written: string[]): void {
  if (typeof node === 'string') {
    written.push(inXml(node))
    return
  }
  if (!WRITTEN.test(node.name)) return
  written.push('<', node.name)
  for (const name in node.attributes)
    if (WRITTEN.test(name)) written.push(` ${name}="${inXml(node.attributes[name]!)}"`)
  written.push('>')
  for (const child of node.children) write(child, written)
  written.push('</', node.name, '>')
}

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
const inXml = (text: string) => text.replace(/[&<>"]/g, (sign) => SIGNS[sign]!)

/** Makes an element. */
export const el = (
  name: string,
  children: XmlNode[] = [],
  attributes: Attributes = {},
): XmlElement => ({ name, attributes, children })

/** Makes a run of a text, in which line ends are breaks. */
export const runOf = (text: string): XmlElement =>
  el(
    'w:r',
    text.split('\n').flatMap((line, at) => [...(at ? [el('w:br')] : []), el('w:t', [line])]),
  )

export const paragraphOf = (text: string): XmlElement => el('w:p', [runOf(text)])

/** Returns the value of a child such as `<w:ilvl w:val="1"/>`. */
export const valueIn = (element: XmlElement | undefined, name: string): string | undefined =>
  childOf(element, name)?.attributes['w:val']

/** Whether a child such as `<w:vanish/>` switches a property on. */
export const isOn = (element: XmlElement | undefined, name: string): boolean =>
  childOf(element, name) !== undefined && !/^(?:0|false|off)$/.test(valueIn(element, name) ?? '')

/** Whether text is read within an element. */
export const hasText = (node: XmlNode): boolean =>
  typeof node !== 'string' &&
  (node.name === 'w:t'
    ? node.children.some((child) => typeof child === 'string' && child.trim() !== '')
    : elementsIn(node).some(hasText))
