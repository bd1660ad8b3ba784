import type { XmlElement } from '../zipped/xmlTree.ts'
import { descendants, textWithin } from '../zipped/xmlTree.ts'
import { paragraphOf, readWordTree } from './wordTree.ts'

/** Reads the texts of a diagram (SmartArt) from the part with its data, a paragraph for each. */
export function paragraphsOfDiagram(part: Uint8Array | undefined): XmlElement[] {
  const diagram = readWordTree(part)
  return (diagram ? descendants(diagram, 'a:p') : [])
    .map((paragraph) => descendants(paragraph, 'a:t').map(textWithin).join(''))
    .filter((text) => text.trim())
    .map(paragraphOf)
}
