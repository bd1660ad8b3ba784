import { strToU8 } from 'fflate'
import { PLACE } from '../text/sentinels.ts'
import type { Parts } from '../zipped/archive.ts'
import { type Relation, relationsOf } from '../zipped/relations.ts'
import type { XmlElement } from '../zipped/xmlTree.ts'
import { type Referred, readContents } from './contents.ts'
import { paragraphsOfDiagram } from './diagrams.ts'
import { readFields } from './fields.ts'
import { readNumbering } from './numbering.ts'
import { NUMBERING, writeNumbers } from './paragraphs.ts'
import { withoutHiddenRuns } from './visibility.ts'
import { el, paragraphOf, readWordTree, writeWordTree } from './wordTree.ts'

/** Parts of a document, by their names. */
type Files = Record<string, Uint8Array>

/**
 * Makes the parts that mammoth reads, with the few elements that it knows, and with the numbers of
 * paragraphs as text.
 * @returns also the names of the parts that the document includes, in the order of their places
 */
export function rewriteParts(parts: Parts): { files: Files; included: string[] } {
  const main =
    relationsOf(parts, '').find(({ type }) => type === 'officeDocument')?.target ??
    'word/document.xml'
  const relations = relationsOf(parts, main)
  const nameOf = (type: string) =>
    relations.find((relation) => relation.type === type)?.target ?? `word/${type}.xml`
  const lists = readNumbering(
    readWordTree(parts.get(nameOf('numbering'))),
    readWordTree(parts.get(nameOf('styles'))),
  )
  const included: string[] = []
  const files: Files = {
    '_rels/.rels': strToU8(RELATIONS),
    'word/numbering.xml': strToU8(NUMBERING),
  }
  const add = (name: string, part: string, relations: readonly Relation[]) => {
    const root = readWordTree(parts.get(part))
    if (!root) return
    const read = readContents(withoutHiddenRuns(root), referredIn(parts, relations, included))
    files[name] = strToU8(writeWordTree(writeNumbers(readFields(read), lists)))
  }
  add('word/document.xml', main, relations)
  for (const type of ['footnotes', 'endnotes'])
    add(`word/${type}.xml`, nameOf(type), relationsOf(parts, nameOf(type)))
  const styles = parts.get(nameOf('styles'))
  if (styles) files['word/styles.xml'] = styles
  return { files, included }
}

const OFFICE = 'http://schemas.openxmlformats.org'
/** Names the main part. mammoth finds the others by their usual names. */
const RELATIONS = `<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="main" Type="${OFFICE}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`

/** Reads elements that refer to other parts: included files, and the data of diagrams. */
function referredIn(parts: Parts, relations: readonly Relation[], included: string[]): Referred {
  const targetOf = ({ attributes }: XmlElement, name: string) =>
    relations.find(({ id }) => id === attributes[name])?.target ?? ''
  return (element) => {
    if (element.name === 'w:altChunk') {
      const at = included.push(targetOf(element, 'r:id')) - 1
      return [paragraphOf(PLACE + at + PLACE)]
    }
    if (element.name === 'dgm:relIds')
      return [el('w:pict', paragraphsOfDiagram(parts.get(targetOf(element, 'r:dm'))))]
    return undefined
  }
}
