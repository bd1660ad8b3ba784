import { posix } from 'node:path'
import type { FileType } from '../../../shared/lib/fileTypes.ts'
import { lookUp } from '../../../shared/lib/lookUp.ts'
import { isOther, type Parts } from './archive.ts'
import { readXml } from './xml.ts'

/** A reference from a part of an Office file to another part. */
export interface Relation {
  id: string
  /** The last word of its type, such as `slide`. */
  type: string
  /** The name of the other part. */
  target: string
}

/** Reads a part's references to other parts, in order. Leaves out references out of the file. */
export function relationsOf(parts: Parts, part: string): Relation[] {
  const found: Relation[] = []
  const { dir, base } = posix.parse(part)
  readXml(parts.get(posix.join(dir, '_rels', `${base}.rels`)), {
    onOpen(name, attributes) {
      const { Id = '', Type = '', Target = '', TargetMode } = attributes
      if (name !== 'Relationship' || TargetMode === 'External') return
      found.push({
        id: Id,
        type: Type.split('/').at(-1)!,
        target: posix.join('/', dir, Target).slice(1),
      })
      if (Target.startsWith('/')) found.at(-1)!.target = posix.normalize(Target).slice(1)
    },
  })
  return found
}

/** Types of Office files, by the first element of their main part. */
const TYPES: Readonly<Record<string, FileType>> = {
  document: 'docx',
  workbook: 'xlsx',
  presentation: 'pptx',
}

/**
 * @returns the name of the file's main part
 * @throws AppError unsupported_content if the file has another type
 */
export function mainPart(parts: Parts, type: FileType): string {
  const name =
    relationsOf(parts, '').find((relation) => relation.type === 'officeDocument')?.target ?? ''
  let root: string | undefined
  // Reads only the first bytes, which have the first element: a Word document may have millions.
  readXml(parts.get(name)?.subarray(0, 4096), {
    onOpen(element) {
      root ??= element
    },
  })
  const found = lookUp(TYPES, root ?? '')
  if (found !== type) throw isOther(type, found)
  return name
}

/** Returns the id of an element's relation: its attribute `r:id`, with any prefix. */
export const relationId = (attributes: Readonly<Record<string, string>>) =>
  Object.entries(attributes).find(([name]) => /:id$/.test(name))?.[1]
