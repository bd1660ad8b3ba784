import { posix } from 'node:path'
import type { FileType } from '../../../shared/lib/fileTypes.ts'
import { lookUp } from '../../../shared/lib/lookUp.ts'
import { isOther, type Parts } from './archive.ts'
import { readXml } from './xml.ts'

/** A reference of an Office file's part to another. */
export interface Relation {
  id: string
  /** The last word of its type, such as `slide`. */
  type: string
  /** The name of the other part. */
  target: string
}

/**
 * Reads which parts of the file a part refers to, in order. References out of the file are left
 * out.
 */
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

/** The type of an Office file, by the first element of its main part. */
const TYPES: Readonly<Record<string, FileType>> = {
  document: 'docx',
  workbook: 'xlsx',
  presentation: 'pptx',
}

/**
 * @returns the name of the file's main part @throws AppError unsupported_content if it is that of
 *   another type
 */
export function mainPart(parts: Parts, type: FileType): string {
  const name =
    relationsOf(parts, '').find((relation) => relation.type === 'officeDocument')?.target ?? ''
  let root: string | undefined
  // The first element is within the first bytes, and a Word document may have millions.
  readXml(parts.get(name)?.subarray(0, 4096), {
    onOpen(element) {
      root ??= element
    },
  })
  const found = lookUp(TYPES, root ?? '')
  if (found !== type) throw isOther(type, found)
  return name
}

/** The id of a relation that an element names: its attribute `r:id`, by whichever prefix. */
export const relationId = (attributes: Readonly<Record<string, string>>) =>
  Object.entries(attributes).find(([name]) => /:id$/.test(name))?.[1]
