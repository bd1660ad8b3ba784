import { strToU8 } from 'fflate'
import { makeDocx } from './documents.ts'

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006'
const NAMESPACES = [
  ['w', 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'],
  ['r', `${OFFICE}/relationships`],
  ['m', `${OFFICE}/math`],
  ['mc', 'http://schemas.openxmlformats.org/markup-compatibility/2006'],
  ['wp', 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing'],
  ['wps', 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape'],
  ['a', 'http://schemas.openxmlformats.org/drawingml/2006/main'],
  ['c', 'http://schemas.openxmlformats.org/drawingml/2006/chart'],
  ['dgm', 'http://schemas.openxmlformats.org/drawingml/2006/diagram'],
  ['v', 'urn:schemas-microsoft-com:vml'],
]
  .map(([prefix, namespace]) => `xmlns:${prefix}="${namespace}"`)
  .join(' ')

/** Makes a part of a Word document: its root element with the namespaces of all tests. */
export const wordPart = (root: string, inside: string): string =>
  `<w:${root} ${NAMESPACES}>${inside}</w:${root}>`

/**
 * Makes a Word document of the XML in its body.
 * @param parts further parts: `numbering`, `styles` and the like as the XML within their root, others
 *   by their whole name
 * @param targets parts to which the body refers, by the ids of their relations
 */
export function makeWord(
  body: string,
  parts: Record<string, string | Uint8Array> = {},
  targets: Record<string, string> = {},
): Buffer {
  const relations = Object.entries(targets).map(
    ([id, target]) =>
      `<Relationship Id="${id}" Type="${OFFICE}/relationships/any" Target="${target}"/>`,
  )
  const files: Record<string, string | Uint8Array> = {
    'word/document.xml': wordPart('document', `<w:body>${body}</w:body>`),
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join('')}</Relationships>`,
    ...Object.fromEntries(
      Object.entries(parts).map(([name, part]) =>
        typeof part === 'string' && !name.includes('/')
          ? [`word/${name}.xml`, wordPart(name, part)]
          : [name, part],
      ),
    ),
  }
  const packed = Object.entries(files).map(([name, part]): [string, Uint8Array] => [
    name,
    typeof part === 'string' ? strToU8(part) : part,
  ])
  return makeDocx([], Object.fromEntries(packed))
}

export const wordRun = (text: string, look = ''): string =>
  `<w:r>${look && `<w:rPr>${look}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`

/** Makes a paragraph of runs, with properties such as its style. */
export const wordParagraph = (runs: string, properties = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr>${runs}</w:p>`
